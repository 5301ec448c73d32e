// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowbench.h"
#include "views/operations/operationdialog.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>

using namespace plimsoll;
using namespace plimsoll::views;
using plimsoll::testing::WindowBench;

namespace {

constexpr int jobs = 250; ///< three pages in each state

constexpr const char *workspaceJson =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,"collections":[)"
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","delayed":"d","dead":"dead"},)"
    R"("options":{"staleAfter":"30s"}},)"
    R"({"name":"testers","kind":"members","keys":{"set":"testers"}},)"
    R"({"name":"board","kind":"leaderboard","keys":{"board":"board"}},)"
    R"({"name":"online","kind":"presence","keys":{"connected":"on","lastSeen":"seen"},"options":{"window":"30s"}}]})";

QByteArray at(int number)
{
    return QByteArray::number(number).rightJustified(3, '0');
}

} // namespace

/// Ctrl+A and what it offers: the page, or all that match, on whatever page they are. The real window and a server.
class TestWindowAll final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_bench = std::make_unique<WindowBench>();
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        redis::Pipeline pipeline;
        for (int i = 0; i < jobs; ++i) {
            pipeline.add({"LPUSH", "q", "w" + at(i)});
            pipeline.add({"ZADD", "p", QByteArray::number(now - 120'000 + i), "s" + at(i)});
            pipeline.add({"ZADD", "d", QByteArray::number(now - 60'000 + i), "t" + at(i)});
            pipeline.add({"RPUSH", "dead", "x" + at(i)});
            pipeline.add({"SADD", "testers", (i % 2 == 0 ? "team:" : "guest:") + at(i)});
            pipeline.add({"ZADD", "board", QByteArray::number(i), "player:" + at(i)});
            pipeline.add({"ZADD", "seen", QByteArray::number(now - 3'600'000 + i), "user:" + at(i)});
        }
        for (int i = 0; i < 5; ++i) {
            pipeline.add({"ZADD", "p", QByteArray::number(now + 3'600'000 + i), "busy" + at(i)});
            pipeline.add({"ZADD", "d", QByteArray::number(now + 3'600'000 + i), "later" + at(i)});
            pipeline.add({"ZADD", "seen", QByteArray::number(now + 3'600'000 + i), "here:" + at(i)});
        }
        m_bench->server.run(pipeline);
        m_bench->open(workspaceJson);
    }

    void cleanup() { m_bench.reset(); }

    void allOfAState_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("action");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("left");
        QTest::addColumn<QString>("title");
        const auto row = [](const char *name, const char *state, const char *action, const char *key, int left,
                            const char *title) {
            QTest::newRow(name) << QString::fromUtf8(state) << QString::fromUtf8(action) << QByteArray(key) << left
                                << QString::fromUtf8(title);
        };
        row("requeue what is stale", "stale", "requeueAction", "p", 5, "Requeue 250 stale jobs of email");
        row("discard what is stale", "stale", "discardAction", "p", 5, "Discard 250 stale jobs of email");
        row("dead-letter what is due", "due", "deadLetterAction", "d", 5, "Dead-letter 250 jobs of email");
        row("run what is due", "due", "runNowAction", "d", 5, "Run 250 jobs of email now");
        row("discard what is ready", "ready", "discardAction", "q", 0, "Discard 250 jobs of email");
        row("requeue dead letters", "dead", "requeueAction", "dead", 0, "Requeue 250 dead letters of email");
    }

    void allOfAState()
    {
        QFETCH(QString, state);
        QFETCH(QString, action);
        QFETCH(QByteArray, key);
        QFETCH(int, left);
        QFETCH(QString, title);
        show(QStringLiteral("queue"));
        choose(state);
        QTRY_COMPARE(m_bench->names().size(), 100);
        selectPage();
        QTRY_COMPARE(line(), QStringLiteral("The 100 on this page are selected"));
        QCOMPARE(whole()->text(), QStringLiteral("Select all 250"));
        const QPoint place = whole()->mapTo(m_bench->window, QPoint());
        QTest::mouseClick(whole(), Qt::LeftButton);
        QTRY_COMPARE(line(), QStringLiteral("All 250 are selected, on every page"));
        QCOMPARE(whole()->mapTo(m_bench->window, QPoint()), place);
        QVERIFY(m_bench->table()->hasFocus());

        choose(action, QStringLiteral("rowMenu"));
        QTRY_VERIFY(m_bench->find<OperationDialog>("operationDialog") != nullptr);
        QTRY_COMPARE(m_bench->find<ElidedLabel>("operationTitle")->fullText(), title);
        m_bench->confirm();
        const QByteArray count = key == "q" || key == "dead" ? "LLEN" : "ZCARD";
        QTRY_COMPARE(m_bench->server.run({count, key}).integer, left);
    }

    void deleteAsksAboutAllOfThem()
    {
        show(QStringLiteral("leaderboard"));
        QTRY_VERIFY(m_bench->names().size() >= 10);
        selectPage();
        QTRY_VERIFY(whole() != nullptr && whole()->isVisible());
        QTest::mouseClick(whole(), Qt::LeftButton);
        QTest::keyClick(m_bench->table(), Qt::Key_Delete);
        QTRY_VERIFY(m_bench->find<OperationDialog>("operationDialog") != nullptr);
        QTRY_COMPARE(m_bench->find<ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Remove 250 members of board"));
    }

    void rowsAloneAreRows()
    {
        show(QStringLiteral("queue"));
        choose(QStringLiteral("ready"));
        QTRY_COMPARE(m_bench->names().size(), 100);
        m_bench->table()->setFocus();
        m_bench->table()->selectRow(3);
        QVERIFY(!whole()->isVisible());
        selectPage();
        QTRY_VERIFY(whole()->isVisible());
        QTest::mouseClick(whole(), Qt::LeftButton);
        QTest::mouseClick(whole(), Qt::LeftButton); // back
        QTRY_COMPARE(line(), QStringLiteral("The 100 on this page are selected"));
        QTest::mouseClick(whole(), Qt::LeftButton);
        QTest::mouseClick(m_bench->table()->viewport(), Qt::LeftButton, Qt::NoModifier, {40, 40}); // a row
        QVERIFY(!whole()->isVisible());
        QTest::keyClick(m_bench->table(), Qt::Key_Delete);
        QTRY_VERIFY(m_bench->find<OperationDialog>("operationDialog") != nullptr);
        QTRY_COMPARE(m_bench->find<ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Discard 1 job of email"));
    }

    void anotherPageIsNotSelected()
    {
        show(QStringLiteral("queue"));
        choose(QStringLiteral("ready"));
        QTRY_COMPARE(m_bench->names().size(), 100);
        selectPage();
        QTRY_VERIFY(whole()->isVisible());
        QTest::mouseClick(whole(), Qt::LeftButton);
        const QString first = m_bench->cell(0);
        QTest::mouseClick(m_bench->find<QWidget>("nextPage"), Qt::LeftButton);
        QTRY_VERIFY(m_bench->cell(0) != first);
        QVERIFY(!whole()->isVisible());
        QVERIFY(m_bench->table()->selectedRows().isEmpty());
    }

    void saysWhyNotAll()
    {
        show(QStringLiteral("queue"));
        QTRY_COMPARE(m_bench->names().size(), 100);
        selectPage();
        QTRY_COMPARE(line(),
                     QStringLiteral("The 100 on this page are selected; choose one state to act on everything in it"));
        QVERIFY(!whole()->isVisible());

        choose(QStringLiteral("ready"));
        QTRY_COMPARE(m_bench->names().size(), 100);
        m_bench->window->findChild<QLineEdit *>(QStringLiteral("filter"))->setText(QStringLiteral("w00"));
        QTRY_COMPARE(m_bench->names().size(), 10);
        selectPage();
        QTRY_VERIFY2(line().startsWith(QStringLiteral("10 of 250 selected. The filter searched this page only.")),
                     qPrintable(line()));
        QVERIFY(!whole()->isVisible());
    }

    void membersThatMatch()
    {
        show(QStringLiteral("members"));
        m_bench->window->findChild<QLineEdit *>(QStringLiteral("filter"))->setText(QStringLiteral("team:"));
        QTRY_VERIFY(m_bench->names().size() == 100 && m_bench->names().filter(QStringLiteral("guest")).isEmpty());
        selectPage();
        QTRY_VERIFY(whole()->isVisible());
        QCOMPARE(whole()->text(), QStringLiteral("Select all that match"));
        QTest::mouseClick(whole(), Qt::LeftButton);
        QTRY_COMPARE(line(), QStringLiteral("All with “team:” are selected, on every page"));
        choose(QStringLiteral("discardAction"), QStringLiteral("rowMenu"));
        QTRY_VERIFY(m_bench->find<OperationDialog>("operationDialog") != nullptr);
        QTRY_COMPARE(m_bench->find<ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Remove 125 members of testers, those with “team:”"));
        m_bench->confirm();
        QTRY_COMPARE(m_bench->server.run({"SCARD", "testers"}).integer, 125);
    }

    void whoIsInactive()
    {
        show(QStringLiteral("presence"));
        choose(QStringLiteral("inactive"));
        QTRY_COMPARE(m_bench->names().size(), 100);
        selectPage();
        QTRY_COMPARE(whole()->text(), QStringLiteral("Select all 250"));
        QTest::mouseClick(whole(), Qt::LeftButton);
        choose(QStringLiteral("discardAction"), QStringLiteral("rowMenu"));
        m_bench->confirm();
        QTRY_COMPARE(m_bench->server.run({"ZCARD", "seen"}).integer, 5); // who is here stays
    }

    void theMenuOffersItAsWell()
    {
        show(QStringLiteral("queue"));
        choose(QStringLiteral("ready"));
        QTRY_COMPARE(m_bench->names().size(), 100);
        m_bench->table()->selectRow(3);
        choose(QStringLiteral("selectWholeAction"), QStringLiteral("rowMenu"));
        QTRY_COMPARE(line(), QStringLiteral("All 250 are selected, on every page"));
    }

private:
    void show(const QString &page)
    {
        m_bench->window->showPage(page);
        QTRY_VERIFY(m_bench->table() != nullptr);
    }

    /// A state, as a person picks it.
    void choose(const QString &state)
    {
        auto *chooser = m_bench->find<QComboBox>("stateChooser");
        const int index = chooser->findText(state, Qt::MatchStartsWith);
        QVERIFY(index >= 0);
        chooser->setFocus();
        while (chooser->currentIndex() < index) {
            QTest::keyClick(chooser, Qt::Key_Down);
        }
    }

    /// An entry of the menu of the row that the keyboard is at.
    void choose(const QString &action, const QString &name)
    {
        QWidget *viewport = m_bench->table()->viewport();
        const QPoint place(40, 40);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, viewport->mapToGlobal(place));
        QCoreApplication::sendEvent(viewport, &event);
        QTRY_VERIFY(m_bench->window->findChild<QMenu *>(name) != nullptr);
        auto *menu = m_bench->window->findChild<QMenu *>(name);
        auto *entry = menu->findChild<QAction *>(action);
        entry = entry == nullptr ? m_bench->window->findChild<QAction *>(action) : entry;
        QVERIFY(entry != nullptr);
        QTRY_VERIFY(entry->isEnabled());
        QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier, menu->actionGeometry(entry).center());
    }

    void selectPage()
    {
        m_bench->table()->setFocus();
        QTest::keyClick(m_bench->table(), Qt::Key_A, Qt::ControlModifier);
    }

    [[nodiscard]] QPushButton *whole() const { return m_bench->find<QPushButton>("selectWhole"); }
    [[nodiscard]] QString line() const
    {
        auto *text = m_bench->find<ElidedLabel>("newRowsText");
        return text->isVisible() ? text->fullText() : QString();
    }

    std::unique_ptr<WindowBench> m_bench;
};

QTEST_MAIN(TestWindowAll)
#include "tst_windowall.moc"

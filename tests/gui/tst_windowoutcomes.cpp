// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/deadgroupmodel.h"
#include "models/text/format.h"
#include "tests/gui/windowbench.h"
#include "views/inspector/inspector.h"
#include "views/operations/operationbar.h"
#include "views/operations/operationdialog.h"
#include "views/table/rowsproxy.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QLabel>
#include <QRegularExpression>

using namespace plimsoll;
using namespace plimsoll::views;
using plimsoll::testing::WindowBench;

namespace {

constexpr const char *workspaceJson =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,"collections":[)"
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead","job":"job:{id}"},)"
    R"("options":{"staleAfter":"30s","maxAttempts":3}},)"
    R"({"name":"testers","kind":"members","keys":{"set":"testers"}}]})";

QStringList list(const std::vector<const char *> &names)
{
    QStringList all;
    for (const char *name : names) {
        all.append(QLatin1StringView(name));
    }
    return all;
}

} // namespace

/// Tests that elements taken by an operation stay in place and show their outcome, with a real server.
class TestWindowOutcomes final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_bench = std::make_unique<WindowBench>();
        testing::RedisServer &server = m_bench->server;
        server.run({"RPUSH", "q", "w1", "w2"});
        server.run({"RPUSH", "dead", "d1", "d2", "d3"});
        server.run({"HSET", "job:d1", "error", "550 mailbox unavailable"});
        server.run({"SADD", "testers", "ada", "grace", "tony"});
        const qint64 past = QDateTime::currentMSecsSinceEpoch() - 120'000;
        for (int i = 0; i < 4; ++i) {
            const QByteArray id = "j" + QByteArray::number(i);
            server.run({"ZADD", "p", QByteArray::number(past + i), id});
            server.run({"HSET", "job:" + id, "class", "SendInvoice", "attempts", i == 0 ? "3" : "1"});
        }
        m_bench->open(workspaceJson);
        m_bench->window->showPage(QStringLiteral("queue"));
        QTRY_VERIFY(find<QPushButton>("requeueButton") != nullptr);
        QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
        QTRY_COMPARE(names().size(), 9);
        QCOMPARE(names().mid(0, 4), list({"j0", "j1", "j2", "j3"}));
    }

    void cleanup() { m_bench.reset(); }

    /// A list may hold the same element several times: each of them is one.
    void eachOfSeveralAlikeIsOne()
    {
        m_bench->server.run({"RPUSH", "q", "w1", "w1"});
        QTRY_COMPARE(names().size(), 11);
        table()->selectRow(0);
        m_bench->server.run({"RPUSH", "q", "w1"});
        const auto line = [this] {
            const auto *label = find<ElidedLabel>("newRowsText");
            return label == nullptr ? QString() : label->fullText();
        };
        QTRY_COMPARE(line(), QStringLiteral("1 newer")); // and no time of the list, which a busy machine may show first
        m_bench->server.run({"LREM", "q", "3", "w1"});
        QTRY_COMPARE(line(), QStringLiteral("2 have left this page"));
        QCOMPARE(names().size(), 11);
    }

    /// Rows of the next page move up after others: nothing has arrived.
    void rowsThatMoveUpAreNotNew()
    {
        m_bench->server.run({"EVAL", "for i = 1, 200 do redis.call('RPUSH', KEYS[1], 'x' .. i) end", "1", "q"});
        QTRY_COMPARE(names().size(), 100);
        table()->selectRow(0);
        const auto line = [this] {
            const auto *label = find<ElidedLabel>("newRowsText");
            return label == nullptr ? QString() : label->fullText();
        };
        m_bench->server.run({"LTRIM", "q", "0", "-41"}); // x200 to x161
        QTRY_COMPARE(line(), QStringLiteral("40 others on this page now"));
        QCOMPARE(names().at(7), QStringLiteral("x200")); // held
        m_bench->server.run({"LTRIM", "q", "0", "0"}); // w1 is left
        QTRY_COMPARE(line(), QStringLiteral("1 other on this page now"));
    }

    void takenRowsStayAndSayWhatBecameOfThem()
    {
        const QStringList before = names();
        QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY2(state(1).startsWith(QStringLiteral("requeued ")), qPrintable(state(1)));
        static const QRegularExpression when(QStringLiteral("^requeued \\d\\d:\\d\\d:\\d\\d"));
        QVERIFY2(when.match(state(1)).hasMatch(), qPrintable(state(1)));
        QVERIFY2(state(0).startsWith(QStringLiteral("to dead letters ")), qPrintable(state(0)));
        QTRY_COMPARE(find<ElidedLabel>("newRowsText")->fullText(), QStringLiteral("4 others on this page now"));
        QCOMPARE(names(), before);
        for (int row = 0; row < 4; ++row) {
            QVERIFY(table()->model()->index(row, 0).data(RowsProxy::StruckRole).toBool());
            QVERIFY(!table()->model()->index(row, 1).data(RowsProxy::StruckRole).toBool()); // what became of it is read
        }
        QVERIFY(!table()->model()->index(4, 0).data(RowsProxy::StruckRole).toBool());

        // Their ages do not advance either.
        const auto *proxy = qobject_cast<const RowsProxy *>(table()->model());
        QVERIFY(proxy != nullptr);
        const auto textsOf = [](const QModelIndex &first) {
            QStringList texts;
            for (int column = 0; column < first.model()->columnCount(); ++column) {
                texts.append(first.siblingAtColumn(column).data().toString());
            }
            return texts;
        };
        const QStringList shown = textsOf(proxy->index(1, 0));
        const QStringList real = textsOf(proxy->mapToSource(proxy->index(1, 0)));
        QTRY_VERIFY_WITH_TIMEOUT(textsOf(proxy->mapToSource(proxy->index(1, 0))) != real, 30'000);
        QCOMPARE(textsOf(proxy->index(1, 0)), shown);

        // Nothing can be done to them any more.
        table()->selectRow(1);
        table()->setFocus();
        QTRY_VERIFY(find<QPushButton>("inspector.discard") != nullptr);
        QVERIFY(!find<QPushButton>("inspector.discard")->isEnabled());
        QVERIFY(find<QPushButton>("inspector.discard")->toolTip().startsWith(QStringLiteral("requeued ")));
        QTest::keyClick(table(), Qt::Key_Delete);
        QVERIFY(find<OperationDialog>("operationDialog") == nullptr);

        // Until the page is left.
        m_bench->window->showPage(QStringLiteral("members"));
        m_bench->window->showPage(QStringLiteral("queue"));
        QTRY_COMPARE(names().size(), 9);
        QTRY_VERIFY(!state(0).contains(QLatin1String("to dead letters")));
        QVERIFY(!state(0).contains(QLatin1String("requeued")) && state(0) != QLatin1String("stale"));
        QVERIFY(!table()->model()->index(0, 0).data(RowsProxy::StruckRole).toBool());
    }

    /// Workers take requeued jobs at once: they are in processing again under the same key, and then done.
    void whatWorkersTakeAtOnceStaysRequeued()
    {
        table()->selectRow(1);
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("inspector.discard") != nullptr, 60'000);
        QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY_WITH_TIMEOUT(state(1).startsWith(QStringLiteral("requeued ")), 60'000);
        const QString requeued = state(1);
        const auto readAgain = [this] {
            const QSignalSpy answered(&m_bench->window->host(), &PageHost::answered);
            QTRY_VERIFY_WITH_TIMEOUT(answered.size() >= 4, 60'000); // of the page at least, and the inspector
        };
        const auto says = [this](const QString &text) {
            QTRY_COMPARE(state(1), text);
            QVERIFY(table()->model()->index(1, 0).data(RowsProxy::StruckRole).toBool());
            QVERIFY(!find<QPushButton>("inspector.discard")->isEnabled());
            QTRY_COMPARE(find<QPushButton>("inspector.discard")->toolTip(), text);
            QTRY_COMPARE(find<Inspector>("inspector")->findChild<Badge *>()->accessibleName(), text);
        };
        m_bench->server.run({"LREM", "q", "0", "j1"});
        m_bench->server.run({"ZADD", "p", QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 600'000), "j1"});
        readAgain();
        says(QStringLiteral("in work again, ") + requeued);
        m_bench->server.run({"ZREM", "p", "j1"});
        readAgain();
        says(requeued);
        // The next worker has died with it: that is to be seen, and can be acted on.
        m_bench->server.run({"ZADD", "p", QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 90'000), "j1"});
        QTRY_COMPARE_WITH_TIMEOUT(state(1), QStringLiteral("stale"), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("inspector.discard")->isEnabled(), 60'000);
    }

    /// The inspector follows changes of the selected row, and is empty once the row is off screen.
    void theInspectorFollowsItsRow()
    {
        table()->selectRow(2);
        const auto *inspector = find<Inspector>("inspector");
        QTRY_COMPARE_WITH_TIMEOUT(inspector->findChild<Badge *>()->accessibleName(), QStringLiteral("stale"), 60'000);
        m_bench->server.run({"ZADD", "p", QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 600'000), "j2"});
        QTRY_COMPARE_WITH_TIMEOUT(state(2), QStringLiteral("processing"), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(inspector->findChild<Badge *>()->accessibleName(), QStringLiteral("processing"),
                                  60'000);
        QTest::mouseClick(find<QPushButton>("deadLettersButton"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(inspector->isEmpty(), 60'000);
    }

    void whatIsPutBackIsThereAgain()
    {
        QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY(state(1).startsWith(QStringLiteral("requeued ")));
        QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isVisible());
        QTest::mouseClick(find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        confirm();
        QTRY_COMPARE(state(1), QStringLiteral("stale"));
        QVERIFY(!table()->model()->index(1, 0).data(RowsProxy::StruckRole).toBool());
    }

    void membersWithoutAStateSayItBesideTheirName()
    {
        m_bench->window->showPage(QStringLiteral("members"));
        QTRY_COMPARE(table() == nullptr ? 0 : table()->model()->rowCount(), 3);
        int row = 0;
        while (row < 3 && names().at(row) != QLatin1String("grace")) {
            ++row;
        }
        table()->selectRow(row);
        table()->setFocus();
        QTRY_VERIFY(find<QPushButton>("inspector.discard") != nullptr);
        QTest::keyClick(table(), Qt::Key_Delete);
        confirm();
        const auto graces = [this] { // the table may be read again between two looks
            return table()->model()->match(table()->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("grace"), 1,
                                           Qt::MatchExactly);
        };
        const auto note = [&graces] {
            const QModelIndexList found = graces();
            return found.isEmpty() || !found.front().data(RowsProxy::StruckRole).toBool()
                ? QString()
                : found.front().data(RowsProxy::NoteRole).toString();
        };
        QTRY_VERIFY2(note().startsWith(QStringLiteral("discarded ")), qPrintable(note()));
    }

    void aGroupHasOneName()
    {
        m_bench->server.run({"HSET", "job:d2", "error", "SMTP timeout after 30 s"});
        m_bench->server.run({"HSET", "job:d3", "error", "SMTP timeout after 30 s"});
        QTest::mouseClick(find<QPushButton>("deadLettersButton"), Qt::LeftButton);
        auto *groups = find<TableView>("deadGroups");
        QTRY_COMPARE(groups->model()->rowCount(), 2);
        groups->selectRow(0);
        const QString name = groups->model()->index(0, 0).data().toString();
        QCOMPARE(name, QStringLiteral("SMTP timeout after 30 s"));
        QTRY_VERIFY(find<QPushButton>("requeueGroupButton")->isEnabled());
        QTest::mouseClick(find<QPushButton>("requeueGroupButton"), Qt::LeftButton);
        QTRY_VERIFY(find<QPushButton>("operationConfirm") != nullptr);
        QTRY_VERIFY(find<QPushButton>("operationConfirm")->isVisible());
        const QString title = find<ElidedLabel>("operationTitle")->fullText();
        QVERIFY2(title.contains(QStringLiteral("“%1”").arg(name)), qPrintable(title));
        // The text says that the group also matches other errors.
        QVERIFY(find<QLabel>("operationSentence")->text().contains(QStringLiteral("“SMTP timeout after # s”")));
    }

    /// Jobs finished by workers cannot go back: one sentence says so, and the undo is no longer offered.
    void anUndoInVainIsOfferedNoLonger()
    {
        QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isVisible());
        m_bench->server.run({"DEL", "q", "dead"});
        QTest::mouseClick(find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        QTRY_VERIFY(find<Notice>("operationNotice") != nullptr);
        QTRY_COMPARE(find<Notice>("operationNotice")->heading(),
                     QStringLiteral("Nothing to undo: all 4 were worked on, moved or removed since."));
        QVERIFY(!find<QPushButton>("operationConfirm")->isVisible());
        QTest::mouseClick(find<QPushButton>("operationCancel"), Qt::LeftButton);
        QVERIFY(!find<QPushButton>("operationUndoButton")->isVisible());
        QVERIFY(m_bench->window->operationBar().undoable().isEmpty());
    }

    /// A server that does not answer tells nothing newer: the rows stay as they were, with the time at which they were
    /// read.
    void rowsStayAsTheyWereWhileTheServerIsAway()
    {
        QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY(state(1).startsWith(QStringLiteral("requeued ")));
        const QString requeued = state(1);
        m_bench->server.pause();
        const auto isAsBefore = [&] {
            return names().size() == 9 && state(1) == requeued
                && table()->model()->index(1, 0).data(RowsProxy::StruckRole).toBool();
        };
        const auto line = [this] {
            const auto *label = find<ElidedLabel>("newRowsText");
            return label == nullptr || !label->isVisible() ? QString() : label->fullText();
        };
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(QStringLiteral("rows as of ")), 30'000); // all answers are in
        QVERIFY(isAsBefore());
        m_bench->window->showPage(QStringLiteral("members"));
        m_bench->window->showPage(QStringLiteral("queue"));
        QVERIFY(isAsBefore());
        QVERIFY(line().contains(QStringLiteral("as of ")));
        m_bench->server.resume();
        QTRY_VERIFY_WITH_TIMEOUT(!state(1).startsWith(QStringLiteral("requeued ")), 60'000);
        QTRY_VERIFY(!line().contains(QStringLiteral("as of ")));
    }

    void allGroupsSayWhatBecameOfThem()
    {
        QTRY_COMPARE(find<QPushButton>("deadLettersButton")->text(), QStringLiteral("Dead letters 3"));
        QTest::mouseClick(find<QPushButton>("deadLettersButton"), Qt::LeftButton);
        const auto *groups = find<TableView>("deadGroups");
        QTRY_COMPARE(groups->model()->rowCount(), 2);
        QTRY_VERIFY(find<QAction>("requeueDeadAction") != nullptr && find<QAction>("requeueDeadAction")->isEnabled());
        find<QAction>("requeueDeadAction")->trigger();
        QTRY_VERIFY(find<OperationDialog>("operationDialog") != nullptr);
        confirm();
        for (const int row : {0, 1}) { // what each of them had is struck
            QTRY_VERIFY(groups->model()->index(row, 0).data(models::DeadGroupModel::StruckRole).toBool());
            QCOMPARE(groups->model()->index(row, 2).data().toString(), QString::number(2 - row));
            QCOMPARE(groups->model()->index(row, 2).data(models::SortRole).toInt(), 2 - row); // sorted by what is shown
            QCOMPARE(groups->model()->index(row, 3).data().toString(), models::unknownText()); // share of nothing
            QTRY_VERIFY(groups->model()
                            ->index(row, 0)
                            .data(models::DeadGroupModel::NoteRole)
                            .toString()
                            .startsWith(QStringLiteral("all groups: 3 requeued, ")));
        }
    }

    void groupsOfDeadLettersStayAsWell()
    {
        QTRY_COMPARE(find<QPushButton>("deadLettersButton")->text(), QStringLiteral("Dead letters 3"));
        QTest::mouseClick(find<QPushButton>("deadLettersButton"), Qt::LeftButton);
        auto *groups = find<TableView>("deadGroups");
        QTRY_COMPARE(groups->model()->rowCount(), 2);
        groups->selectRow(1);
        QCOMPARE(groups->model()->index(1, 0).data().toString(), QStringLiteral("550 mailbox unavailable"));
        QTRY_VERIFY(find<QPushButton>("requeueGroupButton")->isEnabled());
        QTest::mouseClick(find<QPushButton>("requeueGroupButton"), Qt::LeftButton);
        QTRY_VERIFY(find<OperationDialog>("operationDialog") != nullptr);
        QVERIFY2(find<ElidedLabel>("operationTitle")->fullText().contains(QStringLiteral("550 mailbox unavailable")),
                 qPrintable(find<ElidedLabel>("operationTitle")->fullText()));
        confirm();
        QTRY_VERIFY(groups->model()->index(1, 0).data(models::DeadGroupModel::StruckRole).toBool());
        QCOMPARE(groups->model()->index(1, 2).data().toString(), QStringLiteral("1")); // what it had, struck
        QCOMPARE(groups->model()->rowCount(), 2);
        QVERIFY(groups->model()
                    ->index(1, 0)
                    .data(models::DeadGroupModel::NoteRole)
                    .toString()
                    .startsWith(QStringLiteral("1 requeued")));
        QVERIFY(!find<QPushButton>("requeueGroupButton")->isEnabled());

        // After the undo the note is gone.
        QTest::mouseClick(find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        QTRY_VERIFY(find<OperationDialog>("operationDialog") != nullptr);
        confirm();
        QTRY_COMPARE(find<ElidedLabel>("operationBarText")->fullText(), QStringLiteral("Undo, email: 1 put back"));
        QTRY_COMPARE(groups->model()->index(1, 2).data().toString(), QStringLiteral("1"));
        QTRY_COMPARE(groups->model()->index(1, 0).data(models::DeadGroupModel::NoteRole).toString(), QString());
    }

    /// The letters of a group are not read again by the page that lists them.
    void aGroupThatIsBackIsThereOneByOne_data()
    {
        QTest::addColumn<bool>("isUndone");
        QTest::newRow("undone") << true;
        QTest::newRow("failed again") << false;
    }
    void aGroupThatIsBackIsThereOneByOne()
    {
        QFETCH(bool, isUndone);
        QTRY_COMPARE(find<QPushButton>("deadLettersButton")->text(), QStringLiteral("Dead letters 3"));
        QTest::mouseClick(find<QPushButton>("deadLettersButton"), Qt::LeftButton);
        auto *groups = find<TableView>("deadGroups");
        QTRY_COMPARE(groups->model()->rowCount(), 2);
        groups->selectRow(1);
        QCOMPARE(groups->model()->index(1, 0).data().toString(), QStringLiteral("550 mailbox unavailable"));
        QTRY_VERIFY(find<QPushButton>("requeueGroupButton")->isEnabled());
        QTest::mouseClick(find<QPushButton>("requeueGroupButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY(groups->model()->index(1, 0).data(models::DeadGroupModel::StruckRole).toBool());
        const auto isStruck = [this] { // on the page that is not on screen
            for (const TableView *each : m_bench->window->findChildren<TableView *>(QStringLiteral("elements"))) {
                const auto *rows = each->model();
                const QModelIndexList found =
                    rows->match(rows->index(0, 0), Qt::DisplayRole, QStringLiteral("d1"), 1, Qt::MatchExactly);
                if (!found.isEmpty() && found.front().data(RowsProxy::StruckRole).toBool()) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY(isStruck());
        if (isUndone) {
            QTest::mouseClick(find<QPushButton>("operationUndoButton"), Qt::LeftButton);
            confirm();
            QTRY_COMPARE(find<ElidedLabel>("operationBarText")->fullText(), QStringLiteral("Undo, email: 1 put back"));
        } else {
            m_bench->server.run({"LREM", "q", "0", "d1"});
            m_bench->server.run({"HSET", "job:d1", "error", "550 mailbox unavailable"});
            m_bench->server.run({"RPUSH", "dead", "d1"});
        }
        QTRY_VERIFY(find<QPushButton>("requeueGroupButton")->isEnabled()); // the letters were read again
        QTest::mouseClick(find<QPushButton>("deadOneByOne"), Qt::LeftButton);
        QTRY_COMPARE(names(), list({"d1"}));
        QTRY_VERIFY(!table()->model()->index(0, 0).data(RowsProxy::StruckRole).toBool());
        QVERIFY2(!state(0).startsWith(QStringLiteral("requeued ")), qPrintable(state(0)));
        table()->selectRow(0);
        QTRY_VERIFY(find<QPushButton>("inspector.discard") != nullptr);
        QTRY_VERIFY(find<QPushButton>("inspector.discard")->isEnabled());
    }

private:
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return m_bench->find<Widget>(name);
    }
    [[nodiscard]] TableView *table() const { return m_bench->table(); }
    [[nodiscard]] QStringList names() const { return m_bench->names(); }
    [[nodiscard]] QString state(int row) const { return m_bench->cell(row, 1); }
    void confirm() const { m_bench->confirm(); }

    std::unique_ptr<WindowBench> m_bench;
};

QTEST_MAIN(TestWindowOutcomes)
#include "tst_windowoutcomes.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "tests/gui/dashboardbench.h"
#include "views/dialogs/collectioneditor.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QMessageBox>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>

using namespace plimsoll;
using namespace plimsoll::testing;

/// The editor of a collection by hand and by key, on a server of its own.
class TestEditorForm final : public DashboardBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        app::DashboardArguments arguments;
        arguments.target = m_server->url();
        dashboard(arguments);
        QVERIFY(QTest::qWaitForWindowActive(&m_dashboard->window()));
    }
    void cleanup() { tearDown(); }

    void theFirstCollectionAsksForNoFile();
    void tabReachesAddBeforeCancel();
    void ctrlEnterAdds();
    void closingAsksIfSomethingWasTyped();
    void kindsHaveASentence();
    void productionIsNamed();
    void recordsAreTried_data();
    void recordsAreTried();
    void theRecordOfNoJob();
    void aLimitIsOpenedWhereItIsShown_data();
    void aLimitIsOpenedWhereItIsShown();

private:
    [[nodiscard]] views::SessionView &view() { return m_dashboard->view(); }
    [[nodiscard]] views::CollectionEditor *editor() { return view().findChild<views::CollectionEditor *>(); }
    template <typename Widget> [[nodiscard]] Widget *part(const char *name)
    {
        return editor()->findChild<Widget *>(QLatin1StringView(name));
    }
    [[nodiscard]] QMessageBox *question()
    {
        return editor() == nullptr ? nullptr : editor()->findChild<QMessageBox *>(QStringLiteral("loseEntries"));
    }
    /// Text about the keys below the field of a role.
    [[nodiscard]] QString found(const char *field)
    {
        return part<QWidget>(field)
            ->parentWidget()
            ->findChild<views::ElidedLabel *>(QStringLiteral("fieldFound"))
            ->fullText();
    }
    [[nodiscard]] std::size_t collections()
    {
        return m_dashboard->sessions().front()->session().document().workspace()->collections.size();
    }
};

void TestEditorForm::theFirstCollectionAsksForNoFile()
{
    auto *save = view().findChild<QToolButton *>(QStringLiteral("saveButton"));
    QVERIFY(!save->isVisible());
    accept(fillEditor());
    QTRY_COMPARE(collections(), 1U);
    const auto place = [this] { return view().findChild<QFileDialog *>(QStringLiteral("saveDialog")); };
    QVERIFY(place() == nullptr);
    QVERIFY(save->isVisible());
    QVERIFY2(view().windowTitle().contains(QStringLiteral("not saved")), qPrintable(view().windowTitle()));
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(place() != nullptr);
    place()->reject();
    QTRY_VERIFY(place() == nullptr);
    QVERIFY(save->isVisible());
    m_dashboard->window().activateWindow(); // as a window manager does
    QTRY_VERIFY(m_dashboard->window().isActiveWindow());
    QTest::keyClick(&m_dashboard->window(), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(place() != nullptr);
    emit place()->fileSelected(m_folder->filePath(QStringLiteral("first.json")));
    QTRY_VERIFY(!save->isVisible());
    QVERIFY(!view().windowTitle().contains(QStringLiteral("not saved")));
    QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("first.json"))));
}

void TestEditorForm::tabReachesAddBeforeCancel()
{
    fillEditor();
    for (const int tab : {0, 1, 2, 0}) {
        part<QTabWidget>("collectionTabs")->setCurrentIndex(tab);
        part<QLineEdit>("collectionName")->setFocus();
        QStringList passed;
        while (!passed.contains(QStringLiteral("collectionAccept")) && passed.size() < 200) {
            QTest::keyClick(editor()->focusWidget(), Qt::Key_Tab);
            passed += editor()->focusWidget()->objectName();
        }
        QVERIFY2(passed.contains(QStringLiteral("collectionAccept")), qPrintable(passed.join(u' ')));
        QVERIFY2(passed.size() > 3, qPrintable(passed.join(u' '))); // the fields come first
        QVERIFY2(!passed.contains(QStringLiteral("collectionCancel")), qPrintable(passed.join(u' ')));
        QTest::keyClick(editor()->focusWidget(), Qt::Key_Tab);
        QCOMPARE(editor()->focusWidget()->objectName(), QStringLiteral("collectionCancel"));
    }
}

void TestEditorForm::ctrlEnterAdds()
{
    fillEditor();
    auto *ready = part<QPlainTextEdit>("key.ready");
    editor()->activateWindow(); // as a window manager does
    QTRY_VERIFY(editor()->isActiveWindow());
    ready->setFocus();
    ready->clear();
    QTest::keyClick(ready, Qt::Key_Return, Qt::ControlModifier); // not yet right
    QVERIFY(editor()->isVisible());
    QCOMPARE(collections(), 0U);
    QTest::keyClicks(ready, QStringLiteral("q0"));
    QTest::keyClick(ready, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(collections(), 1U);
}

void TestEditorForm::closingAsksIfSomethingWasTyped()
{
    emit view().addCollectionRequested();
    part<QComboBox>("collectionKind")->setCurrentIndex(3); // nothing to lose
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_VERIFY(editor() == nullptr);

    fillEditor();
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_VERIFY(question() != nullptr && question()->isVisible());
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(question() == nullptr);
    QCOMPARE(part<QLineEdit>("collectionName")->text(), QStringLiteral("mail"));
    QTest::mouseClick(part<QPushButton>("collectionCancel"), Qt::LeftButton);
    QTRY_VERIFY(question() != nullptr && question()->isVisible());
    for (QAbstractButton *button : question()->buttons()) {
        if (question()->buttonRole(button) == QMessageBox::DestructiveRole) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    QTRY_VERIFY(editor() == nullptr);
    QCOMPARE(collections(), 0U);

    accept(fillEditor());
    QTRY_COMPARE(collections(), 1U);
    QTRY_VERIFY(editor() == nullptr);
    emit view().editCollectionRequested(0); // as it is: nothing to lose
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_VERIFY(editor() == nullptr);
    emit view().editCollectionRequested(0);
    QTest::keyClicks(part<QLineEdit>("collectionName"), QStringLiteral("s"));
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_VERIFY(question() != nullptr);
    question()->close();
}

void TestEditorForm::productionIsNamed()
{
    const auto badge = [this] { return part<QLabel>("productionBadge"); };
    emit view().addCollectionRequested();
    QVERIFY(!badge()->isVisible());
    app::DashboardArguments arguments;
    arguments.target =
        write(QStringLiteral("shop.json"), workspaceJson(*m_server).replace(R"("url")", R"("production":true,"url")"));
    dashboard(arguments);
    QTRY_VERIFY(view().windowTitle().contains(QStringLiteral("shop")));
    emit view().editCollectionRequested(0);
    QVERIFY(badge()->isVisible());
    QVERIFY2(badge()->text().contains(QStringLiteral("shop")), qPrintable(badge()->text()));
}

void TestEditorForm::kindsHaveASentence()
{
    emit view().addCollectionRequested();
    auto *kind = part<QComboBox>("collectionKind");
    QVERIFY(kind->count() > 10);
    for (int i = 0; i < kind->count(); ++i) {
        const QString sentence = kind->itemData(i, Qt::UserRole + 1).toString();
        QVERIFY2(sentence.size() > 10, qPrintable(kind->itemText(i)));
        QVERIFY(kind->itemData(i, Qt::AccessibleTextRole).toString().contains(sentence));
    }
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Down, Qt::AltModifier);
    QTRY_VERIFY(kind->view()->isVisible());
    const int line = QFontMetrics(kind->font()).height();
    QVERIFY(kind->view()->visualRect(kind->model()->index(0, 0)).height() >= 2 * line - 2);
    QTest::keyClick(kind->view(), Qt::Key_Escape);
    QVERIFY(editor()->isVisible());
}

void TestEditorForm::recordsAreTried_data()
{
    QTest::addColumn<QList<QByteArray>>("command"); // makes the record of b, which is next
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("isWrong");
    using Command = QList<QByteArray>;
    QTest::newRow("fields") << Command{"HSET", "job:b", "created_at", "1", "startedAt", "2", "attempts", "1", "x", "y"}
                            << QStringLiteral("job:b has created_at, startedAt, attempts") << false;
    QTest::newRow("no start") << Command{"HSET", "job:b", "enqueued_at", "1"}
                              << QStringLiteral(
                                     "job:b has enqueued_at; no start time, so stale jobs are found by watching")
                              << false;
    QTest::newRow("JSON") << Command{"SET", "job:b", R"({"processedOn":5,"atm":1})"}
                          << QStringLiteral("job:b has processedOn, atm") << false;
    QTest::newRow("no field known") << Command{"HSET", "job:b", "begun", "1"}
                                    << QStringLiteral("job:b has no field that Plimsoll knows: name them under "
                                                      "Options, Fields")
                                    << true;
    QTest::newRow("not there") << Command{"SET", "job:c", "1"}
                               << QStringLiteral("the first job of q0 has no record: there is no key job:b") << true;
    QTest::newRow("another type") << Command{"RPUSH", "job:b", "1"}
                                  << QStringLiteral("job:b is a list; a record is a hash, or a string of JSON") << true;
    QTest::newRow("text") << Command{"SET", "job:b", "hello"}
                          << QStringLiteral("job:b is a string, but not a JSON object") << true;
}

void TestEditorForm::recordsAreTried()
{
    QFETCH(const QList<QByteArray>, command);
    QFETCH(const QString, says);
    QFETCH(const bool, isWrong);
    const std::vector<QByteArrayView> arguments(command.begin(), command.end());
    m_server->run(std::span(arguments));
    emit view().addCollectionRequested();
    // A user may fill in the name last.
    QTest::keyClicks(part<QPlainTextEdit>("key.ready"), QStringLiteral("q0"));
    QTest::keyClicks(part<QLineEdit>("key.job"), QStringLiteral("job:{id}"));
    QTRY_COMPARE(found("key.job"), says);
    const auto *label = part<QWidget>("key.job")->parentWidget()->findChild<QLabel *>(QStringLiteral("fieldFound"));
    QCOMPARE(label->property("role").toString() == QLatin1String("warning"), isWrong);
    // Fields that are named under the options are looked for.
    if (QLatin1StringView(QTest::currentDataTag()) == QLatin1StringView("no field known")) {
        part<QPlainTextEdit>("option.fields")->setPlainText(QStringLiteral("started=begun"));
        QTRY_COMPARE(found("key.job"), QStringLiteral("job:b has begun"));
    }
}

void TestEditorForm::theRecordOfNoJob()
{
    emit view().addCollectionRequested();
    QTest::keyClicks(part<QLineEdit>("key.job"), QStringLiteral("job:{id}"));
    QTRY_COMPARE(found("key.job"), QStringLiteral("one key per job"));
    QTest::keyClicks(part<QPlainTextEdit>("key.ready"), QStringLiteral("empty"));
    QTRY_VERIFY(found("key.ready").contains(QStringLiteral("no such key")));
    QCOMPARE(found("key.job"), QStringLiteral("one key per job"));
}

void TestEditorForm::aLimitIsOpenedWhereItIsShown_data()
{
    QTest::addColumn<QString>("from");
    QTest::newRow("pill") << "pill";
    QTest::newRow("tile") << "tile";
    QTest::newRow("menu") << "menu";
}

void TestEditorForm::aLimitIsOpenedWhereItIsShown()
{
    QFETCH(const QString, from);
    fillEditor();
    part<QTabWidget>("collectionTabs")->setCurrentIndex(2);
    QTest::keyClicks(part<QLineEdit>("limit.ready.warning"), QStringLiteral("1"));
    accept(editor());
    QTRY_COMPARE(collections(), 1U);
    QTRY_VERIFY(editor() == nullptr);
    // Only a collection that a poll has read can be opened.
    const auto opens = [this] {
        view().openCollection(0);
        return view().currentPage() == QStringLiteral("queue");
    };
    QTRY_VERIFY(opens());
    const auto pill = [this]() -> views::Badge * {
        for (auto *badge : view().findChildren<views::Badge *>()) {
            if (badge->isVisible() && badge->accessibleName().contains(QStringLiteral("2 ready"))) {
                return badge;
            }
        }
        return nullptr;
    };
    QTRY_VERIFY(pill() != nullptr);
    if (from == QLatin1StringView("pill")) {
        QTest::mouseClick(pill(), Qt::LeftButton);
    } else if (from == QLatin1StringView("menu")) {
        for (auto *action : view().findChildren<QAction *>(QStringLiteral("editLimitAction"))) {
            if (action->data().toString() == QLatin1StringView("ready")) {
                action->trigger();
            }
        }
    } else {
        const auto tile = [this]() -> views::FigureTile * {
            for (auto *each : view().findChildren<views::FigureTile *>()) {
                if (each->isVisible() && each->text().figure == QLatin1StringView("ready")) {
                    return each;
                }
            }
            return nullptr;
        };
        QTRY_VERIFY(tile() != nullptr);
        tile()->findChild<QAction *>(QStringLiteral("tileEditLimit"))->trigger();
    }
    QVERIFY(editor() != nullptr);
    QCOMPARE(part<QTabWidget>("collectionTabs")->currentWidget()->objectName(), QStringLiteral("limitsTab"));
    auto *line = part<QLineEdit>("limit.ready.warning");
    QTRY_VERIFY(line->hasFocus());
    QCOMPARE(line->selectedText(), QStringLiteral("1"));
    QTRY_VERIFY(!line->visibleRegion().isEmpty());
}

QTEST_MAIN(TestEditorForm)
#include "tst_editorform.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"
#include "redis/history/historyreader.h"
#include "redis/history/historywriter.h"
#include "tests/gui/dashboardbench.h"
#include "tests/gui/windowbench.h"
#include "views/dialogs/settingsdialog.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

/// The window keeps what it polls, and says where it cannot.
class TestWindowHistory final : public DashboardBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_data = m_folder->filePath(QStringLiteral("data"));
    }
    void cleanup() { tearDown(); }
    void keepsWhatItPolls();
    void goesOnAfterARestart();
    void renamedCollectionsTakeTheirsAlong();
    void anotherOneKeepsIt();
    void aRenamedWorkspaceGoesOn();
    void renamedWhileAnotherKeepsIt();
    void renamedToANameThatHasOne();
    void aFolderThatCannotBe();
    void nothingWaitsForTheDisk();
    void aDamagedPieceIsNoGap();
    void aServerInNoFile();
    void aDemonstrationLeavesNothing();
    void settingsHold();

private:
    void openShop()
    {
        app::DashboardArguments arguments;
        arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
        dashboard(arguments);
    }
    void rename(const QString &name) const
    {
        Workspace after = *session().document().workspace();
        after.name = name;
        session().edit(session().document().workspace(), after, session().connection().endpoint());
    }
    /// Notes in the history at that path.
    static QStringList notes(const QString &history)
    {
        QStringList texts;
        const auto store = redis::AlertStore::openThere(redis::alertPath(history));
        const auto found = store && *store ? (*store)->notes({0ms, std::chrono::hours(24 * 365 * 200)}, 100)
                                           : Result<std::vector<Mark>>(std::vector<Mark>());
        for (const Mark &note : found ? *found : std::vector<Mark>()) {
            texts += note.text;
        }
        return texts;
    }
    [[nodiscard]] app::Session &session() const { return m_dashboard->sessions().front()->session(); }
    [[nodiscard]] QString path() const { return session().keptHistory().path(); }
    [[nodiscard]] QString label() const
    {
        const auto *line = m_dashboard->view().findChild<QLabel *>(QStringLiteral("historyLabel"));
        return line->isVisible() ? line->text() : QString();
    }
    /// Values of the figure "ready" in the file.
    static std::vector<double> kept(const QString &path, const QString &collection = QStringLiteral("list 0"))
    {
        const auto reader = redis::HistoryReader::open(path);
        const redis::TimeRange always{0ms, std::chrono::hours(24 * 365 * 200)};
        const auto found = reader ? (*reader)->collection(collection, QStringLiteral("queue"), always, 0ms)
                                  : Result<redis::CollectionHistory>(reader.error());
        const auto figure = found ? found->figures.indexOf(QStringLiteral("ready")) : -1;
        return figure < 0 ? std::vector<double>() : found->columns.figures[static_cast<std::size_t>(figure)].low;
    }

    QString m_data;
    const std::chrono::milliseconds m_now{QDateTime::currentMSecsSinceEpoch()};
};

void TestWindowHistory::keepsWhatItPolls()
{
    openShop();
    QTRY_VERIFY(kept(path()).size() >= 3);
    QVERIFY(path().startsWith(m_data + QStringLiteral("/history/")));
    m_server->run({"RPUSH", "q0", "c"});
    QTRY_COMPARE(kept(path()).back(), 3.0);
    QCOMPARE(kept(path()).front(), 2.0);
    QCOMPARE(kept(path(), QStringLiteral("list 1")).front(), 0.0);
    QCOMPARE(label(), QString());
}

void TestWindowHistory::goesOnAfterARestart()
{
    openShop();
    QTRY_VERIFY(kept(path()).size() >= 2);
    const QString file = path();
    m_dashboard.reset();
    const std::size_t before = kept(file).size();
    QVERIFY(before >= 2);
    m_server->run({"RPUSH", "q0", "c"});
    openShop();
    QTRY_COMPARE(path(), file);
    QTRY_VERIFY(kept(file).size() > before);
    QCOMPARE(kept(file).front(), 2.0);
    QTRY_COMPARE(kept(file).back(), 3.0);
}

void TestWindowHistory::renamedCollectionsTakeTheirsAlong()
{
    openShop();
    QTRY_VERIFY(kept(path()).size() >= 2);
    const std::size_t before = kept(path()).size();
    emit m_dashboard->view().editCollectionRequested(0);
    auto *editor = m_dashboard->view().findChild<views::CollectionEditor *>();
    editor->findChild<QLineEdit *>(QStringLiteral("collectionName"))->setText(QStringLiteral("mail"));
    accept(editor);
    QTRY_VERIFY(kept(path(), QStringLiteral("mail")).size() > before);
    QVERIFY(kept(path()).empty());
    // One that is taken out keeps what it had, and another one begins.
    const std::size_t mail = kept(path(), QStringLiteral("mail")).size();
    Workspace without = *session().document().workspace();
    without.collections.erase(without.collections.begin());
    session().edit(session().document().workspace(), without, session().connection().endpoint());
    const std::size_t other = kept(path(), QStringLiteral("list 1")).size();
    QTRY_VERIFY(kept(path(), QStringLiteral("list 1")).size() > other + 2);
    QVERIFY(kept(path(), QStringLiteral("mail")).size() >= mail);
}

/// Said as long as it is so; what the other one keeps is not kept twice.
void TestWindowHistory::anotherOneKeepsIt()
{
    openShop();
    QTRY_VERIFY(!kept(path()).empty());
    const QString file = path();
    m_dashboard.reset();
    auto other = std::make_unique<redis::ProcessLock>(file + QStringLiteral(".lock"));
    QVERIFY(other->tryLock());
    const std::size_t before = kept(file).size();
    openShop();
    QTRY_COMPARE(label(), QStringLiteral("history: kept elsewhere"));
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(ticks.size() >= 3);
    QCOMPARE(kept(file).size(), before);
    other.reset(); // it ended
    QTRY_VERIFY(kept(file).size() > before);
    QTRY_COMPARE(label(), QString());
}

void TestWindowHistory::aFolderThatCannotBe()
{
    QVERIFY(QDir().mkpath(m_data));
    QFile inTheWay(m_data + QStringLiteral("/history"));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    openShop();
    QTRY_COMPARE(label(), QStringLiteral("history: not kept"));
    const auto *line = m_dashboard->view().findChild<QLabel *>(QStringLiteral("historyLabel"));
    QVERIFY2(line->toolTip().contains(QStringLiteral("--data-dir")), qPrintable(line->toolTip()));
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(ticks.size() >= 3); // polling goes on
    QVERIFY(inTheWay.remove());
    QTRY_COMPARE(label(), QString());
    QVERIFY(!kept(path()).empty());
}

/// While it cannot write the window polls, and what it polled is written then.
void TestWindowHistory::nothingWaitsForTheDisk()
{
    openShop();
    QTRY_VERIFY(!kept(path()).empty());
    auto file = redis::HistoryFile::open(path(), redis::HistoryFile::For::Writing);
    QVERIFY(bool(file));
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    qsizetype meanwhile = 0;
    QVERIFY(bool((*file)->transaction([&]() -> Outcome {
        while (ticks.size() < 8) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        meanwhile = ticks.size();
        return Done{};
    })));
    const std::size_t before = kept(path()).size();
    QTRY_VERIFY(kept(path()).size() >= before + static_cast<std::size_t>(meanwhile));
    QTRY_COMPARE(label(), QString());
}

void TestWindowHistory::aDamagedPieceIsNoGap()
{
    openShop();
    QTRY_VERIFY(kept(path()).size() >= 3);
    const QString file = path();
    m_dashboard.reset();
    {
        const auto history = redis::HistoryFile::open(file, redis::HistoryFile::For::Writing);
        QVERIFY(history && (*history)->run(QStringLiteral("UPDATE ticks SET figures = x'ff' WHERE id > 1")));
    }
    openShop();
    QTRY_COMPARE(label(), QStringLiteral("history: damaged"));
    const auto *line = m_dashboard->view().findChild<QLabel *>(QStringLiteral("historyLabel"));
    QVERIFY2(line->toolTip().contains(QStringLiteral("a piece of the history, from ")), qPrintable(line->toolTip()));
}

/// It has a history as any other, by its address; made once there is something to keep.
void TestWindowHistory::aServerInNoFile()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    dashboard(arguments);
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(ticks.size() >= 2);
    QVERIFY(!QFileInfo::exists(path()));
    accept(fillEditor());
    QTRY_VERIFY(!kept(path(), QStringLiteral("mail")).empty());
    QVERIFY(path().startsWith(m_data));
}

void TestWindowHistory::aDemonstrationLeavesNothing()
{
    WindowBench bench;
    bench.open(workspaceJson(bench.server));
    const QString file = bench.session->keptHistory().path();
    QCOMPARE(QFileInfo(file).absolutePath(),
             QFileInfo(bench.server.local().path).absolutePath() + QStringLiteral("/history"));
    QTRY_VERIFY(!kept(file).empty());
}

void TestWindowHistory::settingsHold()
{
    openShop();
    QTRY_VERIFY(!kept(path()).empty());
    emit m_dashboard->view().settingsRequested();
    auto *dialog = m_dashboard->view().findChild<views::SettingsDialog *>();
    auto *size = dialog->findChild<QSpinBox *>(QStringLiteral("settingsHistorySize"));
    QCOMPARE(size->value(), 500);
    size->setValue(100);
    const std::size_t before = kept(path()).size();
    QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("settingsAccept")), Qt::LeftButton);
    QTRY_VERIFY(kept(path()).size() > before + 2); // goes on, by the same file
    QCOMPARE(label(), QString());
}

/// Both names lead to the same history, and to the same alerts with their notes.
void TestWindowHistory::aRenamedWorkspaceGoesOn()
{
    openShop();
    QTRY_VERIFY(kept(path()).size() >= 2);
    const QString former = path();
    QTRY_VERIFY(QFile::exists(redis::alertPath(former)));
    session().alerts().keepNote({{}, m_now, {}, QStringLiteral("deployed 4.2")});
    QTRY_COMPARE(notes(former), QStringList{QStringLiteral("deployed 4.2")});
    const std::size_t before = kept(former).size();
    rename(QStringLiteral("store"));
    QVERIFY(path() != former);
    QTRY_VERIFY(kept(path()).size() > before);
    QCOMPARE(kept(path()).front(), 2.0);
    QTRY_COMPARE(notes(path()), QStringList{QStringLiteral("deployed 4.2")});
    QTRY_COMPARE(label(), QString());
    session().alerts().keepNote({{}, m_now + 1s, {}, QStringLiteral("rolled back")});
    QTRY_COMPARE(notes(path()).size(), 2);
    QCOMPARE(notes(former).size(), 2); // for processes that use the former name
    rename(QStringLiteral("shop")); // and back
    QCOMPARE(path(), former);
    const std::size_t then = kept(former).size();
    QTRY_VERIFY(kept(former).size() > then);
}

/// Which a `record` that still runs under the old name is.
void TestWindowHistory::renamedWhileAnotherKeepsIt()
{
    openShop();
    QTRY_VERIFY(!kept(path()).empty());
    const QString former = path();
    m_dashboard.reset();
    auto other = std::make_unique<redis::ProcessLock>(former + QStringLiteral(".lock"));
    QVERIFY(other->tryLock());
    openShop();
    QTRY_COMPARE(label(), QStringLiteral("history: kept elsewhere"));
    const std::size_t before = kept(former).size();
    rename(QStringLiteral("store"));
    QTRY_COMPARE(kept(path()).size(), before); // what the other keeps is here
    QTRY_COMPARE(label(), QStringLiteral("history: kept elsewhere"));
    other.reset();
    QTRY_VERIFY(kept(path()).size() > before);
    QVERIFY(kept(former).size() > before);
}

/// Renaming to a name that has a history of its own replaces neither history.
void TestWindowHistory::renamedToANameThatHasOne()
{
    openShop();
    QTRY_VERIFY(kept(path()).size() >= 2);
    const QString former = path();
    rename(QStringLiteral("store"));
    const QString store = path();
    QTRY_VERIFY(kept(store).size() > 2);
    m_dashboard.reset();
    for (const QString &place : {store, redis::alertPath(store)}) { // a history of its own
        QVERIFY(QFile::remove(place));
    }
    QVERIFY(QFile::copy(former, store));
    const std::size_t before = kept(former).size();
    openShop();
    QTRY_VERIFY(kept(path()).size() > before);
    QCOMPARE(path(), former);
    const QSignalSpy left(&session().keptHistory(), &app::HistoryController::problem);
    rename(QStringLiteral("store"));
    QTRY_COMPARE(left.size(), 1);
    QCOMPARE(path(), store);
    QVERIFY(!QFileInfo(store).isSymLink());
    QVERIFY(kept(former).size() >= before);
}

QTEST_MAIN(TestWindowHistory)

#include "tst_windowhistory.moc"

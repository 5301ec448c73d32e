// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertwatch.h"
#include "redis/history/recorder.h"
#include "redis/storage/processlock.h"
#include "tests/unit/historybench.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QSqlQuery>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using app::AlertKeeper;

namespace {

enum class How { Removed, FolderRemoved, Replaced };

} // namespace
Q_DECLARE_METATYPE(How)

/// Tests files of history and alerts that are removed or replaced while they are written to.
class TestLostFile final : public HistoryBench {
    Q_OBJECT

private slots:
    void init();
    void alertsGoOn_data();
    void alertsGoOn();
    void alertsGoOnAfterClosing();
    void saidOnce();
    void historyGoesOn_data() { alertsGoOn_data(); }
    void historyGoesOn();
    void whatWasNeverWrittenIsNotLost_data() { alertsGoOn_data(); }
    void whatWasNeverWrittenIsNotLost();
    void lockOfAnotherStays();

private:
    [[nodiscard]] QString alerts() const { return alertPath(m_path); }
    void lose(How how, const QString &path);
    std::vector<AlertMessage> judge(AlertKeeper &keeper, std::chrono::milliseconds time, double value);
    void tickAt(HistoryWriter &writer, int second)
    {
        writer.apply(*m_builder.make(start + std::chrono::seconds(second),
                                     {u"email | queue | ok | ready=%1 dead=%2"_s.arg(second).arg(-second)}));
    }

    WorkspacePtr m_workspace;
    SnapshotBuilder m_judged; ///< snapshots of m_workspace
};

void TestLostFile::init()
{
    begin();
    auto workspace = std::make_shared<Workspace>();
    CollectionDefinition definition;
    definition.name = email;
    definition.kind = testKind(queue);
    definition.limits = {{0, 10, 100, false}};
    workspace->collections = {definition};
    workspace->notify.command = QStringList{u"page"_s};
    m_workspace = workspace;
    m_judged = {};
    m_judged.setWorkspace(workspace);
}

std::vector<AlertMessage> TestLostFile::judge(AlertKeeper &keeper, std::chrono::milliseconds time, double value)
{
    return keeper.apply(*m_judged.make(start + time, {u"email | queue | ok | ready=%1"_s.arg(value)}));
}

/// Replaced: by one of before, in which other things were active.
void TestLostFile::lose(How how, const QString &path)
{
    if (how == How::FolderRemoved) {
        QVERIFY(QDir(QFileInfo(path).absolutePath()).removeRecursively());
        return;
    }
    for (const char *end : {"", "-wal", "-shm"}) {
        QVERIFY(QFile::remove(path + QLatin1String(end)));
    }
    const QString before = m_folder->filePath(u"before/"_s + QFileInfo(path).fileName());
    if (how == How::Replaced) {
        QVERIFY(QFile::copy(before, path));
    }
}

void TestLostFile::alertsGoOn_data()
{
    QTest::addColumn<How>("how");
    QTest::newRow("removed") << How::Removed;
    QTest::newRow("folder removed") << How::FolderRemoved;
    QTest::newRow("replaced") << How::Replaced;
}

/// None is raised or told twice; what people said of them stays; and it is in a file that others find.
void TestLostFile::alertsGoOn()
{
    QFETCH(How, how);
    {
        AlertKeeper before(m_folder->filePath(u"before/"_s + QFileInfo(alerts()).fileName()), m_workspace, 1s);
        for (const AlertMessage &message : judge(before, -60s, 50)) {
            before.told(message.id);
        }
    }
    QString id;
    {
        AlertKeeper keeper(alerts(), m_workspace, 1s);
        QVERIFY(judge(keeper, 0s, 0).empty());
        const auto raised = judge(keeper, 1s, 50);
        QCOMPARE(raised.size(), std::size_t(1));
        keeper.told(raised.front().id, u"exit 0"_s);
        (void)judge(keeper, 2s, 60);
        id = keeper.active().front().id;
        {
            const auto person = AlertStore::open(alerts(), AlertStore::For::People);
            QVERIFY((*person)->acknowledge(id, start, u"ada"_s) && (*person)->note(id, {start, u"ada"_s, u"mine"_s}));
        }
        lose(how, alerts());
        QVERIFY(judge(keeper, 3s, 60).empty()); // it is the same as before
        QCOMPARE(keeper.trouble(), QString());
        QVERIFY2(keeper.takeNotice().contains(alerts()), "nothing is said");
        QVERIFY(keeper.takeNotice().isEmpty());
        const auto worse = judge(keeper, 4s, 200);
        QCOMPARE(worse.size(), std::size_t(1));
        QCOMPARE(worse.front().alert, id);
        keeper.told(worse.front().id, u"exit 0"_s);
        (void)judge(keeper, 5s, 200);
        QVERIFY(!AlertStore::open(alerts(), AlertStore::For::Judging)); // no other process judges
    }
    const auto store = AlertStore::open(alerts(), AlertStore::For::Judging);
    const auto all = (*store)->all(10);
    QVERIFY(all);
    QCOMPARE(all->active.size(), std::size_t(1));
    const Alert &alert = all->active.front();
    QCOMPARE(alert.id, id);
    QCOMPARE(alert.state, State::Critical);
    QCOMPARE(alert.raised.count(), (start + 1s).count());
    QVERIFY(alert.acknowledged && alert.acknowledgedBy == u"ada"_s);
    QVERIFY(alert.notes.size() == 1 && alert.steps.size() == 2 && alert.told.size() == 2);
    QCOMPARE(all->past.size(), std::size_t(how == How::Replaced ? 1 : 0)); // that of before is over
    const auto clock = (*store)->clock();
    QVERIFY(clock && !clock->isEmpty());
}

/// A keeper that ends after its file was removed writes a new one with the active alerts; if the folder is gone, none.
void TestLostFile::alertsGoOnAfterClosing()
{
    {
        AlertKeeper keeper(alerts(), m_workspace, 1s);
        (void)judge(keeper, 0s, 0);
        (void)judge(keeper, 1s, 50);
        lose(How::Removed, alerts());
    }
    {
        const auto store = AlertStore::openThere(alerts());
        QVERIFY(store && *store);
        QCOMPARE((*store)->active()->size(), std::size_t(1));
    }
    {
        AlertKeeper keeper(alerts(), m_workspace, 1s);
        (void)judge(keeper, 2s, 50);
        lose(How::FolderRemoved, alerts());
    }
    QVERIFY(!QFileInfo::exists(QFileInfo(alerts()).absolutePath()));
}

/// To who looks at the window.
void TestLostFile::saidOnce()
{
    app::AlertWatch watch;
    Recorder recorder;
    recorder.open(m_path, {});
    watch.open(alerts(), m_workspace, 1s, true);
    QSignalSpy failed(&watch, &app::AlertWatch::failed), read(&watch, &app::AlertWatch::alertsRead);
    QSignalSpy noticed(&recorder, &Recorder::noticed);
    const auto hand = [&](std::chrono::milliseconds time) {
        const QStringList rows{u"email | queue | ok | ready=50"_s};
        watch.hand(m_judged.make(start + time, rows));
        recorder.keep(m_builder.make(start + time, rows));
        QCoreApplication::processEvents();
    };
    hand(0s);
    hand(1s);
    QTRY_COMPARE(read.isEmpty() ? std::size_t(0) : read.last().value(0).value<AlertList>().active.size(),
                 std::size_t(1));
    QVERIFY(failed.isEmpty() && noticed.isEmpty());
    lose(How::FolderRemoved, m_path);
    for (int i = 2; i < 5; ++i) {
        hand(std::chrono::seconds(i));
    }
    QCOMPARE(failed.size(), 1);
    QCOMPARE(noticed.size(), 1);
    QCOMPARE(read.last().value(0).value<AlertList>().active.size(), std::size_t(1));
}

void TestLostFile::historyGoesOn()
{
    QFETCH(How, how);
    {
        HistoryWriter before(m_folder->filePath(u"before/one.sqlite"_s));
        tickAt(before, -100);
    }
    HistoryWriter writer(m_path);
    tickAt(writer, 0);
    lose(how, m_path);
    tickAt(writer, 1);
    QCOMPARE(writer.state().text, QString());
    QVERIFY2(writer.takeNotice().contains(m_path), "nothing is said");
    tickAt(writer, 2);
    QVERIFY(writer.takeNotice().isEmpty());
    const CollectionHistory history = read();
    QCOMPARE(history.columns.size(), std::size_t(how == How::Replaced ? 3 : 2));
    QCOMPARE(history.columns.times.back().count(), (start + 2s).count());
}

/// The file is removed while it cannot be written, as when a user frees a full disk.
void TestLostFile::whatWasNeverWrittenIsNotLost()
{
    QFETCH(How, how);
    {
        HistoryWriter before(m_folder->filePath(u"before/one.sqlite"_s));
        before.apply(*m_builder.make(start - 100s, {u"email | queue | ok | dead=7"_s}));
        tickAt(before, -50);
    }
    {
        HistoryWriter writer(m_path);
        tickAt(writer, 0);
        {
            SqliteFile other(m_path, 1s);
            QVERIFY(other.open());
            QSqlQuery query(other.database());
            QVERIFY(query.exec(u"BEGIN IMMEDIATE"_s)); // locks out all other writers
            for (int i = 1; i < 4; ++i) {
                tickAt(writer, i);
                QCOMPARE(writer.state().is, HistoryState::Is::Failing);
            }
            lose(how, m_path);
        }
        for (int i = 4; i < 6; ++i) {
            tickAt(writer, i);
            QCOMPARE(writer.state().text, QString());
        }
    }
    const CollectionHistory history = read();
    const auto at = std::size_t(history.figures.indexOf(ready));
    std::map<qint64, double> values;
    for (std::size_t i = 0; i < history.columns.size(); ++i) {
        const qint64 second = (history.columns.times[i] - start) / 1s;
        QVERIFY(!values.contains(second));
        values[second] = history.columns.figures[at].low[i];
    }
    for (int i = 1; i < 6; ++i) {
        QVERIFY2(values.contains(i), qPrintable(QString::number(i)));
        QCOMPARE(values[i], double(i));
    }
    QCOMPARE(values.contains(-50), how == How::Replaced);
}

/// A lock taken by another process while ours was removed stays with that process.
void TestLostFile::lockOfAnotherStays()
{
    const QString path = m_folder->filePath(u"lock"_s);
    ProcessLock second(path);
    {
        ProcessLock first(path);
        QVERIFY(first.tryLock() && first.isHeld());
        QVERIFY(QFile::remove(path));
        QVERIFY(!first.isHeld());
        QVERIFY(second.tryLock());
    }
    QVERIFY(second.isHeld());
    QVERIFY(!ProcessLock(path).tryLock());
}

QTEST_GUILESS_MAIN(TestLostFile)
#include "tst_lostfile.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertkeeper.h"
#include "redis/history/alertstore.h"
#include "tests/support/snapshotbuilder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

} // namespace

/// Tests judging, storing and notifying across restarts, without a disk and next to another process, with a fake clock.
class TestAlertKeeper final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void tellsEachStepOnce();
    void tellsFromAState();
    void restartAtEachMoment();
    void tellsAgainWhatNobodyTook();
    void desktopIsNotToldAgain();
    void withoutADisk();
    void anotherProcessKeepsThem();
    void limitThatIsTakenOut();
    void awayFromTheStart();
    void remembersTheWorst();
    void remembersTheWorstOverARelapse();
    void keepsWhatCameOfIt();
    void closedForAWhile();
    void forgetsWhileItIsOpen();
    void oneClockForgetsNothing();
    void saysWhyItCannotBeLocked();

private:
    void notify(const NotifySettings &notify, std::vector<Limit> limits);
    void open() { m_keeper = std::make_unique<AlertKeeper>(m_path, m_workspace, 1s); }
    /// Returns the notifications of this moment, as "command ok→warning"; with `isTaken` they are delivered at once.
    QStringList tick(milliseconds time, double ready, bool isTaken = true);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    WorkspacePtr m_workspace;
    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<AlertKeeper> m_keeper;
};

void TestAlertKeeper::init()
{
    m_keeper.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"history/0.alerts.sqlite"_s);
    m_builder = std::make_unique<test::SnapshotBuilder>();
    NotifySettings settings;
    settings.command = QStringList{u"page"_s};
    notify(settings, {{0, 1000, 5000, false}});
    open();
}

void TestAlertKeeper::notify(const NotifySettings &notify, std::vector<Limit> limits)
{
    auto workspace = std::make_shared<Workspace>();
    CollectionDefinition definition;
    definition.name = u"q"_s;
    definition.kind = test::testKind(u"queue");
    definition.limits = std::move(limits);
    workspace->collections = {definition};
    workspace->notify = notify;
    m_workspace = workspace;
    m_builder->setWorkspace(workspace);
}

QStringList TestAlertKeeper::tick(milliseconds time, double ready, bool isTaken)
{
    QStringList texts;
    for (const redis::AlertMessage &message :
         m_keeper->apply(*m_builder->make(start + time, {u"q | queue | ok | ready=%1"_s.arg(ready)}))) {
        const QJsonObject alert = QJsonDocument::fromJson(message.payload).object();
        texts += u"%1 %2→%3"_s.arg(message.channel, alert[u"was"_s].toString(), alert[u"state"_s].toString());
        if (isTaken) {
            m_keeper->told(message.id);
        }
    }
    return texts;
}

void TestAlertKeeper::tellsEachStepOnce()
{
    QVERIFY(tick(0s, 0).isEmpty());
    QCOMPARE(tick(1s, 1000), QStringList{u"command ok→warning"_s});
    QVERIFY(tick(2s, 1000).isEmpty());
    QCOMPARE(tick(3s, 5000), QStringList{u"command warning→critical"_s});
    QCOMPARE(m_keeper->active().size(), std::size_t{1});
    QCOMPARE(tick(4s, 0), QStringList{u"command critical→ok"_s});
    QVERIFY(tick(5s, 0).isEmpty());
    QVERIFY(m_keeper->active().empty());
    QCOMPARE(m_keeper->trouble(), QString());
}

void TestAlertKeeper::tellsFromAState()
{
    NotifySettings settings;
    settings.from = State::Critical;
    settings.webhook = u"http://x"_s;
    settings.desktop = true;
    notify(settings, {{0, 1000, 5000, false}});
    open();
    tick(0s, 0);
    QVERIFY(tick(1s, 1000).isEmpty());
    QCOMPARE(tick(2s, 5000), (QStringList{u"webhook warning→critical"_s, u"desktop warning→critical"_s}));
    QCOMPARE(tick(3s, 1000), (QStringList{u"webhook critical→warning"_s, u"desktop critical→warning"_s}));
    QVERIFY(tick(4s, 0).isEmpty());
}

/// Whenever it is started anew, all is told as without that.
void TestAlertKeeper::restartAtEachMoment()
{
    const std::vector<double> values{0, 1000, 990, 5000, 4900, 960, 900, 0, 2000, 6000, 10};
    const auto play = [&](std::size_t restartBefore) {
        init();
        QStringList all;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i == restartBefore) {
                m_keeper.reset(); // the lock goes first
                open();
            }
            for (const QString &told : tick(static_cast<int>(i) * 1s, values[i])) {
                all += QString::number(i) + u' ' + told;
            }
        }
        return all;
    };
    const QStringList without = play(values.size());
    QVERIFY2(without.size() == 7, qPrintable(without.join(u'\n')));
    for (std::size_t i = 1; i < values.size(); ++i) {
        QCOMPARE(play(i), without);
    }
}

void TestAlertKeeper::tellsAgainWhatNobodyTook()
{
    tick(0s, 0);
    QCOMPARE(tick(1s, 1000, false).size(), 1);
    QVERIFY(tick(2s, 1000, false).isEmpty());
    m_keeper.reset();
    open();
    QCOMPARE(tick(3s, 5000, true), (QStringList{u"command ok→warning"_s, u"command warning→critical"_s})); // in order
    m_keeper.reset();
    open();
    QVERIFY(tick(4s, 5000).isEmpty());
}

void TestAlertKeeper::desktopIsNotToldAgain()
{
    NotifySettings settings;
    settings.desktop = true;
    notify(settings, {{0, 1000, 5000, false}});
    open();
    tick(0s, 0);
    QCOMPARE(tick(1s, 1000, false).size(), 1);
    m_keeper.reset();
    open();
    QVERIFY(tick(2s, 1000).isEmpty());
}

/// An alert that cannot be stored is notified all the same, and stored as soon as possible.
void TestAlertKeeper::withoutADisk()
{
    const QString folder = QFileInfo(m_path).absolutePath();
    QFile inTheWay(folder);
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    tick(0s, 0);
    QVERIFY(!m_keeper->trouble().isEmpty());
    QCOMPARE(tick(1s, 1000), QStringList{u"command ok→warning"_s});
    QVERIFY(tick(2s, 1000).isEmpty());
    QVERIFY(inTheWay.remove());
    tick(3s, 1000);
    QCOMPARE(m_keeper->trouble(), QString());
    QCOMPARE(m_keeper->active().size(), std::size_t{1});
    m_keeper.reset();
    open();
    QVERIFY(tick(4s, 1000).isEmpty());
    QCOMPARE(tick(5s, 0), QStringList{u"command warning→ok"_s});
}

void TestAlertKeeper::anotherProcessKeepsThem()
{
    tick(0s, 0);
    AlertKeeper second(m_path, m_workspace, 1s);
    const auto ofSecond = [&](milliseconds time, double ready) {
        return second.apply(*m_builder->make(start + time, {u"q | queue | ok | ready=%1"_s.arg(ready)})).size();
    };
    QCOMPARE(tick(1s, 1000).size(), 1);
    QCOMPARE(ofSecond(1s, 1000), std::size_t{0});
    QVERIFY(second.trouble().contains(u"another process keeps these alerts"_s));
    m_keeper.reset();
    QCOMPARE(ofSecond(2s, 1000), std::size_t{0}); // it goes on, and knows what was told
    QCOMPARE(second.trouble(), QString());
    QCOMPARE(ofSecond(3s, 5000), std::size_t{1});
}

void TestAlertKeeper::limitThatIsTakenOut()
{
    tick(0s, 0);
    tick(1s, 1000);
    m_keeper.reset();
    notify(m_workspace->notify, {{1, 1000, 5000, false}});
    open();
    QCOMPARE(tick(2s, 1000), QStringList{u"command warning→ok"_s});
    QVERIFY(m_keeper->active().empty());
}

/// Also between the steps of the alert, and over a restart.
void TestAlertKeeper::remembersTheWorst()
{
    tick(0s, 0);
    tick(1s, 1200);
    tick(2s, 1800);
    tick(20s, 1500);
    m_keeper.reset();
    open();
    tick(21s, 1600);
    tick(22s, 0);
    const auto store = redis::AlertStore::open(m_path, redis::AlertStore::For::People);
    QVERIFY(bool(store));
    const std::vector<Alert> past = *(*store)->past(10);
    QCOMPARE(past.size(), std::size_t{1});
    QCOMPARE(past[0].worstValue, 1800.0);
    QCOMPARE(past[0].worstText, u"1,800 ready, limit 1,000"_s);
}

void TestAlertKeeper::remembersTheWorstOverARelapse()
{
    tick(0s, 0);
    tick(1s, 9000);
    tick(2s, 1200);
    tick(3s, 6000);
    const auto store = redis::AlertStore::open(m_path, redis::AlertStore::For::People);
    QVERIFY(bool(store));
    const std::vector<Alert> active = (*store)->all(10)->active;
    QCOMPARE(active.size(), std::size_t{1});
    QCOMPARE(active[0].state, State::Critical);
    QCOMPARE(active[0].since, start + 3s);
    QCOMPARE(beganAt(active[0]), start + 1s);
    QCOMPARE(active[0].worstValue, 9000.0);
    QCOMPARE(active[0].worstText, u"9,000 ready, limit 5,000"_s);
}

void TestAlertKeeper::keepsWhatCameOfIt()
{
    tick(0s, 0);
    const auto messages = m_keeper->apply(*m_builder->make(start + 1s, {u"q | queue | ok | ready=1000"_s}));
    QCOMPARE(messages.size(), std::size_t{1});
    const auto store = redis::AlertStore::open(m_path, redis::AlertStore::For::People);
    QVERIFY(bool(store));
    const auto told = [&store] { return (*store)->all(10)->active.at(0).told; };
    QCOMPARE(told().size(), std::size_t{1});
    QVERIFY(!told()[0].time); // not delivered yet
    m_keeper->told(messages[0].id, u"exit 0"_s);
    tick(2s, 1000);
    QCOMPARE(told().size(), std::size_t{1});
    QVERIFY(told()[0].time.has_value());
    QCOMPARE(told()[0].channel, u"command"_s);
    QCOMPARE(told()[0].outcome, u"exit 0"_s);
}

/// While closed, another process may take over: a notification in flight here is not sent twice.
void TestAlertKeeper::closedForAWhile()
{
    tick(0s, 0);
    const auto messages = m_keeper->apply(*m_builder->make(start + 1s, {u"q | queue | ok | ready=1000"_s}));
    QCOMPARE(messages.size(), std::size_t{1});
    m_keeper->close();
    {
        AlertKeeper second(m_path, m_workspace, 1s);
        const auto again = second.apply(*m_builder->make(start + 2s, {u"q | queue | ok | ready=1000"_s}));
        QCOMPARE(again.size(), std::size_t{1}); // it does not know that the first keeper has notified
    }
    QVERIFY(tick(3s, 1000).isEmpty());
    m_keeper->told(messages[0].id);
    m_keeper->close();
    QVERIFY(tick(4s, 1000).isEmpty());
    QCOMPARE(tick(5s, 0), QStringList{u"command warning→ok"_s});
}

/// A process that runs for years keeps resolved alerts for 400 days, and checks once a day.
void TestAlertKeeper::forgetsWhileItIsOpen()
{
    tick(0s, 0);
    tick(1s, 1000);
    tick(2s, 0); // years ago by this computer's clock
    const auto store = redis::AlertStore::open(m_path, redis::AlertStore::For::People);
    QCOMPARE((*store)->past(10)->size(), std::size_t{1});
    tick(24h * 399, 0);
    QCOMPARE((*store)->past(10)->size(), std::size_t{1});
    tick(24h * 400 + 2s, 0);
    QCOMPARE((*store)->past(10)->size(), std::size_t{1}); // once a day
    tick(24h * 402, 0);
    QCOMPARE((*store)->past(10)->size(), std::size_t{0});
}

/// Alerts are removed only if they are old by both clocks: one of them may be set far ahead.
void TestAlertKeeper::oneClockForgetsNothing()
{
    tick(0s, 0);
    tick(1s, 1000);
    tick(2s, 0);
    m_keeper.reset();
    open();
    tick(3s, 0); // the server's clock is behind by what this computer's is ahead
    const auto store = redis::AlertStore::open(m_path, redis::AlertStore::For::People);
    QCOMPARE((*store)->past(10)->size(), std::size_t{1});
    tick(24h * 365 * 100, 1000); // the server's clock is a century ahead
    tick(24h * 365 * 100 + 1s, 0);
    const auto ahead = (*store)->past(10);
    QVERIFY(!ahead->empty() && ahead->front().cleared == start + 24h * 365 * 100 + 1s);
}

/// If no process can lock the file, no other process is said to keep the alerts; they are notified all the same.
void TestAlertKeeper::saysWhyItCannotBeLocked()
{
    QVERIFY(QDir().mkpath(m_path + u".lock"_s)); // cannot be opened by any process
    tick(0s, 0);
    QCOMPARE(tick(1s, 1000), QStringList{u"command ok→warning"_s});
    QVERIFY(!m_keeper->isElsewhere());
    QVERIFY2(m_keeper->trouble().endsWith(u".lock: Is a directory"_s), qPrintable(m_keeper->trouble()));
}

void TestAlertKeeper::awayFromTheStart()
{
    NotifySettings settings = m_workspace->notify;
    settings.unknownFor = 1ms;
    notify(settings, {});
    m_keeper.reset();
    open();
    std::vector<redis::AlertMessage> told = m_keeper->away(u"refused"_s);
    for (int i = 0; told.empty() && i < 1000; ++i) {
        QTest::qWait(2);
        told = m_keeper->away(u"refused"_s);
    }
    QCOMPARE(told.size(), std::size_t{1});
    QVERIFY(told[0].payload.contains(R"("state":"unknown")") && told[0].payload.contains(R"("text":"refused")"));
    QVERIFY(m_keeper->away(u"refused"_s).empty());
}

QTEST_GUILESS_MAIN(TestAlertKeeper)

#include "tst_alertkeeper.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertipcserver.h"
#include "redis/history/alertstore.h"
#include "tests/gui/privatebus.h"
#include "tests/server/clitest.h"
#include "tests/support/timing.h"
#include "tests/support/webhookserver.h"

#include <QDBusConnection>
#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QSignalSpy>

#include <algorithm>
#include <csignal>
#include <limits>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// Shows what it is told to, as a desktop does, and says what is pressed.
class ButtonDesktop final : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    explicit ButtonDesktop(const QString &bus)
        : m_name(u"buttons-%1"_s.arg(++made)), m_bus(QDBusConnection::connectToBus(bus, m_name))
    {
        if (!m_bus.registerObject(u"/org/freedesktop/Notifications"_s, this, QDBusConnection::ExportAllContents)
            || !m_bus.registerService(u"org.freedesktop.Notifications"_s)) {
            qFatal("no desktop on the bus");
        }
    }
    ~ButtonDesktop() override { QDBusConnection::disconnectFromBus(m_name); }
    Q_DISABLE_COPY_MOVE(ButtonDesktop)

    QList<QStringList> actions; ///< actions of each notification shown

signals:
    void ActionInvoked(uint notification, const QString &action);

public slots: // NOLINT(readability-redundant-access-specifiers)
    uint Notify(const QString &, uint, const QString &, const QString &, const QString &, const QStringList &keys,
                const QVariantMap &, int)
    {
        actions.append(keys);
        return static_cast<uint>(actions.size());
    }

private:
    static inline int made = 0;
    QString m_name;
    QDBusConnection m_bus;
};

/// plimsoll record as a process: whom it tells of what, against a real server, a real command and a real webhook.
class TestCliRecordAlerts final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void refusesWithoutConsent();
    void refusesTwoOfOneName();
    void tellsCommandAndWebhook();
    void neitherLostNorTwiceOverARestart();
    void neitherLostNorTwiceWhenKilled();
    void toldOnceItCanBe();
    void serverThatIsAway();
    void mutedIsNotTold();
    void endsWithinASecondWhileACommandHangs();
    void muteOnItsNotification();
    void openOnItsNotification();

private:
    [[nodiscard]] QList<qint64> windows(const QString &alert) const;
    void notify(const QJsonObject &notify, const char *limits = R"({"ready": {"warning": 3, "critical": 10}})");
    std::unique_ptr<QProcess> start(const QStringList &environment = {});
    static void end(QProcess &process);
    void push(int count);
    /// One a line, as the command got them.
    QList<QJsonObject> told();
    QStringList toldTexts();
    [[nodiscard]] QString alertsPath() const; ///< empty: there are none yet
    std::unique_ptr<redis::AlertStore> alerts();
    /// The first active alert; a default one if no alert is active.
    Alert active();

    QString m_file, m_data, m_out;
    int m_folders = 0;
};

void TestCliRecordAlerts::init()
{
    m_server.start();
    m_server.flush();
    m_data = m_folder.filePath(u"data%1"_s.arg(++m_folders));
    m_out = m_folder.filePath(u"told%1"_s.arg(m_folders));
    notify({{u"command"_s, QJsonArray{u"sh"_s, u"-c"_s, u"cat >> \"$0\""_s, m_out}}});
}

void TestCliRecordAlerts::notify(const QJsonObject &notify, const char *limits)
{
    QJsonObject collection =
        parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q"}}])").first().toObject();
    collection.insert(u"limits"_s, QJsonDocument::fromJson(limits).object());
    m_file = write("alerts.json",
                   {{u"plimsoll"_s, 1},
                    {u"name"_s, u"orders"_s},
                    {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
                    {u"collections"_s, QJsonArray{collection}},
                    {u"notify"_s, notify}});
    const Run trust = run({u"trust"_s, m_file, u"--data-dir"_s, m_data});
    QVERIFY2(trust.code == 0 && trust.err.isEmpty(), trust.err.constData());
}

std::unique_ptr<QProcess> TestCliRecordAlerts::start(const QStringList &environment)
{
    auto process = std::make_unique<QProcess>();
    process->setEnvironment(QStringList{u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s} + environment);
    process->start(QStringLiteral(PLIMSOLL_BINARY),
                   {u"record"_s, u"-w"_s, m_file, u"--data-dir"_s, m_data, u"--every"_s, u"0.05"_s});
    return process;
}

void TestCliRecordAlerts::end(QProcess &process)
{
    process.terminate();
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 0);
}

void TestCliRecordAlerts::push(int count)
{
    // At once: a poll in between would see fewer.
    m_server.run({"EVAL", "redis.call('DEL', KEYS[1]) for i = 1, ARGV[1] do redis.call('LPUSH', KEYS[1], i) end", "1",
                  "q", QByteArray::number(count)});
}

QList<QJsonObject> TestCliRecordAlerts::told()
{
    QFile file(m_out);
    QList<QJsonObject> all;
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (!line.isEmpty()) {
                all += QJsonDocument::fromJson(line).object();
            }
        }
    }
    return all;
}

QStringList TestCliRecordAlerts::toldTexts()
{
    QStringList texts;
    for (const QJsonObject &alert : told()) {
        texts += u"%1→%2"_s.arg(alert[u"was"_s].toString(), alert[u"state"_s].toString());
    }
    return texts;
}

QString TestCliRecordAlerts::alertsPath() const
{
    const auto files = QDir(m_data + u"/history"_s).entryInfoList({u"*.alerts.sqlite"_s});
    return files.size() == 1 ? files.front().filePath() : QString();
}

std::unique_ptr<redis::AlertStore> TestCliRecordAlerts::alerts()
{
    const QString path = alertsPath();
    if (path.isEmpty()) {
        return nullptr;
    }
    auto opened = redis::AlertStore::open(path, redis::AlertStore::For::People);
    return opened ? std::move(*opened) : nullptr;
}

Alert TestCliRecordAlerts::active()
{
    const auto store = alerts();
    const auto all = store ? *store->active() : std::vector<Alert>();
    return all.empty() ? Alert() : all.front();
}

/// A file from a stranger runs nothing and sends nothing before the person has seen what, and allowed it.
void TestCliRecordAlerts::refusesWithoutConsent()
{
    push(4);
    const auto record = [this](const QString &file) {
        return run({u"record"_s, u"-w"_s, file, u"--data-dir"_s, m_data, u"--count"_s, u"1"_s});
    };
    const auto refused = [&](const QString &file) {
        QFile::remove(m_out);
        const Run run = record(file);
        QVERIFY2(run.code == 4, run.err.constData());
        QCOMPARE(run.errorLines().size(), 1);
        QVERIFY2(run.err.contains("plimsoll trust " + file.toUtf8() + " --data-dir " + m_data.toUtf8()),
                 run.err.constData());
        QVERIFY(!QFile::exists(m_out));
    };
    const QStringList trust{u"trust"_s, m_file, u"--data-dir"_s, m_data};
    const QString consent = m_data + u"/consent.json"_s;
    QVERIFY(QFile::remove(consent));
    refused(m_file);
    const Run looked = run(trust + QStringList{u"--dry-run"_s});
    QCOMPARE(looked.code, 0);
    QVERIFY2(looked.out.contains(R"(["sh","-c","cat >> \"$0\"",")" + m_out.toUtf8() + R"("])"), looked.out.constData());
    refused(m_file);

    QCOMPARE(run(trust).code, 0);
    QCOMPARE(QFile::permissions(consent)
                 & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
             QFile::Permissions());
    QCOMPARE(record(m_file).code, 0);
    QCOMPARE(toldTexts(), QStringList{u"ok→warning"_s});

    const QString copy = m_folder.filePath(u"copy%1.json"_s.arg(m_folders)); // the consent is this file's
    QVERIFY(QFile::copy(m_file, copy));
    refused(copy);
    QVERIFY(QFile::copy(consent, consent + u'~'));
    notify({{u"command"_s, QJsonArray{u"sh"_s, u"-c"_s, u"cat >> \"$0\"; true"_s, m_out}}}); // and these values'
    QVERIFY(QFile::remove(consent) && QFile::rename(consent + u'~', consent));
    refused(m_file);

    QFile damaged(consent);
    QVERIFY(damaged.open(QIODevice::WriteOnly | QIODevice::Truncate));
    damaged.close();
    const Run unknown = record(m_file);
    QVERIFY2(unknown.code == 1 && unknown.err.contains("is damaged"), unknown.err.constData());
}

/// They would share one history and one file of alerts: of two writers one keeps nothing.
void TestCliRecordAlerts::refusesTwoOfOneName()
{
    const QString other = m_folder.filePath(u"other%1.json"_s.arg(m_folders));
    QVERIFY(QFile::copy(m_file, other));
    QCOMPARE(run({u"trust"_s, other, u"--data-dir"_s, m_data}).code, 0);
    const Run both = run({u"record"_s, u"-w"_s, m_file, u"-w"_s, other, u"--data-dir"_s, m_data, u"--count"_s, u"1"_s});
    QVERIFY2(both.code == 2 && both.err.contains("are both named “orders”"), both.err.constData());
    QCOMPARE(both.errorLines().size(), 1);
    QVERIFY(alertsPath().isEmpty());
}

void TestCliRecordAlerts::tellsCommandAndWebhook()
{
    WebhookServer server;
    notify({{u"command"_s, QJsonArray{u"sh"_s, u"-c"_s, u"cat >> \"$0\""_s, m_out}},
            {u"webhook"_s, server.url() + u"/${PLIMSOLL_HOOK_TOKEN}"_s}});
    const auto process = start({u"PLIMSOLL_HOOK_TOKEN=s3cret"_s});
    push(4);
    QTRY_VERIFY_WITH_TIMEOUT(toldTexts().contains(u"ok→warning"_s), 30'000);
    push(0);
    QTRY_VERIFY_WITH_TIMEOUT(toldTexts().contains(u"warning→ok"_s), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(server.requests.size() >= 2, 30'000);
    end(*process);
    QCOMPARE(toldTexts(), (QStringList{u"ok→warning"_s, u"warning→ok"_s}));
    QCOMPARE(server.requests.size(), 2);
    QCOMPARE(server.requests[0].line, QByteArray("POST /s3cret HTTP/1.1"));
    QCOMPARE(QJsonDocument::fromJson(server.requests[0].body).object(), told().at(0));
    const QJsonObject raised = told().at(0);
    QCOMPARE(QStringList(raised.keys()),
             (QStringList{u"alert"_s, u"collection"_s, u"figure"_s, u"limit"_s, u"since"_s, u"state"_s, u"text"_s,
                          u"time"_s, u"value"_s, u"was"_s, u"workspace"_s}));
    QCOMPARE(raised[u"workspace"_s].toString(), u"orders"_s);
    QCOMPARE(raised[u"collection"_s].toString(), u"email"_s);
    QCOMPARE(raised[u"figure"_s].toString(), u"ready"_s);
    QCOMPARE(raised[u"limit"_s].toDouble(), 3.0);
    QVERIFY(raised[u"value"_s].toDouble() >= 3.0 && raised[u"value"_s].toDouble() <= 4.0);
    QVERIFY(QDateTime::fromString(raised[u"since"_s].toString(), Qt::ISODateWithMs).isValid());
    QCOMPARE(told().at(1)[u"alert"_s], raised[u"alert"_s]);
    QCOMPARE(process->readAllStandardError(), QByteArray());
}

void TestCliRecordAlerts::neitherLostNorTwiceOverARestart()
{
    push(4);
    auto process = start();
    QTRY_COMPARE_WITH_TIMEOUT(told().size(), 1, 30'000);
    end(*process);
    push(12); // while not watched
    process = start();
    QTRY_COMPARE_WITH_TIMEOUT(told().size(), 2, 30'000);
    end(*process);
    process = start();
    push(0);
    QTRY_COMPARE_WITH_TIMEOUT(told().size(), 3, 30'000);
    const auto isNoted = [this] { // what was told, which takes a moment where the machine is busy
        const auto store = alerts();
        return store && store->waiting()->empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isNoted(), 30'000);
    end(*process);
    QCOMPARE(toldTexts(), (QStringList{u"ok→warning"_s, u"warning→critical"_s, u"critical→ok"_s}));
    QCOMPARE(told().at(2)[u"alert"_s], told().at(0)[u"alert"_s]);
    const auto store = alerts();
    QVERIFY(store && store->active()->empty() && store->waiting()->empty());
    QCOMPARE(store->past(10)->size(), std::size_t{1});
}

/// A notification in flight when the process is killed is sent by the next process; no alert is raised twice.
void TestCliRecordAlerts::neitherLostNorTwiceWhenKilled()
{
    push(4);
    for (int i = 0; i < 8; ++i) {
        const auto process = start();
        if (i > 0) { // the first may be killed before it has polled
            QTRY_VERIFY_WITH_TIMEOUT(!told().isEmpty(), 30'000);
        }
        process->kill();
        process->waitForFinished();
    }
    const auto process = start();
    QTRY_VERIFY_WITH_TIMEOUT(!told().isEmpty(), 30'000);
    push(0);
    QTRY_VERIFY_WITH_TIMEOUT(toldTexts().contains(u"warning→ok"_s), 30'000);
    end(*process);
    QStringList ids;
    for (const QJsonObject &alert : told()) {
        ids += alert[u"alert"_s].toString();
    }
    ids.removeDuplicates();
    QCOMPARE(ids.size(), 1);
    QCOMPARE(toldTexts().count(u"warning→ok"_s), 1);
}

/// A notification that could not be delivered is sent by the next process.
void TestCliRecordAlerts::toldOnceItCanBe()
{
    WebhookServer server;
    server.last = 503;
    notify({{u"webhook"_s, server.url()}});
    push(4);
    auto process = start();
    QTRY_VERIFY_WITH_TIMEOUT(!server.requests.isEmpty(), 30'000);
    end(*process);
    const qsizetype before = server.requests.size();
    server.last = 200;
    process = start();
    QTRY_VERIFY_WITH_TIMEOUT(server.requests.size() > before, 30'000);
    const auto isTold = [this] {
        const auto store = alerts();
        return store && store->waiting()->empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTold(), 30'000);
    end(*process);
    QCOMPARE(server.requests.size(), before + 1);
    QCOMPARE(server.requests.last().body, server.requests.first().body);
}

void TestCliRecordAlerts::serverThatIsAway()
{
    notify({{u"command"_s, QJsonArray{u"sh"_s, u"-c"_s, u"cat >> \"$0\""_s, m_out}}, {u"unknownFor"_s, u"1s"_s}});
    push(1);
    const auto process = start();
    QTRY_VERIFY_WITH_TIMEOUT(alerts() != nullptr, 30'000);
    m_server.kill9();
    QTRY_VERIFY_WITH_TIMEOUT(toldTexts().contains(u"ok→unknown"_s), 60'000);
    const QJsonObject away = told().at(0);
    QVERIFY(away[u"collection"_s].isNull() && away[u"figure"_s].isNull() && away[u"value"_s].isNull());
    m_server.start();
    QTRY_VERIFY_WITH_TIMEOUT(toldTexts().contains(u"unknown→ok"_s), 60'000);
    end(*process);
    QCOMPARE(toldTexts().count(u"ok→unknown"_s), 1);
    // The restart and the loss of data are alerts of their own.
    QVERIFY2(toldTexts().size() > 2, qPrintable(toldTexts().join(u'\n')));
}

void TestCliRecordAlerts::mutedIsNotTold()
{
    push(4);
    auto process = start();
    QTRY_COMPARE_WITH_TIMEOUT(told().size(), 1, 30'000);
    {
        const auto store = alerts(); // as a window does, while it runs
        QVERIFY(store);
        QVERIFY(store->mute(told().at(0)[u"alert"_s].toString(),
                            std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch()) + std::chrono::hours(1),
                            u"mara"_s));
    }
    push(12);
    QTRY_COMPARE_WITH_TIMEOUT(active().worst, State::Critical, 30'000);
    end(*process);
    QCOMPARE(told().size(), 1);
}

void TestCliRecordAlerts::endsWithinASecondWhileACommandHangs()
{
    notify({{u"command"_s, QJsonArray{u"sh"_s, u"-c"_s, u"echo >> \"$0\"; sleep 600"_s, m_out}}});
    push(4);
    qint64 best = std::numeric_limits<qint64>::max();
    const qint64 most = 1'000 + 10 * programFloor();
    for (int i = 0; i < attempts && best >= most; ++i) {
        QFile::remove(m_out);
        const auto process = start();
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(m_out).size() > 0, 30'000); // again each time: never delivered
        QElapsedTimer time;
        time.start();
        end(*process);
        best = std::min(best, time.elapsed());
    }
    QVERIFY2(best < most, qPrintable(QString::number(best)));
}

/// Without a display there is no window to open.
void TestCliRecordAlerts::muteOnItsNotification()
{
    const PrivateBus bus;
    ButtonDesktop desktop(bus.address());
    notify({{u"desktop"_s, true}, {u"command"_s, QJsonArray{u"sh"_s, u"-c"_s, u"cat >> \"$0\""_s, m_out}}});
    push(4);
    const auto process = start({u"DBUS_SESSION_BUS_ADDRESS="_s + bus.address()});
    QTRY_COMPARE_WITH_TIMEOUT(desktop.actions.size(), 1, 30'000);
    QCOMPARE(desktop.actions[0], (QStringList{u"mute"_s, u"Mute for 1 h"_s}));
    QTRY_COMPARE_WITH_TIMEOUT(told().size(), 1, 30'000);
    QVERIFY(!active().mutedUntil);
    const auto muted = [&] { // a button pressed before the notification has its number has no effect
        emit desktop.ActionInvoked(1, u"mute"_s);
        return active().mutedUntil.has_value();
    };
    QTRY_VERIFY_WITH_TIMEOUT(muted(), 30'000);
    const std::chrono::milliseconds until = *active().mutedUntil; // read first: it may have been pressed again
    const auto left = until - std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch());
    QVERIFY(left > std::chrono::minutes(50) && left <= std::chrono::minutes(60));
    push(12);
    QTRY_COMPARE_WITH_TIMEOUT(active().worst, State::Critical, 30'000);
    end(*process);
    QCOMPARE(told().size(), 1); // muted: no notification that it became worse
}

/// The processes that show that alert.
QList<qint64> TestCliRecordAlerts::windows(const QString &alert) const
{
    QList<qint64> found;
    for (const QString &id : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile file(u"/proc/%1/cmdline"_s.arg(id));
        if (id.toLongLong() > 0 && file.open(QIODevice::ReadOnly)) {
            const QList<QByteArray> words = file.readAll().split('\0');
            if (words.contains(alert.toUtf8()) && words.contains(m_data.toUtf8())) {
                found += id.toLongLong();
            }
        }
    }
    return found;
}

/// The window of the same workspace, at the alert.
void TestCliRecordAlerts::openOnItsNotification()
{
    const PrivateBus bus;
    ButtonDesktop desktop(bus.address());
    notify({{u"desktop"_s, true}});
    push(4);
    const QString home = m_folder.filePath(u"home"_s);
    const auto process =
        start({u"DBUS_SESSION_BUS_ADDRESS="_s + bus.address(), u"DISPLAY=:none"_s, u"QT_QPA_PLATFORM=offscreen"_s,
               u"HOME="_s + home, u"XDG_RUNTIME_DIR="_s + m_folder.path()});
    QTRY_COMPARE_WITH_TIMEOUT(desktop.actions.size(), 1, 30'000);
    QCOMPARE(desktop.actions[0],
             (QStringList{u"default"_s, u"Open"_s, u"open"_s, u"Open"_s, u"mute"_s, u"Mute for 1 h"_s}));
    const auto store = alerts();
    QVERIFY(store && store->active()->size() == 1);
    const QString alert = store->active()->front().id;
    const auto isOpened = [&] {
        if (windows(alert).isEmpty()) {
            emit desktop.ActionInvoked(1, u"open"_s);
        }
        return !windows(alert).isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOpened(), 30'000);
    // It has opened the file that is watched.
    const auto opened = [&] {
        QFile settings(home + u"/.config/plimsoll/plimsoll.conf"_s);
        return settings.open(QIODevice::ReadOnly) && settings.readAll().contains(m_file.toUtf8());
    };
    QTRY_VERIFY_WITH_TIMEOUT(opened(), 30'000);
    const auto areEnded = [&] { // it may have been pressed twice
        const QList<qint64> left = windows(alert);
        for (const qint64 window : left) {
            ::kill(static_cast<pid_t>(window), SIGTERM);
        }
        return left.isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(areEnded(), 30'000);

    // A window that is there already is asked for it.
    qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
    app::AlertIpcServer server;
    server.open(alertsPath());
    QSignalSpy asked(&server, &app::AlertIpcServer::alertAsked);
    emit desktop.ActionInvoked(1, u"open"_s);
    QTRY_COMPARE_WITH_TIMEOUT(asked.size(), 1, 30'000);
    QCOMPARE(asked[0][0].toString(), alert);
    QVERIFY(windows(alert).isEmpty());
    qunsetenv("XDG_RUNTIME_DIR");
    end(*process);
    QCOMPARE(process->readAllStandardError(), QByteArray());
}

QTEST_GUILESS_MAIN(TestCliRecordAlerts)

#include "tst_cli_recordalerts.moc"

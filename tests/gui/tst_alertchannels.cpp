// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertnotifier.h"
#include "app/alerts/commandchannel.h"
#include "app/alerts/desktopchannel.h"
#include "app/alerts/webhookchannel.h"
#include "tests/gui/privatebus.h"
#include "tests/support/certificates.h"
#include "tests/support/webhookserver.h"

#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusError>
#include <QDBusMessage>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <optional>
#include <utility>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

redis::AlertMessage message(qint64 id, const QByteArray &payload = "{}\n")
{
    return {id, u"any"_s, payload, {}};
}

QByteArray alert(const char *id, const char *collection, const char *state)
{
    return QByteArray(R"({"alert":"%1","state":"%3","was":"ok","collection":"%2","text":"1,200 ready, limit <1,000>"})")
        .replace("%1", id)
        .replace("%2", collection)
        .replace("%3", state);
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Shows what it is told to, as a desktop does.
class Notifications final : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown {
        uint replaces = 0;
        QString title, text;
        int urgency = -1;
        QStringList actions;
    };
    QList<Shown> shown;
    int refusals = 0; ///< number of next calls to refuse
    bool isSilent = false; ///< until answer()

    void answer() { QDBusConnection(m_asked->first).send(m_asked->second.createReply(1U)); }

signals:
    void ActionInvoked(uint notification, const QString &action);
    void NotificationClosed(uint notification, uint reason);

public slots: // NOLINT(readability-redundant-access-specifiers)
    uint Notify(const QString &, uint replaces, const QString &, const QString &title, const QString &text,
                const QStringList &actions, const QVariantMap &hints, int)
    {
        if (refusals > 0) {
            --refusals;
            sendErrorReply(QDBusError::LimitsExceeded, u"too many notifications"_s);
            return 0;
        }
        shown.append({replaces, title, text, hints.value(u"urgency"_s).toInt(), actions});
        if (isSilent) {
            setDelayedReply(true);
            m_asked.emplace(connection(), QDBusContext::message());
        }
        return replaces != 0 ? replaces : static_cast<uint>(shown.size());
    }

private:
    std::optional<std::pair<QDBusConnection, QDBusMessage>> m_asked; ///< and not answered yet
};

/// The ways in which people are told, against a real command, a real HTTP server and a real session bus.
class TestAlertChannels final : public QObject {
    Q_OBJECT

private slots:
    void commandGetsJson();
    void commandsOneAfterTheOther();
    void commandThatHangs();
    void commandThatCannotBeStarted();
    void webhookGetsJson();
    void webhookIsTriedAgain();
    void webhookKeepsItsSecret_data();
    void webhookKeepsItsSecret();
    void webhookWithoutItsSecret();
    void webhookGetsNoOthersSecret();
    void webhookGetsWhatThePersonLists();
    void webhookIsTheHostItNames_data();
    void webhookIsTheHostItNames();
    void webhookThatHangs();
    void webhookWithoutAnEnd();
    void desktopShowsIt();
    void desktopGathers();
    void desktopHasButtons();
    void desktopWithoutABus();
    void desktopThatIsNotThereYet();
    void desktopThatRefuses();
    void toldWhenItAnswers();
    void unknownChannel();

private:
    QString script(const QByteArray &body)
    {
        const QString path = m_folder.filePath(u"script%1"_s.arg(++m_scripts));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write("#!/bin/sh\n" + body);
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        return path;
    }

    QTemporaryDir m_folder;
    int m_scripts = 0;
};

void TestAlertChannels::commandGetsJson()
{
    const QString out = m_folder.filePath(u"got"_s);
    // An argument is no shell's: it comes as it is.
    CommandChannel channel({script("printf '%s|' \"$2\" > \"$1\"; cat >> \"$1\"\n"), out, u"$(id); `id` *"_s});
    QSignalSpy told(&channel, &AlertChannel::told);
    const QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(7, "{\"alert\":\"a\"}\n"));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QCOMPARE(told.front().front().toLongLong(), 7);
    QCOMPARE(contents(out), QByteArray("$(id); `id` *|{\"alert\":\"a\"}\n"));
    QVERIFY(failed.isEmpty());
}

void TestAlertChannels::commandsOneAfterTheOther()
{
    const QString out = m_folder.filePath(u"order"_s);
    CommandChannel channel({script("echo begin >> \"$1\"; cat >> \"$1\"; echo end >> \"$1\"\n"), out});
    const QSignalSpy told(&channel, &AlertChannel::told);
    for (int i = 0; i < 5; ++i) {
        channel.tell(message(i, QByteArray::number(i) + '\n'));
    }
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 5, 60'000);
    QByteArray expected;
    for (int i = 0; i < 5; ++i) {
        expected += "begin\n" + QByteArray::number(i) + "\nend\n";
    }
    QCOMPARE(contents(out), expected);
}

/// With all that it started.
void TestAlertChannels::commandThatHangs()
{
    const QString out = m_folder.filePath(u"child"_s);
    CommandChannel channel({script("sleep 600 & echo $! > \"$1.new\"; mv \"$1.new\" \"$1\"; wait\n"), out}, nullptr,
                           2s);
    const QSignalSpy told(&channel, &AlertChannel::told);
    QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QCOMPARE(failed.count(), 1);
    QVERIFY2(failed.front().front().toString().contains(u"was killed"_s),
             qPrintable(failed.front().front().toString()));
    const int child = contents(out).trimmed().toInt();
    if (child > 0) { // a slow machine may have killed it before
        // The child has been orphaned, and is gone or a zombie.
        const QString status = u"/proc/%1/stat"_s.arg(child);
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(status) || contents(status).contains(") Z "), 30'000);
    }
}

void TestAlertChannels::commandThatCannotBeStarted()
{
    CommandChannel channel({u"/nowhere/page"_s, u"secret"_s});
    const QSignalSpy told(&channel, &AlertChannel::told);
    QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1));
    channel.tell(message(2));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 2, 30'000);
    QCOMPARE(failed.front().front().toString(), u"the command /nowhere/page cannot be started"_s);
}

void TestAlertChannels::webhookGetsJson()
{
    WebhookServer server;
    qputenv("PLIMSOLL_TEST_TOKEN", "s3cret");
    WebhookChannel channel(server.url() + u"/hooks/${PLIMSOLL_TEST_TOKEN}?a=b"_s);
    QCOMPARE(channel.wrong(), QString());
    const QSignalSpy told(&channel, &AlertChannel::told);
    channel.tell(message(1, "{\"n\":1}\n"));
    channel.tell(message(2, "{\"n\":2}\n"));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 2, 30'000);
    QCOMPARE(server.requests.size(), 2);
    QCOMPARE(server.requests[0].line, QByteArray("POST /hooks/s3cret?a=b HTTP/1.1"));
    QCOMPARE(server.requests[0].header("content-type"), QByteArray("application/json"));
    QCOMPARE(server.requests[0].body, QByteArray("{\"n\":1}\n"));
    QCOMPARE(server.requests[1].body, QByteArray("{\"n\":2}\n"));
}

void TestAlertChannels::webhookIsTriedAgain()
{
    WebhookServer server;
    server.answers = {503, 0, 500, 429, 200}; // 0: hangs up, which Qt may make good by itself
    WebhookChannel channel(server.url(), {10ms, 40ms, 10s, 300});
    const QSignalSpy told(&channel, &AlertChannel::told);
    const QSignalSpy failed(&channel, &AlertChannel::failed);
    const QSignalSpy delayed(&channel, &AlertChannel::delayed);
    channel.tell(message(1, "one"));
    channel.tell(message(2, "two"));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 2, 30'000);
    QCOMPARE(failed.count(), 1); // once for the alert, not for each attempt
    // Emitted for each attempt, and also for the message that waits behind it.
    QVERIFY2(delayed.count() == 6 || delayed.count() == 8, QByteArray::number(delayed.count()).constData());
    QCOMPARE(delayed[0], (QVariantList{qint64(1), u"HTTP 503"_s}));
    QCOMPARE(delayed[1], (QVariantList{qint64(2), u"HTTP 503"_s}));
    QByteArrayList bodies;
    for (const auto &request : server.requests) {
        bodies += request.body;
    }
    QCOMPARE(bodies.last(), QByteArray("two")); // in their order
    QCOMPARE(bodies.count("two"), 1);
    QVERIFY(bodies.count("one") >= 5);
}

void TestAlertChannels::webhookKeepsItsSecret_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("reason");
    QTest::newRow("not found") << 404 << u"HTTP 404; the alert is not sent again"_s;
    QTest::newRow("elsewhere") << 302 << u"HTTP 302; the alert is not sent again"_s;
    QTest::newRow("broken") << 500 << u"HTTP 500, tried 2 times; the alert is not sent again"_s;
    QTest::newRow("hangs up") << 0 << u"tried 2 times"_s;
}

void TestAlertChannels::webhookKeepsItsSecret()
{
    QFETCH(const int, status);
    QFETCH(const QString, reason);
    WebhookServer server;
    server.last = status;
    qputenv("PLIMSOLL_TEST_TOKEN", "s3cret");
    WebhookChannel channel(server.url() + u"/hooks/${PLIMSOLL_TEST_TOKEN}/written"_s, {1ms, 1ms, 10s, 2});
    const QSignalSpy told(&channel, &AlertChannel::told);
    QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000); // it is over, but not for ever
    for (const QVariantList &said : failed) {
        QVERIFY2(!said.front().toString().contains(u"s3cret"_s) && !said.front().toString().contains(u"written"_s),
                 qPrintable(said.front().toString()));
    }
    QVERIFY2(failed.last().front().toString().contains(reason), qPrintable(failed.last().front().toString()));
}

void TestAlertChannels::webhookWithoutItsSecret()
{
    qunsetenv("PLIMSOLL_TEST_NONE");
    WebhookChannel channel(u"https://hooks.example/${PLIMSOLL_TEST_NONE}"_s);
    QCOMPARE(channel.wrong(),
             u"the webhook at hooks.example: the environment variable PLIMSOLL_TEST_NONE is not set"_s);
    const QSignalSpy told(&channel, &AlertChannel::told);
    channel.tell(message(1));
    QCOMPARE(told.count(), 1);
}

/// A workspace names what of the environment is sent, and where: what is other programs' stays here.
void TestAlertChannels::webhookGetsNoOthersSecret()
{
    WebhookServer server;
    qputenv("AWS_SECRET_ACCESS_KEY", "s3cret");
    WebhookChannel channel(server.url() + u"/${AWS_SECRET_ACCESS_KEY}"_s, {1ms, 1ms, 10s, 2});
    QVERIFY2(channel.wrong().contains(u"AWS_SECRET_ACCESS_KEY is not sent"_s), qPrintable(channel.wrong()));
    const QSignalSpy told(&channel, &AlertChannel::told);
    channel.tell(message(1));
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(server.requests.size(), 0);
    qunsetenv("AWS_SECRET_ACCESS_KEY");
}

/// The person who starts the program can name further variables; a workspace cannot.
void TestAlertChannels::webhookGetsWhatThePersonLists()
{
    WebhookServer server;
    qputenv("PAGER_TOKEN", "t0ken");
    qputenv("AWS_SECRET_ACCESS_KEY", "s3cret");
    qputenv("PLIMSOLL_WEBHOOK_NAMES", "OTHER_TOKEN, PAGER_TOKEN");
    WebhookChannel channel(server.url() + u"/${PAGER_TOKEN}"_s, {1ms, 1ms, 10s, 2});
    QCOMPARE(channel.wrong(), QString());
    const QSignalSpy told(&channel, &AlertChannel::told);
    channel.tell(message(1));
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(server.requests[0].line, QByteArray("POST /t0ken HTTP/1.1"));
    const WebhookChannel other(server.url() + u"/${PAGER_TOKEN}/${AWS_SECRET_ACCESS_KEY}"_s);
    QVERIFY2(other.wrong().contains(u"AWS_SECRET_ACCESS_KEY is not sent"_s), qPrintable(other.wrong()));
    qunsetenv("PLIMSOLL_WEBHOOK_NAMES");
    qunsetenv("AWS_SECRET_ACCESS_KEY");
    qunsetenv("PAGER_TOKEN");
}

void TestAlertChannels::webhookIsTheHostItNames_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isTold");
    QTest::newRow("right") << u"127.0.0.1"_s << true;
    QTest::newRow("right common name, wrong address") << u"192.0.2.1"_s << false;
}

/// Beside alternative names a common name says nothing (RFC 6125, 6.4.4): nothing is sent to who has no other.
void TestAlertChannels::webhookIsTheHostItNames()
{
    QFETCH(const QString, host);
    QFETCH(const bool, isTold);
    const Certificates certificates;
    certificates.issue(u"hook"_s, host, 2, u"127.0.0.1"_s);
    const QSslConfiguration before = QSslConfiguration::defaultConfiguration();
    QSslConfiguration trusting = before;
    QVERIFY(trusting.addCaCertificates(certificates.authority()));
    QSslConfiguration::setDefaultConfiguration(trusting);
    QSslConfiguration ours = before;
    QFile key(certificates.key(u"hook"_s));
    QVERIFY(key.open(QIODevice::ReadOnly));
    ours.setPrivateKey(QSslKey(&key, QSsl::Ec));
    ours.setLocalCertificateChain(QSslCertificate::fromPath(certificates.certificate(u"hook"_s)));
    QSslServer server;
    server.setSslConfiguration(ours);
    QByteArray sent;
    connect(&server, &QSslServer::pendingConnectionAvailable, this, [&] {
        QTcpSocket *const socket = server.nextPendingConnection();
        connect(socket, &QIODevice::readyRead, socket, [&sent, socket] {
            sent += socket->readAll();
            socket->write("HTTP/1.1 200 x\r\nContent-Length: 0\r\n\r\n");
        });
    });
    QVERIFY(server.listen(QHostAddress::LocalHost));
    WebhookChannel channel(u"https://127.0.0.1:%1"_s.arg(server.serverPort()), {1ms, 1ms, 10s, 2});
    const QSignalSpy told(&channel, &AlertChannel::told);
    QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QSslConfiguration::setDefaultConfiguration(before);
    QCOMPARE(!sent.isEmpty(), isTold);
    QCOMPARE(failed.isEmpty(), isTold);
    QVERIFY(isTold || failed.last().front().toString().contains(u"its certificate is for another host"_s));
}

void TestAlertChannels::webhookThatHangs()
{
    WebhookServer server;
    server.answers = {-1}; // says nothing
    WebhookChannel channel(server.url(), {1ms, 1ms, 500ms, 300});
    const QSignalSpy told(&channel, &AlertChannel::told);
    channel.tell(message(1));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
}

/// Its status is the answer; what comes with it may have no end.
void TestAlertChannels::webhookWithoutAnEnd()
{
    WebhookServer server;
    server.body = WebhookServer::Body::Endless;
    WebhookChannel channel(server.url(), {1ms, 1ms, 30s, 300});
    const QSignalSpy told(&channel, &AlertChannel::told);
    const QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 20'000); // and not by its deadline
    server.body = WebhookServer::Body::Trickling;
    WebhookChannel slow(server.url(), {1ms, 1ms, 500ms, 300});
    const QSignalSpy toldSlowly(&slow, &AlertChannel::told);
    slow.tell(message(2));
    QTRY_COMPARE_WITH_TIMEOUT(toldSlowly.count(), 1, 20'000);
    QCOMPARE(toldSlowly.front().at(1).toString(), u"answered 200"_s);
    QCOMPARE(server.requests.size(), 2);
    QCOMPARE(failed.count(), 0);
}

void TestAlertChannels::desktopShowsIt()
{
    const PrivateBus bus;
    Notifications desktop;
    QDBusConnection connection = QDBusConnection::connectToBus(bus.address(), u"test-notifications"_s);
    QVERIFY(connection.registerObject(u"/org/freedesktop/Notifications"_s, &desktop, QDBusConnection::ExportAllSlots));
    QVERIFY(connection.registerService(u"org.freedesktop.Notifications"_s));
    DesktopChannel channel(bus.address(), u"orders"_s, {1ms, 1ms});
    const QSignalSpy told(&channel, &AlertChannel::told);
    channel.tell(message(1, alert("a", "e<b>mail", "critical")));
    QTRY_COMPARE_WITH_TIMEOUT(desktop.shown.size(), 1, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QCOMPARE(desktop.shown[0].title, u"e<b>mail: critical"_s);
    QCOMPARE(desktop.shown[0].text, u"e&lt;b&gt;mail: 1,200 ready, limit &lt;1,000&gt;\norders"_s);
    QCOMPARE(desktop.shown[0].urgency, 2);
    QCOMPARE(desktop.shown[0].replaces, 0U);
    channel.tell(message(2, alert("a", "e<b>mail", "ok")));
    QTRY_COMPARE_WITH_TIMEOUT(desktop.shown.size(), 2, 30'000);
    QCOMPARE(desktop.shown[1].urgency, 1);
    QCOMPARE(desktop.shown[1].replaces, 1U); // that of the same alert
    QDBusConnection::disconnectFromBus(u"test-notifications"_s);
}

/// A hundred at once are not a hundred.
void TestAlertChannels::desktopGathers()
{
    const PrivateBus bus;
    Notifications desktop;
    QDBusConnection connection = QDBusConnection::connectToBus(bus.address(), u"test-gathers"_s);
    QVERIFY(connection.registerObject(u"/org/freedesktop/Notifications"_s, &desktop, QDBusConnection::ExportAllSlots));
    QVERIFY(connection.registerService(u"org.freedesktop.Notifications"_s));
    DesktopChannel channel(bus.address(), u"orders"_s, {200ms, 1h});
    const QSignalSpy told(&channel, &AlertChannel::told);
    for (int i = 0; i < 100; ++i) {
        channel.tell(message(i,
                             i == 50 ? alert("50", "invoices", "critical")
                                     : alert(QByteArray::number(i).constData(), "email", "warning")));
    }
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 100, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(desktop.shown.size(), 1, 30'000);
    QCOMPARE(desktop.shown[0].title, u"orders: 100 alerts"_s);
    QCOMPARE(desktop.shown[0].text.count(u'\n'), 4);
    QVERIFY(desktop.shown[0].text.endsWith(u"and 96 more"_s));
    QVERIFY2(desktop.shown[0].text.startsWith(u"invoices: "), qPrintable(desktop.shown[0].text)); // the worst first
    QCOMPARE(desktop.shown[0].urgency, 2);
    channel.tell(message(200, alert("b", "email", "warning")));
    QTest::qWait(300);
    QCOMPARE(desktop.shown.size(), 1); // not before an hour
    QDBusConnection::disconnectFromBus(u"test-gathers"_s);
}

/// A button of our notification acts on its alerts; buttons of others are ignored.
void TestAlertChannels::desktopHasButtons()
{
    const PrivateBus bus;
    Notifications desktop;
    QDBusConnection connection = QDBusConnection::connectToBus(bus.address(), u"test-buttons"_s);
    QVERIFY(connection.registerObject(u"/org/freedesktop/Notifications"_s, &desktop,
                                      QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
    QVERIFY(connection.registerService(u"org.freedesktop.Notifications"_s));
    DesktopChannel channel(bus.address(), u"orders"_s, {1ms, 1ms}, DesktopChannel::Buttons::OpenAndMute);
    QSignalSpy opened(&channel, &DesktopChannel::openRequested);
    QSignalSpy muted(&channel, &DesktopChannel::muteRequested);
    channel.tell(message(1, alert("a", "email", "critical")));
    QTRY_COMPARE_WITH_TIMEOUT(desktop.shown.size(), 1, 30'000);
    QCOMPARE(desktop.shown[0].actions,
             (QStringList{u"default"_s, u"Open"_s, u"open"_s, u"Open"_s, u"mute"_s, u"Mute for 1 h"_s}));
    channel.tell(message(2, alert("b", "invoices", "warning")));
    QTRY_COMPARE_WITH_TIMEOUT(desktop.shown.size(), 2, 30'000);
    // The reply with the notification's number may not have arrived yet: presses until it takes effect.
    const auto press = [&desktop](uint notification, const QString &action, const QSignalSpy &heard, qsizetype times) {
        return [&desktop, notification, action, &heard, times] {
            emit desktop.ActionInvoked(99, action); // another program's notification
            emit desktop.ActionInvoked(notification, action);
            QTest::qWait(20);
            return heard.size() >= times;
        };
    };
    QTRY_VERIFY_WITH_TIMEOUT(press(2, u"mute"_s, muted, 1)(), 30'000);
    QCOMPARE(muted.front().front().toStringList(), QStringList{u"b"_s});
    QTRY_VERIFY_WITH_TIMEOUT(press(1, u"open"_s, opened, 1)(), 30'000);
    QCOMPARE(opened.front().front().toStringList(), QStringList{u"a"_s});
    const auto before = opened.size();
    QTRY_VERIFY_WITH_TIMEOUT(press(1, u"default"_s, opened, before + 1)(), 30'000); // on itself
    for (const QList<QVariant> &each : opened) {
        QCOMPARE(each.front().toStringList(), QStringList{u"a"_s});
    }
    QDBusConnection::disconnectFromBus(u"test-buttons"_s);
}

void TestAlertChannels::desktopWithoutABus()
{
    DesktopChannel channel(u"unix:path=/nowhere/bus"_s, u"orders"_s, {1ms, 1ms});
    const QSignalSpy told(&channel, &AlertChannel::told);
    const QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1, alert("a", "email", "critical")));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QCOMPARE(failed.count(), 1);
}

/// At login: the notification service starts later.
void TestAlertChannels::desktopThatIsNotThereYet()
{
    const PrivateBus bus;
    Notifications desktop;
    DesktopChannel channel(bus.address(), u"orders"_s, {1ms, 1ms, 10ms, 1'000});
    const QSignalSpy told(&channel, &AlertChannel::told);
    QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1, alert("a", "email", "critical")));
    channel.tell(message(2, alert("b", "email", "warning")));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 30'000);
    QCOMPARE(failed[0][0].toString(), u"no notifications: the session bus has no notification service; trying again"_s);
    QCOMPARE(told.count(), 0);
    QDBusConnection connection = QDBusConnection::connectToBus(bus.address(), u"test-later"_s);
    QVERIFY(connection.registerObject(u"/org/freedesktop/Notifications"_s, &desktop, QDBusConnection::ExportAllSlots));
    QVERIFY(connection.registerService(u"org.freedesktop.Notifications"_s));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 2, 30'000);
    QVERIFY(told[0][1].toString().isEmpty() && told[1][1].toString().isEmpty());
    QCOMPARE(failed.count(), 1); // once, not for each attempt
    QCOMPARE(desktop.shown.size(), 1);
    QDBusConnection::disconnectFromBus(u"test-later"_s);
}

/// The refusal is reported as the reason; later messages are tried on their own.
void TestAlertChannels::desktopThatRefuses()
{
    const PrivateBus bus;
    Notifications desktop;
    desktop.refusals = 3;
    QDBusConnection connection = QDBusConnection::connectToBus(bus.address(), u"test-refuses"_s);
    QVERIFY(connection.registerObject(u"/org/freedesktop/Notifications"_s, &desktop, QDBusConnection::ExportAllSlots));
    QVERIFY(connection.registerService(u"org.freedesktop.Notifications"_s));
    DesktopChannel channel(bus.address(), u"orders"_s, {1ms, 1ms, 1ms, 3});
    const QSignalSpy told(&channel, &AlertChannel::told);
    QSignalSpy failed(&channel, &AlertChannel::failed);
    channel.tell(message(1, alert("a", "email", "critical")));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QCOMPARE(told[0][1].toString(), u"not shown: too many notifications"_s);
    QCOMPARE(failed.count(), 1);
    QVERIFY(desktop.shown.isEmpty());
    channel.tell(message(2, alert("a", "email", "ok")));
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 2, 30'000);
    QCOMPARE(told[1][1].toString(), QString());
    QCOMPARE(desktop.shown.size(), 1);
    QDBusConnection::disconnectFromBus(u"test-refuses"_s);
}

void TestAlertChannels::toldWhenItAnswers()
{
    const PrivateBus bus;
    Notifications desktop;
    desktop.isSilent = true;
    QDBusConnection connection = QDBusConnection::connectToBus(bus.address(), u"test-answers"_s);
    QVERIFY(connection.registerObject(u"/org/freedesktop/Notifications"_s, &desktop, QDBusConnection::ExportAllSlots));
    QVERIFY(connection.registerService(u"org.freedesktop.Notifications"_s));
    DesktopChannel channel(bus.address(), u"orders"_s, {1ms, 1ms});
    const QSignalSpy told(&channel, &AlertChannel::told);
    channel.tell(message(1, alert("a", "email", "critical")));
    QTRY_COMPARE_WITH_TIMEOUT(desktop.shown.size(), 1, 30'000);
    QCoreApplication::processEvents();
    QCOMPARE(told.count(), 0);
    desktop.answer();
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 30'000);
    QDBusConnection::disconnectFromBus(u"test-answers"_s);
}

/// Left by a process whose workspace had another channel.
void TestAlertChannels::unknownChannel()
{
    AlertNotifier notifier((Workspace()));
    const QSignalSpy told(&notifier, &AlertNotifier::told);
    notifier.tell({3, u"webhook"_s, "{}", {}});
    QCOMPARE(told.count(), 1);
}

QTEST_GUILESS_MAIN(TestAlertChannels)

#include "tst_alertchannels.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/metricsserver.h"
#include "tests/server/clitest.h"

#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// record --listen as a process, scraped over a socket.
class TestCliListen final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void servesWhatASnapshotPrints();
    void clientsAreBounded();
    void aServerThatWentHasNoFigures();
    void severalWorkspaces();
    void whoAsksHalfHoldsNobodyUp();
    void endsWithinASecondWhileItServes();
    void portInUse();
    void addresses();

private:
    std::unique_ptr<QProcess> start(const QStringList &more = {});
    QByteArray ask(const QByteArray &request);
    QByteArray scrape() { return ask("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"); }
    QString other(const QString &name, const QString &url = {});

    QString m_file, m_data;
    quint16 m_port = 0;
    int m_folders = 0;
};

void TestCliListen::init()
{
    m_server.flush();
    m_server.run({"LPUSH", "q", "a", "b"});
    m_file = workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q"}}])"));
    m_data = m_folder.filePath(u"data%1"_s.arg(++m_folders));
}

/// Any free port; it says which.
std::unique_ptr<QProcess> TestCliListen::start(const QStringList &more)
{
    auto process = std::make_unique<QProcess>();
    process->setReadChannel(QProcess::StandardError);
    process->setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s});
    process->start(QStringLiteral(PLIMSOLL_BINARY),
                   QStringList{u"record"_s, u"-w"_s, m_file, u"--data-dir"_s, m_data, u"--every"_s, u"0.05"_s,
                               u"--listen"_s, u"127.0.0.1:0"_s}
                       + more);
    QByteArray said;
    m_port = 0;
    while (m_port == 0 && process->waitForReadyRead(30'000)) {
        said += process->readAllStandardError();
        static const QRegularExpression line(u"metrics at http://127\\.0\\.0\\.1:(\\d+)/metrics\n"_s);
        m_port = line.match(QString::fromUtf8(said)).captured(1).toUShort();
    }
    return process;
}

/// The whole answer, with its head.
QByteArray TestCliListen::ask(const QByteArray &request)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
    socket.write(request);
    QByteArray answer;
    const auto isWhole = [&] {
        static const QRegularExpression length(u"\\r\\ncontent-length: (\\d+)\\r\\n"_s,
                                               QRegularExpression::CaseInsensitiveOption);
        const qsizetype head = answer.indexOf("\r\n\r\n");
        const auto match = length.match(QString::fromLatin1(answer.left(head + 2)));
        return head >= 0 && match.hasMatch() && answer.size() >= head + 4 + match.captured(1).toLongLong();
    };
    while (!isWhole() && socket.waitForReadyRead(10'000)) {
        answer += socket.readAll();
    }
    return answer;
}

QString TestCliListen::other(const QString &name, const QString &url)
{
    return write("other.json",
                 {{u"plimsoll"_s, 1},
                  {u"name"_s, name},
                  {u"connection"_s, QJsonObject{{u"url"_s, url.isEmpty() ? m_server.url() : url}}},
                  {u"collections"_s, parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "absent"}}])")}});
}

void TestCliListen::servesWhatASnapshotPrints()
{
    const auto process = start();
    QVERIFY(m_port != 0);
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("plimsoll_up{workspace=\"orders \\\"test\\\"\"} 1\n"), 30'000);
    const QByteArray answer = scrape();
    QVERIFY2(answer.startsWith("HTTP/1.1 200 OK\r\n"), answer.constData());
    QVERIFY(answer.contains("application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"));
    const QByteArray body = answer.mid(answer.indexOf("\r\n\r\n") + 4);
    QVERIFY(body.endsWith("# EOF\n"));
    QVERIFY(body.contains("plimsoll_collection{collection=\"email\",kind=\"queue\",figure=\"ready\"} 2\n"));
    // Both have the same families and series; a snapshot has no rates yet.
    const Run once = run({u"snapshot"_s, u"-w"_s, m_file, u"--format"_s, u"openmetrics"_s});
    for (const QByteArray &line : once.out.split('\n')) {
        const QByteArray same = line.startsWith('#') ? line + '\n' : line.left(line.lastIndexOf(' ') + 1);
        QVERIFY2(body.contains(same), same.constData());
    }

    QVERIFY(ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").startsWith("HTTP/1.1 404 "));
    QVERIFY(ask("POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n").startsWith("HTTP/1.1 404 "));
    m_server.run({"LPUSH", "q", "c"});
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("figure=\"ready\"} 3\n"), 30'000);
}

/// Clients that connect and stay idle, or send requests endlessly, block neither the watch nor other clients.
void TestCliListen::clientsAreBounded()
{
    const auto process = start();
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("figure=\"ready\"} 2\n"), 30'000);
    std::vector<std::unique_ptr<QTcpSocket>> idle;
    for (int i = 0; i < 200; ++i) {
        idle.push_back(std::make_unique<QTcpSocket>());
        idle.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
        QVERIFY(idle.back()->waitForConnected(30'000));
    }
    QVERIFY(scrape().contains("figure=\"ready\"} 2\n"));
    const auto connected = [&idle] {
        return std::count_if(idle.begin(), idle.end(),
                             [](const auto &each) { return each->state() == QAbstractSocket::ConnectedState; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(connected() <= 32, 30'000);
    QTcpSocket large;
    large.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
    large.write("POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 400000000\r\n\r\n" + QByteArray(1'000'000, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(connected(), 0, 60'000); // each has its time
    QTRY_COMPARE_WITH_TIMEOUT(large.state(), QAbstractSocket::UnconnectedState, 60'000);
    QVERIFY(scrape().contains("figure=\"ready\"} 2\n"));
}

/// Old figures are not served as if they were read now.
void TestCliListen::aServerThatWentHasNoFigures()
{
    const auto process = start();
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("figure=\"ready\"} 2\n"), 30'000);
    m_server.kill9();
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("plimsoll_up{workspace=\"orders \\\"test\\\"\"} 0\n"), 30'000);
    const QByteArray down = scrape();
    QVERIFY(!down.contains("plimsoll_collection{") && !down.contains("\nplimsoll_poll_seconds "));
    QVERIFY(down.endsWith("# EOF\n"));
    m_server.start();
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("} 1\n"), 60'000);
}

void TestCliListen::severalWorkspaces()
{
    {
        const auto process = start({u"-w"_s, other(u"other"_s)});
        const auto each = [](const char *workspace, const char *ready) {
            return QByteArray("plimsoll_collection{workspace=\"") + workspace
                + "\",collection=\"email\",kind=\"queue\",figure=\"ready\"} " + ready + '\n';
        };
        QTRY_VERIFY_WITH_TIMEOUT(scrape().contains(each("orders \\\"test\\\"", "2")), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(scrape().contains(each("other", "0")), 30'000);
        const QByteArray both = scrape();
        QCOMPARE(both.count("# TYPE plimsoll_collection gauge\n"), 1); // one family, not one a workspace
        QVERIFY(both.contains("plimsoll_poll_seconds{workspace=\"other\"} "));
    }
    // Two of one name, on two servers, are told apart by their files.
    const RedisServer elsewhere;
    const QString same = other(u"orders \"test\""_s, elsewhere.url());
    const auto process = start({u"-w"_s, same});
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("plimsoll_up{workspace=\"" + same.toUtf8() + "\"} "), 30'000);
    QVERIFY(scrape().contains("plimsoll_up{workspace=\"" + m_file.toUtf8() + "\"} "));
}

void TestCliListen::whoAsksHalfHoldsNobodyUp()
{
    const auto process = start();
    QVERIFY(m_port != 0);
    QTcpSocket idle, half, garbage;
    for (QTcpSocket *socket : {&idle, &half, &garbage}) {
        socket->connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
        QVERIFY(socket->waitForConnected(10'000));
    }
    half.write("GET /metr");
    garbage.write(QByteArray(100'000, '\xff') + "\r\n\r\n");
    QVERIFY(half.waitForBytesWritten(10'000) && garbage.waitForBytesWritten(10'000));
    QTRY_VERIFY_WITH_TIMEOUT(scrape().contains("figure=\"ready\"} 2\n"), 30'000);
    half.write("ics HTTP/1.1\r\nHost: a\r\n\r\n");
    QVERIFY(half.waitForReadyRead(10'000));
    QVERIFY(half.readAll().startsWith("HTTP/1.1 200 "));
    QCOMPARE(process->state(), QProcess::Running);
}

void TestCliListen::endsWithinASecondWhileItServes()
{
    const auto process = start();
    QVERIFY(m_port != 0);
    QTcpSocket open;
    open.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
    open.write("GET /metr");
    QVERIFY(open.waitForBytesWritten(10'000));
    process->terminate();
    QVERIFY(process->waitForFinished(30'000));
    QCOMPARE(process->exitStatus(), QProcess::NormalExit);
    QCOMPARE(process->exitCode(), 0);
}

void TestCliListen::portInUse()
{
    QTcpServer taken;
    QVERIFY(taken.listen(QHostAddress(QHostAddress::LocalHost)));
    const Run result = run({u"record"_s, u"-w"_s, m_file, u"--data-dir"_s, m_data, u"--listen"_s,
                            u"127.0.0.1:%1"_s.arg(taken.serverPort())});
    QCOMPARE(result.code, 1);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("--listen: cannot listen at 127.0.0.1:"), result.err.constData());
    QVERIFY(!QFileInfo::exists(m_data)); // nothing was begun
}

void TestCliListen::addresses()
{
    const auto parse = [](const char *typed) {
        const auto address = app::ListenAddress::parse(QString::fromUtf8(typed));
        return address ? address->text() : QString();
    };
    QCOMPARE(parse("9400"), u"127.0.0.1:9400"_s);
    QCOMPARE(parse(":9400"), u"127.0.0.1:9400"_s);
    QCOMPARE(parse("localhost:9400"), u"127.0.0.1:9400"_s);
    QCOMPARE(parse("0.0.0.0:9400"), u"0.0.0.0:9400"_s);
    QCOMPARE(parse("[::1]:9400"), u"[::1]:9400"_s);
    QCOMPARE(parse("[::]:0"), u"[::]:0"_s);
    for (const char *wrong :
         {"", ":", "a", "::1:9400", "host.example:9400", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
          "[::1]", "[::1:9400", "[]:", "1.2.3:x", "9400:127.0.0.1"}) {
        QVERIFY2(parse(wrong).isEmpty(), wrong);
    }
    const Run result = run({u"record"_s, u"-w"_s, m_file, u"--listen"_s, u"127.0.0.1"_s});
    QCOMPARE(result.code, 2);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("is not an address and port such as 127.0.0.1:9400"), result.err.constData());
}

QTEST_GUILESS_MAIN(TestCliListen)

#include "tst_cli_listen.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"
#include "redis/wire/passwordcommand.h"
#include "tests/server/clitest.h"
#include "tests/support/sshserver.h"

#include <QDirIterator>

#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QByteArray secret = "s3cr3t-of-the-command";
const QByteArray chatter = "chatter-of-the-command";

} // namespace

/// Tests that passwordCommand and ssh run only once they are allowed, and that their secrets go only to the server.
class TestCliPasswordCommand final : public CliTest {
    Q_OBJECT

private slots:
    void init()
    {
        m_server.run({"CONFIG", "SET", "requirepass", secret});
        m_data = m_folder.filePath(u"data%1"_s.arg(++m_runs));
        m_ran = m_folder.filePath(u"ran%1"_s.arg(m_runs));
        m_program =
            script("echo x >> " + m_ran.toUtf8() + "\necho " + chatter + " >&2\necho " + secret + "\necho " + chatter);
    }

    void runsOnlyWhenAllowed()
    {
        const QString file = orders({u"/bin/sh"_s, m_program, u"it's \"mine\""_s});
        for (const QStringList &command :
             {QStringList{u"snapshot"_s}, QStringList{u"jobs"_s, u"mail"_s}, QStringList{u"doctor"_s},
              QStringList{u"discover"_s}, QStringList{u"top"_s}, QStringList{u"record"_s, u"--count"_s, u"1"_s},
              QStringList{u"requeue"_s, u"mail"_s, u"--yes"_s}, QStringList{u"screenshot"_s, m_folder.path()}}) {
            const Run refused = plimsoll(command + QStringList{u"-w"_s, file});
            QVERIFY2(refused.code == 4 || command.front() == u"top"_s,
                     qPrintable(command.front() + u": "_s + QString::fromUtf8(refused.out + refused.err)));
            QVERIFY2((refused.out + refused.err).contains("plimsoll trust " + file.toUtf8())
                         || command.front() == u"top"_s,
                     (refused.out + refused.err).constData());
            QCOMPARE(timesRun(), 0);
        }
        const Run shown = plimsoll({u"trust"_s, file, u"--dry-run"_s});
        QCOMPARE(shown.code, 0);
        QVERIFY2(shown.out.contains("[\"/bin/sh\",\"" + m_program.toUtf8() + "\",\"it's \\\"mine\\\"\"]"),
                 shown.out.constData());
        QVERIFY2(shown.out.contains(m_server.tcpUrl().toUtf8()), shown.out.constData());
        QCOMPARE(plimsoll({u"snapshot"_s, u"-w"_s, file}).code, 4);
        QCOMPARE(plimsoll({u"trust"_s, file}).code, 0);
        const Run done = plimsoll({u"snapshot"_s, u"-w"_s, file});
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(timesRun(), 1);
    }

    /// With -u, the password goes to no server but the one that it was allowed for.
    void onlyForItsOwnServer()
    {
        const QString file = orders({u"/bin/sh"_s, m_program});
        QCOMPARE(plimsoll({u"trust"_s, file}).code, 0);
        const auto code = [&](const QString &url) {
            return plimsoll({u"snapshot"_s, u"-w"_s, file, u"-u"_s, url}).code;
        };
        QCOMPARE(code(m_server.tcpUrl() + u"/1"_s), 0);
        QCOMPARE(timesRun(), 1);
        RedisServer other;
        other.run({"CONFIG", "SET", "requirepass", secret});
        const Run refused = plimsoll({u"snapshot"_s, u"-w"_s, file, u"-u"_s, other.tcpUrl()});
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.errorLines().front().contains("is not used: it is for " + m_server.tcpUrl().toUtf8()),
                 refused.err.constData());
        QCOMPARE(code(QString(m_server.tcpUrl()).replace(u"redis://"_s, u"redis://someone@"_s)), 3);
        QCOMPARE(timesRun(), 1);
    }

    void aChangeAsksAgain_data()
    {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QJsonValue>("value");
        QTest::addRow("argument") << u"passwordCommand"_s << QJsonValue(QJsonArray{u"/bin/sh"_s, u"other"_s});
        QTest::addRow("receiver") << u"url"_s << QJsonValue(u"redis://127.0.0.1:1"_s);
        QTest::addRow("receiver by map") << u"addressMap"_s << QJsonValue(QJsonObject{{u"*"_s, u"127.0.0.2"_s}});
        QTest::addRow("authorities") << u"caFile"_s << QJsonValue(u"theirs.pem"_s);
        QTest::addRow("unverified") << u"verify"_s << QJsonValue(false);
        QTest::addRow("bastion") << u"ssh"_s << QJsonValue(u"ops@bastion"_s);
    }
    void aChangeAsksAgain()
    {
        QFETCH(const QString, member);
        QFETCH(const QJsonValue, value);
        const QString file = orders({u"/bin/sh"_s, m_program});
        QCOMPARE(plimsoll({u"trust"_s, file}).code, 0);
        QCOMPARE(plimsoll({u"snapshot"_s, u"-w"_s, file}).code, 0);
        QCOMPARE(orders({u"/bin/sh"_s, m_program}, {{member, value}}), file);
        const Run refused = plimsoll({u"snapshot"_s, u"-w"_s, file});
        QCOMPARE(refused.code, 4);
        QCOMPARE(timesRun(), 1);
    }

    /// What was allowed is kept in the data folder that is named, for every command.
    void consentIsOfTheDataFolder()
    {
        m_server.run({"RPUSH", "q", "1"});
        const QString file = orders({u"/bin/sh"_s, m_program, u"of its own"_s});
        QCOMPARE(plimsoll({u"trust"_s, file, u"--data-dir"_s, m_data}).code, 0);
        for (const QStringList &command : {QStringList{u"snapshot"_s},
                                           {u"jobs"_s, u"mail"_s},
                                           {u"doctor"_s},
                                           {u"discover"_s},
                                           {u"trim"_s, u"mail"_s, u"--keep"_s, u"1"_s, u"--dry-run"_s}}) {
            const Run allowed = plimsoll(command + QStringList{u"-w"_s, file, u"--data-dir"_s, m_data});
            QVERIFY2(allowed.code == 0, (command.join(u' ').toUtf8() + '\n' + allowed.out + allowed.err).constData());
            QCOMPARE(plimsoll(command + QStringList{u"-w"_s, file}).code, 4);
        }
    }

    void theSecretGoesNowhere()
    {
        RedisServer &server = m_server;
        server.run({"RPUSH", "q", "1"});
        const QString file = orders({u"/bin/sh"_s, m_program});
        QCOMPARE(plimsoll({u"trust"_s, file, u"--data-dir"_s, m_data}).code, 0);
        const QStringList place{u"-w"_s, file, u"--data-dir"_s, m_data};
        const auto check = [&](const QStringList &command, int code = 0) {
            const Run one = plimsoll(command + place);
            QVERIFY2(one.code == code, (command.join(u' ').toUtf8() + '\n' + one.out + one.err).constData());
            QVERIFY2(!(one.out + one.err).contains(secret), (one.out + one.err).constData());
            QVERIFY2(!(one.out + one.err).contains(chatter), (one.out + one.err).constData());
        };
        check({u"record"_s, u"--count"_s, u"2"_s, u"--every"_s, u"0.05"_s, u"--record"_s,
               m_folder.filePath(u"r%1.bin"_s.arg(m_runs)), u"-v"_s});
        check({u"trim"_s, u"mail"_s, u"--keep"_s, u"0"_s, u"--yes"_s, u"-v"_s});
        check({u"operations"_s});
        check({u"history"_s, u"mail"_s});
        check({u"screenshot"_s, m_data + u"/pictures"_s, u"-v"_s});
        QDirIterator files(m_folder.path(), QDir::Files, QDirIterator::Subdirectories);
        int looked = 0;
        while (files.hasNext()) {
            const QString path = files.next();
            QFile one(path);
            QVERIFY(one.open(QIODevice::ReadOnly));
            QVERIFY2(path == m_program || m_programs.contains(path) || !one.readAll().contains(secret),
                     qPrintable(path));
            ++looked;
        }
        QVERIFY(looked > 5); // journal, history, pictures
    }

    /// While it runs, neither the program's own process nor that of the command has it in its arguments.
    void theProcessListHasNothing()
    {
        const QString file = orders({u"/bin/sh"_s, m_program});
        QCOMPARE(plimsoll({u"trust"_s, file}).code, 0);
        QProcess running;
        running.setEnvironment(environment());
        running.start(QStringLiteral(PLIMSOLL_BINARY), {u"snapshot"_s, u"-w"_s, file, u"--every"_s, u"0.02"_s});
        QVERIFY(running.waitForReadyRead(60'000));
        for (const char *what : {"cmdline", "environ"}) {
            QFile list(u"/proc/%1/%2"_s.arg(running.processId()).arg(QLatin1StringView(what)));
            QVERIFY(list.open(QIODevice::ReadOnly));
            QVERIFY(!list.readAll().contains(secret));
        }
        running.kill();
        running.waitForFinished();
    }

    void failsInOneLine_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("says");
        QTest::addRow("fails") << QByteArray("echo " + secret + "; echo " + chatter + " >&2; exit 3")
                               << QByteArray("ended with 3");
        QTest::addRow("nothing") << QByteArray("echo; echo " + chatter) << QByteArray("printed no password");
        QTest::addRow("flood") << QByteArray("yes " + chatter) << QByteArray("printed too much");
        QTest::addRow("crash") << QByteArray("kill -SEGV $$") << QByteArray("crashed");
        QTest::addRow("wrong") << QByteArray("echo " + chatter) << QByteArray("WRONGPASS");
    }
    void failsInOneLine()
    {
        QFETCH(const QByteArray, body);
        QFETCH(const QByteArray, says);
        const QString file = orders({u"/bin/sh"_s, script(body)});
        QCOMPARE(plimsoll({u"trust"_s, file}).code, 0);
        const Run failed = plimsoll({u"snapshot"_s, u"-w"_s, file});
        QCOMPARE(failed.code, 3);
        QCOMPARE(failed.errorLines().size(), 1);
        QVERIFY2(failed.err.contains(says) || says == "WRONGPASS", failed.err.constData());
        QVERIFY2(!failed.err.contains(secret) && !failed.err.contains(chatter), failed.err.constData());
        const Run doctor = plimsoll({u"doctor"_s, u"-w"_s, file});
        QCOMPARE(doctor.code, 3);
        QVERIFY2(doctor.out.contains("\nauth             failed"), doctor.out.constData());
        QVERIFY2(!doctor.out.contains(secret) && !doctor.out.contains(chatter), doctor.out.constData());
    }

    void aProgramThatIsNot()
    {
        const QString file = orders({u"/no/such/program"_s});
        QCOMPARE(plimsoll({u"trust"_s, file}).code, 0);
        const Run failed = plimsoll({u"snapshot"_s, u"-w"_s, file});
        QCOMPARE(failed.code, 3);
        QVERIFY2(failed.err.contains("/no/such/program cannot be started"), failed.err.constData());
    }

    /// A password of the environment makes it unnecessary.
    void isNotRunWithoutNeed()
    {
        const QString file = orders({u"/bin/sh"_s, m_program});
        QCOMPARE(plimsoll({u"trust"_s, file}).code, 0);
        const Run done =
            plimsoll({u"snapshot"_s, u"-w"_s, file}, {u"PLIMSOLL_PASSWORD="_s + QString::fromUtf8(secret)});
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(timesRun(), 0);
    }

    /// One run serves all connections, until the server refuses what it printed.
    void runsAgainWhenThePasswordChanges()
    {
        const QString kept = m_folder.filePath(u"kept"_s);
        const QString program = script("echo x >> " + m_ran.toUtf8() + "\ncat " + kept.toUtf8());
        const auto keep = [&kept](const QByteArray &password) {
            QFile file(kept);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(password + "\n");
        };
        redis::Endpoint at = m_server.tcp();
        at.programs = {.passwordCommand = {u"/bin/sh"_s, program}, .isAllowed = true};
        keep(secret);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(redis::Client(at, {}).connect().ok());
        }
        QCOMPARE(timesRun(), 1);
        m_server.run({"CONFIG", "SET", "requirepass", "another"});
        keep("another");
        QVERIFY(redis::Client(at, {}).connect().ok());
        QCOMPARE(timesRun(), 2);
        keep("wrong");
        m_server.run({"CONFIG", "SET", "requirepass", "third"});
        const Outcome refused = redis::Client(at, {}).connect();
        QCOMPARE(refused.error().kind, ErrorKind::LoginRefused);
        QVERIFY(!refused.error().message.contains(u"wrong"_s));
    }

    void stopsWithoutWaiting()
    {
        const QString program = script("echo x >> " + m_ran.toUtf8() + "\nsleep 1000");
        std::stop_source stop;
        std::jthread stopper([&] {
            while (timesRun() == 0) {
                std::this_thread::sleep_for(5ms);
            }
            stop.request_stop();
        });
        const Result<QByteArray> password = redis::passwordBy({u"/bin/sh"_s, program}, stop.get_token());
        QCOMPARE(password.error().kind, ErrorKind::Cancelled);
    }

    void throughSshToo()
    {
        SshServer ssh;
        const QString file = orders({u"/bin/sh"_s, m_program}, {{u"ssh"_s, ssh.name()}});
        QCOMPARE(plimsoll({u"snapshot"_s, u"-w"_s, file}, {}, ssh.programs()).code, 4);
        const Run trusted = plimsoll({u"trust"_s, file}, {}, ssh.programs());
        QVERIFY2(trusted.out.contains("run ssh to connect through " + ssh.name().toUtf8()), trusted.out.constData());
        const Run done = plimsoll({u"snapshot"_s, u"-w"_s, file}, {}, ssh.programs());
        QVERIFY2(done.code == 0, done.err.constData());
        const Run doctor = plimsoll({u"doctor"_s, u"-w"_s, file}, {}, ssh.programs());
        QVERIFY2(doctor.code == 0, (doctor.out + doctor.err).constData());
        QVERIFY2(doctor.out.contains("ssh              ok       ssh leads to 127.0.0.1:")
                     && doctor.out.contains(ssh.name().toUtf8()),
                 doctor.out.constData());
        ssh.acceptKey(false);
        const Run refused = plimsoll({u"doctor"_s, u"-w"_s, file}, {}, ssh.programs());
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.out.contains("Permission denied (publickey)")
                     && refused.out.contains("tls              skipped"),
                 refused.out.constData());
    }

private:
    [[nodiscard]] QStringList environment() const
    {
        return {u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s, u"XDG_DATA_HOME="_s + m_data,
                u"QT_QPA_PLATFORM=offscreen"_s};
    }
    /// Runs the program with `programs` in front of its PATH.
    Run plimsoll(const QStringList &arguments, const QStringList &more = {}, const QString &programs = {}) const
    {
        QProcess process;
        const QString path = programs.isEmpty() ? u"PATH=/usr/bin:/bin"_s : u"PATH="_s + programs + u":/usr/bin:/bin"_s;
        process.setEnvironment(environment() + more + QStringList{path});
        process.start(QStringLiteral(PLIMSOLL_BINARY), arguments);
        process.waitForFinished(120'000);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }
    /// A file with a shell script.
    QString script(const QByteArray &body)
    {
        QFile file(m_folder.filePath(u"script%1"_s.arg(++m_scripts)));
        if (!file.open(QIODevice::WriteOnly)) {
            qFatal("no script");
        }
        file.write(body + '\n');
        m_programs += file.fileName();
        return file.fileName();
    }
    QString orders(const QStringList &command, const QJsonObject &more = {})
    {
        QJsonObject connection{{u"url"_s, m_server.tcpUrl()},
                               {u"passwordCommand"_s, QJsonArray::fromStringList(command)}};
        for (auto member = more.begin(); member != more.end(); ++member) {
            connection.insert(member.key(), member.value());
        }
        return write(
            "orders.json",
            {{u"plimsoll"_s, 1},
             {u"connection"_s, connection},
             {u"collections"_s,
              QJsonArray{QJsonObject{
                  {u"name"_s, u"mail"_s}, {u"kind"_s, u"queue"_s}, {u"keys"_s, QJsonObject{{u"ready"_s, u"q"_s}}}}}}});
    }
    [[nodiscard]] int timesRun() const
    {
        QFile file(m_ran);
        return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('x')) : 0;
    }

    QString m_data, m_ran, m_program;
    QStringList m_programs;
    int m_runs = 0, m_scripts = 0;
};

QTEST_GUILESS_MAIN(TestCliPasswordCommand)

#include "tst_cli_passwordcommand.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"
#include "redis/wire/commandkeys.h"
#include "tests/support/redisserver.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;

/// The table of where keys stand: as the server says, and with every command that our sources send.
class TestCommandKeys final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void asTheServerSays();
    void countedAsTheServerSays_data();
    void countedAsTheServerSays();
    void hasWhateverIsSent();

private:
    testing::RedisServer m_server;
    std::unique_ptr<Client> m_client;
};

void TestCommandKeys::initTestCase()
{
    m_server.start();
    m_client = std::make_unique<Client>(m_server.tcp(), ClientOptions{});
    QVERIFY(m_client->connect());
}

/// https://redis.io/docs/reference/key-specs/: name, arity, flags, first key, last key, step, …, subcommands at 9.
void TestCommandKeys::asTheServerSays()
{
    const auto answer = m_client->command({"COMMAND"});
    QVERIFY(answer);
    QSet<QByteArray> seen;
    const auto check = [&seen](const Reply &command) {
        const QByteArray name = command.elements.at(0).bytes.toUpper();
        const auto ours = keyPositions(name);
        if (!ours || ours->counted > 0 || ours->behindStreams) {
            return;
        }
        seen.insert(name);
        QVERIFY2(ours->first == command.elements.at(3).integer && ours->last == command.elements.at(4).integer
                     && ours->step == command.elements.at(5).integer,
                 name.constData());
    };
    for (const Reply &command : answer->elements) {
        check(command);
        if (command.elements.size() > 9) {
            for (const Reply &subcommand : command.elements.at(9).elements) {
                check(subcommand);
            }
        }
    }
    QVERIFY2(seen.size() > 60, QByteArray::number(seen.size()).constData());
}

void TestCommandKeys::countedAsTheServerSays_data()
{
    QTest::addColumn<QByteArrayList>("command");
    QTest::newRow("script") << QByteArrayList{"EVALSHA", QByteArray(40, 'a'), "2", "first", "second", "no key"};
    QTest::newRow("text of a script") << QByteArrayList{"EVAL", "return 1", "1", "first", "no key"};
    QTest::newRow("script without keys") << QByteArrayList{"EVAL", "return 1", "0", "no key"};
    QTest::newRow("sets") << QByteArrayList{"SINTERCARD", "2", "first", "second", "LIMIT", "5"};
    QTest::newRow("many") << QByteArrayList{"UNLINK", "first", "second", "third"};
    QTest::newRow("two of four") << QByteArrayList{"LMOVE", "from", "to", "LEFT", "RIGHT"};
    QTest::newRow("streams") << QByteArrayList{"XREADGROUP", "GROUP", "g",      "c", "COUNT", "5",
                                               "STREAMS",    "first", "second", ">", ">"};
    QTest::newRow("container") << QByteArrayList{"MEMORY", "USAGE", "first"};
}

void TestCommandKeys::countedAsTheServerSays()
{
    QFETCH(const QByteArrayList, command);
    Pipeline pipeline;
    pipeline.add(std::vector<QByteArrayView>(command.begin(), command.end()));
    QVERIFY(pipeline.at(0).keysKnown);
    QByteArrayList ours;
    for (int i = 0; i < pipeline.at(0).keyCount; ++i) {
        ours.append(pipeline.key(0, i).toByteArray());
    }

    Pipeline question;
    std::vector<QByteArrayView> arguments{"COMMAND", "GETKEYS"};
    arguments.insert(arguments.end(), command.begin(), command.end());
    question.add(arguments);
    const auto answer = m_client->exchange(question);
    QVERIFY(answer);
    QByteArrayList theirs; // an error where there are none
    for (const Reply &key : answer->front().elements) {
        theirs.append(key.bytes);
    }
    QCOMPARE(ours, theirs);
}

void TestCommandKeys::hasWhateverIsSent()
{
    static const QRegularExpression sent(
        QStringLiteral(R"re((?:\badd\(|\bcommand\(|argv)\{\s*"([A-Z]{3,})"(?:,\s*"([A-Z]{2,})")?)re"));
    QSet<QByteArray> names;
    for (const char *folder : {"/redis", "/app"}) {
        QDirIterator files(QStringLiteral(PLIMSOLL_SOURCE_DIR) + QLatin1StringView(folder), {QStringLiteral("*.cpp")},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.fileName().contains(QLatin1StringView("/app/lab/"))) {
                continue; // its server is one alone, and nothing is split by node
            }
            QVERIFY(file.open(QIODevice::ReadOnly));
            auto found = sent.globalMatch(QString::fromUtf8(file.readAll()));
            while (found.hasNext()) {
                const auto match = found.next();
                Pipeline pipeline;
                pipeline.add({match.captured(1).toUtf8(), match.captured(2).toUtf8()});
                names.insert(pipeline.commands().front());
            }
        }
    }
    QVERIFY2(names.size() > 40, QByteArray::number(names.size()).constData());
    QByteArrayList missing;
    for (const QByteArray &name : names) {
        if (!keyPositions(name)) {
            missing.append(name);
        }
    }
    QVERIFY2(missing.isEmpty(), missing.join(' ').constData());
}

QTEST_GUILESS_MAIN(TestCommandKeys)
#include "tst_commandkeys.moc"

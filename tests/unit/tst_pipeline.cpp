// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/gate.h"
#include "redis/wire/pipeline.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using plimsoll::ErrorKind;
using plimsoll::redis::CommandGate;
using plimsoll::redis::Pipeline;
using plimsoll::redis::Reply;

namespace {

Reply text(const QByteArray &bytes)
{
    return {.type = Reply::Type::Bulk, .bytes = bytes, .elements = {}};
}

Reply array(std::vector<Reply> elements)
{
    return {.type = Reply::Type::Array, .bytes = {}, .elements = std::move(elements)};
}

/// An entry of COMMAND as Redis 7 writes it; without subcommands also as Redis 5 does.
Reply entry(const QByteArray &name, const std::vector<QByteArray> &flags, const std::vector<Reply> &subcommands = {})
{
    std::vector<Reply> flagReplies;
    flagReplies.reserve(flags.size());
    for (const QByteArray &flag : flags) {
        flagReplies.push_back({.type = Reply::Type::Status, .bytes = flag, .elements = {}});
    }
    std::vector<Reply> parts{text(name), Reply{.type = Reply::Type::Integer, .integer = 2, .bytes = {}, .elements = {}},
                             array(flagReplies)};
    if (!subcommands.empty()) {
        parts.resize(9);
        parts.push_back(array(subcommands));
    }
    return array(parts);
}

CommandGate gate()
{
    const Reply commands = array({
        entry("zcard", {"readonly", "fast"}), entry("zadd", {"write", "denyoom"}), entry("ping", {"fast"}),
        entry("eval", {"noscript"}), entry("shutdown", {"admin"}),
        entry("select", {"write"}), // no real server; its word counts for more than our list
        entry("memory", {}, {entry("memory|usage", {"readonly"}), entry("memory|purge", {})}),
        entry("client", {}, {entry("client|setname", {}), entry("client|kill", {"admin"})}),
        entry("object", {"readonly"}), // Redis 6: the container's flags stand for its subcommands
    });
    return *CommandGate::fromCommandReply(commands, {"0123abcd"});
}

} // namespace

/// Tests the encoding of commands, their names, and how the read-only gate judges them.
class TestPipeline final : public QObject {
    Q_OBJECT

private slots:
    void encodes();
    void names_data();
    void names();
    void appends();
    void knowsTheKeys();
    void splitsAndJoins();
    void clears();
    void truncates();
    void gateJudges_data();
    void gateJudges();
    void gateNamesTheCommand();
    void gateLeavesMissingReadsToTheServer_data();
    void gateLeavesMissingReadsToTheServer();
    void gateWantsFlags();
};

void TestPipeline::encodes()
{
    Pipeline pipeline;
    QVERIFY(pipeline.isEmpty());
    pipeline.add({"SET", QByteArrayView("a\0\r\n", 4), ""});
    QCOMPARE(pipeline.bytes(), QByteArray("*3\r\n$3\r\nSET\r\n$4\r\na\0\r\n\r\n$0\r\n\r\n", 29));
    QCOMPARE(pipeline.size(), 1);
    pipeline.add({"GET", QByteArrayView()});
    QVERIFY(pipeline.bytes().endsWith("*2\r\n$3\r\nGET\r\n$0\r\n\r\n"));
    std::vector<QByteArrayView> many(1000, "x");
    many.front() = "DEL";
    pipeline.add(many);
    QVERIFY(pipeline.bytes().contains("*1000\r\n$3\r\nDEL\r\n$1\r\nx\r\n"));
    QCOMPARE(pipeline.size(), 3);
}

void TestPipeline::names_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::addColumn<QByteArray>("name");

    QTest::newRow("plain") << QByteArrayList{"zcard", "k"} << QByteArray("ZCARD");
    QTest::newRow("alone") << QByteArrayList{"Ping"} << QByteArray("PING");
    QTest::newRow("container") << QByteArrayList{"client", "setName", "x"} << QByteArray("CLIENT|SETNAME");
    QTest::newRow("container alone") << QByteArrayList{"COMMAND"} << QByteArray("COMMAND");
    QTest::newRow("script") << QByteArrayList{"EVALSHA", "ABC123", "0"} << QByteArray("EVALSHA:abc123");
    QTest::newRow("script text") << QByteArrayList{"EVAL", "return 1", "0"} << QByteArray("EVAL");
    QTest::newRow("key like a name") << QByteArrayList{"GET", "client"} << QByteArray("GET");
}

void TestPipeline::names()
{
    QFETCH(const QByteArrayList, arguments);
    QFETCH(const QByteArray, name);
    const std::vector<QByteArrayView> views(arguments.begin(), arguments.end());
    Pipeline pipeline;
    pipeline.add(views);
    pipeline.add(views);
    QCOMPARE(pipeline.size(), 2);
    QCOMPARE(pipeline.commands(), std::vector<QByteArray>{name});
}

void TestPipeline::appends()
{
    Pipeline first;
    first.add({"LLEN", "a"});
    Pipeline second;
    second.add({"ZCARD", "b"});
    second.add({"LLEN", "c"});
    const QByteArray together = first.bytes() + second.bytes();
    first.append(second);
    QCOMPARE(first.size(), 3);
    QCOMPARE(first.bytes(), together);
    QCOMPARE(first.commands(), (std::vector<QByteArray>{"LLEN", "ZCARD"}));
    QCOMPARE(first.key(1, 0), QByteArrayView("b"));
    QCOMPARE(first.key(2, 0), QByteArrayView("c"));
    QCOMPARE(second.size(), 2);
}

void TestPipeline::knowsTheKeys()
{
    const QByteArray awkward("k\r\n$3\r\n\0", 9);
    Pipeline pipeline;
    pipeline.add({"EXISTS", awkward, "", "third"});
    pipeline.add({"PING"});
    pipeline.add({"SORT_RO", "list"}); // not in the table
    pipeline.add({"EVALSHA", "ab", "1", "first", "argument"});
    pipeline.add({"EVALSHA", "ab", "3", "too", "few"});
    pipeline.add({"EVALSHA", "ab", "many", "first"});
    pipeline.add({"ZADD", "board", "1", "member"});
    QCOMPARE(pipeline.at(0).keyCount, 3);
    QCOMPARE(pipeline.key(0, 0), QByteArrayView(awkward));
    QCOMPARE(pipeline.key(0, 1), QByteArrayView(""));
    QCOMPARE(pipeline.key(0, 2), QByteArrayView("third"));
    QVERIFY(pipeline.at(1).keysKnown && pipeline.at(1).keyCount == 0);
    QVERIFY(!pipeline.at(2).keysKnown && pipeline.at(2).keyCount == 0);
    QVERIFY(pipeline.at(3).keysKnown && pipeline.at(3).keyCount == 1);
    QCOMPARE(pipeline.key(3, 0), QByteArrayView("first"));
    QVERIFY(!pipeline.at(4).keysKnown && !pipeline.at(5).keysKnown);
    QCOMPARE(pipeline.key(6, 0), QByteArrayView("board"));
}

/// Dealt out to three nodes and joined again, every command is as it was, with its keys.
void TestPipeline::splitsAndJoins()
{
    QRandomGenerator random(7);
    Pipeline whole;
    for (int i = 0; i < 300; ++i) {
        const QByteArray key(random.bounded(2000), static_cast<char>('a' + i % 26));
        switch (random.bounded(4)) {
        case 0:
            whole.add({"ZCOUNT", key, "-inf", QByteArray::number(i)});
            break;
        case 1:
            whole.add({"TIME"});
            break;
        case 2:
            whole.add({"LMOVE", key, "to" + key, "LEFT", "RIGHT"});
            break;
        default:
            whole.add({"HMGET", key, "a", "b"});
            break;
        }
    }
    std::array<Pipeline, 3> nodes;
    std::vector<std::pair<std::size_t, int>> places;
    for (int i = 0; i < whole.size(); ++i) {
        const auto node = static_cast<std::size_t>(random.bounded(3));
        places.emplace_back(node, nodes.at(node).size());
        nodes.at(node).append(whole, i);
    }
    Pipeline joined;
    joined.append(nodes[0]); // what stands before moves the places of what follows
    const int before = joined.size();
    for (const auto &[node, at] : places) {
        joined.append(nodes.at(node), at);
    }
    QCOMPARE(joined.bytes(), nodes[0].bytes() + whole.bytes());
    for (int i = 0; i < whole.size(); ++i) {
        const Pipeline::Command &was = whole.at(i);
        const Pipeline::Command &is = joined.at(before + i);
        QCOMPARE(joined.bytes().mid(is.offset, is.length), whole.bytes().mid(was.offset, was.length));
        QCOMPARE(joined.commands().at(static_cast<std::size_t>(is.name)),
                 whole.commands().at(static_cast<std::size_t>(was.name)));
        QCOMPARE(is.keysKnown, was.keysKnown);
        QCOMPARE(is.keyCount, was.keyCount);
        for (int k = 0; k < was.keyCount; ++k) {
            QCOMPARE(joined.key(before + i, k), whole.key(i, k));
        }
    }
}

void TestPipeline::clears()
{
    Pipeline pipeline;
    pipeline.add({"LLEN", "a"});
    const Pipeline copy = pipeline;
    pipeline.clear();
    QVERIFY(pipeline.isEmpty() && pipeline.bytes().isEmpty() && pipeline.commands().empty());
    QCOMPARE(copy.size(), 1);
    QVERIFY(!copy.bytes().isEmpty());
    pipeline.append(copy);
    QCOMPARE(pipeline.bytes(), copy.bytes());
}

void TestPipeline::truncates()
{
    Pipeline pipeline;
    pipeline.add({"LLEN", "a"});
    const Pipeline before = pipeline;
    const Pipeline::Size size = pipeline.mark();
    for (int i = 0; i < 2; ++i) {
        pipeline.add({"llen", "b"});
        pipeline.add({"CONFIG", "GET", "maxmemory"});
        QCOMPARE(pipeline.commands(), (std::vector<QByteArray>{"LLEN", "CONFIG|GET"}));
        QCOMPARE(pipeline.key(1, 0), QByteArrayView("b"));
        pipeline.truncate(size);
        QCOMPARE(pipeline.bytes(), before.bytes());
        QCOMPARE(pipeline.commands(), before.commands());
        QCOMPARE(pipeline.size(), 1);
    }
}

void TestPipeline::gateJudges_data()
{
    QTest::addColumn<bool>("allowed");

    for (const char *name :
         {"ZCARD", "PING", "MEMORY|USAGE", "CLIENT|SETNAME", "OBJECT|ENCODING", "EVALSHA:0123abcd", "CONFIG|GET"}) {
        QTest::newRow(name) << true;
    }
    for (const char *name : {"ZADD", "EVAL", "SHUTDOWN", "SELECT", "MEMORY|PURGE", "CLIENT|KILL", "CLIENT|PAUSE",
                             "CONFIG|SET", "EVALSHA:ffff", "EVALSHA", "FLUSHALL", "JSON.SET", "", "zcard"}) {
        QTest::newRow(*name == '\0' ? "nothing" : name) << false;
    }
}

void TestPipeline::gateJudges()
{
    QFETCH(const bool, allowed);
    const QByteArray name =
        qstrcmp(QTest::currentDataTag(), "nothing") == 0 ? QByteArray() : QByteArray(QTest::currentDataTag());
    QCOMPARE(gate().allows(name), allowed);
    QCOMPARE(gate().judge({"ZCARD", name}).has_value(), !allowed);
}

void TestPipeline::gateNamesTheCommand()
{
    const auto refusal = gate().judge({"ZCARD", "CONFIG|SET", "ZADD"});
    QVERIFY(refusal);
    QCOMPARE(refusal->kind, ErrorKind::Refused);
    QVERIFY2(refusal->message.contains(u"read-only"_s) && refusal->message.contains(u"CONFIG SET"_s),
             qPrintable(refusal->message));
    QVERIFY(!gate().judge({}));
}

void TestPipeline::gateLeavesMissingReadsToTheServer_data()
{
    QTest::addColumn<bool>("sent");
    QTest::newRow("LLEN") << true;
    QTest::newRow("XINFO|STREAM") << true;
    QTest::newRow("TYPE") << false; // another command bears its name
    QTest::newRow("GETRANGE") << false; // and one that says nothing of what it does
    QTest::newRow("RPUSH") << false;
    QTest::newRow("EVALSHA:LLEN") << false;
    QTest::newRow("HMGE") << false;
}

/// A reading command that was renamed is an error of its own, not of all that is asked with it. What bears its name
/// instead counts by its flags.
void TestPipeline::gateLeavesMissingReadsToTheServer()
{
    QFETCH(const bool, sent);
    const QByteArray name(QTest::currentDataTag());
    const Reply commands =
        array({entry("zcard", {"readonly"}), entry("type", {"write"}), entry("getrange", {"noscript"})});
    const CommandGate renamed = *CommandGate::fromCommandReply(commands, {});
    QVERIFY2(!renamed.allows(name), "the server has it not");
    QCOMPARE(!renamed.judge({"ZCARD", name}).has_value(), sent);
}

void TestPipeline::gateWantsFlags()
{
    QCOMPARE(CommandGate::fromCommandReply(Reply{}, {}).error().kind, ErrorKind::Refused);
    QCOMPARE(CommandGate::fromCommandReply(array({array({}), text("get"), Reply{}}), {}).error().kind,
             ErrorKind::Refused);
}

QTEST_GUILESS_MAIN(TestPipeline)
#include "tst_pipeline.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/permissions.h"
#include "tests/server/operationways.h"
#include "tests/support/faultproxy.h"

#include <QDirIterator>
#include <QRegularExpression>

#include <limits>
#include <set>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 lastTime = std::numeric_limits<qint64>::max();
constexpr qint64 exactTo = qint64(1) << 53; ///< largest exact integer in Lua
constexpr int elements = 700; ///< more than one batch

constexpr const char *queue = R"({"name":"q","kind":"queue","keys":{"ready":"q","processing":"p","dead":"d",)"
                              R"("job":"job:{id}"},"options":{"staleAfter":"30s"}})";
constexpr const char *schedule = R"({"name":"q","kind":"schedule","keys":{"delayed":"q","dead":"d"}})";

/// Every command that a script of this step may call.
std::set<QByteArray> commandNames(const PlanStep &step)
{
    std::set<QByteArray> names{"PEXPIRETIME"};
    for (const WireCommand &command : commandsOf(step, "e")) {
        names.insert(command.front());
    }
    names.erase("EVALSHA");
    return names;
}

struct LostReply {
    const char *name;
    const char *collection;
    Action action;
    const char *state;
    KeyType from;
    QByteArray key;
};

const std::vector<LostReply> &losses()
{
    static const std::vector<LostReply> all{
        {"discard from a list", queue, Action::Discard, "dead", ListKey, "d"},
        {"requeue from a list", queue, Action::RequeueDead, "dead", ListKey, "d"},
        {"requeue from a sorted set", queue, Action::Requeue, "processing", ZSetKey, "p"},
        {"trim a list", queue, Action::Trim, "", ListKey, "q"},
        {"trim a sorted set", schedule, Action::Trim, "", ZSetKey, "q"},
        {"discard from a set", schedule, Action::Discard, "dead", SetKey, "d"},
    };
    return all;
}

} // namespace

/// Tests that operations account for every element taken, whatever fails at any moment: no script fails after its first
/// write, and an operation with an unknown outcome is not closed.
class TestOperationsDoubt : public QObject {
    Q_OBJECT

private slots:
    void init();
    void declaresWhatTheScriptsName();
    void happensAsAWholeOrNotAtAll_data() { everyWay(); }
    void happensAsAWholeOrNotAtAll();
    void enduresEveryExpiry_data() { everyWay(); }
    void enduresEveryExpiry();
    void setsNoExpiryThatHasPassed();
    void takesTheLastScoreThatIsNone();
    void losesNothingAtTheEndOfTime_data();
    void losesNothingAtTheEndOfTime();
    void losesNothingThatIsForbiddenMeanwhile_data();
    void losesNothingThatIsForbiddenMeanwhile();
    void believesTheEscrowMoreThanTheAnswer();
    void leavesOpenWhatItCannotRead();
    void leavesOpenWhatItMayNotRead();

private:
    static void everyWay();
    void fill(KeyType type, const QByteArray &key, int count);
    [[nodiscard]] Endpoint crew() const;
    Plan planOf(Bench &bench, const LostReply &loss);
    QByteArray digest() { return m_server.run({"DEBUG", "DIGEST"}).bytes; }
    QByteArrayList contents() { return strings(m_server.run({"DEBUG", "DIGEST-VALUE", "q", "p", "d", "job:job3"})); }

    RedisServer m_server{{u"--enable-debug-command"_s, u"yes"_s}};
    RedisServer m_renamed{{u"--enable-debug-command"_s, u"yes"_s, u"--rename-command"_s, u"PTTL"_s, u""_s,
                           u"--rename-command"_s, u"LTRIM"_s, u""_s, u"--rename-command"_s, u"HDEL"_s, u""_s}};
};

void TestOperationsDoubt::everyWay()
{
    QTest::addColumn<int>("way");
    const std::vector<Way> all = ways();
    for (int i = 0; i < int(all.size()); ++i) {
        QTest::addRow("%s", all[std::size_t(i)].name) << i;
    }
}

void TestOperationsDoubt::init()
{
    m_server.flush();
    m_server.run({"ACL", "SETUSER", "crew", "reset", "on", ">secret", "~*", "+@all"});
}

Endpoint TestOperationsDoubt::crew() const
{
    Endpoint endpoint = m_server.local();
    endpoint.user = "crew";
    endpoint.password = "secret";
    return endpoint;
}

void TestOperationsDoubt::fill(KeyType type, const QByteArray &key, int count)
{
    Pipeline pipeline;
    const QByteArray then = now(-3'600'000);
    for (int i = 0; i < count; ++i) {
        const QByteArray element = "job" + QByteArray::number(i);
        if (type == ListKey) {
            pipeline.add({"RPUSH", key, element});
        } else if (type == SetKey) {
            pipeline.add({"SADD", key, element});
        } else {
            pipeline.add({"ZADD", key, then, element});
        }
        pipeline.add({"HSET", "job:" + element, "attempts", "2"});
    }
    m_server.run(pipeline);
}

Plan TestOperationsDoubt::planOf(Bench &bench, const LostReply &loss)
{
    OperationRequest request = bench.request(loss.action);
    request.state = QString::fromLatin1(loss.state);
    request.keep = 0;
    Result<Plan> plan = Planner(bench.client).plan(request);
    if (!plan) {
        qFatal("%s", qPrintable(plan.error().message));
    }
    return *std::move(plan);
}

/// Commands that the head of a script declares.
std::set<QByteArray> headOf(const QString &script)
{
    static const QRegularExpression head(u"^-- Calls[^:]*:(.*)$"_s, QRegularExpression::MultilineOption);
    std::set<QByteArray> commands;
    for (auto line = head.globalMatch(script); line.hasNext();) {
        for (const QString &command : line.next().captured(1).split(u' ', Qt::SkipEmptyParts)) {
            commands.insert(command.section(u'|', 0, 0).toLatin1());
        }
    }
    return commands;
}

/// Checks the text of the scripts, so that commands are found which no way above reaches.
void TestOperationsDoubt::declaresWhatTheScriptsName()
{
    std::set<QByteArray> declared{"PEXPIRETIME"}; // only tried
    for (const Way &way : ways()) {
        const std::set<QByteArray> names = commandNames(stepOf(way));
        declared.insert(names.begin(), names.end());
    }
    static const QRegularExpression name(uR"((?:call\(|call\(\w+ and |\{ ?|or |and )'([A-Z]{3,})')"_s);
    int found = 0;
    for (QDirIterator files(u":/lua"_s); files.hasNext();) {
        QFile file(files.next());
        if (file.fileName().endsWith(u"allowed.lua"_s) || file.fileName().contains(u"demo"_s)) {
            continue;
        }
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString script = QString::fromUtf8(file.readAll());
        std::set<QByteArray> own = declared;
        own.merge(headOf(script)); // no way above is of a stream
        if (script.contains(u"pendingEntry("_s)) { // every script begins with it; who calls it declares what it calls
            QVERIFY2(own.contains("XPENDING") || script.contains(u"function pendingEntry("_s),
                     qPrintable(file.fileName()));
            own.insert("XPENDING");
        }
        for (auto match = name.globalMatch(script); match.hasNext(); ++found) {
            const QByteArray command = match.next().captured(1).toLatin1();
            QVERIFY2(command == "LEFT" || command == "RIGHT" || own.contains(command),
                     qPrintable(file.fileName() + u": "_s + QString::fromLatin1(command)));
        }
    }
    QVERIFY2(found > 40, QByteArray::number(found).constData());
}

void TestOperationsDoubt::happensAsAWholeOrNotAtAll()
{
    QFETCH(int, way);
    const Way tried = ways()[std::size_t(way)];
    const PlanStep step = stepOf(tried);
    Standalone client(crew(), {});
    QVERIFY(client.connect().ok());
    int refused = 0;
    for (const bool json : {false, true}) {
        for (const QByteArray &forbidden : commandNames(step)) {
            fillFor(m_server, step, json);
            m_server.run({"PEXPIRE", "k", "1000000"});
            m_server.run({"ACL", "SETUSER", "crew", "+@all", "-" + forbidden});
            const QByteArray before = digest();
            const auto [call, arguments] = callOf(tried);
            const Result<Reply> reply = runScript(client, *call.script, call.keys, arguments);
            QVERIFY(reply.ok());
            if (reply->isError()) {
                QVERIFY2(digest() == before, (forbidden + ": " + reply->bytes).constData());
                ++refused;
            } else {
                QVERIFY2(readAnswer(step, 0, reply->elements, {}, {}).ok(), forbidden.constData());
            }
        }
    }
    QVERIFY2(refused > 6, QByteArray::number(refused).constData());

    // A command that is not there at all cannot be asked for.
    Standalone other(m_renamed.local(), {});
    QVERIFY(other.connect().ok());
    fillFor(m_renamed, step, false);
    m_renamed.run({"PEXPIRE", "k", "1000000"});
    const QByteArray before = m_renamed.run({"DEBUG", "DIGEST"}).bytes;
    const auto [call, arguments] = callOf(tried);
    const Result<Reply> reply = runScript(other, *call.script, call.keys, arguments);
    QVERIFY(reply.ok());
    QVERIFY2(!reply->isError() || m_renamed.run({"DEBUG", "DIGEST"}).bytes == before, reply->bytes.constData());
}

void TestOperationsDoubt::enduresEveryExpiry()
{
    QFETCH(int, way);
    const Way tried = ways()[std::size_t(way)];
    const PlanStep step = stepOf(tried);
    Standalone client(m_server.local(), {});
    QVERIFY(client.connect().ok());
    for (const qint64 at :
         {lastTime, lastTime - 1, (qint64(1) << 62) + 1, exactTo + 1, qint64(8'640'000'000'000'000)}) {
        fillFor(m_server, step, false);
        m_server.run({"PEXPIREAT", "k", QByteArray::number(at)});
        const auto [call, arguments] = callOf(tried);
        const Result<Reply> reply = runScript(client, *call.script, call.keys, arguments);
        QVERIFY2(reply.ok() && !reply->isError(), reply ? reply->bytes.constData() : "");
        const Result<BatchAnswer> answer = readAnswer(step, 0, reply->elements, {}, {});
        QVERIFY2(answer.ok(), answer ? "" : qPrintable(answer.error().message));
        if (!step.is<ExpireStep>() && m_server.run({"EXISTS", "k"}).integer == 1) {
            QCOMPARE(m_server.run({"PEXPIRETIME", "k"}).integer, at); // what stays keeps its expiry, exactly
        }
        if (step.is<MoveStep>() || step.cut() != nullptr) {
            QVERIFY(answer->result.expiresAt.has_value());
            const qint64 off = std::abs(*answer->result.expiresAt - at);
            QVERIFY2(off <= (at > exactTo ? 512 : 0), QByteArray::number(off).constData());
        }
    }
}

/// It was ahead when the undo was planned.
void TestOperationsDoubt::setsNoExpiryThatHasPassed()
{
    Standalone client(m_server.local(), {});
    QVERIFY(client.connect().ok());
    for (const Way &way :
         {Way{"restored", RestoreStep{.expireAt = now(-1'000)}, ListKey, [](PlanStep &s) { s.key = "t"; }},
          Way{"moved back", MoveStep{.target = to(PlanTarget::How::PushLeft), .expireAt = now(-1'000)}, ListKey}}) {
        const PlanStep step = stepOf(way);
        fillFor(m_server, step, false);
        m_server.run({"DEL", "t"});
        const auto [call, arguments] = callOf(way);
        const Result<Reply> reply = runScript(client, *call.script, call.keys, arguments);
        QVERIFY2(reply.ok() && !reply->isError(), reply ? reply->bytes.constData() : "");
        QVERIFY2(m_server.run({"LLEN", "t"}).integer >= 3, way.name);
        QCOMPARE(m_server.run({"PTTL", "t"}).integer, -1);
    }
}

/// Elements come with their scores; the last is no number.
void TestOperationsDoubt::takesTheLastScoreThatIsNone()
{
    Standalone client(m_server.local(), {});
    QVERIFY(client.connect().ok());
    const PlanTarget target{"t", PlanTarget::How::AddToZSet, {}};
    for (const PlanStep::Does &does :
         {PlanStep::Does(RestoreStep{}), PlanStep::Does(RescoreStep{}), PlanStep::Does(MoveStep{.target = target})}) {
        for (const char *score : {"nan", "", "1 ", "one"}) {
            const Way way{"", does, ZSetKey, [&](PlanStep &s) {
                              (s.is<RestoreStep>() ? s.items.back().score : s.items.back().newScore) = score;
                          }};
            const PlanStep step = stepOf(way);
            fillFor(m_server, step, false);
            const QByteArray before = digest();
            const auto [call, arguments] = callOf(way);
            const Result<Reply> reply = runScript(client, *call.script, call.keys, arguments);
            QVERIFY(reply.ok());
            QVERIFY2(!reply->isError() || digest() == before, reply->bytes.constData());
            QVERIFY(reply->isError() || (step.is<MoveStep>() && *score == '\0')); // then it keeps the one it has
        }
    }
}

void TestOperationsDoubt::losesNothingAtTheEndOfTime_data()
{
    QTest::addColumn<int>("loss");
    QTest::addColumn<qint64>("at");
    for (int i = 0; i < int(losses().size()); ++i) {
        for (const qint64 at : {lastTime, exactTo + 1, qint64(8'640'000'000'000'000)}) {
            QTest::addRow("%s, %lld", losses()[std::size_t(i)].name, at) << i << at;
        }
    }
}

void TestOperationsDoubt::losesNothingAtTheEndOfTime()
{
    QFETCH(int, loss);
    QFETCH(qint64, at);
    const LostReply &tried = losses()[std::size_t(loss)];
    fill(tried.from, tried.key, 20);
    m_server.run({"PEXPIREAT", tried.key, QByteArray::number(at)});
    const QByteArrayList before = contents();
    Bench bench(m_server, tried.collection);
    const Plan plan = planOf(bench, tried);
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(plan);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.moved + report.removed, 20);
    QVERIFY(report.undoable);
    QCOMPARE(m_server.run({"EXISTS", tried.key}).integer, 0);
    QCOMPARE(bench.undo(plan.id).moved, 20);
    QCOMPARE(contents(), before);
    const qint64 back = m_server.run({"PEXPIRETIME", tried.key}).integer;
    QVERIFY2(at == exactTo + 1 ? std::abs(back - at) <= 1 : back == at, QByteArray::number(back).constData());
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsDoubt::losesNothingThatIsForbiddenMeanwhile_data()
{
    QTest::addColumn<int>("loss");
    for (int i = 0; i < int(losses().size()); ++i) {
        QTest::addRow("%s", losses()[std::size_t(i)].name) << i;
    }
}

/// The user may lose permission for any command after the first batch; the changes made are accounted for anyway.
void TestOperationsDoubt::losesNothingThatIsForbiddenMeanwhile()
{
    QFETCH(int, loss);
    const LostReply &tried = losses()[std::size_t(loss)];
    std::set<QByteArray> names;
    {
        fill(tried.from, tried.key, 1);
        Bench bench(m_server, tried.collection);
        for (const PlanStep &step : planOf(bench, tried).steps) {
            names.merge(commandNames(step));
        }
        names.insert({"EVALSHA", "EVAL", "STRLEN"});
    }
    for (const QByteArray &forbidden : names) {
        m_server.flush();
        m_server.run({"ACL", "SETUSER", "crew", "+@all"});
        fill(tried.from, tried.key, elements);
        m_server.run({"PEXPIRE", tried.key, "100000000"});
        const QByteArrayList before = contents();
        Bench bench(m_server, tried.collection);
        const Plan plan = planOf(bench, tried);
        Standalone client(crew(), {});
        QVERIFY(client.connect().ok());
        RunnerOptions options;
        options.progress = [&](const OperationProgress &) {
            m_server.run({"ACL", "SETUSER", "crew", "-" + forbidden});
        };
        OperationReport report = Runner(client, bench.journal.get(), options).run(plan);
        m_server.run({"ACL", "SETUSER", "crew", "+@all"});
        if (!bench.journal->openOperations()->empty()) {
            const Result<OperationReport> recovered = bench.recoverOne();
            QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
            report = *recovered;
        }
        const qint64 left =
            m_server.run({tried.from == ListKey      ? "LLEN"
                              : tried.from == SetKey ? "SCARD"
                                                     : "ZCARD",
                          tried.key})
                .integer;
        QVERIFY2(report.moved + report.deadLettered + report.removed == elements - left,
                 (forbidden + ": " + report.error.toUtf8()).constData());
        QVERIFY2(report.accounted() > 0, forbidden.constData());
        bench.undo(plan.id);
        QVERIFY2(contents() == before, forbidden.constData());
        if (forbidden != "UNLINK") { // then they wait for their expiry
            QCOMPARE(bench.leftovers(), QByteArrayList());
        }
    }
}

/// A reply that is garbled in transit is intact in the escrow, which is read in other pieces.
void TestOperationsDoubt::believesTheEscrowMoreThanTheAnswer()
{
    m_server.run({"RPUSH", "d", "a", "b"});
    Bench bench(m_server, queue);
    const Plan plan = planOf(bench, losses().front());
    FaultProxy proxy(m_server.local());
    Standalone client(proxy.endpoint(), {});
    QVERIFY(client.connect().ok());
    Faults garbled;
    garbled.replace = std::pair(QByteArray("*13\r\n$16\r\n2"), QByteArray("*13\r\n$16\r\nx")); // a header and twice six
    proxy.set(garbled);
    const OperationReport report = Runner(client, bench.journal.get()).run(plan);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, 2);
    QVERIFY(bench.journal->openOperations()->empty());
    QCOMPARE(bench.undo(plan.id).moved, 2);
    QCOMPARE(strings(m_server.run({"LRANGE", "d", "0", "-1"})), (QByteArrayList{"a", "b"}));
}

void TestOperationsDoubt::leavesOpenWhatItCannotRead()
{
    m_server.run({"RPUSH", "d", "a", "b"});
    Bench bench(m_server, queue);
    const Plan plan = planOf(bench, losses().front());
    FaultProxy proxy(m_server.local());
    Standalone client(proxy.endpoint(), {});
    QVERIFY(client.connect().ok());
    Faults garbled;
    garbled.replace = std::pair(QByteArray("2 0 0 2 0"), QByteArray("2 0 0 2 x")); // wherever it is read
    proxy.set(garbled);
    const OperationReport report = Runner(client, bench.journal.get()).run(plan);
    QCOMPARE(report.state, OperationState::Failed);
    QVERIFY2(report.error.contains(u"--recover"_s), qPrintable(report.error));
    QVERIFY(!report.undoable);
    QCOMPARE(bench.journal->openOperations()->size(), 1U);
    QCOMPARE(m_server.run({"EXISTS", "d"}).integer, 0); // it has happened
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->removed, 2);
    QCOMPARE(bench.undo(plan.id).moved, 2);
    QCOMPARE(strings(m_server.run({"LRANGE", "d", "0", "-1"})), (QByteArrayList{"a", "b"}));
}

/// Too much for one answer: the rest is to be read from the escrow, which is refused then.
void TestOperationsDoubt::leavesOpenWhatItMayNotRead()
{
    m_server.run({"RPUSH", "q", "small", QByteArray(5'000'000, 'x')});
    Bench bench(m_server, queue);
    const Plan plan = planOf(bench, losses()[3]);
    Standalone client(crew(), {});
    QVERIFY(client.connect().ok());
    m_server.run({"ACL", "SETUSER", "crew", "-lrange", "(+lrange ~q)"});
    const OperationReport report = Runner(client, bench.journal.get()).run(plan);
    QVERIFY2(report.error.contains(u"--recover"_s), qPrintable(report.error));
    QCOMPARE(bench.journal->openOperations()->size(), 1U);
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->removed + m_server.run({"LLEN", "q"}).integer, 2);
    QVERIFY(recovered->removed > 0);
    QCOMPARE(bench.undo(plan.id).moved, recovered->removed);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes, "small");
    QCOMPARE(m_server.run({"LINDEX", "q", "1"}).bytes.size(), 5'000'000);
}

QTEST_GUILESS_MAIN(TestOperationsDoubt)
#include "tst_operations_doubt.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <QTest>

#include <functional>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr const char *queue = R"({"name":"q","kind":"queue","keys":{"ready":["q","q2"],"processing":"p","delayed":"d",)"
                              R"("dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})";
constexpr const char *timers = R"({"name":"timers","kind":"schedule","keys":{"delayed":"d"}})";
constexpr const char *board = R"({"name":"board","kind":"leaderboard","keys":{"board":"b"}})";
constexpr const char *tags = R"({"name":"tags","kind":"members","keys":{"set":"s"}})";
constexpr const char *checkout =
    R"({"name":"pq","kind":"priority","keys":{"queue":"pq"},"options":{"bands":{"high":[0,1],"low":[2,1e12]}}})";
constexpr const char *reminders =
    R"({"name":"s","kind":"schedule","keys":{"delayed":"d","processing":"p"},"options":{"unit":"s"}})";
constexpr const char *room = R"({"name":"room","kind":"presence","keys":{"connected":"conn","lastSeen":"seen"}})";

/// ARGV: from, to, size, every how many has a record with an old start (0: none), commands that take one element.
/// Elements begin with their number and are filled up to their size; large ones are JSON with their number as id.
constexpr auto fill = R"(
local pad = string.rep('x', tonumber(ARGV[3]))
local every = tonumber(ARGV[4])
for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  local element = (i .. '-' .. pad):sub(1, math.max(#tostring(i) + 1, tonumber(ARGV[3])))
  if #pad > 1000 then
    element = '{"id":"' .. i .. '","pad":"' .. pad .. '"}'
  end
  if every > 0 then
    redis.call('HSET', 'job:' .. (#pad > 1000 and i or element), 'attempts', '1', 'started_at', i % every == 0 and '1000' or '99999999999')
  end
  for k = 5, #ARGV do
    local command = cjson.decode(ARGV[k])
    for j, word in ipairs(command) do
      if word == 'ELEMENT' then command[j] = element elseif word == 'NUMBER' then command[j] = tostring(i) end
    end
    redis.call(unpack(command))
  end
end)";

struct Case {
    const char *name;
    const char *collection;
    std::vector<QByteArray> commands; ///< commands that fill the server
    int recordsEvery = 0;
    std::function<void(OperationRequest &, RedisServer &)> ask;
    Action action = Action::Requeue;
    const char *shape = nullptr; ///< fills instead: a script, ARGV[1] how many small elements
};

OperationRequest &within(OperationRequest &request, const char *state)
{
    request.state = QLatin1StringView(state);
    return request;
}

const std::vector<Case> &cases()
{
    const auto nothing = [](OperationRequest &, RedisServer &) {};
    static const std::vector<Case> list{
        {"requeue from deadlines", queue, {R"(["ZADD","p","NUMBER","ELEMENT"])"}, 1, nothing, Action::Requeue},
        {"requeue from a list", queue, {R"(["LPUSH","p","ELEMENT"])"}, 1, nothing, Action::Requeue},
        {"requeue a few of a list", queue, {R"(["LPUSH","p","ELEMENT"])"}, 50, nothing, Action::Requeue},
        {"requeue dead letters of a list", queue, {R"(["LPUSH","dead","ELEMENT"])"}, 1, nothing, Action::RequeueDead},
        {"requeue dead letters of a set", queue, {R"(["SADD","dead","ELEMENT"])"}, 0, nothing, Action::RequeueDead},
        {"discard dead letters",
         queue,
         {R"(["LPUSH","dead","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { within(request, "dead"); },
         Action::Discard},
        {"discard jobs here and there",
         queue,
         {R"(["LPUSH","q","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &server) {
             within(request, "ready");
             const qint64 length = server.run({"LLEN", "q"}).integer;
             for (const qint64 at : {qint64(0), length / 3, length / 2, length - 1}) {
                 Element &element = request.elements.emplace_back();
                 element.key = "q";
                 element.element = server.run({"LINDEX", "q", QByteArray::number(at)}).bytes;
             }
         },
         Action::Discard},
        {"run now", queue, {R"(["ZADD","d","NUMBER","ELEMENT"])"}, 0, nothing, Action::RunNow},
        {"postpone",
         timers,
         {R"(["ZADD","d","NUMBER","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { request.by = std::chrono::hours(1); },
         Action::Postpone},
        {"change priority",
         checkout,
         {R"(["ZADD","pq","NUMBER","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { within(request, "band.low").target = "high"; },
         Action::ChangePriority},
        {"dead-letter",
         queue,
         {R"(["LPUSH","q","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { within(request, "ready"); },
         Action::DeadLetter},
        {"move",
         queue,
         {R"(["LPUSH","q","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { within(request, "ready").target = "q2"; },
         Action::Move},
        {"trim a list",
         queue,
         {R"(["LPUSH","q","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { request.keep = 10; },
         Action::Trim},
        {"trim a sorted set",
         board,
         {R"(["ZADD","b","NUMBER","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { request.keep = 10; },
         Action::Trim},
        {"prune",
         room,
         {R"(["ZADD","seen","NUMBER","ELEMENT"])", R"(["SADD","conn","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { request.olderThan = std::chrono::hours(1); },
         Action::Prune},
        {"purge a set", tags, {R"(["SADD","s","ELEMENT"])"}, 0, nothing, Action::Purge},
        {"purge a list",
         queue,
         {R"(["LPUSH","q","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { within(request, "ready"); },
         Action::Purge},
        {"add",
         tags,
         {},
         0,
         [](OperationRequest &request, RedisServer &) {
             for (int i = 0; i < 20'000; ++i) {
                 request.elements.emplace_back().element = QByteArray::number(i);
             }
         },
         Action::Add},
        {"discard here and there beside 300 kB",
         queue,
         {},
         0,
         [](OperationRequest &request, RedisServer &server) {
             within(request, "ready");
             for (qint64 i = 7; i < server.run({"LLEN", "q"}).integer; i += 10) {
                 request.elements.emplace_back().element = QByteArray::number(i);
                 request.elements.back().key = "q";
             }
         },
         Action::Discard,
         "for i = 1, ARGV[1] do redis.call('LPUSH', 'q', i) if i % 1000 == 0 then "
         "redis.call('LPUSH', 'q', ('x'):rep(300000) .. i) end end"},
        {"trim small ones before 900 kB",
         queue,
         {},
         0,
         [](OperationRequest &request, RedisServer &) { request.keep = 10; },
         Action::Trim,
         "for i = 1, ARGV[1] do redis.call('LPUSH', 'q', i) end "
         "for i = 1, 20 do redis.call('LPUSH', 'q', ('x'):rep(900000) .. i) end"},
        {"requeue dead letters of one score",
         queue,
         {},
         0,
         nothing,
         Action::RequeueDead,
         "for i = 1, ARGV[1] do redis.call('ZADD', 'dead', 5, i) end"},
        {"trim a list of three kinds",
         queue,
         {},
         0,
         [](OperationRequest &request, RedisServer &) { request.keep = 10; },
         Action::Trim,
         "for i = 1, ARGV[1] do redis.call('LPUSH', 'q', ({'sync', 'clean', 'mail'})[i % 3 + 1]) end"},
        {"run now without a ready list", reminders, {R"(["ZADD","d","NUMBER","ELEMENT"])"}, 0, nothing, Action::RunNow},
        {"requeue of a schedule", reminders, {R"(["ZADD","p","NUMBER","ELEMENT"])"}, 0, nothing, Action::Requeue},
        {"discard of a schedule",
         reminders,
         {R"(["ZADD","d","NUMBER","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { within(request, "delayed"); },
         Action::Discard},
        {"trim a sorted set by age",
         reminders,
         {R"(["ZADD","d","NUMBER","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { request.olderThan = std::chrono::hours(1); },
         Action::Trim},
        {"trim a list by age",
         queue,
         {},
         0,
         [](OperationRequest &request, RedisServer &) { request.olderThan = std::chrono::hours(1); },
         Action::Trim,
         "for i = 1, ARGV[1] do redis.call('LPUSH', 'q', i) redis.call('HSET', 'job:' .. i, 'created_at', '1000') end"},
        {"purge a sorted set", board, {R"(["ZADD","b","NUMBER","ELEMENT"])"}, 0, nothing, Action::Purge},
        {"requeue with records of 10 kB",
         queue,
         {},
         0,
         nothing,
         Action::Requeue,
         "for i = 1, math.min(ARGV[1], 2000) do redis.call('LPUSH', 'p', i) redis.call('SET', 'job:' .. i, "
         "'{\"started_at\":1000,\"attempts\":1,\"pad\":\"' .. ('x'):rep(10000) .. '\"}') end"},
        {"requeue with records of 50 kB",
         queue,
         {},
         0,
         nothing,
         Action::Requeue,
         "for i = 1, math.min(ARGV[1], 400) do redis.call('LPUSH', 'p', i) redis.call('SET', 'job:' .. i, "
         "'{\"started_at\":1000,\"attempts\":1,\"pad\":\"' .. ('x'):rep(50000) .. '\"}') end"},
        {"set expiry",
         tags,
         {R"(["SADD","s","ELEMENT"])"},
         0,
         [](OperationRequest &request, RedisServer &) { request.by = std::chrono::hours(1); },
         Action::SetExpiry},
    };
    return list;
}

int setting(const char *name, int otherwise)
{
    return qEnvironmentVariableIsSet(name) ? qEnvironmentVariableIntValue(name) : otherwise;
}

/// Each key with its contents, by the server's own digest.
QByteArray digest(RedisServer &server)
{
    return server.run({"DEBUG", "DIGEST"}).bytes;
}

} // namespace

/// No script of an operation or an undo is given more work than takes its share of the server's time at the pace that
/// was measured, whatever it works on, and undo puts everything back exactly. How long that is by the clock, the
/// benchmarks tell. PLIMSOLL_ELEMENTS and PLIMSOLL_LARGE: how many small ones (default 10,000) and of 100 kB (60) there
/// are; the long form is 1,000,000 and 20,000.
class TestOperationsSlowlog : public QObject {
    Q_OBJECT

private slots:
    void holdsTheServerBriefly_data();
    void holdsTheServerBriefly();

private:
    void prepare(RedisServer &server, const Case &what, int count, int size);
};

void TestOperationsSlowlog::holdsTheServerBriefly_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("size");
    for (std::size_t i = 0; i < cases().size(); ++i) {
        QTest::addRow("%s%s", cases()[i].name, cases()[i].shape != nullptr ? "" : ", small")
            << i << setting("PLIMSOLL_ELEMENTS", 10'000) << 12;
        if (!cases()[i].commands.empty()) {
            QTest::addRow("%s, 100 kB", cases()[i].name) << i << setting("PLIMSOLL_LARGE", 60) << 100'000;
        }
    }
}

void TestOperationsSlowlog::prepare(RedisServer &server, const Case &what, int count, int size)
{
    if (what.shape != nullptr) {
        QVERIFY(!server.run({"EVAL", what.shape, "0", QByteArray::number(count)}).isError());
    }
    const int step = size > 1'000 ? 50 : 5'000;
    for (int from = 0; from < count && !what.commands.empty(); from += step) {
        std::vector<QByteArray> arguments{"EVAL",
                                          fill,
                                          "0",
                                          QByteArray::number(from),
                                          QByteArray::number(std::min(from + step, count) - 1),
                                          QByteArray::number(size),
                                          QByteArray::number(what.recordsEvery)};
        arguments.insert(arguments.end(), what.commands.begin(), what.commands.end());
        const redis::Reply reply = server.run(std::vector<QByteArrayView>(arguments.begin(), arguments.end()));
        QVERIFY2(!reply.isError(), reply.bytes.constData());
    }
}

void TestOperationsSlowlog::holdsTheServerBriefly()
{
    QFETCH(std::size_t, index);
    QFETCH(int, count);
    QFETCH(int, size);
    const Case &what = cases()[index];
    RedisServer server({u"--enable-debug-command"_s, u"local"_s});
    prepare(server, what, count, size);
    const QByteArray before = digest(server);
    Bench bench(server, what.collection);
    ScriptWatch watch;
    watch.watch(bench.options);
    OperationRequest request = bench.request(what.action);
    what.ask(request, server);
    const OperationReport report = bench.run(request);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QVERIFY(report.accounted() > report.skipped);
    QVERIFY(watch.scripts() > 0);
    QVERIFY(digest(server) != before);
    if (report.undoable) {
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.error, QString());
        QCOMPARE(undone.skipped, 0);
        QCOMPARE(digest(server), before);
    }
    qInfo("%lld elements, %d scripts", static_cast<long long>(report.accounted()), watch.scripts());
    QCOMPARE(watch.complaints(), QString());
}

QTEST_GUILESS_MAIN(TestOperationsSlowlog)

#include "tst_operations_slowlog.moc"

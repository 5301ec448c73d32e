// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/jobrecord.h"
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

constexpr const char *queue =
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead","job":"job:{id}"},)"
    R"("options":{"staleAfter":"30s","maxAttempts":3,"fields":{"attempts":"tries","max_attempts":"most"}}})";

/// A record as fields of a hash or as JSON, its meaning, and how a requeue changes it.
struct Row {
    const char *name;
    QByteArrayList hash;
    QByteArray json;
    std::optional<int> count, max;
    QByteArray after; ///< the attempts' field of the hash, or the JSON; null: as it was
};

std::vector<Row> hashRows()
{
    const auto value = [](const char *name, const QByteArray &text, std::optional<int> count, const QByteArray &after) {
        return Row{name, {"tries", text}, {}, count, {}, after};
    };
    return {
        {"nothing of it", {"other", "1"}, {}, {}, {}, "1"},
        value("empty", "", {}, "1"),
        value("nought", "0", 0, "1"),
        value("digits", "2", 2, "3"),
        value("used up", "3", 3, {}),
        value("large", "2147483647", 2147483647, {}),
        value("too large", "2147483648", {}, {}),
        value("over 32 bits", "3000000000", {}, {}),
        value("over 14 digits", "123456789012345678", {}, {}),
        value("a fraction of zeros", "2.00", 2, "3"),
        value("used up with a fraction of zeros", "3.0", 3, {}),
        value("zero with a fraction of zeros", "0.0", 0, "1"),
        value("a fraction", "5.5", {}, {}),
        value("a point alone", "5.", {}, {}),
        value("a fraction alone", ".0", {}, {}),
        value("a leading zero and a fraction", "05.0", {}, {}),
        value("a long fraction", "5.0000000000000000000", {}, {}),
        value("an exponent", "1e1", {}, {}),
        value("hexadecimal", "0x10", {}, {}),
        value("a leading zero", "05", {}, {}),
        value("minus nought", "-0", {}, {}),
        value("a sign", "+5", {}, {}),
        value("space before", " 5", {}, {}),
        value("space behind", "5\n", {}, {}),
        value("a word", "many", {}, {}),
        value("a zero byte", QByteArray("5\0", 2), {}, {}),
        {"the common name", {"attempts", "2"}, {}, 2, {}, "3"},
        {"the named one first", {"attempts", "9", "tries", "1"}, {}, 1, {}, "2"},
        {"the named one is empty", {"attempts", "9", "tries", ""}, {}, 9, {}, {}},
        {"the named one is no number", {"attempts", "9", "tries", "x"}, {}, {}, {}, {}},
        {"a maximum of its own", {"tries", "3", "most", "5"}, {}, 3, 5, "4"},
        {"its maximum is no number", {"tries", "3", "most", "5.5"}, {}, 3, {}, {}},
        {"its maximum has a fraction of zeros", {"tries", "3.0", "most", "5.0"}, {}, 3, 5, "4"},
        {"the common name of its maximum", {"tries", "4", "max_attempts", "4"}, {}, 4, 4, {}},
    };
}

std::vector<Row> jsonRows()
{
    const auto text = [](const char *name, const QByteArray &json, std::optional<int> count,
                         const QByteArray &after = {}) { return Row{name, {}, json, count, {}, after}; };
    const QByteArray far(100'000, 'x');
    QByteArray deep = "{\"n\":" + QByteArray(3'000, '[') + QByteArray(3'000, ']') + ",\"tries\":1}";
    QByteArray many = "{\"n\":[" + QByteArray("\"x\",").repeated(6'000) + "0],\"tries\":1}";
    const QByteArray members = "{" + QByteArray("\"k\":0,").repeated(2'400) + "\"tries\":1}";
    const QByteArray more = "{" + QByteArray("\"k\":0,").repeated(2'600) + "\"tries\":1}";
    const auto spaces = [](qsizetype count) { return QByteArray(count, ' '); };
    const auto quotes = [](qsizetype slashes, qsizetype count) {
        return "{\"s\":\"" + (QByteArray(slashes, '\\') + '"').repeated(count) + "\",\"tries\":1}";
    };
    const QByteArray run = "{\"s\":\"" + QByteArray(30'000, '\\') + "\",\"tries\":1}";
    const QByteArray longRun = "{\"s\":\"" + QByteArray(50'000, '\\') + "\",\"tries\":1}";
    return {
        text("a number", R"({"tries": 2 ,"big":12345678901234567890,"list":[]})", 2,
             R"({"tries": 3 ,"big":12345678901234567890,"list":[]})"),
        text("between quotes", R"({"tries":"1"})", 1, R"({"tries":"2"})"),
        text("one digit more", R"({"max_attempts":10,"tries":9})", 9, R"({"max_attempts":10,"tries":10})"),
        text("null", R"({"tries":null})", {}, R"({"tries":1})"),
        text("empty", R"({"tries":""})", {}, R"({"tries":"1"})"),
        text("not there", R"({"other":1})", {}, R"({"tries":1,"other":1})"),
        text("not there, behind space", " {\n \"other\": 1}", {}, " {\"tries\":1,\n \"other\": 1}"),
        text("an empty object", R"({ })", {}, R"({"tries":1 })"),
        text("a fraction of zeros", R"({"tries":2.0,"data":{"tries":1}})", 2, R"({"tries":3,"data":{"tries":1}})"),
        text("a fraction of zeros between quotes", R"({"tries":"0.0","data":{"tries":1}})", 0,
             R"({"tries":"1","data":{"tries":1}})"),
        text("a fraction", R"({"tries":5.5,"data":{"tries":1}})", {}),
        text("minus nought", R"({"tries":-0,"data":{"tries":1}})", {}),
        text("true", R"({"tries":true})", {}),
        text("only nested", R"({"data":{"tries":1},"l":[{"tries":2}]})", {},
             R"({"tries":1,"data":{"tries":1},"l":[{"tries":2}]})"),
        text("an object of that name", R"({"tries":{}})", {}),
        text("too long with one more", "{\"s\":\"" + QByteArray(4 * 1024 * 1024 - 10, 'x') + "\"}", {}),
        text("too many members with one more", "{" + QByteArray("\"k\":0,").repeated(2'499) + "\"k\":0}", {}),
        text("behind its like", R"({"data":{"tries":7,"s":"}\"tries\":8"},"tries":1,"z":[{"tries":2}]})", 1,
             R"({"data":{"tries":7,"s":"}\"tries\":8"},"tries":2,"z":[{"tries":2}]})"),
        text("inside a string", R"({"s":"{\"tries\":9,","tries":0})", 0, R"({"s":"{\"tries\":9,","tries":1})"),
        text("behind backslashes", R"({"s":"\\\\","t":"\\\"","tries":0})", 0, R"({"s":"\\\\","t":"\\\"","tries":1})"),
        text("twice: the last", R"({"tries":9,"tries":1})", 1, R"({"tries":9,"tries":2})"),
        text("twice: the last is none", R"({"tries":9,"tries":null})", {}, R"({"tries":9,"tries":1})"),
        text("twice: the last is nested", R"({"tries":9,"tries":[]})", {}),
        text("an escaped name", R"({"tr\u0069es":1})", 1, R"({"tr\u0069es":2})"),
        text("an escaped digit", R"({"tries":"\u0031"})", 1, R"({"tries":"2"})"),
        text("a word that looks like none", R"({"tries":"null"})", {}),
        text("no UTF-8", "{\"tries\":\"\xe8\"}", {}),
        text("half a character", R"({"tries":"\ud800"})", {}),
        text("the wrong halves", R"({"tries":"\udc00\ud800"})", {}),
        text("both halves", R"({"tries":"\uD83D\uDe00"})", {}),
        text("no escape", R"({"tries":"\x41"})", {}),
        text("half an escape", R"({"tries":"\u00"})", {}),
        text("every escape", R"({"tries":"\"\\\/\b\f\n\r\t"})", {}),
        text("an escaped zero byte", R"({"tries":"\u0000"})", {}),
        text("an escape beside a zero byte", QByteArray("{\"tries\":\"\\u0031\0\"}", 19), {}),
        text("an escape beside no UTF-8", "{\"tries\":\"\\u0031\xe8\"}", {}),
        text("an escaped digit and a broken escape", R"({"tries":"\u0031\x"})", {}),
        text("nested, then the common name", R"({"tries":{},"attempts":1})", 1, R"({"tries":{},"attempts":2})"),
        text("space everywhere", " {\n\t\"tries\" :\r\n 1 } \n", 1, " {\n\t\"tries\" :\r\n 2 } \n"),
        text("behind 100,000 bytes", "{\"s\":\"" + far + "\",\"tries\":1}", 1, "{\"s\":\"" + far + "\",\"tries\":2}"),
        text("used up behind 100,000 bytes", "{\"s\":\"" + far + "\",\"tries\":3}", 3),
        text("as long as one look", "{\"tries\":1,\"s\":\"" + QByteArray(65'536 - 17, 'x') + "\"}", 1,
             "{\"tries\":2,\"s\":\"" + QByteArray(65'536 - 17, 'x') + "\"}"),
        text("deep", deep, 1, deep.chopped(2) + "2}"),
        text("too many strings", many, {}),
        text("many members", members, 1, members.chopped(2) + "2}"),
        text("too many members", more, {}),
        text("much space", "{" + spaces(300'000) + "\"tries\":1}", 1, "{" + spaces(300'000) + "\"tries\":2}"),
        text("too much space", "{" + spaces(400'000) + "\"tries\":1}", {}),
        text("too much space before", spaces(400'000) + "{\"tries\":1}", {}),
        text("too much space behind", "{\"tries\":1}" + spaces(400'000), {}),
        text("too much space in turns", "{" + ("\"k\" :" + spaces(63) + "0,").repeated(2'100) + "\"tries\":1}", {}),
        text("too much space in small parts", "{" + ("\"k\" :" + spaces(31) + "0,").repeated(2'400) + "\"tries\":1}",
             {}),
        text("space in small parts", "{" + QByteArray("\"k\" : 0,\n  ").repeated(2'400) + "\"tries\":1}", 1,
             "{" + QByteArray("\"k\" : 0,\n  ").repeated(2'400) + "\"tries\":2}"),
        text("space inside a list", "{\"l\":[" + spaces(400'000) + "],\"tries\":1}", 1,
             "{\"l\":[" + spaces(400'000) + "],\"tries\":2}"),
        text("quotes behind backslashes", quotes(31, 1'200), 1, quotes(31, 1'200).chopped(2) + "2}"),
        text("too many quotes behind backslashes", quotes(31, 1'300), {}),
        text("quotes behind few backslashes", quotes(3, 9'000), 1, quotes(3, 9'000).chopped(2) + "2}"),
        text("many backslashes", run, 1, run.chopped(2) + "2}"),
        text("too many backslashes", longRun, {}),
        text("too long", "{\"tries\":1,\"s\":\"" + QByteArray(4 * 1024 * 1024, 'x') + "\"}", {}),
        text("no object", "[1]", {}),
        text("text", "tries", {}),
        text("cut off", R"({"tries":1,"s":"x)", {}),
        text("broken behind", R"({"tries":1,})", {}),
        text("more behind", R"({"tries":1} {})", {}),
        text("no value", R"({"tries":,"x":1})", {}),
        text("a zero byte", QByteArray("{\"n\":[\0],\"tries\":1}", 19), 1, QByteArray("{\"n\":[\0],\"tries\":2}", 19)),
    };
}

} // namespace

Q_DECLARE_METATYPE(std::optional<int>)

/// Attempts in job records: read alike before an operation and in it, written where they are, given back as they were.
class TestAttempts : public QObject {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void scriptReadsWhatThePreviewReads_data() { rows(); }
    void scriptReadsWhatThePreviewReads();
    void countsAndGivesBack_data() { rows(); }
    void countsAndGivesBack();
    void startsAgainAndGivesBack_data() { rows(); }
    void startsAgainAndGivesBack();
    void countsInAnElementItself_data();
    void countsInAnElementItself();
    void countsInElementsOfAList();
    void leavesAnElementThatWasCountedOn();
    void startsAnElementAgain();
    void refusesWhereRecordsMayNotBeRead();
    void fieldsAreNamedAlike_data();
    void fieldsAreNamedAlike();
    void readsADenseRecordCheaply_data();
    void readsADenseRecordCheaply();

private:
    static void rows();
    void put(const QByteArrayList &hash, const QByteArray &json);
    QByteArray digest() { return m_server.run({"DEBUG", "DIGEST-VALUE", "job:a"}).elements.at(0).bytes; }
    QByteArray written(const QByteArrayList &hash);

    RedisServer m_server{{QStringLiteral("--enable-debug-command"), QStringLiteral("yes")}};
};

void TestAttempts::rows()
{
    QTest::addColumn<QByteArrayList>("hash");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<std::optional<int>>("count");
    QTest::addColumn<std::optional<int>>("max");
    QTest::addColumn<QByteArray>("after");
    for (const Row &row : hashRows()) {
        QTest::addRow("hash: %s", row.name) << row.hash << row.json << row.count << row.max << row.after;
    }
    for (const Row &row : jsonRows()) {
        const std::optional<int> max = row.json.contains("\"max_attempts\":10") ? std::optional(10) : row.max;
        QTest::addRow("JSON: %s", row.name) << row.hash << row.json << row.count << max << row.after;
    }
}

void TestAttempts::put(const QByteArrayList &hash, const QByteArray &json)
{
    if (hash.isEmpty()) {
        m_server.run({"SET", "job:a", json});
        return;
    }
    for (qsizetype i = 0; i < hash.size(); i += 2) {
        m_server.run({"HSET", "job:a", hash[i], hash[i + 1]});
    }
}

/// The field that an operation may have written.
QByteArray TestAttempts::written(const QByteArrayList &hash)
{
    const bool named = hash.contains("tries") && !hash.at(hash.indexOf("tries") + 1).isEmpty();
    return m_server.run({"HGET", "job:a", named || !hash.contains("attempts") ? "tries" : "attempts"}).bytes;
}

void TestAttempts::scriptReadsWhatThePreviewReads()
{
    QFETCH(QByteArrayList, hash);
    QFETCH(QByteArray, json);
    QFETCH(std::optional<int>, count);
    QFETCH(std::optional<int>, max);
    put(hash, json);
    Bench bench(m_server, queue);
    const JobReader reader(bench.workspace->collections[0]);
    Pipeline pipeline;
    reader.appendRead(pipeline, "job:a");
    pipeline.add({"GETRANGE", "job:a", "0", QByteArray::number(JobReader::longestRecord)});
    const std::vector<Reply> replies = bench.client.exchange(pipeline).value();
    const JobAttempts read =
        hash.isEmpty() ? reader.attemptsOf(replies.back().bytes) : reader.attemptsOf(replies.data());
    QCOMPARE(read.count, count);
    QCOMPARE(read.max, max);

    QFile source(QStringLiteral(":/lua/records.lua"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    const QByteArray script = source.readAll()
        + "local record = readRecord(KEYS[1], { fields = { 'tries', 'attempts' }, maxFields = { 'most', 'max_attempts' "
          "} })\n"
          "return record and { record.count or 'none', record.max or 'none', record.text or '' } or { 'none', 'none', "
          "'' }";
    const Reply said = m_server.run({"EVAL", script, "1", "job:a"});
    const auto text = [](const Reply &reply) {
        return reply.type == Reply::Type::Integer ? std::optional(int(reply.integer)) : std::nullopt;
    };
    QVERIFY2(said.elements.size() == 3, said.bytes.constData());
    QCOMPARE(text(said.elements[0]), count);
    QCOMPARE(text(said.elements[1]), max);
    QCOMPARE(said.elements[2].bytes, read.text);
}

void TestAttempts::countsAndGivesBack()
{
    QFETCH(QByteArrayList, hash);
    QFETCH(QByteArray, json);
    QFETCH(std::optional<int>, count);
    QFETCH(std::optional<int>, max);
    QFETCH(QByteArray, after);
    Bench bench(m_server, queue);
    put(hash, json);
    m_server.run({"ZADD", "p", now(-60'000), "a"});
    const QByteArray before = digest();
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QVERIFY(plan.ok());
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.error, QString());
    // The operation does what the preview showed.
    const bool usedUp = count.value_or(0) >= max.value_or(3);
    QCOMPARE(plan->exhausted.size(), usedUp ? 1U : 0U);
    QCOMPARE(report.deadLettered, usedUp ? 1 : 0);
    QCOMPARE(report.moved, usedUp ? 0 : 1);
    if (after.isNull()) {
        QCOMPARE(digest(), before);
    } else {
        QCOMPARE(hash.isEmpty() ? m_server.run({"GET", "job:a"}).bytes : written(hash), after);
    }
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(digest(), before);
}

void TestAttempts::startsAgainAndGivesBack()
{
    QFETCH(QByteArrayList, hash);
    QFETCH(QByteArray, json);
    Bench bench(m_server, queue);
    put(hash, json);
    m_server.run({"LPUSH", "dead", "a"});
    const QByteArray before = digest();
    const OperationReport report = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(report.moved, 1);
    if (!hash.isEmpty() && !written(hash).isEmpty()) {
        QCOMPARE(written(hash), "0");
    }
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(digest(), before);
}

void TestAttempts::countsInAnElementItself_data()
{
    QTest::addColumn<QByteArray>("collection");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after"); // null: to dead letters, as it is
    const QByteArray withRecords(queue); // whose records are not there
    const QByteArray without = R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead"},)"
                               R"("options":{"staleAfter":"30s","maxAttempts":3}})";
    for (const QByteArray &collection : {without, withRecords}) {
        const char *const of = collection == without ? "no job key" : "no record";
        const auto row = [&](const char *name, const QByteArray &before, const QByteArray &after) {
            QTest::addRow("%s: %s", of, name) << collection << before << after;
        };
        row("one more", R"({"id":"a","attempt_count":2,"max_attempts":3,"data":{"attempt_count":2}})",
            R"({"id":"a","attempt_count":3,"max_attempts":3,"data":{"attempt_count":2}})");
        row("behind its like",
            R"({"data":{"attempts":9,"max_attempts":1},"max_attempts":12, "attempts" : 9 ,"id":"a"})",
            R"({"data":{"attempts":9,"max_attempts":1},"max_attempts":12, "attempts" : 10 ,"id":"a"})");
        row("between quotes", R"({"id":"a","attempts":"0","maxAttempts":"2"})",
            R"({"id":"a","attempts":"1","maxAttempts":"2"})");
        row("used up", R"({"id":"a","attempt_count":3,"max_attempts":3})", {});
        row("its own maximum goes before", R"({"id":"a","attempts":7,"max_attempts":20})",
            R"({"id":"a","attempts":8,"max_attempts":20})");
        row("no maximum of its own", R"({"id":"a","attempts":9})", R"({"id":"a","attempts":9})");
        row("no number", R"({"id":"a","attempts":9.5,"max_attempts":3})",
            R"({"id":"a","attempts":9.5,"max_attempts":3})");
        row("only nested", R"({"id":"a","d":{"attempts":1,"max_attempts":1}})",
            R"({"id":"a","d":{"attempts":1,"max_attempts":1}})");
        row("cut off", R"({"id":"a","attempts":9,"max_attempts":3)", R"({"id":"a","attempts":9,"max_attempts":3)");
    }
}

/// Jobs that are whole in their elements: preview and run judge by them, and undo restores the bytes.
void TestAttempts::countsInAnElementItself()
{
    QFETCH(const QByteArray, collection);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    Bench bench(m_server, collection);
    const QByteArray deadline = now(-60'000);
    m_server.run({"ZADD", "p", deadline, before});
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QVERIFY(plan.ok());
    QCOMPARE(plan->exhausted, after.isNull() ? std::vector<QByteArray>{before} : std::vector<QByteArray>());
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.deadLettered, after.isNull() ? 1 : 0);
    QCOMPARE(report.moved, after.isNull() ? 0 : 1);
    const QByteArray arrived = after.isNull() ? QByteArray("dead") : QByteArray("q");
    QCOMPARE(strings(m_server.run({"LRANGE", arrived, "0", "-1"})), QByteArrayList{after.isNull() ? before : after});
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(strings(m_server.run({"ZRANGE", "p", "0", "-1", "WITHSCORES"})), (QByteArrayList{before, deadline}));
    QCOMPARE(m_server.run({"EXISTS", arrived}).integer, 0);
    QCOMPARE(bench.journal->operation(report.id)->state, OperationState::Undone);
}

/// Counts in elements of a list that has equal ones; undo restores their places, even if another process completes it.
void TestAttempts::countsInElementsOfAList()
{
    Bench bench(m_server,
                R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead"},)"
                R"("options":{"staleAfter":"30s"}})");
    const auto job = [](const QByteArray &id, int attempts) {
        return R"({"id":")" + id + R"(","started_at":1700000000,"attempts":)" + QByteArray::number(attempts)
            + R"(,"max_attempts":3})";
    };
    const QByteArrayList before{job("a", 0), "plain", job("b", 3), job("c", 1), job("a", 0), job("d", 2)};
    for (const QByteArray &element : before) {
        m_server.run({"RPUSH", "p", element});
    }
    m_server.run({"RPUSH", "q", job("c", 2)}); // as `c` will be
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 4);
    QCOMPARE(report.deadLettered, 1);
    QByteArrayList ready = strings(m_server.run({"LRANGE", "q", "0", "-1"}));
    std::sort(ready.begin(), ready.end());
    QCOMPARE(ready, (QByteArrayList{job("a", 1), job("a", 1), job("c", 2), job("c", 2), job("d", 3)}));
    QCOMPARE(strings(m_server.run({"LRANGE", "dead", "0", "-1"})), QByteArrayList{job("b", 3)});

    const Plan undo = bench.undoOf(report.id);
    const PlanStep step = bench.begin(undo); // of what was moved, newest first
    bench.leaveBatch(undo, step, 0, 0, step.items.size());
    QCOMPARE(bench.recoverOne()->changed(), qint64(step.items.size()));
    QCOMPARE(bench.undo(report.id).moved, 5 - qint64(step.items.size()));
    QCOMPARE(strings(m_server.run({"LRANGE", "p", "0", "-1"})), before);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), QByteArrayList{job("c", 2)});
}

/// An element that a worker has counted since is a different one, and stays.
void TestAttempts::leavesAnElementThatWasCountedOn()
{
    Bench bench(m_server, R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead"}})");
    m_server.run({"ZADD", "p", now(-60'000), R"({"id":"a","attempts":0,"max_attempts":3})"});
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 1);
    m_server.run({"LPOP", "q"});
    m_server.run({"LPUSH", "q", R"({"id":"a","attempts":2,"max_attempts":3})"});
    QCOMPARE(bench.undo(report.id).skipped, 1);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 1);
    QCOMPARE(m_server.run({"EXISTS", "p"}).integer, 0);
}

/// A dead letter that is requeued starts anew, unless its attempts are kept.
void TestAttempts::startsAnElementAgain()
{
    Bench bench(m_server, R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead"}})");
    const QByteArray dead = R"({"id":"a","attempts":3,"max_attempts":3})";
    m_server.run({"LPUSH", "dead", dead});
    OperationRequest request = bench.request(Action::RequeueDead);
    const OperationReport report = bench.run(request);
    QCOMPARE(report.moved, 1);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes, R"({"id":"a","attempts":0,"max_attempts":3})");
    const QString commands = bench.undoOf(report.id).commands.join(QLatin1Char('\n'));
    QVERIFY2(commands.contains(QLatin1String("EVALSHA")), qPrintable(commands));
    QVERIFY2(!commands.contains(QLatin1String("job record")), qPrintable(commands)); // there are none
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(m_server.run({"LINDEX", "dead", "0"}).bytes, dead);
    request.keepAttempts = true;
    QCOMPARE(bench.run(request).moved, 1);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes, dead);
}

/// If the user may not read the records, an error is reported instead of "no stale jobs".
void TestAttempts::refusesWhereRecordsMayNotBeRead()
{
    const Bench bench(m_server, queue);
    m_server.run({"LPUSH", "p", "a"});
    m_server.run({"HSET", "job:a", "started_at", "1700000000"});
    m_server.run({"ACL", "SETUSER", "half", "reset", "on", ">secret", "~q", "~p", "~dead", "~plimsoll:*", "+@all"});
    Endpoint endpoint = m_server.local();
    endpoint.user = "half";
    endpoint.password = "secret";
    Standalone client(endpoint, {});
    QVERIFY(client.connect());
    const Result<Plan> list = Planner(client).plan(bench.request(Action::Requeue));
    QVERIFY(!list);
    QCOMPARE(list.error().kind, ErrorKind::Refused);
    QVERIFY2(list.error().message.contains(QStringLiteral("job:a")), qPrintable(list.error().message));
    m_server.run({"DEL", "p"});
    m_server.run({"ZADD", "p", "1", "a"}); // the deadline tells, but not whether its attempts are used up
    const Result<Plan> zset = Planner(client).plan(bench.request(Action::Requeue));
    QVERIFY(!zset);
    QCOMPARE(zset.error().kind, ErrorKind::Refused);
}

void TestAttempts::fieldsAreNamedAlike_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("as the option is called") << QByteArray(R"({"attempts":"n","maxAttempts":"m"})");
    QTest::newRow("by common names") << QByteArray(R"({"attempt_count":"n","max_attempts":"m"})");
}

void TestAttempts::fieldsAreNamedAlike()
{
    QFETCH(QByteArray, fields);
    const QByteArray json = R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead",)"
                            R"("job":"job:{id}"},"options":{"maxAttempts":3,"fields":)"
        + fields + "}}";
    Bench bench(m_server, json);
    m_server.run({"HSET", "job:a", "n", "5", "attempts", "0"});
    m_server.run({"HSET", "job:b", "n", "5", "m", "9"});
    m_server.run({"ZADD", "p", now(-60'000), "a", now(-60'000), "b"});
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QVERIFY(plan.ok());
    QCOMPARE(plan->exhausted, std::vector<QByteArray>{"a"});
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.deadLettered, 1);
    QCOMPARE(m_server.run({"HGET", "job:b", "n"}).bytes, "6");
}

void TestAttempts::readsADenseRecordCheaply_data()
{
    QTest::addColumn<QByteArray>("json");
    const auto many = [](const QByteArray &before, int count, auto of, const QByteArray &after) {
        QByteArray text = before;
        for (int i = 0; i < count; ++i) {
            text += (i > 0 ? "," : "") + of(QByteArray::number(i));
        }
        return text + after;
    };
    // Each has nearly the maximum of strings and brackets that are read of one record, in about 50 kB.
    QTest::newRow("members") << many(
        "{", 1'980, [](const QByteArray &i) { return R"("name of it )" + i + R"(":"value )" + i + '"'; },
        R"(,"tries":1})");
    QTest::newRow("objects") << many(
        R"({"data":[)", 1'240, [](const QByteArray &i) { return R"({"identity":)" + i + R"(,"name":"somebody"})"; },
        R"(],"tries":1})");
    QTest::newRow("strings") << many(R"({"data":[)", 4'900, [](const QByteArray &i) { return R"("it )" + i + '"'; },
                                     R"(],"tries":1})");
    QTest::newRow("pairs") << many(R"({"data":[)", 4'900, [](const QByteArray &i) { return '[' + i + ',' + i + ']'; },
                                   R"(],"tries":1})");
}

/// The densest record that is read takes a script at most twice as long as a search for each string and bracket takes
/// in the same run.
void TestAttempts::readsADenseRecordCheaply()
{
    QFETCH(QByteArray, json);
    m_server.run({"SET", "job:a", json});
    QFile source(QStringLiteral(":/lua/records.lua"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    const QByteArray script = source.readAll() + R"(
        local names = { fields = { 'tries', 'attempts' }, maxFields = { 'most' }, startFields = { 'started_at' } }
        local function shortest(work)
          local best = math.huge
          for _ = 1, 20 do
            local from = redis.call('TIME')
            work()
            local to = redis.call('TIME')
            best = math.min(best, (to[1] - from[1]) * 1000000 + to[2] - from[2])
          end
          return best
        end
        local record
        local scan = shortest(function() record = readRecord(KEYS[1], names) end)
        local text = redis.call('GET', KEYS[1])
        local loop = shortest(function()
          for i = 1, 10000 do
            local at = string.find(text, ',', i, true)
            local before, last = string.byte(text, at, at + 1)
          end
        end)
        return { record and record.count or -1, scan, loop })";
    constexpr double most = 2.1;
    double ratio = most;
    qint64 scan = std::numeric_limits<qint64>::max(), loop = scan; // µs; the shortest of all attempts, each by itself
    for (int attempt = 0; attempt < attempts && ratio >= most; ++attempt) {
        const Reply said = m_server.run({"EVAL", script, "1", "job:a"});
        QVERIFY2(said.elements.size() == 3, said.bytes.constData());
        QCOMPARE(said.elements[0].integer, 1); // it is read
        scan = std::min(scan, said.elements[1].integer);
        loop = std::min(loop, said.elements[2].integer);
        ratio = double(scan) / double(loop);
    }
    if (loop == 0) {
        QSKIP("On this server the time stands still while a script runs.");
    }
    QVERIFY2(ratio < most, QByteArray::number(ratio).constData());
}

QTEST_GUILESS_MAIN(TestAttempts)
#include "tst_attempts.moc"

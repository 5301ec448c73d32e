// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

/// plimsoll jobs
class TestCliJobs final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void asJson();
    void tellALowerBound();
    void errorsAsTheyAre();
    void bytesThatAreNoText();
    void damagedTraceback();
    void pages();
    void asTable();
    void withoutAReadyList();
};

void TestCliJobs::init()
{
    m_server.flush();
}

void TestCliJobs::asJson()
{
    m_server.run({"LPUSH", "q", "8f32-02", R"({"jid":"j7","class":"Mail"})"});
    m_server.run({"HSET", "job:8f32-02", "attempts", "2", "last_error", "Timeout", "class", "SendInvoice", "created_at",
                  QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 211'000)});
    const QString file =
        workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q", "job": "job:{id}"}}])"));
    const Run result = run({QStringLiteral("jobs"), QStringLiteral("email"), QStringLiteral("-w"), file,
                            QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY2(result.code == 0, result.err.constData());
    const QJsonObject json = result.json();
    QCOMPARE(json.value(QStringLiteral("collection")).toString(), QStringLiteral("email"));
    QCOMPARE(json.value(QStringLiteral("state")).toString(), QStringLiteral("ready"));
    QCOMPARE(json.value(QStringLiteral("total")).toInt(), 2);
    QCOMPARE(json.value(QStringLiteral("offset")).toInt(-1), 0);
    QJsonObject job = json.value(QStringLiteral("jobs")).toArray().at(0).toObject();
    const qint64 age = job.take(QStringLiteral("ageMs")).toInteger();
    QVERIFY(age >= 211'000 && age < 271'000);
    QCOMPARE(job,
             (QJsonObject{{QStringLiteral("id"), QStringLiteral("8f32-02")},
                          {QStringLiteral("element"), QStringLiteral("8f32-02")},
                          {QStringLiteral("score"), QJsonValue::Null},
                          {QStringLiteral("attempts"), 2},
                          {QStringLiteral("error"), QStringLiteral("Timeout")},
                          {QStringLiteral("class"), QStringLiteral("SendInvoice")}}));
    const QJsonObject other = json.value(QStringLiteral("jobs")).toArray().at(1).toObject();
    QCOMPARE(other.value(QStringLiteral("id")).toString(), QStringLiteral("j7"));
    QVERIFY(other.value(QStringLiteral("ageMs")).isNull() && other.value(QStringLiteral("attempts")).isNull());
}

/// A table has one line for an error; a document has the text as the job has it.
void TestCliJobs::errorsAsTheyAre()
{
    m_server.run({"LPUSH", "q", "1"});
    m_server.run({"HSET", "job:1", "last_error", "bo\nom\t1 ", "class", "A\nB"});
    const QString file =
        workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q", "job": "job:{id}"}}])"));
    const QStringList command{QStringLiteral("jobs"), QStringLiteral("email"), QStringLiteral("-w"), file};
    const Run result = run(command + QStringList{QStringLiteral("--format"), QStringLiteral("json")});
    const QJsonObject job = result.json().value(QStringLiteral("jobs")).toArray().at(0).toObject();
    QCOMPARE(job.value(QStringLiteral("error")).toString(), QStringLiteral("bo\nom\t1 "));
    QCOMPARE(job.value(QStringLiteral("class")).toString(), QStringLiteral("A\nB"));
    const Run table = run(command);
    QVERIFY2(table.out.contains("bo om 1"), table.out.constData());
}

void TestCliJobs::bytesThatAreNoText()
{
    m_server.run({"LPUSH", "q", "1"});
    m_server.run({"HSET", "job:1", "last_error", "caf\xe9", "class", "Mail\xff"});
    m_server.run({"XADD", "events", "1-1", "id", "7"});
    m_server.run({"XGROUP", "CREATE", "events", "g", "0"});
    m_server.run({"XREADGROUP", "GROUP", "g", "reader\xfe", "STREAMS", "events", ">"});
    const QString file =
        workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q", "job": "job:{id}"}},
                   {"name": "events", "kind": "stream", "keys": {"stream": "events"}, "options": {"group": "g"}}])"));
    const auto jobOf = [&](const QString &name, const QStringList &more) {
        const Run result = run(QStringList{QStringLiteral("jobs"), name, QStringLiteral("-w"), file,
                                           QStringLiteral("--format"), QStringLiteral("json")}
                               + more);
        return result.json().value(QStringLiteral("jobs")).toArray().at(0).toObject();
    };
    const auto base64 = [](const QByteArray &bytes) {
        return QJsonValue(QJsonObject{{QStringLiteral("base64"), QString::fromLatin1(bytes.toBase64())}});
    };
    const QJsonObject job = jobOf(QStringLiteral("email"), {});
    QCOMPARE(job.value(QStringLiteral("error")), base64("caf\xe9"));
    QCOMPARE(job.value(QStringLiteral("class")), base64("Mail\xff"));
    const QJsonObject entry = jobOf(QStringLiteral("events"), {QStringLiteral("--state=pending")});
    QCOMPARE(entry.value(QStringLiteral("consumer")), base64("reader\xfe"));
}

/// Nothing is known of it, and standard error is for what a person can act on.
void TestCliJobs::damagedTraceback()
{
    const QByteArray whole = qCompress(QByteArray("Traceback (most recent call last):\n").repeated(50)).sliced(4);
    m_server.run({"ZADD", "rq:failed:mail", "99999999999", "one", "99999999998", "cut"});
    m_server.run({"HSET", "rq:job:one", "description", "send()", "exc_info", "x\x9c is no zlib"});
    m_server.run({"HSET", "rq:job:cut", "description", "send()", "exc_info", whole.chopped(9)});
    const QString file = workspace(parsed(R"([{"name": "mail", "preset": "rq", "queue": "mail"}])"));
    const Run result =
        run({QStringLiteral("jobs"), QStringLiteral("mail"), QStringLiteral("-w"), file, QStringLiteral("--state"),
             QStringLiteral("dead"), QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.err.constData());
    const QJsonObject job = result.json().value(QStringLiteral("jobs")).toArray().at(0).toObject();
    QCOMPARE(job.value(QStringLiteral("class")).toString(), QStringLiteral("send()"));
    QVERIFY(job.value(QStringLiteral("error")).isNull());
}

void TestCliJobs::tellALowerBound()
{
    Pipeline pipeline;
    for (int i = 0; i < 2'600; ++i) {
        const QByteArray id = QByteArray::number(i);
        pipeline.add({"LPUSH", "p", id});
        pipeline.add({"HSET", "job:" + id, "started_at", "1700000000"});
    }
    m_server.run(pipeline);
    const QString file = workspace(parsed(R"([
        {"name": "q", "kind": "queue", "keys": {"ready": "q", "processing": "p", "job": "job:{id}"},
         "options": {"staleAfter": "30s"}}])"));
    const auto jobs = [&](const QStringList &more) {
        return run(QStringList{QStringLiteral("jobs"), QStringLiteral("q"), QStringLiteral("-w"), file,
                               QStringLiteral("--state=stale")}
                   + more);
    };
    const auto stale = [&] { return jobs({QStringLiteral("--limit=5"), QStringLiteral("--format=json")}).json(); };
    QJsonObject all = stale();
    QCOMPARE(all.value(QStringLiteral("total")).toInt(), 2'600); // all are looked at, a thousand an exchange
    QVERIFY(!all.contains(QStringLiteral("atLeast")));
    const QJsonArray late = jobs({QStringLiteral("--offset=1500"), QStringLiteral("--format=json")})
                                .json()
                                .value(QStringLiteral("jobs"))
                                .toArray();
    QCOMPARE(late.size(), 100);
    QCOMPARE(late[0][QStringLiteral("id")].toString(), QStringLiteral("1500"));

    pipeline.clear();
    for (int i = 0; i < 18'000; ++i) {
        pipeline.add({"LPUSH", "p", "unknown"});
    }
    m_server.run(pipeline);
    all = stale();
    QCOMPARE(all.value(QStringLiteral("total")).toInt(), 2'600); // of 20,600
    QCOMPARE(all.value(QStringLiteral("atLeast")).toArray(), QJsonArray{QStringLiteral("total")});
    QVERIFY(jobs({QStringLiteral("--limit=5")}).out.startsWith("q: 1 to 5 of ≥ 2,600 stale"));
    QVERIFY(jobs({QStringLiteral("--limit=010")}).out.startsWith("q: 1 to 10 of ≥ 2,600 stale")); // no octal number

    // All starts are known: no job is stale.
    m_server.run({"DEL", "p"});
    m_server.run({"LPUSH", "p", "new"});
    m_server.run({"HSET", "job:new", "started_at", QByteArray::number(QDateTime::currentMSecsSinceEpoch())});
    QVERIFY(!stale().contains(QStringLiteral("atLeast")));
    QCOMPARE(stale().value(QStringLiteral("total")), QJsonValue(0));
    QVERIFY(jobs({}).out.startsWith("q: none stale (of 0)"));
    // Unknown without a record, or with a start beyond the part of it that is read.
    m_server.run({"SET", "job:long", R"({"x":")" + QByteArray(1'000'000, 'x') + R"(","started_at":1700000000})"});
    for (const QByteArray &unknown : {QByteArray("unknown"), QByteArray("long")}) {
        m_server.run({"LPUSH", "p", unknown});
        QVERIFY(stale().value(QStringLiteral("total")).isNull()); // at least 0 is nothing known
        QVERIFY(jobs({}).out.startsWith("q: none known to be stale"));
        const QJsonObject figures = collectionOf(snapshot(file, {QStringLiteral("--format=json")}).json(),
                                                 QStringLiteral("q"))[QStringLiteral("figures")]
                                        .toObject();
        QVERIFY(figures.value(QStringLiteral("stale")).isNull()); // as the snapshot says
        m_server.run({"RPUSH", "p", "0"});
        QCOMPARE(stale().value(QStringLiteral("total")).toInt(), 1);
        QCOMPARE(stale().value(QStringLiteral("atLeast")).toArray(), QJsonArray{QStringLiteral("total")});
        m_server.run({"LREM", "p", "0", unknown});
        m_server.run({"RPOP", "p"});
    }
}

void TestCliJobs::pages()
{
    Pipeline pipeline;
    for (int i = 0; i < 2'500; ++i) {
        pipeline.add({"LPUSH", "q", QByteArray::number(i)});
    }
    m_server.run(pipeline);
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const auto ids = [&](const QStringList &more) {
        const Run result = run(QStringList{QStringLiteral("jobs"), QStringLiteral("q"), QStringLiteral("-w"), file,
                                           QStringLiteral("--format=json")}
                               + more);
        QStringList all;
        for (const auto &job : result.json().value(QStringLiteral("jobs")).toArray()) {
            all << job.toObject().value(QStringLiteral("id")).toString();
        }
        return all;
    };
    QCOMPARE(ids({}).size(), 100);
    QCOMPARE(ids({QStringLiteral("--offset"), QStringLiteral("2498")}),
             (QStringList{QStringLiteral("2498"), QStringLiteral("2499")}));
    const QStringList many = ids({QStringLiteral("--limit"), QStringLiteral("2400")});
    QCOMPARE(many.size(), 2'400);
    QCOMPARE(many.last(), QStringLiteral("2399"));

    for (int i = 0; i < 100; ++i) { // next to be worked on first
        m_server.run({"RPUSH", "q", QByteArray(1'000'000, 'x')});
    }
    const auto large = ids({QStringLiteral("--limit"), QStringLiteral("2000")}).size();
    QVERIFY2(large > 60 && large < 75, qPrintable(QString::number(large)));
}

void TestCliJobs::asTable()
{
    m_server.run({"ZADD", "dead", "1", "x", "2", "y"});
    const QString file =
        workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q", "dead": "dead"}}])"));
    const Run dead = run({QStringLiteral("jobs"), QStringLiteral("q"), QStringLiteral("-w"), file,
                          QStringLiteral("--state"), QStringLiteral("dead")});
    QCOMPARE(dead.code, 0);
    QVERIFY(dead.out.startsWith("q: 1 to 2 of 2 dead\n"));
    QVERIFY(
        run({QStringLiteral("jobs"), QStringLiteral("q"), QStringLiteral("-w"), file}).out.startsWith("q: none ready"));
    QVERIFY2(!dead.out.contains("IN WORK"), dead.out.constData());
    const QString work = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q", "processing": "p",
                                               "job": "job:{id}"}, "options": {"staleAfter": "1s"}}])"));
    const qint64 start = QDateTime::currentMSecsSinceEpoch() - 600'000;
    m_server.run({"RPUSH", "p", "1"});
    m_server.run({"HSET", "job:1", "started_at", QByteArray::number(start)});
    const Run stale = run({QStringLiteral("jobs"), QStringLiteral("q"), QStringLiteral("-w"), work,
                           QStringLiteral("--state"), QStringLiteral("stale")});
    QVERIFY2(stale.out.contains("IN WORK") && stale.out.contains("10 min"), stale.out.constData());
}

/// Unless a state is named, it is that of the jobs which wait: where none are ready, the delayed ones.
void TestCliJobs::withoutAReadyList()
{
    m_server.run({"ZADD", "later", "1", "x"});
    const QString file = workspace(parsed(R"([{"name": "s", "kind": "schedule", "keys": {"delayed": "later"}}])"));
    const Run delayed = run({QStringLiteral("jobs"), QStringLiteral("s"), QStringLiteral("-w"), file});
    QVERIFY2(delayed.code == 0, delayed.err.constData());
    QVERIFY2(delayed.out.startsWith("s: 1 to 1 of 1 delayed\n"), delayed.out.constData());
}

QTEST_GUILESS_MAIN(TestCliJobs)
#include "tst_cli_jobs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/jobrecord.h"
#include "redis/collections/jsonfields.h"

#include <QTest>

#include <limits>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds now{1'795'000'000'000};

CollectionDefinition definition(const QJsonObject &options = {}, const QByteArray &record = "job:{id}")
{
    static constexpr RoleSpec jobRole{
        .id = QLatin1StringView("job"), .types = HashKey | StringKey, .perId = true, .holds = Holds::Record};
    CollectionDefinition made;
    made.name = QStringLiteral("email");
    made.options = options;
    if (!record.isEmpty()) {
        made.keys.push_back({&jobRole, {record}});
    }
    return made;
}

Reply bulk(const QByteArray &bytes)
{
    Reply reply;
    reply.type = Reply::Type::Bulk;
    reply.bytes = bytes;
    return reply;
}

Reply wrongType()
{
    Reply reply;
    reply.type = Reply::Type::Error;
    reply.bytes = "WRONGTYPE Operation against a key holding the wrong kind of value";
    return reply;
}

/// The server's replies to appendRead() for a hash with these fields.
std::array<Reply, JobReader::repliesPerRecord> hashReplies(const JobReader &reader,
                                                           const std::map<QByteArray, QByteArray> &hash)
{
    Pipeline pipeline;
    reader.appendRead(pipeline, "job:1");
    Reply values;
    values.type = Reply::Type::Array;
    // The HMGET is the first command; its arguments after the key are the names, in RESP every second line.
    const QList<QByteArray> lines = pipeline.bytes().split('\n');
    const int arguments = lines.at(0).trimmed().mid(1).toInt();
    for (int argument = 2; argument < arguments; ++argument) {
        const QByteArray name = lines.at(2 + 2 * argument).trimmed();
        const auto found = hash.find(name);
        values.elements.push_back(found == hash.end() ? Reply() : bulk(found->second));
    }
    return {values, wrongType()};
}

} // namespace

class TestJobRecord final : public QObject {
    Q_OBJECT

private slots:
    void idOfElement_data();
    void idOfElement();
    void textTimes_data();
    void textTimes();
    void readsAHashBounded();
    void fillsFromHash();
    void fillsFromJsonRecord();
    void fillsFromLongJsonRecord();
    void fillsFromElementAlone();
    void recordIsRightOverElement();
    void fieldsCanBeNamed();
    void withoutRecord();
    void foreignValues();
    void visitsPrefixes();
};

void TestJobRecord::idOfElement_data()
{
    QTest::addColumn<QByteArray>("element");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("the element itself") << QByteArray("8f32-02") << QString() << QByteArray("8f32-02");
    QTest::newRow("binary") << QByteArray("\x00\xff{", 3) << QString() << QByteArray("\x00\xff{", 3);
    QTest::newRow("empty") << QByteArray() << QString() << QByteArray();
    QTest::newRow("id") << QByteArray(R"({"id":"a1","jid":"b"})") << QString() << QByteArray("a1");
    QTest::newRow("id wins wherever it stands")
        << QByteArray(R"({"job_id":"c","id":"a1"})") << QString() << QByteArray("a1");
    QTest::newRow("jid") << QByteArray(R"({"class":"X","args":[{"id":"no"}],"jid":"b2"})") << QString()
                         << QByteArray("b2");
    QTest::newRow("a number") << QByteArray(R"({"id": 42})") << QString() << QByteArray("42");
    QTest::newRow("set by option") << QByteArray(R"({"id":"a","ref":"r-7"})") << QStringLiteral("json:ref")
                                   << QByteArray("r-7");
    QTest::newRow("option not there") << QByteArray(R"({"id":"a"})") << QStringLiteral("json:ref")
                                      << QByteArray(R"({"id":"a"})");
    QTest::newRow("null id") << QByteArray(R"({"id":null,"uuid":"u"})") << QString() << QByteArray("u");
    QTest::newRow("escapes") << QByteArray(R"({"id":"a\"\u00e9"})") << QString() << QByteArray("a\"\xc3\xa9");
    QTest::newRow("no object") << QByteArray("{tag}") << QString() << QByteArray("{tag}");
    QTest::newRow("array") << QByteArray(R"(["id"])") << QString() << QByteArray(R"(["id"])");
    QTest::newRow("behind ten megabytes")
        << QByteArray(R"({"data":")" + QByteArray(10'000'000, 'x') + R"(","id":"far"})") << QString()
        << QByteArray("far");
}

void TestJobRecord::idOfElement()
{
    QFETCH(const QByteArray, element);
    QFETCH(const QString, option);
    QFETCH(const QByteArray, id);
    QJsonObject options;
    if (!option.isEmpty()) {
        options.insert(QStringLiteral("id"), option);
    }
    QCOMPARE(JobReader(definition(options)).idOf(element), id);
}

void TestJobRecord::textTimes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<std::optional<std::chrono::milliseconds>>("time");
    using Time = std::optional<std::chrono::milliseconds>;
    const Time when(1'795'216'680'123ms); // 2026-11-20T23:18:00.123Z
    QTest::newRow("milliseconds") << QByteArray("1795216680123") << when;
    QTest::newRow("seconds with a fraction") << QByteArray("1795216680.123") << when;
    QTest::newRow("ISO 8601") << QByteArray("2026-11-20T23:18:00.123Z") << when;
    QTest::newRow("microseconds and offset") << QByteArray("2026-11-21T00:18:00.123000+01:00") << when;
    QTest::newRow("no zone is UTC") << QByteArray("2026-11-20T23:18:00.123") << when;
    QTest::newRow("with a space") << QByteArray("2026-11-20 23:18:00.123") << when;
    QTest::newRow("empty") << QByteArray() << Time();
    QTest::newRow("words") << QByteArray("yesterday") << Time();
    QTest::newRow("long") << QByteArray(1000, '1') << Time();
    QTest::newRow("before the epoch") << QByteArray("-5") << Time();
}

void TestJobRecord::textTimes()
{
    QFETCH(const QByteArray, text);
    QFETCH(const std::optional<std::chrono::milliseconds>, time);
    QVERIFY(timeFromText(text) == time);
}

void TestJobRecord::readsAHashBounded()
{
    const JobReader reader(definition());
    Pipeline pipeline;
    reader.appendRead(pipeline, reader.recordKey("7", now));
    QCOMPARE(pipeline.size(), JobReader::repliesPerRecord);
    QCOMPARE(pipeline.commands(), (std::vector<QByteArray>{"HMGET", "GETRANGE"}));
    QVERIFY(pipeline.bytes().contains("\r\njob:7\r\n"));
    QVERIFY(pipeline.bytes().contains("\r\n65535\r\n"));
}

void TestJobRecord::fillsFromHash()
{
    const JobReader reader(definition());
    const auto replies = hashReplies(reader,
                                     {{"created_at", QByteArray::number(qint64((now - 211s).count()))},
                                      {"started_at", "2026-11-18T12:00:00Z"},
                                      {"attempts", "2"},
                                      {"max_attempts", "5"},
                                      {"last_error", "Timeout:\n  smtp\x1b[31m"},
                                      {"worker", "w1"},
                                      {"failedAt", "2026-11-18T12:00:05Z"},
                                      {"finishedOn", "1795003206000"},
                                      {"class", "SendInvoice"}});
    Element element;
    element.element = "8f32-02";
    reader.fill(element, replies.data(), now);
    QCOMPARE(element.id, QByteArray("8f32-02"));
    QVERIFY(element.age == 211s);
    QVERIFY(!element.ageAtLeast);
    QVERIFY(element.startedAt == 1'795'003'200'000ms);
    QVERIFY(element.attempts == 2);
    QVERIFY(element.maxAttempts == 5);
    QCOMPARE(element.error, QStringLiteral("Timeout:   smtp\\x1b[31m"));
    QCOMPARE(element.worker, QStringLiteral("w1"));
    QCOMPARE(element.jobClass, QStringLiteral("SendInvoice"));
    QVERIFY(element.failedAt == 1'795'003'205'000ms);
    QVERIFY(element.finishedAt == 1'795'003'206'000ms);
}

void TestJobRecord::fillsFromJsonRecord()
{
    const JobReader reader(definition());
    const std::array replies{
        wrongType(), bulk(R"({"data":{"attempts":9},"attemptsMade":3,"createdAt":1795000000,"failedReason":"no"})")};
    Element element;
    element.element = "1";
    reader.fill(element, replies.data(), now);
    QVERIFY(element.attempts == 3);
    QVERIFY(element.age == 0ms);
    QCOMPARE(element.error, QStringLiteral("no"));
}

void TestJobRecord::fillsFromLongJsonRecord()
{
    const JobReader reader(definition());
    const QByteArray cut = QByteArray(R"({"attempts":4,"data":")" + QByteArray(100'000, 'x')).first(65'536);
    const std::array replies{wrongType(), bulk(cut)};
    Element element;
    element.element = "1";
    reader.fill(element, replies.data(), now);
    QVERIFY(element.attempts == 4);
}

void TestJobRecord::fillsFromElementAlone()
{
    const JobReader reader(definition({}, {}));
    QVERIFY(!reader.hasRecord());
    Element element;
    element.element = R"({"jid":"j1","class":"Mail","enqueued_at":1794999990.5,"attempts":"1"})";
    reader.fill(element, nullptr, now);
    QCOMPARE(element.id, QByteArray("j1"));
    QCOMPARE(element.jobClass, QStringLiteral("Mail"));
    QVERIFY(element.age == 9500ms);
    QVERIFY(element.attempts == 1);
}

void TestJobRecord::recordIsRightOverElement()
{
    const JobReader reader(definition());
    const auto replies = hashReplies(reader, {{"attempts", "6"}});
    Element element;
    element.element = R"({"id":"1","attempts":0,"worker":"old"})";
    reader.fill(element, replies.data(), now);
    QVERIFY(element.attempts == 6);
    QCOMPARE(element.worker, QStringLiteral("old"));
}

void TestJobRecord::fieldsCanBeNamed()
{
    const QJsonObject options{{QStringLiteral("fields"),
                               QJsonObject{{QStringLiteral("created"), QStringLiteral("born")},
                                           {QStringLiteral("failed"), QStringLiteral("died")},
                                           {QStringLiteral("finishedAt"), QStringLiteral("ended")},
                                           {QStringLiteral("last_error"), QStringLiteral("oops")}}}};
    const JobReader reader(definition(options));
    const auto replies = hashReplies(reader,
                                     {{"born", "1794999999"},
                                      {"created_at", "1"},
                                      {"oops", "bad"},
                                      {"error", "not this"},
                                      {"died", "1794999990"},
                                      {"failed_at", "2"},
                                      {"ended", "1794999995"}});
    Element element;
    element.element = "1";
    reader.fill(element, replies.data(), now);
    QVERIFY(element.age == 1s);
    QCOMPARE(element.error, QStringLiteral("bad"));
    QVERIFY(element.failedAt == 1'794'999'990'000ms);
    QVERIFY(element.finishedAt == 1'794'999'995'000ms);
}

void TestJobRecord::withoutRecord()
{
    const JobReader reader(definition());
    const std::array replies{hashReplies(reader, {})[0], bulk({})};
    Element element;
    element.element = "gone";
    reader.fill(element, replies.data(), now);
    QVERIFY(!element.age && !element.attempts && !element.createdAt);
    QVERIFY(element.error.isEmpty());
}

void TestJobRecord::foreignValues()
{
    const JobReader reader(definition());
    const auto replies = hashReplies(reader,
                                     {{"attempts", "-3"},
                                      {"created_at", "inf"},
                                      {"started_at", "99999999999999999999"},
                                      {"worker", "\xff\xfe"},
                                      {"error", QByteArray(3'000'000, 'e')}});
    Element element;
    element.element = "1";
    element.age = 5s;
    element.ageAtLeast = true;
    reader.fill(element, replies.data(), now);
    QVERIFY(!element.attempts && !element.createdAt && !element.startedAt);
    QVERIFY2(element.age == 5s && element.ageAtLeast, "an observed age stays when the record knows none");
    QCOMPARE(element.worker, QStringLiteral("\\xff\\xfe"));
    QVERIFY(element.error.size() < 2100);
}

void TestJobRecord::visitsPrefixes()
{
    const QByteArray whole = R"({"a":"1","n":{"x":[1,"]"]},"b":2,"c":true,"d":null,"e":"\\"})";
    const auto seen = [](QByteArrayView json, bool complete) {
        QByteArray all;
        const bool ended = visitJsonFields(json, [&](const QByteArray &name, const QByteArray &value) {
            all += name + '=' + value + ';';
            return true;
        });
        return ended == complete ? all : QByteArray("wrong end");
    };
    const QByteArray all("a=1;b=2;c=true;e=\\;");
    QCOMPARE(seen(whole, true), all);
    for (qsizetype length = 0; length < whole.size(); ++length) {
        QVERIFY(all.startsWith(seen(QByteArrayView(whole).first(length), false)));
    }
}

QTEST_GUILESS_MAIN(TestJobRecord)
#include "tst_jobrecord.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/browsetest.h"
#include "tests/support/timing.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <set>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

std::vector<QByteArray> sorted(std::vector<QByteArray> all)
{
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace

/// Looking through jobs and holding them against their records, a bounded step at a time; and sets against each other.
class TestBrowseJobs : public BrowseTest {
    Q_OBJECT

private slots:
    void initTestCase() { connectClient(); }
    void init() { m_server.flush(); }

    void findsInIdsElementsAndRecords();
    void findsNothingInWhatIsEmpty();
    void looksThroughAHundredThousand();
    void saysWhatItCouldNotRead();
    void seesNothingThatIsHidden();
    void findsJobsWithoutARecord();
    void findsRecordsOfNobody();
    void goesThroughEveryKey();
    void checksEachByItself();
    void checksNoListThatIsTooLong();
    void cannotTellOfPeriods();
    void needsRecords();
    void holdsSetsAgainstEachOther_data();
    void holdsSetsAgainstEachOther();
    void countsByTheServerWhereThatIsBounded();
    void findsNoRecordsOfAnother();
    void countsNoMemberOfTheOtherTwice();
    void countsLargeSetsInParts();
    void drawsFewWhereTheyAreLarge();
    void tellsBySampleWhereItIsLarge();
    void refusesWhatIsNoSet();

private:
    struct Found {
        std::vector<QByteArray> elements;
        qint64 looked = 0, partly = 0;
        int steps = 0;
    };
    Found search(const char *collection, const char *state, const QByteArray &text);
    ReconcileStep reconcile(ReconcileQuery::Part part, std::vector<QByteArray> ids = {});
    SetsAnswer sets(SetsQuery::What what, std::vector<QByteArray> keys, int sample = 1'000, qint64 limit = 100'000);
    void fillSet(const QByteArray &key, int from, int to);
};

TestBrowseJobs::Found TestBrowseJobs::search(const char *collection, const char *state, const QByteArray &text)
{
    Found found;
    ElementsQuery where;
    where.state = QString::fromLatin1(state);
    for (bool isAtEnd = false; !isAtEnd && found.steps < 2'000; ++found.steps) {
        const auto step = ask<SearchStep>(collection, SearchQuery{where, text});
        found.looked += step.looked;
        found.partly += step.partly;
        for (const Element &element : step.found) {
            found.elements.push_back(element.element);
        }
        where = step.next;
        isAtEnd = step.isAtEnd || m_error.kind != Error{}.kind;
    }
    found.elements = sorted(found.elements);
    return found;
}

void TestBrowseJobs::findsInIdsElementsAndRecords()
{
    push("q", {"otto-1", "2", "3", "4", R"({"id":"5","to":"Otto"})", QByteArrayView("\xff\0otto", 6)});
    m_server.run({"HSET", "job:2", "payload", R"({"to":"OTTO"})"});
    m_server.run({"SET", "job:3", R"({"to":"otto"})"});
    m_server.run({"HSET", "job:4", "otto", "anna"}); // the name of a field is no payload
    m_server.run({"LPUSH", "job:6", "otto"});
    push("q:low", {"6"});
    const Found found = search("email", "ready", "oTTo");
    QCOMPARE(found.elements, sorted({"otto-1", "2", "3", R"({"id":"5","to":"Otto"})", QByteArray("\xff\0otto", 6)}));
    QCOMPARE(found.looked, 7);
    QCOMPARE(found.partly, 0);
    QCOMPARE(search("email", "dead", "otto").looked, 0);
    QCOMPARE(search("email", "", "anna").elements, (Bytes{"4"}));
}

void TestBrowseJobs::findsNothingInWhatIsEmpty()
{
    const auto step = ask<SearchStep>("email", SearchQuery{{}, "x"});
    QVERIFY(step.isAtEnd);
    QCOMPARE(step.looked, 0);
    m_server.run({"SET", "q:dead", "text"});
    ElementsQuery dead;
    dead.state = QStringLiteral("dead");
    static_cast<void>(ask<SearchStep>("email", SearchQuery{dead, "x"}));
    QCOMPARE(m_error.kind, ErrorKind::WrongType);
}

void TestBrowseJobs::looksThroughAHundredThousand()
{
    Pipeline pipeline;
    for (int i = 0; i < 100'000; ++i) {
        const QByteArray id = number(i).rightJustified(6, '0');
        pipeline.add({"RPUSH", "q", id});
        if (i % 10'000 == 77) {
            pipeline.add({"HSET", "job:" + id, "payload", "the needle"});
        }
    }
    m_server.run(pipeline);
    Found found;
    QCOMPARE(slowCommands(m_server, 5ms, [&] { found = search("email", "ready", "needle"); }), QStringList());
    QCOMPARE(found.looked, 100'000);
    QCOMPARE(found.elements.size(), std::size_t(10));
    QCOMPARE(found.elements.front(), "000077");
    QVERIFY(found.steps >= 500); // a bounded step each
}

void TestBrowseJobs::saysWhatItCouldNotRead()
{
    push("q", {"1", "2", "3"});
    const QByteArray large(400 * 1024, 'x');
    m_server.run({"SET", "job:1", large + "needle"}); // behind what is read
    m_server.run({"SET", "job:2", "needle" + large});
    m_server.run({"HSET", "job:3", "payload", "needle" + large});
    const Found found = search("email", "ready", "needle");
    QCOMPARE(found.elements, (Bytes{"2"}));
    QCOMPARE(found.partly, 2);
}

void TestBrowseJobs::seesNothingThatIsHidden()
{
    auto hidden = std::make_shared<Workspace>(*m_workspace);
    hidden->collections[indexOf("email")].options.insert(QStringLiteral("redact"), QJsonArray{QStringLiteral("card")});
    const WorkspacePtr before = std::exchange(m_workspace, hidden);
    push("q", {"1"});
    m_server.run({"HSET", "job:1", "card", "4111", "to", "anna"});
    QCOMPARE(search("email", "ready", "4111").elements.size(), std::size_t(0));
    QCOMPARE(search("email", "ready", "anna").elements.size(), std::size_t(1));
    // The same applies to JSON, in a record or in the element itself.
    m_server.run({"SET", "job:2", R"({"to":"anna","by":{"card": "4111"}})"});
    push("q", {"2", R"({"id":"3","card":"4111","to":"anna"})"});
    QCOMPARE(search("email", "ready", "4111").elements.size(), std::size_t(0));
    QCOMPARE(search("email", "ready", "anna").elements.size(), std::size_t(3));
    m_workspace = before;
    QCOMPARE(search("email", "ready", "4111").elements.size(), std::size_t(3));
}

ReconcileStep TestBrowseJobs::reconcile(ReconcileQuery::Part part, std::vector<QByteArray> ids)
{
    ReconcileStep all;
    ReconcileQuery query{part, 0, {}, std::move(ids)};
    for (int steps = 0; !all.isAtEnd && steps < 10'000; ++steps) {
        const auto step = ask<ReconcileStep>("email", query);
        if (m_error.kind != Error{}.kind) {
            return all;
        }
        all.looked += step.looked;
        all.total = step.total;
        all.found.insert(all.found.end(), step.found.begin(), step.found.end());
        all.ids.insert(all.ids.end(), step.ids.begin(), step.ids.end());
        all.isAtEnd = step.isAtEnd;
        query.offset = step.offset;
        query.cursor = step.cursor;
    }
    return all;
}

void TestBrowseJobs::findsJobsWithoutARecord()
{
    QVERIFY(reconcile(ReconcileQuery::Part::Processing).found.empty());
    add("q:processing", now() + 60'000, "1");
    add("q:processing", now() - 60'000, "2");
    add("q:processing", now() + 60'000, QByteArrayView("\0\xff", 2));
    add("q:processing", now() + 60'000, R"({"id":"4"})");
    m_server.run({"HSET", "job:1", "class", "Mail"});
    m_server.run({"SET", "job:4", "{}"});
    const ReconcileStep step = reconcile(ReconcileQuery::Part::Processing);
    QCOMPARE(step.looked, 4);
    QCOMPARE(sorted(bytesOf(step.found)), sorted({"2", QByteArray("\0\xff", 2)}));
    for (const Element &job : step.found) {
        QCOMPARE(job.key, "q:processing"); // can be acted on
    }
}

/// Two queues may keep their records under one name: who waits in the other is not lost.
void TestBrowseJobs::findsNoRecordsOfAnother()
{
    push("shared", {"2", R"({"id":"3"})"});
    for (const QByteArray id : {"1", "2", "3"}) {
        m_server.run({"HSET", "job:" + id, "class", "Mail"});
    }
    const WorkspacePtr before = m_workspace;
    auto wider = std::make_shared<Workspace>(*before);
    CollectionDefinition other = wider->collections.front();
    other.name = QStringLiteral("other");
    std::erase_if(other.keys, [](const RoleKeys &keys) {
        return keys.role->holds != Holds::Ready && keys.role->holds != Holds::Record;
    });
    for (RoleKeys &keys : other.keys) {
        if (keys.role->holds == Holds::Ready) {
            keys.templates = {"shared"};
        }
    }
    wider->collections.push_back(other);
    m_workspace = wider;
    QCOMPARE(reconcile(ReconcileQuery::Part::Queued).ids.size(), std::size_t(2));
    const ReconcileStep checked = reconcile(ReconcileQuery::Part::Checked, {"1", "2"});
    QCOMPARE(bytesOf(checked.found), (Bytes{"1"}));
    m_workspace = before;
    QCOMPARE(reconcile(ReconcileQuery::Part::Checked, {"1", "2"}).found.size(), std::size_t(2)); // of no other queue
}

void TestBrowseJobs::findsRecordsOfNobody()
{
    push("q", {"1"});
    push("q:high", {R"({"id":"2"})"});
    add("q:delayed", 5, "3");
    m_server.run({"SADD", "q:dead", "4"});
    for (const QByteArray id : {"1", "2", "3", "4", "5"}) {
        m_server.run({"HSET", "job:" + id, "class", "Mail"});
    }
    m_server.run({"SET", "other", "x"});
    const ReconcileStep queued = reconcile(ReconcileQuery::Part::Queued);
    QCOMPARE(queued.looked, 4);
    QCOMPARE(queued.total, 4);
    const ReconcileStep records = reconcile(ReconcileQuery::Part::Records);
    QCOMPARE(records.ids.size(), std::size_t(5));
    std::vector<QByteArray> nowhere;
    for (std::size_t i = 0; i < records.ids.size(); ++i) {
        if (std::find(queued.ids.begin(), queued.ids.end(), records.ids[i]) == queued.ids.end()) {
            nowhere.push_back(records.found[i].id);
        }
    }
    QCOMPARE(nowhere, (Bytes{"5"}));
}

void TestBrowseJobs::goesThroughEveryKey()
{
    Pipeline pipeline;
    for (int i = 0; i < 100'000; ++i) {
        pipeline.add({"LPUSH", i % 2 == 0 ? "q" : "q:low", number(i)});
    }
    for (int i = 0; i < 5'000; ++i) {
        pipeline.add({"SADD", "q:dead", "dead-" + number(i)});
        pipeline.add({"ZADD", "q:delayed", number(i), "late-" + number(i)});
    }
    m_server.run(pipeline);
    ReconcileStep step;
    QCOMPARE(slowCommands(m_server, 5ms, [&] { step = reconcile(ReconcileQuery::Part::Queued); }), QStringList());
    QCOMPARE(std::set<quint64>(step.ids.begin(), step.ids.end()).size(), std::size_t(110'000));
    QCOMPARE(step.total, 110'000);
}

void TestBrowseJobs::checksEachByItself()
{
    push("q:low", {"1"});
    add("q:processing", 5, "2");
    m_server.run({"SADD", "q:dead", "3"});
    for (const QByteArray id : {"1", "2", "3", "4", "5"}) {
        m_server.run({"HSET", "job:" + id, "created_at", "1000", "class", "Mail"});
    }
    m_server.run({"HSET", "job:5", "finished_at", "2000"});
    const ReconcileStep step = reconcile(ReconcileQuery::Part::Checked, {"1", "2", "3", "4", "5", "no record"});
    QCOMPARE(bytesOf(step.found), (Bytes{"4", "5"}));
    QCOMPARE(step.found[0].jobClass, QStringLiteral("Mail"));
    QVERIFY(!step.found[0].finishedAt);
    QVERIFY(step.found[1].finishedAt);
}

/// Each id takes a millisecond in a list of 95,000 elements; in a longer one it is not known.
void TestBrowseJobs::checksNoListThatIsTooLong()
{
    Pipeline pipeline;
    for (int i = 0; i < 95'000; ++i) {
        pipeline.add({"LPUSH", "q", number(i)});
    }
    m_server.run(pipeline);
    std::vector<QByteArray> ids;
    for (int i = 0; i < 20; ++i) {
        ids.push_back("lost-" + number(i));
        m_server.run({"HSET", "job:" + ids.back(), "class", "Mail"});
    }
    std::size_t found = 0;
    const QStringList slow = slowCommands(m_server, 5ms, [&] {
        found = 0;
        for (ReconcileQuery query{ReconcileQuery::Part::Checked, 0, {}, ids}; !query.ids.empty();) {
            const auto step = ask<ReconcileStep>("email", query);
            QVERIFY(step.looked > 0);
            found += step.found.size();
            query.ids.erase(query.ids.begin(), query.ids.begin() + step.looked);
        }
    });
    QCOMPARE(slow.mid(0, 5), QStringList());
    QCOMPARE(found, ids.size());
    pipeline.clear();
    for (int i = 0; i < 5'001; ++i) {
        pipeline.add({"LPUSH", "q:low", number(i)});
    }
    m_server.run(pipeline);
    for (const auto part : {ReconcileQuery::Part::Queued, ReconcileQuery::Part::Checked}) {
        static_cast<void>(ask<ReconcileStep>("email", ReconcileQuery{part, 0, {}, ids}));
        QCOMPARE(m_error.kind, ErrorKind::Refused);
        QVERIFY(m_error.message.contains(QStringLiteral("100,000")));
    }
}

/// A job may still be in yesterday's list, so it cannot be called lost.
void TestBrowseJobs::cannotTellOfPeriods()
{
    m_server.run({"HSET", "job:1", "class", "Mail"});
    static_cast<void>(ask<ReconcileStep>("daily", ReconcileQuery{ReconcileQuery::Part::Queued, 0, {}, {}}));
    QCOMPARE(m_error.kind, ErrorKind::Refused);
    QVERIFY(m_error.message.contains(QStringLiteral("change over time")));
}

void TestBrowseJobs::needsRecords()
{
    static_cast<void>(ask<ReconcileStep>("left", ReconcileQuery{}));
    QCOMPARE(m_error.kind, ErrorKind::Invalid);
}

/// Keys of one collection may hold the same members.
void TestBrowseJobs::countsNoMemberOfTheOtherTwice()
{
    fillSet("m:1", 0, 100);
    fillSet("m:2", 0, 100);
    CompareAnswer answer = ask<CompareAnswer>("tenants", CompareQuery{"m:2"});
    QCOMPARE(answer.mine, std::optional<qint64>(200)); // summed, which the page says
    QCOMPARE(answer.other, std::optional<qint64>(100));
    QCOMPARE(answer.common.value_or(-1), 100);
    QVERIFY(!answer.commonAtLeast);
    answer = ask<CompareAnswer>("tenants", CompareQuery{"m:2", 80});
    QVERIFY(answer.commonAtLeast);
    QCOMPARE(answer.common.value_or(-1), 80);
}

/// One command over both would hold the server for as long as it takes.
void TestBrowseJobs::countsLargeSetsInParts()
{
    constexpr int members = 20'000, common = 5'000;
    fillSet("m:1", 0, members);
    fillSet("other", members - common, 2 * members);
    m_server.run({"CONFIG", "RESETSTAT"});
    const CompareAnswer answer = ask<CompareAnswer>("tenants", CompareQuery{"other", 100'000});
    QCOMPARE(answer.common.value_or(-1), common);
    QVERIFY(!answer.commonAtLeast);
    QCOMPARE(m_server.calls("sintercard"), 0);
    QVERIFY(m_server.calls("smismember") >= members / 500);
    const CompareAnswer some = ask<CompareAnswer>("tenants", CompareQuery{"other", 100});
    QCOMPARE(some.common.value_or(-1), 100);
    QVERIFY(some.commonAtLeast);
}

SetsAnswer TestBrowseJobs::sets(SetsQuery::What what, std::vector<QByteArray> keys, int sample, qint64 limit)
{
    return ask<SetsAnswer>("tenants", SetsQuery{what, std::move(keys), limit, sample});
}

void TestBrowseJobs::fillSet(const QByteArray &key, int from, int to)
{
    Pipeline pipeline;
    for (int i = from; i < to; ++i) {
        pipeline.add({"SADD", key, "m" + number(i)});
    }
    m_server.run(pipeline);
}

using What = SetsQuery::What;
using Is = SetsAnswer::Is;

void TestBrowseJobs::holdsSetsAgainstEachOther_data()
{
    QTest::addColumn<What>("what");
    QTest::addColumn<QByteArrayList>("keys");
    QTest::addColumn<QByteArrayList>("members");
    const QByteArrayList two{"a", "b"}, three{"a", "b", "c"};
    QTest::newRow("in both") << What::Intersection << two << QByteArrayList{"2", "3", QByteArray("\0\xff", 2)};
    QTest::newRow("in all") << What::Intersection << three << QByteArrayList{"3"};
    QTest::newRow("in a alone") << What::Difference << two << QByteArrayList{"1"};
    QTest::newRow("in b alone") << What::Difference << QByteArrayList{"b", "a"} << QByteArrayList{"4"};
    QTest::newRow("in a and none of the others") << What::Difference << three << QByteArrayList{};
    QTest::newRow("one that is not there")
        << What::Difference << QByteArrayList{"c", "none"} << QByteArrayList{"1", "3"};
    QTest::newRow("what is not there") << What::Difference << QByteArrayList{"none", "c"} << QByteArrayList{};
    QTest::newRow("both not there") << What::Intersection << QByteArrayList{"none", "neither"} << QByteArrayList{};
    QTest::newRow("itself") << What::Difference << QByteArrayList{"a", "a"} << QByteArrayList{};
    // A union has a known first set: only members beyond it are shown.
    QTest::newRow("in any") << What::Union << two << QByteArrayList{"4"};
    QTest::newRow("in any of three") << What::Union << QByteArrayList{"c", "b", "a"}
                                     << QByteArrayList{"2", "4", QByteArray("\0\xff", 2)};
}

void TestBrowseJobs::holdsSetsAgainstEachOther()
{
    QFETCH(const What, what);
    QFETCH(const QByteArrayList, keys);
    QFETCH(const QByteArrayList, members);
    m_server.run({"SADD", "a", "1", "2", "3", QByteArrayView("\0\xff", 2)});
    m_server.run({"SADD", "b", "2", "3", "4", QByteArrayView("\0\xff", 2)});
    m_server.run({"SADD", "c", "1", "3"});
    const SetsAnswer answer = sets(what, {keys.begin(), keys.end()});
    QCOMPARE(answer.is, Is::Exact);
    const qint64 besides = what == What::Union ? answer.sizes.front() : 0;
    QCOMPARE(answer.count, double(besides + members.size()));
    QCOMPARE(sorted(answer.members), sorted({members.begin(), members.end()}));
    QCOMPARE(answer.sizes.size(), std::size_t(keys.size()));
    for (qsizetype i = 0; i < keys.size(); ++i) {
        const qint64 size = m_server.run({"SCARD", keys[i]}).integer;
        QCOMPARE(answer.sizes[std::size_t(i)], size == 0 ? -1 : size);
    }
}

void TestBrowseJobs::countsByTheServerWhereThatIsBounded()
{
    fillSet("a", 0, 10'000);
    fillSet("b", 4'000, 12'000);
    const SetsAnswer both = sets(What::Intersection, {"a", "b"});
    QCOMPARE(both.count, 6'000.0);
    QCOMPARE(both.is, Is::Exact);
    QCOMPARE(sets(What::Difference, {"a", "b"}).count, 4'000.0);
    QCOMPARE(sets(What::Difference, {"a", "b"}).is, Is::Exact);
    QCOMPARE(sets(What::Union, {"a", "b"}).count, 12'000.0);
    // Counts only up to the limit: the result is a lower bound, and so the remainder an upper bound.
    const SetsAnswer some = sets(What::Intersection, {"a", "b"}, 1'000, 500);
    QCOMPARE(some.count, 500.0);
    QCOMPARE(some.is, Is::AtLeast);
    QVERIFY(sets(What::Difference, {"a", "b"}, 1'000, 500).is != Is::Exact);
    // Each member of the smallest set is looked up in all others but the last: with many sets that is expensive.
    std::vector<QByteArray> many{"a"};
    for (char name = 'c'; name < 'o'; ++name) {
        many.emplace_back(1, name);
        fillSet(many.back(), 0, 10'000);
    }
    many.emplace_back("z");
    fillSet("z", 20'000, 30'000);
    m_server.run({"CONFIG", "RESETSTAT"});
    QCOMPARE(sets(What::Intersection, many).is, Is::Sampled);
    QCOMPARE(m_server.calls("sintercard"), 0);
}

/// SRANDMEMBER answers with whole members.
void TestBrowseJobs::drawsFewWhereTheyAreLarge()
{
    redis::Pipeline pipeline;
    const QByteArray large(100 * 1'024, 'x');
    for (int i = 0; i < 300; ++i) {
        pipeline.add({"SADD", "a", number(i) + large});
        pipeline.add({"SADD", "b", number(i)});
    }
    m_server.run(pipeline);
    fillSet("b", 0, 30'000);
    const SetsAnswer answer = sets(What::Difference, {"a", "b", "b", "b"}, 1'000);
    QVERIFY2(answer.looked >= 20 && answer.looked < 50, number(int(answer.looked)).constData());
}

void TestBrowseJobs::tellsBySampleWhereItIsLarge()
{
    fillSet("a", 0, 100'000);
    fillSet("b", 30'000, 130'000);
    for (const auto &[what, truth] : {std::pair{What::Difference, 30'000.0}, std::pair{What::Intersection, 70'000.0},
                                      std::pair{What::Union, 130'000.0}}) {
        SetsAnswer answer;
        const auto asked = what; // no binding of a structure is captured
        QCOMPARE(slowCommands(m_server, 5ms, [&] { answer = sets(asked, {"a", "b"}, 2'000); }), QStringList());
        QCOMPARE(answer.is, Is::Sampled);
        QCOMPARE(answer.looked, 2'000);
        QVERIFY(answer.low <= *answer.count && *answer.count <= answer.high);
        QVERIFY(std::abs(*answer.count - truth) < 8'000); // eight deviations
        QVERIFY(answer.members.size() <= 50);
    }
    QVERIFY(m_server.calls("sinter") == 0 && m_server.calls("smembers") == 0 && m_server.calls("sdiff") == 0);
    // None in the sample is not none: the interval says how many there may be.
    m_server.run({"SADD", "b", "m0"});
    fillSet("whole", 0, 100'000);
    const SetsAnswer none = sets(What::Difference, {"a", "whole"}, 500);
    QCOMPARE(none.count, 0.0);
    QCOMPARE(none.is, Is::Sampled);
    QVERIFY(none.high > 0);
}

void TestBrowseJobs::refusesWhatIsNoSet()
{
    m_server.run({"SADD", "a", "1"});
    m_server.run({"SET", "text", "x"});
    static_cast<void>(sets(What::Difference, {"a", "text"}));
    QCOMPARE(m_error.kind, ErrorKind::WrongType);
    static_cast<void>(sets(What::Difference, {"a"}));
    QCOMPARE(m_error.kind, ErrorKind::Invalid);
}

QTEST_GUILESS_MAIN(TestBrowseJobs)
#include "tst_browse_jobs.moc"

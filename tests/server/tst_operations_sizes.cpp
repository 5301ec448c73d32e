// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

constexpr const char *queue = R"({"name":"email","kind":"queue","keys":{"ready":"q","job":"job:{id}"}})";
constexpr const char *board = R"({"name":"board","kind":"leaderboard","keys":{"board":"board"}})";
constexpr const char *tags = R"({"name":"tags","kind":"members","keys":{"set":"tags"}})";
constexpr qint64 MiB = 1'024 * 1'024;

/// The numbers that once hurt a server; else the same in small.
bool isLong()
{
    return qEnvironmentVariableIsSet("PLIMSOLL_LONG_TESTS");
}

} // namespace

/// Elements of all sizes: no batch, page or answer is larger than a server takes in its stride.
class TestOperationsSizes : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void takesLargeElementsOneByOne_data();
    void takesLargeElementsOneByOne();
    void purgesASetOfLargeMembers();
    void plansWithoutReadingMuch_data();
    void plansWithoutReadingMuch();
    void readsALargeEscrowInPages();
    void recoversALargeMove();
    void holdsTheServerShortly_data();
    void holdsTheServerShortly();
    void worksAtTheEndsOfAMillion_data();
    void worksAtTheEndsOfAMillion();
};

void TestOperationsSizes::takesLargeElementsOneByOne_data()
{
    QTest::addColumn<bool>("archive");
    QTest::addColumn<int>("small");
    QTest::addColumn<int>("large");
    QTest::addColumn<qint64>("size");
    const int many = isLong() ? 23 : 1;
    for (const bool archive : {true, false}) {
        const auto *const how = archive ? "archived" : "not archived";
        QTest::addRow("small ones, then 3 MiB, %s", how) << archive << 1'500 << 8 * many << 3 * MiB;
        QTest::addRow("small ones, then 900 kB, %s", how) << archive << 1'500 << 12 * many << qint64(900'000);
        QTest::addRow("140 kB, %s", how) << archive << 0 << 60 * many << qint64(140'000);
        QTest::addRow("300 kB, %s", how) << archive << 0 << 40 * many << qint64(300'000);
    }
}

void TestOperationsSizes::takesLargeElementsOneByOne()
{
    QFETCH(bool, archive);
    QFETCH(int, small);
    QFETCH(int, large);
    QFETCH(qint64, size);
    Bench bench(m_server, queue);
    push(small, 30);
    push(large, size, small);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    trim.archive = archive;
    qint64 most = 0; // bytes of one batch
    qint64 before = 0;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    RunnerOptions options;
    ScriptWatch watch;
    watch.watch(options);
    options.progress = [&](const OperationProgress &progress) {
        const qint64 smallOnes = std::max<qint64>(0, std::min<qint64>(small, progress.done) - before);
        most = std::max(most, smallOnes * 30 + (progress.done - before - smallOnes) * size);
        before = progress.done;
    };
    const OperationReport report = Runner(bench.client, bench.journal.get(), options).run(*plan);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.removed, small + large - 1);
    QVERIFY2(most <= std::max(MiB, size), QByteArray::number(most).constData()); // one alone may be larger
    QCOMPARE(watch.complaints(), QString());
    if (archive) {
        const Result<std::vector<ArchivedElement>> kept =
            bench.journal->archive().elements(report.id, Archive::From::Oldest);
        QCOMPARE(qint64(kept->size()), qint64(small + large - 1));
        for (std::size_t i = 0; i < kept->size(); ++i) {
            QVERIFY(kept->at(i).element == elementOf(qint64(i), qint64(i) < small ? 30 : size));
        }
    }
    QVERIFY(bench.leftovers().isEmpty());
}

void TestOperationsSizes::purgesASetOfLargeMembers()
{
    Bench bench(m_server, tags);
    const int members = isLong() ? 600 : 30; // 600 MiB do not fit one answer
    for (int i = 0; i < members; ++i) {
        m_server.run({"SADD", "tags", elementOf(i, MiB)});
    }
    m_server.run({"CONFIG", "RESETSTAT"});
    const OperationReport report = bench.run(bench.request(Action::Purge));
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, members);
    QCOMPARE(m_server.run({"EXISTS", "tags"}).integer, 0);
    QVERIFY2(m_server.calls("sscan") >= members / 12, "the set came in one answer");
}

void TestOperationsSizes::plansWithoutReadingMuch_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("list") << QByteArray("list");
    QTest::newRow("sorted set") << QByteArray("zset");
}

void TestOperationsSizes::plansWithoutReadingMuch()
{
    QFETCH(QByteArray, type);
    Bench bench(m_server, type == "list" ? queue : board);
    for (int i = 0; i < 40; ++i) {
        if (type == "list") {
            m_server.run({"LPUSH", "q", elementOf(i, MiB)});
        } else {
            m_server.run({"ZADD", "board", QByteArray::number(i), elementOf(i, MiB)});
        }
    }
    const auto sent = [this] {
        const QByteArray stats = m_server.run({"INFO", "stats"}).bytes;
        const qsizetype at = stats.indexOf("total_net_output_bytes:") + 23;
        return stats.sliced(at, stats.indexOf('\r', at) - at).toLongLong();
    };
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 5;
    const qint64 before = sent();
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    const qint64 read = sent() - before;
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 35);
    QVERIFY(!plan->sample.empty());
    QVERIFY2(read < 6 * MiB, QByteArray::number(read).constData());
}

void TestOperationsSizes::readsALargeEscrowInPages()
{
    // Escrow of a version without bounds: a header and elements of 70 MiB in all, or as PLIMSOLL_LONG_TESTS says; too
    // large for one answer.
    Bench bench(m_server, queue);
    const int elements = isLong() ? 180 : 12;
    push(elements, 3 * MiB);
    push(1, 10, elements);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    OperationReport begun;
    begun.id = plan->id;
    begun.time = plan->frozenAt;
    QVERIFY(bench.journal->begin(*plan, begun, *readIdentity(bench.client)).ok());
    QVERIFY(bench.journal->expectBatches(plan->id, 0, 0, {}).ok());
    const QByteArray escrow = escrowKey("q", plan->id, 0);
    m_server.run({"RPUSH", escrow, "1 " + QByteArray::number(elements) + " 1 0 -1", elementOf(elements, 10)});
    for (int i = 0; i < elements; ++i) {
        m_server.run({"LMOVE", "q", escrow, "RIGHT", "RIGHT"});
    }
    bench.openJournal();
    const Result<std::vector<OpenOperation>> open = bench.journal->openOperations();
    QCOMPARE(open->size(), 1U);
    m_server.run({"CONFIG", "RESETSTAT"});
    const Result<OperationReport> recovered = Runner(bench.client, bench.journal.get()).recover(open->front());
    QVERIFY2(recovered.ok(), recovered.ok() ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->removed, elements);
    QVERIFY2(m_server.calls("lrange") > elements / 2, "one answer held it all");
    const Result<std::vector<ArchivedElement>> kept =
        bench.journal->archive().elements(plan->id, Archive::From::Oldest);
    QCOMPARE(int(kept->size()), elements);
    for (std::size_t i = 0; i < kept->size(); ++i) {
        QVERIFY(kept->at(i).element == elementOf(qint64(i), 3 * MiB));
    }
    QVERIFY(bench.leftovers().isEmpty());
}

void TestOperationsSizes::recoversALargeMove()
{
    // Escrow of move.lua or take.lua after the process was killed before it read the answer; larger than one page.
    Bench bench(m_server, queue);
    push(3, 9 * MiB);
    const QByteArray taken = elementOf(1, 9 * MiB);
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = QStringLiteral("ready");
    discard.ids = {taken};
    const Result<Plan> plan = Planner(bench.client).plan(discard);
    QVERIFY(plan.ok());
    OperationReport begun;
    begun.id = plan->id;
    begun.time = plan->frozenAt;
    QVERIFY(bench.journal->begin(*plan, begun, *readIdentity(bench.client)).ok());
    QVERIFY(bench.journal->expectBatches(plan->id, 0, 0, {}).ok());
    m_server.run({"RPUSH", escrowKey("q", plan->id, 0), "2 0 0 1 0 0 -1 3", "r", taken, "", "", "", "1"});
    QCOMPARE(m_server.run({"LREM", "q", "1", taken}).integer, 1);
    bench.openJournal();
    const Result<std::vector<OpenOperation>> open = bench.journal->openOperations();
    QCOMPARE(open->size(), 1U);
    const Result<OperationReport> recovered = Runner(bench.client, bench.journal.get()).recover(open->front());
    QVERIFY2(recovered.ok(), recovered.ok() ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->removed, 1);
    const Result<std::vector<ArchivedElement>> kept =
        bench.journal->archive().elements(plan->id, Archive::From::Oldest);
    QCOMPARE(kept->size(), 1U);
    QVERIFY(kept->front().element == taken);
    QCOMPARE(kept->front().place, 1);
    QVERIFY(bench.leftovers().isEmpty());
}

void TestOperationsSizes::holdsTheServerShortly_data()
{
    QTest::addColumn<bool>("archive");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<qint64>("size");
    for (const bool archive : {true, false}) {
        const auto *const how = archive ? "archived" : "not archived";
        QTest::addRow("small, %s", how) << archive << qint64(isLong() ? 1'000'000 : 20'000) << qint64(20);
        QTest::addRow("100 kB, %s", how) << archive << qint64(isLong() ? 20'000 : 100) << qint64(100'000);
    }
}

void TestOperationsSizes::holdsTheServerShortly()
{
    QFETCH(bool, archive);
    QFETCH(qint64, count);
    QFETCH(qint64, size);
    Bench bench(m_server, queue);
    ScriptWatch watch;
    watch.watch(bench.options);
    push(count, size);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    trim.archive = archive;
    const OperationReport report = bench.run(trim);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, count - 1);
    QVERIFY(watch.scripts() > 10);
    QCOMPARE(watch.complaints(), QString());
}

void TestOperationsSizes::worksAtTheEndsOfAMillion_data()
{
    QTest::addColumn<int>("action");
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("discard") << int(Action::Discard) << QByteArray("q");
    QTest::newRow("dead-letter") << int(Action::DeadLetter) << QByteArray("q");
    QTest::newRow("move") << int(Action::Move) << QByteArray("q");
    QTest::newRow("edit") << int(Action::Edit) << QByteArray("q");
    QTest::newRow("trim") << int(Action::Trim) << QByteArray("q");
    QTest::newRow("requeue") << int(Action::Requeue) << QByteArray("p");
    QTest::newRow("requeue-dead") << int(Action::RequeueDead) << QByteArray("dead");
}

/// However long a list is, no command and no script walks all of it to find an element at one of its ends.
void TestOperationsSizes::worksAtTheEndsOfAMillion()
{
    QFETCH(int, action);
    QFETCH(QByteArray, key);
    Bench bench(m_server,
                R"({"name":"email","kind":"queue","keys":{"ready":["q","q2"],"processing":"p","dead":"dead"}})");
    m_server.run(
        {"EVAL", "for i = 1, 1000000 do redis.call('LPUSH', KEYS[1], '{\"id\":\"' .. i .. '\"}') end", "1", key});
    ScriptWatch watch;
    watch.watch(bench.options);
    for (const char *const end : {"0", "-1"}) {
        const bool isOldest = end[0] == '-';
        const QStringList slow = slowCommands(m_server, std::chrono::milliseconds(5), [&] {
            OperationRequest request = bench.request(Action(action));
            request.state = request.action == Action::Requeue ? QString() : QStringLiteral("ready");
            request.target = request.action == Action::Move ? QByteArray("q2") : QByteArray();
            Element &element = request.elements.emplace_back();
            element.element = m_server.run({"LINDEX", key, end}).bytes;
            element.key = key;
            if (request.action == Action::Trim) {
                request.elements.clear();
                request.keep = m_server.run({"LLEN", key}).integer - 1;
            } else if (request.action == Action::Edit) {
                QByteArray changed = element.element;
                changed.replace('}', ",\"x\":1}");
                request.edit = JobEdit{.before = element.element, .after = changed};
            }
            const OperationReport report = bench.run(request);
            QCOMPARE(report.error, QString());
            QCOMPARE(report.moved + report.removed + report.deadLettered, 1);
            if (isOldest) { // of the newest, all others would have to change places
                QCOMPARE(bench.undo(report.id).moved, 1);
            }
        });
        QCOMPARE(slow, QStringList());
    }
    QCOMPARE(watch.complaints(), QString());
}

QTEST_GUILESS_MAIN(TestOperationsSizes)
#include "tst_operations_sizes.moc"

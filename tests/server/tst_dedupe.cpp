// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "redis/types/keyslots.h"
#include "tests/server/kindfixture.h"
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

#include <QDateTime>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr const char *events = "{'kind': 'dedupe', 'keys': {'bucket': 'd:{yyyyMMddHH}:{0..1}'},"
                               " 'options': {'periods': 3, 'ttl': '4h'}}";

QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"').replace("{\"kind\"", "{\"name\":\"events\",\"kind\"");
}

} // namespace

/// Tests deduplication on a real server: figures over periods and shards, missing expiries.
class DedupeTest final : public KindFixture {
    Q_OBJECT

    QByteArray bucket(int back, int shard)
    {
        const auto time = QDateTime::fromMSecsSinceEpoch(at(-back * 1h), Qt::UTC);
        return "d:" + time.toString(QStringLiteral("yyyyMMddHH")).toLatin1() + ':' + QByteArray::number(shard);
    }
    void fill(QByteArrayView key, int count, milliseconds ttl = 0ms)
    {
        command({"EVAL", "for i = 1, tonumber(ARGV[1]) do redis.call('SADD', KEYS[1], 'evt_' .. i) end", "1", key,
                 QByteArray::number(count)});
        if (ttl.count() > 0) {
            command({"PEXPIRE", key, QByteArray::number(qlonglong(ttl.count()))});
        }
    }
    SnapshotPtr read(const char *collection) { return snapshotOf(m_server, workspace(collection)); }
    qint64 ttl(QByteArrayView key) { return m_server.run({"PTTL", key}).integer; }

private slots:
    void init()
    {
        m_server.flush();
        const qint64 left = 3'600'000 - at(0ms) % 3'600'000;
        if (left < 20'000) { // not over the hour
            QTest::qWait(int(left) + 100);
        }
    }

    void figures()
    {
        fill(bucket(0, 0), 10, 4h);
        fill(bucket(0, 1), 30, 4h);
        fill(bucket(1, 0), 20, 3h);
        fill(bucket(1, 1), 60);
        fill(bucket(3, 0), 1'000); // earlier than what is watched
        const SnapshotPtr snapshot = read(events);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 120.0);
        QCOMPARE(figure(snapshot, 0, "buckets"), 4.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 1.0);
        QCOMPARE(figure(snapshot, 0, "skew"), 1.5); // 90 of 120 in one of two
        QCOMPARE(partOf(snapshot, bucket(1, 1)), 60.0);
        QCOMPARE(snapshot->layout->parts.size(), std::size_t(6));
        QCOMPARE(snapshot->rows[0].state, State::Warning);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 without expiry")});
        const auto &elements = snapshot->rows[0].head->elements;
        QCOMPARE(elements.size(), std::size_t(6));
        QVERIFY(std::isinf(elements[3].score));
        QVERIFY(isNear(elements[2].score, static_cast<double>(at(3h))));
        QVERIFY(std::isnan(elements[5].score));
    }

    void slotsOfKeys()
    {
        const WorkspacePtr made = workspace("{'kind': 'dedupe', 'keys': {'bucket': 'd:{yyyyMMddHH}:{0..1}'},"
                                            " 'options': {'periods': 2}}");
        const CollectionDefinition &definition = made->collections[0];
        const std::vector<KeySlot> all = slotsOf(definition, definition.keys[0]);
        QCOMPARE(all.size(), definition.source(definition.keys[0]).keys(milliseconds(at(0ms))).size());
        QCOMPARE(all[0].shard, 0);
        QCOMPARE(all[1].shard, 1);
        QCOMPARE(all[2].periodsBack, 1);
    }

    /// An edit replaces the watched shards: the assignment of keys to shards is computed again.
    void skewAfterAnEdit()
    {
        for (int shard = 0; shard < 4; ++shard) {
            fill(bucket(0, shard), shard == 3 ? 70 : 10, 4h);
        }
        redis::PollSession poll(workspace(events), m_server.local(), redis::PollOptions{.epoch = 1});
        Result<SnapshotPtr> tick = poll.tick();
        QVERIFY(tick);
        QCOMPARE(figure(*tick, 0, "skew"), 1.0);
        poll.edit(workspace("{'kind': 'dedupe', 'keys': {'bucket': 'd:{yyyyMMddHH}:{0..3}'},"
                            " 'options': {'periods': 3, 'ttl': '4h'}}"),
                  2);
        tick = poll.tick();
        QVERIFY(tick);
        QCOMPARE(figure(*tick, 0, "members"), 100.0);
        QCOMPARE(figure(*tick, 0, "skew"), 2.8); // 70 of 100 in one of four
    }

    void emptyAbsentAndAnotherType()
    {
        SnapshotPtr snapshot = read(events);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 0.0);
        QCOMPARE(figure(snapshot, 0, "buckets"), 0.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 0.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "skew")));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        command({"LPUSH", bucket(1, 0), "no set"});
        snapshot = read(events);
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        for (const char *id : {"members", "buckets", "skew"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, id)), id);
        }
    }

    void oneSetWithoutPeriods()
    {
        fill("seen", 5);
        const SnapshotPtr snapshot = read("{'kind': 'dedupe', 'keys': {'bucket': 'seen'}}");
        QVERIFY(snapshot);
        QCOMPARE(snapshot->layout->parts.size(), std::size_t(1));
        QCOMPARE(figure(snapshot, 0, "buckets"), 1.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 1.0);
        QCOMPARE(figure(snapshot, 0, "skew"), 1.0);
    }

    void aHundredShards()
    {
        for (int shard = 0; shard < 100; ++shard) {
            fill("s:" + QByteArray::number(shard), shard == 42 ? 101 : 1, 1h);
        }
        const SnapshotPtr snapshot = read("{'kind': 'dedupe', 'keys': {'bucket': 's:{0..99}'}}");
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 200.0);
        QCOMPARE(figure(snapshot, 0, "buckets"), 100.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 0.0);
        QCOMPARE(figure(snapshot, 0, "skew"), 50.5);
    }

    /// Figures are updated as soon as a bucket appears.
    void aBucketComes()
    {
        redis::PollSession poll(workspace(events), m_server.local(), redis::PollOptions{});
        QCOMPARE(figure(tick(poll), 0, "withoutTtl"), 0.0);
        fill(bucket(0, 0), 1);
        QCOMPARE(figure(tick(poll), 0, "buckets"), 1.0);
        QCOMPARE(figure(tick(poll), 0, "withoutTtl"), 1.0);
    }

    void setsTheMissing()
    {
        fill(bucket(0, 0), 1, 4h);
        fill(bucket(0, 1), 1, 4h);
        fill(bucket(1, 0), 1, 3h);
        fill(bucket(1, 1), 1);
        fill(bucket(2, 1), 1);
        Bench bench(m_server, json(events));
        OperationRequest set = bench.request(Action::SetExpiry);
        set.onlyMissing = true;
        const OperationReport report = bench.run(set);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.moved, 2);
        QVERIFY(isNear(static_cast<double>(ttl(bucket(1, 1))), 3.0 * 3'600'000)); // as its neighbour
        QVERIFY(isNear(static_cast<double>(ttl(bucket(2, 1))), 4.0 * 3'600'000)); // as the workspace says
        QVERIFY(isNear(static_cast<double>(ttl(bucket(0, 0))), 4.0 * 3'600'000));
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(ttl(bucket(1, 1)), -1);
        QCOMPARE(ttl(bucket(2, 1)), -1);
        QVERIFY(ttl(bucket(0, 0)) > 0);
        // Sets the expiry of a single bucket.
        set.target = bucket(2, 1);
        set.by = 1h;
        QCOMPARE(bench.run(set).moved, 1);
        QVERIFY(isNear(static_cast<double>(ttl(bucket(2, 1))), 3'600'000));
        QCOMPARE(ttl(bucket(1, 1)), -1);
        // Nothing says how long.
        fill("seen", 1);
        Bench other(m_server, R"({"name":"c","kind":"dedupe","keys":{"bucket":"seen"}})");
        OperationRequest unsaid = other.request(Action::SetExpiry);
        unsaid.onlyMissing = true;
        const Result<Plan> plan = Planner(other.client).plan(unsaid);
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorKind::Invalid);
    }

    void dropsABucket()
    {
        const QByteArray old = bucket(2, 1);
        fill(bucket(1, 1), 7);
        fill(old, 300, 2h);
        command({"SADD", old, QByteArrayView("\0\xff\n", 3)});
        Bench bench(m_server, json(events));
        OperationRequest drop = bench.request(Action::Purge);
        drop.target = old;
        const OperationReport report = bench.run(drop);
        QCOMPARE(report.removed, 301);
        QCOMPARE(m_server.run({"EXISTS", old}).integer, 0);
        QCOMPARE(m_server.run({"SCARD", bucket(1, 1)}).integer, 7);
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(m_server.run({"SCARD", old}).integer, 301);
        QVERIFY(ttl(old) > 0);
        QCOMPARE(m_server.run({"KEYS", "plimsoll:*"}).elements.size(), std::size_t(0));
    }

    /// A sample of one bucket, and what is asked of a million members takes the server no millisecond.
    void aMillionMembers()
    {
        fill(bucket(0, 0), 1'000'000, 4h);
        fill(bucket(0, 1), 3, 4h);
        const QStringList slow = slowCommands(m_server, 1ms, [this] {
            QCOMPARE(figure(read(events), 0, "members"), 1'000'003.0);
            redis::Standalone server(m_server.local(), {});
            QVERIFY(server.connect());
            for (const char *member : {"777777", "nobody"}) {
                const BrowseResult result = redis::browse(server, {1, workspace(events), 0, MemberQuery{member, 0}});
                QVERIFY(std::get_if<MemberAnswer>(&result.answer) != nullptr);
            }
            for (const int shard : {0, 1}) {
                const BrowseResult result =
                    redis::browse(server, {1, workspace(events), 0, SampleQuery{5, bucket(0, shard)}});
                const auto *page = std::get_if<ElementsPage>(&result.answer);
                QVERIFY(page != nullptr);
                QVERIFY(!page->elements.empty() && page->elements.size() <= 5);
                for (const Element &element : page->elements) {
                    QCOMPARE(element.key, bucket(0, shard));
                }
            }
        });
        QCOMPARE(slow, QStringList());
    }
};

QTEST_GUILESS_MAIN(DedupeTest)
#include "tst_dedupe.moc"

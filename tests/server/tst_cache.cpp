// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keytemplate.h"
#include "tests/server/kindfixture.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr const char *pages = "{'kind': 'cache', 'keys': {'entry': 'cache:page:*'}}";

} // namespace

/// String keys by a glob: how many there are about, and when a sample of them expires.
class CacheTest final : public KindFixture {
    Q_OBJECT

    /// So many entries that expire in `seconds` each; 0: never.
    void fill(QByteArrayView prefix, int count, int seconds)
    {
        command({"EVAL",
                 "for i = 1, tonumber(ARGV[1]) do redis.call('SET', ARGV[3] .. i, 'x') "
                 "if ARGV[2] ~= '0' then redis.call('EXPIRE', ARGV[3] .. i, ARGV[2]) end end",
                 "0", QByteArray::number(count), QByteArray::number(seconds), prefix});
    }
    /// A moment of the server from which on `seconds` are of one minute.
    void waitForTheMinute()
    {
        const qint64 left = 60'000 - at(0ms) % 60'000;
        if (left < 8'000) {
            QTest::qWait(int(left) + 50);
        }
    }
    static const KeysFound &found(const SnapshotPtr &snapshot) { return *snapshot->rows[0].found; }

private slots:
    void init() { m_server.flush(); }

    void globs_data()
    {
        QTest::addColumn<QByteArray>("glob");
        QTest::addColumn<QByteArray>("key");
        const std::pair<const char *, const char *> all[] = {
            {"a*", "abc"},
            {"a*", "ba"},
            {"*c", "abc"},
            {"a?c", "abc"},
            {"a?c", "ac"},
            {"a[bx]c", "abc"},
            {"a[^bx]c", "abc"},
            {"a[a-d]c", "abc"},
            {"a[d-a]c", "abc"},
            {"a\\*c", "a*c"},
            {"a\\*c", "abc"},
            {"a*b*c", "aXbYbZc"},
            {"a*b*c", "aXbYbZ"},
            {"*", ""},
            {"", ""},
            {"", "a"},
            {"a**", "a"},
            {"[a\\]]x", "]x"},
            {"a[", "a["},
            {"a\\", "a\\"},
            {"*a*a*a*b", "aaaa"},
            {"a[]c", "abc"},
            {"page:*", "page:1"},
        };
        for (const auto &[glob, key] : all) {
            QTest::newRow((glob + QByteArray(" ") + key).constData()) << QByteArray(glob) << QByteArray(key);
        }
    }

    /// Globs match as they do in the server.
    void globs()
    {
        QFETCH(const QByteArray, glob);
        QFETCH(const QByteArray, key);
        if (key.isEmpty()) {
            QCOMPARE(KeyPattern::ofGlob(glob).idOf(key).has_value(), glob != "x");
            return;
        }
        command({"SET", key, "1"});
        const redis::Reply matches = m_server.run({"SCAN", "0", "MATCH", glob, "COUNT", "1000"});
        QCOMPARE(KeyPattern::ofGlob(glob).idOf(key).has_value(), matches.elements.at(1).elements.size() == 1);
    }

    void figures()
    {
        waitForTheMinute();
        fill("cache:page:home:", 50, 600);
        fill("cache:page:product:", 100, 1'800);
        fill("cache:page:old:", 20, 7'200);
        fill("cache:page:admin:", 30, 0);
        fill("cache:other:", 100, 60);
        command({"LPUSH", "cache:page:list", "no string"});
        const SnapshotPtr snapshot = snapshotOf(m_server, workspace(pages));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "keys"), 200.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 30.0);
        QCOMPARE(figure(snapshot, 0, "expiringTogether"), 0.5);
        QVERIFY(!snapshot->has(0, FigureNote::Estimate)); // all were read
        const KeysFound &all = found(snapshot);
        QCOMPARE(all.bars.size(), std::size_t(62));
        QCOMPARE(std::accumulate(all.bars.begin(), all.bars.end(), qint64(0)), 200);
        QCOMPARE(all.bars[60], 20);
        QCOMPARE(all.bars[61], 30);
        QCOMPARE(all.groups.front().name, "product:");
        QCOMPARE(all.groups.front().seen, 100);
        QCOMPARE(all.groups.front().together, 1.0);
        QVERIFY(isNear(all.groups.front().medianLeftMs, 1'800'000));
        QCOMPARE(all.groups[2].name, "admin:");
        QCOMPARE(all.groups[2].withoutTtl, 30);
        QVERIFY(!isKnown(all.groups[2].medianLeftMs));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
    }

    void limits()
    {
        waitForTheMinute();
        fill("cache:page:", 100, 600);
        const SnapshotPtr snapshot = snapshotOf(m_server,
                                                workspace("{'kind': 'cache', 'keys': {'entry': 'cache:page:*'},"
                                                          " 'limits': {'expiringTogether': {'warning': 0.2}}}"));
        QCOMPARE(snapshot->rows[0].state, State::Warning);
    }

    /// A bound by expiry is broken by keys that never expire; without it they may be what is wanted.
    void boundByExpiry()
    {
        fill("cache:page:a:", 5, 600);
        fill("cache:page:b:", 3, 0);
        QCOMPARE(snapshotOf(m_server, workspace(pages))->rows[0].state, State::Ok);
        const char *bounded = "{'kind': 'cache', 'keys': {'entry': 'cache:page:*'}, 'bound': {'ttl': true}}";
        const SnapshotPtr snapshot = snapshotOf(m_server, workspace(bounded));
        QCOMPARE(snapshot->rows[0].state, State::Warning);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("3 without expiry")});
        command({"DEL", "cache:page:b:1", "cache:page:b:2", "cache:page:b:3"});
        QCOMPARE(snapshotOf(m_server, workspace(bounded))->rows[0].state, State::Ok);
    }

    void nothingThere()
    {
        const SnapshotPtr snapshot = snapshotOf(m_server, workspace(pages));
        QCOMPARE(figure(snapshot, 0, "keys"), 0.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 0.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "expiringTogether")));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
    }

    /// Without a match in an incomplete search the number is unknown, not 0.
    void nothingFoundYet()
    {
        std::optional<redis::PollSession> poll;
        SnapshotPtr snapshot;
        for (int others = 10'000; others < 5'000'000; others *= 2) { // until they take more than a tick's share
            command({"EVAL", "for i = 1, tonumber(ARGV[1]) do redis.call('SET', 'o:' .. i, 'x') end", "0",
                     QByteArray::number(others)});
            poll.emplace(workspace(pages), m_server.local(), redis::PollOptions{});
            snapshot = tick(*poll);
            if (!found(snapshot).isWhole()) {
                break;
            }
        }
        QVERIFY(!found(snapshot).isWhole());
        QVERIFY(!isKnown(figure(snapshot, 0, "keys")));
        QVERIFY(!isKnown(figure(snapshot, 0, "withoutTtl")));
        const auto isWhole = [&] { return (snapshot = tick(*poll)) && found(snapshot).isWhole(); };
        m_server.flush(); // what is left to look through would take 25 times as long as the first tick
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(), 240'000);
        QCOMPARE(figure(snapshot, 0, "keys"), 0.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 0.0);
    }

    /// With more keys than are kept, figures come from a sample that represents all keys.
    void aSampleOfMany()
    {
        fill("cache:page:a:", 24'000, 3'000);
        fill("cache:page:b:", 8'000, 0);
        redis::PollSession poll(workspace(pages), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot;
        const auto isWhole = [&] {
            QTest::qWait(100);
            snapshot = tick(poll);
            return found(snapshot).wholeAt.count() > 0 && found(snapshot).unread == 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(), 240'000);
        QVERIFY(found(snapshot).seen <= 20'000 && found(snapshot).seen > 5'000);
        const double keys = figure(snapshot, 0, "keys");
        QVERIFY2(keys > 30'000 && keys < 36'000, qPrintable(QString::number(keys)));
        const double never = figure(snapshot, 0, "withoutTtl") / keys;
        QVERIFY2(never > 0.22 && never < 0.28, qPrintable(QString::number(never)));
        for (int i = 0; i < 3; ++i) { // keys, those without expiry, those that expire together
            QVERIFY(snapshot->has(0, i, FigureNote::Estimate));
        }
    }
};

QTEST_GUILESS_MAIN(CacheTest)
#include "tst_cache.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "models/rows/bigkeysmodel.h"
#include "models/rows/boundsmodel.h"
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "tests/support/sampleworkspace.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using plimsoll::support::SampleWorkspace;
using Column = BoundsModel::Column;

namespace {

constexpr std::chrono::milliseconds start = 1'700'000'000'000ms;

const KindInfo *kindOf(const char *id)
{
    return redis::findKind(QString::fromLatin1(id));
}

Bound keeping(qint64 count)
{
    return {count, {}, false, {}};
}

/// Keys that a search has found.
KeysFound foundKeys(int count, const std::vector<double> &elements = {})
{
    KeysFound found;
    found.seen = count;
    found.wholeAt = start;
    for (int i = 0; i < count; ++i) {
        FoundKey &key = found.first.emplace_back();
        key.key = "found:" + QByteArray::number(i);
        key.readAt = start;
        key.count = static_cast<std::size_t>(i) < elements.size() ? elements[static_cast<std::size_t>(i)] : 1;
    }
    return found;
}

} // namespace

Q_DECLARE_METATYPE(plimsoll::Bound)

/// Bounds and verdicts as rows.
class TestBoundsModel final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_sample = std::make_unique<SampleWorkspace>();
        m_history = std::make_unique<History>();
        m_memory = std::make_unique<KeyMemory>();
        m_model = std::make_unique<BoundsModel>(m_history.get(), m_memory.get());
        m_now = start;
    }
    void judgesByTheBound_data();
    void judgesByTheBound();
    void figuresOfTheKindTellWhatExpires();
    void growthOfWhatExpiresHasABound();
    void saysThatOnlySomeKeysWereLookedAt();
    void whatExpiresIsNotAccusedBeforeItIsLookedAt();
    void ageByProblem();
    void expiryByProblem();
    void anOwnLimitSaysWhatIsTrouble();
    void whatGrowsComesFirst();
    void growthTakesFiveMinutes();
    void aPauseIsNoEndOfGrowth();
    void foreseesAMillionAndTheMemoryLimit();
    void aSingleTrimIsNoTrend();
    void measuresTheLargestKeyOfEachCollectionFirst();
    void measuresChangedKeysAgain();
    void addsUpMemoryHonestly();
    void saysWhichKeysAreNotCounted();
    void boundsEachKey();
    void showsWhatIsStoredOfAPresence();
    void saysWhyNothingIsForeseen();
    void knowsWhatWasMeasuredAtOnce();
    void ranksTheLargestKeys();
    void showsWhatIsNotWatched();
    void estimatesTheMemoryOfWhatIsNotWatched();
    void keysOfAPatternAreWatched();
    void tellsTheGrowthOfWhatIsNotWatched();
    void unknownIsNotZero();
    void nothingNewIsNoSignal();
    void survivesAnySequence();

private:
    void tick(std::chrono::milliseconds later = 1s)
    {
        m_now += later;
        const SnapshotPtr snapshot = m_sample->snapshot(m_now);
        m_history->apply(snapshot);
        m_model->apply(snapshot);
    }
    /// Twenty minutes in which a figure grows by `perHour`.
    void grow(std::size_t collection, QLatin1StringView figure, double from, double perHour)
    {
        for (int i = 0; i <= 120; ++i) {
            m_sample->set(collection, figure, from + perHour * i / 360);
            tick(10s);
        }
    }
    void measure(const QByteArray &key, double elements, std::optional<qint64> bytes,
                 std::chrono::milliseconds expiresIn = KeySize::never)
    {
        KeySizes sizes;
        sizes.sizes.push_back({key, elements, bytes, expiresIn, {}});
        m_memory->take(sizes);
    }
    [[nodiscard]] QString text(int row, Column column, int role = Qt::DisplayRole) const
    {
        return m_model->index(row, static_cast<int>(column)).data(role).toString();
    }

    std::unique_ptr<SampleWorkspace> m_sample;
    std::unique_ptr<History> m_history;
    std::unique_ptr<KeyMemory> m_memory;
    std::unique_ptr<BoundsModel> m_model;
    std::chrono::milliseconds m_now{};
};

void TestBoundsModel::judgesByTheBound_data()
{
    QTest::addColumn<Bound>("bound");
    QTest::addColumn<double>("oldest");
    QTest::addColumn<std::chrono::milliseconds>("expiresIn");
    QTest::addColumn<BoundVerdict>("verdict");
    constexpr auto never = KeySize::never;
    QTest::newRow("within its number") << keeping(100) << 0.0 << never << BoundVerdict::ByTrim;
    QTest::newRow("beyond its number") << keeping(99) << 0.0 << never << BoundVerdict::Beyond;
    QTest::newRow("within its age") << Bound{{}, 60s, false, {}} << 60'000.0 << never << BoundVerdict::ByAge;
    QTest::newRow("beyond its age") << Bound{{}, 60s, false, {}} << 60'001.0 << never << BoundVerdict::Beyond;
    QTest::newRow("expires") << Bound{{}, {}, true, {}} << 0.0 << std::chrono::milliseconds(5s)
                             << BoundVerdict::ByExpiry;
    QTest::newRow("does not expire") << Bound{{}, {}, true, {}} << 0.0 << never << BoundVerdict::Beyond;
    QTest::newRow("approved") << Bound{{}, {}, false, QStringLiteral("small")} << 0.0 << never
                              << BoundVerdict::Approved;
    QTest::newRow("no bound") << Bound{} << 0.0 << never << BoundVerdict::Unbounded;
    QTest::newRow("no bound, but it expires")
        << Bound{} << 0.0 << std::chrono::milliseconds(5s) << BoundVerdict::Expires;
}

void TestBoundsModel::judgesByTheBound()
{
    QFETCH(const Bound, bound);
    QFETCH(const double, oldest);
    QFETCH(const std::chrono::milliseconds, expiresIn);
    QFETCH(const BoundVerdict, verdict);
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->setBound(0, bound == Bound() ? std::nullopt : std::optional(bound));
    m_sample->set(0, QLatin1StringView("ready"), 100);
    m_sample->set(0, QLatin1StringView("oldestReadyMs"), oldest);
    measure("q", 100, 5'000, expiresIn);
    tick();
    QCOMPARE(m_model->row(0).verdict, verdict);
    const bool isBad = verdict == BoundVerdict::Beyond;
    QCOMPARE(m_model->index(0, 0).data(SeverityRole).toInt(), static_cast<int>(isBad ? State::Warning : State::Ok));
    QCOMPARE(!m_model->row(0).reason.isEmpty(), isBad || verdict == BoundVerdict::Approved);
    QCOMPARE(text(0, Column::Verdict), verdictText(verdict));
}

/// Without a figure for the age, the problems of the poll decide the verdict.
void TestBoundsModel::ageByProblem()
{
    m_sample->add(QStringLiteral("board"), kindOf("leaderboard"));
    m_sample->add(QStringLiteral("people"), kindOf("presence"));
    for (const std::size_t each : {0, 1}) {
        m_sample->setBound(each, Bound{{}, 60s, false, {}});
    }
    m_sample->set(0, QLatin1StringView("members"), 5);
    m_sample->set(1, QLatin1StringView("active"), 5);
    tick();
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::ByAge);
    const QString unknown = QStringLiteral("oldest unknown, bound 1 min");
    m_sample->setState(0, State::Unknown, unknown, 0);
    m_sample->setState(1, State::Warning, QStringLiteral("5 active, some older than the bound 1 min"), 2);
    tick();
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::Unknown);
    QCOMPARE(m_model->row(0).reason, unknown);
    QCOMPARE(m_model->row(1).verdict, BoundVerdict::Beyond);
}

/// Keys are measured only while the page is on screen, so the poll tells that one never expires.
void TestBoundsModel::expiryByProblem()
{
    m_sample->add(QStringLiteral("board"), kindOf("leaderboard"), "board");
    m_sample->setBound(0, Bound{{}, {}, true, {}});
    m_sample->set(0, QLatin1StringView("members"), 5);
    tick();
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::ByExpiry);
    const QString told = QStringLiteral("never expires, bound by expiry");
    m_sample->setState(0, State::Warning, told, 3);
    tick();
    QCOMPARE(m_model->row(0).figure, QStringLiteral("members"));
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::Beyond);
    QCOMPARE(m_model->row(0).reason, told);
    QCOMPARE(m_model->index(0, 0).data(SeverityRole).toInt(), static_cast<int>(State::Warning));
}

/// A limit of the person's replaces the default warning, as in the state of the collection.
void TestBoundsModel::anOwnLimitSaysWhatIsTrouble()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->setBound(0, keeping(99));
    m_sample->set(0, QLatin1StringView("ready"), 100);
    const auto severity = [this] { return m_model->index(0, 0).data(SeverityRole).toInt(); };
    tick();
    QCOMPARE(severity(), static_cast<int>(State::Warning));
    m_sample->addLimit(0, QLatin1StringView("ready"), 5'000, 9'000);
    tick();
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::Beyond);
    QCOMPARE(severity(), static_cast<int>(State::Ok));
}

void TestBoundsModel::whatGrowsComesFirst()
{
    for (const char *name : {"approved", "still", "grows", "beyond"}) {
        m_sample->add(QString::fromLatin1(name), kindOf("queue"));
    }
    m_sample->setBound(0, Bound{{}, {}, false, QStringLiteral("few")});
    m_sample->setBound(3, keeping(1));
    measure("queue:grows", 10, 500);
    for (const std::size_t still : {0, 1, 3}) {
        m_sample->set(still, QLatin1StringView("ready"), 9);
    }
    QSortFilterProxyModel sorted;
    sorted.setSortRole(SortRole);
    sorted.setSourceModel(m_model.get());
    sorted.sort(static_cast<int>(Column::Verdict), Qt::DescendingOrder);
    grow(2, QLatin1StringView("ready"), 10, 360);
    QStringList order;
    for (int row = 0; row < sorted.rowCount(); ++row) {
        order += sorted.index(row, 0).data().toString();
    }
    QCOMPARE(order.join(u' '), QStringLiteral("grows beyond still approved"));
    QCOMPARE(m_model->count(BoundVerdict::Growing), 1);
    QCOMPARE(text(2, Column::Growth), QStringLiteral("+360"));
    QVERIFY2(text(2, Column::Growth, Qt::ToolTipRole).contains(QLatin1String("min")),
             qPrintable(text(2, Column::Growth, Qt::ToolTipRole)));
}

/// The search says that 12 of 838 keys of a cache never expire; it prevails over 30 measured keys.
void TestBoundsModel::figuresOfTheKindTellWhatExpires()
{
    m_sample->add(QStringLiteral("pages"), kindOf("cache"), "found:*");
    KeysFound found = foundKeys(30);
    found.seen = 838;
    m_sample->setFound(0, found);
    m_sample->set(0, QLatin1StringView("keys"), 838);
    m_sample->set(0, QLatin1StringView("withoutTtl"), 12);
    for (const FoundKey &key : found.first) {
        measure(key.key, 1, 100, 60s);
    }
    tick();
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("no bound"));
    QCOMPARE(text(0, Column::Expiry), QStringLiteral("826 of 838"));
    m_sample->setBound(0, Bound{{}, {}, true, {}});
    tick();
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::Beyond);
    QCOMPARE(text(0, Column::Verdict, Qt::ToolTipRole), QStringLiteral("12 of 838 keys never expire."));
    m_sample->setBound(0, std::nullopt);
    m_sample->set(0, QLatin1StringView("withoutTtl"), 0);
    tick();
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("all keys expire"));
    QCOMPARE(text(0, Column::Expiry), QStringLiteral("all"));
    // Estimates are shown as such.
    m_sample->set(0, QLatin1StringView("keys"), 40'000);
    m_sample->set(0, QLatin1StringView("withoutTtl"), 400);
    m_sample->note(0, QLatin1StringView("withoutTtl"), FigureNote::Estimate);
    tick();
    QCOMPARE(text(0, Column::Expiry), QStringLiteral("≈ 39,600 of 40,000"));
}

/// A cache that fills up is no growth for ever, while the keys that never expire stay twelve.
void TestBoundsModel::growthOfWhatExpiresHasABound()
{
    m_sample->add(QStringLiteral("pages"), kindOf("cache"), "found:*");
    m_sample->setFound(0, foundKeys(30));
    m_sample->set(0, QLatin1StringView("withoutTtl"), 12);
    grow(0, QLatin1StringView("keys"), 700, 2'300);
    QCOMPARE(text(0, Column::Growth), QStringLiteral("+2,300"));
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("no bound"));
    QCOMPARE(text(0, Column::Verdict, Qt::ToolTipRole),
             QStringLiteral("12 of 30 keys never expire; their number does not grow."));
    QCOMPARE(m_model->unknownGrowth(), 0);
    for (int i = 0; i <= 360; ++i) {
        m_sample->set(0, QLatin1StringView("withoutTtl"), 12 + i);
        tick(10s);
    }
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("no bound, growing"));
}

void TestBoundsModel::saysThatOnlySomeKeysWereLookedAt()
{
    m_sample->add(QStringLiteral("pages"), kindOf("cache"), "found:*");
    KeysFound found = foundKeys(40);
    found.wholeAt = 0ms; // the search goes on
    found.unread = 10;
    m_sample->setFound(0, found);
    m_sample->set(0, QLatin1StringView("keys"), 900);
    m_sample->set(0, QLatin1StringView("withoutTtl"), 0);
    m_sample->add(QStringLiteral("visitors"), kindOf("recent"), "found:{id}");
    found = foundKeys(50);
    m_sample->setFound(1, found);
    m_sample->set(1, QLatin1StringView("length"), 50);
    for (int i = 0; i < 20; ++i) {
        measure(found.first[static_cast<std::size_t>(i)].key, 1, 100, 60s);
    }
    tick();
    QCOMPARE(text(0, Column::Expiry), QStringLiteral("all of 30 looked at"));
    QCOMPARE(text(1, Column::Expiry), QStringLiteral("all of 20 looked at"));
    for (const int row : {0, 1}) {
        QCOMPARE(text(row, Column::Verdict), QStringLiteral("all looked at expire"));
    }
    // The search has read the expiry of every key.
    found.ends.assign(50, 1e15);
    m_sample->setFound(1, found);
    tick();
    QCOMPARE(text(1, Column::Verdict), QStringLiteral("all keys expire"));
    found.ends.back() = std::numeric_limits<double>::infinity();
    m_sample->setFound(1, found);
    tick();
    QCOMPARE(text(1, Column::Expiry), QStringLiteral("49 of 50"));
}

void TestBoundsModel::whatExpiresIsNotAccusedBeforeItIsLookedAt()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    grow(0, QLatin1StringView("ready"), 10, 360);
    QCOMPARE(text(0, Column::Expiry), QStringLiteral("–"));
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("no bound"));
    QVERIFY2(text(0, Column::Verdict, Qt::ToolTipRole).contains(QLatin1String("not known")),
             qPrintable(text(0, Column::Verdict, Qt::ToolTipRole)));
    measure("q", 10, 100);
    tick();
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("no bound, growing"));
    // A user without +pttl: it grows, and that is all that can be known.
    KeySizes sizes;
    sizes.sizes.push_back({"q", 10, 100, {}, {}});
    m_memory->take(sizes);
    tick();
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("no bound, growing"));
}

/// A burst just after the start is not multiplied up to an hour.
void TestBoundsModel::growthTakesFiveMinutes()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    measure("q", 10, 100);
    for (int second = 0; second < 290; second += 2) {
        m_sample->set(0, QLatin1StringView("ready"), second < 20 ? 10 : 1'000);
        tick(2s);
        QCOMPARE(text(0, Column::Growth), QStringLiteral("–"));
        QCOMPARE(m_model->unknownGrowth(), 1);
    }
    for (int second = 0; second < 20; second += 2) {
        tick(2s);
    }
    QCOMPARE(text(0, Column::Growth), QStringLiteral("±0"));
    QCOMPARE(m_model->unknownGrowth(), 0);
    // A change that lasts five minutes is growth.
    m_sample->add(QStringLiteral("events"), kindOf("queue"), "e");
    measure("e", 10, 100);
    for (int second = 0; second <= 310; second += 2) {
        m_sample->set(0, QLatin1StringView("ready"), 1'000);
        m_sample->set(1, QLatin1StringView("ready"), 10 + second);
        tick(2s);
    }
    QCOMPARE(text(1, Column::Growth), QStringLiteral("+3,600"));
    QCOMPARE(m_model->row(1).verdict, BoundVerdict::Growing);
}

/// The verdict does not change with every burst: only the course of both halves ends it.
void TestBoundsModel::aPauseIsNoEndOfGrowth()
{
    m_sample->add(QStringLiteral("events"), kindOf("queue"), "e");
    measure("e", 10, 100);
    double count = 1'000;
    const auto pass = [&](int seconds, double perSecond) {
        for (int second = 0; second < seconds; ++second) {
            count += perSecond;
            m_sample->set(0, QLatin1StringView("ready"), count);
            tick();
        }
    };
    pass(330, 2.5);
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::Growing);
    int unsteady = 0;
    for (int i = 0; i < 200; ++i) {
        count += 2.5;
        m_sample->set(0, QLatin1StringView("ready"), count + 4 * (i * 7919 % 211 - 105));
        tick();
        unsteady += m_history->rate(0, kindOf("queue")->mainFigure).isSteady ? 0 : 1;
        QVERIFY2(m_model->row(0).verdict == BoundVerdict::Growing, qPrintable(QString::number(i)));
    }
    QVERIFY(unsteady > 0);
    pass(360, 0);
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::Unbounded);
}

void TestBoundsModel::foreseesAMillionAndTheMemoryLimit()
{
    m_sample->add(QStringLiteral("events"), kindOf("queue"), "q");
    m_sample->server().usedMemory = 10'000'000;
    m_sample->server().maxMemory = 0;
    measure("q", 1'000, 100'000);
    grow(0, QLatin1StringView("ready"), 998'000, 600); // 1 M in three hours
    QVERIFY(m_model->row(0).millionAt > m_now + 2h && m_model->row(0).millionAt < m_now + 4h);
    QVERIFY2(text(0, Column::Reaches).startsWith(QLatin1String("1 M at ")), qPrintable(text(0, Column::Reaches)));
    QCOMPARE(m_model->row(0).fullAt, 0ms); // no limit
    QCOMPARE(m_model->index(0, 0).data(SeverityRole).toInt(), static_cast<int>(State::Warning));
    m_sample->server().maxMemory = 10'060'000; // 600 elements of 100 bytes: an hour
    tick(10s);
    QVERIFY(m_model->row(0).fullAt > m_now + 50min && m_model->row(0).fullAt < m_now + 70min);
    QVERIFY2(text(0, Column::Reaches).startsWith(QLatin1String("maxmemory at ")), qPrintable(text(0, Column::Reaches)));
    QCOMPARE(m_model->index(0, 0).data(SeverityRole).toInt(), static_cast<int>(State::Critical));
    // Further ahead than twenty minutes can tell.
    m_sample->server().maxMemory = 900'000'000;
    m_sample->set(0, QLatin1StringView("ready"), 1'200'000);
    tick(10s);
    QCOMPARE(m_model->row(0).fullAt, 0ms);
    QCOMPARE(text(0, Column::Reaches), QStringLiteral("over 1 M"));
}

void TestBoundsModel::aSingleTrimIsNoTrend()
{
    m_sample->add(QStringLiteral("recent"), kindOf("queue"));
    grow(0, QLatin1StringView("ready"), 100'000, 600);
    grow(0, QLatin1StringView("ready"), 1'000, 600);
    grow(0, QLatin1StringView("ready"), 1'200, 600);
    grow(0, QLatin1StringView("ready"), 1'400, 600);
    const double perHour = m_model->row(0).growth.perHour;
    QVERIFY2(perHour > 500 && perHour < 700, qPrintable(QString::number(perHour)));
}

void TestBoundsModel::measuresTheLargestKeyOfEachCollectionFirst()
{
    for (int i = 0; i < KeySizes::mostKeys + 5; ++i) {
        m_sample->add(QString::number(i), kindOf("queue"), "k" + QByteArray::number(i));
        m_sample->set(static_cast<std::size_t>(i), QLatin1StringView("ready"), i); // the first is empty: no key
    }
    const SnapshotPtr snapshot = m_sample->snapshot(start);
    const std::vector<KeyToSize> first = m_memory->next(*snapshot);
    QCOMPARE(first.size(), std::size_t{KeySizes::mostKeys});
    QCOMPARE(first.front().key, QByteArray("k34"));
    const std::vector<KeyToSize> second = m_memory->next(*snapshot);
    QCOMPARE(second.size(), 4U);
    QCOMPARE(second.back().key, QByteArray("k1"));
    QCOMPARE(m_memory->next(*snapshot), first); // around again
}

/// With hundreds of keys to look at, one that grows does not wait for its turn.
void TestBoundsModel::measuresChangedKeysAgain()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->set(0, QLatin1StringView("ready"), 1'000);
    m_sample->add(QStringLiteral("pages"), kindOf("cache"), "found:*");
    m_sample->setFound(1, foundKeys(500));
    m_sample->set(1, QLatin1StringView("keys"), 500);
    const auto next = [&] {
        KeySizes sizes;
        for (const KeyToSize &key : m_memory->next(*m_sample->snapshot(m_now))) {
            sizes.sizes.push_back({key.key, key.elements, static_cast<qint64>(50 * key.elements), KeySize::never, {}});
        }
        m_memory->take(sizes);
        return sizes.sizes;
    };
    const auto hasQueue = [](const std::vector<KeySize> &sizes) {
        return std::count_if(sizes.begin(), sizes.end(), [](const KeySize &size) { return size.key == "q"; });
    };
    QCOMPARE(hasQueue(next()), 1);
    QCOMPARE(hasQueue(next()), 0);
    tick();
    QCOMPARE(text(0, Column::Memory), formatBytes(50'000));
    m_sample->set(0, QLatin1StringView("ready"), 2'000);
    tick();
    QCOMPARE(text(0, Column::Memory), QStringLiteral("≈ ") + formatBytes(100'000));
    BigKeysModel keys;
    keys.apply(*m_sample->snapshot(m_now), *m_memory);
    QCOMPARE(keys.index(0, static_cast<int>(BigKeysModel::Column::Memory)).data().toString(),
             QStringLiteral("≈ ") + formatBytes(100'000));
    const std::vector<KeySize> third = next();
    QCOMPARE(hasQueue(third), 1);
    QCOMPARE(third.size(), std::size_t{KeySizes::mostKeys});
    tick();
    QCOMPARE(text(0, Column::Memory), formatBytes(100'000));
    QCOMPARE(hasQueue(next()), 0);
}

void TestBoundsModel::addsUpMemoryHonestly()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->set(0, QLatin1StringView("ready"), 1'000);
    tick();
    QCOMPARE(text(0, Column::Memory), QStringLiteral("–"));
    measure("q", 1'000, 50'000);
    tick();
    QCOMPARE(text(0, Column::Memory), formatBytes(50'000));
    QCOMPARE(m_model->row(0).memory.perElement, 50.0);
    // A key that is too large to be measured does not count as empty.
    m_memory->clear();
    m_sample->set(0, QLatin1StringView("ready"), KeySizes::mostElements + 1);
    measure("q", KeySizes::mostElements + 1, std::nullopt);
    tick();
    QCOMPARE(text(0, Column::Memory), QStringLiteral("–"));
    QVERIFY(text(0, Column::Memory, Qt::ToolTipRole).contains(QLatin1String("50,000")));
    QCOMPARE(text(0, Column::Expiry), QStringLiteral("none"));
}

/// Records of jobs are in keys of their own, whose number is unknown.
void TestBoundsModel::saysWhichKeysAreNotCounted()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->addKeys(0, QLatin1StringView("job"), "job:{id}");
    m_sample->set(0, QLatin1StringView("ready"), 10);
    measure("q", 10, 2'000, 60s);
    tick();
    QCOMPARE(text(0, Column::Memory), QStringLiteral("≥ ") + formatBytes(2'000));
    QCOMPARE(text(0, Column::Expiry), QStringLiteral("all of 1 looked at"));
    for (const Column column : {Column::Memory, Column::Expiry}) {
        const QString tip = text(0, column, Qt::ToolTipRole);
        QVERIFY2(tip.contains(QLatin1String("job:{id}")), qPrintable(tip));
        QVERIFY2(!tip.contains(QLatin1String("50,000")), qPrintable(tip));
    }
    m_sample->set(0, QLatin1StringView("ready"), 0); // at least 0 would be nothing known
    tick();
    QCOMPARE(text(0, Column::Memory), QStringLiteral("–"));
}

void TestBoundsModel::boundsEachKey()
{
    m_sample->add(QStringLiteral("visitors"), kindOf("recent"), "found:{id}");
    m_sample->setBound(0, keeping(20));
    KeysFound found = foundKeys(40, {23, 21, 20, 20});
    found.first[0].outside = 3; // over the bound, and counted
    found.first[1].outside = 1;
    found.outside = {"found:0", "found:1"};
    m_sample->setFound(0, found);
    m_sample->set(0, QLatin1StringView("length"), 636);
    m_sample->set(0, QLatin1StringView("over"), 4);
    tick();
    QCOMPARE(text(0, Column::Bound), QStringLiteral("at most 20 each"));
    QCOMPARE(text(0, Column::Verdict), QStringLiteral("beyond its bound"));
    QCOMPARE(text(0, Column::Verdict, Qt::ToolTipRole), QStringLiteral("2 keys over 20, the longest has 23."));
    const std::vector<KeyToSize> keys = KeyMemory::keysOf(*m_sample->snapshot(start), 0);
    QVERIFY(std::find(keys.begin(), keys.end(), KeyToSize{"found:0", 23}) != keys.end());
}

void TestBoundsModel::showsWhatIsStoredOfAPresence()
{
    m_sample->add(QStringLiteral("online"), kindOf("presence"), "online");
    m_sample->addKeys(0, QLatin1StringView("lastSeen"), "seen");
    m_sample->set(0, QLatin1StringView("active"), 0);
    m_sample->set(0, QLatin1StringView("seen"), 120);
    tick();
    QCOMPARE(text(0, Column::Size), QStringLiteral("120"));
    QCOMPARE(text(0, Column::Size, Qt::ToolTipRole), QStringLiteral("seen"));
    grow(0, QLatin1StringView("seen"), 120, 360);
    QCOMPARE(text(0, Column::Growth), QStringLiteral("+360"));
}

void TestBoundsModel::saysWhyNothingIsForeseen()
{
    m_sample->add(QStringLiteral("still"), kindOf("queue"), "q");
    m_sample->add(QStringLiteral("bounded"), kindOf("queue"), "b");
    m_sample->add(QStringLiteral("slow"), kindOf("queue"), "s");
    m_sample->setBound(1, keeping(1'000));
    m_sample->set(0, QLatin1StringView("ready"), 5);
    m_sample->set(1, QLatin1StringView("ready"), 5);
    tick();
    const auto tip = [this](int row) { return text(row, Column::Reaches, Qt::ToolTipRole); };
    QCOMPARE(text(0, Column::Reaches), QStringLiteral("–"));
    QCOMPARE(text(1, Column::Reaches), QStringLiteral("–"));
    QVERIFY2(tip(0).contains(QLatin1String("five minutes")), qPrintable(tip(0)));
    QVERIFY2(tip(1).contains(QLatin1String("bound")), qPrintable(tip(1)));
    grow(2, QLatin1StringView("ready"), 5, 60);
    QCOMPARE(text(0, Column::Reaches), QStringLiteral("–"));
    QCOMPARE(text(2, Column::Reaches), QStringLiteral("–"));
    QVERIFY2(tip(0).contains(QLatin1String("does not grow")), qPrintable(tip(0)));
    QVERIFY2(tip(2).contains(QLatin1String("further ahead")), qPrintable(tip(2)));
}

/// Also with more collections than are computed anew at a time.
void TestBoundsModel::knowsWhatWasMeasuredAtOnce()
{
    for (int i = 0; i < 250; ++i) {
        m_sample->add(QString::number(i), kindOf("queue"), "k" + QByteArray::number(i));
        m_sample->set(static_cast<std::size_t>(i), QLatin1StringView("ready"), 2);
    }
    tick();
    tick();
    for (const char *key : {"k0", "k120", "k249"}) {
        measure(key, 2, 100);
    }
    tick();
    for (const int row : {0, 120, 249}) {
        QCOMPARE(text(row, Column::Memory), formatBytes(100));
    }
}

void TestBoundsModel::ranksTheLargestKeys()
{
    for (int i = 0; i < 60; ++i) {
        m_sample->add(QString::number(i), kindOf("queue"), "k" + QByteArray::number(i));
        m_sample->set(static_cast<std::size_t>(i), QLatin1StringView("ready"), i == 3 ? 60'000 : i);
        measure("k" + QByteArray::number(i), i, i == 3 ? std::nullopt : std::optional<qint64>(1'000 + i));
    }
    BigKeysModel keys;
    const QAbstractItemModelTester tester(&keys, QAbstractItemModelTester::FailureReportingMode::QtTest);
    keys.apply(*m_sample->snapshot(start), *m_memory);
    QCOMPARE(keys.rowCount(), static_cast<int>(BigKeysModel::most));
    const auto cell = [&keys](int row, BigKeysModel::Column column) {
        return keys.index(row, static_cast<int>(column)).data().toString();
    };
    QCOMPARE(cell(0, BigKeysModel::Column::Key), QStringLiteral("k3")); // too large to be measured
    QCOMPARE(cell(0, BigKeysModel::Column::Memory), QStringLiteral("–"));
    QCOMPARE(cell(1, BigKeysModel::Column::Key), QStringLiteral("k59"));
    QCOMPARE(cell(1, BigKeysModel::Column::Memory), formatBytes(1'059));
    QCOMPARE(keys.collectionAt(1), 59U);
    QVERIFY(!keys.hasUses());
    KeySizes hot;
    hot.sizes.push_back({"k59", 59, 1'059, KeySize::never, 12});
    m_memory->take(hot);
    keys.apply(*m_sample->snapshot(start), *m_memory);
    QVERIFY(keys.hasUses());
    QCOMPARE(cell(1, BigKeysModel::Column::Uses), QStringLiteral("12"));
}

void TestBoundsModel::showsWhatIsNotWatched()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->set(0, QLatin1StringView("ready"), 1);
    tick();
    Discovery discovery;
    for (const char *key : {"q", "other"}) {
        Proposal proposal;
        proposal.definition.name = QString::fromLatin1(key);
        proposal.definition.kind = kindOf("queue");
        proposal.definition.keys.push_back({.role = kindOf("queue")->roles.data(), .templates = {key}});
        proposal.elements = 7;
        discovery.found.push_back(proposal);
    }
    discovery.unrecognised.push_back({"session:{uuid}", "session:{uuid}", "string", 12'000});
    m_model->setDiscovery(discovery);
    QCOMPARE(m_model->rowCount(), 3); // the first is watched
    QCOMPARE(text(1, Column::Name), QStringLiteral("other"));
    QCOMPARE(text(1, Column::Size), QStringLiteral("7"));
    QCOMPARE(text(2, Column::Name), QStringLiteral("session:{uuid}"));
    QCOMPARE(text(2, Column::Size), QStringLiteral("12,000"));
    QCOMPARE(text(2, Column::Verdict), verdictText(BoundVerdict::NotWatched));
    m_model->setDiscovery({});
    QCOMPARE(m_model->rowCount(), 1);
}

/// A few keys of each template are measured, after the largest of the collections; the others are like them.
void TestBoundsModel::estimatesTheMemoryOfWhatIsNotWatched()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->set(0, QLatin1StringView("ready"), 1);
    tick();
    Discovery discovery;
    FoundTemplate sessions{"session:{uuid}", "session:{uuid}", "string", 1'000, 36'000, {}};
    sessions.samples = {{"session:a", 136}, {"session:b", 36}};
    FoundTemplate logs{"log:{date}", "log:{date}", "list", 10, 990, {}};
    logs.samples = {{"log:1", 60'000}, {"log:2", 98}};
    FoundTemplate huge{"huge", "huge", "list", 1, 60'000, {}};
    huge.samples = {{"huge", 60'000}};
    discovery.unrecognised = {sessions, logs, huge};
    m_model->setDiscovery(discovery);
    QCOMPARE(text(1, Column::Memory), QStringLiteral("–"));
    QVERIFY2(text(1, Column::Memory, Qt::ToolTipRole).contains(QLatin1String("Not measured, or not yet")),
             qPrintable(text(1, Column::Memory, Qt::ToolTipRole)));
    m_memory->setUnwatched(m_model->unwatchedKeys());
    const std::vector<KeyToSize> next = m_memory->next(*m_sample->snapshot(m_now));
    QCOMPARE(next.front().key, QByteArray("q"));
    QCOMPARE(next.size(), std::size_t(6));
    const auto asked = [&next](const char *key) {
        return std::find_if(next.begin(), next.end(), [key](const KeyToSize &one) { return one.key == key; })->elements;
    };
    QCOMPARE(asked("session:a"), 1.0); // a string is one element, however long
    QCOMPARE(asked("log:1"), 60'000.0);
    measure("session:a", 1, 200, 5s);
    measure("session:b", 1, 100);
    measure("log:1", 60'000, std::nullopt);
    measure("log:2", 98, 990);
    measure("huge", 60'000, std::nullopt);
    tick();
    QCOMPARE(m_model->row(1).memory.bytes, 100'000.0); // 1 byte each of 1,000 × (64 + 36)
    QCOMPARE(text(1, Column::Memory), QStringLiteral("≈ 97.7 KiB"));
    QCOMPARE(text(1, Column::Expiry), QStringLiteral("1 of 2 looked at"));
    QCOMPARE(m_model->row(2).memory.bytes, 10'000.0); // 10 bytes each of 990 and 10
    QCOMPARE(text(3, Column::Memory), QStringLiteral("–"));
    QVERIFY(text(3, Column::Memory, Qt::ToolTipRole).contains(QLatin1String("more than 50,000 elements")));
    FoundTemplate one{"flag", "flag", "string", 1, 5, {}};
    one.samples = {{"flag", 5}};
    measure("flag", 1, 72);
    QVERIFY(!m_memory->sumOf(std::span(&one, 1)).isAbout);
    QCOMPARE(m_memory->sumOf(std::span(&one, 1)).bytes, 72.0);
    QCOMPARE(m_memory->next(*m_sample->snapshot(m_now)).size(), std::size_t(6)); // the next round
}

/// A cache made by hand may have the keys of a form that no proposal explains.
void TestBoundsModel::keysOfAPatternAreWatched()
{
    m_sample->add(QStringLiteral("sessions"), kindOf("cache"), "session:*");
    tick();
    Discovery discovery;
    FoundTemplate sessions{"session:{uuid}", "session:{uuid}", "string", 1'000, 36'000, {}};
    sessions.samples = {{"session:a", 136}};
    FoundTemplate others{"user:{number}", "user:{number}", "string", 10, 100, {}};
    others.samples = {{"user:1", 10}};
    discovery.unrecognised = {sessions, others};
    m_model->setDiscovery(discovery);
    QCOMPARE(m_model->rowCount(), 2);
    QCOMPARE(text(1, Column::Name), QStringLiteral("user:{number}"));
}

void TestBoundsModel::tellsTheGrowthOfWhatIsNotWatched()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    tick();
    Discovery discovery;
    FoundTemplate sessions{"session:{uuid}", "session:{uuid}", "string", 1'000};
    sessions.countBefore = 400;
    FoundTemplate fresh{"fresh", "fresh", "set", 30};
    fresh.isNew = true;
    FoundTemplate unknown{"unknown", "unknown", "set", 3};
    discovery.unrecognised = {sessions, fresh, unknown};
    Proposal proposal;
    proposal.definition.name = QStringLiteral("other");
    proposal.definition.kind = kindOf("queue");
    proposal.definition.keys.push_back({.role = kindOf("queue")->roles.data(), .templates = {"other"}});
    proposal.elements = 70;
    proposal.elementsBefore = 100;
    discovery.found = {proposal};
    discovery.time = m_now;
    m_model->setDiscovery(discovery);
    QCOMPARE(text(2, Column::Growth), QStringLiteral("–")); // no earlier search
    discovery.earlier = EarlierDiscovery{m_now - 2h, {}};
    m_model->setDiscovery(discovery);
    QCOMPARE(text(1, Column::Name), QStringLiteral("other"));
    QCOMPARE(text(1, Column::Growth), QStringLiteral("−15"));
    QCOMPARE(text(2, Column::Growth), QStringLiteral("+300"));
    QVERIFY2(text(2, Column::Growth, Qt::ToolTipRole).contains(QLatin1String("2 h")),
             qPrintable(text(2, Column::Growth, Qt::ToolTipRole)));
    QCOMPARE(text(3, Column::Growth), QStringLiteral("+15"));
    QCOMPARE(text(4, Column::Growth), QStringLiteral("–"));
    discovery.earlier->time = m_now - 4min; // too short to tell
    m_model->setDiscovery(discovery);
    QCOMPARE(text(2, Column::Growth), QStringLiteral("–"));
}

void TestBoundsModel::unknownIsNotZero()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->setState(0, State::Error, QStringLiteral("q is a string"));
    tick();
    QCOMPARE(m_model->row(0).verdict, BoundVerdict::Unknown);
    for (const Column column : {Column::Size, Column::Growth, Column::Memory, Column::Expiry}) {
        QCOMPARE(text(0, column), QStringLiteral("–"));
    }
    QCOMPARE(text(0, Column::Verdict, Qt::ToolTipRole), QStringLiteral("q is a string."));
}

void TestBoundsModel::nothingNewIsNoSignal()
{
    m_sample->add(QStringLiteral("mail"), kindOf("queue"), "q");
    m_sample->set(0, QLatin1StringView("ready"), 5);
    grow(0, QLatin1StringView("ready"), 5, 0);
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    tick();
    tick();
    QCOMPARE(changed.size(), 0);
    m_sample->set(0, QLatin1StringView("ready"), 6);
    tick();
    QCOMPARE(changed.size(), 1);
}

void TestBoundsModel::survivesAnySequence()
{
    const QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QRandomGenerator random(7);
    for (int round = 0; round < 60; ++round) {
        *m_sample = SampleWorkspace();
        const int count = random.bounded(6);
        for (int i = 0; i < count; ++i) {
            const std::size_t row = m_sample->add(QString::number(random.bounded(1000) * 10 + i), kindOf("queue"));
            m_sample->set(row, QLatin1StringView("ready"), random.bounded(100));
            m_sample->setBound(row, random.bounded(2) == 0 ? std::nullopt : std::optional(keeping(50)));
        }
        Discovery discovery;
        for (int i = random.bounded(4); i > 0; --i) {
            const QByteArray form = QByteArray::number(random.bounded(5));
            discovery.unrecognised.push_back({form, form, {}, random.bounded(9)});
        }
        m_model->setDiscovery(discovery);
        tick();
        QVERIFY(m_model->rowCount() >= count);
    }
}

QTEST_GUILESS_MAIN(TestBoundsModel)
#include "tst_boundsmodel.moc"

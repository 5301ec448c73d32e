// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batchbudget.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace plimsoll::redis;
using std::chrono::microseconds;

namespace {

constexpr qint64 KiB = 1'024;
constexpr qint64 MiB = KiB * KiB;

/// A server that takes a microsecond for an element and one for 1,000 bytes.
microseconds cost(const BatchLoad &size)
{
    return microseconds(qint64(size.items) + size.bytes / 1'000);
}

/// One batch of elements of that size, as a script makes it that is given the budget; how long it took.
microseconds batch(BatchBudget &budget, qint64 each, qint64 noise = 0)
{
    const std::size_t items = budget.fitting(1'000'000, [each](std::size_t) { return each; });
    const BatchLoad did{items, qint64(items) * each};
    const microseconds took = cost(did);
    budget.learn(did, took + microseconds(noise));
    return took;
}

} // namespace

class TestBatchBudget : public QObject {
    Q_OBJECT

private slots:
    void beginsSmall();
    void growsToTheTarget_data();
    void growsToTheTarget();
    void staysWithinTwiceTheTargetWhenSizesChange_data();
    void staysWithinTwiceTheTargetWhenSizesChange();
    void holdsASlowServerShortly_data();
    void holdsASlowServerShortly();
    void takesOneThatIsTooLarge();
    void takesNoMoreThanThereIs();
    void isNotMisledByNoise();
    void followsAServerThatSlowsDown();
    void forgetsElementsThatCostLess();
    void tellsAFixedCostFromTheWork_data();
    void tellsAFixedCostFromTheWork();
    void seesAFixedCostGo();
};

void TestBatchBudget::beginsSmall()
{
    const BatchBudget budget({});
    QCOMPARE(budget.fitting(1'000, [](std::size_t) { return qint64(10); }), 8U);
    QCOMPARE(budget.fitting(1'000, [](std::size_t) { return 3 * KiB; }), 2U);
}

void TestBatchBudget::growsToTheTarget_data()
{
    QTest::addColumn<qint64>("each");
    QTest::addColumn<qint64>("atLeast"); // of the 2,500 µs
    QTest::newRow("nothing") << qint64(0) << qint64(2'400);
    QTest::newRow("10 B") << qint64(10) << qint64(2'400);
    QTest::newRow("1 KiB") << KiB << qint64(2'000); // half the time for bytes: 1 MiB is the limit
    QTest::newRow("100 kB") << qint64(100'000) << qint64(900);
}

void TestBatchBudget::growsToTheTarget()
{
    QFETCH(qint64, each);
    QFETCH(qint64, atLeast);
    BatchBudget budget({microseconds(2'500), {16, 128 * KiB}, {10'000, MiB}});
    qint64 longest = 0;
    for (int i = 0; i < 20; ++i) {
        const qint64 took = batch(budget, each).count();
        QVERIFY2(took <= 2'600, QByteArray::number(took).constData());
        longest = std::max(longest, took);
    }
    QVERIFY2(longest >= atLeast, QByteArray::number(longest).constData());
}

void TestBatchBudget::staysWithinTwiceTheTargetWhenSizesChange_data()
{
    QTest::addColumn<qint64>("before");
    QTest::addColumn<qint64>("after");
    QTest::newRow("small, then 100 kB") << qint64(10) << qint64(100'000);
    QTest::newRow("100 kB, then small") << qint64(100'000) << qint64(10);
    QTest::newRow("1 KiB, then 900 kB") << KiB << qint64(900'000);
    QTest::newRow("small, then 1 KiB") << qint64(1) << KiB;
}

void TestBatchBudget::staysWithinTwiceTheTargetWhenSizesChange()
{
    QFETCH(qint64, before);
    QFETCH(qint64, after);
    BatchBudget budget({microseconds(2'500), {16, 128 * KiB}, {10'000, MiB}});
    for (const qint64 each : {before, after, before, after}) {
        for (int i = 0; i < 20; ++i) {
            const microseconds took = batch(budget, each);
            QVERIFY2(took.count() <= 5'000, QByteArray::number(qlonglong(took.count())).constData());
        }
    }
}

void TestBatchBudget::holdsASlowServerShortly_data()
{
    QTest::addColumn<int>("slower");
    QTest::addColumn<double>("item"); // microseconds on a server that is not slower
    QTest::addColumn<double>("byte");
    QTest::addColumn<double>("script"); // microseconds for one that does nothing
    QTest::addColumn<int>("atLeast"); // elements of the largest batch
    for (const int slower : {1, 4, 16}) {
        QTest::addRow("elements, %d times slower", slower) << slower << 3.0 << 0.005 << 30.0 << (slower < 16 ? 51 : 9);
        QTest::addRow("records of JSON, %d times slower", slower)
            << slower << 10.0 << 0.02 << 30.0 << (slower < 16 ? 51 : 9);
    }
    for (const int slower : {1, 4}) {
        QTest::addRow("behind a newest element of 1 MiB, %d times slower", slower)
            << slower << 3.0 << 0.005 << 600.0 << 40;
    }
}

/// With the limits that operations begin with, no batch of several elements takes 5 ms, including the first one, in any
/// order of sizes.
void TestBatchBudget::holdsASlowServerShortly()
{
    QFETCH(int, slower);
    QFETCH(double, item);
    QFETCH(double, byte);
    QFETCH(double, script);
    QFETCH(int, atLeast);
    std::vector<qint64> sizes;
    for (const qint64 size : {qint64(1'000), qint64(20), qint64(50'000), qint64(20), qint64(10'000), qint64(300'000)}) {
        sizes.insert(sizes.end(), 3'000, size);
        for (int i = 0; i < 600; ++i) {
            sizes.push_back(i % 7 == 0 ? size : qint64(i % 3) * 400);
        }
    }
    BatchBudget budget({});
    double longest = 0;
    std::size_t most = 0;
    for (std::size_t at = 0; at < sizes.size();) {
        const std::size_t items = budget.fitting(sizes.size() - at, [&](std::size_t i) { return sizes[at + i]; });
        qint64 bytes = 0;
        for (std::size_t i = at; i < at + items; ++i) {
            bytes += sizes[i];
        }
        const double took = slower * (script + item * double(items) + byte * double(bytes));
        longest = items > 1 ? std::max(longest, took) : longest;
        most = std::max(most, items);
        budget.learn({items, bytes}, microseconds(qint64(took)));
        at += items;
    }
    QVERIFY2(longest < 5'000, QByteArray::number(longest).constData());
    QVERIFY2(most >= std::size_t(atLeast), QByteArray::number(qulonglong(most)).constData());
}

void TestBatchBudget::takesOneThatIsTooLarge()
{
    BatchBudget budget({});
    for (int i = 0; i < 10; ++i) {
        QCOMPARE(budget.fitting(10, [](std::size_t) { return 3 * MiB; }), 1U);
        budget.learn({1, 3 * MiB}, microseconds(20'000));
    }
    QVERIFY(budget.next().items >= 1);
    QVERIFY(budget.next().bytes >= 1);
}

void TestBatchBudget::takesNoMoreThanThereIs()
{
    const BatchBudget budget({});
    QCOMPARE(budget.fitting(0, [](std::size_t) { return qint64(1); }), 0U);
    QCOMPARE(budget.fitting(3, [](std::size_t) { return qint64(1); }), 3U);
    QCOMPARE(budget.fitting(9, [](std::size_t i) { return i == 2 ? MiB : qint64(1); }), 2U);
}

void TestBatchBudget::isNotMisledByNoise()
{
    BatchBudget budget({microseconds(2'500), {16, 128 * KiB}, {10'000, MiB}});
    for (int i = 0; i < 40; ++i) {
        batch(budget, 10, i % 10 == 0 ? 30'000 : 0); // one of ten is held up by what else the server's machine does
    }
    QVERIFY(budget.next().items > 2'000);
    // A batch that took no time was too small to be measured.
    BatchBudget quick({microseconds(2'500), {16, 128 * KiB}, {10'000, MiB}});
    quick.learn({16, 160}, microseconds(-20));
    QVERIFY(quick.next().items <= 32);
    quick.learn({1, 0}, microseconds(0));
    quick.learn({0, 0}, microseconds(0));
    QVERIFY(quick.next().items <= 64);
}

void TestBatchBudget::followsAServerThatSlowsDown()
{
    BatchBudget budget({microseconds(2'500), {16, 128 * KiB}, {10'000, MiB}});
    for (int i = 0; i < 20; ++i) {
        batch(budget, 10);
    }
    for (int i = 0; i < 2; ++i) {
        const auto items = budget.next().items;
        budget.learn({items, qint64(items) * 10}, microseconds(qint64(items) * 20));
    }
    QVERIFY2(budget.next().items <= 130, QByteArray::number(qulonglong(budget.next().items)).constData());
}

/// Records of one size may cost ten times what those before them did: one batch finds out, and no second one.
void TestBatchBudget::forgetsElementsThatCostLess()
{
    BatchBudget budget({});
    for (int i = 0; i < 20; ++i) {
        batch(budget, 1'000);
    }
    int over = 0;
    for (int i = 0; i < 20; ++i) {
        const std::size_t items = budget.fitting(1'000, [](std::size_t) { return qint64(1'000); });
        const auto took = microseconds(qint64(items) * 20);
        over += took > microseconds(5'000) ? 1 : 0;
        budget.learn({items, qint64(items) * 1'000}, took);
    }
    QVERIFY2(over <= 1, QByteArray::number(over).constData());
}

void TestBatchBudget::tellsAFixedCostFromTheWork_data()
{
    QTest::addColumn<int>("fixed"); // microseconds a script
    QTest::addColumn<qint64>("each"); // bytes of an element
    QTest::addColumn<int>("heldUp"); // every which script is held up by 10 ms; 0: none
    QTest::addColumn<double>("atLeast"); // of the time there is for work
    QTest::newRow("half of the target") << 1'200 << qint64(10) << 0 << 0.8;
    QTest::newRow("the target") << 2'500 << qint64(10) << 0 << 0.8;
    QTest::newRow("more") << 4'000 << qint64(10) << 0 << 0.8;
    QTest::newRow("much more") << 12'000 << qint64(10) << 0 << 0.8;
    QTest::newRow("more, busy") << 4'000 << qint64(10) << 5 << 0.2;
    QTest::newRow("very much more, very busy") << 34'000 << qint64(10) << 2 << 0.5;
    QTest::newRow("more, elements of 10 kB") << 4'000 << qint64(10'000) << 0 << 0.4;
}

/// A script that reads 3 MiB before its first element takes longer than it should, however little it does then: doing
/// less does not help. Its work is bounded nevertheless.
void TestBatchBudget::tellsAFixedCostFromTheWork()
{
    QFETCH(int, fixed);
    QFETCH(qint64, each);
    QFETCH(int, heldUp);
    QFETCH(double, atLeast);
    constexpr microseconds target(2'500);
    BatchBudget budget({target, {16, 64 * KiB}, {5'000, 512 * KiB}});
    const double forWork = BatchBudget::timeForWork(target, fixed);
    double whole = 0;
    constexpr int batches = 60;
    for (int i = 1; i <= batches; ++i) {
        const double work = double(batch(budget, each, fixed + (heldUp > 0 && i % heldUp == 0 ? 10'000 : 0)).count());
        QVERIFY2(work <= 2 * forWork && fixed + work <= std::max(5'000.0, fixed * 1.5),
                 QByteArray::number(work).constData());
        whole += i > batches / 2 ? work : 0;
    }
    QVERIFY2(whole / (batches / 2) >= atLeast * forWork, QByteArray::number(whole / (batches / 2)).constData());
}

/// Others pushed: the large element that was searched past is the newest one no longer.
void TestBatchBudget::seesAFixedCostGo()
{
    BatchBudget budget({microseconds(2'500), {16, 64 * KiB}, {2'000, 512 * KiB}});
    for (int i = 0; i < 20; ++i) {
        batch(budget, 10, 4'000);
    }
    QVERIFY(budget.fixed() > microseconds(3'500) && budget.fixed() <= microseconds(4'000));
    for (int i = 0; i < 20; ++i) {
        const microseconds work = batch(budget, 10);
        QVERIFY2(work < microseconds(5'000), QByteArray::number(qlonglong(work.count())).constData());
    }
    QCOMPARE(budget.fixed(), microseconds(0));
    QVERIFY(budget.next().items > 1'500);
    for (int i = 0; i < 20; ++i) { // and comes again
        batch(budget, 10, 4'000);
    }
    QVERIFY(budget.fixed() > microseconds(3'500) && budget.next().items > 300);
}

QTEST_GUILESS_MAIN(TestBatchBudget)
#include "tst_batchbudget.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/lists/listweights.h"

#include <QTest>

#include <vector>

using namespace plimsoll::redis;

/// Tests the estimated cost of work on a list.
class TestListWeights : public QObject {
    Q_OBJECT

private slots:
    void beginsWithFewerPlacesTheFartherFromAnEnd();
    void looksNoFurtherAroundLargeOnes();
    void passesLargeOnesOnlyWhereItMust();
};

namespace {

ListWeights listOf(qint64 count, qsizetype bytes)
{
    ListWeights weights;
    weights.add(std::vector<QByteArray>(static_cast<std::size_t>(count), QByteArray(bytes, 'x')));
    return weights;
}

} // namespace

void TestListWeights::beginsWithFewerPlacesTheFartherFromAnEnd()
{
    const qint64 length = 5'000'000;
    const ListWeights list = listOf(length, 90);
    QCOMPARE(list.firstWindow(1'000, length).items, 16U);
    QCOMPARE(list.firstWindow(length - 1'000, length).items, 16U);
    // 64 places in the middle of 2 million such were measured to take 3.1 ms, which is 8 ms here; a server may be
    // slower.
    const std::size_t middle = list.firstWindow(length / 2, length).items;
    QVERIFY2(middle >= 2 && middle <= 3, QByteArray::number(qulonglong(middle)).constData());
    QVERIFY(list.firstWindow(length / 10, length).items > middle);
    // An element as large as a node has one of its own, larger ones as well.
    QCOMPARE(listOf(1'000, 1'024 * 1'024).firstWindow(500, 1'000).items, 16U);
}

void TestListWeights::looksNoFurtherAroundLargeOnes()
{
    ListWeights weights = listOf(1'000, 10);
    QCOMPARE(weights.slackAround(500, 20, 64), 64);
    weights.add(std::vector<QByteArray>(10, QByteArray(1'024 * 1'024, 'x')));
    QCOMPARE(weights.slackAround(960, 20, 64), 20); // up to the first large one
    QCOMPARE(weights.slackAround(999, 1, 64), 0);
}

void TestListWeights::passesLargeOnesOnlyWhereItMust()
{
    ListWeights weights = listOf(100, 10);
    weights.add(std::vector<QByteArray>(10, QByteArray(1'024 * 1'024, 'x')));
    weights.add(std::vector<QByteArray>(40, QByteArray(10, 'x')));
    QVERIFY(weights.costOfPassing(100, 110) > weights.costOfPassing(0, 100));
    QVERIFY(weights.isSearchCheaper({10, -1, 145}, 150)); // the large ones lie between them
    QVERIFY(!weights.isSearchCheaper({0, 1, 2, 3}, 150)); // nothing is passed
    weights.reverse();
    QCOMPARE(weights.at(40), 1'024 * 1'024);
    weights.swap(40, 0);
    QCOMPARE(weights.at(0), 1'024 * 1'024);
    QCOMPARE(weights.at(40), 10);
}

QTEST_GUILESS_MAIN(TestListWeights)
#include "tst_listweights.moc"

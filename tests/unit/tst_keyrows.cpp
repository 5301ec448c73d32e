// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/keyrows.h"

#include <QHashFunctions>
#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace plimsoll;
using redis::KeyRows;

/// Rows by the keys that they read: no key may be forgotten before its change was told.
class TestKeyRows final : public QObject {
    Q_OBJECT

private:
    static std::set<quint32> taken(KeyRows &rows, const QByteArray &key)
    {
        const std::span<const quint32> found = rows.take(key);
        return {found.begin(), found.end()};
    }

private slots:
    void tellsEachRowOnce()
    {
        KeyRows rows;
        QVERIFY(taken(rows, "a").empty());
        rows.add("a", 0);
        rows.add("a", 7);
        rows.add("a", 7);
        rows.add("b", 7);
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(taken(rows, "a"), (std::set<quint32>{0, 7}));
        QVERIFY(taken(rows, "a").empty());
        QCOMPARE(taken(rows, "b"), std::set<quint32>{7});
        rows.add("b", 3);
        rows.clear();
        QVERIFY(taken(rows, "b").empty());
        QCOMPARE(rows.size(), std::size_t(0));
    }

    void initTestCase()
    {
        QHashSeed::setDeterministicGlobalSeed(); // of two keys with the same hash, as "key:3329" and "key:4126", both
                                                 // rows are told
    }

    void isAMap()
    {
        std::mt19937 random(1);
        KeyRows rows;
        std::map<QByteArray, std::set<quint32>> wanted;
        for (int i = 0; i < 300'000; ++i) {
            const QByteArray key = "list:" + QByteArray::number(random() % 20'000);
            if (random() % 3 != 0) {
                const auto row = quint32(random() % 5);
                rows.add(key, row);
                wanted[key].insert(row);
            } else {
                QCOMPARE(taken(rows, key), wanted[key]);
                wanted.erase(key);
            }
        }
    }

    /// Keys that many collections read.
    void manyRowsOfAKey()
    {
        KeyRows rows;
        for (quint32 row = 0; row < 1'000; ++row) {
            rows.add("shared", row);
            rows.add(QByteArray::number(row), row);
        }
        QCOMPARE(taken(rows, "shared").size(), std::size_t(1'000));
        for (quint32 row = 0; row < 1'000; ++row) {
            QCOMPARE(taken(rows, QByteArray::number(row)), std::set<quint32>{row});
        }
        QCOMPARE(rows.size(), std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestKeyRows)
#include "tst_keyrows.moc"

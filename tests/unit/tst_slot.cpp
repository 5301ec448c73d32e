// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/slot.h"

#include <QTest>

using namespace plimsoll;

/// Tests the hash slots of keys with the vectors and examples of the cluster specification.
class TestSlot final : public QObject {
    Q_OBJECT

private slots:
    void hasTheSlot_data();
    void hasTheSlot();
    void hashesWhatLiesInBraces_data();
    void hashesWhatLiesInBraces();
};

void TestSlot::hasTheSlot_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<unsigned>("slot");
    // Appendix A: CRC16("123456789") is 0x31C3.
    QTest::newRow("the vector of CRC16") << QByteArray("123456789") << 0x31C3U % slotCount;
    // From CLUSTER KEYSLOT of a server.
    QTest::newRow("nothing") << QByteArray() << 0U;
    QTest::newRow("one letter") << QByteArray("a") << 15495U;
    QTest::newRow("foo") << QByteArray("foo") << 12182U;
    QTest::newRow("bar") << QByteArray("bar") << 5061U;
    QTest::newRow("hello") << QByteArray("hello") << 866U;
    QTest::newRow("somekey") << QByteArray("somekey") << 11058U;
    QTest::newRow("a tag") << QByteArray("foo{hash_tag}") << 2515U;
    QTest::newRow("the same tag") << QByteArray("bar{hash_tag}") << 2515U;
    QTest::newRow("bytes over 127") << QByteArray("\xff\x80\x00\xfe", 4) << 15912U;
}

void TestSlot::hasTheSlot()
{
    QFETCH(QByteArray, key);
    QFETCH(unsigned, slot);
    QCOMPARE(slotOf(key), slot);
}

/// "Hash tags", with the examples given there.
void TestSlot::hashesWhatLiesInBraces_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("following") << QByteArray("{user1000}.following") << QByteArray("user1000");
    QTest::newRow("followers") << QByteArray("{user1000}.followers") << QByteArray("user1000");
    QTest::newRow("nothing in the first") << QByteArray("foo{}{bar}") << QByteArray("foo{}{bar}");
    QTest::newRow("two open") << QByteArray("foo{{bar}}zap") << QByteArray("{bar");
    QTest::newRow("two tags") << QByteArray("foo{bar}{zap}") << QByteArray("bar");
    QTest::newRow("no braces") << QByteArray("foo") << QByteArray("foo");
    QTest::newRow("open alone") << QByteArray("foo{bar") << QByteArray("foo{bar");
    QTest::newRow("closed before it is open") << QByteArray("a}b{c") << QByteArray("a}b{c");
    QTest::newRow("closed twice") << QByteArray("}{a}") << QByteArray("a");
    QTest::newRow("at the end") << QByteArray("foo{") << QByteArray("foo{");
}

void TestSlot::hashesWhatLiesInBraces()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, part);
    QCOMPARE(hashedPart(key).toByteArray(), part);
}

QTEST_GUILESS_MAIN(TestSlot)
#include "tst_slot.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/reply.h"
#include "redis/wire/replyreader.h"

#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;
using plimsoll::Error;
using plimsoll::ErrorKind;
using plimsoll::redis::Reply;
using plimsoll::redis::ReplyReader;

namespace {

Reply bulk(const QByteArray &bytes)
{
    return {.type = Reply::Type::Bulk, .bytes = bytes, .elements = {}};
}

Error errorOf(const QByteArray &bytes, QByteArrayView key = {})
{
    return Reply{.type = Reply::Type::Error, .bytes = bytes, .elements = {}}.toError(key);
}

} // namespace

/// Reply values: numbers in them, what errors mean, and their decoding in pieces of any size.
class TestReply final : public QObject {
    Q_OBJECT

private slots:
    void integers_data();
    void integers();
    void doubles_data();
    void doubles();
    void errors_data();
    void errors();
    void errorsStayOneLine();
    void decodesInAnyPieces_data();
    void decodesInAnyPieces();
    void messagesInAnyPieces_data();
    void messagesInAnyPieces();
    void messagesWithoutAPause();
    void changedKeysInAnyPieces_data();
    void changedKeysInAnyPieces();
    void countsInAnyPieces_data();
    void countsInAnyPieces();
    void wrongCounts_data();
    void wrongCounts();
    void growingArraysKeepTheirElements();
    void limits_data();
    void limits();
    void startsOver();
};

void TestReply::integers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("known");
    QTest::addColumn<qint64>("value");

    QTest::newRow("digits") << QByteArray("42") << true << qint64(42);
    QTest::newRow("negative") << QByteArray("-1") << true << qint64(-1);
    QTest::newRow("largest") << QByteArray("9223372036854775807") << true << std::numeric_limits<qint64>::max();
    QTest::newRow("too large") << QByteArray("9223372036854775808") << false << qint64(0);
    QTest::newRow("empty") << QByteArray() << false << qint64(0);
    QTest::newRow("space") << QByteArray("42 ") << false << qint64(0);
    QTest::newRow("fraction") << QByteArray("4.2") << false << qint64(0);
    QTest::newRow("text") << QByteArray("many") << false << qint64(0);
}

void TestReply::integers()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, known);
    const auto value = bulk(bytes).toInteger();
    QCOMPARE(value.has_value(), known);
    QTEST(value.value_or(0), "value");
    QCOMPARE(Reply{}.toInteger(), std::nullopt);
    QCOMPARE((Reply{.type = Reply::Type::Error, .bytes = bytes, .elements = {}}.toInteger()), std::nullopt);
}

void TestReply::doubles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("known");
    QTest::addColumn<double>("value");

    constexpr double infinity = std::numeric_limits<double>::infinity();
    QTest::newRow("fraction") << QByteArray("1.5") << true << 1.5;
    QTest::newRow("time") << QByteArray("1763683200123") << true << 1763683200123.0;
    QTest::newRow("exponent") << QByteArray("1e+21") << true << 1e21;
    QTest::newRow("17 digits") << QByteArray("0.10000000000000001") << true << 0.1;
    QTest::newRow("inf") << QByteArray("inf") << true << infinity;
    QTest::newRow("-inf") << QByteArray("-inf") << true << -infinity;
    QTest::newRow("nan") << QByteArray("nan") << false << 0.0;
    QTest::newRow("empty") << QByteArray() << false << 0.0;
    QTest::newRow("text") << QByteArray("1.5x") << false << 0.0;
}

void TestReply::doubles()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, known);
    const auto value = bulk(bytes).toDouble();
    QCOMPARE(value.has_value(), known);
    QTEST(value.value_or(0), "value");
}

void TestReply::errors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("says");

    QTest::newRow("WRONGTYPE") << QByteArray("WRONGTYPE Operation against a key holding the wrong kind of value")
                               << ErrorKind::WrongType << u"“k\\x00” holds another type of value"_s;
    QTest::newRow("unknown") << QByteArray("ERR unknown command 'TIME', with args beginning with: 'x' ")
                             << ErrorKind::Refused << u"the command TIME:"_s;
    QTest::newRow("unknown, Redis 6") << QByteArray("ERR unknown command `TIME`, with args beginning with: ")
                                      << ErrorKind::Refused << u"the command TIME:"_s;
    QTest::newRow("NOAUTH") << QByteArray("NOAUTH Authentication required.") << ErrorKind::LoginRefused
                            << u"password"_s;
    QTest::newRow("WRONGPASS") << QByteArray("WRONGPASS invalid username-password pair or user is disabled.")
                               << ErrorKind::LoginRefused << u"Wrong user name"_s;
    QTest::newRow("NOPERM command") << QByteArray("NOPERM this user has no permissions to run the 'zcard' command")
                                    << ErrorKind::Refused << u"the command ZCARD"_s;
    QTest::newRow("NOPERM key") << QByteArray(
        "NOPERM this user has no permissions to access one of the keys used as arguments")
                                << ErrorKind::Refused << u"the key “k\\x00”"_s;
    QTest::newRow("LOADING") << QByteArray("LOADING Redis is loading the dataset in memory") << ErrorKind::NotNow
                             << u"loading"_s;
    QTest::newRow("BUSY") << QByteArray("BUSY Redis is busy running a script.") << ErrorKind::NotNow << u"script"_s;
    QTest::newRow("READONLY") << QByteArray("READONLY You can't write against a read only replica.")
                              << ErrorKind::Server << u"replica"_s;
    QTest::newRow("MASTERDOWN") << QByteArray("MASTERDOWN Link with MASTER is down") << ErrorKind::NotNow
                                << u"master"_s;
    QTest::newRow("CLUSTERDOWN") << QByteArray("CLUSTERDOWN The cluster is down") << ErrorKind::Server
                                 << u"cluster is down"_s;
    QTest::newRow("MOVED") << QByteArray("MOVED 3999 127.0.0.1:6381") << ErrorKind::Server << u"another node"_s;
    QTest::newRow("ASK") << QByteArray("ASK 3999 127.0.0.1:6381") << ErrorKind::Server << u"moving"_s;
    QTest::newRow("TRYAGAIN") << QByteArray("TRYAGAIN Multiple keys request during rehashing of slot")
                              << ErrorKind::Server << u"try again"_s;
    QTest::newRow("OOM") << QByteArray("OOM command not allowed when used memory > 'maxmemory'.") << ErrorKind::Server
                         << u"maxmemory"_s;
    QTest::newRow("MISCONF") << QByteArray("MISCONF Redis is configured to save RDB snapshots") << ErrorKind::Server
                             << u"disk"_s;
    QTest::newRow("NOSCRIPT") << QByteArray("NOSCRIPT No matching script.") << ErrorKind::Server << u"script"_s;
    QTest::newRow("ERR") << QByteArray("ERR syntax error") << ErrorKind::Server
                         << u"“k\\x00”: the server answers: syntax error"_s;
    QTest::newRow("unknown") << QByteArray("STRANGE thing") << ErrorKind::Server << u"STRANGE thing"_s;
    QTest::newRow("empty") << QByteArray() << ErrorKind::Server << u"the server answers"_s;
}

void TestReply::errors()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, says);
    const Error error = errorOf(bytes, QByteArrayView("k\0", 2));
    QTEST(error.kind, "kind");
    QVERIFY2(error.message.contains(says), qPrintable(error.message));
    QVERIFY(!error.message.contains(u"%1"_s));
}

void TestReply::errorsStayOneLine()
{
    QCOMPARE(errorOf("ERR a\nb").message, u"The server answers: a\\x0ab"_s);
    QVERIFY(errorOf("ERR " + QByteArray(5000, 'x')).message.size() < 300);
    QVERIFY(errorOf("WRONGTYPE x", QByteArray(5000, 'x')).message.size() < 200);
    QVERIFY(errorOf("WRONGTYPE x").message.startsWith(u"The key"_s));
}

void TestReply::decodesInAnyPieces_data()
{
    QTest::addColumn<int>("piece");
    for (const int piece : {1, 2, 3, 7, 64, 100'000}) {
        QTest::addRow("%d", piece) << piece;
    }
}

void TestReply::decodesInAnyPieces()
{
    QFETCH(const int, piece);
    const QByteArray large(40'000, 'z');
    QByteArray all = "+OK\r\n:-7\r\n$-1\r\n*-1\r\n";
    all += QByteArray("$5\r\na\0\r\nb\r\n", 11);
    all += "$0\r\n\r\n-ERR no\r\n*0\r\n*3\r\n:1\r\n*2\r\n$1\r\nx\r\n$-1\r\n:2\r\n$40000\r\n" + large + "\r\n";
    ReplyReader reader({.bytes = 1'000'000, .arrayLength = 100});
    reader.begin(10);
    for (qsizetype at = 0; at < all.size(); at += piece) {
        QVERIFY(!reader.isComplete());
        QVERIFY(!reader.feed(QByteArrayView(all).sliced(at, qMin<qsizetype>(piece, all.size() - at))));
    }
    QVERIFY(reader.isComplete());
    const std::vector<Reply> replies = reader.take();
    QCOMPARE(replies.size(), std::size_t(10));
    QCOMPARE(replies[0].type, Reply::Type::Status);
    QCOMPARE(replies[0].bytes, QByteArray("OK"));
    QCOMPARE(replies[1].toInteger(), -7);
    QVERIFY(replies[2].isNil() && replies[3].isNil());
    QCOMPARE(replies[4].bytes, QByteArray("a\0\r\nb", 5));
    QCOMPARE(replies[5].type, Reply::Type::Bulk);
    QVERIFY(replies[5].bytes.isEmpty());
    QVERIFY(replies[6].isError());
    QCOMPARE(replies[7].type, Reply::Type::Array);
    QVERIFY(replies[7].elements.empty());
    QCOMPARE(replies[8].elements.size(), std::size_t(3));
    QCOMPARE(replies[8].elements[1].elements[0].bytes, QByteArray("x"));
    QVERIFY(replies[8].elements[1].elements[1].isNil());
    QCOMPARE(replies[8].elements[2].toInteger(), 2);
    QCOMPARE(replies[9].bytes, large);
}

void TestReply::messagesInAnyPieces_data()
{
    decodesInAnyPieces_data();
}

void TestReply::messagesInAnyPieces()
{
    QFETCH(const int, piece);
    QByteArray all;
    for (int i = 0; i < 50; ++i) {
        all += "*2\r\n$7\r\nmessage\r\n:" + QByteArray::number(i) + "\r\n";
    }
    ReplyReader reader({.bytes = 1'000'000, .arrayLength = 100});
    reader.beginMessages();
    std::vector<Reply> messages;
    for (qsizetype at = 0; at < all.size(); at += piece) {
        QVERIFY(!reader.feed(QByteArrayView(all).sliced(at, qMin<qsizetype>(piece, all.size() - at))));
        QVERIFY(!reader.isComplete());
        std::vector<Reply> some = reader.takeMessages();
        for (Reply &message : some) {
            messages.push_back(std::move(message));
        }
    }
    QCOMPARE(messages.size(), std::size_t(50));
    for (std::size_t i = 0; i < messages.size(); ++i) {
        QCOMPARE(messages[i].elements[1].toInteger(), qint64(i));
    }
}

/// A server that many clients write to tells all the time, so that what is read ends inside a message each time.
void TestReply::messagesWithoutAPause()
{
    const QByteArray head = "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$4\r\n";
    ReplyReader reader({.bytes = 10'000, .arrayLength = 100});
    reader.beginMessages();
    int told = 0;
    QVERIFY(!reader.feed(head));
    for (int round = 0; round < 1'000; ++round) {
        const QByteArray bytes = "key1\r\n" + head + "key2\r\n" + head + "key3\r\n" + head;
        const qsizetype cut = round % 2 == 0 ? bytes.size() : bytes.size() - 10;
        QVERIFY(!reader.feed(bytes.first(cut)));
        told += int(reader.messages().size());
        QCOMPARE(reader.takeMessages().size(), std::size_t(3));
        QVERIFY(reader.messages().empty());
        QVERIFY(!reader.feed(bytes.sliced(cut)));
    }
    QCOMPARE(told, 3'000);
}

void TestReply::changedKeysInAnyPieces_data()
{
    decodesInAnyPieces_data();
}

/// Messages about one key are read without hiredis, wherever they stand among others.
void TestReply::changedKeysInAnyPieces()
{
    QFETCH(const int, piece);
    const QByteArray head = "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n";
    const QByteArrayList keys{"a", "", "two\r\nlines", QByteArray(100, 'k'), "*3\r\n$7\r\nmessage\r\n"};
    QByteArray all;
    QByteArrayList expected;
    for (int round = 0; round < 20; ++round) {
        for (const QByteArray &key : keys) {
            all += head + "*1\r\n$" + QByteArray::number(key.size()) + "\r\n" + key + "\r\n";
            expected << key;
        }
        all += head + "*2\r\n$1\r\nx\r\n$1\r\ny\r\n" + head + "*-1\r\n*2\r\n$4\r\npong\r\n$0\r\n\r\n";
        expected << "x"
                 << "y"
                 << "all"
                 << "pong";
    }
    ReplyReader reader({.bytes = 1'000'000, .arrayLength = 100});
    reader.beginMessages();
    QByteArrayList told;
    for (qsizetype at = 0; at < all.size(); at += piece) {
        QVERIFY(!reader.feed(QByteArrayView(all).sliced(at, qMin<qsizetype>(piece, all.size() - at))));
        const std::vector<Reply> some = reader.takeMessages();
        for (const Reply &message : some) {
            if (message.type == Reply::Type::Bulk) {
                told << message.bytes;
            } else if (message.elements.size() == 2) {
                told << message.elements[0].bytes;
            } else if (message.elements[2].type == Reply::Type::Array) {
                for (const Reply &key : message.elements[2].elements) {
                    told << key.bytes;
                }
            } else {
                told << "all";
            }
        }
    }
    QCOMPARE(told, expected);
}

void TestReply::countsInAnyPieces_data()
{
    decodesInAnyPieces_data();
}

/// Counts are read without hiredis, wherever they stand among other replies.
void TestReply::countsInAnyPieces()
{
    QFETCH(const int, piece);
    const std::vector<qint64> counts{0, 42, -7, 999'999'999'999'999'999, 1'000'000'000'000'000'000, -1, 5};
    QByteArray all;
    for (const qint64 count : counts) {
        all += ':' + QByteArray::number(count) + "\r\n$1\r\n:\r\n:8\r\n*1\r\n:9\r\n";
    }
    ReplyReader reader({.bytes = 1'000'000, .arrayLength = 100});
    reader.begin(static_cast<int>(4 * counts.size()));
    for (qsizetype at = 0; at < all.size(); at += piece) {
        QVERIFY(!reader.feed(QByteArrayView(all).sliced(at, qMin<qsizetype>(piece, all.size() - at))));
        QCOMPARE(std::ssize(reader.replies()), qsizetype(reader.completed()));
    }
    QVERIFY(reader.isComplete());
    const std::vector<Reply> replies = reader.take();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        QCOMPARE(replies[4 * i].toInteger(), counts[i]);
        QCOMPARE(replies[4 * i + 1].bytes, QByteArray(":"));
        QCOMPARE(replies[4 * i + 2].toInteger(), 8);
        QCOMPARE(replies[4 * i + 3].elements[0].toInteger(), 9);
    }
}

void TestReply::wrongCounts_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no digit") << QByteArray(":\r\n:1\r\n");
    QTest::newRow("a letter") << QByteArray(":1x\r\n:1\r\n");
    QTest::newRow("too large") << QByteArray(":99999999999999999999\r\n:1\r\n");
    QTest::newRow("one too many") << QByteArray(":1\r\n:2\r\n:3\r\n");
}

void TestReply::wrongCounts()
{
    QFETCH(const QByteArray, bytes);
    ReplyReader reader({.bytes = 1'000'000, .arrayLength = 100});
    reader.begin(2);
    QVERIFY(reader.feed(bytes));
}

void TestReply::growingArraysKeepTheirElements()
{
    // More elements than are reserved at once, each an array itself.
    QByteArray bytes = "*10000\r\n";
    for (int i = 0; i < 10'000; ++i) {
        const QByteArray number = QByteArray::number(i);
        bytes += "*2\r\n:" + number + "\r\n*1\r\n+" + number + "\r\n";
    }
    ReplyReader reader({.bytes = 100'000'000, .arrayLength = 10'000});
    reader.begin(1);
    QVERIFY(!reader.feed(bytes));
    const std::vector<Reply> replies = reader.take();
    QCOMPARE(replies.front().elements.size(), std::size_t(10'000));
    for (int i = 0; i < 10'000; ++i) {
        const Reply &element = replies.front().elements[static_cast<std::size_t>(i)];
        QCOMPARE(element.elements[0].toInteger(), i);
        QCOMPARE(element.elements[1].elements[0].toInteger(), i);
    }
}

void TestReply::limits_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");

    QTest::newRow("bulk that does not end") << "$999999\r\n" + QByteArray(60'000, 'x') << u"too large"_s;
    QTest::newRow("many values") << "*100\r\n"
            + QByteArray("*100\r\n" + QByteArray(":1\r\n").repeated(100)).repeated(100)
                                 << u"too large"_s;
    QTest::newRow("long array") << QByteArray("*101\r\n") << u"100 values"_s;
    QTest::newRow("line that does not end") << "+" + QByteArray(60'000, 'x') << u"too large"_s;
    QTest::newRow("too deep") << QByteArray("*1\r\n").repeated(9) << u"protocol"_s;
    QTest::newRow("no RESP") << QByteArray("hello\r\n") << u"protocol"_s;
    QTest::newRow("part of an array more") << QByteArray(":1\r\n*2\r\n") << u"more answers"_s;
    QTest::newRow("more than asked for") << QByteArray(":1\r\n:2\r\n") << u"more answers"_s;
}

void TestReply::limits()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, says);
    ReplyReader reader({.bytes = 50'000, .arrayLength = 100});
    reader.begin(1);
    const auto error = reader.feed(bytes);
    QVERIFY(error);
    QCOMPARE(error->kind, ErrorKind::Protocol);
    QVERIFY2(error->message.contains(says), qPrintable(error->message));
}

void TestReply::startsOver()
{
    ReplyReader reader({.bytes = 1000, .arrayLength = 100});
    for (int i = 0; i < 100; ++i) {
        reader.begin(1);
        QVERIFY(!reader.feed("$5\r\nhello\r\n"));
        QCOMPARE(reader.take().front().bytes, QByteArray("hello"));
    }
    QVERIFY(reader.feed("*2\r\n"));
}

QTEST_GUILESS_MAIN(TestReply)
#include "tst_reply.moc"

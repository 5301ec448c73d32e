// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keytemplate.h"

#include <QTest>

#include <random>

using namespace plimsoll;
using std::chrono::milliseconds;

namespace {

// 2026-11-20 23:18:00.123 UTC
constexpr milliseconds evening{1'795'216'680'123};

QByteArray joined(const std::vector<QByteArray> &keys)
{
    return QByteArrayList(keys.begin(), keys.end()).join(' ');
}

} // namespace

class KeyTemplateTest final : public QObject {
    Q_OBJECT

private slots:
    void expands_data();
    void expands();
    void refuses_data();
    void refuses();
    void tellsWhatItHolds_data();
    void tellsWhatItHolds();
    void nextChange_data();
    void nextChange();
    void goesBackByPeriods();
    void expandsOne();
    void globsOfEveryPeriodAndId();
    void allowsAsManyShardsAsItSays();
    void escapedStandsForItself();
    void keepsAnyBytes();
};

void KeyTemplateTest::expands_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("keys");
    const auto row = [](const char *name, const char *text, const char *keys) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(keys);
    };
    row("literal", "queue:email", "queue:email");
    row("id", "job:{id}", "job:7f");
    row("id twice", "{id}:{id}", "7f:7f");
    row("day", "board:{yyyyMMdd}", "board:20261120");
    row("hour", "board:{yyyyMMddHH}", "board:2026112023");
    row("dashed day", "board:{yyyy-MM-dd}", "board:2026-11-20");
    row("dashed hour", "board:{yyyy-MM-dd-HH}", "board:2026-11-20-23");
    row("list", "q:{a,b,c}", "q:a q:b q:c");
    row("range", "q:{8..11}:x", "q:8:x q:9:x q:10:x q:11:x");
    row("range of one", "q:{5..5}", "q:5");
    row("range down", "q:{2..0}", "q:2 q:1 q:0");
    row("range padded", "q:{08..11}", "q:08 q:09 q:10 q:11");
    row("range from 0 is not padded", "q:{0..1}", "q:0 q:1");
    row("range padded to 000", "q:{000..1}", "q:000 q:001");
    row("two groups", "{a,b}:{0..1}", "a:0 a:1 b:0 b:1");
    row("shards with a period", "{a,b}:{yyyyMMdd}", "a:20261120 b:20261120");
    row("hash tag", "{user:42}:jobs", "{user:42}:jobs");
    row("single item", "q:{a}", "q:{a}");
    row("empty group", "q:{}", "q:{}");
    row("empty item", "q:{a,}", "q:{a,}");
    row("only a comma", "q:{,}", "q:{,}");
    row("another id", "q:{ID}", "q:{ID}");
    row("id with a space", "q:{ id}", "q:{ id}");
    row("another period", "q:{yyyyMM}", "q:{yyyyMM}");
    row("minutes", "q:{yyyyMMddHHmm}", "q:{yyyyMMddHHmm}");
    row("negative range", "q:{-1..1}", "q:{-1..1}");
    row("range with a step", "q:{0..9..3}", "q:{0..9..3}");
    row("open range", "q:{0..}", "q:{0..}");
    row("letters in a range", "q:{a..c}", "q:{a..c}");
    row("escaped", "\\{id\\}", "{id}");
    row("escaped hash tag with id", "\\{user:{id}\\}:jobs", "{user:7f}:jobs");
    row("escaped shards", R"(\{a,b\})", "{a,b}");
    row("escape in a list", "q:{a\\},\\{b}", "q:a} q:{b");
    row("escape in a literal group", "q:{a\\}b}", "q:{a}b}");
    row("other backslashes", R"(a\b\\c\)", R"(a\b\\c\)");
    row("backslash before an escape", "\\\\{id}", "\\{id}");
    row("unclosed", "q:{a,b", "q:{a,b");
    row("unclosed by an escape", "q:{id\\}", "q:{id}");
    row("unopened", "q:a,b}", "q:a,b}");
    row("nested literal", "{{user}}:jobs", "{{user}}:jobs");
    row("nested: the inner pair is the group", "{user:{id}}:jobs", "{user:7f}:jobs");
    row("nested shards", "{a,{b,c}}", "{a,b} {a,c}");
    row("open before a group", "{q:{a,b}", "{q:a {q:b");
}

void KeyTemplateTest::expands()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, keys);
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    QVERIFY2(parsed.ok(), qPrintable(parsed ? QString() : parsed.error().message));
    QCOMPARE(joined(parsed->expand(evening, "7f")), keys);
    QCOMPARE(parsed->shardCount(), static_cast<std::size_t>(parsed->expand(evening).size()));
}

void KeyTemplateTest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("is empty; a key is needed");
    QTest::newRow("too many") << QByteArray("q:{0..4096}") << QStringLiteral("stands for more than 4096 keys");
    QTest::newRow("far too many") << QByteArray("q:{0..99999999999999999999}")
                                  << QStringLiteral("stands for more than 4096 keys");
    QTest::newRow("too many together") << QByteArray("{0..99}:{0..99}")
                                       << QStringLiteral("stands for more than 4096 keys");
    QTest::newRow("one twice") << QByteArray("q:{a,b,a}") << QStringLiteral("names the key 'q:a' twice");
    QTest::newRow("one twice by two groups")
        << QByteArray("{a,ab}{bc,c}") << QStringLiteral("names the key 'abc' twice");
}

void KeyTemplateTest::refuses()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, message);
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.error().kind, ErrorKind::Invalid);
    QCOMPARE(parsed.error().message, message);
}

void KeyTemplateTest::tellsWhatItHolds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("id");
    QTest::addColumn<bool>("period");
    QTest::addColumn<int>("shards");
    QTest::newRow("literal") << QByteArray("q") << false << false << 1;
    QTest::newRow("escaped") << QByteArray(R"(\{id\}\{yyyyMMdd\}\{0..3\})") << false << false << 1;
    QTest::newRow("id") << QByteArray("job:{id}") << true << false << 1;
    QTest::newRow("all") << QByteArray("{id}:{yyyyMMdd}:{0..3}:{a,b}") << true << true << 8;
}

void KeyTemplateTest::tellsWhatItHolds()
{
    QFETCH(const QByteArray, text);
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    QVERIFY(parsed.ok());
    QTEST(parsed->hasId(), "id");
    QTEST(parsed->hasPeriod(), "period");
    QTEST(static_cast<int>(parsed->shardCount()), "shards");
}

void KeyTemplateTest::nextChange_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("now");
    QTest::addColumn<qint64>("next");
    QTest::newRow("never") << QByteArray("q:{0..3}") << qint64{evening.count()} << qint64{milliseconds::max().count()};
    QTest::newRow("hour") << QByteArray("q:{yyyyMMddHH}") << qint64{evening.count()} << qint64{1'795'219'200'000};
    QTest::newRow("day") << QByteArray("q:{yyyy-MM-dd}") << qint64{evening.count()} << qint64{1'795'219'200'000};
    QTest::newRow("day, at its start") << QByteArray("q:{yyyyMMdd}") << qint64{1'795'219'200'000}
                                       << qint64{1'795'305'600'000};
    QTest::newRow("day, just before") << QByteArray("q:{yyyyMMdd}") << qint64{1'795'219'199'999}
                                      << qint64{1'795'219'200'000};
    QTest::newRow("hour beats day") << QByteArray("{yyyyMMdd}:{yyyyMMddHH}") << qint64{1'795'219'200'000}
                                    << qint64{1'795'222'800'000};
}

void KeyTemplateTest::nextChange()
{
    QFETCH(const QByteArray, text);
    QFETCH(const qint64, now);
    QFETCH(const qint64, next);
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    QVERIFY(parsed.ok());
    QCOMPARE(qint64{parsed->nextChange(milliseconds(now)).count()}, next);
    if (parsed->hasPeriod()) {
        const std::vector<QByteArray> before = parsed->expand(milliseconds(now));
        QCOMPARE(parsed->expand(milliseconds(next - 1)), before);
        QVERIFY(parsed->expand(milliseconds(next)) != before);
    }
}

void KeyTemplateTest::goesBackByPeriods()
{
    const Result<KeyTemplate> daily = KeyTemplate::parse("d:{yyyyMMdd}");
    const Result<KeyTemplate> hourly = KeyTemplate::parse("h:{yyyy-MM-dd-HH}");
    QVERIFY(daily.ok() && hourly.ok());
    QCOMPARE(joined(daily->expand(evening, {}, 1)), QByteArray("d:20261119"));
    QCOMPARE(joined(daily->expand(evening, {}, 20)), QByteArray("d:20261031"));
    QCOMPARE(joined(hourly->expand(evening, {}, 24)), QByteArray("h:2026-11-19-23"));
    // A leap day, and the turn of a year.
    QCOMPARE(joined(daily->expand(milliseconds(1'709'251'200'000), {}, 1)), QByteArray("d:20240229"));
    QCOMPARE(joined(daily->expand(milliseconds(1'767'225'600'000), {}, 1)), QByteArray("d:20251231"));
}

/// One for each shard, in the order of its keys.
void KeyTemplateTest::globsOfEveryPeriodAndId()
{
    const auto globs = [](const char *text) { return joined(KeyTemplate::parse(text)->globs()); };
    QCOMPARE(globs("queue:email"), "queue:email");
    QCOMPARE(globs("job:{id}:{a,b}"), "job:*:a job:*:b");
    QCOMPARE(globs("board:{yyyyMMdd}:{0..1}"), "board:*:0 board:*:1");
    QCOMPARE(globs("odd*[1]?{x*,y}"), "odd\\*\\[1\\]\\?x\\* odd\\*\\[1\\]\\?y");
}

void KeyTemplateTest::expandsOne()
{
    const Result<KeyTemplate> parsed = KeyTemplate::parse("job:{id}:{yyyyMMdd}");
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->expandOne(evening, "{a,b}"), QByteArray("job:{a,b}:20261120"));
}

void KeyTemplateTest::allowsAsManyShardsAsItSays()
{
    const Result<KeyTemplate> parsed = KeyTemplate::parse("{0..63}:{0..63}");
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->shardCount(), KeyTemplate::maxShards);
    QCOMPARE(parsed->expand(evening).size(), KeyTemplate::maxShards);
}

void KeyTemplateTest::escapedStandsForItself()
{
    std::mt19937 random(7); // the same keys in every run
    const QByteArray alphabet("{}\\,.0i");
    std::uniform_int_distribution<int> letter(0, static_cast<int>(alphabet.size()) - 1);
    std::uniform_int_distribution<int> length(1, 12);
    for (int round = 0; round < 20'000; ++round) {
        QByteArray key;
        for (int left = length(random); left > 0; --left) {
            key += alphabet[letter(random)];
        }
        const Result<KeyTemplate> parsed = KeyTemplate::parse(KeyTemplate::escaped(key));
        QVERIFY(parsed.ok());
        QCOMPARE(parsed->expand(evening, "other"), std::vector{key});
    }
}

void KeyTemplateTest::keepsAnyBytes()
{
    const QByteArray bytes("\x00\xff\x80{\xc3", 5);
    const Result<KeyTemplate> parsed = KeyTemplate::parse(bytes + "{a,b}");
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->expand(evening), (std::vector{bytes + "a", bytes + "b"}));
}

QTEST_GUILESS_MAIN(KeyTemplateTest)
#include "tst_keytemplate.moc"

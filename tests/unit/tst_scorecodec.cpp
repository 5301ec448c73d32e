// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/scorecodec.h"
#include "redis/types/workspace.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>

using namespace plimsoll;
using namespace std::chrono_literals;
using Code = ScoreCodec::Code;
using Time = std::optional<std::chrono::milliseconds>;

namespace {

constexpr std::array codes{
    Code::Auto,           Code::Milliseconds, Code::Seconds, Code::FractionalSeconds, Code::Milliseconds4096,
    Code::NegativeSeconds};

/// Compares with a bound as ZCOUNT does.
bool isWithin(double score, const ScoreRange &range)
{
    const auto value = [](const QByteArray &bound) {
        return (bound.startsWith('(') ? bound.sliced(1) : bound).toDouble();
    };
    const double min = value(range.min), max = value(range.max);
    return (range.min.startsWith('(') ? score > min : score >= min)
        && (range.max.startsWith('(') ? score < max : score <= max);
}

bool isWithin(double score, const std::vector<ScoreRange> &ranges)
{
    const auto count = std::count_if(ranges.begin(), ranges.end(),
                                     [score](const ScoreRange &range) { return isWithin(score, range); });
    return count == 1; // twice would be counted twice
}

} // namespace

/// Scores that are times: read, written, and between which scores moments lie.
class TestScoreCodec final : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void readsWhatItWrites();
    void rangesHoldTheirTimes();
    void endsTakeInWhatTheySay();
    void writesInFixedWidth();
    void rolesSayTheirCode();
};

void TestScoreCodec::reads_data()
{
    QTest::addColumn<double>("score");
    QTest::addColumn<ScoreCodec>("codec");
    QTest::addColumn<Time>("time");
    const double infinity = std::numeric_limits<double>::infinity();
    const ScoreCodec any, ms(Code::Milliseconds), s(Code::Seconds);
    QTest::newRow("auto seconds") << 1'795'000'000.25 << any << Time(1'795'000'000'250ms);
    QTest::newRow("auto milliseconds") << 1'795'000'000'250.0 << any << Time(1'795'000'000'250ms);
    QTest::newRow("at the edge: seconds") << 1e11 << any << Time(100'000'000'000'000ms);
    QTest::newRow("over the edge: milliseconds") << 1e11 + 1 << any << Time(100'000'000'001ms);
    QTest::newRow("ms") << 5.0 << ms << Time(5ms);
    QTest::newRow("s") << 5.0 << s << Time(5000ms);
    QTest::newRow("-inf") << -infinity << any << Time();
    QTest::newRow("+inf") << infinity << any << Time();
    QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << any << Time();
    QTest::newRow("no time") << 1e300 << any << Time();
    QTest::newRow("seconds beyond all calendars") << 1e13 << s << Time();
    QTest::newRow("with a counter") << 1'795'000'000'250.0 * 4'096 + 17 << ScoreCodec(Code::Milliseconds4096)
                                    << Time(1'795'000'000'250ms);
    QTest::newRow("negative") << -1'795'000'000.25 << ScoreCodec(Code::NegativeSeconds) << Time(1'795'000'000'250ms);
    QTest::newRow("of a band") << 3e12 + 1'795'000'000.0 << ScoreCodec(Code::Seconds, 1'000'000'000'000, 3)
                               << Time(1'795'000'000'000ms);
}

void TestScoreCodec::reads()
{
    QFETCH(const double, score);
    QFETCH(const ScoreCodec, codec);
    QFETCH(const Time, time);
    QVERIFY(codec.timeOf(score) == time);
}

void TestScoreCodec::readsWhatItWrites()
{
    QRandomGenerator random(7);
    for (const Code code : codes) {
        for (const qint64 band : {0, 0, 3}) {
            const ScoreCodec codec(code, 2'000'000'000'000, code == Code::Milliseconds4096 ? 0 : band);
            for (int i = 0; i < 1'000; ++i) {
                std::chrono::milliseconds time(random.bounded(1'000'000'000'000LL, 2'000'000'000'000LL));
                const bool isWhole = code == Code::Seconds;
                time = isWhole ? std::chrono::milliseconds(std::chrono::floor<std::chrono::seconds>(time)) : time;
                QVERIFY2(codec.timeOf(codec.scoreOf(time).toDouble()) == Time(time), codec.scoreOf(time).constData());
            }
        }
    }
    const ScoreCodec any;
    QCOMPARE(any.scoreOf(1'795'000'000'250ms), QByteArray("1795000000250"));
    QCOMPARE(any.scoreOf(1'795'000'000'250ms, "1795000000.5"), QByteArray("1795000000")); // as what is there
    QCOMPARE(any.scoreOf(1'795'000'000'250ms, "1795000000500"), QByteArray("1795000000250"));
    QCOMPARE(ScoreCodec(Code::NegativeSeconds).scoreOf(1'795'000'000'250ms), QByteArray("-1795000000.250"));
}

/// A score lies in the range of two moments if and only if the time it says lies between them.
void TestScoreCodec::rangesHoldTheirTimes()
{
    QRandomGenerator random(9);
    constexpr qint64 base = 1'795'000'000'000;
    for (const Code code : codes) {
        const ScoreCodec codec(code);
        for (int i = 0; i < 3'000; ++i) {
            const std::chrono::milliseconds from(base + random.bounded(50)), to(from.count() + random.bounded(50));
            const std::chrono::milliseconds time(base + random.bounded(150));
            QByteArray text = codec.scoreOf(time);
            if (code == Code::Seconds) {
                text = ScoreCodec(Code::FractionalSeconds).scoreOf(time);
            }
            // A counter within the millisecond does not change the time.
            const double score = text.toDouble() + (code == Code::Milliseconds4096 ? random.bounded(4'096) : 0);
            QVERIFY(codec.timeOf(score) == Time(time));
            for (const bool withTo : {false, true}) {
                const bool isBetween = time >= from && (withTo ? time <= to : time < to);
                const ScoreCodec::Span span{.from = from, .to = to, .withTo = withTo};
                QVERIFY2(isWithin(score, codec.ranges(span)) == isBetween, text.constData());
                QCOMPARE(isWithin(score, codec.ranges({.from = from})), time >= from);
                QCOMPARE(isWithin(score, codec.ranges({.from = from, .afterFrom = true})), time > from);
                QCOMPARE(isWithin(score, codec.ranges({.to = to, .withTo = withTo})), withTo ? time <= to : time < to);
            }
        }
    }
}

void TestScoreCodec::endsTakeInWhatTheySay()
{
    const double infinity = std::numeric_limits<double>::infinity();
    for (const Code code : codes) {
        const ScoreCodec codec(code);
        for (const double score : {-infinity, infinity}) {
            QVERIFY(!isWithin(score, codec.ranges({})));
            QVERIFY(isWithin(score, codec.ranges({}, ScoreCodec::Ends::All)));
        }
    }
    QVERIFY(!isWithin(-2e11, ScoreCodec().ranges({}))); // by magnitude: neither seconds nor milliseconds
    QVERIFY(isWithin(-2e11, ScoreCodec(Code::Milliseconds).ranges({})));
    QVERIFY(isWithin(1e11, ScoreCodec().ranges({})) && isWithin(1e11 + 1, ScoreCodec().ranges({})));
}

void TestScoreCodec::writesInFixedWidth()
{
    for (const Code code : codes) {
        for (const qint64 band : {0, 3, -3}) {
            const ScoreCodec codec(code, 2'000'000'000'000, band);
            const ScoreCodec part =
                code == Code::Auto ? ScoreCodec(Code::Milliseconds, 2'000'000'000'000, band) : codec;
            QVERIFY(codec.width() <= ScoreCodec::widest);
            for (const auto time : {0ms, 5ms, 1'795'000'000'000ms, 1'795'000'000'250ms, 99'999'999'999'999ms}) {
                QByteArray text(qsizetype(codec.width()), '?');
                codec.write({text.data(), std::size_t(text.size())}, time);
                const auto known = std::min<std::chrono::milliseconds>(time, 9'999'999'999'999ms);
                const ScoreRange from = part.ranges({.from = known})[0];
                QCOMPARE(text.toDouble(), (codec.isDescending() ? from.max : from.min).toDouble());
                QVERIFY2(QRegularExpression(QStringLiteral("^-?[0-9]+([.][0-9]{3})?$"))
                             .match(QString::fromLatin1(text))
                             .hasMatch(),
                         text.constData());
            }
        }
    }
    QCOMPARE(ScoreCodec(Code::Milliseconds).width(), 13U);
    QCOMPARE(ScoreCodec(Code::Seconds).width(), 14U);
}

/// The role's table gives the code; options may change it.
void TestScoreCodec::rolesSayTheirCode()
{
    using L1 = QLatin1StringView;
    static constexpr std::array roles{
        RoleSpec{.id = L1("counted"), .types = ZSetKey, .score = ScoreIs::DueTime, .code = Code::Milliseconds4096},
        RoleSpec{.id = L1("told"), .types = ZSetKey, .score = ScoreIs::PastTime, .unit = L1("clock")},
        RoleSpec{.id = L1("falling"), .types = ZSetKey, .score = ScoreIs::PastTime, .code = Code::NegativeSeconds},
        RoleSpec{.id = L1("listed"), .types = ListKey, .consume = L1("end")},
        RoleSpec{.id = L1("ranked"), .types = ZSetKey, .score = ScoreIs::Rank, .order = L1("best")}};
    static constexpr KindInfo kind{L1("made"), "Made", "Made", "", roles, {}, {}, {}, 0};
    CollectionDefinition definition;
    definition.kind = &kind;
    const auto code = [&](std::size_t role) { return definition.codec(roles.at(role)).code(); };
    QVERIFY(code(0) == Code::Milliseconds4096 && code(1) == Code::Auto && code(2) == Code::NegativeSeconds);
    QVERIFY(definition.isOldestRight(roles[3]) && definition.isHighestFirst(roles[4]));
    QVERIFY(definition.isHighestFirst(roles[1]) && !definition.isHighestFirst(roles[2]));
    QVERIFY(!definition.isHighestFirst(roles[0]));
    definition.options = {{L1("clock"), L1("s")},
                          {L1("end"), L1("left")},
                          {L1("best"), L1("asc")},
                          {L1("unit"), L1("ms")},
                          {L1("consume"), L1("left")}};
    QVERIFY(code(0) == Code::Milliseconds4096 && code(1) == Code::Seconds);
    QVERIFY(!definition.isOldestRight(roles[3]) && !definition.isHighestFirst(roles[4]));
    QVERIFY(definition.isOldestRight(roles[0]));
}

QTEST_GUILESS_MAIN(TestScoreCodec)

#include "tst_scorecodec.moc"

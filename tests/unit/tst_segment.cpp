// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/segment.h"

#include <QRandomGenerator>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds someTime{1'795'130'000'123};

/// The arguments of the commands, one command a line.
QByteArray readable(const Pipeline &pipeline)
{
    QByteArray out;
    for (const QByteArray &line : pipeline.bytes().split('\n')) {
        const QByteArray text = line.chopped(line.endsWith('\r') ? 1 : 0);
        if (text.startsWith('*')) {
            out += out.isEmpty() ? "" : "; ";
        } else if (!text.startsWith('$') && !text.isEmpty()) {
            out += (out.isEmpty() || out.endsWith("; ") ? "" : " ") + text;
        }
    }
    return out;
}

} // namespace

/// The counts of a tick: encoded once, the moments in them written anew in place.
class SegmentTest final : public QObject {
    Q_OBJECT

private slots:
    void patchesNowInPlace()
    {
        CountSegment segment;
        segment.add({"ZCARD", "key"});
        segment.addTimeCount("key", ScoreCodec(ScoreCodec::Code::Milliseconds), {}, {TimeEdge::At::Now, true, {}},
                             true);
        segment.addTimeCount("key", ScoreCodec(ScoreCodec::Code::Seconds), {TimeEdge::At::Now, false, -30s}, {}, true);
        QCOMPARE(readable(segment.at(someTime)),
                 QByteArray("ZCARD key; ZCOUNT key (-inf (1795130000123; ZCOUNT key 1795129970.123 (+inf"));
        const qsizetype size = segment.at(someTime).bytes().size();
        QCOMPARE(readable(segment.at(someTime + 1001ms)),
                 QByteArray("ZCARD key; ZCOUNT key (-inf (1795130001124; ZCOUNT key 1795129971.124 (+inf"));
        QCOMPARE(segment.at(someTime + 1001ms).bytes().size(), size);
        QCOMPARE(segment.at(-5s).bytes().size(), size);
    }

    void oneBehindTheOther()
    {
        CountSegment all;
        for (int i = 0; i < 2; ++i) {
            all.add({"LLEN", "list"});
            all.addTimeCount("a", ScoreCodec(ScoreCodec::Code::Milliseconds), {}, {TimeEdge::At::Now, false, {}},
                             false);
            all.addTimeCount("b", ScoreCodec(ScoreCodec::Code::Seconds), {}, {TimeEdge::At::Now, true, {}}, true);
        }
        all.addTimeCount("c", ScoreCodec(ScoreCodec::Code::Seconds), {TimeEdge::At::Now, false, -1s}, {}, true);
        QCOMPARE(all.size(), 7);
        QCOMPARE(readable(all.at(someTime)),
                 QByteArray("LLEN list; ZCOUNT a -100000000000 1795130000123; ZCOUNT b (-inf (1795130000.123; "
                            "LLEN list; ZCOUNT a -100000000000 1795130000123; ZCOUNT b (-inf (1795130000.123; "
                            "ZCOUNT c 1795129999.123 (+inf"));
    }

    void asksTwiceWhereTheUnitIsNotKnown()
    {
        CountSegment segment;
        segment.addTimeCount("k", ScoreCodec(), {}, {TimeEdge::At::Now, false, {}}, false);
        segment.addTimeCount("k", ScoreCodec(), {TimeEdge::At::Now, false, -1s}, {}, false);
        QCOMPARE(segment.size(), 2 * CountSegment::commandsFor(ScoreCodec()));
        QCOMPARE(readable(segment.at(someTime)),
                 QByteArray("ZCOUNT k -100000000000 1795130000.123; ZCOUNT k (100000000000 1795130000123; "
                            "ZCOUNT k 1795129999.123 100000000000; ZCOUNT k 1795129999123 (+inf"));
    }

    /// A tick counts the same elements that ScoreCodec::ranges() gives to pages and operations, for every code.
    void countsWhatRangesHold()
    {
        using Code = ScoreCodec::Code;
        QRandomGenerator random(11);
        const auto bound = [](QByteArray text) {
            const bool isOpen = text.startsWith('(');
            return std::pair(isOpen, (isOpen ? text.sliced(1) : text).toDouble());
        };
        for (const Code code : {Code::Auto, Code::Milliseconds, Code::Seconds, Code::FractionalSeconds,
                                Code::Milliseconds4096, Code::NegativeSeconds}) {
            for (int i = 0; i < 200; ++i) {
                const qint64 band = code == Code::Auto ? 0 : random.bounded(-3, 4);
                const ScoreCodec codec(code, 2'000'000'000'000, band);
                const milliseconds low(random.bounded(-100'000, 0)), high(random.bounded(0, 100'000));
                const bool hasLow = random.bounded(2) == 1, hasHigh = !hasLow || random.bounded(2) == 1;
                const bool withTo = random.bounded(2) == 1, afterFrom = random.bounded(2) == 1;
                const auto edge = [](bool isThere, bool isExclusive, milliseconds shift) {
                    return isThere ? TimeEdge{TimeEdge::At::Now, isExclusive, shift} : TimeEdge{};
                };
                CountSegment segment;
                segment.addTimeCount("k", codec, edge(hasLow, afterFrom, low), edge(hasHigh, !withTo, high), true);
                const milliseconds now = someTime + milliseconds(random.bounded(1'000'000'000));
                ScoreCodec::Span span{.withTo = withTo, .afterFrom = afterFrom};
                span.from = hasLow ? std::optional(now + low) : std::nullopt;
                span.to = hasHigh ? std::optional(now + high) : std::nullopt;
                const std::vector<ScoreRange> ranges = codec.ranges(span);
                QCOMPARE(ranges.size(), std::size_t(CountSegment::commandsFor(codec)));
                const QList<QByteArray> commands = readable(segment.at(now)).split(';');
                QCOMPARE(commands.size(), qsizetype(ranges.size()));
                for (std::size_t part = 0; part < ranges.size(); ++part) {
                    const QList<QByteArray> words = commands[qsizetype(part)].trimmed().split(' ');
                    QCOMPARE(words.size(), 4);
                    QVERIFY2(bound(words[2]) == bound(ranges[part].min) && bound(words[3]) == bound(ranges[part].max),
                             (words.join(' ') + " is not " + ranges[part].min + ' ' + ranges[part].max).constData());
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(SegmentTest)
#include "tst_segment.moc"

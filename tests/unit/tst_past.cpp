// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history.h"
#include "models/past.h"
#include "tests/support/snapshotbuilder.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

QString text(const Series &series)
{
    QStringList parts;
    for (const Series::Point &point : series.points) {
        const QString value = isKnown(point.value) ? QString::number(point.value) : QStringLiteral("gap");
        parts += QStringLiteral("%1:%2").arg((point.time - start).count() / 1000).arg(value);
    }
    return parts.join(QLatin1Char(' '));
}

/// An answer of so many points, the values of which are their seconds, before `start`.
PastAnswer pastOf(const PastQuestion &question, const std::vector<int> &seconds)
{
    PastSeries past{{}, 1s};
    for (const int second : seconds) {
        const auto value = static_cast<double>(second);
        past.series.points.push_back({start + second * 1s, value, value, value});
    }
    PastAnswer answer;
    for (const PastQuestion::Of &of : question.of) {
        answer.push_back(std::vector<PastSeries>(static_cast<std::size_t>(of.figures.size()), past));
    }
    return answer;
}

} // namespace

/// What is asked of the time before what is in memory, and how the two are joined.
class TestPast final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_builder = std::make_unique<test::SnapshotBuilder>();
        m_history = std::make_unique<History>();
    }
    void thePastIsAskedForOnceAndJoined();
    void aStretchOfThePast();

private:
    void tick(milliseconds time, int ready)
    {
        m_history->apply(m_builder->make(start + time, {QStringLiteral("q | queue | ok | ready=%1").arg(ready)}));
    }

    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<History> m_history;
};

void TestPast::thePastIsAskedForOnceAndJoined()
{
    std::vector<PastQuestion> asked;
    connect(m_history.get(), &History::pastWanted, this, [&asked](const PastQuestion &one) { asked.push_back(one); });
    const QSignalSpy read(m_history.get(), &History::pastRead);
    m_history->lookBack({0}, Span::QuarterHour);
    QVERIFY(asked.empty()); // nothing is known of any collection yet
    tick(0s, 1);
    m_history->lookBack({0, 7}, Span::QuarterHour);
    m_history->lookBack({0, 7}, Span::QuarterHour);
    QCOMPARE(asked.size(), 1U);
    QCOMPARE(asked[0].of.size(), 1U);
    QCOMPARE(asked[0].of[0].collection, QStringLiteral("q"));
    QVERIFY(asked[0].from == start - 15min && asked[0].to == start);
    m_history->takePast(asked[0], pastOf(asked[0], {-30, -29, -1, 0}));
    QCOMPARE(read.size(), 1);
    tick(1s, 2);
    // What is in memory counts where both know something.
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("-30:-30 -29:-29 -1:-1 0:1 1:2"));
    QCOMPARE(text(m_history->figure(0, 0, Span::Hour)), QStringLiteral("1:2")); // not asked for
    m_history->lookBack({0}, Span::QuarterHour);
    QCOMPARE(asked.size(), 1U);
    // Nothing came: again after a while, and another span at once.
    m_history->lookBack({0}, Span::Year);
    QCOMPARE(asked.size(), 2U);
    m_history->takePast(asked[1], {});
    m_history->lookBack({0}, Span::Year);
    QCOMPARE(asked.size(), 2U);
    tick(40s, 2);
    m_history->lookBack({0}, Span::Year);
    QCOMPARE(asked.size(), 3U);
    // From a quarter of an hour on all of that is in memory.
    for (int second = 41; second < 1000; ++second) {
        tick(second * 1s, 2);
    }
    m_history->lookBack({0}, Span::QuarterHour);
    QCOMPARE(asked.size(), 3U);
    m_history->clear();
    tick(1001s, 5);
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("1001:5"));
}

void TestPast::aStretchOfThePast()
{
    std::vector<PastQuestion> asked;
    connect(m_history.get(), &History::pastWanted, this, [&asked](const PastQuestion &one) { asked.push_back(one); });
    for (int second = 0; second < 10; ++second) {
        tick(second * 1s, second);
    }
    const Reach reach(Span::QuarterHour, start - 4s, start + 3s);
    m_history->lookBack({0}, reach);
    QCOMPARE(asked.size(), 1U);
    QVERIFY(asked[0].from == start - 4s && asked[0].to == start + 3s);
    // Until it is read there is what is in memory of it; then that follows.
    QCOMPARE(text(m_history->figure(0, 0, reach)), QStringLiteral("0:0 1:1 2:2 3:3"));
    m_history->takePast(asked[0], pastOf(asked[0], {-4, -3, 1}));
    QCOMPARE(text(m_history->figure(0, 0, reach)), QStringLiteral("-4:-4 -3:-3 1:1 2:2 3:3"));
    // Moved on, what was read of that time stands in until its own is.
    QCOMPARE(text(m_history->figure(0, 0, Reach(Span::QuarterHour, start - 3s, start + 2s))),
             QStringLiteral("-3:-3 1:1 2:2"));
    m_history->lookBack({0}, reach);
    QCOMPARE(asked.size(), 1U);
}

QTEST_GUILESS_MAIN(TestPast)
#include "tst_past.moc"

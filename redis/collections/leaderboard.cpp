// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/overtime.h"
#include "redis/collections/ranking.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace plimsoll::redis {

namespace leaderboard {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr L1 orderId(QT_TRANSLATE_NOOP("fields", "order"));

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "board")),
             .types = ZSetKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP("kinds", "Members by score, in a sorted set; a period and shards are allowed"),
             .holds = Holds::Ranked,
             .score = ScoreIs::Rank,
             .order = orderId},
};

constexpr std::array orders{L1(QT_TRANSLATE_NOOP("fields", "desc")), L1(QT_TRANSLATE_NOOP("fields", "asc"))};

constexpr std::array options{
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "top")),
               OptionType::Integer,
               {},
               "10",
               QT_TRANSLATE_NOOP("kinds", "Number of top members to watch")},
    OptionSpec{orderId, OptionType::Choice, orders, "desc",
               QT_TRANSLATE_NOOP("kinds", "Whether the highest score is best, or the lowest")},
};

constexpr std::array figures{
    FigureSpec{L1("members"), QT_TRANSLATE_NOOP("figures", "members"),
               QT_TRANSLATE_NOOP("figures", "Number of members.")},
    FigureSpec{L1("topScore"), QT_TRANSLATE_NOOP("figures", "top score"),
               QT_TRANSLATE_NOOP("figures", "The score of the best member."), Unit::Score},
    FigureSpec{L1("medianScore"), QT_TRANSLATE_NOOP("figures", "median score"),
               QT_TRANSLATE_NOOP("figures", "Half of the members have this score or more."), Unit::Score},
    FigureSpec{.id = L1("ttlMs"),
               .title = QT_TRANSLATE_NOOP("figures", "expires in"),
               .help = QT_TRANSLATE_NOOP("figures", "Time until the key expires."),
               .unit = Unit::Duration,
               .means = Means::Expiry},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, {}, Clause::Leads, nullptr},
    Clause{1, L1("members"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "no scores yet")},
    Clause{2, L1("ttlMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "expires in {ttlMs}")}};
// clang-format on

constexpr KindInfo info{L1("leaderboard"),
                        QT_TRANSLATE_NOOP("kinds", "Leaderboard"),
                        QT_TRANSLATE_NOOP("kinds", "Leaderboards"),
                        QT_TRANSLATE_NOOP("kinds", "Members ranked by score"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Members, TopScore, MedianScore, TtlMs };
static_assert(figures.size() == TtlMs + 1);

constexpr std::array sizes{SizeRule{L1("board"), Members}};
constexpr qint64 mostTop = 1000;

/// The best of all shards together, the score in the middle, and when the board expires.
class LeaderboardCollector final : public Collector {
public:
    explicit LeaderboardCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes, {}),
          m_top(static_cast<std::size_t>(std::clamp<qint64>(*definition.integer(L1("top")), 1, mostTop))),
          m_ascending(!definition.isHighestFirst(roles.front()))
    {
    }

    void appendFollowUp(Pipeline &pipeline, milliseconds now) override;
    void readFollowUp(ReplyCursor &replies, milliseconds now) override;

protected:
    [[nodiscard]] int kindHeadCost() const override { return 2 * static_cast<int>(keys().size()) + 1; }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override;
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;

private:
    std::size_t m_top;
    bool m_ascending;
    double m_topScore = unknownFigure;
    double m_median = unknownFigure;
    bool m_medianAsked = true;
    Expiry m_expiry;
};

void LeaderboardCollector::keysChanged(const KeyOrigins & /*origins*/)
{
    m_topScore = m_median = unknownFigure;
    m_medianAsked = true;
    m_expiry.clear();
}

milliseconds LeaderboardCollector::kindHeadWantedFrom() const
{
    return countOf(L1("board")) > 0 && !isKnown(m_topScore) ? always : m_expiry.at();
}

void LeaderboardCollector::appendKindHead(Pipeline &pipeline, milliseconds /*now*/)
{
    // ZREVRANGE and not ZRANGE … REV, which servers before 6.2 do not know.
    const QByteArrayView command = m_ascending ? QByteArrayView("ZRANGE") : QByteArrayView("ZREVRANGE");
    const QByteArray last = QByteArray::number(static_cast<qint64>(m_top) - 1);
    for (const PolledKey &key : keys()) {
        pipeline.add({command, key.key, "0", last, "WITHSCORES"});
    }
    Expiry::append(pipeline, keys());
}

void LeaderboardCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    auto head = std::make_shared<Head>();
    head->readAt = now;
    for (const PolledKey &key : keys()) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            failHead(TopScore, reply.toError(key.key));
        }
        std::vector<HeadElement> best = scoredElements(reply);
        std::move(best.begin(), best.end(), std::back_inserter(head->elements));
    }
    if (const std::optional<Error> error = m_expiry.read(replies, keys(), now)) {
        failHead(TtlMs, *error);
    }
    std::sort(head->elements.begin(), head->elements.end(),
              [this](const HeadElement &a, const HeadElement &b) { return ranksBefore(a, b, !m_ascending); });
    // Each shard gave as many as are wanted, so that enough are left whichever are in several.
    keepBest(head->elements, [](const HeadElement & /*kept*/, const HeadElement & /*gone*/) {});
    head->elements.resize(std::min(head->elements.size(), m_top));
    m_topScore = head->elements.empty() ? unknownFigure : head->elements.front().score;
    setHead(std::move(head));
    m_medianAsked = false;
}

void LeaderboardCollector::appendFollowUp(Pipeline &pipeline, milliseconds /*now*/)
{
    if (m_medianAsked) {
        return;
    }
    m_medianAsked = true;
    m_median = unknownFigure;
    // The middle of several sorted sets cannot be read in a bounded number of commands; of one it is one command.
    const auto filled =
        std::count_if(keys().begin(), keys().end(), [](const PolledKey &key) { return !(key.count <= 0); });
    const auto only = std::find_if(keys().begin(), keys().end(), [](const PolledKey &key) { return key.count > 0; });
    if (filled != 1 || only == keys().end()) { // several, or one that could not be counted
        return;
    }
    const auto members = static_cast<qint64>(only->count);
    const QByteArray first = QByteArray::number((members - 1) / 2);
    const QByteArray last = QByteArray::number(members / 2);
    pipeline.add({"ZRANGE", only->key, first, last, "WITHSCORES"});
}

void LeaderboardCollector::readFollowUp(ReplyCursor &replies, milliseconds /*now*/)
{
    const Reply &reply = replies.next();
    if (reply.isError()) {
        failHead(MedianScore, reply.toError());
        return;
    }
    const std::vector<HeadElement> middle = scoredElements(reply);
    if (!middle.empty()) {
        m_median = (middle.front().score + middle.back().score) / 2;
    }
}

void LeaderboardCollector::finishKind(Reading &reading)
{
    if (reading.figures[Members] == 0) {
        m_topScore = m_median = unknownFigure;
        for (const Figure figure : {TopScore, MedianScore, TtlMs}) {
            reading.note(figure, FigureNote::Absent);
        }
    }
    reading.figures[TopScore] = m_topScore;
    reading.figures[MedianScore] = m_median;
    m_expiry.tell(reading, TtlMs);
}

} // namespace
} // namespace leaderboard

extern const Kind leaderboardKind;
constinit const Kind leaderboardKind{&leaderboard::info, &makeOf<leaderboard::LeaderboardCollector>};

} // namespace plimsoll::redis

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
               QT_TRANSLATE_NOOP("figures",
                                 "Half of the members have this score or more. Unknown where several shards have more "
                                 "than 1,000 members together."),
               Unit::Score},
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
constexpr qint64 mostMerged = 1000; ///< members of several shards whose scores are all read

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
    [[nodiscard]] const char *whyUnknown(int figure) const override;

protected:
    [[nodiscard]] int kindHeadCost() const override { return 3 * static_cast<int>(keys().size()); }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override;
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;

private:
    void keepRanked(std::vector<HeadElement> &members) const;

    std::size_t m_top;
    bool m_ascending;
    double m_topScore = unknownFigure;
    double m_median = unknownFigure;
    bool m_medianAsked = true;
    std::size_t m_medianReplies = 0; ///< number of replies that tell it
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
    keepRanked(head->elements); // each shard gave as many as are wanted, so that enough are left
    head->elements.resize(std::min(head->elements.size(), m_top));
    m_topScore = head->elements.empty() ? unknownFigure : head->elements.front().score;
    setHead(std::move(head));
    m_medianAsked = false;
}

/// Orders the members of all shards, and keeps the best place of those that are in several.
void LeaderboardCollector::keepRanked(std::vector<HeadElement> &members) const
{
    std::sort(members.begin(), members.end(),
              [this](const HeadElement &a, const HeadElement &b) { return ranksBefore(a, b, !m_ascending); });
    keepBest(members, [](const HeadElement & /*kept*/, const HeadElement & /*gone*/) {});
}

void LeaderboardCollector::appendFollowUp(Pipeline &pipeline, milliseconds /*now*/)
{
    if (m_medianAsked) {
        return;
    }
    m_medianAsked = true;
    m_median = unknownFigure;
    m_medianReplies = 0;
    double members = 0;
    std::vector<const PolledKey *> filled;
    for (const PolledKey &key : keys()) {
        members += key.count; // NaN if one could not be counted
        if (key.count > 0) {
            filled.push_back(&key);
        }
    }
    // The middle of one sorted set is one command; of several it is only known from all of their scores.
    const bool isOne = filled.size() == 1;
    if (filled.empty() || !isKnown(members) || (!isOne && members > mostMerged)) {
        return;
    }
    const auto count = static_cast<qint64>(members);
    const QByteArray first = QByteArray::number(isOne ? (count - 1) / 2 : 0);
    const QByteArray last = QByteArray::number(isOne ? count / 2 : mostMerged);
    for (const PolledKey *key : filled) {
        pipeline.add({"ZRANGE", key->key, first, last, "WITHSCORES"});
    }
    m_medianReplies = filled.size();
}

void LeaderboardCollector::readFollowUp(ReplyCursor &replies, milliseconds /*now*/)
{
    std::vector<HeadElement> members; // of one sorted set the one or two in the middle, of several all
    for (const Reply &reply : replies.take(m_medianReplies)) {
        if (reply.isError()) {
            failHead(MedianScore, reply.toError());
            return;
        }
        std::vector<HeadElement> own = scoredElements(reply);
        std::move(own.begin(), own.end(), std::back_inserter(members));
    }
    keepRanked(members);
    if (!members.empty()) {
        m_median = (members[(members.size() - 1) / 2].score + members[members.size() / 2].score) / 2;
    }
}

const char *LeaderboardCollector::whyUnknown(int figure) const
{
    const bool isTooMany = figure == MedianScore && countOf(L1("board")) > mostMerged && m_medianReplies == 0;
    return isTooMany ? QT_TRANSLATE_NOOP("problems", "too many members in several shards")
                     : Collector::whyUnknown(figure);
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
    reading.rest.begin();
}

} // namespace
} // namespace leaderboard

extern const Kind leaderboardKind;
constinit const Kind leaderboardKind{&leaderboard::info, &makeOf<leaderboard::LeaderboardCollector>};

} // namespace plimsoll::redis

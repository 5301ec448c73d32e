// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/foundkeys.h"
#include "redis/collections/joboptions.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <array>
#include <limits>

namespace plimsoll::redis {

namespace ratelimit {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr L1 windowId(QT_TRANSLATE_NOOP("fields", "window"));
constexpr L1 limitId(QT_TRANSLATE_NOOP("fields", "limit"));
constexpr L1 subjectId(QT_TRANSLATE_NOOP("fields", "subject"));
constexpr L1 refusedId(QT_TRANSLATE_NOOP("fields", "refused"));

constexpr std::array roles{
    RoleSpec{.id = subjectId,
             .types = ZSetKey,
             .required = true,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The calls of each subject, by time: limit:{id}"),
             .score = ScoreIs::PastTime,
             .unit = unitId,
             .window = windowId,
             .named = Named::ById},
    RoleSpec{.id = refusedId,
             .types = StringKey,
             .perId = true,
             .help = QT_TRANSLATE_NOOP("kinds", "Refused calls of each subject, a counter: limit:{id}:refused"),
             .named = Named::AfterFound},
};

constexpr std::array options{
    OptionSpec{
        windowId, OptionType::Duration, {}, "1m", QT_TRANSLATE_NOOP("kinds", "The time over which the limiter counts")},
    OptionSpec{limitId, OptionType::Integer, {}, nullptr, QT_TRANSLATE_NOOP("kinds", "Calls allowed per window")},
    unitOption,
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("subjects"), QT_TRANSLATE_NOOP("figures", "subjects"),
               QT_TRANSLATE_NOOP("figures", "Subjects that have entries.")},
    FigureSpec{L1("limited"), QT_TRANSLATE_NOOP("figures", "at the limit"),
               QT_TRANSLATE_NOOP("figures", "Subjects at or over their limit in the window.")},
    FigureSpec{L1("busiest"), QT_TRANSLATE_NOOP("figures", "busiest"),
               QT_TRANSLATE_NOOP("figures", "The most entries that one subject has in the window.")},
    FigureSpec{L1("outside"), QT_TRANSLATE_NOOP("figures", "outside the window"),
               QT_TRANSLATE_NOOP("figures", "Entries that are older than the window and still stored.")},
    FigureSpec{.id = L1("withoutTtl"),
               .title = QT_TRANSLATE_NOOP("figures", "without expiry"),
               .help = QT_TRANSLATE_NOOP(
                   "figures", "Subjects whose key never expires: it stays forever if they do not come back."),
               .means = Means::Trouble},
    FigureSpec{L1("refusedPerMinute"), QT_TRANSLATE_NOOP("figures", "refused/min"),
               QT_TRANSLATE_NOOP("figures", "Refused calls over the last minute, by the limiter's own counters."),
               Unit::Frequency},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("limited"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 subject at the limit")},
    Clause{0, L1("limited"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{limited} subjects at the limit")},
    Clause{1, L1("withoutTtl"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 subject never expires")},
    Clause{1, L1("withoutTtl"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{withoutTtl} subjects never expire")},
    Clause{2, L1("subjects"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "no calls were allowed lately")},
    Clause{3, L1("subjects"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 subject, with {busiest}")},
    Clause{3, L1("subjects"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{subjects} subjects, the busiest with {busiest}")}};
// clang-format on

constexpr KindInfo info{L1("ratelimit"),
                        QT_TRANSLATE_NOOP("kinds", "Rate limit"),
                        QT_TRANSLATE_NOOP("kinds", "Rate limits"),
                        QT_TRANSLATE_NOOP("kinds", "Calls per subject, over a sliding window"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Subjects, Limited, Busiest, Outside, WithoutTtl, RefusedPerMinute };
static_assert(figures.size() == RefusedPerMinute + 1);

constexpr std::size_t stretches = 10; ///< bars up to the limit; one more for subjects at the limit
constexpr double farthestBack = 1'000; ///< maximum rank of the entry whose end admits the next one
constexpr std::size_t ofEach = 100; ///< reserved rows each for subjects without expiry or with entries outside
constexpr QByteArrayView longestCounter("31"); ///< index of the last byte of a counter that is read
constexpr milliseconds counterAge{30'000};
constexpr milliseconds refusedWithin = 2 * counterAge;
constexpr milliseconds soonest{2'000}; ///< ms; shortest time for the rate of a counter

class RatelimitCollector final : public FoundCollector {
public:
    explicit RatelimitCollector(const CollectionDefinition &given)
        : FoundCollector(given), m_window(*given.duration(windowId)), // it has a fallback
          m_codec(given.codec(roles.front()))
    {
        const std::optional<qint64> limit = given.integer(limitId);
        m_limit = limit ? static_cast<double>(*limit) : unknownFigure;
    }

protected:
    void appendKey(Pipeline &pipeline, const Entry &entry, milliseconds now) override;
    Result<Is> readKey(ReplyCursor &replies, Entry &entry, milliseconds now) override;
    [[nodiscard]] bool isBefore(const FoundKey &a, const FoundKey &b) const override;
    void sumUp(const std::vector<Entry> &entries, KeysFound &found) override;
    void tell(Reading &reading) override;
    [[nodiscard]] const char *whyUnknown(int figure) const override
    {
        return figure == RefusedPerMinute && definition().role(refusedId) == nullptr
            ? QT_TRANSLATE_NOOP("problems", "no key given")
            : FoundCollector::whyUnknown(figure);
    }

private:
    void makeRoom(const std::vector<const Entry *> &endless, const std::vector<const Entry *> &outside,
                  KeysFound &found) const;
    [[nodiscard]] std::vector<ScoreRange> inWindow(milliseconds now) const
    {
        return m_codec.ranges({.from = now - m_window, .afterFrom = true}, ScoreCodec::Ends::All);
    }
    [[nodiscard]] bool isLimited(const FoundKey &key) const { return key.count >= m_limit; }
    /// Rank, from the oldest, of the entry whose end admits the next one; nullopt: the next is admitted now, or the
    /// rank is too far to look up.
    [[nodiscard]] std::optional<qint64> placeOfNext(const FoundKey &key) const
    {
        const double place = key.count - m_limit;
        return place >= 0 && place <= farthestBack ? std::optional(static_cast<qint64>(place)) : std::nullopt;
    }
    [[nodiscard]] QByteArray counterOf(const FoundKey &key, milliseconds now) const;
    static void count(Entry &entry, double refused, milliseconds now);

    milliseconds m_window;
    ScoreCodec m_codec;
    double m_limit;
    std::array<double, figures.size()> m_sums{};
    double m_beyond = 0;
    bool m_isRefusedMore = false; ///< than the sum says
    milliseconds m_readAt{}; ///< last
    milliseconds m_goneAt{}; ///< when one that had been refused in the last minute was found gone
};

/// Returns the key of the subject's counter of refusals; empty if it has none.
QByteArray RatelimitCollector::counterOf(const FoundKey &key, milliseconds now) const
{
    const RoleKeys *role = definition().role(refusedId);
    if (role == nullptr || role->templates.empty()) {
        return {};
    }
    const Result<KeyTemplate> parsed = KeyTemplate::parse(role->templates.front());
    return parsed ? parsed->expandOne(now, key.id) : QByteArray();
}

void RatelimitCollector::appendKey(Pipeline &pipeline, const Entry &entry, milliseconds now)
{
    const FoundKey &key = entry.told;
    const std::vector<ScoreRange> ranges = inWindow(now);
    pipeline.add({"ZCARD", key.key});
    for (const ScoreRange &range : ranges) {
        pipeline.add({"ZCOUNT", key.key, range.min, range.max});
    }
    for (const ScoreRange &range : rangesBeyondAge(m_codec, now)) {
        pipeline.add({"ZCOUNT", key.key, range.min, range.max});
    }
    pipeline.add({"PTTL", key.key});
    if (const auto place = placeOfNext(key)) {
        const ScoreRange &range = ranges[std::min<std::size_t>(entry.part, ranges.size() - 1)];
        pipeline.add(
            {"ZRANGEBYSCORE", key.key, range.min, range.max, "WITHSCORES", "LIMIT", QByteArray::number(*place), "1"});
    }
    if (const QByteArray counter = counterOf(key, now); !counter.isEmpty()) {
        pipeline.add({"GETRANGE", counter, "0", longestCounter}); // whatever else it may hold
    }
}

/// Updates the number of refusals in the last minute: of the half minute in which it began, the part that is in it.
void RatelimitCollector::count(Entry &entry, double refused, milliseconds now)
{
    FoundKey &key = entry.told;
    if (!(refused >= key.refused)) { // the first, or it began anew
        entry.older = entry.base = entry.middle = refused;
        entry.olderAt = entry.baseAt = entry.middleAt = now;
    } else if (now - entry.middleAt >= counterAge) {
        entry.older = std::exchange(entry.base, std::exchange(entry.middle, refused));
        entry.olderAt = std::exchange(entry.baseAt, std::exchange(entry.middleAt, now));
    }
    key.refused = refused;
    const milliseconds since = now - entry.baseAt;
    const auto before = static_cast<double>((entry.baseAt - entry.olderAt).count());
    const double part =
        before > 0 ? std::clamp(static_cast<double>((refusedWithin - since).count()) / before, 0.0, 1.0) : 0;
    key.refusedPerMinute =
        now - entry.olderAt >= soonest ? refused - entry.base + part * (entry.base - entry.older) : unknownFigure;
}

Result<FoundCollector::Is> RatelimitCollector::readKey(ReplyCursor &replies, Entry &entry, milliseconds now)
{
    FoundKey &key = entry.told;
    const std::optional<qint64> place = placeOfNext(key); // as it was asked
    std::optional<Error> error;
    const auto number = [&](const Reply &reply) {
        if (reply.isError() && !error) {
            error = reply.toError(key.key);
        }
        return reply.type == Reply::Type::Integer ? static_cast<double>(reply.integer) : unknownFigure;
    };
    const double all = number(replies.next());
    key.count = 0;
    double most = -1;
    for (std::size_t part = 0; part < m_codec.parts().size(); ++part) {
        const double some = number(replies.next());
        key.count += some;
        if (some > most) {
            most = some;
            entry.part = static_cast<quint8>(part);
        }
    }
    key.outside = all < key.count ? 0 : all - key.count; // one came between the two commands
    entry.beyond = isKnown(boundOfKeys()) ? std::max(0.0, all - boundOfKeys()) : 0;
    for (std::size_t part = 0; ageBound() && part < m_codec.parts().size(); ++part) {
        entry.beyond += number(replies.next());
    }
    const double left = number(replies.next());
    key.expiresAt = left == -1 ? std::numeric_limits<double>::infinity()
        : left >= 0            ? static_cast<double>(now.count()) + left
                               : unknownFigure;
    key.freeAt = unknownFigure;
    if (place) {
        const Reply &next = replies.next();
        const auto score = next.elements.size() == 2 ? next.elements[1].toDouble() : std::nullopt;
        if (const auto time = score ? m_codec.timeOf(*score) : std::nullopt) {
            key.freeAt = static_cast<double>((*time + m_window).count());
        }
    }
    if (const QByteArray name = counterOf(key, now); !name.isEmpty()) {
        const Reply &counter = replies.next();
        if (counter.isError() && !error) {
            error = counter.toError(name);
            error->kind = ErrorKind::Server; // of whatever type: it says nothing of the subject's own
        } else if (!counter.isError()) {
            count(entry, counter.bytes.isEmpty() ? 0 : counter.toDouble().value_or(unknownFigure), now);
        }
    }
    if (error) {
        return *std::move(error);
    }
    m_readAt = now;
    if (all > 0) {
        return Is::There;
    }
    m_goneAt = key.refusedPerMinute > 0 ? now : m_goneAt; // its counter outlives it but is no longer read
    return Is::Gone;
}

/// Orders the fullest first; at the limit, the most refused.
bool RatelimitCollector::isBefore(const FoundKey &a, const FoundKey &b) const
{
    const auto rank = [](double value) { return isKnown(value) ? value : -1; };
    if (rank(a.count) != rank(b.count)) {
        return rank(a.count) > rank(b.count);
    }
    if (rank(a.refusedPerMinute) != rank(b.refusedPerMinute)) {
        return rank(a.refusedPerMinute) > rank(b.refusedPerMinute);
    }
    return a.key < b.key;
}

void RatelimitCollector::sumUp(const std::vector<Entry> &entries, KeysFound &found)
{
    m_sums.fill(0);
    m_beyond = 0;
    m_sums[Subjects] = static_cast<double>(found.seen);
    m_sums[Limited] = isKnown(m_limit) ? 0 : unknownFigure;
    m_sums[RefusedPerMinute] = unknownFigure;
    m_isRefusedMore = m_goneAt.count() > 0 && m_readAt - m_goneAt < refusedWithin;
    found.bars.assign(isKnown(m_limit) ? stretches + 1 : 0, 0);
    std::vector<const Entry *> outside;
    std::vector<const Entry *> endless;
    for (const Entry &entry : entries) {
        const FoundKey &key = entry.told;
        if (!entry.isThere || !isKnown(key.count)) {
            continue;
        }
        m_sums[Busiest] = std::max(m_sums[Busiest], key.count);
        m_sums[Outside] += key.outside;
        m_beyond += entry.beyond;
        if (std::isinf(key.expiresAt)) {
            m_sums[WithoutTtl] += 1;
            endless.push_back(&entry);
        }
        if (isKnown(key.refusedPerMinute)) {
            double &sum = m_sums[RefusedPerMinute];
            sum = (isKnown(sum) ? sum : 0) + key.refusedPerMinute;
        }
        // The counter's first value was counted over an unknown time.
        m_isRefusedMore = m_isRefusedMore || (entry.older > 0 && key.readAt - entry.olderAt < refusedWithin);
        if (isKnown(m_limit)) {
            m_sums[Limited] += isLimited(key) ? 1 : 0;
            const double share = key.count / m_limit * static_cast<double>(stretches);
            ++found.bars[isLimited(key) ? stretches : static_cast<std::size_t>(share)];
        }
        if (key.outside > 0) {
            outside.push_back(&entry);
        }
    }
    const std::size_t some = std::min(outside.size(), KeysFound::mostShown);
    std::partial_sort(outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(some), outside.end(),
                      [](const Entry *a, const Entry *b) { return a->told.outside > b->told.outside; });
    for (std::size_t i = 0; i < some; ++i) {
        found.outside.push_back(outside[i]->told.key);
    }
    makeRoom(endless, outside, found);
}

/// Reserves rows for subjects without expiry or with entries outside, as they are rarely among the fullest.
void RatelimitCollector::makeRoom(const std::vector<const Entry *> &endless, const std::vector<const Entry *> &outside,
                                  KeysFound &found) const
{
    if (found.first.size() < KeysFound::mostShown) {
        return; // all of them are there
    }
    constexpr std::size_t fullest = KeysFound::mostShown - 2 * ofEach;
    QSet<QByteArray> there;
    std::vector<FoundKey> first;
    const auto add = [&](const FoundKey &key) {
        if (first.size() < KeysFound::mostShown && !there.contains(key.key)) {
            there.insert(key.key);
            first.push_back(key);
        }
    };
    for (std::size_t i = 0; i < fullest; ++i) {
        add(found.first[i]);
    }
    for (const std::vector<const Entry *> *entries : {&endless, &outside}) {
        for (std::size_t i = 0; i < std::min(ofEach, entries->size()); ++i) {
            add((*entries)[i]->told);
        }
    }
    for (std::size_t i = fullest; i < found.first.size(); ++i) {
        add(found.first[i]);
    }
    std::ranges::sort(first, [this](const FoundKey &a, const FoundKey &b) { return isBefore(a, b); });
    found.first = std::move(first);
}

void RatelimitCollector::tell(Reading &reading)
{
    for (int figure = 0; figure < static_cast<int>(m_sums.size()); ++figure) {
        tellFigure(reading, figure, m_sums[static_cast<std::size_t>(figure)], figure != Subjects);
    }
    reading.beyondBound = m_beyond;
    if (definition().role(refusedId) != nullptr) {
        const bool isNone = found()->isWhole() && m_sums[Subjects] == 0;
        reading.note(RefusedPerMinute, isNone ? FigureNote::Absent : FigureNote::NotYet);
    }
    if (m_isRefusedMore && isKnown(m_sums[RefusedPerMinute])) {
        reading.setAtLeast(RefusedPerMinute);
    }
}

} // namespace
} // namespace ratelimit

extern const Kind ratelimitKind;
constinit const Kind ratelimitKind{&ratelimit::info, &makeOf<ratelimit::RatelimitCollector>};

} // namespace plimsoll::redis

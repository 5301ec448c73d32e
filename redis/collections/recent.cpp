// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/foundkeys.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/overtime.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace plimsoll::redis {

namespace recent {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr L1 newestId(QT_TRANSLATE_NOOP("fields", "newest"));

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "items")),
             .types = ListKey | ZSetKey,
             .required = true,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The latest items, in a list or in a sorted set by time: recent:{id}"),
             .holds = Holds::Elements,
             .score = ScoreIs::PastTime,
             .unit = unitId,
             .newest = newestId,
             .named = Named::ById},
};

constexpr std::array ends{L1(QT_TRANSLATE_NOOP("fields", "left")), L1(QT_TRANSLATE_NOOP("fields", "right"))};

constexpr std::array options{
    OptionSpec{newestId, OptionType::Choice, ends, "left",
               QT_TRANSLATE_NOOP("kinds", "The end of a list where new items are added")},
    unitOption,
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("length"), QT_TRANSLATE_NOOP("figures", "length"),
               QT_TRANSLATE_NOOP("figures", "Items kept, over all keys.")},
    FigureSpec{L1("bound"), QT_TRANSLATE_NOOP("figures", "bound"),
               QT_TRANSLATE_NOOP("figures", "Most items to keep in each key, by the workspace.")},
    FigureSpec{L1("over"), QT_TRANSLATE_NOOP("figures", "over the bound"),
               QT_TRANSLATE_NOOP("figures", "Items beyond the bound, summed over all keys."), Unit::Count,
               Means::OverBound},
    FigureSpec{L1("ttlMs"), QT_TRANSLATE_NOOP("figures", "expires in"),
               QT_TRANSLATE_NOOP("figures", "Time until the key expires."), Unit::Duration, Means::Expiry},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("over"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 item over the bound of {bound}")},
    Clause{0, L1("over"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{over} items over the bound of {bound}")},
    Clause{0, L1("length"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing is kept")},
    Clause{0, L1("bound"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "bound {bound}")},
    Clause{0, L1("length"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "without a bound")},
    Clause{1, L1("ttlMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "expires in {ttlMs}")}};
// clang-format on

constexpr KindInfo info{L1("recent"),
                        QT_TRANSLATE_NOOP("kinds", "Recent"),
                        QT_TRANSLATE_NOOP("kinds", "Recent"),
                        QT_TRANSLATE_NOOP("kinds", "The latest items, up to a bound"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Length, BoundOf, Over, TtlMs };
static_assert(figures.size() == TtlMs + 1);

constexpr std::array sizes{SizeRule{L1("items"), Length}};

class RecentCollector final : public Collector {
public:
    explicit RecentCollector(const CollectionDefinition &definition) : Collector(definition, sizes, {}) { }

protected:
    [[nodiscard]] int kindHeadCost() const override { return static_cast<int>(keys().size()); }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override { return m_expiry.at(); }
    void appendKindHead(Pipeline &pipeline, milliseconds /*now*/) override { Expiry::append(pipeline, keys()); }
    void readKindHead(ReplyCursor &replies, milliseconds now) override
    {
        if (const std::optional<Error> error = m_expiry.read(replies, keys(), now)) {
            failHead(TtlMs, *error);
        }
    }
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins & /*origins*/) override { m_expiry.clear(); }

private:
    Expiry m_expiry;
};

void RecentCollector::finishKind(Reading &reading)
{
    reading.figures[BoundOf] = boundOfKeys();
    if (isKnown(boundOfKeys())) {
        double over = 0;
        for (const PolledKey &key : keys()) {
            over += isKnown(key.count) ? std::max(0.0, key.count - boundOfKeys()) : unknownFigure;
        }
        reading.figures[Over] = over;
    }
    m_expiry.tell(reading, TtlMs);
    if (reading.figures[Length] == 0) {
        reading.note(TtlMs, FigureNote::Absent);
    }
    reading.rest.begin();
}

/// A key each visitor, looked for on the server: how full each is, and how many are over the bound.
class FoundRecentCollector final : public FoundCollector {
public:
    explicit FoundRecentCollector(const CollectionDefinition &given)
        : FoundCollector(given), m_codec(given.codec(roles.front()))
    {
    }

protected:
    void appendKey(Pipeline &pipeline, const Entry &entry, milliseconds now) override;
    Result<Is> readKey(ReplyCursor &replies, Entry &entry, milliseconds now) override;
    [[nodiscard]] bool isBefore(const FoundKey &a, const FoundKey &b) const override;
    void sumUp(const std::vector<Entry> &entries, KeysFound &found) override;
    void tell(Reading &reading) override;

private:
    enum Type : quint8 { Unknown, List, ZSet }; ///< Entry::part
    ScoreCodec m_codec;
    std::array<double, figures.size()> m_sums{};
    double m_beyond = 0;
    int m_endless = 0; ///< keys without expiry
    milliseconds m_now{};
};

/// Both sizes are requested until one succeeds; the other fails with WRONGTYPE.
void FoundRecentCollector::appendKey(Pipeline &pipeline, const Entry &entry, milliseconds now)
{
    const QByteArray &key = entry.told.key;
    if (entry.part != ZSet) {
        pipeline.add({"LLEN", key});
    }
    if (entry.part != List) {
        pipeline.add({"ZCARD", key});
        for (const ScoreRange &range : rangesBeyondAge(m_codec, now)) {
            pipeline.add({"ZCOUNT", key, range.min, range.max});
        }
    }
    pipeline.add({"PTTL", key});
}

Result<FoundCollector::Is> FoundRecentCollector::readKey(ReplyCursor &replies, Entry &entry, milliseconds now)
{
    FoundKey &key = entry.told;
    const auto asked = static_cast<Type>(entry.part);
    std::optional<Error> error;
    double count = unknownFigure;
    double beyond = 0;
    for (const Type type : {List, ZSet}) {
        if (asked != Unknown && asked != type) {
            continue;
        }
        const Reply &size = replies.next();
        if (size.type == Reply::Type::Integer) {
            // An absent key answers both with 0.
            entry.part = asked == Unknown && size.integer == 0 ? entry.part : static_cast<quint8>(type);
            count = std::max(isKnown(count) ? count : 0, static_cast<double>(size.integer));
        } else if (!error) {
            error = size.toError(key.key);
        }
        for (std::size_t part = 0; type == ZSet && ageBound() && part < m_codec.parts().size(); ++part) {
            const Reply &old = replies.next();
            beyond += old.type == Reply::Type::Integer ? static_cast<double>(old.integer) : unknownFigure;
        }
    }
    const Reply &left = replies.next();
    if (!isKnown(count)) {
        entry.part = Unknown; // it may be of another type now
        return error ? *std::move(error) : Error{ErrorKind::Protocol, {}};
    }
    m_now = now;
    key.count = count;
    entry.beyond = ageBound() && entry.part == List ? unknownFigure : beyond; // elements of lists have no time
    key.outside = isKnown(boundOfKeys()) ? std::max(0.0, count - boundOfKeys()) : unknownFigure;
    const double ms = left.type == Reply::Type::Integer ? static_cast<double>(left.integer) : unknownFigure;
    key.expiresAt = ms == -1 ? std::numeric_limits<double>::infinity()
        : ms >= 0            ? static_cast<double>(now.count()) + ms
                             : unknownFigure;
    return count > 0 ? Is::There : Is::Gone;
}

/// The fullest first.
bool FoundRecentCollector::isBefore(const FoundKey &a, const FoundKey &b) const
{
    const auto rank = [](double value) { return isKnown(value) ? value : -1; };
    return rank(a.count) != rank(b.count) ? rank(a.count) > rank(b.count) : a.key < b.key;
}

void FoundRecentCollector::sumUp(const std::vector<Entry> &entries, KeysFound &found)
{
    m_sums.fill(0);
    m_beyond = 0;
    m_endless = 0;
    m_sums[BoundOf] = boundOfKeys();
    m_sums[Over] = isKnown(boundOfKeys()) ? 0 : unknownFigure;
    m_sums[TtlMs] = unknownFigure;
    std::vector<const FoundKey *> over;
    for (const Entry &entry : entries) {
        const FoundKey &key = entry.told;
        if (!entry.isThere || !isKnown(key.count)) {
            continue;
        }
        m_sums[Length] += key.count;
        m_beyond += entry.beyond;
        m_endless += std::isinf(key.expiresAt) ? 1 : 0;
        if (key.outside > 0) {
            m_sums[Over] += key.outside;
            over.push_back(&key);
        }
        if (std::isfinite(key.expiresAt)) { // the soonest
            const double left = std::max(0.0, key.expiresAt - static_cast<double>(m_now.count()));
            m_sums[TtlMs] = isKnown(m_sums[TtlMs]) ? std::min(m_sums[TtlMs], left) : left;
        }
    }
    const std::size_t some = std::min(over.size(), KeysFound::mostShown);
    std::partial_sort(over.begin(), over.begin() + static_cast<std::ptrdiff_t>(some), over.end(),
                      [](const FoundKey *a, const FoundKey *b) { return a->outside > b->outside; });
    for (std::size_t i = 0; i < some; ++i) {
        found.outside.push_back(over[i]->key);
    }
}

void FoundRecentCollector::tell(Reading &reading)
{
    for (const Figure figure : {Length, Over}) {
        tellFigure(reading, figure, m_sums[figure]);
    }
    reading.beyondBound = m_beyond;
    reading.neverExpiring = m_endless;
    reading.figures[BoundOf] = m_sums[BoundOf];
    // The least of those that were read is not the least.
    const bool isAll = found() != nullptr && found()->isWhole() && found()->unread == 0;
    reading.figures[TtlMs] = isAll ? m_sums[TtlMs] : unknownFigure;
    if (isAll) {
        reading.note(TtlMs, FigureNote::Absent); // none expires
    }
}

std::unique_ptr<Collector> make(const CollectionDefinition &definition)
{
    return definition.foundRole() != nullptr ? makeOf<FoundRecentCollector>(definition)
                                             : makeOf<RecentCollector>(definition);
}

} // namespace
} // namespace recent

extern const Kind recentKind;
constinit const Kind recentKind{&recent::info, &recent::make};

} // namespace plimsoll::redis

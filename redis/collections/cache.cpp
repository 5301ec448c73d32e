// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/foundkeys.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace plimsoll::redis {

namespace cache {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "entry")),
             .types = StringKey,
             .required = true,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "Cache keys, as a SCAN pattern: cache:page:*"),
             .named = Named::ByGlob},
};

constexpr std::array figures{
    FigureSpec{L1("keys"), QT_TRANSLATE_NOOP("figures", "keys"),
               QT_TRANSLATE_NOOP("figures", "Estimated number of keys, by the share of all keys scanned so far.")},
    FigureSpec{
        L1("withoutTtl"), QT_TRANSLATE_NOOP("figures", "without expiry"),
        QT_TRANSLATE_NOOP("figures", "Estimated number of keys that never expire, by their share of the sample.")},
    FigureSpec{L1("expiringTogether"), QT_TRANSLATE_NOOP("figures", "expire together"),
               QT_TRANSLATE_NOOP("figures",
                                 "The largest share of the sample, from 0 to 1, that expires within the same "
                                 "minute."),
               Unit::Score},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("keys"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing is cached")},
    Clause{1, L1("withoutTtl"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{withoutTtl} without expiry")}};
// clang-format on

constexpr KindInfo info{L1("cache"),
                        QT_TRANSLATE_NOOP("kinds", "Cache"),
                        QT_TRANSLATE_NOOP("kinds", "Caches"),
                        QT_TRANSLATE_NOOP("kinds", "String keys by a pattern, and when they expire"),
                        roles,
                        {},
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Keys, WithoutTtl, ExpiringTogether };
static_assert(figures.size() == ExpiringTogether + 1);

constexpr std::size_t sampled = 20'000; ///< keys kept; a sample if there are more
constexpr std::size_t minutes = 60; ///< bars of one minute each; then later expiries, then no expiry
constexpr std::size_t mostGroups = 12;
constexpr double togetherSteps = 1'000; ///< steps to which the share is rounded, as further digits are noise
constexpr double leastTogether = 20; ///< fewest keys for which a share is computed

qint64 minuteOf(double unix)
{
    return static_cast<qint64>(std::floor(unix / 60'000));
}

/// Largest share of the keys that expires within one minute; NaN if there are too few keys.
double together(const std::map<qint64, qint64> &byMinute, double all)
{
    qint64 most = 0;
    for (const auto &[minute, count] : byMinute) {
        most = std::max(most, count);
    }
    return all >= leastTogether ? static_cast<double>(most) / all : unknownFigure;
}

class CacheCollector final : public FoundCollector {
public:
    explicit CacheCollector(const CollectionDefinition &given) : FoundCollector(given, Keep::Sample, sampled) { }

protected:
    /// An expiry that is set does not move by itself.
    [[nodiscard]] milliseconds oldAfter() const override { return std::chrono::seconds(15); }
    void appendKey(Pipeline &pipeline, const Entry &entry, milliseconds /*now*/) override
    {
        pipeline.add({"PTTL", entry.told.key});
    }
    Result<Is> readKey(ReplyCursor &replies, Entry &entry, milliseconds now) override;
    [[nodiscard]] bool isBefore(const FoundKey &a, const FoundKey &b) const override;
    void sumUp(const std::vector<Entry> &entries, KeysFound &found) override;
    void tell(Reading &reading) override;

private:
    double m_share = unknownFigure; ///< share of the sample that never expires
    double m_together = unknownFigure;
};

Result<FoundCollector::Is> CacheCollector::readKey(ReplyCursor &replies, Entry &entry, milliseconds now)
{
    const Reply &left = replies.next();
    if (left.isError()) {
        return left.toError(entry.told.key);
    }
    entry.told.expiresAt = left.integer == -1 ? std::numeric_limits<double>::infinity()
                                              : static_cast<double>((now + milliseconds(left.integer)).count());
    return left.integer == -2 ? Is::Gone : Is::There;
}

/// Orders keys by expiry, soonest first; these also have to be read again first.
bool CacheCollector::isBefore(const FoundKey &a, const FoundKey &b) const
{
    const auto rank = [](const FoundKey &key) {
        return isKnown(key.expiresAt) ? key.expiresAt : std::numeric_limits<double>::infinity();
    };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.key < b.key;
}

void CacheCollector::sumUp(const std::vector<Entry> &entries, KeysFound &found)
{
    struct Group {
        std::vector<double> ends;
        std::map<qint64, qint64> byMinute;
        qint64 seen = 0, never = 0;
    };
    std::map<QByteArray, Group> groups;
    std::map<qint64, qint64> byMinute;
    milliseconds now{};
    for (const Entry &entry : entries) {
        now = std::max(now, entry.told.readAt);
    }
    const qint64 first = minuteOf(static_cast<double>(now.count()));
    found.bars.assign(minutes + 2, 0);
    double read = 0;
    double forEver = 0;
    for (const Entry &entry : entries) {
        const FoundKey &key = entry.told;
        if (!entry.isThere || !isKnown(key.expiresAt)) {
            continue;
        }
        const qsizetype colon = key.id.indexOf(':');
        Group &group = groups[colon < 0 ? QByteArray() : key.id.first(colon + 1)];
        ++group.seen;
        ++read;
        if (std::isinf(key.expiresAt)) {
            ++forEver;
            ++group.never;
            ++found.bars[minutes + 1];
            continue;
        }
        const qint64 minute = minuteOf(key.expiresAt);
        ++byMinute[minute];
        ++group.byMinute[minute];
        group.ends.push_back(key.expiresAt);
        const auto place = static_cast<std::size_t>(std::max<qint64>(0, minute - first));
        ++found.bars[std::min(place, minutes)];
    }
    m_share = read > 0 ? forEver / read : unknownFigure;
    m_together = together(byMinute, read);
    for (auto &[name, group] : groups) {
        KeyGroup &told = found.groups.emplace_back();
        told.name = name;
        told.seen = group.seen;
        told.withoutTtl = group.never;
        told.together = together(group.byMinute, static_cast<double>(group.seen));
        if (!group.ends.empty()) {
            const auto middle = group.ends.begin() + static_cast<std::ptrdiff_t>(group.ends.size() / 2);
            std::nth_element(group.ends.begin(), middle, group.ends.end());
            told.medianLeftMs = std::max(0.0, *middle - static_cast<double>(now.count()));
        }
    }
    std::stable_sort(found.groups.begin(), found.groups.end(),
                     [](const KeyGroup &a, const KeyGroup &b) { return a.seen > b.seen; });
    found.groups.resize(std::min(found.groups.size(), mostGroups));
}

/// Estimates, each of as much as was seen; no lower bounds.
void CacheCollector::tell(Reading &reading)
{
    const double about = found()->about;
    reading.figures[Keys] = std::round(about);
    reading.figures[WithoutTtl] = about == 0 ? 0 : std::round(about * m_share);
    reading.figures[ExpiringTogether] = std::round(m_together * togetherSteps) / togetherSteps;
    if (found()->isWhole() && found()->unread == 0) {
        reading.note(ExpiringTogether, FigureNote::Absent); // too few keys for a share
        return;
    }
    for (const Figure figure : {Keys, WithoutTtl, ExpiringTogether}) {
        reading.note(figure, FigureNote::Estimate);
    }
}

} // namespace
} // namespace cache

extern const Kind cacheKind;
constinit const Kind cacheKind{&cache::info, &makeOf<cache::CacheCollector>};

} // namespace plimsoll::redis

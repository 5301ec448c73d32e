// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/duetimes.h"
#include "redis/collections/joboptions.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::redis {

namespace expiry {
namespace {

using L1 = QLatin1StringView;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "index")),
             .types = ZSetKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP("kinds", "A sorted set of expiring entries, by expiry time"),
             .holds = Holds::Expiring,
             .score = ScoreIs::DueTime,
             .unit = unitId},
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "target")),
             .types = ListKey | SetKey | ZSetKey | HashKey | StringKey | StreamKey,
             .perId = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The key to clean up with an entry; {id} stands for the entry"),
             .holds = Holds::Target},
};

constexpr std::array options{unitOption};

constexpr std::array figures{
    FigureSpec{L1("indexed"), QT_TRANSLATE_NOOP("figures", "indexed"),
               QT_TRANSLATE_NOOP("figures", "Entries of the index, those that have expired included.")},
    FigureSpec{L1("expired"), QT_TRANSLATE_NOOP("figures", "expired"),
               QT_TRANSLATE_NOOP("figures", "Entries that have expired but are not cleaned up yet.")},
    FigureSpec{L1("lagMs"), QT_TRANSLATE_NOOP("figures", "lag"),
               QT_TRANSLATE_NOOP("figures", "How long ago the first of them expired."), Unit::Duration},
    FigureSpec{L1("nextDueMs"), QT_TRANSLATE_NOOP("figures", "next expires in"),
               QT_TRANSLATE_NOOP("figures", "Time until the next entry expires."), Unit::Duration},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("expired"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{expired} expired, the first {lagMs} ago")},
    Clause{0, L1("expired"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing has expired")},
    Clause{1, L1("nextDueMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "the next expires in {nextDueMs}")}};
// clang-format on

constexpr KindInfo info{L1("expiry"),
                        QT_TRANSLATE_NOOP("kinds", "Expiry index"),
                        QT_TRANSLATE_NOOP("kinds", "Expiry indexes"),
                        QT_TRANSLATE_NOOP("kinds", "Entries that expire, by time"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Indexed, Expired, LagMs, NextDueMs };
static_assert(figures.size() == NextDueMs + 1);

constexpr std::array sizes{SizeRule{L1("index"), Indexed}};

std::unique_ptr<Collector> make(const CollectionDefinition &definition)
{
    const DueTimesCollector::Places places{L1("index"), Indexed, Expired, LagMs, NextDueMs};
    return std::make_unique<DueTimesCollector>(definition, sizes, places);
}

} // namespace
} // namespace expiry

extern const Kind expiryKind;
constinit const Kind expiryKind{&expiry::info, &expiry::make};

} // namespace plimsoll::redis

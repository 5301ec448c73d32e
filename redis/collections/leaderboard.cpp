// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

constexpr std::array roles{
    RoleSpec{L1("board"), ZSetKey, true, false, false,
             QT_TRANSLATE_NOOP("kinds", "Members by score, in a sorted set; a period and shards are allowed")},
};

constexpr std::array orders{L1("desc"), L1("asc")};

constexpr std::array options{
    OptionSpec{
        L1("top"), OptionType::Integer, {}, "10", QT_TRANSLATE_NOOP("kinds", "How many of the best are watched")},
    OptionSpec{L1("order"), OptionType::Choice, orders, "desc",
               QT_TRANSLATE_NOOP("kinds", "Whether the highest score is best, or the lowest")},
};

constexpr std::array figures{
    FigureSpec{L1("members"), QT_TRANSLATE_NOOP("figures", "members"),
               QT_TRANSLATE_NOOP("figures", "How many members there are.")},
    FigureSpec{L1("topScore"), QT_TRANSLATE_NOOP("figures", "top score"),
               QT_TRANSLATE_NOOP("figures", "The score of the best member."), Unit::Score},
    FigureSpec{L1("medianScore"), QT_TRANSLATE_NOOP("figures", "median score"),
               QT_TRANSLATE_NOOP("figures", "Half of the members have this score or more."), Unit::Score},
    FigureSpec{L1("ttlMs"), QT_TRANSLATE_NOOP("figures", "expires in"),
               QT_TRANSLATE_NOOP("figures", "Time until the key expires; unknown where it has no expiry."),
               Unit::Duration},
};

constexpr KindInfo info{L1("leaderboard"),
                        QT_TRANSLATE_NOOP("kinds", "Leaderboard"),
                        QT_TRANSLATE_NOOP("kinds", "Leaderboards"),
                        QT_TRANSLATE_NOOP("kinds", "Members ranked by score"),
                        roles,
                        options,
                        figures,
                        0};

} // namespace

extern const Kind leaderboardKind;
constinit const Kind leaderboardKind{&info};

} // namespace plimsoll::redis

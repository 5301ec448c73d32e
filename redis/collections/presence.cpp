// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

constexpr std::array roles{
    RoleSpec{L1("connected"), SetKey, false, true, false,
             QT_TRANSLATE_NOOP("kinds", "Who is connected: a set, or several")},
    RoleSpec{L1("lastSeen"), ZSetKey, true, false, false,
             QT_TRANSLATE_NOOP("kinds", "Who was seen when: a sorted set by the time of the last heartbeat")},
};

constexpr std::array units{L1("auto"), L1("ms"), L1("s")};

constexpr std::array options{
    OptionSpec{L1("window"),
               OptionType::Duration,
               {},
               "30s",
               QT_TRANSLATE_NOOP("kinds", "Who was seen within this time is active")},
    OptionSpec{L1("unit"), OptionType::Choice, units, "auto",
               QT_TRANSLATE_NOOP("kinds", "Unit of the scores that are times")},
};

constexpr std::array figures{
    FigureSpec{L1("connected"), QT_TRANSLATE_NOOP("figures", "connected"),
               QT_TRANSLATE_NOOP("figures", "Members of the sets of those connected.")},
    FigureSpec{L1("seen"), QT_TRANSLATE_NOOP("figures", "seen"),
               QT_TRANSLATE_NOOP("figures", "Everyone with a last heartbeat, however long ago.")},
    FigureSpec{L1("active"), QT_TRANSLATE_NOOP("figures", "active"),
               QT_TRANSLATE_NOOP("figures", "Seen within the window.")},
    FigureSpec{L1("inactive"), QT_TRANSLATE_NOOP("figures", "inactive"),
               QT_TRANSLATE_NOOP("figures", "Seen, but not within the window.")},
    FigureSpec{L1("ghosts"), QT_TRANSLATE_NOOP("figures", "ghosts"),
               QT_TRANSLATE_NOOP("figures", "Connected but not seen within the window; unknown above 500 connected.")},
};

constexpr KindInfo info{L1("presence"),
                        QT_TRANSLATE_NOOP("kinds", "Presence"),
                        QT_TRANSLATE_NOOP("kinds", "Presence"),
                        QT_TRANSLATE_NOOP("kinds", "Who is connected and who is active"),
                        roles,
                        options,
                        figures,
                        2};

} // namespace

extern const Kind presenceKind;
constinit const Kind presenceKind{&info};

} // namespace plimsoll::redis

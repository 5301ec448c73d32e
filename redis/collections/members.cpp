// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

constexpr std::array roles{
    RoleSpec{L1("set"), SetKey, true, true, false, QT_TRANSLATE_NOOP("kinds", "The set, or its shards")},
};

constexpr std::array figures{
    FigureSpec{L1("members"), QT_TRANSLATE_NOOP("figures", "members"),
               QT_TRANSLATE_NOOP("figures", "How many members there are.")},
    FigureSpec{L1("growthPerMinute"), QT_TRANSLATE_NOOP("figures", "growth"),
               QT_TRANSLATE_NOOP("figures", "Net change of the members a minute, over the last five minutes."),
               Unit::PerMinute},
    FigureSpec{L1("ttlMs"), QT_TRANSLATE_NOOP("figures", "expires in"),
               QT_TRANSLATE_NOOP("figures", "Time until the key expires; unknown where it has no expiry."),
               Unit::Duration},
};

constexpr KindInfo info{L1("members"),
                        QT_TRANSLATE_NOOP("kinds", "Members"),
                        QT_TRANSLATE_NOOP("kinds", "Members"),
                        QT_TRANSLATE_NOOP("kinds", "Membership, tags or a secondary index, in sets"),
                        roles,
                        {},
                        figures,
                        0};

} // namespace

extern const Kind membersKind;
constinit const Kind membersKind{&info};

} // namespace plimsoll::redis

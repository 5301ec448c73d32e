// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

constexpr std::array roles{
    RoleSpec{L1("delayed"), ZSetKey, true, false, false,
             QT_TRANSLATE_NOOP("kinds", "Jobs by due time, in a sorted set")},
    RoleSpec{L1("processing"), ZSetKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "Claimed jobs by visibility deadline, in a sorted set")},
    RoleSpec{L1("ready"), ListKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "The list that due jobs move to, where there is one")},
    RoleSpec{L1("dead"), ListKey | SetKey | ZSetKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "Dead letters: jobs that were given up")},
    RoleSpec{L1("job"), HashKey | StringKey, false, false, true,
             QT_TRANSLATE_NOOP("kinds", "The record of one job, with {id} where its id stands")},
};

constexpr std::array units{L1("auto"), L1("ms"), L1("s")};

constexpr std::array options{
    OptionSpec{L1("unit"), OptionType::Choice, units, "auto",
               QT_TRANSLATE_NOOP("kinds", "Unit of the scores that are times")},
    OptionSpec{L1("staleAfter"),
               OptionType::Duration,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "A job in processing for longer than this is stale")},
    OptionSpec{L1("maxAttempts"),
               OptionType::Integer,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "After so many attempts a job goes to the dead letters")},
    OptionSpec{L1("fields"),
               OptionType::TextMap,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "Names of the job record's fields, where they are not the common ones")},
    OptionSpec{L1("id"),
               OptionType::Text,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "Where an element has its id: \"json:FIELD\"")},
    OptionSpec{L1("redact"),
               OptionType::TextList,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "Fields of a payload that are never shown")},
};

constexpr std::array figures{
    FigureSpec{L1("delayed"), QT_TRANSLATE_NOOP("figures", "delayed"),
               QT_TRANSLATE_NOOP("figures", "Jobs that wait for their time, those already due included.")},
    FigureSpec{L1("due"), QT_TRANSLATE_NOOP("figures", "due"),
               QT_TRANSLATE_NOOP("figures", "Delayed jobs whose time has come.")},
    FigureSpec{L1("lagMs"), QT_TRANSLATE_NOOP("figures", "lag"),
               QT_TRANSLATE_NOOP("figures", "How late the earliest due entry is."), Unit::Duration},
    FigureSpec{L1("nextDueMs"), QT_TRANSLATE_NOOP("figures", "next due in"),
               QT_TRANSLATE_NOOP("figures", "Time until the next entry falls due."), Unit::Duration},
    FigureSpec{L1("processing"), QT_TRANSLATE_NOOP("figures", "processing"),
               QT_TRANSLATE_NOOP("figures", "Jobs that a worker has taken and not finished.")},
    FigureSpec{L1("stale"), QT_TRANSLATE_NOOP("figures", "stale"),
               QT_TRANSLATE_NOOP("figures", "Jobs in processing whose deadline has passed.")},
    FigureSpec{L1("dead"), QT_TRANSLATE_NOOP("figures", "dead"),
               QT_TRANSLATE_NOOP("figures", "Dead letters: jobs that were given up.")},
};

constexpr KindInfo info{L1("schedule"),
                        QT_TRANSLATE_NOOP("kinds", "Schedule"),
                        QT_TRANSLATE_NOOP("kinds", "Schedules"),
                        QT_TRANSLATE_NOOP("kinds", "Delayed jobs and timers by due time"),
                        roles,
                        options,
                        figures,
                        0};

} // namespace

extern const Kind scheduleKind;
constinit const Kind scheduleKind{&info};

} // namespace plimsoll::redis

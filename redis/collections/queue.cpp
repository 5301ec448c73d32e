// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

constexpr std::array roles{
    RoleSpec{L1("ready"), ListKey, true, true, false,
             QT_TRANSLATE_NOOP("kinds", "The list jobs wait on, or several from highest to lowest priority")},
    RoleSpec{L1("processing"), ListKey | ZSetKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "Jobs being worked on: a list, or a sorted set by visibility deadline")},
    RoleSpec{L1("delayed"), ZSetKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "Jobs that wait for their time: a sorted set by due time")},
    RoleSpec{L1("dead"), ListKey | SetKey | ZSetKey, false, false, false,
             QT_TRANSLATE_NOOP("kinds", "Dead letters: jobs that were given up")},
    RoleSpec{L1("job"), HashKey | StringKey, false, false, true,
             QT_TRANSLATE_NOOP("kinds", "The record of one job, with {id} where its id stands")},
};

constexpr std::array ends{L1("right"), L1("left")};
constexpr std::array units{L1("auto"), L1("ms"), L1("s")};

constexpr std::array options{
    OptionSpec{L1("consume"), OptionType::Choice, ends, "right",
               QT_TRANSLATE_NOOP("kinds", "The end of the list that workers take from")},
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
    OptionSpec{L1("unit"), OptionType::Choice, units, "auto",
               QT_TRANSLATE_NOOP("kinds", "Unit of the scores that are times")},
    OptionSpec{L1("redact"),
               OptionType::TextList,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "Fields of a payload that are never shown")},
};

constexpr std::array figures{
    FigureSpec{L1("ready"), QT_TRANSLATE_NOOP("figures", "ready"),
               QT_TRANSLATE_NOOP("figures", "Jobs that wait for a worker, over all priorities and shards.")},
    FigureSpec{L1("processing"), QT_TRANSLATE_NOOP("figures", "processing"),
               QT_TRANSLATE_NOOP("figures", "Jobs that a worker has taken and not finished.")},
    FigureSpec{L1("stale"), QT_TRANSLATE_NOOP("figures", "stale"),
               QT_TRANSLATE_NOOP("figures", "Jobs in processing past their deadline, or for longer than staleAfter.")},
    FigureSpec{L1("delayed"), QT_TRANSLATE_NOOP("figures", "delayed"),
               QT_TRANSLATE_NOOP("figures", "Jobs that wait for their time, those already due included.")},
    FigureSpec{L1("due"), QT_TRANSLATE_NOOP("figures", "due"),
               QT_TRANSLATE_NOOP("figures", "Delayed jobs whose time has come.")},
    FigureSpec{L1("dead"), QT_TRANSLATE_NOOP("figures", "dead"),
               QT_TRANSLATE_NOOP("figures", "Dead letters: jobs that were given up.")},
    FigureSpec{L1("oldestReadyMs"), QT_TRANSLATE_NOOP("figures", "oldest ready"),
               QT_TRANSLATE_NOOP("figures", "How long the job that is next to be taken has waited."), Unit::Duration},
    FigureSpec{L1("oldestProcessingMs"), QT_TRANSLATE_NOOP("figures", "oldest processing"),
               QT_TRANSLATE_NOOP("figures", "How long the longest-running job has been worked on."), Unit::Duration},
    FigureSpec{L1("growthPerMinute"), QT_TRANSLATE_NOOP("figures", "growth"),
               QT_TRANSLATE_NOOP("figures", "Net change of the ready jobs a minute, over the last five minutes."),
               Unit::PerMinute},
    FigureSpec{L1("drainMs"), QT_TRANSLATE_NOOP("figures", "drain time"),
               QT_TRANSLATE_NOOP("figures", "Time until nothing is ready at the last five minutes' net rate."),
               Unit::Duration},
};

constexpr KindInfo info{
    L1("queue"),
    QT_TRANSLATE_NOOP("kinds", "Queue"),
    QT_TRANSLATE_NOOP("kinds", "Queues"),
    QT_TRANSLATE_NOOP("kinds", "First in, first out work queue on lists, with or without a processing list"),
    roles,
    options,
    figures,
    0};

} // namespace

extern const Kind queueKind;
constinit const Kind queueKind{&info};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QCoreApplication>

#include <array>

/// Roles, figures and options that several kinds have, for their tables: one name, one meaning, one sentence.
namespace plimsoll::redis {

inline constexpr QLatin1StringView unitId(QT_TRANSLATE_NOOP("fields", "unit"));
inline constexpr QLatin1StringView consumeId(QT_TRANSLATE_NOOP("fields", "consume"));

inline constexpr RoleSpec deadRole{.id = QLatin1StringView(QT_TRANSLATE_NOOP("fields", "dead")),
                                   .types = ListKey | SetKey | ZSetKey,
                                   .help = QT_TRANSLATE_NOOP("kinds", "Dead letters: jobs that failed for good"),
                                   .holds = Holds::Dead,
                                   .score = ScoreIs::DueTime,
                                   .unit = unitId,
                                   .consume = consumeId};
inline constexpr FigureSpec deadFigure{.id = QLatin1StringView("dead"),
                                       .title = QT_TRANSLATE_NOOP("figures", "dead"),
                                       .help = QT_TRANSLATE_NOOP("figures", "Dead letters: jobs that failed for good."),
                                       .means = Means::Lost};
inline constexpr RoleSpec jobRole{.id = QLatin1StringView(QT_TRANSLATE_NOOP("fields", "job")),
                                  .types = HashKey | StringKey,
                                  .perId = true,
                                  .help = QT_TRANSLATE_NOOP("kinds", "The record of one job; {id} stands for its id"),
                                  .holds = Holds::Record};

inline constexpr std::array unitChoices{QLatin1StringView(QT_TRANSLATE_NOOP("fields", "auto")),
                                        QLatin1StringView(QT_TRANSLATE_NOOP("fields", "ms")),
                                        QLatin1StringView(QT_TRANSLATE_NOOP("fields", "s"))};

inline constexpr OptionSpec unitOption{unitId, OptionType::Choice, unitChoices, "auto",
                                       QT_TRANSLATE_NOOP("kinds", "Unit of the scores that are times")};
inline constexpr std::array consumeChoices{QLatin1StringView(QT_TRANSLATE_NOOP("fields", "right")),
                                           QLatin1StringView(QT_TRANSLATE_NOOP("fields", "left"))};

inline constexpr OptionSpec consumeOption{consumeId, OptionType::Choice, consumeChoices, "right",
                                          QT_TRANSLATE_NOOP("kinds", "The end of the list that workers take from")};
inline constexpr OptionSpec staleAfterOption{
    QLatin1StringView(QT_TRANSLATE_NOOP("fields", "staleAfter")),
    OptionType::Duration,
    {},
    "5m",
    QT_TRANSLATE_NOOP("kinds", "A job in processing for longer than this is stale"),
    nullptr,
    true};
inline constexpr OptionSpec maxAttemptsOption{QLatin1StringView(QT_TRANSLATE_NOOP("fields", "maxAttempts")),
                                              OptionType::Integer,
                                              {},
                                              nullptr,
                                              QT_TRANSLATE_NOOP("kinds", "Attempts before a job is dead-lettered")};
inline constexpr OptionSpec fieldsOption{
    QLatin1StringView(QT_TRANSLATE_NOOP("fields", "fields")),
    OptionType::FieldNames,
    {},
    nullptr,
    QT_TRANSLATE_NOOP("kinds", "Names of the job record's fields, if they differ from the common ones")};
inline constexpr OptionSpec idOption{QLatin1StringView(QT_TRANSLATE_NOOP("fields", "id")),
                                     OptionType::Text,
                                     {},
                                     nullptr,
                                     QT_TRANSLATE_NOOP("kinds", "Where an element keeps its id: \"json:FIELD\"")};
inline constexpr OptionSpec redactOption{QLatin1StringView(QT_TRANSLATE_NOOP("fields", "redact")),
                                         OptionType::TextList,
                                         {},
                                         nullptr,
                                         QT_TRANSLATE_NOOP("kinds", "Fields of a payload that are never shown")};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/operations/batch/batch.h"

#include <QJsonArray>
#include <QJsonValue>

#include <span>

/// How steps write values into the journal, the arguments of scripts and the preview.
namespace plimsoll::redis {

QString packed(const QByteArray &bytes);
QByteArray unpacked(const QJsonValue &value);
QJsonValue packedTarget(const std::optional<PlanTarget> &target);
std::optional<PlanTarget> unpackedTarget(const QJsonValue &value);

QString shownKey(const QByteArray &key);
/// "KEY (RPUSH)", with the score if there is one.
QString shownTarget(const PlanTarget &target);

/// Name in the scripts: "keep", "incr", "set".
QLatin1StringView attemptsMode(MoveStep::Attempts attempts);
/// The element with the attempts that a script has counted in its bytes, which it notes as "~<bytes before the
/// attempts> <their length> <new attempts>"; the element itself for any other note.
QByteArray countedInside(const QByteArray &element, const QByteArray &noted);
/// Appends an item as move.lua and take.lua have it: moveStrings strings.
void appendMoved(std::vector<QByteArray> &arguments, const PlanItem &item);
inline constexpr std::size_t moveStrings = 8;
/// A number, as an argument.
QByteArray decimal(qint64 value);
/// Names by which scripts look for a field of job records: the chosen one, or the common ones.
QJsonArray fieldNames(JobReader::Field field, const QString &chosen);
/// Items of one batch, as far as there are any.
std::span<const PlanItem> itemsOf(const PlanStep &step, const BatchRange &range);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QVariant>

#include <algorithm>
#include <chrono>
#include <optional>

/// Conversions between values of alerts and SQL.
namespace plimsoll::redis::alertvalues {

inline QVariant number(double value)
{
    return isKnown(value) ? QVariant(value) : QVariant(QMetaType::fromType<double>());
}

inline QVariant number(std::optional<std::chrono::milliseconds> time)
{
    return time ? QVariant(qint64{time->count()}) : QVariant(QMetaType::fromType<qint64>());
}

/// A null QString would become NULL; store an empty text instead.
inline QVariant text(const QString &value)
{
    return value.isNull() ? QString(QLatin1String("")) : value;
}

inline std::optional<std::chrono::milliseconds> timeOf(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(std::chrono::milliseconds(value.toLongLong()));
}

inline State stateOf(const QVariant &value)
{
    return stateOfNumber(std::max(0, value.toInt()));
}

} // namespace plimsoll::redis::alertvalues

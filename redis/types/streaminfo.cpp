// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/streaminfo.h"

#include <QDateTime>

#include <algorithm>
#include <limits>

namespace plimsoll {

using std::chrono::milliseconds;

std::optional<StreamId> StreamId::parse(QByteArrayView text)
{
    const qsizetype dash = text.indexOf('-');
    const QByteArray time = text.first(dash < 0 ? text.size() : dash).toByteArray();
    const QByteArray sequence = dash < 0 ? QByteArray("0") : text.sliced(dash + 1).toByteArray();
    const auto isNumber = [](const QByteArray &digits) {
        return !digits.isEmpty()
            && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    bool isTime = false;
    bool isSequence = false;
    const StreamId id{time.toULongLong(&isTime), sequence.toULongLong(&isSequence)};
    return isTime && isSequence && isNumber(time) && isNumber(sequence) ? std::optional(id) : std::nullopt;
}

std::optional<StreamId> StreamId::ofTime(const QString &text)
{
    QDateTime time = QDateTime::fromString(text.trimmed(), Qt::ISODate);
    if (!time.isValid()) {
        return std::nullopt;
    }
    if (time.timeSpec() == Qt::LocalTime) {
        time.setTimeSpec(Qt::UTC);
    }
    return StreamId{static_cast<quint64>(std::max<qint64>(0, time.toMSecsSinceEpoch())), 0};
}

QByteArray StreamId::text() const
{
    return QByteArray::number(time) + '-' + QByteArray::number(sequence);
}

std::optional<milliseconds> StreamId::addedAt() const
{
    constexpr quint64 earliest = 100'000'000'000; // smaller values are no time in milliseconds
    constexpr quint64 latest = 10'000'000'000'000;
    return time > earliest && time < latest ? std::optional(milliseconds(qint64(time))) : std::nullopt;
}

StreamId StreamId::next() const
{
    constexpr quint64 last = std::numeric_limits<quint64>::max();
    return sequence < last ? StreamId{time, sequence + 1} : time < last ? StreamId{time + 1, 0} : *this;
}

StreamId StreamId::before() const
{
    constexpr quint64 last = std::numeric_limits<quint64>::max();
    return sequence > 0 ? StreamId{time, sequence - 1} : time > 0 ? StreamId{time - 1, last} : *this;
}

} // namespace plimsoll

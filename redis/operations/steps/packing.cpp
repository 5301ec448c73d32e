// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"

#include "redis/types/printable.h"

#include <QJsonObject>

#include <algorithm>

namespace plimsoll::redis {

QString packed(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray unpacked(const QJsonValue &value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QJsonValue packedTarget(const std::optional<PlanTarget> &target)
{
    if (!target) {
        return QJsonValue::Null;
    }
    return QJsonObject{{QStringLiteral("key"), packed(target->key)},
                       {QStringLiteral("how"), int(target->how)},
                       {QStringLiteral("score"), packed(target->score)}};
}

std::optional<PlanTarget> unpackedTarget(const QJsonValue &value)
{
    if (!value.isObject()) {
        return std::nullopt;
    }
    return PlanTarget{unpacked(value[QStringLiteral("key")]),
                      static_cast<PlanTarget::How>(value[QStringLiteral("how")].toInt()),
                      unpacked(value[QStringLiteral("score")])};
}

QString shownKey(const QByteArray &key)
{
    constexpr qsizetype longest = 200;
    return printable(key, longest);
}

QString shownTarget(const PlanTarget &target)
{
    return shownKey(target.key) + QLatin1String(" (") + QString(addsBy(target.how)).toUpper()
        + (target.score.isEmpty() ? QString() : QLatin1Char(' ') + QString::fromLatin1(target.score))
        + QLatin1Char(')');
}

QLatin1StringView attemptsMode(MoveStep::Attempts attempts)
{
    static constexpr std::array modes{QLatin1StringView("keep"), QLatin1StringView("incr"), QLatin1StringView("set")};
    return modes.at(static_cast<std::size_t>(attempts));
}

QByteArray countedInside(const QByteArray &element, const QByteArray &noted)
{
    const qsizetype first = noted.indexOf(' ');
    const qsizetype second = noted.indexOf(' ', first + 1);
    const qsizetype from = noted.mid(1, first - 1).toLongLong();
    const qsizetype length = noted.mid(first + 1, second - first - 1).toLongLong();
    if (!noted.startsWith('~') || first < 0 || second < 0 || from + length > element.size()) {
        return element;
    }
    QByteArray counted = element;
    return counted.replace(from, length, noted.sliced(second + 1));
}

void appendMoved(std::vector<QByteArray> &arguments, const PlanItem &item)
{
    arguments.insert(arguments.end(),
                     {item.element, item.score, item.attempts, item.newScore, item.attemptsLeft, item.startLeft,
                      item.place < 0 ? QByteArray() : '=' + decimal(item.place), item.becomes});
}

QByteArray decimal(qint64 value)
{
    return QByteArray::number(value);
}

QJsonArray fieldNames(JobReader::Field field, const QString &chosen)
{
    QJsonArray array;
    for (const QByteArray &name : JobReader::names(field, chosen.toUtf8())) {
        array.append(QString::fromUtf8(name));
    }
    return array;
}

std::span<const PlanItem> itemsOf(const PlanStep &step, const BatchRange &range)
{
    const std::size_t first = std::min(range.first, step.items.size());
    return std::span(step.items).subspan(first, std::min(range.count, step.items.size() - first));
}

} // namespace plimsoll::redis

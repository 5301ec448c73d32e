// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/planjson.h"

#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace plimsoll::redis {

QByteArray stepsToJson(const std::vector<PlanStep> &steps)
{
    QJsonArray array;
    for (const PlanStep &step : steps) {
        QJsonObject json{{QStringLiteral("type"), int(step.does.index())},
                         {QStringLiteral("key"), packed(step.key)},
                         {QStringLiteral("keyType"), int(step.keyType)},
                         {QStringLiteral("attemptsField"), step.records.attemptsField},
                         {QStringLiteral("maxAttemptsField"), step.records.maxAttemptsField},
                         {QStringLiteral("startedField"), step.records.startedField},
                         {QStringLiteral("job"), packed(step.records.keyTemplate)},
                         {QStringLiteral("recordTime"), qint64(step.records.time.count())},
                         {QStringLiteral("id"), step.records.idOption},
                         {QStringLiteral("atLeft"), step.atLeft()},
                         {QStringLiteral("beside"), step.beside}};
        if (step.crossesSlots) {
            json.insert(QStringLiteral("crossesSlots"), true);
        }
        stepKind(step).write(json, step);
        array.append(json);
    }
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<PlanStep> stepsFromJson(const QByteArray &json)
{
    const std::vector<PlanStep::Does> kinds = allSteps();
    std::vector<PlanStep> steps;
    for (const QJsonValue value : QJsonDocument::fromJson(json).array()) {
        PlanStep step;
        step.key = unpacked(value[QStringLiteral("key")]);
        step.keyType = static_cast<KeyType>(value[QStringLiteral("keyType")].toInt());
        step.records = {unpacked(value[QStringLiteral("job")]),
                        std::chrono::milliseconds(value[QStringLiteral("recordTime")].toInteger()),
                        value[QStringLiteral("id")].toString(),
                        value[QStringLiteral("attemptsField")].toString(),
                        value[QStringLiteral("maxAttemptsField")].toString(),
                        value[QStringLiteral("startedField")].toString()};
        step.beside = value[QStringLiteral("beside")].toBool();
        step.crossesSlots = value[QStringLiteral("crossesSlots")].toBool();
        const auto type = static_cast<std::size_t>(value[QStringLiteral("type")].toInt());
        step.does = type < kinds.size() ? kinds[type] : PlanStep::Does();
        stepKind(step).read(value, step);
        std::visit(
            [&value](auto &does) {
                if constexpr (requires { does.atLeft; }) {
                    does.atLeft = value[QStringLiteral("atLeft")].toBool();
                }
            },
            step.does);
        steps.push_back(std::move(step));
    }
    return steps;
}

QByteArray keysToJson(const std::vector<QByteArray> &keys)
{
    QJsonArray array;
    for (const QByteArray &key : keys) {
        array.append(packed(key));
    }
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<QByteArray> keysFromJson(const QByteArray &json)
{
    std::vector<QByteArray> keys;
    for (const QJsonValue value : QJsonDocument::fromJson(json).array()) {
        keys.push_back(unpacked(value));
    }
    return keys;
}

} // namespace plimsoll::redis

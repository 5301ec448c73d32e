// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/planjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace plimsoll::redis {

namespace {

QString base64(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}
QByteArray bytes(const QJsonValue &value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QJsonValue targetToJson(const std::optional<PlanTarget> &target)
{
    if (!target) {
        return QJsonValue::Null;
    }
    return QJsonObject{{QStringLiteral("key"), base64(target->key)},
                       {QStringLiteral("how"), int(target->how)},
                       {QStringLiteral("score"), base64(target->score)}};
}

std::optional<PlanTarget> targetFromJson(const QJsonValue &value)
{
    if (!value.isObject()) {
        return std::nullopt;
    }
    return PlanTarget{bytes(value[QStringLiteral("key")]),
                      static_cast<PlanTarget::How>(value[QStringLiteral("how")].toInt()),
                      bytes(value[QStringLiteral("score")])};
}

} // namespace

QByteArray stepsToJson(const std::vector<PlanStep> &steps)
{
    QJsonArray array;
    for (const PlanStep &step : steps) {
        array.append(QJsonObject{{QStringLiteral("type"), int(step.type)},
                                 {QStringLiteral("key"), base64(step.key)},
                                 {QStringLiteral("keyType"), int(step.keyType)},
                                 {QStringLiteral("target"), targetToJson(step.target)},
                                 {QStringLiteral("dead"), targetToJson(step.dead)},
                                 {QStringLiteral("attempts"), int(step.attempts)},
                                 {QStringLiteral("attemptsField"), step.attemptsField},
                                 {QStringLiteral("maxAttemptsField"), step.maxAttemptsField},
                                 {QStringLiteral("startedField"), step.startedField},
                                 {QStringLiteral("job"), base64(step.jobTemplate)},
                                 {QStringLiteral("recordTime"), qint64(step.recordTime.count())},
                                 {QStringLiteral("id"), step.idOption},
                                 {QStringLiteral("atLeft"), step.atLeft},
                                 {QStringLiteral("beside"), step.beside},
                                 {QStringLiteral("atMax"), step.atMax},
                                 {QStringLiteral("count"), step.count},
                                 {QStringLiteral("keep"), step.keep},
                                 {QStringLiteral("bound"), base64(step.bound)},
                                 {QStringLiteral("low"), base64(step.low)},
                                 {QStringLiteral("expireAt"), base64(step.expireAt)}});
    }
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<PlanStep> stepsFromJson(const QByteArray &json)
{
    std::vector<PlanStep> steps;
    for (const QJsonValue value : QJsonDocument::fromJson(json).array()) {
        PlanStep step;
        step.type = static_cast<PlanStep::Type>(value[QStringLiteral("type")].toInt());
        step.key = bytes(value[QStringLiteral("key")]);
        step.keyType = static_cast<KeyType>(value[QStringLiteral("keyType")].toInt());
        step.target = targetFromJson(value[QStringLiteral("target")]);
        step.dead = targetFromJson(value[QStringLiteral("dead")]);
        step.attempts = static_cast<PlanStep::Attempts>(value[QStringLiteral("attempts")].toInt());
        step.attemptsField = value[QStringLiteral("attemptsField")].toString();
        step.maxAttemptsField = value[QStringLiteral("maxAttemptsField")].toString();
        step.startedField = value[QStringLiteral("startedField")].toString();
        step.jobTemplate = bytes(value[QStringLiteral("job")]);
        step.recordTime = std::chrono::milliseconds(value[QStringLiteral("recordTime")].toInteger());
        step.idOption = value[QStringLiteral("id")].toString();
        step.atLeft = value[QStringLiteral("atLeft")].toBool();
        step.beside = value[QStringLiteral("beside")].toBool();
        step.atMax = value[QStringLiteral("atMax")].toBool();
        step.count = value[QStringLiteral("count")].toInteger();
        step.keep = value[QStringLiteral("keep")].toInteger();
        step.bound = bytes(value[QStringLiteral("bound")]);
        step.low = bytes(value[QStringLiteral("low")]);
        step.expireAt = bytes(value[QStringLiteral("expireAt")]);
        steps.push_back(std::move(step));
    }
    return steps;
}

QByteArray keysToJson(const std::vector<QByteArray> &keys)
{
    QJsonArray array;
    for (const QByteArray &key : keys) {
        array.append(base64(key));
    }
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<QByteArray> keysFromJson(const QByteArray &json)
{
    std::vector<QByteArray> keys;
    for (const QJsonValue value : QJsonDocument::fromJson(json).array()) {
        keys.push_back(bytes(value));
    }
    return keys;
}

} // namespace plimsoll::redis

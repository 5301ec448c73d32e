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

void write(QJsonObject &json, const MoveStep &move)
{
    json.insert(QStringLiteral("target"), targetToJson(move.target));
    json.insert(QStringLiteral("dead"), targetToJson(move.dead));
    json.insert(QStringLiteral("attempts"), int(move.attempts));
    json.insert(QStringLiteral("expireAt"), base64(move.expireAt));
}

void read(const QJsonValue &value, MoveStep &move)
{
    move.target = targetFromJson(value[QStringLiteral("target")]);
    move.dead = targetFromJson(value[QStringLiteral("dead")]);
    move.attempts = static_cast<MoveStep::Attempts>(value[QStringLiteral("attempts")].toInt());
    move.expireAt = bytes(value[QStringLiteral("expireAt")]);
}

/// Writes what the journal keeps of a cut of a list.
void write(QJsonObject &json, const CutAmount &cut)
{
    json.insert(QStringLiteral("count"), cut.count);
    json.insert(QStringLiteral("keep"), cut.keep);
}

void read(const QJsonValue &value, CutAmount &cut)
{
    cut.count = value[QStringLiteral("count")].toInteger();
    cut.keep = value[QStringLiteral("keep")].toInteger();
}

void write(QJsonObject &json, const CutZSetStep &cut)
{
    write(json, static_cast<const CutAmount &>(cut));
    json.insert(QStringLiteral("atMax"), cut.atMax);
    json.insert(QStringLiteral("bound"), base64(cut.bound));
    json.insert(QStringLiteral("low"), base64(cut.low));
}

void read(const QJsonValue &value, CutZSetStep &cut)
{
    read(value, static_cast<CutAmount &>(cut));
    cut.atMax = value[QStringLiteral("atMax")].toBool();
    cut.bound = bytes(value[QStringLiteral("bound")]);
    cut.low = bytes(value[QStringLiteral("low")]);
}

void write(QJsonObject &json, const RestoreStep &restore)
{
    json.insert(QStringLiteral("expireAt"), base64(restore.expireAt));
}

void read(const QJsonValue &value, RestoreStep &restore)
{
    restore.expireAt = bytes(value[QStringLiteral("expireAt")]);
}

void write(QJsonObject & /*json*/, const RescoreStep & /*rescore*/) { }

void read(const QJsonValue & /*value*/, RescoreStep & /*rescore*/) { }

void write(QJsonObject &json, const ExpireStep &expire)
{
    json.insert(QStringLiteral("expireAt"), base64(expire.at));
}

void read(const QJsonValue &value, ExpireStep &expire)
{
    expire.at = bytes(value[QStringLiteral("expireAt")]);
}

void write(QJsonObject & /*json*/, const UnlockStep & /*unlock*/) { }

void read(const QJsonValue & /*value*/, UnlockStep & /*unlock*/) { }

void write(QJsonObject &json, const RelockStep &relock)
{
    json.insert(QStringLiteral("expireAt"), base64(relock.expireAt));
}

void read(const QJsonValue &value, RelockStep &relock)
{
    relock.expireAt = bytes(value[QStringLiteral("expireAt")]);
}

void write(QJsonObject &json, const PendingStep &pending)
{
    json.insert(QStringLiteral("what"), int(pending.what));
    json.insert(QStringLiteral("group"), base64(pending.group));
    json.insert(QStringLiteral("consumer"), base64(pending.consumer));
    json.insert(QStringLiteral("target"), targetToJson(pending.target));
}

void read(const QJsonValue &value, PendingStep &pending)
{
    pending.what = static_cast<PendingStep::What>(value[QStringLiteral("what")].toInt());
    pending.group = bytes(value[QStringLiteral("group")]);
    pending.consumer = bytes(value[QStringLiteral("consumer")]);
    pending.target = targetFromJson(value[QStringLiteral("target")]);
}

void write(QJsonObject &json, const PendingBackStep &back)
{
    json.insert(QStringLiteral("how"), QString(QLatin1Char(back.how)));
    json.insert(QStringLiteral("group"), base64(back.group));
    json.insert(QStringLiteral("consumer"), base64(back.consumer));
    json.insert(QStringLiteral("copies"), targetToJson(back.copies));
}

void read(const QJsonValue &value, PendingBackStep &back)
{
    back.how = value[QStringLiteral("how")].toString().toLatin1().front();
    back.group = bytes(value[QStringLiteral("group")]);
    back.consumer = bytes(value[QStringLiteral("consumer")]);
    back.copies = targetFromJson(value[QStringLiteral("copies")]);
}

void write(QJsonObject &json, const CutStreamStep &cut)
{
    write(json, static_cast<const CutAmount &>(cut));
    json.insert(QStringLiteral("stays"), base64(cut.stays));
    json.insert(QStringLiteral("wholeNodes"), cut.wholeNodes);
}

void read(const QJsonValue &value, CutStreamStep &cut)
{
    read(value, static_cast<CutAmount &>(cut));
    cut.stays = bytes(value[QStringLiteral("stays")]);
    cut.wholeNodes = value[QStringLiteral("wholeNodes")].toBool();
}

void write(QJsonObject & /*json*/, const GroupIdStep & /*set*/) { }

void read(const QJsonValue & /*value*/, GroupIdStep & /*set*/) { }

void write(QJsonObject &json, const ConsumerStep &consumer)
{
    json.insert(QStringLiteral("group"), base64(consumer.group));
    json.insert(QStringLiteral("isBack"), consumer.isBack);
}

void read(const QJsonValue &value, ConsumerStep &consumer)
{
    consumer.group = bytes(value[QStringLiteral("group")]);
    consumer.isBack = value[QStringLiteral("isBack")].toBool();
}

void write(QJsonObject & /*json*/, const CleanStep & /*clean*/) { }

void read(const QJsonValue & /*value*/, CleanStep & /*clean*/) { }

void write(QJsonObject &json, const CleanBackStep &back)
{
    json.insert(QStringLiteral("expireAt"), base64(back.expireAt));
}

void read(const QJsonValue &value, CleanBackStep &back)
{
    back.expireAt = bytes(value[QStringLiteral("expireAt")]);
}

void write(QJsonObject &json, const EditStep &edit)
{
    json.insert(QStringLiteral("of"), int(edit.of));
    json.insert(QStringLiteral("isBack"), edit.isBack);
    json.insert(QStringLiteral("ofJob"), base64(edit.job));
    json.insert(QStringLiteral("record"), base64(edit.record));
    json.insert(QStringLiteral("field"), base64(edit.field));
}

void read(const QJsonValue &value, EditStep &edit)
{
    edit.of = static_cast<EditStep::Of>(value[QStringLiteral("of")].toInt());
    edit.isBack = value[QStringLiteral("isBack")].toBool();
    edit.job = bytes(value[QStringLiteral("ofJob")]);
    edit.record = bytes(value[QStringLiteral("record")]);
    edit.field = bytes(value[QStringLiteral("field")]);
}

void write(QJsonObject & /*json*/, const AdoptStep & /*adopt*/) { }

void read(const QJsonValue & /*value*/, AdoptStep & /*adopt*/) { }

/// Step kind by its index in the variant; a move if out of range.
template <std::size_t At = 0> PlanStep::Does kindOf(int place)
{
    if constexpr (At < std::variant_size_v<PlanStep::Does>) {
        return place == int(At) ? PlanStep::Does(std::in_place_index<At>) : kindOf<At + 1>(place);
    } else {
        return {};
    }
}

} // namespace

QByteArray stepsToJson(const std::vector<PlanStep> &steps)
{
    QJsonArray array;
    for (const PlanStep &step : steps) {
        QJsonObject json{{QStringLiteral("type"), int(step.does.index())},
                         {QStringLiteral("key"), base64(step.key)},
                         {QStringLiteral("keyType"), int(step.keyType)},
                         {QStringLiteral("attemptsField"), step.records.attemptsField},
                         {QStringLiteral("maxAttemptsField"), step.records.maxAttemptsField},
                         {QStringLiteral("startedField"), step.records.startedField},
                         {QStringLiteral("job"), base64(step.records.keyTemplate)},
                         {QStringLiteral("recordTime"), qint64(step.records.time.count())},
                         {QStringLiteral("id"), step.records.idOption},
                         {QStringLiteral("atLeft"), step.atLeft()},
                         {QStringLiteral("beside"), step.beside}};
        std::visit([&json](const auto &does) { write(json, does); }, step.does);
        array.append(json);
    }
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<PlanStep> stepsFromJson(const QByteArray &json)
{
    std::vector<PlanStep> steps;
    for (const QJsonValue value : QJsonDocument::fromJson(json).array()) {
        PlanStep step;
        step.key = bytes(value[QStringLiteral("key")]);
        step.keyType = static_cast<KeyType>(value[QStringLiteral("keyType")].toInt());
        step.records = {bytes(value[QStringLiteral("job")]),
                        std::chrono::milliseconds(value[QStringLiteral("recordTime")].toInteger()),
                        value[QStringLiteral("id")].toString(),
                        value[QStringLiteral("attemptsField")].toString(),
                        value[QStringLiteral("maxAttemptsField")].toString(),
                        value[QStringLiteral("startedField")].toString()};
        step.beside = value[QStringLiteral("beside")].toBool();
        step.does = kindOf(value[QStringLiteral("type")].toInt());
        std::visit(
            [&value](auto &does) {
                read(value, does);
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

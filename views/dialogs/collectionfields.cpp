// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/collectionfields.h"

#include "redis/types/keytemplate.h"
#include "redis/types/workspace.h"
#include "views/page/kindview.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll::views {

namespace {

const QJsonValue absent(QJsonValue::Undefined);

QStringList linesOf(const QString &text)
{
    return text.split(u'\n', Qt::SkipEmptyParts);
}

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

/// Returns an object if the text is one, otherwise the text itself.
QJsonValue objectOrText(const QString &text)
{
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
    return document.isObject() ? QJsonValue(document.object()) : QJsonValue(text);
}

QString keyText(const QJsonValue &key)
{
    if (key.isObject()) {
        return compact(key.toObject());
    }
    const QString text = key.toString();
    // Literal text would be parsed as something else.
    const bool ambiguous = text.contains(u'\n') || objectOrText(text).isObject();
    return ambiguous ? compact({{QStringLiteral("base64"), QString::fromLatin1(text.toUtf8().toBase64())}}) : text;
}

QJsonValue keyValue(const QString &text)
{
    return text.startsWith(QLatin1String("{\"base64\"")) ? objectOrText(text) : QJsonValue(text);
}

/// Formats a number without an exponent where possible: the shortest text of 100000 is 1e+05.
QString plainNumber(double number)
{
    constexpr double exact = 9'007'199'254'740'992.0; // 2^53: limit of exact integers in a double
    return number == std::floor(number) && std::abs(number) < exact
        ? QString::number(static_cast<qint64>(number))
        : QLocale::c().toString(number, 'g', QLocale::FloatingPointShortest);
}

QJsonValue numberOrText(const QString &text)
{
    bool isNumber = false;
    const double number = QLocale::c().toDouble(text.trimmed(), &isNumber);
    return isNumber && std::isfinite(number) ? QJsonValue(number) : QJsonValue(text);
}

QJsonValue mapValue(const QString &text)
{
    QJsonObject map;
    for (const QString &line : linesOf(text)) {
        const qsizetype equals = line.indexOf(u'=');
        if (equals < 0) {
            return text;
        }
        map.insert(line.first(equals).trimmed(), line.sliced(equals + 1).trimmed());
    }
    return map;
}

QString mapText(const QJsonObject &map)
{
    QStringList lines;
    for (auto member = map.begin(); member != map.end(); ++member) {
        lines.append(member.key() + u'=' + member.value().toString());
    }
    return lines.join(u'\n');
}

} // namespace

QString keysText(const QJsonValue &keys)
{
    if (!keys.isArray()) {
        return keys.isUndefined() ? QString() : keyText(keys);
    }
    QStringList lines;
    for (const auto &key : keys.toArray()) {
        lines.append(keyText(key));
    }
    return lines.join(u'\n');
}

QJsonValue keysValue(const QString &text, bool many)
{
    if (!many) {
        return text.isEmpty() ? absent : keyValue(text);
    }
    const QStringList lines = linesOf(text);
    if (lines.size() < 2) {
        return lines.isEmpty() ? absent : keyValue(lines.first());
    }
    QJsonArray keys;
    for (const QString &line : lines) {
        keys.append(keyValue(line));
    }
    return keys;
}

QString optionText(const OptionSpec &option, const QJsonValue &value)
{
    if (value.isArray()) {
        QStringList items;
        for (const auto &item : value.toArray()) {
            items.append(item.toString());
        }
        return items.join(u'\n');
    }
    if (value.isObject()) {
        return option.type == OptionType::FieldNames ? mapText(value.toObject()) : compact(value.toObject());
    }
    if (value.isNull() && option.mayBeOff) {
        return limitOffText();
    }
    return value.isDouble() ? plainNumber(value.toDouble()) : value.toString();
}

QJsonValue optionValue(const OptionSpec &option, const QString &text)
{
    if (text.trimmed().isEmpty()) {
        return absent;
    }
    if (option.mayBeOff && text.trimmed().compare(limitOffText(), Qt::CaseInsensitive) == 0) {
        return QJsonValue::Null;
    }
    switch (option.type) {
    case OptionType::Integer:
    case OptionType::Number:
        return numberOrText(text);
    case OptionType::TextList:
        return QJsonArray::fromStringList(linesOf(text));
    case OptionType::FieldNames:
        return mapValue(text);
    case OptionType::Object:
        return objectOrText(text);
    case OptionType::Duration:
    case OptionType::Choice:
    case OptionType::Text:
        break;
    }
    return text.trimmed();
}

QString limitText(Unit unit, const QJsonValue &value)
{
    if (!value.isDouble()) {
        return value.toString();
    }
    const double number = value.toDouble();
    const bool exact = unit == Unit::Duration && number > 0 && number < 1e12 && std::floor(number) == number;
    return exact ? durationText(std::chrono::milliseconds(static_cast<qint64>(number))) : plainNumber(number);
}

QJsonValue limitValue(Unit unit, const QString &text)
{
    if (text.trimmed().isEmpty()) {
        return absent;
    }
    const auto duration = unit == Unit::Duration ? parseDuration(text.trimmed()) : std::nullopt;
    return duration ? QJsonValue(qint64{duration->count()}) : numberOrText(text);
}

QString limitOffText()
{
    return QCoreApplication::translate("CollectionEditor", "off");
}

QJsonObject proposedLimit(const KindInfo &kind, QLatin1StringView figure)
{
    for (const LimitView &limit : viewOf(kind).limits) {
        if (limit.figure == figure) {
            return {{QStringLiteral("warning"), limit.warning}, {QStringLiteral("critical"), limit.critical}};
        }
    }
    return {};
}

std::vector<QByteArray> keyTemplates(const QJsonValue &value)
{
    std::vector<QByteArray> templates;
    const QJsonArray all = value.isArray() ? value.toArray() : QJsonArray{value};
    for (const auto &key : all) {
        if (key.isObject()) {
            const QByteArray base64 = key.toObject().value(QLatin1String("base64")).toString().toLatin1();
            templates.push_back(KeyTemplate::escaped(QByteArray::fromBase64(base64)));
        } else if (!key.toString().isEmpty()) {
            templates.push_back(key.toString().toUtf8());
        }
    }
    return templates;
}

QString optionHint(const OptionSpec &option)
{
    if (option.fallback != nullptr) {
        return (option.mayBeOff ? QCoreApplication::translate("Dialogs", "default: %1; “%2” turns it off")
                                : QCoreApplication::translate("Dialogs", "default: %1"))
            .replace(QStringLiteral("%1"), QString::fromLatin1(option.fallback))
            .replace(QStringLiteral("%2"), limitOffText());
    }
    return option.type == OptionType::Duration ? QCoreApplication::translate("Dialogs", "not set (e.g. 30s, 5m, 2h)")
                                               : QCoreApplication::translate("Dialogs", "not set");
}

} // namespace plimsoll::views

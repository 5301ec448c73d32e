// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/checker.h"

#include "redis/types/printable.h"
#include "redis/workspace/jsonscan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plimsoll::redis {

namespace {

QString workspaceText(const char *text)
{
    return QCoreApplication::translate("Workspace", text);
}

QString typeName(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return workspaceText(QT_TRANSLATE_NOOP("Workspace", "null"));
    case QJsonValue::Bool:
        return workspaceText(QT_TRANSLATE_NOOP("Workspace", "true or false"));
    case QJsonValue::Double:
        return workspaceText(QT_TRANSLATE_NOOP("Workspace", "a number"));
    case QJsonValue::String:
        return workspaceText(QT_TRANSLATE_NOOP("Workspace", "a string"));
    case QJsonValue::Array:
        return workspaceText(QT_TRANSLATE_NOOP("Workspace", "an array"));
    case QJsonValue::Object:
    case QJsonValue::Undefined:
        break;
    }
    return workspaceText(QT_TRANSLATE_NOOP("Workspace", "an object"));
}

/// Counts characters inserted, deleted, replaced or swapped with their neighbour; ignores case.
qsizetype editDistance(const QString &left, const QString &right)
{
    const QString a = left.toCaseFolded();
    const QString b = right.toCaseFolded();
    const auto width = static_cast<std::size_t>(b.size()) + 1;
    std::vector<qsizetype> before(width);
    std::vector<qsizetype> above(width);
    std::vector<qsizetype> row(width);
    for (std::size_t j = 0; j < width; ++j) {
        row[j] = static_cast<qsizetype>(j);
    }
    for (qsizetype i = 1; i <= a.size(); ++i) {
        before.swap(above);
        above.swap(row);
        row[0] = i;
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const auto at = static_cast<std::size_t>(j);
            const qsizetype replaced = above[at - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[at] = std::min({above[at] + 1, row[at - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[at] = std::min(row[at], before[at - 2] + 1);
            }
        }
    }
    return row.back();
}

QJsonValue memberOf(const QJsonObject &object, QAnyStringView name)
{
    return name.visit([&](auto text) {
        if constexpr (std::is_same_v<decltype(text), QUtf8StringView>) {
            return object.value(text.toString());
        } else {
            return object.value(text);
        }
    });
}

/// "warn" for "warning": users shorten names as often as they mistype them.
bool isShortened(const QString &name, const QString &known)
{
    return name.size() >= 3 && known.startsWith(name, Qt::CaseInsensitive);
}

} // namespace

QString JsonPlace::pointer() const
{
    if (m_parent == nullptr) {
        return {};
    }
    return m_index < 0 ? pointerTo(m_parent->pointer(), m_member.toString()) : pointerTo(m_parent->pointer(), m_index);
}

QStringList pollingWords()
{
    return {QStringLiteral("auto"), QStringLiteral("all"), QStringLiteral("tracking")};
}

QStringList textsOf(const MemberNames &names)
{
    return {names.begin(), names.end()};
}

QString nearestName(const QString &name, const QStringList &known)
{
    QString nearest;
    qsizetype least = std::numeric_limits<qsizetype>::max();
    for (const QString &candidate : known) {
        const qsizetype longer = std::max(name.size(), candidate.size());
        if (std::abs(name.size() - candidate.size()) * 3 > longer && !isShortened(name, candidate)) {
            continue; // too different in length: skips the costly comparison
        }
        const qsizetype distance = editDistance(name, candidate);
        if (distance < least && (distance * 3 <= longer || isShortened(name, candidate))) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

QString quoted(const QString &text)
{
    return u'\'' + printable(text.toUtf8(), 80) + u'\'';
}

bool holdsPassword(const QString &url)
{
    const qsizetype start = url.indexOf(QLatin1StringView("://"));
    const QStringView rest = QStringView(url).sliced(start < 0 ? 0 : start + 3);
    const qsizetype slash = rest.indexOf(u'/');
    const QStringView authority = slash < 0 ? rest : rest.first(slash);
    const qsizetype at = authority.lastIndexOf(u'@');
    // "user:@host" has a colon but no password.
    const qsizetype colon = at < 0 ? -1 : authority.first(at).indexOf(u':');
    return colon >= 0 && colon + 1 < at;
}

QString eitherOf(const QStringList &names)
{
    QString out;
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (i > 0) {
            out += i + 1 < names.size() ? QStringLiteral(", ") : workspaceText(QT_TRANSLATE_NOOP("Workspace", " or "));
        }
        out += quoted(names[i]);
    }
    return out;
}

QString notKnown(const QString &name, const QStringList &known)
{
    const QString nearest = nearestName(name, known);
    if (!nearest.isEmpty()) {
        return workspaceText(QT_TRANSLATE_NOOP("Workspace", "unknown; did you mean %1?")).arg(quoted(nearest));
    }
    if (known.isEmpty()) {
        return workspaceText(QT_TRANSLATE_NOOP("Workspace", "unknown"));
    }
    return workspaceText(QT_TRANSLATE_NOOP("Workspace", "unknown; it may be %1")).arg(eitherOf(known));
}

bool Checker::members(const QJsonObject &object, const JsonPlace &place, const MemberNames &known,
                      const MemberNames &required)
{
    bool allKnown = true;
    QStringList misspelt;
    for (auto member = object.begin(); member != object.end(); ++member) {
        const QString name = member.key();
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const QStringList names = textsOf(known);
            report(JsonPlace(place, name), notKnown(name, names));
            misspelt.append(nearestName(name, names));
            allKnown = false;
        }
    }
    for (const QLatin1StringView name : required) {
        if (!object.contains(name) && !misspelt.contains(name)) {
            report(JsonPlace(place, name), tr("is missing"));
        }
    }
    return allKnown;
}

void Checker::wrongType(const JsonPlace &place, const QString &wanted, const QJsonValue &found)
{
    report(place, tr("must be %1, not %2").arg(wanted, typeName(found)));
}

std::optional<QJsonValue> Checker::typed(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name,
                                         QJsonValue::Type type, const char *wanted)
{
    QJsonValue value = memberOf(parent, name);
    if (value.isUndefined()) {
        return std::nullopt;
    }
    if (value.type() != type) {
        wrongType(JsonPlace(place, name), workspaceText(wanted), value);
        return std::nullopt;
    }
    return value;
}

std::optional<QJsonObject> Checker::object(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name)
{
    const auto value = typed(parent, place, name, QJsonValue::Object, QT_TRANSLATE_NOOP("Workspace", "an object"));
    return value ? std::optional(value->toObject()) : std::nullopt;
}

std::optional<QJsonArray> Checker::array(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name)
{
    const auto value = typed(parent, place, name, QJsonValue::Array, QT_TRANSLATE_NOOP("Workspace", "an array"));
    return value ? std::optional(value->toArray()) : std::nullopt;
}

std::optional<bool> Checker::boolean(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name)
{
    const auto value = typed(parent, place, name, QJsonValue::Bool, QT_TRANSLATE_NOOP("Workspace", "true or false"));
    return value ? std::optional(value->toBool()) : std::nullopt;
}

std::optional<double> Checker::number(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name)
{
    const auto value = typed(parent, place, name, QJsonValue::Double, QT_TRANSLATE_NOOP("Workspace", "a number"));
    if (value && !std::isfinite(value->toDouble())) {
        report(JsonPlace(place, name), tr("is too large for a number"));
        return std::nullopt;
    }
    return value ? std::optional(value->toDouble()) : std::nullopt;
}

std::optional<qint64> Checker::whole(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name,
                                     qint64 least, qint64 most)
{
    const auto value = typed(parent, place, name, QJsonValue::Double, QT_TRANSLATE_NOOP("Workspace", "a whole number"));
    if (!value) {
        return std::nullopt;
    }
    // toInteger() returns its argument unless the value is a whole number: two calls with different ones detect that.
    const qint64 number = value->toInteger(-1);
    const bool isWhole = number == value->toInteger(-2);
    if (!isWhole || number < least || number > most) {
        report(JsonPlace(place, name),
               most == std::numeric_limits<qint64>::max()
                   ? tr("must be a whole number, %1 or more").arg(least)
                   : tr("must be a whole number from %1 to %2").arg(QString::number(least), QString::number(most)));
        return std::nullopt;
    }
    return number;
}

std::optional<QString> Checker::text(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name)
{
    const auto value = typed(parent, place, name, QJsonValue::String, QT_TRANSLATE_NOOP("Workspace", "a string"));
    if (!value) {
        return std::nullopt;
    }
    QString text = value->toString();
    if (!text.isValidUtf16()) {
        report(JsonPlace(place, name), tr("contains half a surrogate pair, which is not a character"));
        return std::nullopt;
    }
    return text;
}

std::optional<QString> Checker::filled(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name)
{
    std::optional<QString> value = text(parent, place, name);
    if (value && QStringView(*value).trimmed().isEmpty()) {
        report(JsonPlace(place, name), tr("is empty"));
        return std::nullopt;
    }
    return value;
}

std::optional<qsizetype> Checker::choice(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name,
                                         const QStringList &words)
{
    const auto word = text(parent, place, name);
    if (!word) {
        return std::nullopt;
    }
    if (!words.contains(*word)) {
        report(JsonPlace(place, name), tr("must be %1, not %2").arg(eitherOf(words), quoted(*word)));
        return std::nullopt;
    }
    return words.indexOf(*word);
}

std::optional<QStringList> Checker::command(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name)
{
    const auto items = array(parent, place, name);
    if (!items) {
        return std::nullopt;
    }
    const JsonPlace at(place, name);
    QStringList command;
    for (qsizetype i = 0; i < items->size(); ++i) {
        if (!items->at(i).isString()) {
            wrongType(JsonPlace(at, i), tr("a string"), items->at(i));
        } else if (i == 0 && items->at(i).toString().trimmed().isEmpty()) {
            report(JsonPlace(at, i), tr("is empty"));
        }
        command += items->at(i).toString();
    }
    if (items->isEmpty()) {
        report(at, tr("is empty; a program is needed"));
    }
    return command;
}

std::optional<std::chrono::milliseconds> Checker::duration(const QJsonObject &parent, const JsonPlace &place,
                                                           QAnyStringView name)
{
    const auto value =
        typed(parent, place, name, QJsonValue::String, QT_TRANSLATE_NOOP("Workspace", "a duration such as \"30s\""));
    if (!value) {
        return std::nullopt;
    }
    const auto parsed = parseDuration(value->toString());
    if (!parsed || parsed->count() == 0) {
        report(JsonPlace(place, name),
               // NOLINTNEXTLINE(modernize-raw-string-literal): read as the other texts are
               tr("%1 is not a duration; write it as \"30s\", \"5m\", \"2h\" or \"7d\", at most 10000d")
                   .arg(quoted(value->toString())));
        return std::nullopt;
    }
    return parsed;
}

} // namespace plimsoll::redis

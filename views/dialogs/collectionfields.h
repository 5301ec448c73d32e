// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include <vector>

/// Converts between input of the collection editor and JSON. Invalid text becomes a value of the wrong type, so that
/// the workspace check reports it. Empty text is an absent member (Undefined).
namespace plimsoll::views {

/// One key per line; keys that do not fit on a line are written as JSON objects.
QString keysText(const QJsonValue &keys);
QJsonValue keysValue(const QString &text, bool many);

/// Lists have one item per line, maps one `name=value`; other objects are JSON.
QString optionText(const OptionSpec &option, const QJsonValue &value);
QJsonValue optionValue(const OptionSpec &option, const QString &text);

/// Durations are written as "5m" if exact; milliseconds are accepted, too.
QString limitText(Unit unit, const QJsonValue &value);
QJsonValue limitValue(Unit unit, const QString &text);
/// Returns the input for a null limit, which turns it off.
QString limitOffText();
/// Returns initial limits; {} if none suits most collections.
QJsonObject proposedLimit(const KindInfo &kind, QLatin1StringView figure);

/// Returns the key templates of a field as the poller expands them; a key in bytes is literal.
std::vector<QByteArray> keyTemplates(const QJsonValue &value);
/// Returns the placeholder of an empty field: its default, or the syntax.
QString optionHint(const OptionSpec &option);

} // namespace plimsoll::views

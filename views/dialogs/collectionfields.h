// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include <vector>

/// What a person types in the collection editor, and the JSON it stands for. Text that does not fit becomes a value of
/// the wrong type, so that the one check of workspaces says what is wrong. Empty text is an absent member (Undefined).
namespace plimsoll::views {

/// One key a line; what no line can hold is written as its JSON object.
QString keysText(const QJsonValue &keys);
QJsonValue keysValue(const QString &text, bool many);

/// Lists have an item a line, maps a line `name=value`, other objects are JSON.
QString optionText(const OptionSpec &option, const QJsonValue &value);
QJsonValue optionValue(const OptionSpec &option, const QString &text);

/// Durations as "5m" where that is exact; milliseconds are taken too.
QString limitText(Unit unit, const QJsonValue &value);
QJsonValue limitValue(Unit unit, const QString &text);
/// What is typed for a limit that is null: the figure is no trouble whatever it is.
QString limitOffText();
/// Values to begin with, {} where a figure has none that fit most collections.
QJsonObject proposedLimit(const KindInfo &kind, QLatin1StringView figure);

/// The keys of a field as the poll would expand them: a key of bytes stands for itself.
std::vector<QByteArray> keyTemplates(const QJsonValue &value);
/// "stale after" of "staleAfter", or its translation: what a person reads; the file has the other.
QString fieldWords(QLatin1StringView id);
QString fieldTitle(QLatin1StringView id);
/// What a field that is empty shows: what holds then, or how it is written.
QString optionHint(const OptionSpec &option);

} // namespace plimsoll::views

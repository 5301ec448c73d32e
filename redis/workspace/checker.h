// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <chrono>
#include <optional>

/// Reads JSON member by member and collects all mistakes, one line each. For use as a local variable.
namespace plimsoll::redis {

class Checker {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    void report(const QString &pointer, const QString &text) { m_problems.push_back({pointer, text}); }
    [[nodiscard]] const WorkspaceProblems &problems() const { return m_problems; }

    /// Reports unknown members, with the nearest known name, and missing required ones, except those that were only
    /// misspelt. Returns false if a member is unknown.
    bool members(const QJsonObject &object, const QString &pointer, const QStringList &known,
                 const QStringList &required = {});

    // These return nullopt if the member is missing or wrong; a wrong one is reported.
    std::optional<QJsonObject> object(const QJsonObject &parent, const QString &pointer, const QString &name);
    std::optional<QJsonArray> array(const QJsonObject &parent, const QString &pointer, const QString &name);
    std::optional<bool> boolean(const QJsonObject &parent, const QString &pointer, const QString &name);
    std::optional<double> number(const QJsonObject &parent, const QString &pointer, const QString &name);
    /// Reads a whole number from `least` to `most`, both included.
    std::optional<qint64> whole(const QJsonObject &parent, const QString &pointer, const QString &name, qint64 least,
                                qint64 most);
    std::optional<QString> text(const QJsonObject &parent, const QString &pointer, const QString &name);
    /// Reads a text that is not blank.
    std::optional<QString> filled(const QJsonObject &parent, const QString &pointer, const QString &name);
    /// Reads a duration such as "30s", longer than 0.
    std::optional<std::chrono::milliseconds> duration(const QJsonObject &parent, const QString &pointer,
                                                      const QString &name);

    /// Reports "must be a text, not a number".
    void wrongType(const QString &pointer, const QString &wanted, const QJsonValue &found);

private:
    /// Returns the member if it exists and has the type.
    std::optional<QJsonValue> typed(const QJsonObject &parent, const QString &pointer, const QString &name,
                                    QJsonValue::Type type, const QString &wanted);

    WorkspaceProblems m_problems;
};

/// Returns "not known; did you mean 'ready'?", or all known names, or just "not known".
QString notKnown(const QString &name, const QStringList &known);
/// Returns "'a', 'b' or 'c'".
QString eitherOf(const QStringList &names);
/// Returns whether a URL of any scheme has a password in its user part.
bool holdsPassword(const QString &url);
/// Escapes and shortens a text for a message.
QString quoted(const QString &text);

/// Reads the collection at `pointer`; the result is only valid if no problem was reported.
CollectionDefinition readCollection(Checker &checker, const QJsonObject &collection, const QString &pointer,
                                    std::span<const KindInfo *const> kinds);
/// Reads the limit at `pointer` for the figure with that index; only valid if no problem was reported.
Limit readLimit(Checker &checker, const QJsonObject &limit, const QString &pointer, int figure);
/// Reads the notification settings at `pointer`; only valid if no problem was reported.
NotifySettings readNotify(Checker &checker, const QJsonObject &notify, const QString &pointer);

} // namespace plimsoll::redis

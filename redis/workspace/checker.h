// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <chrono>
#include <optional>

/// Takes JSON apart member by member and collects every mistake it meets, one line for each. Used on one stack.
namespace plimsoll::redis {

class Checker {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    void report(const QString &pointer, const QString &text) { m_problems.push_back({pointer, text}); }
    [[nodiscard]] const WorkspaceProblems &problems() const { return m_problems; }

    /// Members that are not known, with the nearest that is, and required ones that are missing; a missing one that
    /// was only misspelt is not named again. False when one is not known.
    bool members(const QJsonObject &object, const QString &pointer, const QStringList &known,
                 const QStringList &required = {});

    // Each gives nullopt where the member is absent, and where it is wrong, which is reported.
    std::optional<QJsonObject> object(const QJsonObject &parent, const QString &pointer, const QString &name);
    std::optional<QJsonArray> array(const QJsonObject &parent, const QString &pointer, const QString &name);
    std::optional<bool> boolean(const QJsonObject &parent, const QString &pointer, const QString &name);
    std::optional<double> number(const QJsonObject &parent, const QString &pointer, const QString &name);
    /// A whole number of those between, both ends included.
    std::optional<qint64> whole(const QJsonObject &parent, const QString &pointer, const QString &name, qint64 least,
                                qint64 most);
    std::optional<QString> text(const QJsonObject &parent, const QString &pointer, const QString &name);
    /// A text that is more than spaces.
    std::optional<QString> filled(const QJsonObject &parent, const QString &pointer, const QString &name);
    /// "30s", longer than nothing.
    std::optional<std::chrono::milliseconds> duration(const QJsonObject &parent, const QString &pointer,
                                                      const QString &name);

    /// "must be a text, not a number"
    void wrongType(const QString &pointer, const QString &wanted, const QJsonValue &found);

private:
    /// The member when it is there and of the type.
    std::optional<QJsonValue> typed(const QJsonObject &parent, const QString &pointer, const QString &name,
                                    QJsonValue::Type type, const QString &wanted);

    WorkspaceProblems m_problems;
};

/// "not known; did you mean 'ready'?", or all the known names, or just "not known".
QString notKnown(const QString &name, const QStringList &known);
/// "'a', 'b' or 'c'"
QString eitherOf(const QStringList &names);
/// Whether a URL of any scheme has a password in its user part.
bool holdsPassword(const QString &url);
/// For a message: escaped, and shortened where it is long.
QString quoted(const QString &text);

/// The collection at `pointer`; `definition` is only meaningful when nothing was reported.
CollectionDefinition readCollection(Checker &checker, const QJsonObject &collection, const QString &pointer,
                                    std::span<const KindInfo *const> kinds);
/// What stands at `pointer`, for the figure of that index; meaningful when nothing was reported.
Limit readLimit(Checker &checker, const QJsonObject &limit, const QString &pointer, int figure);
/// The same of who is told of alerts.
NotifySettings readNotify(Checker &checker, const QJsonObject &notify, const QString &pointer);

} // namespace plimsoll::redis

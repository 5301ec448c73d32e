// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>
#include <QVarLengthArray>

#include <chrono>
#include <optional>

/// Reads JSON member by member and collects all mistakes, one line each. For use as a local variable.
namespace plimsoll::redis {

/// Place of a value in a JSON document, for messages: the whole document, or a member or item of another place, which
/// must outlive this one, like the name. Costs nothing until its pointer is written.
class JsonPlace final {
public:
    JsonPlace() = default;
    JsonPlace(const JsonPlace &parent, QAnyStringView member) : m_parent(&parent), m_member(member) { }
    JsonPlace(const JsonPlace &parent, qsizetype item) : m_parent(&parent), m_index(item) { }

    [[nodiscard]] QString pointer() const; ///< RFC 6901

private:
    const JsonPlace *m_parent = nullptr;
    QAnyStringView m_member;
    qsizetype m_index = -1;
};

using MemberNames = QVarLengthArray<QLatin1StringView, 24>;

class Checker {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    void report(const JsonPlace &place, const QString &text) { report(place.pointer(), text); }
    void report(const QString &pointer, const QString &text) { m_problems.push_back({pointer, text}); }
    [[nodiscard]] const WorkspaceProblems &problems() const { return m_problems; }

    /// Reports unknown members, with the nearest known name, and missing required ones, except those that were only
    /// misspelt. Returns false if a member is unknown.
    bool members(const QJsonObject &object, const JsonPlace &place, const MemberNames &known,
                 const MemberNames &required = {});

    // These return nullopt if the member is missing or wrong; a wrong one is reported.
    std::optional<QJsonObject> object(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name);
    std::optional<QJsonArray> array(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name);
    std::optional<bool> boolean(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name);
    std::optional<double> number(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name);
    /// Reads a whole number from `least` to `most`, both included.
    std::optional<qint64> whole(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name, qint64 least,
                                qint64 most);
    std::optional<QString> text(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name);
    /// Reads a text that is not blank.
    std::optional<QString> filled(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name);
    /// Reads one of the words; returns its index.
    std::optional<qsizetype> choice(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name,
                                    const QStringList &words);
    /// Reads a program and its arguments.
    std::optional<QStringList> command(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name);
    /// Reads a duration such as "30s", longer than 0.
    std::optional<std::chrono::milliseconds> duration(const QJsonObject &parent, const JsonPlace &place,
                                                      QAnyStringView name);

    /// Reports "must be a string, not a number".
    void wrongType(const JsonPlace &place, const QString &wanted, const QJsonValue &found);

private:
    /// Returns the member if it exists and has the type.
    std::optional<QJsonValue> typed(const QJsonObject &parent, const JsonPlace &place, QAnyStringView name,
                                    QJsonValue::Type type, const char *wanted);

    WorkspaceProblems m_problems;
};

/// The words for Workspace::polling, in the order of Polling.
QStringList pollingWords();
/// Returns "unknown; did you mean 'ready'?", or all known names, or just "unknown".
QString notKnown(const QString &name, const QStringList &known);
QStringList textsOf(const MemberNames &names);
/// Returns "'a', 'b' or 'c'".
QString eitherOf(const QStringList &names);
/// Returns whether a URL of any scheme has a password in its user part.
bool holdsPassword(const QString &url);
/// Escapes and shortens a text for a message.
QString quoted(const QString &text);

/// Reads the collection at `place`; the result is only valid if no problem was reported.
CollectionDefinition readCollection(Checker &checker, const QJsonObject &collection, const JsonPlace &place,
                                    std::span<const KindInfo *const> kinds);
/// Reads the limit at `place` for the figure with that index; only valid if no problem was reported.
Limit readLimit(Checker &checker, const QJsonObject &limit, const JsonPlace &place, int figure);
/// Reads the notification settings at `place`; only valid if no problem was reported.
NotifySettings readNotify(Checker &checker, const QJsonObject &notify, const JsonPlace &place);

} // namespace plimsoll::redis

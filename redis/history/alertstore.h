// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/alertfile.h"
#include "redis/types/alert.h"
#include "redis/types/mark.h"
#include "redis/types/result.h"

#include <QSqlQuery>

#include <functional>
#include <memory>

namespace plimsoll::redis {

/// Notification that waits to be sent.
struct AlertMessage {
    qint64 id = 0; ///< unique, assigned by the sender
    QString channel; ///< "command", "webhook", "desktop"
    QByteArray payload;
    std::chrono::milliseconds time{};
    QString alert{}; ///< id of the alert
};

/// Returns the path of a workspace's alert file, next to its history.
QString alertPath(const QString &historyPath);

/// SQLite file of the alerts, the state of the StateClock and the unsent notifications; used on one thread. One process
/// judges, writes alerts and holds the lock; any process may read them and write users' remarks.
class AlertStore final {
public:
    using For = AlertFile::For;

    /// Opens the file; For::Judging fails if another process judges (ErrorKind::Refused).
    static Result<std::unique_ptr<AlertStore>> open(const QString &place, For purpose);
    /// Opens an existing file for users; returns null if it is missing, since looking must not create it.
    static Result<std::unique_ptr<AlertStore>> openThere(const QString &path);
    /// True if the file was replaced or, for the judge, if the process lock was lost.
    [[nodiscard]] bool isLost() const { return m_file->isLost(); }
    /// True if the file was replaced or can now be opened with more rights; see SqliteFile.
    [[nodiscard]] bool isOutdated() const { return m_file->isOutdated(); }
    /// Runs `read` on consistent data (readWhole()), for several queries together or a file that stays open.
    template <typename Read> auto reading(Read read) { return m_file->reading(read); }

    /// Stores steps of alerts, the clock, notifications, active alerts with a new worst state, and server events: all
    /// or nothing. An event reported again replaces the earlier report.
    Outcome keep(const std::vector<AlertChange> &changes, const QByteArray &clock,
                 const std::vector<AlertMessage> &messages = {}, const std::vector<Alert> &worse = {},
                 const std::vector<Mark> &events = {});
    Result<QByteArray> clock();
    Result<std::vector<Alert>> active();
    /// Returns the latest cleared alerts, newest first, at most `most`.
    Result<std::vector<Alert>> past(int most);
    /// Returns at most `most` alerts cleared before alert `id`, newest first, with notes and notifications.
    Result<std::vector<Alert>> pastBefore(const QString &id, int most);
    Result<std::optional<Alert>> alert(const QString &id);
    /// Returns the alerts that were active at any time in the range, both ends included, oldest first, with notes and
    /// notifications.
    Result<std::vector<Alert>> during(std::chrono::milliseconds from, std::chrono::milliseconds to);
    /// Returns active and cleared alerts, with notes and notifications.
    Result<AlertList> all(int mostPast);
    /// Returns events, alerts and notes, oldest first; the newest `most` of each.
    Result<std::vector<Mark>> marks(const MarkQuestion &question, int most);
    /// Returns only the notes about moments, oldest first; the newest `most`.
    Result<std::vector<Mark>> notes(const MarkQuestion &question, int most);
    /// Returns a number that changes whenever any process changes data returned by all().
    Result<qint64> version() { return m_file->version(); }

    /// Takes over the active alerts, with all remarks, and the unsent notifications of another file that was removed.
    /// All other active alerts in this file are cleared, because their state is unknown.
    Outcome takeOver(const std::vector<Alert> &active, const QByteArray &clock,
                     const std::vector<AlertMessage> &waiting, std::chrono::milliseconds now);
    /// Returns the active alerts with notes and notifications.
    Result<std::vector<Alert>> activeInFull();
    /// Returns the unsent notifications, oldest first.
    Result<std::vector<AlertMessage>> waiting();
    /// Removes a notification and stores its outcome with the alert; nullopt: it was not sent.
    Outcome told(qint64 message, const std::optional<AlertTelling> &how = {});
    /// Stores why a notification is delayed.
    Outcome delayed(qint64 message, const QString &why);

    /// `by`: name of the user.
    Outcome acknowledge(const QString &id, std::optional<std::chrono::milliseconds> time, const QString &by);
    Outcome mute(const QString &id, std::optional<std::chrono::milliseconds> until, const QString &by);
    Outcome note(const QString &id, const AlertNote &note);
    /// Adds, changes or deletes a user's note about a moment. At most mostNotes are kept, each at most Note::longest.
    static constexpr int mostNotes = 10'000;
    enum class NoteKept {
        AsAsked,
        Anew, ///< change of a note that was deleted meanwhile
    };
    Result<NoteKept> keepNote(const Note &note, const QString &by);
    /// Deletes alerts cleared before that time.
    Outcome forget(std::chrono::milliseconds before);

private:
    explicit AlertStore(std::unique_ptr<AlertFile> file) : m_file(std::move(file)) { }
    static void takeOver(const Alert &alert, std::vector<AlertFile::Statement> &statements);
    /// Changes an existing alert.
    Outcome changeAlert(const QString &id, const AlertFile::Statement &statement);
    Outcome write(const AlertChange &change);
    Outcome write(const Mark &event);
    Outcome addDetails(std::vector<Alert> &alerts);
    Outcome addSteps(std::vector<Alert> &alerts);
    /// Reads rows of a table for each alert; `statement` selects the alert id first, of the ids in (%1).
    Outcome addRows(std::vector<Alert> &alerts, QByteArrayView statement,
                    const std::function<void(Alert &alert, const QSqlQuery &row)> &add);
    Result<std::vector<Alert>> alerts(QByteArrayView where, const QVariantList &values);

    std::unique_ptr<AlertFile> m_file;
};

} // namespace plimsoll::redis

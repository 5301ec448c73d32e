// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/sqlitefile.h"
#include "redis/types/alert.h"
#include "redis/types/mark.h"
#include "redis/types/result.h"

#include <QSqlQuery>
#include <QVariantList>

#include <functional>
#include <memory>

namespace plimsoll::redis {

class ProcessLock;

/// Something that somebody is to be told, until it is said.
struct AlertMessage {
    qint64 id = 0; ///< the maker's, each its own
    QString channel; ///< "command", "webhook", "desktop"
    QByteArray payload;
    std::chrono::milliseconds time{};
    QString alert{}; ///< its id
};

/// Where the alerts of a workspace on a server are kept: beside its history.
QString alertPath(const QString &historyPath);

/// The SQLite file of the alerts, what a StateClock has to remember, and what is still to be told; open on one thread.
/// One process judges and keeps, and holds the lock; any may read, and write what people say of alerts. Where the file
/// may only be read, people do that (SqliteFile).
class AlertStore final {
public:
    enum class For { Judging, People };

    /// To judge: fails where another process does (ErrorKind::Refused).
    static Result<std::unique_ptr<AlertStore>> open(const QString &place, For purpose);
    /// For people; null where there is no file, because looking makes none.
    static Result<std::unique_ptr<AlertStore>> openThere(const QString &path);
    /// Neither is the file still the one that was opened, nor, of who judges, does the lock keep others out.
    [[nodiscard]] bool isLost() const;
    /// What it has open is no longer what is there, or another may do more with it (SqliteFile).
    [[nodiscard]] bool isOutdated() const { return m_file.isOutdated(); }
    /// What `read` finds in it (readWhole()); of several questions together, and of whoever has it open for long.
    template <typename Read> auto reading(Read read)
    {
        return readWhole(m_file, read, [this]() -> Outcome { return openAgain(); });
    }
    ~AlertStore();
    Q_DISABLE_COPY_MOVE(AlertStore)

    /// Steps of alerts, what the clock knows by then, who is to be told, of which active ones the worst is another
    /// now, and what happened to the server: all of it or nothing. What is told of an event again takes its place.
    Outcome keep(const std::vector<AlertChange> &changes, const QByteArray &clock,
                 const std::vector<AlertMessage> &messages = {}, const std::vector<Alert> &worse = {},
                 const std::vector<Mark> &events = {});
    Result<QByteArray> clock();
    Result<std::vector<Alert>> active();
    /// The newest so many that are over, newest first.
    Result<std::vector<Alert>> past(int most);
    /// So many that were over before that one, newest first, with what was noted and who was told.
    Result<std::vector<Alert>> pastBefore(const QString &id, int most);
    Result<std::optional<Alert>> alert(const QString &id);
    /// Those that were active at any time between the two, both included, oldest first, with what was noted and who was
    /// told.
    Result<std::vector<Alert>> during(std::chrono::milliseconds from, std::chrono::milliseconds to);
    /// Both of them, with what was noted and who was told.
    Result<AlertList> all(int mostPast);
    /// Events, alerts and what people noted down, oldest first; of each the newest so many.
    Result<std::vector<Mark>> marks(const MarkQuestion &question, int most);
    /// What people noted down at moments alone, oldest first; the newest so many.
    Result<std::vector<Mark>> notes(const MarkQuestion &question, int most);
    /// Another number whenever anybody wrote anything that all() tells.
    Result<qint64> version();

    /// What is known of those that are active, with all that was said of them, and of who is still to be told: of
    /// another file that was removed. All others that are active here are over, since nobody knows of them.
    Outcome takeOver(const std::vector<Alert> &active, const QByteArray &clock,
                     const std::vector<AlertMessage> &waiting, std::chrono::milliseconds now);
    /// With what was noted and who was told.
    Result<std::vector<Alert>> activeInFull();
    /// What is still to be told, oldest first.
    Result<std::vector<AlertMessage>> waiting();
    /// With what came of it, which is kept beside the alert; nullopt: nobody was told.
    Outcome told(qint64 message, const std::optional<AlertTelling> &how = {});
    /// Why a message is still to be told.
    Outcome delayed(qint64 message, const QString &why);

    /// `by`: who does.
    Outcome acknowledge(const QString &id, std::optional<std::chrono::milliseconds> time, const QString &by);
    Outcome mute(const QString &id, std::optional<std::chrono::milliseconds> until, const QString &by);
    Outcome note(const QString &id, const AlertNote &note);
    /// What somebody notes down at a moment: a new one, another text, or none any more. No more than so many are kept,
    /// each no longer than Note::longest.
    static constexpr int mostNotes = 10'000;
    enum class NoteKept {
        AsAsked,
        Anew, ///< another text of one that somebody had removed meanwhile
    };
    Result<NoteKept> keepNote(const Note &note, const QString &by);
    /// Those that were over before then.
    Outcome forget(std::chrono::milliseconds before);

private:
    struct Statement {
        QString text;
        QVariantList values;
    };

    explicit AlertStore(const QString &path);
    Outcome openFile(For purpose);
    Outcome openAgain();
    static void takeOver(const Alert &alert, std::vector<Statement> &statements);
    /// All of it or nothing, and counted.
    Outcome change(const std::vector<Statement> &statements);
    /// Of an alert that is there.
    Outcome changeAlert(const QString &id, const Statement &statement);
    Result<qint64> count(const QString &what, const QVariantList &values = {});
    Outcome prepare();
    Outcome makeTables(int from);
    Outcome countChange();
    Outcome write(const AlertChange &change);
    Outcome write(const Mark &event);
    Outcome addDetails(std::vector<Alert> &alerts);
    Outcome addSteps(std::vector<Alert> &alerts);
    /// What a table has of each of them; `statement`: the alert first, of those in (%1).
    Outcome addRows(std::vector<Alert> &alerts, QByteArrayView statement,
                    const std::function<void(Alert &alert, const QSqlQuery &row)> &add);
    Outcome run(const QString &statement, const QVariantList &values = {});
    Result<QSqlQuery> select(const QString &statement, const QVariantList &values = {});
    Result<std::vector<Alert>> alerts(QByteArrayView where, const QVariantList &values);
    Outcome transaction(const std::function<Outcome()> &body);
    [[nodiscard]] Error failed(const QSqlQuery &query) const;

    QString m_path;
    std::unique_ptr<ProcessLock> m_lock;
    SqliteFile m_file; ///< closed before the lock goes
};

} // namespace plimsoll::redis

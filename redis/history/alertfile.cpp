// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertfile.h"

#include "redis/history/words.h"
#include "redis/storage/processlock.h"
#include "redis/storage/samefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QVariant>

#include <algorithm>
#include <iterator>

namespace plimsoll::redis {

namespace {

constexpr int layout = 4;

// At most one alert per subject is active at a time, whichever process writes.
constexpr const char *alertTables[] = {
    "CREATE TABLE IF NOT EXISTS alerts (id TEXT PRIMARY KEY, collection TEXT NOT NULL, kind TEXT NOT NULL,"
    " figure TEXT NOT NULL, cause TEXT NOT NULL, state INTEGER NOT NULL, worst INTEGER NOT NULL, value REAL,"
    " bound REAL, text TEXT NOT NULL, since INTEGER NOT NULL, at_least INTEGER NOT NULL, raised INTEGER NOT NULL,"
    " changed INTEGER NOT NULL, cleared INTEGER, acknowledged INTEGER, muted_until INTEGER,"
    " note TEXT NOT NULL DEFAULT '')",
    "CREATE UNIQUE INDEX IF NOT EXISTS alerts_active ON alerts (collection, kind, figure, cause)"
    " WHERE cleared IS NULL",
    "CREATE INDEX IF NOT EXISTS alerts_past ON alerts (cleared) WHERE cleared IS NOT NULL",
    "CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, channel TEXT NOT NULL,"
    " payload BLOB NOT NULL, time INTEGER NOT NULL)",
};

/// Layout 2 adds authors, several notes per alert, notification results and the worst state.
constexpr const char *secondLayout[] = {
    "ALTER TABLE alerts ADD COLUMN acknowledged_by TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE alerts ADD COLUMN muted_by TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE alerts ADD COLUMN worst_value REAL",
    "ALTER TABLE alerts ADD COLUMN worst_text TEXT NOT NULL DEFAULT ''",
    "UPDATE alerts SET worst_text = text",
    "ALTER TABLE messages ADD COLUMN alert TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE notes (alert TEXT NOT NULL, time INTEGER NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL)",
    "CREATE INDEX notes_of ON notes (alert)",
    "INSERT INTO notes SELECT id, changed, '', note FROM alerts WHERE note <> ''",
    "ALTER TABLE alerts DROP COLUMN note",
    "CREATE TABLE tellings (alert TEXT NOT NULL, channel TEXT NOT NULL, time INTEGER NOT NULL, outcome TEXT NOT NULL)",
    "CREATE INDEX tellings_of ON tellings (alert)",
};

/// Layout 3 adds server events and notes about moments.
constexpr const char *thirdLayout[] = {
    "CREATE TABLE events (time INTEGER NOT NULL, event TEXT NOT NULL, level INTEGER NOT NULL, text TEXT NOT NULL,"
    " more TEXT NOT NULL, PRIMARY KEY (time, event)) WITHOUT ROWID",
    "CREATE TABLE moments (id TEXT PRIMARY KEY, time INTEGER NOT NULL, collection TEXT NOT NULL,"
    " author TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX moments_at ON moments (time)",
};

/// Layout 4 adds the steps of an alert and the time of its muting.
constexpr const char *fourthLayout[] = {
    "CREATE TABLE steps (alert TEXT NOT NULL, time INTEGER NOT NULL, state INTEGER NOT NULL,"
    " since INTEGER NOT NULL, text TEXT NOT NULL)",
    "ALTER TABLE alerts ADD COLUMN muted INTEGER",
    "CREATE INDEX steps_of ON steps (alert)",
};

} // namespace

Result<std::unique_ptr<AlertFile>> AlertFile::open(const QString &place, For purpose)
{
    const QString path = realPlace(place);
    const QString folder = QFileInfo(path).absolutePath();
    if (!QDir().mkpath(folder)) {
        return Error{
            ErrorKind::Storage,
            HistoryWords::tr("%1: the history folder cannot be created; choose another with --data-dir").arg(folder)};
    }
    std::unique_ptr<ProcessLock> lock;
    if (purpose == For::Judging) {
        lock = std::make_unique<ProcessLock>(path + QLatin1String(".lock"));
        if (!lock->tryLock()) {
            return lock->trouble().isEmpty()
                ? Error{ErrorKind::Refused, HistoryWords::tr("%1: another process keeps these alerts").arg(path)}
                : Error{ErrorKind::Storage, QStringLiteral("%1.lock: %2").arg(path, lock->trouble())};
        }
    }
    std::unique_ptr<AlertFile> file(new AlertFile(path));
    file->m_lock = std::move(lock);
    if (Outcome opened = file->openFile(purpose); !opened) {
        return opened.error();
    }
    return file;
}

AlertFile::AlertFile(const QString &path) : m_path(path), m_file(path, std::chrono::milliseconds(300)) { }

AlertFile::~AlertFile() = default;

Outcome AlertFile::openFile(For purpose)
{
    const bool isThere = QFileInfo::exists(m_path);
    if (!(purpose == For::People && isThere ? m_file.openToRead() : m_file.open())) {
        return Error{ErrorKind::Storage, QStringLiteral("%1: %2").arg(m_path, m_file.lastError())};
    }
    if (m_file.isOfAnother(QStringLiteral("alerts"))) {
        return Error{ErrorKind::Storage, HistoryWords::tr("%1: not an alerts file of Plimsoll").arg(m_path)};
    }
    // Contains names of collections and users' notes: readable by the owner only.
    if (!m_file.isReadOnly()) {
        QFile::setPermissions(m_path, QFile::ReadOwner | QFile::WriteOwner);
    }
    return prepare();
}

bool AlertFile::isLost() const
{
    return m_file.isOutdated() || (m_lock != nullptr && !m_lock->isHeld());
}

Outcome AlertFile::openAgain()
{
    return QFileInfo::exists(m_path)
        ? openFile(For::People)
        : Outcome(Error{ErrorKind::Storage, HistoryWords::tr("%1: the alerts file is gone").arg(m_path)});
}

Outcome AlertFile::prepare()
{
    const Result<qint64> found = number(QStringLiteral("PRAGMA user_version"));
    if (!found) {
        return found.error();
    }
    const int version = int(*found);
    if (version > layout) {
        return Error{ErrorKind::Storage,
                     HistoryWords::tr("%1: written by a newer Plimsoll (layout %2, this one knows %3)")
                         .arg(m_path, QString::number(version), QString::number(layout))};
    }
    if (m_file.isReadOnly()) {
        return version == layout ? Outcome(Done{})
                                 : Error{ErrorKind::Storage,
                                         HistoryWords::tr("%1: written by an older Plimsoll (layout %2, this one knows "
                                                          "%3); it can only be read, and is not brought up to date")
                                             .arg(m_path, QString::number(version), QString::number(layout))};
    }
    // An alert must be on disk before a notification is sent.
    for (const char *pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"}) {
        if (Outcome done = run(QString::fromLatin1(pragma)); !done) {
            return done;
        }
    }
    if (version == layout) {
        return Done{};
    }
    return transaction([this]() -> Outcome {
        // Another process may have upgraded the file meanwhile.
        const Result<qint64> now = number(QStringLiteral("PRAGMA user_version"));
        return now ? makeTables(int(*now)) : now.error();
    });
}

Outcome AlertFile::makeTables(int from)
{
    std::vector<const char *> statements;
    if (from < 1) {
        statements.insert(statements.end(), std::begin(alertTables), std::end(alertTables));
    }
    if (from < 2) {
        statements.insert(statements.end(), std::begin(secondLayout), std::end(secondLayout));
    }
    if (from < 3) {
        statements.insert(statements.end(), std::begin(thirdLayout), std::end(thirdLayout));
    }
    if (from < 4) {
        statements.insert(statements.end(), std::begin(fourthLayout), std::end(fourthLayout));
    }
    for (const char *statement : statements) {
        if (Outcome done = run(QString::fromLatin1(statement)); !done) {
            return done;
        }
    }
    return run(QStringLiteral("PRAGMA user_version = %1").arg(std::max(from, layout)));
}

Outcome AlertFile::eachRow(const QString &statement, const QVariantList &values, const ReadRow &read) const
{
    const QSqlError error = readRows(m_file.database(), statement, values, read);
    return error.isValid()
        ? Outcome(Error{ErrorKind::Storage, QStringLiteral("%1: %2").arg(m_path, error.databaseText())})
        : Outcome(Done{});
}

Outcome AlertFile::run(const QString &statement, const QVariantList &values)
{
    return eachRow(statement, values, [](const QSqlQuery &) { return false; });
}

/// Returns the number in the first row, 0 without one.
Result<qint64> AlertFile::number(const QString &statement, const QVariantList &values) const
{
    const auto found = firstRow(statement, values, [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
    return found ? Result<qint64>(found->value_or(0)) : found.error();
}

Result<qint64> AlertFile::count(const QString &what, const QVariantList &values)
{
    return number(QStringLiteral("SELECT COUNT(*) FROM ") + what, values);
}

Outcome AlertFile::transaction(const std::function<Outcome()> &body)
{
    if (m_file.isReadOnly()) {
        return onlyToRead(m_path);
    }
    return inTransaction([this](const QString &statement) { return run(statement); }, body);
}

Outcome AlertFile::change(const std::vector<Statement> &statements)
{
    return transaction([&]() -> Outcome {
        for (const Statement &statement : statements) {
            if (Outcome done = run(statement.text, statement.values); !done) {
                return done;
            }
        }
        return countChange();
    });
}

Result<qint64> AlertFile::version()
{
    return number(QStringLiteral("SELECT value FROM about WHERE name = 'changes'"));
}

Outcome AlertFile::countChange()
{
    return run(QStringLiteral("INSERT INTO about (name, value) VALUES ('changes', 1)"
                              " ON CONFLICT (name) DO UPDATE SET value = value + 1"));
}

} // namespace plimsoll::redis

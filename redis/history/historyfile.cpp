// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyfile.h"

#include "redis/history/bytes.h"
#include "redis/history/chunk.h"
#include "redis/history/historyticks.h"
#include "redis/history/words.h"
#include "redis/types/momentrecord.h"
#include "redis/types/snapshot.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QStorageInfo>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr int historyLayout = 2; // 1: without `judged`
constexpr qint64 historyFullBelow = 1024LL * 1024; ///< free bytes on the disk

// A run is a sequence of ticks with ascending times. `sealed` is the last tick of a series that is in its chunks;
// `first` and `last` are server times, `written` is local time. A definition in `judged` (JudgedDefinitions) applies
// from `time` until the next one of its series, in order of arrival; series 0 stands for all.
constexpr const char *historyTables[] = {
    "CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS series (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL,"
    " source BLOB NOT NULL, figures TEXT NOT NULL, sealed INTEGER NOT NULL DEFAULT 0)",
    "CREATE INDEX IF NOT EXISTS series_by_name ON series (name, kind)",
    "CREATE TABLE IF NOT EXISTS layouts (id INTEGER PRIMARY KEY, series BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS ticks (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, run INTEGER NOT NULL,"
    " layout INTEGER NOT NULL, whole INTEGER NOT NULL, figures BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS judged (id INTEGER PRIMARY KEY, series INTEGER NOT NULL, time INTEGER NOT NULL,"
    " definition BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS judged_of_series ON judged (series, id)",
};
constexpr const char *chunkTables[] = {
    "CREATE TABLE IF NOT EXISTS %1 (id INTEGER PRIMARY KEY, series INTEGER NOT NULL, run INTEGER NOT NULL,"
    " first INTEGER NOT NULL, last INTEGER NOT NULL, written INTEGER NOT NULL, points BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS %1_of_series ON %1 (series, run, first, last)",
    "CREATE INDEX IF NOT EXISTS %1_by_time ON %1 (last, first, series)",
};

QString placeOf(const Endpoint &endpoint)
{
    Endpoint place = endpoint;
    place.user.clear();
    place.password.clear();
    place.tls.reset();
    return place.url();
}

constexpr int noPlace = HistorySeries::noPlace;

/// Identifies a collection by its keys, so that it is recognised after a rename.
QByteArray sourceOf(const CollectionDefinition &collection)
{
    ByteWriter out;
    for (const RoleKeys &keys : collection.keys) {
        out.text(QByteArray(keys.role->id.data(), keys.role->id.size()));
        out.number(keys.templates.size());
        for (const QByteArray &one : keys.templates) {
            out.text(one);
        }
    }
    return out.take();
}

QString fileOf(const QString &dataDir, const QByteArray &identity, QLatin1StringView ending)
{
    const QByteArray hash = QCryptographicHash::hash(identity, QCryptographicHash::Sha256).toHex().left(16);
    return QDir(dataDir).filePath(QLatin1String("history/") + QLatin1String(hash) + ending);
}

} // namespace

QString chunksOf(std::size_t step)
{
    return QStringLiteral("chunks") + QString::number(step);
}

bool isSamePlace(const Endpoint &endpoint, const QString &url)
{
    const auto named = Endpoint::parse(url);
    return named && placeOf(*named) == placeOf(endpoint);
}

QString historyPath(const QString &dataDir, const Endpoint &endpoint, const QString &workspaceName)
{
    return fileOf(dataDir, placeOf(endpoint).toUtf8() + '\n' + workspaceName.toUtf8(), QLatin1StringView(".sqlite"));
}

QString foundPath(const QString &dataDir, const Endpoint &endpoint)
{
    return fileOf(dataDir, placeOf(endpoint).toUtf8(), QLatin1StringView(".found.json"));
}

// Only manual inspection competes with the writer, which must stop within a second on request.
HistoryFile::HistoryFile(const QString &path, For purpose)
    : m_path(path), m_file(path, std::chrono::milliseconds(purpose == For::Writing ? 300 : 5000))
{
}

HistoryFile::~HistoryFile() = default;

Result<std::unique_ptr<HistoryFile>> HistoryFile::open(const QString &path, For purpose)
{
    const QString folder = QFileInfo(path).absolutePath();
    if (purpose == For::Writing && !QDir().mkpath(folder)) {
        return Error{
            ErrorKind::Storage,
            HistoryWords::tr("%1: the history folder cannot be created; choose another with --data-dir").arg(folder)};
    }
    if (purpose == For::Reading && !QFileInfo::exists(path)) {
        return Error{ErrorKind::Storage,
                     HistoryWords::tr("%1: there is no history of this workspace on this server").arg(path)};
    }
    std::unique_ptr<HistoryFile> file(new HistoryFile(realPlace(path), purpose));
    if (!(purpose == For::Writing ? file->m_file.open() : file->m_file.openToRead())) {
        return file->failed(file->m_file.lastError());
    }
    if (file->m_file.isOfAnother(QStringLiteral("series"))) {
        return Error{ErrorKind::Storage, HistoryWords::tr("%1: not a history of Plimsoll").arg(path)};
    }
    if (purpose == For::Writing) {
        // Contains names of collections and their load: readable by the owner only.
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    }
    if (Outcome prepared = file->prepare(purpose); !prepared) {
        return prepared.error();
    }
    return file;
}

Outcome HistoryFile::prepare(For purpose)
{
    const Result<qint64> found = number(QStringLiteral("PRAGMA user_version"));
    if (!found) {
        return found.error();
    }
    if (*found > historyLayout) {
        return Error{ErrorKind::Storage,
                     HistoryWords::tr("%1: written by a newer Plimsoll (layout %2, this one knows %3)")
                         .arg(m_path, QString::number(*found), QString::number(historyLayout))};
    }
    if (purpose == For::Writing) {
        // No fsync per commit: a killed process loses nothing, a power failure loses some seconds.
        for (const char *pragma :
             {"PRAGMA page_size = 8192", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"}) {
            if (Outcome done = run(QString::fromLatin1(pragma)); !done) {
                return done;
            }
        }
        Outcome made = transaction([this]() -> Outcome {
            for (const char *table : historyTables) {
                if (Outcome done = run(QString::fromLatin1(table)); !done) {
                    return done;
                }
            }
            for (std::size_t step = 0; step < historySteps.size(); ++step) {
                for (const char *table : chunkTables) {
                    if (Outcome done = run(QString::fromLatin1(table).replace(QLatin1String("%1"), chunksOf(step)));
                        !done) {
                        return done;
                    }
                }
            }
            return run(QStringLiteral("PRAGMA user_version = %1").arg(historyLayout));
        });
        if (!made) {
            return made;
        }
    } else if (*found == 0) {
        return Error{ErrorKind::Storage,
                     HistoryWords::tr("%1: there is no history of this workspace on this server").arg(m_path)};
    }
    const Result<qint64> size = number(QStringLiteral("PRAGMA page_size"));
    m_pageSize = size ? *size : 0;
    return size ? Outcome(Done{}) : size.error();
}

Error HistoryFile::failed(const QString &why) const
{
    QString text = QStringLiteral("%1: %2").arg(m_path, why);
    const QStorageInfo disk(QFileInfo(m_path).absolutePath());
    if (disk.isValid() && disk.bytesAvailable() < historyFullBelow) {
        text += HistoryWords::tr("; the disk is full: free some space, or choose another folder with --data-dir");
    }
    return {ErrorKind::Storage, text};
}

Outcome HistoryFile::eachRow(const QString &statement, const QVariantList &values, const ReadRow &read) const
{
    auto found = m_statements.find(statement);
    if (found == m_statements.end()) {
        QSqlQuery query(m_file.database());
        query.setForwardOnly(true);
        if (!query.prepare(statement)) {
            return failed(query.lastError().databaseText());
        }
        found = m_statements.emplace(statement, std::move(query)).first;
    }
    QSqlQuery &query = found->second;
    for (int i = 0; i < values.size(); ++i) {
        query.bindValue(i, values[i]);
    }
    query.exec();
    const QSqlError error = readRows(query, read);
    return error.isValid() ? Outcome(failed(error.databaseText())) : Outcome(Done{});
}

Outcome HistoryFile::run(const QString &statement, const QVariantList &values) const
{
    return eachRow(statement, values, [](const QSqlQuery &) { return false; });
}

Result<qint64> HistoryFile::number(const QString &statement, const QVariantList &values, qint64 fallback) const
{
    const auto found = firstRow(statement, values, [fallback](const QSqlQuery &row) {
        return row.value(0).isNull() ? fallback : row.value(0).toLongLong();
    });
    return found ? Result<qint64>(found->value_or(fallback)) : found.error();
}

Outcome HistoryFile::transaction(const std::function<Outcome()> &body)
{
    return inTransaction([this](const QString &statement) { return run(statement); }, body, [this] { letGo(); });
}

void HistoryFile::letGo()
{
    for (auto &[text, query] : m_statements) {
        query.finish();
    }
}

Outcome HistoryFile::reading(const std::function<Outcome()> &body)
{
    const auto read = [this, &body]() -> Outcome {
        if (Outcome begun = run(QStringLiteral("BEGIN")); !begun) {
            return begun;
        }
        Outcome done = body();
        letGo();
        (void)run(QStringLiteral("COMMIT"));
        return done;
    };
    return readWhole(m_file, read, [this]() -> Outcome {
        m_statements.clear();
        return m_file.openToRead() ? Outcome(Done{}) : failed(m_file.lastError());
    });
}

Result<qint64> HistoryFile::bytes()
{
    const Result<qint64> pages = number(QStringLiteral("PRAGMA page_count"));
    const Result<qint64> unused = number(QStringLiteral("PRAGMA freelist_count"));
    if (!pages || !unused) {
        return pages ? unused.error() : pages.error();
    }
    return (*pages - *unused) * m_pageSize;
}

Result<qint64> addSeries(HistoryFile &file, const QString &name, const QString &kind, const QByteArray &source,
                         const QString &figures)
{
    const Outcome done =
        file.run(QStringLiteral("INSERT INTO series (name, kind, source, figures) VALUES (?, ?, ?, ?)"),
                 {name, kind, source, figures});
    return done ? file.number(QStringLiteral("SELECT last_insert_rowid()")) : done.error();
}

Result<HistorySeries> findSeries(HistoryFile &file, const Snapshot &snapshot, std::size_t row)
{
    const SnapshotLayout &layout = *snapshot.layout;
    const SnapshotLayout::Row &at = layout.rows[row];
    const QString kind(at.kind->id);
    const CollectionDefinition *definition =
        layout.workspace && row < layout.workspace->collections.size() ? &layout.workspace->collections[row] : nullptr;
    const QByteArray source = definition != nullptr ? sourceOf(*definition) : QByteArray("");
    const auto find = [&](const QString &condition, const QVariantList &values) -> Result<QStringList> {
        auto found = file.firstRow(
            QLatin1String("SELECT id, figures, name FROM series WHERE ") + condition, values, [](const QSqlQuery &one) {
                return QStringList{one.value(0).toString(), one.value(1).toString(), one.value(2).toString()};
            });
        return found ? Result<QStringList>(found->value_or(QStringList())) : found.error();
    };
    Result<QStringList> found = find(QStringLiteral("name = ? AND kind = ?"), {at.name, kind});
    if (found && found->isEmpty() && definition != nullptr) {
        // Renamed: the same keys, and the workspace no longer has the old name.
        found = find(QStringLiteral("kind = ? AND source = ? ORDER BY sealed DESC"), {kind, source});
        if (found && !found->isEmpty() && layout.rowNamed(found->at(2)) >= 0) {
            found->clear();
        }
    }
    if (!found) {
        return found.error();
    }
    QStringList figures = found->isEmpty() ? QStringList() : found->at(1).split(u'\n', Qt::SkipEmptyParts);
    HistorySeries made;
    made.places.assign(static_cast<std::size_t>(figures.size()), noPlace);
    const auto placeAs = [&](const QString &id, int place, bool isWanted) {
        qsizetype column = figures.indexOf(id);
        if (column < 0 && isWanted) {
            column = figures.size();
            figures << id;
            made.places.push_back(noPlace);
        }
        if (column >= 0) {
            made.places[static_cast<std::size_t>(column)] = place;
        }
    };
    const int count = static_cast<int>(at.figures().size());
    for (int i = 0; i < count; ++i) {
        placeAs(QString(at.figures()[static_cast<std::size_t>(i)].id), i, true);
    }
    for (int i = 0; i < count; ++i) {
        placeAs(QString(at.figures()[static_cast<std::size_t>(i)].id) + lowerBoundMark, HistorySeries::boundOf(i),
                snapshot.isAtLeast(row, i));
    }
    const QString names = figures.join(u'\n');
    if (found->isEmpty()) {
        const Result<qint64> added = addSeries(file, at.name, kind, source, names);
        made.id = added ? *added : 0;
        return added ? Result<HistorySeries>(std::move(made)) : added.error();
    }
    made.id = found->at(0).toLongLong();
    const Outcome done = file.run(QStringLiteral("UPDATE series SET name = ?, source = ?, figures = ? WHERE id = ?"),
                                  {at.name, source, names, made.id});
    return done ? Result<HistorySeries>(std::move(made)) : done.error();
}

Result<HistorySeries> findServerSeries(HistoryFile &file)
{
    const QString figures = serverFigureIds().join(u'\n');
    Result<qint64> id = file.number(
        QStringLiteral("SELECT id FROM series WHERE name = '' AND kind = ? AND figures = ?"), {serverSeries, figures});
    if (id && *id == 0) {
        id = addSeries(file, QStringLiteral(""), serverSeries, "", figures);
    }
    if (!id) {
        return id.error();
    }
    return HistorySeries{*id, std::vector<int>(static_cast<std::size_t>(serverFigureIds().size()))};
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historywriter.h"

#include "redis/history/figuredeltas.h"
#include "redis/history/historyticks.h"
#include "redis/history/words.h"
#include "redis/types/serverfigures.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t mostTicks = 10'000; ///< per stream, while writing fails
constexpr qint64 wholeEvery = 60; ///< ticks from one complete tick to the next: the most to read for one moment
constexpr int gapIntervals = 20; ///< a pause of more than 20 intervals and 10 minutes ends a chunk

/// Rounds for storage: durations to whole milliseconds, rates to hundredths, everything else unchanged.
double kept(double value, Unit unit)
{
    switch (unit) {
    case Unit::Duration:
        return std::nearbyint(value) + 0.0; // no negative zero
    case Unit::PerMinute:
    case Unit::Frequency:
        return std::abs(value) < 1e12 ? std::nearbyint(value * 100) / 100 + 0.0 : value;
    case Unit::Count:
    case Unit::Score:
        break;
    }
    return value + 0.0;
}

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

} // namespace

HistoryWriter::HistoryWriter(QString path, HistoryOptions options) : m_path(realPlace(path)), m_options(options) { }

HistoryWriter::~HistoryWriter()
{
    const bool isAnyUnwritten = m_isBehind || m_isUnpacked || !m_unwritten.empty();
    if (isAnyUnwritten && QFileInfo::exists(QFileInfo(m_path).absolutePath())) {
        (void)open(); // The file may have been removed.
    }
    close();
}

void HistoryWriter::close()
{
    if (m_file && (m_isBehind || m_isUnpacked)) { // last attempt: no one else holds these ticks
        leaveAll();
        (void)work(true);
    }
    m_isBehind = m_isUnpacked = false;
    m_file.reset();
    m_lock.reset();
    m_layout.reset();
    m_rows.clear();
    m_left.clear();
    m_written.clear();
    m_before.clear();
    m_judgedOf.reset();
    m_judged.clear();
    m_forgotten = 0; // ticks of another file are numbered anew
    m_held = 0;
}

void HistoryWriter::fail(const Error &error)
{
    m_state = {HistoryState::Is::Failing, error.message};
}

bool HistoryWriter::open()
{
    if (m_file && !m_file->isLost() && m_lock->isHeld()) {
        return true;
    }
    if (m_file && m_file->isLost()) {
        leaveFile();
    }
    close();
    const QString folder = QFileInfo(m_path).absolutePath();
    if (!QDir().mkpath(folder)) {
        fail({ErrorKind::Storage,
              HistoryWords::tr("%1: the folder of the history cannot be made; name another one with --data-dir")
                  .arg(folder)});
        return false;
    }
    auto lock = std::make_unique<ProcessLock>(m_path + QLatin1String(".lock"));
    if (!lock->tryLock()) {
        if (lock->trouble().isEmpty()) {
            m_state = {HistoryState::Is::Elsewhere,
                       HistoryWords::tr("%1: another process keeps this history").arg(m_path)};
        } else {
            fail({ErrorKind::Storage, QStringLiteral("%1.lock: %2").arg(m_path, lock->trouble())});
        }
        return false;
    }
    auto file = HistoryFile::open(m_path, HistoryFile::For::Writing);
    if (!file) {
        fail(file.error());
        return false;
    }
    m_file = std::move(*file);
    m_lock = std::move(lock);
    Outcome loaded = load();
    if (loaded) {
        loaded = goOn();
    }
    if (!loaded) {
        fail(loaded.error());
        close();
        return false;
    }
    return true;
}

Outcome HistoryWriter::load()
{
    const Result<qint64> tick = m_file->number(QStringLiteral("SELECT MAX(id) FROM ticks"));
    const Result<qint64> sealed = m_file->number(QStringLiteral("SELECT MAX(sealed) FROM series"));
    const Result<qint64> run = m_file->number(QStringLiteral("SELECT MAX(run) FROM ticks"));
    const Result<qint64> packed = m_file->number(QStringLiteral("SELECT MAX(run) FROM chunks0"));
    for (const Result<qint64> *one : {&tick, &sealed, &run, &packed}) {
        if (!*one) {
            return one->error();
        }
    }
    m_nextTick = std::max(*tick, *sealed) + 1;
    m_run = std::max(*run, *packed);
    const Result<qint64> last =
        m_file->number(QStringLiteral("SELECT MAX(time) FROM ticks WHERE run = ?"), {m_run}, -1);
    const Result<qint64> chunk =
        m_file->number(QStringLiteral("SELECT MAX(last) FROM chunks0 WHERE run = ?"), {m_run}, -1);
    if (!last || !chunk) {
        return last ? chunk.error() : last.error();
    }
    const qint64 newest = std::max(*last, *chunk);
    m_last = newest >= 0 ? std::optional(milliseconds(newest)) : std::nullopt;
    const Outcome judged = loadJudged();
    return judged ? loadTicks() : judged;
}

/// Rebuilds streams from the ticks that an earlier process did not pack.
Outcome HistoryWriter::loadTicks()
{
    const qint64 newestRun = m_run;
    Result<QSqlQuery *> query = m_file->select(ticksFrom, {0});
    if (!query) {
        return query.error();
    }
    std::map<qint64, qint64> sealed;
    if (Result<QSqlQuery *> all = m_file->select(QStringLiteral("SELECT id, sealed FROM series"))) {
        while ((*all)->next()) {
            sealed[(*all)->value(0).toLongLong()] = (*all)->value(1).toLongLong();
        }
        (*all)->finish();
    }
    Ticks ticks;
    qint64 layout = 0;
    while ((*query)->next()) {
        const QSqlQuery &row = **query;
        const bool known = ticks.next(row);
        const qint64 run = row.value(2).toLongLong();
        if (row.value(3).toLongLong() != layout || m_run != run) {
            leaveAll();
            m_run = run;
            layout = row.value(3).toLongLong();
            m_rows.clear();
            for (const auto &[series, place] : ticks.series()) {
                Row &made = m_rows.emplace_back();
                made.series = series;
                made.first = place.first;
                made.places.resize(place.second);
            }
            m_before.clear();
        }
        if (known) {
            m_figures.assign(ticks.figures().begin(), ticks.figures().end());
            follow(milliseconds(row.value(1).toLongLong()), row.value(0).toLongLong(), true);
        }
    }
    (*query)->finish();
    leaveAll();
    m_rows.clear();
    m_run = newestRun;
    std::erase_if(m_left, [&](const Stream &stream) { return stream.lastTick <= sealed[stream.series]; });
    // A partly packed stream remains: seal() skips the ticks already packed.
    return Done{};
}

Outcome HistoryWriter::findSeries(const Snapshot &snapshot, std::size_t row, Row &made)
{
    const SnapshotLayout &layout = *snapshot.layout;
    const SnapshotLayout::Row &at = layout.rows[row];
    const QString kind(at.kind->id);
    const CollectionDefinition *definition =
        layout.workspace && row < layout.workspace->collections.size() ? &layout.workspace->collections[row] : nullptr;
    const QByteArray source = definition != nullptr ? sourceOf(*definition) : QByteArray("");
    const auto find = [&](const QString &condition, const QVariantList &values) -> Result<QStringList> {
        const auto query =
            m_file->select(QLatin1String("SELECT id, figures, name FROM series WHERE ") + condition, values);
        if (!query) {
            return query.error();
        }
        QStringList found;
        while (found.isEmpty() && (*query)->next()) {
            found = {(*query)->value(0).toString(), (*query)->value(1).toString(), (*query)->value(2).toString()};
        }
        (*query)->finish();
        return found;
    };
    Result<QStringList> found = find(QStringLiteral("name = ? AND kind = ?"), {at.name, kind});
    if (found && found->isEmpty() && definition != nullptr) {
        // Renamed: the same keys, and the workspace no longer has the old name.
        found = find(QStringLiteral("kind = ? AND source = ? ORDER BY sealed DESC"), {kind, source});
        if (found && !found->isEmpty()
            && std::any_of(layout.rows.begin(), layout.rows.end(),
                           [&](const SnapshotLayout::Row &other) { return other.name == found->at(2); })) {
            found->clear();
        }
    }
    if (!found) {
        return found.error();
    }
    QStringList figures = found->isEmpty() ? QStringList() : found->at(1).split(u'\n', Qt::SkipEmptyParts);
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
        placeAs(QString(at.figures()[static_cast<std::size_t>(i)].id) + lowerBoundMark, boundOf(i),
                snapshot.isAtLeast(row, i));
    }
    const QString names = figures.join(u'\n');
    if (found->isEmpty()) {
        return addSeries(at.name, kind, source, names, made);
    }
    made.series = found->at(0).toLongLong();
    return m_file->run(QStringLiteral("UPDATE series SET name = ?, source = ?, figures = ? WHERE id = ?"),
                       {at.name, source, names, made.series});
}

Outcome HistoryWriter::addSeries(const QString &name, const QString &kind, const QByteArray &source,
                                 const QString &figures, Row &made)
{
    if (Outcome done =
            m_file->run(QStringLiteral("INSERT INTO series (name, kind, source, figures) VALUES (?, ?, ?, ?)"),
                        {name, kind, source, figures});
        !done) {
        return done;
    }
    const Result<qint64> id = m_file->number(QStringLiteral("SELECT last_insert_rowid()"));
    made.series = id ? *id : 0;
    return id ? Outcome(Done{}) : id.error();
}

Outcome HistoryWriter::arrange(const Snapshot &snapshot)
{
    std::vector<Row> rows(snapshot.layout->rows.size() + 1);
    qint64 id = 0;
    Outcome arranged = m_file->transaction([&]() -> Outcome {
        ByteWriter out;
        std::size_t columns = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const bool isServer = i + 1 == rows.size();
            if (Outcome found = isServer ? findServer(rows[i]) : findSeries(snapshot, i, rows[i]); !found) {
                return found;
            }
            rows[i].first = columns;
            columns += rows[i].places.size();
            // Spread over time, so that not all are packed in the same second.
            rows[i].sealAt = chunkTicks / 2 + static_cast<std::size_t>(rows[i].series) * 61 % (chunkTicks / 2);
            out.number(static_cast<quint64>(rows[i].series));
            out.number(rows[i].places.size());
        }
        if (Outcome done = m_file->run(QStringLiteral("INSERT INTO layouts (series) VALUES (?)"), {out.bytes()});
            !done) {
            return done;
        }
        const Result<qint64> made = m_file->number(QStringLiteral("SELECT last_insert_rowid()"));
        id = made ? *made : 0;
        return made ? Outcome(Done{}) : made.error();
    });
    if (!arranged) {
        return arranged;
    }
    leaveAll();
    m_rows = std::move(rows);
    m_layout = snapshot.layout;
    m_layoutId = id;
    m_written.clear();
    m_before.clear();
    m_turn = 0;
    return Done{};
}

void HistoryWriter::addTick(const Snapshot &snapshot)
{
    m_figures.clear();
    for (std::size_t row = 0; row < m_layout->rows.size(); ++row) {
        const auto figures = m_layout->rows[row].figures();
        const auto values = snapshot.figuresOf(row);
        for (const int place : m_rows[row].places) {
            const int figure = place < noPlace ? boundOf(place) : place;
            const auto at = static_cast<std::size_t>(figure);
            // A figure that is not completely read yet would show as a false dip.
            const bool isKept = place != noPlace && !snapshot.isPartial(row, figure);
            m_figures.push_back(!isKept         ? unknownFigure
                                    : place < 0 ? (snapshot.isAtLeast(row, figure) ? 1 : unknownFigure)
                                                : kept(values[at], figures[at].unit));
        }
    }
    const auto server = serverFigures(snapshot.server.summary());
    m_figures.insert(m_figures.end(), server.begin(), server.end());
}

/// Returns whether each lower-bound figure has a column for its flag.
bool HistoryWriter::hasRoomFor(const Snapshot &snapshot) const
{
    for (std::size_t row = 0; row < m_layout->rows.size(); ++row) {
        const std::vector<int> &places = m_rows[row].places;
        for (int i = 0; i < static_cast<int>(m_layout->rows[row].figures().size()); ++i) {
            if (snapshot.isAtLeast(row, i) && !snapshot.isPartial(row, i)
                && std::find(places.begin(), places.end(), boundOf(i)) == places.end()) {
                return false;
            }
        }
    }
    return true;
}

void HistoryWriter::beginRunWhereTimeWentBack(milliseconds time)
{
    if (m_last && time < *m_last) {
        leaveAll();
        ++m_run;
        m_written.clear();
        m_judgedOf.reset(); // definitions must apply from the earlier time, too
        m_judged.clear();
    } else if (m_last) {
        const milliseconds passed = time - *m_last;
        if (passed > std::max<milliseconds>(std::chrono::minutes(10), gapIntervals * m_interval)) {
            leaveAll();
        }
        m_interval = passed;
    }
    m_last = time;
}

Outcome HistoryWriter::writeTick(milliseconds time, qint64 tick)
{
    const bool whole = m_written.empty() || m_sinceWhole >= wholeEvery;
    ByteWriter out;
    writeFigures(out, m_figures, whole ? std::span<const double>() : std::span<const double>(m_written));
    Judged judged;
    Outcome written = m_file->transaction([&]() -> Outcome {
        if (Outcome kept = keepJudged(time, judged); !kept) {
            return kept;
        }
        return m_file->run(
            QStringLiteral("INSERT INTO ticks (id, time, run, layout, whole, figures) VALUES (?, ?, ?, ?, ?, ?)"),
            {tick, qint64(time.count()), m_run, m_layoutId, whole,
             out.bytes().isNull() ? QByteArray("") : out.bytes()});
    });
    if (written) {
        m_written = m_figures;
        m_sinceWhole = whole ? 1 : m_sinceWhole + 1;
        m_judgedOf = m_layout->workspace;
        judged.merge(m_judged);
        m_judged = std::move(judged);
    } else {
        m_written.clear();
    }
    return written;
}

void HistoryWriter::follow(milliseconds time, qint64 tick, bool isOnDisk)
{
    m_held = 0;
    for (const Stream &stream : m_left) {
        m_held += stream.bytes.size();
    }
    for (Row &row : m_rows) {
        Stream &stream = row.stream;
        const auto now = std::span<const double>(m_figures).subspan(row.first, row.places.size());
        m_held += stream.bytes.size();
        if (m_held > m_options.waiting && !isOnDisk) { // writing failed for long: dropped, leaving a gap
            leave(stream);
            continue;
        }
        if (stream.count >= mostTicks) {
            leave(stream);
        }
        const bool begins = stream.count == 0 || m_before.empty();
        if (stream.count == 0) {
            stream = {row.series, m_run, row.places.size(), time, time, tick, tick, 0, {}};
        }
        ByteWriter out(std::move(stream.bytes));
        out.number(static_cast<quint64>((time - stream.last).count()));
        out.number(static_cast<quint64>(tick - stream.lastTick));
        writeFigures(out, now,
                     begins ? std::span<const double>()
                            : std::span<const double>(m_before).subspan(row.first, row.places.size()));
        stream.bytes = out.take();
        stream.last = time;
        stream.lastTick = tick;
        ++stream.count;
    }
    m_before = m_figures;
}

void HistoryWriter::leave(Stream &stream)
{
    if (stream.count > 0) {
        m_left.push_back(std::move(stream));
    }
    stream = {};
}

void HistoryWriter::leaveAll()
{
    for (Row &row : m_rows) {
        leave(row.stream);
    }
}

const HistoryState &HistoryWriter::apply(const Snapshot &snapshot)
{
    if (!open()) {
        return m_state;
    }
    if (snapshot.layout != m_layout || !hasRoomFor(snapshot)) {
        if (Outcome arranged = arrange(snapshot); !arranged) {
            fail(arranged.error());
            return m_state;
        }
    }
    beginRunWhereTimeWentBack(snapshot.serverTime);
    addTick(snapshot);
    const qint64 tick = m_nextTick++;
    Outcome written = writeTick(snapshot.serverTime, tick);
    follow(snapshot.serverTime, tick, written.ok());
    if (!written) {
        m_isBehind = true;
    } else if (std::exchange(m_isBehind, false)) {
        leaveAll(); // pack at once: unwritten ticks exist only in memory
        m_isUnpacked = true;
    }
    if (Outcome worked = work(false); written && !worked) {
        written = worked;
    }
    if (written) {
        m_state = {};
    } else {
        fail(written.error());
    }
    return m_state;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historywriter.h"

#include "redis/history/figuredeltas.h"
#include "redis/history/historyticks.h"
#include "redis/history/words.h"
#include "redis/types/momentrecord.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t mostTicks = 10'000; ///< per stream, while writing fails
constexpr qint64 wholeEvery = 60; ///< ticks from one complete tick to the next: the most to read for one moment
constexpr qint64 forgetEvery = 30; ///< ticks
constexpr std::chrono::microseconds pressedBudget{400'000}; ///< still ends within a second
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

} // namespace

HistoryWriter::HistoryWriter(const QString &path, HistoryOptions options) : m_path(realPlace(path)), m_options(options)
{
}

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
        fail(
            {ErrorKind::Storage,
             HistoryWords::tr("%1: the history folder cannot be created; choose another with --data-dir").arg(folder)});
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
    const Outcome judged = m_judged.load(*m_file);
    return judged ? loadTicks() : judged;
}

/// Rebuilds streams from the ticks that an earlier process did not pack.
Outcome HistoryWriter::loadTicks()
{
    const qint64 newestRun = m_run;
    std::map<qint64, qint64> sealed;
    Outcome read =
        m_file->eachRow(QStringLiteral("SELECT id, sealed FROM series"), {}, [&sealed](const QSqlQuery &row) {
            sealed[row.value(0).toLongLong()] = row.value(1).toLongLong();
            return true;
        });
    if (!read) {
        return read;
    }
    Ticks ticks;
    qint64 layout = 0;
    read = m_file->eachRow(ticksFrom, {0}, [&](const QSqlQuery &row) {
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
        return true;
    });
    if (!read) {
        return read;
    }
    leaveAll();
    m_rows.clear();
    m_run = newestRun;
    std::erase_if(m_left, [&](const HistoryStream &stream) { return stream.lastTick <= sealed[stream.series]; });
    // A partly packed stream remains: seal() skips the ticks already packed.
    return Done{};
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
            Result<HistorySeries> found = isServer ? findServerSeries(*m_file) : findSeries(*m_file, snapshot, i);
            if (!found) {
                return found.error();
            }
            rows[i].series = found->id;
            rows[i].places = std::move(found->places);
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
            const int figure = place < HistorySeries::noPlace ? HistorySeries::boundOf(place) : place;
            const auto at = static_cast<std::size_t>(figure);
            // A figure that is not completely read yet would show as a false dip.
            const bool isKept = place != HistorySeries::noPlace && !snapshot.isPartial(row, figure);
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
                && std::find(places.begin(), places.end(), HistorySeries::boundOf(i)) == places.end()) {
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
        m_judged.clear(); // definitions must apply from the earlier time, too
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
    const auto seriesOf = [this](std::size_t row) { return m_rows[row].series; };
    Outcome written = m_file->transaction([&]() -> Outcome {
        Outcome kept = m_judged.store(*m_file, m_layout->workspace, m_rows.size(), seriesOf, time, m_options.age);
        if (!kept) {
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
        m_judged.confirm(m_layout->workspace);
    } else {
        m_written.clear();
    }
    return written;
}

void HistoryWriter::follow(milliseconds time, qint64 tick, bool isOnDisk)
{
    m_held = 0;
    for (const HistoryStream &stream : m_left) {
        m_held += stream.bytes.size();
    }
    for (Row &row : m_rows) {
        HistoryStream &stream = row.stream;
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

void HistoryWriter::leave(HistoryStream &stream)
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

/// Background work on recorded ticks, one slice per tick: packs those that are due, deletes old data.
Outcome HistoryWriter::work(bool all)
{
    const auto start = std::chrono::steady_clock::now();
    const bool isTooMuch = m_held > m_options.waiting; // many busy collections: pack early
    const auto budget = isTooMuch ? std::max(m_options.budget, pressedBudget) : m_options.budget;
    const auto isOver = [&] { return !all && std::chrono::steady_clock::now() - start > budget; };
    const auto isDue = [isTooMuch](const Row &row) { return row.stream.count >= (isTooMuch ? 1 : row.sealAt); };
    const bool isAnyDue =
        !m_left.empty() || m_nextTick % forgetEvery == 0 || std::any_of(m_rows.begin(), m_rows.end(), isDue);
    if (!isAnyDue) {
        return Done{};
    }
    HistoryPacker packer(*m_file);
    std::size_t packed = 0; // number of leftover streams packed
    std::vector<Row *> sealed;
    Outcome done = m_file->transaction([&]() -> Outcome {
        for (; packed < m_left.size() && !isOver(); ++packed) {
            if (Outcome one = packer.pack(m_left[packed]); !one) {
                return one;
            }
        }
        // Older streams of the same collection must be packed first.
        for (std::size_t i = 0; packed == m_left.size() && i < m_rows.size() && !isOver(); ++i) {
            m_turn = (m_turn + 1) % m_rows.size();
            Row &row = m_rows[m_turn];
            if (isDue(row)) {
                if (Outcome one = packer.pack(row.stream); !one) {
                    return one;
                }
                sealed.push_back(&row);
            }
        }
        if (m_nextTick % forgetEvery == 0) {
            if (Outcome forgotten = forgetTicks(); !forgotten) {
                return forgotten;
            }
            return packer.keepSize(m_options.bytes, m_options.age, m_last.value_or(milliseconds(0)));
        }
        return Done{};
    });
    if (done) {
        m_left.erase(m_left.begin(), m_left.begin() + static_cast<std::ptrdiff_t>(packed));
        m_isUnpacked = m_isUnpacked && !m_left.empty();
        for (Row *row : sealed) {
            row->stream = {};
            row->sealAt = chunkTicks;
        }
    }
    return done;
}

/// Deletes ticks that all collections have in chunks, up to the last complete one.
Outcome HistoryWriter::forgetTicks()
{
    qint64 needed = m_nextTick - 1;
    for (const HistoryStream &stream : m_left) {
        needed = std::min(needed, stream.firstTick);
    }
    for (const Row &row : m_rows) {
        needed = row.stream.count > 0 ? std::min(needed, row.stream.firstTick) : needed;
    }
    const Result<qint64> whole = m_file->number(
        QStringLiteral("SELECT id FROM ticks WHERE id <= ? AND whole = 1 ORDER BY id DESC LIMIT 1"), {needed});
    if (!whole) {
        return whole.error();
    }
    if (*whole <= m_forgotten) {
        return Done{};
    }
    if (Outcome done = m_file->run(QStringLiteral("DELETE FROM ticks WHERE id < ?"), {*whole}); !done) {
        return done;
    }
    m_forgotten = *whole;
    return m_file->run(QStringLiteral("DELETE FROM layouts WHERE id < (SELECT MIN(layout) FROM ticks)"));
}

void HistoryWriter::settle()
{
    if (open()) {
        (void)work(true);
    }
}

/// Called when the file was removed or replaced: further writes to it would be lost.
/// The lost file is still open and provides the names of its series. Its content on disk is gone.
void HistoryWriter::leaveFile()
{
    m_notice = QFileInfo::exists(m_path)
        ? HistoryWords::tr("%1: replaced by another file; the history continues there").arg(m_path)
        : HistoryWords::tr("%1: removed; the history starts again in a new file").arg(m_path);
    if (m_isBehind) {
        leaveAll();
    } else if (!m_isUnpacked) {
        m_left.clear();
    }
    for (HistoryStream &stream : m_left) {
        (void)m_file->eachRow(QStringLiteral("SELECT name, kind, source, figures FROM series WHERE id = ?"),
                              {stream.series}, [&](const QSqlQuery &row) {
                                  m_unwritten.push_back(
                                      {row.value(0).toString(), row.value(1).toString(), row.value(2).toByteArray(),
                                       row.value(3).toString().split(u'\n', Qt::SkipEmptyParts), std::move(stream)});
                                  return false;
                              });
    }
    m_left.clear();
    m_isBehind = m_isUnpacked = false;
}

/// Continues in the new file with the unwritten streams, as runs after those already in it.
Outcome HistoryWriter::goOn()
{
    if (m_unwritten.empty()) {
        return Done{};
    }
    const auto extremes = [this](auto what) {
        const auto [least, most] =
            std::minmax_element(m_unwritten.begin(), m_unwritten.end(), [what](const Unwritten &a, const Unwritten &b) {
                return what(a.stream) < what(b.stream);
            });
        return std::pair(what(least->stream), what(most->stream));
    };
    const auto [firstTick, anyTick] = extremes([](const HistoryStream &stream) { return stream.firstTick; });
    const auto [anyLast, lastTick] = extremes([](const HistoryStream &stream) { return stream.lastTick; });
    const auto [firstRun, lastRun] = extremes([](const HistoryStream &stream) { return stream.run; });
    const auto [anyTime, last] = extremes([](const HistoryStream &stream) { return stream.last; });
    const qint64 ticks = std::max<qint64>(0, m_nextTick - firstTick);
    const qint64 runs = (m_last ? m_run + 1 : 0) - firstRun;
    const std::optional<milliseconds> after = m_last && *m_last <= last ? m_last : std::nullopt;
    Outcome found = m_file->transaction([&]() -> Outcome {
        for (Unwritten &one : m_unwritten) {
            if (Outcome gone = goOnWith(one); !gone) {
                return gone;
            }
        }
        return Done{};
    });
    if (!found) {
        return found;
    }
    for (Unwritten &one : m_unwritten) {
        HistoryStream &stream = m_left.emplace_back(std::move(one.stream));
        stream.firstTick += ticks;
        stream.lastTick += ticks;
        stream.run += runs;
        stream.after = after;
    }
    m_unwritten.clear();
    m_isUnpacked = true;
    m_nextTick = std::max(m_nextTick, lastTick + ticks + 1);
    m_run = lastRun + runs;
    m_last = last;
    return Done{};
}

Outcome HistoryWriter::goOnWith(Unwritten &one)
{
    const auto series = m_file->firstRow(
        QStringLiteral("SELECT id, figures FROM series WHERE name = ? AND kind = ?"), {one.name, one.kind},
        [](const QSqlQuery &row) { return std::pair(row.value(0).toLongLong(), row.value(1).toString()); });
    if (!series) {
        return series.error();
    }
    if (!*series) {
        const Result<qint64> added = addSeries(
            *m_file, one.name, one.kind, one.source.isNull() ? QByteArray("") : one.source, one.figures.join(u'\n'));
        one.stream.series = added ? *added : 0;
        one.stream.places.clear();
        return added ? Outcome(Done{}) : added.error();
    }
    one.stream.series = (*series)->first;
    QStringList figures = (*series)->second.split(u'\n', Qt::SkipEmptyParts);
    one.stream.places.clear();
    for (std::size_t column = 0; column < one.stream.columns; ++column) {
        const QString &id = one.figures[static_cast<qsizetype>(column)];
        if (!figures.contains(id)) {
            figures << id;
        }
        one.stream.places.push_back(static_cast<std::size_t>(figures.indexOf(id)));
    }
    return m_file->run(QStringLiteral("UPDATE series SET figures = ? WHERE id = ?"),
                       {figures.join(u'\n'), one.stream.series});
}

} // namespace plimsoll::redis

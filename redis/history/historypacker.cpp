// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historypacker.h"

#include "redis/history/bytes.h"
#include "redis/history/chunk.h"
#include "redis/history/figuredeltas.h"
#include "redis/history/rollup.h"
#include "redis/types/snapshot.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr int forgetAtOnce = 200; ///< chunks per deletion

milliseconds machineNow()
{
    return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch());
}

} // namespace

Outcome HistoryPacker::pack(const HistoryStream &stream)
{
    const Result<qint64> before =
        m_file.number(QStringLiteral("SELECT sealed FROM series WHERE id = ?"), {stream.series});
    if (!before) {
        return before.error();
    }
    HistoryColumns columns;
    const auto &places = stream.places;
    columns.figures.resize(places.empty() ? stream.columns : *std::max_element(places.begin(), places.end()) + 1);
    std::vector<double> figures(stream.columns, unknownFigure);
    ByteReader in(stream.bytes);
    milliseconds time = stream.first;
    qint64 tick = stream.firstTick;
    for (std::size_t i = 0; i < stream.count; ++i) {
        time += milliseconds(static_cast<qint64>(in.number()));
        tick += static_cast<qint64>(in.number());
        readFigures(in, figures);
        if (tick <= *before || (stream.after && time <= *stream.after)) {
            continue; // packed by an earlier process
        }
        columns.times.push_back(time);
        for (HistoryBand &band : columns.figures) {
            band.low.push_back(unknownFigure);
        }
        for (std::size_t figure = 0; figure < stream.columns; ++figure) {
            columns.figures[places.empty() ? figure : places[figure]].low.back() = figures[figure];
        }
    }
    if (columns.size() == 0) {
        return Done{};
    }
    if (Outcome done =
            m_file.run(QStringLiteral("INSERT INTO chunks0 (series, run, first, last, written, points)"
                                      " VALUES (?, ?, ?, ?, ?, ?)"),
                       {stream.series, stream.run, qint64(columns.times.front().count()),
                        qint64(columns.times.back().count()), qint64(machineNow().count()), packChunk(columns, 0)});
        !done) {
        return done;
    }
    if (Outcome done =
            m_file.run(QStringLiteral("UPDATE series SET sealed = ? WHERE id = ?"), {stream.lastTick, stream.series});
        !done) {
        return done;
    }
    // The run before the clock was set back is complete now.
    const Result<qint64> earlier =
        m_file.number(QStringLiteral("SELECT run FROM chunks0 WHERE series = ? AND run < ? ORDER BY run DESC LIMIT 1"),
                      {stream.series, stream.run}, -1);
    if (!earlier) {
        return earlier.error();
    }
    if (*earlier >= 0) {
        if (Outcome done = rollUp(stream.series, *earlier, 0, true); !done) {
            return done;
        }
    }
    return rollUp(stream.series, stream.run, 0, false);
}

Outcome HistoryPacker::rollUp(qint64 series, qint64 run, std::size_t step, bool toTheEnd)
{
    const std::size_t next = step + 1;
    if (next == historySteps.size()) {
        return Done{};
    }
    const QVariantList which{series, run};
    const auto edge = [&](std::size_t of, const char *column, const char *order) {
        return m_file.number(QStringLiteral("SELECT %1 FROM %2 WHERE series = ? AND run = ? ORDER BY first %3 LIMIT 1")
                                 .arg(QLatin1String(column), chunksOf(of), QLatin1String(order)),
                             which, -1);
    };
    const Result<qint64> reached = edge(next, "last", "DESC");
    const Result<qint64> oldest = edge(step, "first", "ASC");
    const Result<qint64> newest = edge(step, "last", "DESC");
    if (!reached || !oldest || !newest) {
        return Error{ErrorKind::Storage, (!reached ? reached : !oldest ? oldest : newest).error().message};
    }
    if (*newest < 0) {
        return Done{};
    }
    const milliseconds width = historySteps.at(next).width;
    const milliseconds from =
        *reached >= 0 ? endOf(milliseconds(*reached), next) : stepBegin(milliseconds(*oldest), width);
    const milliseconds end = endOf(milliseconds(*newest), step);
    const milliseconds to = toTheEnd ? end : stepBegin(step == 0 ? milliseconds(*newest) : end, width);
    if (!toTheEnd && to - from < historySteps.at(next).chunk) {
        return Done{};
    }
    RollUp gathered(width, from, to);
    std::optional<std::pair<milliseconds, milliseconds>> damaged;
    Outcome read = m_file.eachRow(
        QStringLiteral("SELECT points, first, last FROM %1 WHERE series = ? AND run = ? AND last >= ? AND first < ?"
                       " ORDER BY first")
            .arg(chunksOf(step)),
        {series, run, qint64((from - historySteps.at(step).width).count()), qint64(to.count())},
        [&](const QSqlQuery &row) {
            if (const auto columns = unpackChunk(row.value(0).toByteArray(), step)) {
                gathered.add(*columns);
            } else {
                const milliseconds first = std::max(from, stepBegin(milliseconds(row.value(1).toLongLong()), width));
                const milliseconds last =
                    std::min(to - width, stepBegin(milliseconds(row.value(2).toLongLong()), width));
                damaged = damaged ? std::pair(damaged->first, std::max(damaged->second, last)) : std::pair(first, last);
            }
            return true;
        });
    if (!read) {
        return read;
    }
    const HistoryColumns columns = gathered.take();
    const auto insert = [&](milliseconds first, milliseconds last, const QByteArray &points) {
        return m_file.run(
            QStringLiteral("INSERT INTO %1 (series, run, first, last, written, points)"
                           " VALUES (?, ?, ?, ?, ?, ?)")
                .arg(chunksOf(next)),
            {series, run, qint64(first.count()), qint64(last.count()), qint64(machineNow().count()), points});
    };
    Outcome inserted =
        columns.size() > 0 ? insert(columns.times.front(), columns.times.back(), packChunk(columns, next)) : Done{};
    if (inserted && damaged && damaged->first <= damaged->second) {
        // Keeps a damaged range as an empty chunk with the extent of its neighbours: queries use `first` and `last`.
        inserted = columns.size() > 0 ? insert(columns.times.front(), columns.times.back(), QByteArray(""))
                                      : insert(damaged->first, damaged->second, QByteArray(""));
    }
    if (!inserted) {
        return inserted;
    }
    if (Outcome done = rollUp(series, run, next, toTheEnd); !done) {
        return done;
    }
    return forgetOld(series, step);
}

/// Deletes chunks that the next step covers and that exceed the retention in recorded time, so that a clock jump ages
/// nothing.
Outcome HistoryPacker::forgetOld(qint64 series, std::size_t step)
{
    const std::size_t next = step + 1;
    milliseconds recorded{};
    std::vector<qint64> old;
    Outcome read = m_file.eachRow(
        QStringLiteral("SELECT c.id, c.first, c.last, (SELECT n.last FROM %2 n WHERE n.series = c.series AND"
                       " n.run = c.run ORDER BY n.first DESC LIMIT 1), length(c.points) > 0 FROM %1 c WHERE c.series = "
                       "? ORDER BY c.id DESC")
            .arg(chunksOf(step), chunksOf(next)),
        {series}, [&](const QSqlQuery &row) {
            const milliseconds last(row.value(2).toLongLong());
            const bool isGathered =
                !row.value(3).isNull() && endOf(milliseconds(row.value(3).toLongLong()), next) >= endOf(last, step);
            if (recorded >= historySteps.at(step).kept && isGathered) {
                old.push_back(row.value(0).toLongLong());
            }
            recorded +=
                row.value(4).toBool() ? endOf(last, step) - milliseconds(row.value(1).toLongLong()) : milliseconds();
            return true;
        });
    if (!read) {
        return read;
    }
    for (const qint64 id : old) {
        if (Outcome done = m_file.run(QStringLiteral("DELETE FROM %1 WHERE id = ?").arg(chunksOf(step)), {id}); !done) {
            return done;
        }
    }
    return Done{};
}

Outcome HistoryPacker::keepSize(qint64 most, milliseconds age, milliseconds last)
{
    const milliseconds server = last - age;
    const milliseconds local = machineNow() - age;
    for (std::size_t step = 0; step < historySteps.size(); ++step) {
        if (Outcome done = m_file.run(QStringLiteral("DELETE FROM %1 WHERE id IN (SELECT id FROM %1 WHERE last < ? AND"
                                                     " written < ? LIMIT %2)")
                                          .arg(chunksOf(step), QString::number(forgetAtOnce)),
                                      {qint64(server.count()), qint64(local.count())});
            !done) {
            return done;
        }
    }
    for (int slices = 0; slices < 20; ++slices) {
        const Result<qint64> bytes = m_file.bytes();
        if (!bytes) {
            return bytes.error();
        }
        if (*bytes <= most) {
            break;
        }
        std::optional<qint64> furthest;
        std::size_t from = 0;
        for (std::size_t step = 0; step < historySteps.size(); ++step) {
            const Result<qint64> first =
                m_file.number(QStringLiteral("SELECT first FROM %1 ORDER BY id LIMIT 1").arg(chunksOf(step)), {}, -1);
            if (!first) {
                return first.error();
            }
            if (*first >= 0 && (!furthest || *first <= *furthest)) {
                furthest = *first;
                from = step;
            }
        }
        if (!furthest) {
            break;
        }
        if (Outcome done =
                m_file.run(QStringLiteral("DELETE FROM %1 WHERE id IN (SELECT id FROM %1 ORDER BY id LIMIT %2)")
                               .arg(chunksOf(from), QString::number(forgetAtOnce)));
            !done) {
            return done;
        }
    }
    return Done{};
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historywriter.h"

#include "redis/history/words.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

/// Recovers when the file is removed or replaced during writing: further writes to it would be lost.
namespace plimsoll::redis {

/// The lost file is still open and provides the names of its series. Its content on disk is gone.
void HistoryWriter::leaveFile()
{
    m_notice = QFileInfo::exists(m_path)
        ? HistoryWords::tr("%1: another file was put in its place: the history goes on in that one").arg(m_path)
        : HistoryWords::tr("%1: it was removed: the history begins anew in a new file").arg(m_path);
    if (m_isBehind) {
        leaveAll();
    } else if (!m_isUnpacked) {
        m_left.clear();
    }
    for (Stream &stream : m_left) {
        const Result<QSqlQuery *> found = m_file->select(
            QStringLiteral("SELECT name, kind, source, figures FROM series WHERE id = ?"), {stream.series});
        if (found && (*found)->next()) {
            m_unwritten.push_back({(*found)->value(0).toString(), (*found)->value(1).toString(),
                                   (*found)->value(2).toByteArray(),
                                   (*found)->value(3).toString().split(u'\n', Qt::SkipEmptyParts), std::move(stream)});
        }
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
    const auto [firstTick, anyTick] = extremes([](const Stream &stream) { return stream.firstTick; });
    const auto [anyLast, lastTick] = extremes([](const Stream &stream) { return stream.lastTick; });
    const auto [firstRun, lastRun] = extremes([](const Stream &stream) { return stream.run; });
    const auto [anyTime, last] = extremes([](const Stream &stream) { return stream.last; });
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
        Stream &stream = m_left.emplace_back(std::move(one.stream));
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
    const auto query = m_file->select(QStringLiteral("SELECT id, figures FROM series WHERE name = ? AND kind = ?"),
                                      {one.name, one.kind});
    if (!query) {
        return query.error();
    }
    if (!(*query)->next()) {
        (*query)->finish();
        Row made;
        Outcome added = addSeries(one.name, one.kind, one.source.isNull() ? QByteArray("") : one.source,
                                  one.figures.join(u'\n'), made);
        one.stream.series = made.series;
        one.stream.places.clear();
        return added;
    }
    one.stream.series = (*query)->value(0).toLongLong();
    QStringList figures = (*query)->value(1).toString().split(u'\n', Qt::SkipEmptyParts);
    (*query)->finish();
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

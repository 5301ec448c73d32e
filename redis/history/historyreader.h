// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/chunk.h"
#include "redis/history/historyfile.h"
#include "redis/types/momentrecord.h"

#include <QStringList>

#include <algorithm>
#include <memory>

namespace plimsoll::redis {

using plimsoll::TimeRange;

/// Stored data that cannot be read because its bytes are damaged: not a gap, but unknown.
struct DamagedHistory {
    qint64 pieces = 0; ///< chunks, and ranges of ticks not yet in a chunk
    TimeRange span{std::chrono::milliseconds::max(), std::chrono::milliseconds::min()}; ///< first to last damaged piece

    void add(TimeRange piece, bool isAnother = true)
    {
        pieces += isAnother ? 1 : 0;
        span = {std::min(span.from, piece.from), std::max(span.to, piece.to)};
    }
};

/// Recorded data of one collection, in time order.
struct CollectionHistory {
    QStringList figures; ///< ids, one per column
    HistoryColumns columns; ///< `high`, `mean` and `seconds` are filled, too
    std::vector<std::chrono::milliseconds> stands; ///< duration for which each row is valid: until the next is due
};

/// One figure for a chart. Unknown values have no point.
struct FigurePoints {
    struct Point {
        std::chrono::milliseconds time{};
        double low = 0, mean = 0, high = 0;
        bool gapBefore = false; ///< data is missing for longer than the width of a point
        bool isAtLeast = false; ///< lower bound at least sometimes
    };
    std::vector<Point> points;
    std::chrono::milliseconds width{}; ///< width of a point
};

/// Reads a history while another thread or process writes it; each call sees one consistent snapshot. One thread.
class HistoryReader final {
public:
    static Result<std::unique_ptr<HistoryReader>> open(const QString &path);

    /// Returns the stored rows in steps of at most `width` if possible; where that step was deleted or does not exist
    /// yet, in another.
    Result<CollectionHistory> collection(const QString &name, const QString &kind, TimeRange range,
                                         std::chrono::milliseconds width);
    /// Returns at most `most` points.
    Result<FigurePoints> points(const QString &name, const QString &kind, const QString &figure, TimeRange range,
                                int most);
    /// Reads several figures of one collection at once; the result is empty for an unknown figure.
    Result<std::vector<FigurePoints>> points(const QString &name, const QString &kind, const QStringList &figures,
                                             TimeRange range, int most);
    /// Returns all figures of all collections at `time`.
    Result<MomentRecord> at(std::chrono::milliseconds time);
    /// Returns the first and the last recorded moment; nullopt if there are no data.
    Result<std::optional<TimeRange>> range();
    /// Returns the stretches with recorded moments, oldest first; between two of them lies a gap. Each end is the time
    /// of a stored point, and a stretch lasts while the next point comes before the one before it is too old for at().
    Result<std::vector<TimeRange>> recorded();
    /// Damage found by the last collection(), points() or at().
    [[nodiscard]] const DamagedHistory &damaged() const { return m_damaged; }

private:
    explicit HistoryReader(std::unique_ptr<HistoryFile> file) : m_file(std::move(file)) { }

    struct Series {
        qint64 id = 0;
        qint64 sealed = 0;
        QStringList figures;
    };
    Outcome find(const QString &name, const QString &kind, std::optional<Series> &found);
    struct Piece {
        HistoryColumns columns;
        std::chrono::milliseconds stands; ///< duration for which a row is valid
        double seconds; ///< weight of a row in a mean; samples may come more often than `stands` says
    };
    Outcome readRun(const Series &series, qint64 run, TimeRange range, std::size_t step, std::vector<Piece> &pieces);
    Outcome readChunks(const Series &series, qint64 run, TimeRange range, std::size_t step, std::vector<Piece> &pieces);
    Outcome readTicks(const Series &series, TimeRange range, std::vector<Piece> &pieces);
    static CollectionHistory merged(const std::vector<Piece> &pieces, const QStringList &figures);
    /// Values of a series at a moment.
    struct Found {
        std::vector<double> values;
        std::chrono::milliseconds step{};
        std::vector<double> spread{}; ///< highest minus lowest value of a longer step
    };
    static MomentFigures serverOf(const QStringList &figures, const Found &found);
    /// Keyed by series; 0 stands for all.
    Outcome judgedAt(std::chrono::milliseconds time, std::map<qint64, QByteArray> &found);
    Outcome momentOfTicks(std::chrono::milliseconds time, std::map<qint64, Found> &found);
    Outcome momentOfChunks(std::chrono::milliseconds time, std::size_t step, std::map<qint64, Found> &found);

    std::unique_ptr<HistoryFile> m_file;
    DamagedHistory m_damaged;
};

} // namespace plimsoll::redis

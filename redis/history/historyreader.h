// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/chunk.h"
#include "redis/history/historyfile.h"
#include "redis/types/momentrecord.h"

#include <QStringList>

#include <algorithm>
#include <memory>

namespace plimsoll::redis {

/// A stretch of time, both ends included.
struct TimeRange {
    std::chrono::milliseconds from{}, to{};
};

/// What is kept and cannot be read, because its bytes are damaged: no gap, but nothing is known of it.
struct DamagedHistory {
    qint64 pieces = 0; ///< chunks, and stretches of polls that are in none yet
    TimeRange span{std::chrono::milliseconds::max(), std::chrono::milliseconds::min()}; ///< of all of them

    void add(TimeRange piece, bool isAnother = true)
    {
        pieces += isAnother ? 1 : 0;
        span = {std::min(span.from, piece.from), std::max(span.to, piece.to)};
    }
};

/// What is kept of one collection, in order of time.
struct CollectionHistory {
    QStringList figures; ///< ids; each has its column
    HistoryColumns columns; ///< `high`, `mean` and `seconds` are filled as well
    std::vector<std::chrono::milliseconds> stands; ///< for how long each row does: until the next is due
};

/// One figure for a chart. What is not known has no point.
struct FigurePoints {
    struct Point {
        std::chrono::milliseconds time{};
        double low = 0, mean = 0, high = 0;
        bool gapBefore = false; ///< nothing was known for longer than a point is wide
        bool isAtLeast = false; ///< a lower bound, at times
    };
    std::vector<Point> points;
    std::chrono::milliseconds width{}; ///< of a point
};

/// Reads a history while another thread or process writes it: what is asked for together is of one moment. One thread.
class HistoryReader final {
public:
    static Result<std::unique_ptr<HistoryReader>> open(const QString &path);

    /// As it is kept, in steps that are no shorter than `width` where there are such; where those are no longer or not
    /// yet there, in others.
    Result<CollectionHistory> collection(const QString &name, const QString &kind, TimeRange range,
                                         std::chrono::milliseconds width);
    /// At most so many points.
    Result<FigurePoints> points(const QString &name, const QString &kind, const QString &figure, TimeRange range,
                                int most);
    /// The same of several figures of one collection, read once; empty where there is no such figure.
    Result<std::vector<FigurePoints>> points(const QString &name, const QString &kind, const QStringList &figures,
                                             TimeRange range, int most);
    /// All figures of all collections as they were then.
    Result<MomentRecord> at(std::chrono::milliseconds time);
    /// The first and the last moment there is; nullopt where there is none.
    Result<std::optional<TimeRange>> range();
    /// Of what the last collection(), points() or at() was about.
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
        std::chrono::milliseconds stands; ///< each of its rows
        double seconds; ///< that each counts for in a mean: samples may come more often than they are sure to stand
    };
    Outcome readRun(const Series &series, qint64 run, TimeRange range, std::size_t step, std::vector<Piece> &pieces);
    Outcome readChunks(const Series &series, qint64 run, TimeRange range, std::size_t step, std::vector<Piece> &pieces);
    Outcome readTicks(const Series &series, TimeRange range, std::vector<Piece> &pieces);
    static CollectionHistory merged(const std::vector<Piece> &pieces, const QStringList &figures);
    /// What was found of a series at a moment.
    struct Found {
        std::vector<double> values;
        std::chrono::milliseconds step{};
        std::vector<double> spread{}; ///< between lowest and highest of a longer step
    };
    static MomentFigures serverOf(const QStringList &figures, const Found &found);
    /// By series; of all: 0.
    Outcome judgedAt(std::chrono::milliseconds time, std::map<qint64, QByteArray> &found);
    Outcome momentOfTicks(std::chrono::milliseconds time, std::map<qint64, Found> &found);
    Outcome momentOfChunks(std::chrono::milliseconds time, std::size_t step, std::map<qint64, Found> &found);

    std::unique_ptr<HistoryFile> m_file;
    DamagedHistory m_damaged;
};

} // namespace plimsoll::redis

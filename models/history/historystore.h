// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"

#include "models/history/historyrings.h"
#include "models/history/marks.h"
#include "models/history/past.h"
#include "models/history/ratememo.h"
#include "models/alerts/stateclock.h"

#include <array>
#include <optional>

namespace plimsoll::models {

using HistoryShapes = std::array<HistoryRing::Shape, ringSpecs.size()>;

/// Amount of data kept for a workspace.
struct HistoryScope {
    bool allFigures = true;
    std::size_t detail = 0;
    friend bool operator==(const HistoryScope &, const HistoryScope &) = default;
};

/// One ring per entry of ringSpecs, all with the same series.
struct HistoryRings {
    HistoryRings() = default;
    HistoryRings(const HistoryShapes &shapes, std::size_t series)
    {
        for (std::size_t i = 0; i < all.size(); ++i) {
            all.at(i) = HistoryRing(shapes.at(i), series);
        }
    }

    void beginTick(std::chrono::milliseconds time, bool gap, std::chrono::milliseconds sinceLast)
    {
        for (HistoryRing &ring : all) {
            // A gap shorter than a coarse step is not a gap in that ring.
            ring.beginTick(time, gap && (!ring.shape().range || sinceLast >= ring.shape().step));
        }
    }
    void write(std::span<const double> values, std::size_t firstSeries = 0)
    {
        for (HistoryRing &ring : all) {
            ring.write(values, firstSeries);
        }
    }

    std::array<HistoryRing, std::tuple_size_v<HistoryShapes>> all;
};

struct HistorySeries {
    const HistoryRings *rings = nullptr;
    std::size_t series = 0;
};

/// Number of series for followed collections, if not all figures are kept.
inline constexpr std::size_t followedSeries = 256;

/// The data of History: its series, their rings and the detection of gaps. Private to history*.cpp.
struct History::Store {
    std::shared_ptr<const SnapshotLayout> layout;
    HistoryScope scope;
    HistoryRings rings;
    std::vector<double> tick; ///< values of a tick in the order of the series

    HistoryRings followed; ///< used only if not all figures are kept
    struct Follow {
        std::size_t row = 0;
        std::size_t firstSeries = 0; ///< figures, then parts
        std::size_t series = 0;
    };
    std::vector<Follow> follows;

    std::optional<std::chrono::milliseconds> lastTick;
    std::chrono::milliseconds lastInterval{}, intervalBefore{};
    std::optional<std::chrono::milliseconds> gapAt; ///< gap not yet followed by a tick
    SnapshotPtr latest;
    std::size_t rateColumn = 0; ///< the first column of rateWindow
    std::size_t recentColumn = 0; ///< first column of the last 30 s
    std::vector<std::chrono::milliseconds> jumped; ///< start of rates, by Snapshot::place(); 0: unlimited
    std::vector<ServerEvent> events;
    RateMemo rates;
    GrowthWindow memory; ///< memory used by the server
    QString memoryOf; ///< run ID of the server with that memory
    std::optional<StateClock> clock; ///< set once the interval is known
    std::optional<std::chrono::milliseconds> pace; ///< poll interval, if it differs from the workspace's
    QByteArray savedStates; ///< used when the clock is created
    SnapshotPtr judged; ///< latest with judged states
    std::vector<std::size_t> wanted; ///< rows to follow, as requested
    Past past;
    Marks marks;
    MomentPtr moment; ///< past time shown; null: the present

    [[nodiscard]] StateClock makeClock() const;
    void note(const SnapshotPtr &snapshot);
    void noteMemory(bool hasJumped);
    [[nodiscard]] std::chrono::milliseconds jumpedAt(std::size_t row, int figure) const;
    /// Computes a rate from memory; the figure must be known now.
    [[nodiscard]] Rate workOut(const HistorySeries &of, std::chrono::milliseconds since) const;
    void follow(const std::vector<std::size_t> &rows);
    void setLayout(const std::shared_ptr<const SnapshotLayout> &next);
    void carryFollows(const SnapshotLayout &next);
    void carryJumps(const SnapshotLayout &next, const std::vector<int> &from,
                    std::vector<std::chrono::milliseconds> &into) const;
    [[nodiscard]] std::vector<int> origins(const SnapshotLayout &next) const;
    void partOrigins(const SnapshotLayout &next, std::size_t row, std::size_t oldRow, std::vector<int> &into) const;
    void write(const Snapshot &snapshot);
    void writeFollowed(const Snapshot &snapshot);
    [[nodiscard]] bool isGap(std::chrono::milliseconds time) const;
    [[nodiscard]] std::chrono::milliseconds interval() const;
    [[nodiscard]] std::optional<HistorySeries> figureSeries(std::size_t row, int figure) const;
    [[nodiscard]] std::optional<HistorySeries> partSeries(std::size_t part) const;
    [[nodiscard]] const HistoryRing &ringOf(const HistoryRings &of, const Reach &reach) const;
    [[nodiscard]] static const HistoryRing &ringFor(const HistoryRings &of, std::chrono::milliseconds length);
    [[nodiscard]] Series read(const std::optional<HistorySeries> &ref, const Reach &reach) const;
};

} // namespace plimsoll::models

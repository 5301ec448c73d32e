// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"

#include "models/historyrings.h"
#include "models/marks.h"
#include "models/past.h"
#include "models/ratememo.h"
#include "models/stateclock.h"

#include <array>
#include <optional>

namespace plimsoll::models {

using HistoryShapes = std::array<HistoryRing::Shape, ringSpecs.size()>;

/// How much is kept of a workspace.
struct HistoryScope {
    bool allFigures = true;
    std::size_t detail = 0;
    friend bool operator==(const HistoryScope &, const HistoryScope &) = default;
};

/// The rings of ringSpecs, for the same series.
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
            // A gap shorter than a coarse step is no gap there.
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

/// Series kept for the collections a person follows where not all figures are.
inline constexpr std::size_t followedSeries = 256;

/// What History keeps: which series there are, their rings, and what tells a gap. Known to history*.cpp alone.
struct History::Store {
    std::shared_ptr<const SnapshotLayout> layout;
    HistoryScope scope;
    HistoryRings rings;
    std::vector<double> tick; ///< the values of a tick in the order of the series

    HistoryRings followed; ///< only where not all figures are kept
    struct Follow {
        std::size_t row = 0;
        std::size_t firstSeries = 0; ///< figures, then parts
        std::size_t series = 0;
    };
    std::vector<Follow> follows;

    std::optional<std::chrono::milliseconds> lastTick;
    std::chrono::milliseconds lastInterval{}, intervalBefore{};
    std::optional<std::chrono::milliseconds> gapAt; ///< noted and not yet followed by a tick
    SnapshotPtr latest;
    std::size_t rateColumn = 0; ///< the first column of rateWindow
    std::size_t recentColumn = 0; ///< of its last thirty seconds
    std::vector<std::chrono::milliseconds> jumped; ///< rates begin there, by Snapshot::place(); 0: nowhere
    std::vector<ServerEvent> events;
    RateMemo rates;
    GrowthWindow memory; ///< that the server uses
    QString memoryOf; ///< run of which server
    std::optional<StateClock> clock; ///< once the interval is known
    std::optional<std::chrono::milliseconds> pace; ///< of polls, where it is not as the workspace says
    QByteArray savedStates; ///< until there is a clock
    SnapshotPtr judged; ///< latest, as people are shown it
    std::vector<std::size_t> wanted; ///< rows to follow, as they were asked for
    Past past;
    Marks marks;
    MomentPtr moment; ///< that people look at; null: now

    [[nodiscard]] StateClock makeClock() const;
    void note(const SnapshotPtr &snapshot);
    void noteMemory(bool hasJumped);
    [[nodiscard]] std::chrono::milliseconds jumpedAt(std::size_t row, int figure) const;
    /// Of what is in memory, where the figure is known now.
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

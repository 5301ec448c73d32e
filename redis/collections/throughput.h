// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/types/bands.h"

#include <deque>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// Rates of arriving and taken jobs, if each job holds its arrival time and the oldest is taken first. Jobs with later
/// times that the next look adds have arrived; arrivals missing from the change of the count were taken. Jobs that come
/// and go between two looks are missed; both rates are then lower bounds until the rate window has passed. Job times
/// are those of producers: a job from a fast clock counts when added, one late by over a second may be missed.
class Throughput {
public:
    /// Time from which a look counts arrivals: the start of its second, as job times may be whole seconds.
    [[nodiscard]] static std::chrono::milliseconds markOf(std::chrono::milliseconds look);

    struct Look {
        std::chrono::milliseconds at{}; ///< server time
        double count = unknownFigure; ///< how many are there
        double sinceLast = unknownFigure; ///< how many of those arrived since the mark of the look before
        double sinceOwn = unknownFigure; ///< and since the mark of this
        std::optional<std::chrono::milliseconds> oldest{}; ///< when the oldest of all arrived
    };
    /// Adds a look; an unknown value restarts the rates.
    void look(const Look &look);
    /// Ignores the changes seen by the look at `now`, or by the next one, as producers and workers did not cause them.
    void skip(std::chrono::milliseconds now);
    void restart() { *this = {}; }

    /// Server time of the last look; nullopt: there is nothing to compare with.
    [[nodiscard]] std::optional<std::chrono::milliseconds> lastLook() const;
    /// A minute, the mean over the window of rates (redis/types/rate.h); NaN before enough is known. Both are over the
    /// same time: their difference is the change of the count.
    [[nodiscard]] double arrivedPerMinute() const { return perMinute(&Totals::arrived); }
    [[nodiscard]] double takenPerMinute() const { return perMinute(&Totals::taken); }
    [[nodiscard]] bool isAtLeast(std::chrono::milliseconds now) const;

private:
    /// Since the beginning, at a look.
    struct Totals {
        std::chrono::milliseconds at{};
        double arrived = 0, taken = 0;
    };

    void count(std::chrono::milliseconds at);
    [[nodiscard]] double perMinute(double Totals::*total) const;

    std::deque<Totals> m_totals; ///< oldest first, one in five seconds, and the last
    /// Changes in the last look, added with the next one, when their cause is known.
    double m_arrived = 0, m_taken = 0;
    std::optional<Look> m_last;
    std::optional<std::chrono::milliseconds>
        m_unseen; ///< last time at which jobs may have come and gone between two looks
    bool m_isTimed = false; ///< some jobs have held a time
    bool m_isSkipping = false;
};

/// The throughput of each band of a priority queue, read with its heads: how many arrived since a moment is counted in
/// each of its keys. Only where bands lie apart; else jobs go from one to another by waiting.
class BandThroughput {
public:
    /// Commands that append() added, for read().
    struct Asked {
        std::size_t last = 0, own = 0;
    };

    void reset(std::size_t bands) { m_bands.assign(bands, {}); }
    void begin(std::chrono::milliseconds now);
    [[nodiscard]] Asked append(Pipeline &pipeline, const Bands &bands, std::size_t band, QByteArrayView key,
                               std::chrono::milliseconds now) const;
    void read(std::size_t band, Asked asked, ReplyCursor &replies);
    /// After the counts of the tick that read them; `count`: NaN where not all of the band hold a time.
    void finish(std::size_t band, double count, std::optional<std::chrono::milliseconds> oldest);
    void skip(std::chrono::milliseconds now);
    [[nodiscard]] const Throughput &of(std::size_t band) const { return m_bands[band].flow; }

private:
    struct Band {
        Throughput flow;
        std::optional<Throughput::Look> look; ///< look of this tick
    };

    std::vector<Band> m_bands;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/types/bands.h"

#include <deque>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// How many jobs arrive and how many are taken, where each holds when it arrived and the oldest is taken first. Of
/// those that arrived since a moment more are there at the next look than at this: so many arrived, and what the count
/// does not show of them was taken. Jobs that came and went between two looks are not seen: both are lower bounds then,
/// until the window of rates has passed. Times in jobs are their producers': one whose clock is ahead is counted when
/// it is added, one that is late by more than a second may not be.
class Throughput {
public:
    /// Since when arrivals are counted at a look: the second that it is in, as times may be whole seconds.
    [[nodiscard]] static std::chrono::milliseconds markOf(std::chrono::milliseconds look);

    struct Look {
        std::chrono::milliseconds at{}; ///< server time
        double count = unknownFigure; ///< how many are there
        double sinceLast = unknownFigure; ///< how many of those arrived since the mark of the look before
        double sinceOwn = unknownFigure; ///< and since the mark of this
        std::optional<std::chrono::milliseconds> oldest{}; ///< when the oldest of all arrived
    };
    /// What is not known makes it begin anew.
    void look(const Look &look);
    /// What the look at `now` saw come and go, or else the next one will, is not the work of producers and workers.
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
    /// By the last look: counted with the next, when it is certain whose work it was.
    double m_arrived = 0, m_taken = 0;
    std::optional<Look> m_last;
    std::optional<std::chrono::milliseconds> m_unseen; ///< when some may last have come and gone between two looks
    bool m_isTimed = false; ///< some have held a time
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
        std::optional<Throughput::Look> look; ///< of this tick
    };

    std::vector<Band> m_bands;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/scorecodec.h"

#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

class QJsonObject;

namespace plimsoll {

struct CollectionDefinition;

/// Bands of a priority queue, highest priority first, from `options.bands`: a range of scores each, or a common
/// divisor, score = band × divisor + time. With a divisor larger than the times, bands are apart. A smaller one is a
/// head start: an element that has waited longer is level with the next higher band, and is counted there. Scores too
/// low to hold a time are assigned by the divisor alone. Value; reentrant.
class Bands final {
public:
    static constexpr int mostBands = 32;
    static constexpr int usualBands = 10; ///< default number of bands for a divisor without names

    /// Returns no bands if the option is missing.
    static Bands of(const CollectionDefinition &definition);
    /// Returns one unnamed band with all scores if there are no bands.
    [[nodiscard]] Bands orAll() const;
    /// Describes the mistake in the option; empty if it is valid.
    static QString wrong(const QJsonObject &option);
    /// Returns the id of a band's state and figure.
    static QString idOf(const QString &name) { return QLatin1String("band.") + name; }

    [[nodiscard]] std::size_t size() const { return m_names.size(); }
    [[nodiscard]] const QString &name(std::size_t band) const { return m_names[band]; }
    /// Finds a band by its state, "band.low".
    [[nodiscard]] std::optional<std::size_t> find(QStringView state) const;

    /// Range of scores; an edge is fixed, or moves with the time at a constant shift, in the unit of `code`.
    struct Edge {
        QByteArray fixed; ///< ZCOUNT syntax; empty: moving
        std::chrono::milliseconds shift{};
    };
    struct Part {
        ScoreCodec::Code code = ScoreCodec::Code::Milliseconds;
        Edge low, high; ///< a moving edge is exclusive as `low`, inclusive as `high`
    };
    /// Returns disjoint parts, also across bands; constant until isApart() changes.
    [[nodiscard]] std::vector<Part> parts(std::size_t band, std::chrono::milliseconds now) const;
    [[nodiscard]] std::vector<ScoreRange> ranges(std::size_t band, std::chrono::milliseconds now) const;
    /// Returns the scores that arrived before `before`; scores without a time are in none.
    [[nodiscard]] std::vector<ScoreRange> rangesBefore(std::size_t band, std::chrono::milliseconds before,
                                                       std::chrono::milliseconds now) const;
    /// Returns the scores that arrived at `since` or later.
    [[nodiscard]] std::vector<ScoreRange> rangesSince(std::size_t band, std::chrono::milliseconds since,
                                                      std::chrono::milliseconds now) const;
    /// True if no two bands overlap, whatever the time.
    [[nodiscard]] bool isApart(std::chrono::milliseconds now) const;

    /// Returns the band of a score at `now`.
    [[nodiscard]] std::optional<std::size_t> bandOf(double score, std::chrono::milliseconds now) const;
    /// Returns the arrival time; nullopt if the score holds no time.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeOf(double score, std::chrono::milliseconds now) const;
    /// Returns the score of an element moved to another band, with its time if possible, otherwise the nearest score.
    [[nodiscard]] QByteArray scoreIn(std::size_t band, double score, std::chrono::milliseconds now) const;
    /// Returns the score of an element that arrives now; `like` is a score seen in the band.
    [[nodiscard]] QByteArray scoreOfNew(std::size_t band, double like, std::chrono::milliseconds now) const;

private:
    struct Interval {
        double low, high;
        bool isLowOpen = false, isHighOpen = false;

        [[nodiscard]] bool holds(double score) const
        {
            return (isLowOpen ? score > low : score >= low) && (isHighOpen ? score < high : score <= high);
        }
        [[nodiscard]] ScoreRange range() const;
    };
    [[nodiscard]] std::vector<Interval> intervals(std::size_t band, std::chrono::milliseconds now) const;
    /// Returns the scores that arrived from `from` on, but before `before`.
    [[nodiscard]] std::vector<ScoreRange> rangesBetween(std::size_t band, std::chrono::milliseconds from,
                                                        std::chrono::milliseconds before,
                                                        std::chrono::milliseconds now) const;

    ScoreCodec m_codec; ///< options.unit
    QStringList m_names;
    qint64 m_divisor = 0; ///< 0: m_ranges apply
    std::vector<std::pair<double, double>> m_ranges;
};

} // namespace plimsoll

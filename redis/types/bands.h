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

/// The bands of a priority queue, highest priority first, as `options.bands` says them: a range of scores each, or all
/// by one divisor, score = band × divisor + time. With a divisor larger than the times bands lie apart. With a smaller
/// one it is a head start: who has waited for longer than that stands with the next higher band, and is counted there.
/// Scores too low to hold a time are banded by the divisor alone. Value; reentrant.
class Bands final {
public:
    static constexpr int mostBands = 32;
    static constexpr int usualBands = 10; ///< of a divisor without names

    /// None where the option is not given.
    static Bands of(const CollectionDefinition &definition);
    /// In place of none one that has all scores, without a name.
    [[nodiscard]] Bands orAll() const;
    /// What is wrong with the option; empty: nothing.
    static QString wrong(const QJsonObject &option);
    /// The state, and the figure, of a band.
    static QString idOf(const QString &name) { return QLatin1String("band.") + name; }

    [[nodiscard]] std::size_t size() const { return m_names.size(); }
    [[nodiscard]] const QString &name(std::size_t band) const { return m_names[band]; }
    /// By its state, "band.low".
    [[nodiscard]] std::optional<std::size_t> find(QStringView state) const;

    /// Scores from one edge to another, each fixed, or so far off the time that it is, in the unit of `code`.
    struct Edge {
        QByteArray fixed; ///< as ZCOUNT takes it; empty: it moves
        std::chrono::milliseconds shift{};
    };
    struct Part {
        ScoreCodec::Code code = ScoreCodec::Code::Milliseconds;
        Edge low, high; ///< one that moves is open below and closed above
    };
    /// Disjoint, and so are those of all bands; the same until isApart() is another.
    [[nodiscard]] std::vector<Part> parts(std::size_t band, std::chrono::milliseconds now) const;
    [[nodiscard]] std::vector<ScoreRange> ranges(std::size_t band, std::chrono::milliseconds now) const;
    /// Of those that arrived before a moment; scores that hold no time are in none.
    [[nodiscard]] std::vector<ScoreRange> rangesBefore(std::size_t band, std::chrono::milliseconds before,
                                                       std::chrono::milliseconds now) const;
    /// Of those that arrived at a moment or since.
    [[nodiscard]] std::vector<ScoreRange> rangesSince(std::size_t band, std::chrono::milliseconds since,
                                                      std::chrono::milliseconds now) const;
    /// Bands lie apart, whatever time it is.
    [[nodiscard]] bool isApart(std::chrono::milliseconds now) const;

    /// Which band a score is in at that time.
    [[nodiscard]] std::optional<std::size_t> bandOf(double score, std::chrono::milliseconds now) const;
    /// When it arrived; nullopt where the score holds no time.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeOf(double score, std::chrono::milliseconds now) const;
    /// The score of an element that goes to another band: with the time it has, else the nearest there is.
    [[nodiscard]] QByteArray scoreIn(std::size_t band, double score, std::chrono::milliseconds now) const;
    /// Of one that arrives in it now; `like`: a score seen there.
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
    /// Of those that arrived from a moment on, up to before another.
    [[nodiscard]] std::vector<ScoreRange> rangesBetween(std::size_t band, std::chrono::milliseconds from,
                                                        std::chrono::milliseconds before,
                                                        std::chrono::milliseconds now) const;

    ScoreCodec m_codec; ///< options.unit
    QStringList m_names;
    qint64 m_divisor = 0; ///< 0: by ranges
    std::vector<std::pair<double, double>> m_ranges;
};

} // namespace plimsoll

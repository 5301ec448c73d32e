// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "redis/types/momentrecord.h"
#include "redis/types/snapshot.h"
#include "views/charts/chartrange.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace plimsoll::views {

/// Everything that a TimeChart draws.
struct TimePicture {
    /// A straight extrapolation of a line from now.
    struct Forecast {
        double from = 0; ///< value now
        double perMinute = 0;
        std::optional<std::chrono::milliseconds> until{}; ///< time from now to `bound`, where it ends; nullopt if never
        double bound = 0;
        QString word{}; ///< label at that end: "5,000 at 12:15"
        QString text{}; ///< text at the pointer: "critical 5,000 in 12 min"

        [[nodiscard]] double valueIn(std::chrono::milliseconds time) const
        {
            return until == time ? bound : from + perMinute * static_cast<double>(time.count()) / 60'000;
        }
    };
    struct Line {
        QString label;
        models::Series series;
        int colour = 0; ///< series token 0–5
        bool filled = false;
        /// A layer of a stack, uppermost first: `series` is the sum of this layer and those below; texts give its own
        /// value.
        bool stacked = false;
        std::optional<Forecast> forecast{}; ///< dotted, if there is room ahead (lookAhead())
    };
    struct LimitLine {
        QString label;
        double value = 0;
        bool critical = false;
        /// Collection and id of its figure, whose editor a click on the label opens; nullopt if it has none or several.
        std::optional<std::size_t> collection{};
        QString figure{};
        friend bool operator==(const LimitLine &, const LimitLine &) = default;
    };
    /// An event, named by a word: "restarted".
    struct Mark {
        enum class Shape { Line, Bar, Diamond, Triangle };

        std::chrono::milliseconds time{};
        QString word;
        State level = State::Ok;
        Shape shape = Shape::Line;
        QString text{}; ///< text at the pointer, instead of the word
        QString later{}; ///< bars: replaces `text` once the pointer is past its start
        std::optional<std::chrono::milliseconds> until{}; ///< bars: end; nullopt while ongoing
        /// Bars: ranges in which nothing was known about the subject, hatched. A bar of level Error, which says just
        /// that, has none.
        std::vector<TimeRange> unknown{};
        QString id{}, note{}; ///< notes: id and plain text
        friend bool operator==(const Mark &, const Mark &) = default;
    };

    std::vector<Line> lines;
    std::vector<LimitLine> limits;
    std::vector<Mark> marks;
    std::chrono::milliseconds now{}; ///< right end, without the room ahead
    std::chrono::milliseconds length{1}; ///< length of the axis up to `now`
    /// Room for forecasts after `now`, of the same length; 0 if none.
    std::chrono::milliseconds ahead{};
    bool isLive = true; ///< true if `now` is the present
    std::chrono::milliseconds present{}; ///< current time
    std::chrono::milliseconds knownUntil{}; ///< time of the last reading; later, nothing is known
    std::optional<std::chrono::milliseconds> moment{}; ///< selected past moment; later times are faded
    models::Span span = models::Span::QuarterHour; ///< chosen span
    bool isLogarithmic = false; ///< effective if no line is negative or stacked
    QStringList hidden; ///< labels of hidden lines
    models::Comparison comparison = models::Comparison::None;
    Unit unit = Unit::Count;
    bool isShare = false; ///< values from 0 to 1, shown in percent; `unit` is ignored

    [[nodiscard]] QString figureText(double value) const;
    /// Returns the comparison of the first visible line that has one; nullopt if none.
    [[nodiscard]] std::optional<Line> earlier() const;
    /// Returns the length of a forecast, cut at the end of the chart.
    [[nodiscard]] std::chrono::milliseconds endOf(const Forecast &forecast) const
    {
        return std::min(forecast.until.value_or(ahead), ahead);
    }
    /// Returns true if a comparison was requested and nothing was recorded.
    [[nodiscard]] bool isWithoutEarlier() const;
    /// Returns the value of a line without the layers below it, whose sum is `below`.
    [[nodiscard]] double ownValue(std::size_t line, double value, double below) const
    {
        const bool isOnNext = lines[line].stacked && line + 1 < lines.size() && lines[line + 1].stacked;
        return isOnNext ? value - below : value;
    }
    [[nodiscard]] bool isAhead() const { return ahead > std::chrono::milliseconds::zero(); }
    /// Returns the forecast of a line if it is drawn, else null.
    [[nodiscard]] const Forecast *forecastOf(const Line &line) const
    {
        return isAhead() && line.forecast && !hidden.contains(line.label) ? &*line.forecast : nullptr;
    }
    /// Returns the visible lines as CSV, without unknown values. A layer of a stack has its own value and no minimum or
    /// maximum. Compared lines have the times of the chart.
    [[nodiscard]] QByteArray csv() const;
};

} // namespace plimsoll::views

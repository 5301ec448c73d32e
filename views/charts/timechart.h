// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"
#include "redis/types/mark.h"
#include "redis/types/momentrecord.h"
#include "redis/types/snapshot.h"
#include "views/charts/chartrange.h"
#include "views/widgets/card.h"

#include <algorithm>
#include <optional>
#include <vector>

class QAction;
class QMenu;
class QToolButton;

namespace plimsoll::views {

class TimePlot;
struct ChartExport;

/// A card with a title, a span menu (15 min … 1 year) and up to six lines over time, drawn by Qt Charts: direct labels
/// at the right end, dashed limits, a dotted comparison, events as marks, gaps as gaps; axes of counts start at zero.
/// Hovering or the arrow keys read all lines at that time; dragging, Ctrl with the wheel, or keys zoom and move all
/// charts of the page; a click on a label hides its line. Decimated to at most 600 points per line; redrawn only while
/// visible. GUI thread.
class TimeChart final : public Card {
    Q_OBJECT

public:
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
    /// Everything that is drawn.
    struct Picture {
        /// Returns the value of a line without the layers below it, whose sum is `below`.
        [[nodiscard]] double ownValue(std::size_t line, double value, double below) const
        {
            const bool isOnNext = lines[line].stacked && line + 1 < lines.size() && lines[line + 1].stacked;
            return isOnNext ? value - below : value;
        }

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
    };

    /// `range` is shared by the charts of a page; null makes a private one.
    TimeChart(const QString &title, Theme *theme, ChartRange *range, QWidget *parent = nullptr);

    /// `now`: time of the last reading.
    void setLines(const std::vector<Line> &lines, std::chrono::milliseconds now, Unit unit = Unit::Count);
    /// Declares values from 0 to 1, shown in percent.
    void setShares() { m_picture.isShare = true; }
    /// Reserves as much room for forecasts as for the past, at most a day, while the chart is live.
    void lookAhead(bool ahead) { m_looksAhead = ahead; }
    /// Advances the right end without new points, so that a gap is seen to grow.
    void setNow(std::chrono::milliseconds now);
    void setLimits(const std::vector<LimitLine> &limits);
    void setMarks(const std::vector<Mark> &marks);
    [[nodiscard]] ChartRange &range() const { return *m_range; }
    [[nodiscard]] models::Span span() const { return m_range->span(); }
    [[nodiscard]] models::Reach reach() const { return m_range->reach(); }
    /// Offers notes at a moment.
    void setNoting();
    /// Returns the visible time range.
    [[nodiscard]] std::pair<std::chrono::milliseconds, std::chrono::milliseconds> times() const
    {
        return {m_picture.now - m_picture.length, m_picture.now};
    }
    /// Resets the chart before another collection is shown.
    void forget();
    /// Sets the text of an empty chart; "no data" by default.
    void setEmptyText(const QString &text);

signals:
    void noteMade(const plimsoll::Note &note); ///< not yet assigned to a collection
    void limitEditRequested(std::size_t collection, const QString &figure); ///< the label of its limit was clicked

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeMenu();
    void refresh();
    void draw();
    void coverLines();
    void showRange();
    void describe();
    [[nodiscard]] std::chrono::milliseconds aheadLength() const;
    void fillMenu();
    static void tellKey(QAction *action, Qt::Key key);
    void listLines();
    void listComparisons(QMenu *menu);
    void showComparison();
    void fitHead();
    [[nodiscard]] QByteArray dataCsv() const;
    [[nodiscard]] ChartExport asFile() const;
    void askTimes();
    void askNote(std::chrono::milliseconds time, const QString &id);
    void listNotes(QMenu *menu);
    void hideLine(const QString &label);
    [[nodiscard]] std::chrono::milliseconds presentOr(std::chrono::milliseconds now) const;
    void takeNow(std::chrono::milliseconds now);
    [[nodiscard]] std::chrono::milliseconds presentTime() const;

    ChartRange *m_range;
    TimePlot *m_view;
    QToolButton *m_spanButton;
    QToolButton *m_liveButton;
    QToolButton *m_comparisonButton;
    std::chrono::milliseconds m_now{}, m_knownUntil{};
    std::chrono::steady_clock::time_point m_nowSince; ///< when m_now was set
    Picture m_picture;
    bool m_dirty = false;
    bool m_looksAhead = false;
    bool m_isNoting = false;
};

} // namespace plimsoll::views

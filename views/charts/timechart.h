// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"
#include "redis/types/mark.h"
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

/// A card with a title, a span menu (15 min … 1 year) and up to six lines over time, drawn by Qt Charts: direct
/// labels at the right end, limits as dashed lines, yesterday dotted, what happened as marks, gaps as gaps, axes from
/// zero for counts, hover (or the arrow keys) reads all lines at that time; dragging, Ctrl and the wheel, or keys zoom
/// and move all charts of the page, a click on a label hides its line. Decimated to at most 600 points a line; redrawn
/// only while visible. GUI thread.
class TimeChart final : public Card {
    Q_OBJECT

public:
    /// Where a line goes from now on, as long as it keeps its course.
    struct Forecast {
        double from = 0; ///< its value now
        double perMinute = 0;
        std::optional<std::chrono::milliseconds> until{}; ///< it comes to a bound, which is its end; nullopt: to none
        double bound = 0;
        QString word{}; ///< beside that end: "5,000 at 12:15"
        QString text{}; ///< at the pointer: "critical 5,000 in 12 min"

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
        /// A layer of a stack, the uppermost first: its series is the sum of it and those behind it, and what is told
        /// is its own.
        bool stacked = false;
        std::optional<Forecast> forecast{}; ///< drawn dotted, where there is room ahead (lookAhead())
    };
    struct LimitLine {
        QString label;
        double value = 0;
        bool critical = false;
        friend bool operator==(const LimitLine &, const LimitLine &) = default;
    };
    /// Something that happened, by its word: "restarted".
    struct Mark {
        enum class Shape { Line, Bar, Diamond, Triangle };

        std::chrono::milliseconds time{};
        QString word;
        State level = State::Ok;
        Shape shape = Shape::Line;
        QString text{}; ///< at the pointer, in place of the word
        QString later{}; ///< of a bar: in place of that, once its begin is past
        std::optional<std::chrono::milliseconds> until{}; ///< of a bar; nullopt: it goes on
        QString id{}, note{}; ///< of a note, and its text alone
        friend bool operator==(const Mark &, const Mark &) = default;
    };
    /// All that is drawn.
    struct Picture {
        /// What the line says where its series has that value, and the next one the other.
        [[nodiscard]] double ownValue(std::size_t line, double value, double below) const
        {
            const bool isOnNext = lines[line].stacked && line + 1 < lines.size() && lines[line + 1].stacked;
            return isOnNext ? value - below : value;
        }

        std::vector<Line> lines;
        std::vector<LimitLine> limits;
        std::vector<Mark> marks;
        std::chrono::milliseconds now{}; ///< at the right end, but for room ahead
        std::chrono::milliseconds length{1}; ///< of the axis, up to there
        /// Behind now there is as much room for what is to come; 0: there is none.
        std::chrono::milliseconds ahead{};
        bool isLive = true; ///< the right end is now, or, with room ahead, what is after it
        std::chrono::milliseconds present{}; ///< now
        std::optional<std::chrono::milliseconds> moment{}; ///< that is looked at: what came later is faded
        models::Span span = models::Span::QuarterHour; ///< that was chosen
        bool isLogarithmic = false; ///< where no line is below zero or on another
        QStringList hidden; ///< labels of lines that are not drawn
        models::Comparison comparison = models::Comparison::None;
        Unit unit = Unit::Count;
        bool isShare = false; ///< from 0 to 1, told in percent; the unit says nothing

        [[nodiscard]] QString figureText(double value) const;
        /// What is drawn of the comparison: of the first line that has one. nullopt: nothing.
        [[nodiscard]] std::optional<Line> earlier() const;
        /// How far into that room it goes.
        [[nodiscard]] std::chrono::milliseconds endOf(const Forecast &forecast) const
        {
            return std::min(forecast.until.value_or(ahead), ahead);
        }
        /// It was looked for, and there is nothing.
        [[nodiscard]] bool isWithoutEarlier() const;
    };

    /// `range` is shared by the charts of a page; null: one of its own.
    TimeChart(const QString &title, Theme *theme, ChartRange *range, QWidget *parent = nullptr);

    void setLines(const std::vector<Line> &lines, std::chrono::milliseconds now, Unit unit = Unit::Count);
    /// From 0 to 1, told in percent.
    void setShares() { m_picture.isShare = true; }
    /// Leaves as much room for what is to come as for what was, as long as the chart ends at now; for a day at the
    /// most.
    void lookAhead(bool ahead) { m_looksAhead = ahead; }
    /// Moves the right end on while no new points come, so that the gap is seen to grow.
    void setNow(std::chrono::milliseconds now);
    void setLimits(const std::vector<LimitLine> &limits);
    void setMarks(const std::vector<Mark> &marks);
    [[nodiscard]] ChartRange &range() const { return *m_range; }
    [[nodiscard]] models::Span span() const { return m_range->span(); }
    [[nodiscard]] models::Reach reach() const { return m_range->reach(); }
    /// Offers to note something down at a moment.
    void setNoting();
    /// From when to when it shows.
    [[nodiscard]] std::pair<std::chrono::milliseconds, std::chrono::milliseconds> times() const
    {
        return {m_picture.now - m_picture.length, m_picture.now};
    }
    /// What comes next is of another collection.
    void forget();
    /// What stands in an empty chart; "no data" unless set.
    void setEmptyText(const QString &text);

signals:
    void noteMade(const plimsoll::Note &note); ///< of no collection yet

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
    std::chrono::milliseconds m_now{};
    std::chrono::steady_clock::time_point m_nowSince; ///< when it was that
    Picture m_picture;
    bool m_dirty = false;
    bool m_looksAhead = false;
    bool m_isNoting = false;
};

} // namespace plimsoll::views

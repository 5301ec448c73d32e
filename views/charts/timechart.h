// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"
#include "views/charts/chartrange.h"
#include "views/charts/timepicture.h"
#include "views/widgets/card.h"

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
    using Picture = TimePicture;
    using Forecast = TimePicture::Forecast;
    using Line = TimePicture::Line;
    using LimitLine = TimePicture::LimitLine;
    using Mark = TimePicture::Mark;

    /// `range` is shared by the charts of a page; null makes a private one.
    TimeChart(const QString &title, Theme *theme, ChartRange *range, QWidget *parent = nullptr);

    /// `now`: time of the last reading.
    void setLines(const std::vector<Line> &lines, std::chrono::milliseconds now, Unit unit = Unit::Count);
    /// Declares values from 0 to 1, shown in percent.
    void setShares() { m_picture.isShare = true; }
    /// Reserves the same width for forecasts as for the past, but at most a day, while the chart is live.
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

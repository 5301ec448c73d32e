// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/madeseries.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <cmath>

namespace plimsoll::testing {

/// Charts of one page over fifteen minutes, in a page that scrolls.
struct Zoomed {
    explicit Zoomed(views::Theme &theme)
        : depth(new views::TimeChart(QStringLiteral("Depth"), &theme, &range)),
          backlog(new views::TimeChart(QStringLiteral("Backlog"), &theme, &range)),
          plot(depth->findChild<views::TimePlot *>())
    {
        auto *body = new QWidget;
        auto *layout = new QVBoxLayout(body);
        for (views::TimeChart *chart : {depth, backlog}) {
            chart->setFixedHeight(240);
            layout->addWidget(chart);
        }
        page.setWidget(body);
        page.setWidgetResizable(true);
        page.resize(600, 300);
        page.show();
        show();
    }
    void show()
    {
        for (views::TimeChart *chart : {depth, backlog}) {
            chart->setLines({{QStringLiteral("ready"), seriesOf(900, [](int i) { return i; }), 0, false},
                             {QStringLiteral("stale"), seriesOf(900, [](int) { return 5; }), 1, false}},
                            now);
        }
    }
    /// Position in the plot, in pixels, from its left end (0) to its right end (1).
    [[nodiscard]] QPoint at(double share) const
    {
        const QRectF area = plot->chart()->plotArea();
        return {static_cast<int>(std::lround(area.left() + share * area.width())), 100};
    }
    [[nodiscard]] double from() const { return static_cast<double>((range.reach().from - now).count()) / 1000; }
    [[nodiscard]] double to() const { return static_cast<double>((range.reach().to - now).count()) / 1000; }
    [[nodiscard]] QToolButton *button(const char *name) const
    {
        return depth->findChild<QToolButton *>(QLatin1String(name));
    }
    /// Whether the plot did something with it; else it goes to what the plot is in.
    bool wheel(Qt::KeyboardModifiers with, int turned, double share = 0.5) const
    {
        const QPointF place = at(share);
        QWheelEvent event(place, plot->viewport()->mapToGlobal(place), {}, {0, turned}, Qt::NoButton, with,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot->viewport(), &event);
        return event.isAccepted();
    }

    views::ChartRange range;
    QScrollArea page;
    views::TimeChart *depth, *backlog;
    views::TimePlot *plot;
};

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chartexport.h"

#include "views/theme/theme.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/exportevent.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSvgGenerator>
#include <QWidget>

namespace plimsoll::views {

namespace {

constexpr int pictureMargin = 12, titleHeight = 28, lineHeight = 18;

struct ChartExportWords {
    Q_DECLARE_TR_FUNCTIONS(chart)
};

int pictureHeadHeight(const ChartExport &chart)
{
    return titleHeight + (chart.when ? lineHeight : 0);
}

QSize sizeOf(const ChartExport &chart)
{
    return chart.plot->size() + QSize(2 * pictureMargin, 2 * pictureMargin + pictureHeadHeight(chart));
}

QString subjectOf(const ChartExport &chart)
{
    return chart.subject ? chart.subject() : QString();
}

/// "Queue depth · email · shop": a saved file carries its subject in its title.
QString wholeTitle(const ChartExport &chart)
{
    const QString subject = subjectOf(chart);
    return subject.isEmpty() ? chart.title : chart.title + QStringLiteral(" · ") + subject;
}

void paint(QPainter &painter, const ChartExport &chart)
{
    const QRect all(QPoint(0, 0), sizeOf(chart));
    painter.fillRect(all, chart.theme->tokens().card);
    painter.setPen(chart.theme->tokens().text);
    painter.setFont(chart.theme->headingFont());
    const QRect head = all.adjusted(pictureMargin, pictureMargin, -pictureMargin, 0);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignTop,
                     QFontMetrics(painter.font()).elidedText(wholeTitle(chart), Qt::ElideRight, head.width()));
    if (chart.when) {
        painter.setPen(chart.theme->tokens().secondaryText);
        painter.setFont(chart.theme->smallFont());
        painter.drawText(head.adjusted(0, titleHeight - 4, 0, 0), Qt::AlignLeft | Qt::AlignTop, chart.when());
    }
    // The translation positions the plot in the picture; a vector device ignores other offsets.
    painter.translate(pictureMargin, pictureMargin + pictureHeadHeight(chart));
    chart.plot->render(&painter, {}, {}, QWidget::DrawChildren);
}

} // namespace

QByteArray chartPng(const ChartExport &chart)
{
    constexpr double scale = 2;
    QImage image(sizeOf(chart) * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(chart.theme->tokens().card);
    QPainter painter(&image);
    paint(painter, chart);
    painter.end();
    QByteArray content;
    QBuffer buffer(&content);
    return buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG") ? content : QByteArray();
}

QByteArray chartSvg(const ChartExport &chart)
{
    QByteArray content;
    QBuffer buffer(&content);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96); // one pixel equals one CSS pixel
    generator.setSize(sizeOf(chart));
    generator.setViewBox(QRect(QPoint(0, 0), sizeOf(chart)));
    generator.setTitle(wholeTitle(chart));
    QPainter painter(&generator);
    paint(painter, chart);
    painter.end();
    return content;
}

void addChartExports(QMenu *menu, const ChartExport &chart)
{
    const auto add = [menu, &chart](const QString &text, const char *ending, auto content) {
        QAction *action = menu->addAction(text);
        action->setObjectName(QStringLiteral("exportChart") + QString::fromLatin1(ending).toUpper());
        QObject::connect(action, &QAction::triggered, chart.plot, [chart, ending, content] {
            ExportEvent::send(chart.plot, exportName(wholeTitle(chart), QLatin1StringView(ending)), content(chart));
        });
    };
    add(ChartExportWords::tr("Save as PNG…"), "png", chartPng);
    add(ChartExportWords::tr("Save as SVG…"), "svg", chartSvg);
    add(ChartExportWords::tr("Save data as CSV…"), "csv", [](const ChartExport &of) { return of.data(); });
    const QAction *offer = chart.times ? ReportEvent::offerFor(chart.plot) : nullptr;
    if (offer != nullptr) {
        QAction *report = menu->addAction(offer->text());
        report->setObjectName(QStringLiteral("chartReport"));
        report->setEnabled(offer->isEnabled());
        report->setToolTip(offer->toolTip());
        menu->setToolTipsVisible(true);
        QObject::connect(report, &QAction::triggered, chart.plot, [chart] {
            const auto [from, to] = chart.times();
            ReportEvent::send(chart.plot, from, to);
        });
    }
}

void showChartExportsAsMenu(const ChartExport &chart)
{
    chart.plot->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(chart.plot, &QWidget::customContextMenuRequested, chart.plot, [chart](const QPoint &position) {
        QMenu *menu = makePopup(chart.plot);
        addChartExports(menu, chart);
        menu->popup(chart.plot->mapToGlobal(position));
    });
}

} // namespace plimsoll::views

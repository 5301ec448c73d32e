// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/zoom.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QFormLayout>
#include <QGridLayout>
#include <QHeaderView>
#include <QLayout>
#include <QMainWindow>
#include <QRegularExpression>
#include <QVariant>
#include <QWidget>

#include <cmath>
#include <utility>
#include <vector>

namespace plimsoll::views {

namespace {

class Rescaling {
public:
    Rescaling(double from, double to) : m_from(from), m_to(to) { }

    void scale(QWidget &widget) const;
    /// Width of a dock, which a smallest width alone would make larger and never smaller again.
    [[nodiscard]] int dockWidth(QDockWidget &dock) const;

private:
    /// Scales a number of the object. Its value at 100 % is kept, so that rounding does not add up.
    int number(QObject &of, const char *name, int now) const
    {
        if (now == 0) {
            return 0;
        }
        const QVariant kept = of.property(name);
        const bool isSame = kept.isValid() && Px::scaled(kept.toDouble(), m_from) == now;
        const double base = isSame ? kept.toDouble() : now / m_from;
        of.setProperty(name, base);
        return Px::scaled(base, m_to);
    }
    void scaleFont(QWidget &widget) const;
    void scaleSheet(QWidget &widget) const;
    void scaleSize(QWidget &widget) const;
    void scaleLayout(QLayout &layout) const;
    void scaleHeader(QHeaderView &header) const;

    double m_from, m_to;
};

void Rescaling::scale(QWidget &widget) const
{
    scaleFont(widget);
    scaleSheet(widget);
    scaleSize(widget);
    if (QLayout *layout = widget.layout()) {
        scaleLayout(*layout);
    }
    if (auto *button = qobject_cast<QAbstractButton *>(&widget)) {
        const int side = number(widget, "plimsoll.icon", button->iconSize().width());
        button->setIconSize({side, side});
    }
    if (auto *header = qobject_cast<QHeaderView *>(&widget)) {
        scaleHeader(*header);
    }
    if (auto *view = qobject_cast<QAbstractItemView *>(&widget); view != nullptr && view->model() != nullptr) {
        QMetaObject::invokeMethod(view, &QAbstractItemView::doItemsLayout, Qt::QueuedConnection);
    }
    widget.updateGeometry();
    widget.update();
}

int Rescaling::dockWidth(QDockWidget &dock) const
{
    constexpr const char *name = "plimsoll.dock";
    const QVariant kept = dock.property(name);
    const QWidget *const content = dock.widget();
    // It had no room for more, or none at all: the width from before is still the one that is wanted.
    const bool isSqueezed = !dock.isVisible() || (content != nullptr && dock.width() <= content->minimumWidth());
    return kept.isValid() && isSqueezed ? Px::scaled(kept.toDouble(), m_to) : number(dock, name, dock.width());
}

/// Fonts that were set; others are those of the application and of the style sheet.
void Rescaling::scaleFont(QWidget &widget) const
{
    QFont font = widget.font();
    if (widget.testAttribute(Qt::WA_SetFont) && font.pixelSize() > 0) {
        font.setPixelSize(number(widget, "plimsoll.font", font.pixelSize()));
        widget.setFont(font);
    }
}

void Rescaling::scaleSheet(QWidget &widget) const
{
    constexpr const char *base = "plimsoll.sheet";
    const QString now = widget.styleSheet();
    if (!now.contains(QLatin1StringView("px"))) {
        return;
    }
    const QString kept = widget.property(base).toString();
    const QString whole = scaledSheet(kept, m_from) == now ? kept : scaledSheet(now, 1 / m_from);
    widget.setProperty(base, whole);
    widget.setStyleSheet(scaledSheet(whole, m_to));
}

void Rescaling::scaleSize(QWidget &widget) const
{
    if (widget.isWindow()) {
        return; // it stays as large as a person made it
    }
    const auto most = [this, &widget](const char *name, int now) {
        return now >= QWIDGETSIZE_MAX ? now : number(widget, name, now);
    };
    const QSize least(number(widget, "plimsoll.least.width", widget.minimumWidth()),
                      number(widget, "plimsoll.least.height", widget.minimumHeight()));
    const QSize largest(most("plimsoll.most.width", widget.maximumWidth()),
                        most("plimsoll.most.height", widget.maximumHeight()));
    widget.setMaximumSize(largest.expandedTo(widget.minimumSize()));
    widget.setMinimumSize(least);
    widget.setMaximumSize(largest);
}

void Rescaling::scaleLayout(QLayout &layout) const
{
    const QMargins now = layout.contentsMargins();
    layout.setContentsMargins(number(layout, "plimsoll.left", now.left()), number(layout, "plimsoll.top", now.top()),
                              number(layout, "plimsoll.right", now.right()),
                              number(layout, "plimsoll.bottom", now.bottom()));
    if (auto *grid = qobject_cast<QGridLayout *>(&layout)) {
        grid->setHorizontalSpacing(number(layout, "plimsoll.across", grid->horizontalSpacing()));
        grid->setVerticalSpacing(number(layout, "plimsoll.down", grid->verticalSpacing()));
    } else if (auto *form = qobject_cast<QFormLayout *>(&layout)) {
        form->setHorizontalSpacing(number(layout, "plimsoll.across", form->horizontalSpacing()));
        form->setVerticalSpacing(number(layout, "plimsoll.down", form->verticalSpacing()));
    } else if (layout.spacing() > 0) {
        layout.setSpacing(number(layout, "plimsoll.across", layout.spacing()));
    }
    for (int i = 0; i < layout.count(); ++i) {
        if (QLayout *inner = layout.itemAt(i)->layout()) {
            scaleLayout(*inner);
        }
    }
    layout.invalidate();
}

void Rescaling::scaleHeader(QHeaderView &header) const
{
    header.setMinimumSectionSize(number(header, "plimsoll.section", header.minimumSectionSize()));
    if (header.orientation() == Qt::Vertical) {
        header.setDefaultSectionSize(number(header, "plimsoll.row", header.defaultSectionSize()));
    } // widths of columns are the table's
}

} // namespace

void rescaleWidgets(double from, double to)
{
    const Rescaling rescaling(from, to);
    const QWidgetList all = QApplication::allWidgets();
    std::vector<std::pair<QDockWidget *, int>> docks;
    for (QWidget *widget : all) {
        if (auto *dock = qobject_cast<QDockWidget *>(widget)) {
            docks.emplace_back(dock, rescaling.dockWidth(*dock));
        }
    }
    for (QWidget *widget : all) {
        rescaling.scale(*widget);
    }
    for (const auto &[dock, width] : docks) {
        if (auto *window = qobject_cast<QMainWindow *>(dock->parentWidget())) {
            window->resizeDocks({dock}, {width}, Qt::Horizontal);
        }
    }
}

QString scaledSheet(const QString &sheet, double zoom)
{
    if (zoom == 1.0) {
        return sheet;
    }
    static const QRegularExpression lengths(QStringLiteral("(-?\\d+(?:\\.\\d+)?)px"));
    QString scaled;
    qsizetype from = 0;
    for (auto all = lengths.globalMatch(sheet); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        const double pixels = match.capturedView(1).toDouble();
        // A line stays a line.
        const double made = std::abs(pixels) <= 1 ? pixels : pixels * zoom;
        scaled += sheet.mid(from, match.capturedStart() - from);
        scaled += QString::number(qRound(made)) + QStringLiteral("px");
        from = match.capturedEnd();
    }
    return scaled + sheet.mid(from);
}

} // namespace plimsoll::views

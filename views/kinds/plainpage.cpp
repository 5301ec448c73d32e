// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/plainpage.h"

#include "models/text/format.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/kindparts.h"

#include <QCoreApplication>
#include <QVBoxLayout>

namespace plimsoll::views {

namespace {

constexpr std::array plainColumns{Shown{Column::Member, QT_TRANSLATE_NOOP("elements", "element")},
                                  Shown{Column::Due, QT_TRANSLATE_NOOP("elements", "time")}};

} // namespace

PlainPage::PlainPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent), m_chart(addChart({}, QStringLiteral("mainChart"))),
      m_panel(new ElementsPanel(plainColumns, QStringLiteral("plain"), pageContext, this))
{
    addPanel(m_panel);
    content()->addWidget(m_chart, 4);
    content()->addWidget(m_panel, 6);
}

std::vector<TileText> PlainPage::tiles(const Figures &figures) const
{
    std::vector<TileText> tiles;
    for (const FigureSpec &figure : figures.layout().figures()) {
        tiles.push_back(figures.tile(figure.id));
    }
    return tiles;
}

QString PlainPage::description(const Figures &figures) const
{
    return QCoreApplication::translate("kinds", figures.layout().kind->help);
}

void PlainPage::refresh(const Figures &figures)
{
    const KindInfo &kind = *figures.layout().kind;
    const FigureSpec &main = kind.figures[static_cast<std::size_t>(kind.mainFigure)];
    m_chart->setTitle(models::figureTitle(main));
    m_chart->setLimits(figures.limits(main.id));
    m_chart->setLines({{models::figureTitle(main), figures.series(main.id, m_chart->reach()), 0, true}}, figures.now(),
                      main.unit);
}

} // namespace plimsoll::views

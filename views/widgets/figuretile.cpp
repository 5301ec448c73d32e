// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/figuretile.h"

#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/figuretext.h"

#include <QAction>
#include <QFontMetricsF>
#include <QGridLayout>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr Px tilePadding{13};
constexpr Px narrowest{118}; // px; fits six next to the inspector at 1280

QColor colourOf(const Tokens &tokens, State state, const QColor &well)
{
    switch (state) {
    case State::Ok:
        return well;
    case State::Unknown:
        return tokens.secondaryText;
    case State::Warning:
        return tokens.warning;
    case State::Critical:
    case State::Error:
        return tokens.critical;
    }
    return well;
}

} // namespace

FigureTile::FigureTile(Theme *theme, QWidget *parent)
    : Card(theme, parent), m_edit(new QAction(tr("Edit limit…"), this)), m_size(theme->figureFont().pixelSize())
{
    m_edit->setObjectName(QStringLiteral("tileEditLimit"));
    m_edit->setEnabled(false);
    addAction(m_edit);
    showActionsAsMenu(this);
    connect(m_edit, &QAction::triggered, this, [this] { emit limitEditRequested(m_text.figure); });
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FigureTile::show(const TileText &text)
{
    m_edit->setEnabled(!text.figure.isEmpty()); // otherwise there is no limit to edit
    const bool same = text.figure == m_text.figure && text.title == m_text.title && text.value == m_text.value
        && text.note == m_text.note && text.help == m_text.help && text.state == m_text.state
        && text.noteState == m_text.noteState && text.shortNote == m_text.shortNote;
    if (same) {
        return;
    }
    m_text = text;
    setToolTip(text.help);
    setAccessibleName(tr("%1: %2").arg(text.title, text.value));
    setAccessibleDescription(text.note);
    update();
}

void FigureTile::setOld(bool old)
{
    if (old != m_old) {
        m_old = old;
        update();
    }
}

QSize FigureTile::sizeHint() const
{
    const double height = 2 * QFontMetricsF(theme()->smallFont()).height()
        + QFontMetricsF(theme()->figureFont()).height() + 2 * tilePadding;
    return {140, static_cast<int>(height)};
}

void FigureTile::paintEvent(QPaintEvent *event)
{
    Card::paintEvent(event);
    const Tokens &tokens = theme()->tokens();
    QPainter painter(this);
    QRectF line = QRectF(rect()).adjusted(tilePadding, tilePadding - 1, -tilePadding + 4, 0);
    const auto paintSmall = [&](const QString &text, const QColor &colour, const QString &shorter = {}) {
        painter.setFont(theme()->smallFont());
        const QFontMetricsF font(painter.font());
        painter.setPen(colour);
        line.setHeight(font.height());
        const bool isShort = !shorter.isEmpty() && figureWidth(font, text) > line.width();
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         isShort ? elidedWhole(font, shorter, line.width()) : fittedText(font, text, line.width()));
    };
    paintSmall(m_text.title, tokens.secondaryText);

    QFont font = theme()->figureFont();
    const double fullHeight = QFontMetricsF(font).height();
    font.setPixelSize(std::min(font.pixelSize(), m_size));
    painter.setFont(font);
    const bool isUnknown = m_old || m_text.value == models::unknownText();
    painter.setPen(isUnknown ? tokens.secondaryText : colourOf(tokens, m_text.state, tokens.text));
    line.translate(0, line.height());
    line.setHeight(fullHeight);
    paintFigure(painter, line, Qt::AlignLeft | Qt::AlignVCenter, m_text.value);
    line.translate(0, fullHeight);
    paintSmall(m_text.note, m_old ? tokens.secondaryText : colourOf(tokens, m_text.noteState, tokens.secondaryText),
               m_text.shortNote);
}

int FigureTile::fittingSize(int width) const
{
    constexpr int least = 14; // px; below that the value is elided
    const double room = width - 2 * tilePadding + 4;
    QFont font = theme()->figureFont();
    while (font.pixelSize() > least && figureWidth(QFontMetricsF(font), m_text.value) > room) {
        font.setPixelSize(font.pixelSize() - 1);
    }
    return font.pixelSize();
}

void FigureTile::setSize(int pixels)
{
    if (std::exchange(m_size, pixels) != pixels) {
        update();
    }
}

TileRow::TileRow(Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_grid(new QGridLayout(this)), m_size(theme->figureFont().pixelSize())
{
    connect(theme, &Theme::changed, this, [this] { fitSizes(true); });
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(Px(10));
    m_grid->setSizeConstraint(QLayout::SetNoConstraint);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TileRow::show(const std::vector<TileText> &texts)
{
    while (m_tiles.size() > texts.size()) {
        delete m_tiles.back();
        m_tiles.pop_back();
        m_columns = 0;
    }
    while (m_tiles.size() < texts.size()) {
        auto *tile = new FigureTile(m_theme, this);
        tile->setObjectName(QStringLiteral("tile%1").arg(m_tiles.size()));
        tile->setOld(m_old);
        connect(tile, &FigureTile::limitEditRequested, this, &TileRow::limitEditRequested);
        m_tiles.push_back(tile);
        m_columns = 0;
    }
    bool areOthers = m_columns == 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        areOthers = areOthers || m_tiles[i]->text().title != texts[i].title;
        m_tiles[i]->show(texts[i]);
    }
    if (m_columns == 0) {
        arrange();
    }
    fitSizes(areOthers);
}

/// One size for the whole row, so that a long duration such as "6 days 11 h" is shrunk before it is elided. It does not
/// grow again while the same figures are shown at the same width: durations get longer and shorter by the second.
void TileRow::fitSizes(bool areOthers)
{
    // Uses the width that each tile is about to get: its own width is still that before a resize.
    const int each = m_columns == 0 ? width() : (width() - (m_columns - 1) * m_grid->spacing()) / m_columns;
    int size = areOthers ? m_theme->figureFont().pixelSize() : std::min(m_size, m_theme->figureFont().pixelSize());
    for (const FigureTile *tile : m_tiles) {
        size = std::min(size, tile->fittingSize(each));
    }
    m_size = size;
    for (FigureTile *tile : m_tiles) {
        tile->setSize(size);
    }
}

void TileRow::setOld(bool old)
{
    m_old = old;
    for (FigureTile *tile : m_tiles) {
        tile->setOld(old);
    }
}

QSize TileRow::minimumSizeHint() const
{
    const int lines =
        m_tiles.empty() || m_columns == 0 ? 1 : (static_cast<int>(m_tiles.size()) + m_columns - 1) / m_columns;
    const int height = m_tiles.empty() ? 0 : m_tiles.front()->sizeHint().height();
    return {2 * narrowest, lines * height + (lines - 1) * m_grid->spacing()};
}

void TileRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
    fitSizes(true);
}

void TileRow::arrange()
{
    const int count = static_cast<int>(m_tiles.size());
    if (count == 0) {
        return;
    }
    const int fitting = std::max(1, (width() + m_grid->spacing()) / (narrowest + m_grid->spacing()));
    const int lines = (count + fitting - 1) / fitting;
    const int columns = (count + lines - 1) / lines; // 3 and 3 rather than 5 and 1
    if (columns != m_columns) {
        for (int column = 0; column < std::max(count, m_grid->columnCount()); ++column) {
            m_grid->setColumnStretch(column, column < columns ? 1 : 0);
        }
        m_columns = columns;
        for (int i = 0; i < count; ++i) {
            m_grid->addWidget(m_tiles[static_cast<std::size_t>(i)], i / columns, i % columns);
        }
    }
    setFixedHeight(minimumSizeHint().height());
}

} // namespace plimsoll::views

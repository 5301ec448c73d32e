// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table/celldelegate.h"

#include "models/text/format.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/figuretext.h"
#include "views/widgets/sparkline.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

namespace {

constexpr Px cellPadding{8};
constexpr Px swatch{9};
constexpr Px checkBox{15};

constexpr Px stateMark{12}, stateMarkGap{5}; ///< px; icon at the left of a figure in trouble

QColor faint(QColor colour, double strength)
{
    colour.setAlphaF(static_cast<float>(strength));
    return colour;
}

State stateOf(const QModelIndex &index, models::CellRole role)
{
    return static_cast<State>(index.data(role).toInt());
}

bool isStale(const QModelIndex &index)
{
    return index.data(models::StaleRole).toBool();
}

} // namespace

Cell cellOf(const QAbstractItemModel &model, int column)
{
    return static_cast<Cell>(model.headerData(column, Qt::Horizontal, models::StyleRole).toInt());
}

CellDelegate::CellDelegate(Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) { }

QColor CellDelegate::seriesColour(const QModelIndex &index) const
{
    const auto &colours = m_theme->tokens().series;
    const int series = index.data(models::SeriesRole).toInt();
    return colours.at(static_cast<std::size_t>(series) % colours.size());
}

void CellDelegate::paintBackground(QPainter &painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index) const
{
    const Tokens &tokens = m_theme->tokens();
    if (index.data(models::PinnedRole).toBool() || option.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(option.rect, tokens.selection);
    } else if (index.row() == m_hoverRow) {
        painter.fillRect(option.rect, faint(tokens.selection, 0.45));
    }
    if (m_flash > 0 && index.data(models::ChangedRole).toBool()) {
        painter.fillRect(option.rect, faint(tokens.accent, 0.14 * m_flash));
    }
    painter.setPen(tokens.border);
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
}

void CellDelegate::paintText(QPainter &painter, const QRectF &rect, const QModelIndex &index, Cell cell) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    const Tokens &tokens = m_theme->tokens();
    const QVariant mono = index.data(models::MonospaceRole);
    const bool inWords = cell == Cell::Mono && mono.isValid() && !mono.toBool();
    const bool unknown = inWords || text == models::unknownText();
    QFont face = cell == Cell::Mono && !inWords ? m_theme->monoFont() : m_theme->textFont();
    face.setStrikeOut(!unknown && index.data(models::StruckRole).toBool());
    painter.setFont(face);
    painter.setPen(unknown || isStale(index) ? tokens.secondaryText : tokens.text);
    if (cell == Cell::Figure) {
        if (const State state = stateOf(index, models::FigureStateRole); isTrouble(state) && !isStale(index)) {
            const bool isWarning = state == State::Warning;
            const QColor colour = isWarning ? tokens.warning : tokens.critical;
            const double left = rect.right() - figureWidth(QFontMetricsF(face), text) - stateMarkGap - stateMark;
            painter.setPen(colour);
            m_theme->icon(isWarning ? QLatin1StringView("warning") : QLatin1StringView("critical"), colour)
                .paint(&painter, QRectF(left, rect.center().y() - stateMark / 2.0, stateMark, stateMark).toRect());
        }
        paintFigure(painter, rect, Qt::AlignRight | Qt::AlignVCenter, text);
        return;
    }
    const auto paintLeft = [&painter, cell](const QRectF &place, const QString &words) {
        const QFontMetricsF font(painter.font());
        const QString shown = cell == Cell::Text ? elidedWhole(font, words, place.width())
                                                 : font.elidedText(words, Qt::ElideRight, place.width());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
        return font.horizontalAdvance(shown);
    };
    const QString note = index.data(models::NoteRole).toString();
    QRectF place = rect;
    if (!note.isEmpty()) { // the note takes precedence
        const double wanted = QFontMetricsF(m_theme->textFont()).horizontalAdvance(note) + cellPadding;
        place.setWidth(std::max(rect.width() / 3, rect.width() - wanted));
    }
    const double used = paintLeft(place, text);
    if (!note.isEmpty()) {
        painter.setFont(m_theme->textFont());
        paintLeft(rect.adjusted(used + cellPadding, 0, 0, 0), note);
    }
}

void CellDelegate::paintCheck(QPainter &painter, const QRectF &rect, bool isChecked) const
{
    const Tokens &tokens = m_theme->tokens();
    const QRectF box(rect.left() + 0.5, std::floor(rect.center().y() - checkBox / 2.0) + 0.5, checkBox - 1,
                     checkBox - 1);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(isChecked ? tokens.accent : tokens.secondaryText);
    painter.setBrush(isChecked ? tokens.accent : tokens.field);
    painter.drawRoundedRect(box, 3, 3);
    if (isChecked) {
        m_theme->icon(QLatin1StringView("check"), tokens.onAccent).paint(&painter, box.toAlignedRect());
    }
}

bool CellDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                             const QModelIndex &index)
{
    const bool isCut = event->type() == QEvent::ToolTip && index.isValid()
        && index.data(Qt::ToolTipRole).toString().isEmpty() && sizeHint(option, index).width() > option.rect.width();
    const QString text = isCut ? index.data(Qt::DisplayRole).toString() : QString();
    if (text.isEmpty()) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    showTip(event->globalPos(), text, view->viewport(), option.rect);
    return true;
}

bool CellDelegate::editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                               const QModelIndex &index)
{
    const QVariant checked = index.data(Qt::CheckStateRole);
    if (cellOf(*model, index.column()) != Cell::Check || !checked.isValid()) {
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    }
    if (event->type() != QEvent::MouseButtonRelease
        || static_cast<const QMouseEvent *>(event)->button() != Qt::LeftButton) {
        return false;
    }
    return model->setData(index, checked.toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void CellDelegate::paintBar(QPainter &painter, const QRectF &rect, double share, const QModelIndex &index) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF bar(rect.left(), rect.center().y() - 5.5, std::max(2.0, rect.width() * share), 12);
    if (index.data(models::EndlessRole).toBool()) { // colour is not the only sign
        const QColor warning = m_theme->tokens().warning;
        painter.setPen(QPen(warning, 1));
        painter.setBrush(QBrush(faint(warning, 0.45), Qt::BDiagPattern));
        bar.adjust(0.5, 0.5, -0.5, -0.5);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(faint(seriesColour(index), 0.75));
    }
    painter.drawRoundedRect(bar, 2, 2);
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    paintBackground(*painter, option, index);
    const QRectF rect = QRectF(option.rect).adjusted(cellPadding, 0, -cellPadding, -1);
    const Tokens &tokens = m_theme->tokens();
    const Cell cell = cellOf(*index.model(), index.column());
    const State state = stateOf(index, models::SeverityRole);
    switch (cell) {
    case Cell::Badge:
        if (state != State::Ok && !isStale(index)) {
            paintBadge(*painter, *m_theme, rect, state, index.data().toString(), true);
        } else {
            paintText(*painter, rect, index, cell);
        }
        break;
    case Cell::Sparkline: {
        const auto values = index.data(models::TrendRole).value<QVector<float>>();
        const QColor colour = isStale(index) ? tokens.secondaryText
            : state >= State::Critical       ? tokens.series[4]
            : state == State::Warning        ? tokens.series[3]
                                             : tokens.series[0];
        const QVariant limit = index.data(models::LimitRole);
        paintSparkline(*painter, rect.adjusted(0, 6, 0, -6), {values.begin(), values.end()}, colour,
                       limit.isValid() && isKnown(limit.toDouble()) ? std::optional(limit.toDouble()) : std::nullopt);
        break;
    }
    case Cell::Bar: {
        const double share = std::clamp(index.data(models::ShareRole).toDouble(), 0.0, 1.0);
        if (share <= 0) {
            break;
        }
        paintBar(*painter, rect, share, index);
        break;
    }
    case Cell::Series:
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(seriesColour(index));
        painter->drawRoundedRect(QRectF(rect.left(), rect.center().y() - swatch / 2.0, swatch, swatch), 2, 2);
        paintText(*painter, rect.adjusted(swatch + cellPadding, 0, 0, 0), index, cell);
        break;
    case Cell::Check:
        if (const QVariant checked = index.data(Qt::CheckStateRole); checked.isValid()) {
            paintCheck(*painter, rect, checked.toInt() == Qt::Checked);
            break;
        }
        [[fallthrough]];
    case Cell::Text:
    case Cell::Mono:
    case Cell::Figure:
        paintText(*painter, rect, index, cell);
        break;
    }
    painter->restore();
}

int CellDelegate::badgeWidth(const QString &text) const
{
    return static_cast<int>(badgeSize(*m_theme, State::Warning, text, true).width()) + 2 * cellPadding + 2;
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem & /*option*/, const QModelIndex &index) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    double width = 0;
    switch (cellOf(*index.model(), index.column())) {
    case Cell::Badge:
        width = badgeSize(*m_theme, stateOf(index, models::SeverityRole), text, true).width();
        break;
    case Cell::Sparkline:
    case Cell::Bar:
        width = 120;
        break;
    case Cell::Mono:
        width = QFontMetricsF(m_theme->monoFont()).horizontalAdvance(text);
        break;
    case Cell::Figure:
        width = figureWidth(QFontMetricsF(m_theme->textFont()), text)
            + (isTrouble(stateOf(index, models::FigureStateRole)) ? stateMark + stateMarkGap : 0);
        break;
    case Cell::Series:
        width = swatch + cellPadding + QFontMetricsF(m_theme->textFont()).horizontalAdvance(text);
        break;
    case Cell::Check:
    case Cell::Text:
        width = QFontMetricsF(m_theme->textFont()).horizontalAdvance(text);
        break;
    }
    if (const QString note = index.data(models::NoteRole).toString(); !note.isEmpty()) {
        width += QFontMetricsF(m_theme->textFont()).horizontalAdvance(note) + cellPadding;
    }
    return {static_cast<int>(width) + 2 * cellPadding + 2, metrics::rowHeight};
}

} // namespace plimsoll::views

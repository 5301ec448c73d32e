// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/collectioncard.h"

#include "models/rows/collectionmodel.h"
#include "models/text/ratetext.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/figuretext.h"
#include "views/widgets/sparkline.h"

#include <QHelpEvent>
#include <QListView>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace plimsoll::views {

using models::CollectionModel;

namespace {

constexpr Px cardPadding{14};
constexpr Px edgeWidth{4};
constexpr Px cardHeadHeight{20};
constexpr Px figureHeight{32};
constexpr Px cardLineHeight{20};
constexpr Px widestTrend{150};
constexpr Px narrowestTrend{70};
constexpr Px trendHeight{38};
constexpr Px titleGap{5};
constexpr Px trendGap{12};

QModelIndex cell(const QModelIndex &index, int column)
{
    return index.sibling(index.row(), column);
}

QString elided(const QPainter &painter, const QString &text, double width)
{
    return QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, std::max(0.0, width));
}

} // namespace

/// One row read from the model.
struct CollectionDelegate::Card {
    QString name, kind, stateTitle, shortState, figure, figureTitle, change, shortChange, sentence;
    QVector<float> trend;
    std::optional<double> limit; ///< passed limit of the figure
    State state = State::Ok;
    bool stale = false;

    explicit Card(const QModelIndex &index)
        : name(cell(index, CollectionModel::NameColumn).data().toString()),
          kind(cell(index, CollectionModel::KindColumn).data().toString()),
          stateTitle(cell(index, CollectionModel::StateColumn).data().toString()),
          shortState(cell(index, CollectionModel::StateColumn).data(CollectionModel::ShortStateRole).toString()),
          figure(cell(index, CollectionModel::FirstFigureColumn).data().toString()),
          figureTitle(
              cell(index, CollectionModel::FirstFigureColumn).data(CollectionModel::FigureTitleRole).toString()),
          change(cell(index, CollectionModel::ChangeColumn).data().toString()),
          shortChange(cell(index, CollectionModel::ChangeColumn).data(CollectionModel::ShortChangeRole).toString()),
          sentence(cell(index, CollectionModel::SentenceColumn).data().toString()),
          trend(cell(index, CollectionModel::TrendColumn).data(CollectionModel::TrendRole).value<QVector<float>>()),
          state(static_cast<State>(index.data(CollectionModel::SeverityRole).toInt())),
          stale(index.data(CollectionModel::StaleRole).toBool())
    {
        const double passed = index.data(CollectionModel::LimitRole).toDouble();
        limit = isKnown(passed) ? std::optional(passed) : std::nullopt;
    }

    /// Paints the sparkline with the limit that was passed.
    void paintTrend(QPainter &painter, const QRectF &rect, const Tokens &colours) const
    {
        const QColor colour = stale   ? colours.secondaryText
            : state == State::Warning ? colours.series[3]
            : state > State::Warning  ? colours.series[4]
                                      : colours.series[0];
        const QColor bound = stale ? colours.secondaryText : edge(colours);
        paintSparkline(painter, rect, std::vector<float>(trend.begin(), trend.end()), colour, limit, bound);
    }

    [[nodiscard]] QColor edge(const Tokens &colours) const
    {
        const bool isGrey = stale || state == State::Unknown;
        return isGrey ? colours.secondaryText : state == State::Warning ? colours.warning : colours.critical;
    }
};

CollectionDelegate::CollectionDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{
}

QSize CollectionCardDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    // The whole cell: with less, the list view leaves the rest of its grid empty.
    const auto *list = qobject_cast<const QListView *>(option.widget);
    if (list != nullptr && list->gridSize().isValid()) {
        return list->gridSize();
    }
    return {320, cardHeight + cardMargins().top() + cardMargins().bottom()};
}

void CollectionCardDelegate::setRow(int width, int columns)
{
    m_rowWidth = width;
    m_columns = columns;
}

QRect CollectionCardDelegate::frameOf(const QStyleOptionViewItem &option) const
{
    QRect cell = option.rect;
    if (m_columns > 0 && cell.width() == m_rowWidth / m_columns) {
        // A few pixels to the right at most: less than the margin a cell has there.
        const int column = cell.left() / cell.width();
        cell.setLeft(m_rowWidth * column / m_columns);
        cell.setRight(m_rowWidth * (column + 1) / m_columns - 1);
    }
    return cell.marginsRemoved(cardMargins());
}

void CollectionCardDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index) const
{
    const Card card(index);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintFrame(*painter, card, option);
    const QRectF frame(frameOf(option));
    const QRectF inside = frame.adjusted(cardPadding, 11, -cardPadding, -9); // the coloured edge is within the padding
    paintHead(*painter, card, inside);
    paintFigures(*painter, card, inside.adjusted(0, cardHeadHeight, 0, 0));
    painter->restore();
}

void CollectionCardDelegate::paintFrame(QPainter &painter, const Card &card, const QStyleOptionViewItem &option) const
{
    const Tokens &colours = m_theme->tokens();
    const QRectF frame = QRectF(frameOf(option)).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath outline;
    outline.addRoundedRect(frame, metrics::cardRadius, metrics::cardRadius);
    painter.fillPath(outline, colours.card);
    if (card.state != State::Ok) {
        painter.save();
        painter.setClipPath(outline);
        painter.fillRect(QRectF(frame.left() - 1, frame.top() - 1, edgeWidth + 1, frame.height() + 2),
                         card.edge(colours));
        painter.restore();
    }
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(focused ? QPen(colours.accent, 2) : QPen(hovered ? colours.secondaryText : colours.border, 1));
    if (card.state == State::Ok || focused) {
        painter.drawPath(outline);
        return;
    }
    // The coloured edge is the border on its side.
    painter.save();
    painter.setClipRect(frame.adjusted(edgeWidth, -1, 1, 1));
    painter.drawPath(outline);
    painter.restore();
}

void CollectionCardDelegate::paintHead(QPainter &painter, const Card &card, const QRectF &inside) const
{
    const Tokens &colours = m_theme->tokens();
    const bool trouble = card.state != State::Ok;
    const State shownState = card.stale ? State::Ok : card.state;
    const QRectF row(inside.left(), inside.top(), inside.width(), cardHeadHeight);
    constexpr Px nameGap{10};
    QString badge = trouble ? card.stateTitle : card.kind;
    QSizeF badgeRoom = badgeSize(*m_theme, shownState, badge, trouble);
    const double name = QFontMetricsF(m_theme->headingFont()).horizontalAdvance(card.name);
    if (trouble && badgeRoom.width() + nameGap + name > row.width()) {
        badge = card.shortState;
        badgeRoom = badgeSize(*m_theme, shownState, badge, trouble);
    }
    const QRectF badgeRect(row.right() - badgeRoom.width(), row.top() + 0.5, badgeRoom.width(), cardHeadHeight);
    paintBadge(painter, *m_theme, badgeRect, shownState, badge, trouble);
    painter.setFont(m_theme->headingFont());
    painter.setPen(card.stale ? colours.secondaryText : colours.text);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     elided(painter, card.name, badgeRect.left() - row.left() - nameGap));
}

void CollectionCardDelegate::paintFigures(QPainter &painter, const Card &card, const QRectF &inside) const
{
    const Tokens &colours = m_theme->tokens();
    QFont big = m_theme->figureFont();
    big.setPixelSize(Px(26));
    const QFontMetricsF bigMetrics(big);
    // The trend makes room for what the figure and its title need.
    const double words = figureWidth(bigMetrics, card.figure) + titleGap
        + QFontMetricsF(m_theme->smallFont()).horizontalAdvance(card.figureTitle) + trendGap;
    const double trendWidth = std::clamp<double>(inside.width() - words, narrowestTrend,
                                                 std::min<double>(widestTrend, inside.width() * 0.45));
    const QRectF trend(inside.right() - trendWidth, inside.top() + 7, trendWidth, trendHeight);
    card.paintTrend(painter, trend, colours);

    painter.setFont(big);
    painter.setPen(card.stale ? colours.secondaryText : colours.text);
    const QRectF figure(inside.left(), inside.top() + 2, trend.left() - inside.left() - trendGap, figureHeight);
    const double end = paintFigure(painter, figure, Qt::AlignLeft | Qt::AlignVCenter, card.figure);
    const double baseline = figure.center().y() + (bigMetrics.ascent() - bigMetrics.descent()) / 2;

    painter.setFont(m_theme->smallFont());
    painter.setPen(colours.secondaryText);
    painter.drawText(QPointF(end + titleGap, baseline),
                     elided(painter, card.figureTitle, figure.right() - end - titleGap + 1));
    const QRectF change(inside.left(), figure.bottom(), figure.width(), cardLineHeight - 2);
    const QString changeText = card.stale ? tr("as of %1").arg(m_time) : card.change;
    paintFigure(painter, change, Qt::AlignLeft | Qt::AlignVCenter, changeText);
    const QRectF sentence(inside.left(), change.bottom() + 2, inside.width(), cardLineHeight);
    painter.drawText(sentence, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(painter, card.sentence, sentence.width()));
}

QSize CollectionLineDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const auto *list = qobject_cast<const QListView *>(option.widget);
    return list != nullptr && list->gridSize().isValid() ? list->gridSize() : QSize(320, cardLineHeight);
}

void CollectionLineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index) const
{
    constexpr Px between{8};
    constexpr Px changeWidth{48};
    constexpr Px narrow{360}; // width of cards next to the chart in a small window
    const int sparkWidth = option.rect.width() < narrow ? Px(32) : Px(56);
    constexpr Px leastName{72};
    constexpr Px markSize{12};
    const Card card(index);
    const Tokens &colours = m_theme->tokens();
    const QRectF frame = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    if (focused || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(focused ? QPen(colours.accent, 1) : QPen(Qt::NoPen));
        painter->setBrush(colours.badge);
        painter->drawRoundedRect(frame, metrics::step, metrics::step);
    }
    QRectF room = QRectF(option.rect).adjusted(cardPadding, 0, -cardPadding, 0);

    painter->setFont(m_theme->textFont());
    painter->setPen(colours.secondaryText);
    paintFigure(*painter, QRectF(room.right() - changeWidth, room.top(), changeWidth, room.height()),
                Qt::AlignRight | Qt::AlignVCenter, card.shortChange);
    room.setRight(room.right() - changeWidth - between);

    const QFontMetricsF font(m_theme->textFont());
    const double figure = figureWidth(font, card.figure);
    const double title = font.horizontalAdvance(QLatin1Char(' ') + card.figureTitle);
    const double name = font.horizontalAdvance(card.name);
    const double words = markSize + between / 2 + name + between + figure + title;
    const bool isTold = card.state != State::Ok && room.width() - sparkWidth - between < words; // words before a course
    if (!isTold && room.width() >= sparkWidth + between + figure + between + std::min<double>(name, leastName)) {
        card.paintTrend(*painter, QRectF(room.right() - sparkWidth, room.top() + 3, sparkWidth, room.height() - 6),
                        colours);
        room.setRight(room.right() - sparkWidth - between);
    }
    if (card.state != State::Ok) { // not ranked yet, because the pointer was over the cards
        const QLatin1StringView icon(card.state == State::Warning       ? "warning"
                                         : card.state == State::Unknown ? "unknown"
                                                                        : "critical");
        m_theme->icon(icon, card.edge(colours))
            .paint(painter, QRectF(room.left(), room.center().y() - markSize / 2.0, markSize, markSize).toRect());
        room.setLeft(room.left() + markSize + between / 2);
    }
    constexpr Px leastWords{32}; // less of it tells nothing
    const double left = std::min(room.width() - figure - between - name, title);
    const double titleRoom = left < std::min<double>(title, leastWords) ? 0 : left;
    const bool isTrouble = card.state != State::Ok && !card.stale;
    painter->setPen(isTrouble ? card.edge(colours) : colours.secondaryText);
    painter->drawText(QRectF(room.right() - titleRoom, room.top(), titleRoom, room.height()),
                      Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      elided(*painter, QLatin1Char(' ') + card.figureTitle, titleRoom + 1));
    room.setRight(room.right() - titleRoom);
    painter->setPen(isTrouble ? card.edge(colours) : card.stale ? colours.secondaryText : colours.text);
    paintFigure(*painter, QRectF(room.right() - figure - 1, room.top(), figure + 1, room.height()),
                Qt::AlignRight | Qt::AlignVCenter, card.figure);
    room.setRight(room.right() - figure - between);
    painter->setPen(card.stale ? colours.secondaryText : colours.text);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      elided(*painter, card.name, room.width()));
    painter->restore();
}

bool CollectionDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                                   const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid()) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    const Card card(index);
    QStringList lines{card.name};
    for (const QString &line :
         {card.sentence, cell(index, CollectionModel::FirstFigureColumn).data(Qt::ToolTipRole).toString(),
          cell(index, CollectionModel::ChangeColumn).data(Qt::ToolTipRole).toString(),
          cell(index, CollectionModel::NameColumn).data(Qt::ToolTipRole).toString()}) {
        if (!line.isEmpty() && !lines.contains(line)) {
            lines.append(line);
        }
    }
    showTip(event->globalPos(), lines.join(u'\n'), view);
    return true;
}

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace plimsoll::views {

class Theme;

/// Paints a row of CollectionModel as a card: name, kind or state, main figure, change a minute, sparkline and the one
/// sentence that matters. Works only for what is on screen, which is why cards are painted and not widgets. GUI thread.
class CollectionCardDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// Height of a card, and the room around it inside its cell of the grid.
    static constexpr int cardHeight = 114;
    static constexpr QMargins cardMargins{6, 0, 6, 12};

    explicit CollectionCardDelegate(const Theme *theme, QObject *parent = nullptr);

    /// Sets the text on outdated cards: the time of their figures.
    void setTimeText(const QString &time) { m_time = time; }

    /// Sets the width and the number of cells of a row. The remainder of the division is spread over the cards, so that
    /// the last one is aligned with the page's other cards.
    void setRow(int width, int columns);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    struct Card;

    [[nodiscard]] QRect frameOf(const QStyleOptionViewItem &option) const;
    void paintFrame(QPainter &painter, const Card &card, const QStyleOptionViewItem &option) const;
    void paintHead(QPainter &painter, const Card &card, const QRectF &inside) const;
    void paintFigures(QPainter &painter, const Card &card, const QRectF &inside) const;

    const Theme *m_theme;
    QString m_time;
    int m_rowWidth = 0;
    int m_columns = 0; ///< 0: a card fills its cell
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/theme/px.h"

#include <QStyledItemDelegate>

namespace plimsoll::views {

class Theme;

/// Explains a collection on hover: its sentence, figure, change and keys. GUI thread.
class CollectionDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit CollectionDelegate(const Theme *theme, QObject *parent = nullptr);

    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

protected:
    struct Card;

    const Theme *m_theme;
};

/// Paints a row of CollectionModel as a card: name, kind or state, headline figure, change a minute, sparkline with the
/// limit that was passed, and the one sentence that matters. Works only for what is on screen, which is why cards are
/// painted and not widgets. GUI thread.
class CollectionCardDelegate final : public CollectionDelegate {
    Q_OBJECT

public:
    /// Height of a card, and the room around it inside its cell of the grid.
    static constexpr Px cardHeight{114};
    /// Room around a card in its cell.
    static QMargins cardMargins() { return {Px(6), 0, Px(6), Px(12)}; }

    using CollectionDelegate::CollectionDelegate;

    /// Sets the text on outdated cards: the time of their figures.
    void setTimeText(const QString &time) { m_time = time; }

    /// Sets the width and the number of cells of a row. The remainder of the division is spread over the cards, so that
    /// the last one is aligned with the page's other cards.
    void setRow(int width, int columns);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    [[nodiscard]] QRect frameOf(const QStyleOptionViewItem &option) const;
    void paintFrame(QPainter &painter, const Card &card, const QStyleOptionViewItem &option) const;
    void paintHead(QPainter &painter, const Card &card, const QRectF &inside) const;
    void paintFigures(QPainter &painter, const Card &card, const QRectF &inside) const;

    QString m_time;
    int m_rowWidth = 0;
    int m_columns = 0; ///< 0: a card fills its cell
};

/// Paints a row of CollectionModel as one line: name, headline figure, sparkline, change a minute. Where room is short,
/// the title of the figure gives way first, then the name; a number is never cut. In trouble the words take the room of
/// the sparkline. GUI thread.
class CollectionLineDelegate final : public CollectionDelegate {
    Q_OBJECT

public:
    static constexpr Px lineHeight{22};
    static constexpr Px padding{6}; ///< px at either side, inside the highlight of the line under the pointer

    using CollectionDelegate::CollectionDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace plimsoll::views

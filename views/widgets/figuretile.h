// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/card.h"

#include "redis/types/snapshot.h"

#include <vector>

class QAction;
class QGridLayout;

namespace plimsoll::views {

/// The texts of a tile.
struct TileText {
    QString title;
    QString value; ///< "1,165", "≥ 3 min", "–"
    QString note; ///< change per minute, "41 stale", "limit 5 min"
    QString help; ///< tooltip; reason for an unknown value
    State state = State::Ok; ///< colours the value
    QString figure{}; ///< id of the figure, if the value is one
    State noteState = State::Ok; ///< colours the note, where it is a figure of its own
    QString shortNote{}; ///< in place of a note that is too wide; it is elided, but keeps its first words
};

/// One figure of a collection as a card: title, value, note. Grey while old. GUI thread.
class FigureTile final : public Card {
    Q_OBJECT

public:
    explicit FigureTile(Theme *theme, QWidget *parent = nullptr);

    void show(const TileText &text);
    void setOld(bool old);
    [[nodiscard]] const TileText &text() const { return m_text; }
    /// Largest type size in px, at most the usual one, at which the value fits into a tile of that width.
    [[nodiscard]] int fittingSize(int width) const;
    void setSize(int pixels); ///< type size of the value

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {104, sizeHint().height()}; }

signals:
    void limitEditRequested(const QString &figure);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    TileText m_text;
    QAction *m_edit; ///< action in its context menu
    int m_size; ///< px, of the value
    bool m_old = false;
};

/// A row of equally wide tiles, wrapped into the fewest lines possible.
class TileRow final : public QWidget {
    Q_OBJECT

public:
    explicit TileRow(Theme *theme, QWidget *parent = nullptr);

    void show(const std::vector<TileText> &texts);
    void setOld(bool old);
    [[nodiscard]] const std::vector<FigureTile *> &tiles() const { return m_tiles; }

    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void limitEditRequested(const QString &figure);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void fitSizes(bool areOthers);

    Theme *m_theme;
    QGridLayout *m_grid;
    std::vector<FigureTile *> m_tiles;
    int m_columns = 0;
    int m_size; ///< px, of all values
    bool m_old = false;
};

} // namespace plimsoll::views

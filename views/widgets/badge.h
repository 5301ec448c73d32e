// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QWidget>

class QPainter;

namespace plimsoll::views {

class Theme;

/// The state as a rounded mark with an icon and a word: amber or red, never a colour alone; Ok is grey and has no icon.
/// Without an icon for the small ones in tables, whose word says it.
QSizeF badgeSize(const Theme &theme, State state, const QString &text, bool icon);
/// Paints it left-aligned and vertically centred in the rectangle, elided to its width.
void paintBadge(QPainter &painter, const Theme &theme, const QRectF &rect, State state, const QString &text, bool icon);

/// A badge as a widget, for the head of a page. GUI thread.
class Badge final : public QWidget {
    Q_OBJECT

public:
    explicit Badge(Theme *theme, QWidget *parent = nullptr);

    void show(State state, const QString &text, bool icon = true);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Theme *m_theme;
    State m_state = State::Ok;
    QString m_text;
    bool m_icon = true;
};

} // namespace plimsoll::views

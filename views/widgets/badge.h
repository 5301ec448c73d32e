// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QStringList>
#include <QWidget>

#include <algorithm>

class QPainter;

namespace plimsoll::views {

class Theme;

/// Returns the size of a badge: a rounded mark with a word and an optional icon, amber or red, or grey without icon for
/// Ok. Small badges in tables have no icon; the word keeps them readable without colour.
QSizeF badgeSize(const Theme &theme, State state, const QString &text, bool icon);
/// Paints a badge left-aligned and vertically centred in the rectangle, elided to its width.
void paintBadge(QPainter &painter, const Theme &theme, const QRectF &rect, State state, const QString &text, bool icon);

/// A badge as a widget, for page heads. GUI thread.
class Badge final : public QWidget {
    Q_OBJECT

public:
    explicit Badge(Theme *theme, QWidget *parent = nullptr);

    /// `shorter`: forms of the text for fit(), each shorter than the one before.
    void show(State state, const QString &text, bool icon = true, const QStringList &shorter = {});
    /// Shows the longest form that fits into this width, or the shortest, elided.
    void fit(int room);
    [[nodiscard]] QString shownText() const { return m_forms.value(std::min(m_form, m_forms.size() - 1)); }
    void setScale(double scale); ///< scale of text and icon

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    Theme *m_theme;
    State m_state = State::Ok;
    QStringList m_forms; ///< forms of the text, longest first
    qsizetype m_form = 0; ///< that is shown
    bool m_icon = true;
    double m_scale = 1;
};

} // namespace plimsoll::views

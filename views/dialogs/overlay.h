// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

namespace plimsoll::views {

class Theme;

/// Shades the window and shows a card over it. A click outside the card closes it and restores the focus. GUI thread.
class Overlay : public QWidget {
    Q_OBJECT

public:
    Overlay(const Theme *theme, QWidget *parent);

    /// Covers the parent; the caller sets the focus.
    void open();

protected:
    [[nodiscard]] const Theme *theme() const { return m_theme; }
    [[nodiscard]] QWidget *card() const { return m_card; }

    void paintEvent(QPaintEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    const Theme *m_theme;
    QWidget *m_card;
    QPointer<QWidget> m_focusBefore;
};

} // namespace plimsoll::views

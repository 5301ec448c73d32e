// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/card.h"

#include <QPointer>

namespace plimsoll::views {

class Theme;

/// A ring around what the tour speaks of: lies over the page, takes nothing from the mouse. GUI thread.
class LabRing final : public QWidget {
    Q_OBJECT

public:
    LabRing(const Theme *theme, QWidget *over);

    void point(QWidget *at); ///< null: at nothing
    [[nodiscard]] QWidget *pointsAt() const { return m_at; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QPointer<QWidget> m_at;
};

/// The frame of the tour, in a colour of its own. GUI thread.
class LabTourCard final : public Card {
    Q_OBJECT

public:
    using Card::Card;

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// Where one is in the tour: a dot a step. GUI thread.
class LabDots final : public QWidget {
    Q_OBJECT

public:
    explicit LabDots(const Theme *theme, QWidget *parent = nullptr);

    void show(int step, int steps);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    int m_step = 0, m_steps = 0;
};

} // namespace plimsoll::views

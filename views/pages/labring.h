// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/card.h"

#include <QPointer>

namespace plimsoll::views {

class Theme;

/// A ring around the widget that the tour explains; transparent to the mouse. GUI thread.
class LabRing final : public QWidget {
    Q_OBJECT

public:
    LabRing(const Theme *theme, QWidget *over);

    void point(QWidget *at); ///< null hides the ring
    [[nodiscard]] QWidget *pointsAt() const { return m_at; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QPointer<QWidget> m_at;
};

/// The frame of the tour, with its own colour. GUI thread.
class LabTourCard final : public Card {
    Q_OBJECT

public:
    using Card::Card;

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// Shows the position in the tour as one dot per step. GUI thread.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace plimsoll::views {

class Theme;

/// The line around a chart or a table that the keyboard is on. Lies over it, lets every click through, goes with it.
/// GUI thread.
class FocusRing final : public QWidget {
    Q_OBJECT

public:
    /// `target` has a parent and nothing of its own that shows its focus.
    FocusRing(const Theme *theme, QWidget *target);
    /// Charts and tables; everything else shows its focus by the style sheet.
    [[nodiscard]] static bool isFor(const QWidget *widget);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();

    const Theme *m_theme;
    QWidget *m_target;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace plimsoll::views {

class Theme;

/// A line around the chart or table with keyboard focus: an overlay that passes clicks through and follows its target.
/// GUI thread.
class FocusRing final : public QWidget {
    Q_OBJECT

public:
    /// `target` needs a parent, and must not draw its own focus.
    FocusRing(const Theme *theme, QWidget *target);
    /// Returns true for charts and tables; other widgets show their focus by the style sheet.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// The line that says the figures are old and why, in the place of the status bar, whose figures are then old as well:
/// nothing moves when it comes or goes, and it covers nothing that can be clicked. GUI thread.
class Banner final : public QWidget {
    Q_OBJECT

public:
    /// Covers `place` as far as the window shows it.
    Banner(const Theme *theme, QWidget *place);

    /// `action`: what a person can do about it, on a button; empty: nothing but wait.
    void say(const QString &text, bool critical, const QString &action = {});

signals:
    void acted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void cover();
    void retheme();

    const Theme *m_theme;
    ElidedLabel *m_text;
    QPushButton *m_action;
    bool m_critical = false;
};

} // namespace plimsoll::views

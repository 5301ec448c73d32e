// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// Says over the status bar that the figures are old and why; the figures below it are old, too. Nothing moves when it
/// appears, and it covers nothing clickable. GUI thread.
class Banner final : public QWidget {
    Q_OBJECT

public:
    /// Covers the part of `place` that is inside the window.
    Banner(const Theme *theme, QWidget *place);

    /// `action` is the label of a button that resolves the problem; empty if the user can only wait. `other` is that of
    /// a second button.
    void say(const QString &text, bool critical, const QString &action = {}, const QString &other = {});

signals:
    void acted();
    void otherActed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void cover();
    void retheme();

    const Theme *m_theme;
    ElidedLabel *m_text;
    QPushButton *m_action, *m_other;
    bool m_critical = false;
};

} // namespace plimsoll::views

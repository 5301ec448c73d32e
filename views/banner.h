// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// The slim line under the toolbar that says the figures are old and why; never in the way, gone when all is well
/// again. GUI thread.
class Banner final : public QWidget {
    Q_OBJECT

public:
    explicit Banner(const Theme *theme, QWidget *parent = nullptr);

    /// `action`: what a person can do about it, on a button; empty: nothing but wait.
    void say(const QString &text, bool critical, const QString &action = {});

signals:
    void acted();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void retheme();

    const Theme *m_theme;
    ElidedLabel *m_text;
    QPushButton *m_action;
    bool m_critical = false;
};

} // namespace plimsoll::views

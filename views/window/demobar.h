// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QHBoxLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// What a person can do to the demonstration: its pace, a pause, a burst, a crash. The window shows it at the bottom
/// while the demonstration is open. GUI thread.
class DemoBar final : public QToolBar {
    Q_OBJECT

public:
    explicit DemoBar(const Theme *theme, QWidget *parent = nullptr);

    /// Shows the pace that is; the signal is for a person's choice alone.
    void setPace(double pace);
    [[nodiscard]] double pace() const { return m_pace; }
    /// What happens now, in the room that is kept for it.
    void say(const QString &text);

signals:
    void paceChanged(double pace);
    void pauseToggled(bool paused);
    void burstRequested();
    void crashRequested();

private:
    void showPace();
    void retheme();
    QToolButton *addButton(const char *name, const QString &text, const QString &tip);

    const Theme *m_theme;
    QHBoxLayout *m_row = nullptr;
    QLabel *m_icon;
    QLabel *m_title;
    ElidedLabel *m_caption;
    QSlider *m_slider;
    QLabel *m_paceText;
    QToolButton *m_pause;
    double m_pace = 1;
};

} // namespace plimsoll::views

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

/// Controls the demo: pace, pause, burst and crash. Shown at the bottom of the window while the demo is open. GUI
/// thread.
class DemoBar final : public QToolBar {
    Q_OBJECT

public:
    explicit DemoBar(const Theme *theme, QWidget *parent = nullptr);

    /// Shows the current pace; only a choice of the user emits the signal.
    void setPace(double pace);
    [[nodiscard]] double pace() const { return m_pace; }
    /// Shows a status text in a reserved place.
    void say(const QString &text);

signals:
    void paceChanged(double pace);
    void pauseToggled(bool paused);
    void burstRequested();
    void crashRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showPace();
    void retheme();
    QToolButton *addButton(const char *name, const QString &text, const QString &tip);

    const Theme *m_theme;
    QHBoxLayout *m_row = nullptr;
    QLabel *m_icon;
    QLabel *m_title;
    ElidedLabel *m_caption;
    QLabel *m_paceWord;
    QSlider *m_slider;
    QLabel *m_paceText;
    QToolButton *m_pause;
    double m_pace = 1;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/moment.h"
#include "redis/types/mark.h"
#include "redis/types/workspace.h"

#include <QFrame>

class QLabel;
class QLineEdit;
class QPushButton;

namespace plimsoll::views {

class ElidedLabel;
class MomentSlider;
class Theme;

/// Replaces the toolbar while a past moment is shown, at the same height and in a unique colour: the moment, a slider
/// to choose another, and the way back. GUI thread.
class MomentBar final : public QFrame {
    Q_OBJECT

public:
    MomentBar(const Theme *theme, int height, QWidget *parent = nullptr);

    void setWorkspace(const WorkspacePtr &workspace);
    void show(const models::MomentPtr &moment, std::chrono::milliseconds present);
    void setPresent(std::chrono::milliseconds present);
    /// Shows that a moment was requested and is being read; 0: one that is recorded.
    void setWanted(std::chrono::milliseconds time);
    void setMarks(const std::vector<Mark> &marks);
    /// Returns the time range of the slider.
    [[nodiscard]] MarkQuestion stretch() const;
    /// Moves the keyboard focus to the slider.
    void focusSlider();

signals:
    void momentWanted(std::chrono::milliseconds time);
    void liveWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QPushButton *addButton(const QString &text, const char *name);
    [[nodiscard]] std::chrono::milliseconds present() const;
    void step(std::chrono::milliseconds by);
    void type(const QString &begun);
    void takeTyped();
    void endTyping();
    void showWords();
    [[nodiscard]] QString gapText() const;
    void retheme();

    const Theme *m_theme;
    models::MomentPtr m_moment;
    std::chrono::milliseconds m_present{}, m_wanted{};
    std::chrono::steady_clock::time_point m_presentSince; ///< when m_present was set; none arrives during a pause
    ElidedLabel *m_name;
    QLabel *m_production;
    QLabel *m_icon;
    ElidedLabel *m_title;
    QLineEdit *m_field; ///< replaces the title while a time is typed
    QString m_wrong; ///< error in the typed time
    ElidedLabel *m_line;
    MomentSlider *m_slider;
    QPushButton *m_back, *m_on, *m_live;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/moment.h"
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

/// In the place of the toolbar, as high and in a colour that nothing else has: which past moment is shown, a slider to
/// another, and the way back. GUI thread.
class MomentBar final : public QFrame {
    Q_OBJECT

public:
    MomentBar(const Theme *theme, int height, QWidget *parent = nullptr);

    void setWorkspace(const WorkspacePtr &workspace);
    void show(const models::MomentPtr &moment, std::chrono::milliseconds present);
    void setPresent(std::chrono::milliseconds present);
    /// That moment was asked for, and is read now.
    void setWanted(std::chrono::milliseconds time);
    void setMarks(const std::vector<Mark> &marks);
    /// What its slider shows of time.
    [[nodiscard]] MarkQuestion stretch() const;
    /// The keys are for the slider.
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
    bool takesKey(const QKeyEvent &key);
    void showWords();
    void retheme();

    const Theme *m_theme;
    models::MomentPtr m_moment;
    std::chrono::milliseconds m_present{}, m_wanted{};
    std::chrono::steady_clock::time_point m_presentSince; ///< when it was that: nothing comes in a pause
    ElidedLabel *m_name;
    QLabel *m_production;
    QLabel *m_icon;
    ElidedLabel *m_title;
    QLineEdit *m_field; ///< in its place, while a time is typed
    QString m_wrong; ///< with what was typed
    ElidedLabel *m_line;
    MomentSlider *m_slider;
    QPushButton *m_back, *m_on, *m_live;
};

} // namespace plimsoll::views

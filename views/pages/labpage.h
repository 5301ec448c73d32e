// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/lab.h"
#include "views/page/page.h"

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTimer;
class QVBoxLayout;

namespace plimsoll::views {

class ElidedLabel;
class LabControls;
class LabDots;
class LabHalf;
class LabRing;
class LabSlow;
class WrappedLabel;

/// The Lab: runs the wrong and the right form of a pattern side by side on the demo server, with counters, script, live
/// commands, and a guided tour. GUI thread.
class LabPage final : public Page {
    Q_OBJECT

public:
    explicit LabPage(const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override { Q_UNUSED(snapshot) }
    bool stepBack() override; ///< ends the presentation

protected:
    void hideEvent(QHideEvent *event) override;

private:
    void makeHead(QVBoxLayout *page);
    QPushButton *addTool(QLayout *tools, const char *name, const QString &text);
    [[nodiscard]] QWidget *makeBody();
    [[nodiscard]] QWidget *makeEmpty();
    void makeTour(QVBoxLayout *page);
    void connectHost();
    void offer(const std::vector<plimsoll::models::LabPattern> &patterns);
    void setPresenting(bool presenting);
    void setSlow(bool slow);
    void showControls();
    void goNext();
    void showPattern();
    void showStep();
    [[nodiscard]] bool isFresh() const;
    void goTo(int step);
    void setUp(const models::LabStep &step);
    void setSwitched(bool switched);
    [[nodiscard]] models::LabChoice ownChoice() const;
    void pointAt(const QString &spot);
    void showReport(const plimsoll::models::LabReport &report);
    [[nodiscard]] models::LabChoice choice() const;
    [[nodiscard]] models::LabChoice asked() const;
    void change();
    void run();
    void stopRunning();
    void pause();
    void end(const QString &why);
    void showRunning();
    [[nodiscard]] const models::LabPattern *pattern() const;

    std::vector<models::LabPattern> m_patterns;
    QComboBox *m_choice = nullptr;
    ElidedLabel *m_question = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_run = nullptr;
    QStackedWidget *m_stack = nullptr;
    QScrollArea *m_scroll = nullptr;
    LabDots *m_dots = nullptr;
    QLabel *m_stepTitle = nullptr;
    WrappedLabel *m_stepText = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
    QPushButton *m_slow = nullptr;
    std::vector<QWidget *> m_head; ///< hidden in a presentation
    LabControls *m_controls = nullptr;
    LabSlow *m_slowBar = nullptr;
    QLabel *m_legend = nullptr;
    LabHalf *m_wrong = nullptr;
    LabHalf *m_right = nullptr;
    LabRing *m_ring = nullptr;
    QTimer *m_restart = nullptr; ///< debounce, so that dragging a slider restarts once
    int m_step = 0;
    QString m_spot; ///< target of the tour step, pending until the first figures
    std::optional<models::LabChoice> m_before; ///< user's choice before the tour changed it
    models::LabChoice m_set; ///< choice as set by the tour
    QString m_wanted; ///< id of the last pattern shown, kept while no pattern is available
    models::LabChoice m_running; ///< current run; without a pattern if idle
    bool m_paused = false;
    bool m_presenting = false;
};

} // namespace plimsoll::views

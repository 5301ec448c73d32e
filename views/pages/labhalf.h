// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lab.h"
#include "views/widgets/card.h"

class QButtonGroup;
class QCheckBox;
class QHBoxLayout;
class QPlainTextEdit;

namespace plimsoll::views {

class Badge;
class ElidedLabel;
class LabCounterView;
class LabFlow;
class LuaHighlighter;

/// One side of the Lab: its counters, its live collections, its code with what can be switched in it, and its commands
/// as they go by. GUI thread.
class LabHalf final : public Card {
    Q_OBJECT

public:
    LabHalf(bool right, Theme *theme, QWidget *parent = nullptr);

    void setPattern(const models::LabPattern *pattern);
    void show(const models::LabReport &report);
    void forget(); ///< what an earlier run has counted

    [[nodiscard]] bool isSwitched() const;
    [[nodiscard]] bool isGuarded() const;
    void setSwitched(bool switched); ///< quietly
    /// What the tour speaks of: "flow", "lines", a counter or a piece of code, which is shown. Null: it has none.
    [[nodiscard]] QWidget *spot(const QString &name);

signals:
    void switched(); ///< by a person

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QString named(const char *name) const;
    QPlainTextEdit *addText(const char *name, const QString &accessible);
    void listCounters(const std::vector<models::LabCounter> &counters);
    [[nodiscard]] LabCounterView *viewOf(const QString &counter) const;
    /// What runs; then, whether there is a guard to be left out of what is chosen otherwise.
    [[nodiscard]] const models::LabCode &code() const;
    [[nodiscard]] bool hasGuard() const;
    void listCode();
    void showBadge();
    void showCode();
    void showCounters(const std::vector<models::LabCounter> &counters);
    void showLines(const std::vector<models::LabLine> &lines);

    bool m_right;
    QHBoxLayout *m_counters;
    LabFlow *m_flow;
    ElidedLabel *m_passing;
    QHBoxLayout *m_tabs;
    QButtonGroup *m_chosen;
    QPlainTextEdit *m_code = nullptr;
    LuaHighlighter *m_highlighter = nullptr;
    Badge *m_badge;
    QCheckBox *m_switch;
    QCheckBox *m_unguarded;
    QPlainTextEdit *m_lines = nullptr;
    qint64 m_faults = 0; ///< all that were counted on this side
    std::vector<models::LabCounter> m_counted; ///< of which nothing is known
    models::LabCode m_usual, m_switched, m_unguardedCode;
    std::vector<std::pair<QString, LabCounterView *>> m_views;
};

} // namespace plimsoll::views

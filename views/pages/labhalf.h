// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/lab.h"
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

/// One side of the Lab: counters, live collections, code with its options, and live commands. GUI thread.
class LabHalf final : public Card {
    Q_OBJECT

public:
    LabHalf(bool right, Theme *theme, QWidget *parent = nullptr);

    void setPattern(const models::LabPattern *pattern);
    void show(const models::LabReport &report);
    void forget(); ///< clears the counts of the previous run
    /// Shows counters, flow and code alone, with text scaled; in slow motion the commands, too.
    void setPresenting(bool presenting, double scale);
    void setSlow(bool slow); ///< gives the commands most of the room

    [[nodiscard]] bool isSwitched() const;
    [[nodiscard]] bool isGuarded() const;
    void setSwitched(bool switched); ///< emits no signal
    /// Returns the target of a tour step: "flow", "lines", a counter, or a piece of code, which is then shown. Null if
    /// unknown.
    [[nodiscard]] QWidget *spot(const QString &name);

signals:
    void switched(); ///< on user input

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QString named(const char *name) const;
    QPlainTextEdit *addText(const char *name, const QString &accessible);
    void listCounters(const std::vector<models::LabCounter> &counters);
    [[nodiscard]] LabCounterView *viewOf(const QString &counter) const;
    /// Returns the code of the selected options; hasGuard() tells whether it has a guard to leave out.
    [[nodiscard]] const models::LabCode &code() const;
    [[nodiscard]] bool hasGuard() const;
    void listCode();
    void showBadge();
    void showCode();
    void showParts();
    void showCounters(const std::vector<models::LabCounter> &counters);
    [[nodiscard]] QColor colourOf(const QString &who) const;
    void showLines(const std::vector<models::LabLine> &lines);

    bool m_right;
    bool m_presenting = false;
    bool m_slow = false;
    QHBoxLayout *m_counters;
    LabFlow *m_flow;
    ElidedLabel *m_passing;
    QWidget *m_tabBar;
    QHBoxLayout *m_tabs;
    QButtonGroup *m_chosen;
    QPlainTextEdit *m_code = nullptr;
    LuaHighlighter *m_highlighter = nullptr;
    Badge *m_badge;
    QCheckBox *m_switch;
    QCheckBox *m_unguarded;
    QWidget *m_options = nullptr; ///< rate of commands, switch, guard
    QPlainTextEdit *m_lines = nullptr;
    qint64 m_faults = 0; ///< total of this side
    std::vector<models::LabCounter> m_counted; ///< counters of the pattern, without values
    models::LabCode m_usual, m_switched, m_unguardedCode;
    std::vector<std::pair<QString, LabCounterView *>> m_views;
};

} // namespace plimsoll::views

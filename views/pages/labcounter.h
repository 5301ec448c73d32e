// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/lab.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace plimsoll::views {

class Theme;
class WrappedLabel;

/// A counter of one side of the Lab: value, sparkline, title and kind. All have the same size, so that the cost of the
/// right form is as visible as the fault of the wrong one. GUI thread.
class LabCounterView final : public QWidget {
    Q_OBJECT

public:
    LabCounterView(Theme *theme, bool right, QWidget *parent = nullptr);

    void show(const models::LabCounter &counter); ///< NaN: unknown, and the history is cleared
    /// Returns true for a fault that occurred, or an exceeded bound.
    [[nodiscard]] bool isBad() const { return m_bad; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QString roleText(const models::LabCounter &counter) const;
    void keepHeight();
    void retheme();

    Theme *m_theme;
    bool m_right;
    bool m_bad = false;
    QLabel *m_figure;
    WrappedLabel *m_title;
    WrappedLabel *m_role;
    std::vector<float> m_history;
};

} // namespace plimsoll::views

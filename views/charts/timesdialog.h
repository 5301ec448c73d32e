// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <chrono>
#include <functional>

class QLabel;
class QLineEdit;

namespace plimsoll::views {

/// Asks for the start and the end of the time range of charts or a report. GUI thread.
class TimesDialog final : public QDialog {
    Q_OBJECT

public:
    enum class For { Charts, Report };

    /// `now` returns the current time while the dialog is open; no later time is accepted.
    TimesDialog(std::chrono::milliseconds from, std::chrono::milliseconds to,
                std::function<std::chrono::milliseconds()> now, QWidget *parent, For purpose = For::Charts);

    void accept() override;

signals:
    void chosen(std::chrono::milliseconds from, std::chrono::milliseconds to);

private:
    void say();
    /// Returns the error message; empty if the input is valid.
    [[nodiscard]] QString problem(std::chrono::milliseconds now) const;

    std::function<std::chrono::milliseconds()> m_now;
    QLineEdit *m_from;
    QLineEdit *m_to;
    QLabel *m_problem;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <chrono>
#include <functional>

class QLabel;
class QLineEdit;

namespace plimsoll::views {

/// Takes the beginning and the end of what charts show, or a report tells, as a person types them. GUI thread.
class TimesDialog final : public QDialog {
    Q_OBJECT

public:
    enum class For { Charts, Report };

    /// `now` says what time it is, however long the dialog stays open: nothing later can be shown.
    TimesDialog(std::chrono::milliseconds from, std::chrono::milliseconds to,
                std::function<std::chrono::milliseconds()> now, QWidget *parent, For purpose = For::Charts);

    void accept() override;

signals:
    void chosen(std::chrono::milliseconds from, std::chrono::milliseconds to);

private:
    void say();
    /// What is wrong with it; empty: nothing.
    [[nodiscard]] QString problem(std::chrono::milliseconds now) const;

    std::function<std::chrono::milliseconds()> m_now;
    QLineEdit *m_from;
    QLineEdit *m_to;
    QLabel *m_problem;
};

} // namespace plimsoll::views

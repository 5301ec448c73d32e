// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"

#include <QDialog>

#include <chrono>
#include <functional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace plimsoll::views {

/// Takes what a person notes down at a moment, changes it, or, once asked, removes it. Plain text. GUI thread.
class NoteDialog final : public QDialog {
    Q_OBJECT

public:
    /// `note`: its moment, and, where it is one already, its id and text. `now` says what time it is, however long the
    /// dialog stays open: no moment is later.
    NoteDialog(Note note, std::function<std::chrono::milliseconds()> now, QWidget *parent);

    void accept() override;

signals:
    void made(const plimsoll::Note &note); ///< without a text: it is to go

private:
    void say();
    void remove();
    /// What is wrong with it; empty: nothing.
    [[nodiscard]] QString problem(std::chrono::milliseconds now) const;

    Note m_note;
    std::function<std::chrono::milliseconds()> m_now;
    QLineEdit *m_at;
    QPlainTextEdit *m_text;
    QLabel *m_problem;
    QPushButton *m_remove;
    bool m_isAsked = false; ///< whether it is to be removed
};

} // namespace plimsoll::views

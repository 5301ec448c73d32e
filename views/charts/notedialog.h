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

/// Adds, edits or, after confirmation, removes a plain-text note at a moment. GUI thread.
class NoteDialog final : public QDialog {
    Q_OBJECT

public:
    /// `note` has its time and, if it exists already, its id and text. `now` returns the current time while the dialog
    /// is open; no note may be later.
    NoteDialog(Note note, std::function<std::chrono::milliseconds()> now, QWidget *parent);

    void accept() override;

signals:
    void made(const plimsoll::Note &note); ///< an empty text removes the note

private:
    void say();
    void remove();
    /// Returns the error message; empty if the input is valid.
    [[nodiscard]] QString problem(std::chrono::milliseconds now) const;

    Note m_note;
    std::function<std::chrono::milliseconds()> m_now;
    QLineEdit *m_at;
    QPlainTextEdit *m_text;
    QLabel *m_problem;
    QPushButton *m_remove;
    bool m_isAsked = false; ///< true while removal awaits confirmation
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QDateTime>
#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace plimsoll::views {

class ElidedLabel;
class OperationGate;
class Theme;

/// The line under the page while an operation runs: progress, rate, Stop. Its result, with Undo, is shown on the page
/// where the operation was started, for 30 s after it was first seen there, and for as long as the pointer or the focus
/// is on it. GUI thread.
class OperationBar final : public QWidget {
    Q_OBJECT

public:
    /// Undo is off, and says why, while `gate` is closed.
    OperationBar(Theme *theme, const OperationGate *gate, QWidget *parent = nullptr);

    /// `title` names it: "Requeue 41 stale jobs of email".
    void showRunning(const QString &title, qint64 planned);
    void showProgress(const plimsoll::OperationProgress &progress);
    void showResult(const plimsoll::OperationReport &report);
    /// Shows that the running operation stopped because its connection was closed. No effect without one.
    void showLeft();
    /// Sets the page on screen, by any name that is unique to it. A result is hidden on other pages.
    void setPlace(const QString &place);
    /// Keeps the bar's room free while it is hidden, so that the page does not move.
    void keepPlace(bool keep);
    /// Hides the bar.
    void clear();
    /// Hides it and forgets the last operation, which belongs to another connection.
    void forget();
    /// Offers the undo of this operation no longer, and says why: nothing of it can go back.
    void dropUndo(const QString &operation, const QString &why);
    /// Reason why the last operation can no longer be undone; empty if it can, or if there is none.
    [[nodiscard]] const QString &whyNoUndo() const { return m_whyNoUndo; }
    /// The operation that can be undone, also when its result is hidden; empty: none.
    [[nodiscard]] const QString &undoable() const { return m_undoable; }
    void stop(); ///< the running operation, after its batch
    [[nodiscard]] bool isRunning() const { return m_running; }
    /// Title of the running or last operation.
    [[nodiscard]] const QString &title() const { return m_title; }

signals:
    void runningChanged();
    void undoableChanged();
    void endedElsewhere(const QString &result, bool failed); ///< another page is on screen
    void stopRequested();
    void undoRequested(const QString &operation);
    void detailsRequested(const QString &operation); ///< its line in the journal

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void retheme();
    void updateUndo();
    void noteHeard();
    void sayWaiting();
    void setRunning(bool running);
    void setUndoable(const QString &operation, const QString &whyNot = {});
    void showIfHere();
    void noteSeen();
    void leave();
    void showEnd(const QString &text, State severity, bool isInVain = false);
    void setSeverity(State severity);

    Theme *m_theme;
    const OperationGate *m_gate;
    QLabel *m_icon;
    ElidedLabel *m_text;
    QProgressBar *m_progress;
    QLabel *m_rate;
    QPushButton *m_stop;
    QPushButton *m_undo;
    QPushButton *m_details;
    QToolButton *m_close;
    QTimer m_silence; ///< since the last progress; no rate is shown of a server that does not answer
    QTimer m_stay; ///< since the result was first seen
    QDateTime m_heard; ///< the last progress
    QString m_done; ///< "12 of 400"
    bool m_isAll = false; ///< all elements were worked on
    QString m_title;
    QString m_place; ///< page on screen
    QString m_about; ///< page where the operation was started
    QString m_operation;
    QString m_undoable; ///< operation that the button undoes, or whose undo was stopped; empty: none
    QString m_whyNoUndo;
    State m_severity = State::Ok;
    bool m_running = false;
    bool m_hasEnded = false; ///< a result is there to be shown
    bool m_isInVain = false; ///< nothing changed, without an error
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/question.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace plimsoll::views {

/// Walks through a collection in bounded steps. Between two steps it waits four times the duration of the last one.
/// After a budget of elements it pauses until the user continues, unless the subclass continues past it. GUI thread.
class SteppedWalk : public QObject {
    Q_OBJECT

public:
    enum class Is { Idle, Running, Paused, Done, Failed };

    void pause();
    void goOn();

    [[nodiscard]] Is is() const { return m_is; }
    [[nodiscard]] const QString &error() const { return m_error; }

signals:
    void changed();

protected:
    /// Asks a person after `budget` elements.
    SteppedWalk(PageHost *host, qint64 budget, QObject *parent);

    /// Asks for the step that comes next, at `place`.
    [[nodiscard]] virtual BrowseRequest::Query nextStep() const = 0;
    /// Passes the result of a step to `to` while the walk is running.
    template <typename Receiver, typename Step> void tell(Receiver *receiver, void (Receiver::*to)(const Step &))
    {
        connect(m_question, &Question::answered, receiver, [receiver, to](const BrowseResult::Answer &answer) {
            const auto *step = std::get_if<Step>(&answer);
            if (step != nullptr && receiver->is() == Is::Running) {
                (receiver->*to)(*step);
            }
        });
    }
    /// Nothing is waited for, nothing has been looked at; it will be at `place`.
    void reset(const Place &place);
    enum class Then {
        GoOn, ///< and ask a person where the budget is used up
        GoOnPastBudget,
        Ask,
        End
    };
    /// After each step: `looked` elements more have been looked at.
    void stepped(qint64 looked, Then then);

    [[nodiscard]] const Place &place() const { return m_place; }
    [[nodiscard]] qint64 looked() const { return m_looked; }

private:
    void ask();
    void settle(Is is);

    Question *m_question;
    QTimer m_next;
    QElapsedTimer m_asked;
    Place m_place;
    QString m_error;
    qint64 m_budget;
    qint64 m_looked = 0;
    qint64 m_until = 0; ///< number of elements at which the walk pauses
    Is m_is = Is::Idle;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/pagehost.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace plimsoll::views {

class Question;

/// Looks through all elements of a state for a text, in ids, elements and job records, a bounded step at a time.
/// Between two steps the server is left alone for four times as long; after so many elements a person says whether to
/// go on. GUI thread.
class ElementSearch final : public QObject {
    Q_OBJECT

public:
    enum class Is { Idle, Running, Paused, Done, Failed };

    ElementSearch(PageHost *host, QObject *parent);

    void start(const Place &place, const ElementsQuery &where, const QString &text);
    void pause();
    void goOn();
    void forget();

    [[nodiscard]] Is is() const { return m_is; }
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] const std::vector<Element> &found() const { return m_found; }
    /// "12 found · looked at 3,000 of 100,000".
    [[nodiscard]] QString summary() const;

signals:
    void changed();

private:
    void ask();
    void take(const SearchStep &step);

    Question *m_question;
    QTimer m_next;
    QElapsedTimer m_asked;
    Place m_place;
    SearchQuery m_query;
    QString m_text;
    QString m_error;
    std::vector<Element> m_found;
    SearchStep m_last; ///< without its elements
    qint64 m_looked = 0, m_partly = 0;
    qint64 m_until = 0; ///< so many are looked at before a person is asked
    Is m_is = Is::Idle;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/pagehost.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <unordered_set>

namespace plimsoll::views {

class Question;

/// Holds the jobs of a collection against their records, a bounded step at a time: which jobs in processing have none,
/// and which records are of jobs that are queued nowhere. Between two steps the server is left alone for four times as
/// long; after so many a person says whether to go on. GUI thread.
class Reconciling final : public QObject {
    Q_OBJECT

public:
    enum class Is { Idle, Running, Paused, Done, Failed };

    Reconciling(PageHost *host, QObject *parent);

    void start(const Place &place);
    void pause();
    void goOn();

    [[nodiscard]] Is is() const { return m_is; }
    [[nodiscard]] const QString &error() const { return m_error; }
    [[nodiscard]] const std::vector<Element> &withoutRecord() const { return m_withoutRecord; }
    /// Those that do not say they are finished.
    [[nodiscard]] const std::vector<Element> &nowhere() const { return m_nowhere; }
    /// "looked at 3 of 3 in processing".
    [[nodiscard]] QString processingText() const;
    [[nodiscard]] QString recordsText() const;

signals:
    void changed();

private:
    using Part = ReconcileQuery::Part;

    void ask();
    void take(const ReconcileStep &step);
    void keep(const ReconcileStep &step);
    void nextPart();

    Question *m_question;
    QTimer m_next;
    QElapsedTimer m_asked;
    Place m_place;
    ReconcileQuery m_query;
    bool m_again = false; ///< the queues are read a second time: who was on his way then is met now
    QString m_error;
    std::unordered_set<quint64> m_queued; ///< prints of ids
    struct Candidate {
        QByteArray id;
        quint64 print = 0;
    };
    std::vector<Candidate> m_candidates;
    std::vector<Element> m_withoutRecord, m_nowhere;
    qint64 m_processing = 0, m_keys = 0, m_records = 0, m_finished = 0;
    std::optional<qint64> m_ofProcessing, m_ofKeys;
    bool m_isCut = false; ///< there are more candidates than are kept
    qint64 m_stepped = 0, m_until = 0; ///< elements and keys
    Is m_is = Is::Idle;
};

} // namespace plimsoll::views

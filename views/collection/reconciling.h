// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/steppedwalk.h"
#include "views/collection/trail.h"

#include <unordered_set>

namespace plimsoll::views {

/// Holds the jobs of a collection against their records: which jobs in processing have none, and which records are of
/// jobs that are queued nowhere. GUI thread.
class Reconciling final : public SteppedWalk {
    Q_OBJECT

public:
    Reconciling(PageHost *host, QObject *parent);

    void start(const Place &place);

    [[nodiscard]] const std::vector<Element> &withoutRecord() const { return m_withoutRecord; }
    /// Jobs found in no key, except finished ones.
    [[nodiscard]] const std::vector<Element> &nowhere() const { return m_nowhere; }
    /// "looked at 3 of 3 in processing".
    [[nodiscard]] QString processingText() const;
    [[nodiscard]] QString recordsText() const;

private:
    using Part = ReconcileQuery::Part;

    [[nodiscard]] static QString cutText();
    [[nodiscard]] BrowseRequest::Query nextStep() const override { return m_query; }
    void addStep(const ReconcileStep &step);
    void keep(const ReconcileStep &step);
    Then nextPart();

    ReconcileQuery m_query;
    Trail m_trail; ///< through processing
    bool m_again = false; ///< the queues are read a second time: who was on his way then is met now
    std::unordered_set<quint64> m_queued; ///< prints of ids
    struct Candidate {
        QByteArray id;
        quint64 print = 0;
    };
    std::vector<Candidate> m_candidates;
    std::vector<Element> m_withoutRecord, m_nowhere;
    qint64 m_processing = 0, m_keys = 0, m_records = 0, m_finished = 0;
    std::optional<qint64> m_ofProcessing, m_ofKeys;
    bool m_isCut = false, m_isProcessingCut = false; ///< there are more than are kept
};

} // namespace plimsoll::views

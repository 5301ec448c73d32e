// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/steppedwalk.h"
#include "views/collection/trail.h"

namespace plimsoll::views {

/// Looks through all elements of a state for a text, in ids, elements and job records. Goes on until it finds one, has
/// looked at all or is stopped; once it has found one, a budget at a time. GUI thread.
class ElementSearch final : public SteppedWalk {
    Q_OBJECT

public:
    ElementSearch(PageHost *host, QObject *parent);

    void start(const Place &place, const ElementsQuery &where, const QString &text);
    void forget();

    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] const std::vector<Element> &found() const { return m_found; }
    /// "3,000 of 100,000".
    [[nodiscard]] QString lookedAt() const;
    /// "12 found · looked at 3,000 of 100,000".
    [[nodiscard]] QString summary() const;

private:
    [[nodiscard]] BrowseRequest::Query nextStep() const override { return m_query; }
    void addStep(const SearchStep &step);

    SearchQuery m_query;
    QString m_text;
    std::vector<Element> m_found;
    Trail m_trail;
    std::optional<qint64> m_total;
    qint64 m_passed = 0; ///< elements from the beginning to here
    qint64 m_partly = 0;
    bool m_isCut = false; ///< more were found than are kept
};

} // namespace plimsoll::views

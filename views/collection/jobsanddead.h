// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"

#include <QStackedWidget>

class QPushButton;

namespace plimsoll::views {

class DeadLettersPanel;
class PagedPanel;

/// The jobs of a collection, or in their place its dead letters by cause, with the button that changes between them.
/// GUI thread.
class JobsAndDead final : public QStackedWidget {
    Q_OBJECT

public:
    JobsAndDead(const PageContext &context, PagedPanel *jobs, QWidget *parent);

    /// For the head of the page: "Dead letters 7".
    [[nodiscard]] QPushButton *button() const { return m_button; }
    /// Starts over with that collection, at its jobs.
    void open(std::size_t collection);
    /// The same collection in another place of the workspace.
    void follow(std::size_t collection);
    void apply(const SnapshotPtr &snapshot);
    bool answer(const BrowseResult &result);
    /// Escape: from the letters of a group to the groups, from these to the jobs. False: there is nowhere to go back.
    bool back();

signals:
    void asked(quint64 id, std::size_t collection, const plimsoll::BrowseRequest::Query &query);
    void operationRequested(const plimsoll::OperationRequest &request);

private:
    PagedPanel *m_jobs;
    DeadLettersPanel *m_dead;
    QPushButton *m_button;
    std::size_t m_collection = 0;
    bool m_inGroup = false; ///< the jobs shown are the letters of a group
};

} // namespace plimsoll::views

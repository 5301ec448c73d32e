// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/page/page.h"

#include <QStackedWidget>

class QAction;
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

    /// For the head of the page: "Dead letters 7". The same is an action of the page, for the palette.
    [[nodiscard]] QPushButton *button() const { return m_button; }
    /// Makes the button short, where the head of the page is narrow.
    void setShort(bool isShort);
    /// Starts over, at the jobs.
    void open();
    void apply(const SnapshotPtr &snapshot, std::size_t collection);
    void setOld(bool old); ///< the server has not answered for two ticks
    /// The button alone: of a past moment nothing else is known.
    void showCount(const Snapshot &snapshot, std::size_t collection);
    /// Escape: from the letters of a group to the groups, from these to the jobs. False: there is nowhere to go back.
    bool back();
    /// Size hint of the panel on screen: the other may still have the width of an earlier zoom.
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    PagedPanel *m_jobs;
    DeadLettersPanel *m_dead;
    QPushButton *m_button;
    QAction *m_open;
    QString m_state; ///< state id of dead letters
    double m_count = unknownFigure; ///< dead letters
    double m_longWidth = 0, m_shortWidth = 0; ///< least width of the button at a zoom of 1
    bool m_isShort = false;
    bool m_inGroup = false; ///< the jobs shown are the letters of a group
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/slowlog.h"
#include "views/page/page.h"

#include <QElapsedTimer>

#include <optional>

class QAction;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;

namespace plimsoll::models {
class SlowLogModel;
}

namespace plimsoll::views {

class ElidedLabel;
class Notice;
class TableView;

/// The newest entries of the server's slow log. It is read while the page is visible: at first, and when the server has
/// a newer entry, at most every five seconds. GUI thread.
class SlowLogPage final : public Page {
    Q_OBJECT

public:
    explicit SlowLogPage(const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override;
    void setFilter(const QString &text) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void showLog(const SlowLog &log);
    void askIfNeeded();
    void showContent();
    void showSelection();
    void copy();
    [[nodiscard]] int selectedRow() const; ///< row of the model; -1 if none

    models::SlowLogModel *m_model;
    QSortFilterProxyModel *m_filter;
    TableView *m_table;
    Notice *m_notice;
    QStackedWidget *m_stack;
    ElidedLabel *m_line = nullptr;
    QPushButton *m_copy = nullptr;
    QAction *m_copyAction;
    SnapshotPtr m_snapshot;
    std::optional<SlowLog> m_log; ///< nullopt: not read yet
    std::optional<qint64> m_newest; ///< newest entry when it was asked for last
    QElapsedTimer m_asked; ///< since it was asked for; invalid: never
    bool m_isOut = false; ///< asked, and not answered yet
};

} // namespace plimsoll::views

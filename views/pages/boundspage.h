// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/keymemory.h"
#include "views/page/page.h"

#include <QElapsedTimer>

class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QVBoxLayout;

namespace plimsoll::models {
class BigKeysModel;
class BoundsModel;
struct BoundsRow;
} // namespace plimsoll::models

namespace plimsoll::views {

class ElidedLabel;
class Notice;
class OfferAction;
class TableView;
class Treemap;

/// Shows which collections can grow forever: size, growth, memory, bound and verdict of each, worst first. While it is
/// visible, the memory of a few keys is measured every minute. GUI thread.
class BoundsPage final : public Page {
    Q_OBJECT

public:
    explicit BoundsPage(const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override;
    std::vector<State> judge(const SnapshotPtr &snapshot) override;
    void setOld(bool old) override;
    void setFilter(const QString &text) override;
    [[nodiscard]] std::optional<std::size_t> currentCollection() const override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void makeHead(QVBoxLayout *layout);
    void makeTable();
    [[nodiscard]] QWidget *makeMemory();
    /// Shows the largest keys; looks through all keys.
    void showKeys();
    void sayWhyNoKeys();
    /// Shows the memory of collections.
    void showMemory();
    void select(const QString &collection);
    void setWorkspace(const WorkspacePtr &workspace);
    void takeSizes(const KeySizes &sizes);
    void measureIfDue();
    void refresh();
    void showContent();
    void showLine();
    void showSelection();
    void editBound(bool approve);
    [[nodiscard]] const models::BoundsRow *current() const; ///< null if none

    models::KeyMemory m_memory;
    models::BoundsModel *m_model;
    QSortFilterProxyModel *m_filter;
    TableView *m_table;
    Notice *m_notice;
    QStackedWidget *m_stack;
    models::BigKeysModel *m_keys;
    TableView *m_keyTable;
    Notice *m_keyNotice; ///< in place of the table while no key exists
    QStackedWidget *m_keyStack;
    Treemap *m_treemap;
    ElidedLabel *m_unmeasured; ///< names what the treemap cannot show
    QWidget *m_below = nullptr; ///< keys and memory
    OfferAction *m_trim, *m_setExpiry;
    ElidedLabel *m_line = nullptr;
    QPushButton *m_approve = nullptr, *m_setBound = nullptr;
    SnapshotPtr m_snapshot;
    WorkspacePtr m_workspace;
    QString m_unreachable; ///< why the server is not connected; empty: it is
    QString m_trouble; ///< why memory is not measured; empty: it is
    QElapsedTimer m_memoryShown; ///< since showMemory(); invalid: never
    QElapsedTimer m_measured; ///< since the last answer; invalid: none yet
    QElapsedTimer m_judged; ///< since the model got a snapshot while the page was hidden; invalid: never
    bool m_isMeasuring = false;
    bool m_isPast = false;
};

} // namespace plimsoll::views

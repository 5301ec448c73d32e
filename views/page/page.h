// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/page/alertsservice.h"
#include "views/page/historyservice.h"
#include "views/page/operationsservice.h"
#include "views/page/pagehost.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace plimsoll::models {
class ElementOutcomes;
class History;
struct Moment;
} // namespace plimsoll::models

namespace plimsoll::views {

class DiscoveryService;
class LabService;
class OperationGate;
class Theme;
struct Actions;

/// Default number of elements read for one page of a collection.
inline constexpr int defaultPageRows = 100;

/// Objects passed to every page; all outlive the pages.
struct PageContext {
    Theme *theme = nullptr;
    models::History *history = nullptr;
    PageHost *host = nullptr;
    const Actions *actions = nullptr; ///< null without a window
    const OperationGate *gate = nullptr; ///< null if operations are not offered
    models::ElementOutcomes *outcomes =
        nullptr; ///< elements of the open page that operations took; null if not tracked
    AlertsService *alerts = nullptr;
    HistoryService *kept = nullptr;
    OperationsService *operations = nullptr;
    LabService *lab = nullptr;
    DiscoveryService *discovery = nullptr;
};

/// A page in the centre of the window. It shows models and emits the user's requests to its host; it never queries
/// Redis. GUI thread.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(const PageContext &context, QWidget *parent = nullptr);

    /// Shows a new snapshot, already added to the history.
    virtual void apply(const SnapshotPtr &snapshot) = 0;
    /// Returns the states of what the page itself finds in trouble in a live snapshot, already added to the history.
    /// Called at every tick, also while the page is hidden.
    virtual std::vector<State> judge(const SnapshotPtr &snapshot);
    /// Greys the figures and shows their time if they are older than two ticks; false if live again.
    virtual void setOld(bool old) { Q_UNUSED(old) }
    /// Filters the visible rows by the text in the toolbar.
    virtual void setFilter(const QString &text) { Q_UNUSED(text) }
    /// Handles Enter in the filter: searches all elements for its text where only some are on the page.
    virtual void search() { }
    /// Returns the filter of the visible rows.
    [[nodiscard]] virtual QString filterText() const { return {}; }
    /// Sets the number of elements read and shown at a time.
    virtual void setPageRows(int rows) { Q_UNUSED(rows) }
    /// Handles Escape: returns true if the page went back one level, as from a collection to its list.
    virtual bool back() { return false; }
    /// Handles Escape before back(): returns true if the page closed a view that replaced a part of it.
    virtual bool stepBack() { return false; }
    /// Opens a collection if it belongs to the page.
    virtual void openCollection(std::size_t collection) { Q_UNUSED(collection) }
    /// Returns the visible collections whose heads should be read at every tick.
    [[nodiscard]] virtual std::set<std::size_t> shown() const { return {}; }
    /// Returns true if the inspector can show its rows; the inspector then has its place from the start.
    [[nodiscard]] virtual bool hasElements() const { return false; }
    /// Returns the elements of the visible rows.
    [[nodiscard]] virtual std::vector<Element> shownElements() const { return {}; }
    /// Returns the widget at the side of the page over the full height; null if none. Owned by the page.
    [[nodiscard]] virtual QWidget *side() { return nullptr; }
    /// Returns the open or selected collection, the target of "Edit this collection".
    [[nodiscard]] virtual std::optional<std::size_t> currentCollection() const;

signals:
    void shownChanged();
    void currentChanged(); ///< currentCollection() may have changed

protected:
    [[nodiscard]] const PageContext &context() const { return m_context; }
    /// Returns the past moment of the snapshot; null if it is the present.
    [[nodiscard]] std::shared_ptr<const models::Moment> momentOf(const SnapshotPtr &snapshot) const;

private:
    PageContext m_context;
};

} // namespace plimsoll::views

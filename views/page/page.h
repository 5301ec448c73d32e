// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/page/pagehost.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <set>

namespace plimsoll::models {
class Fates;
class History;
struct Moment;
} // namespace plimsoll::models

namespace plimsoll::views {

class OperationGate;
class Theme;
struct Actions;

/// Elements read for one page of a collection, unless the settings say otherwise.
inline constexpr int defaultPageRows = 100;

/// What every page is given; all outlive the pages.
struct PageContext {
    Theme *theme = nullptr;
    models::History *history = nullptr;
    PageHost *host = nullptr;
    const Actions *actions = nullptr; ///< null: there is no window
    const OperationGate *gate = nullptr; ///< null: no operations are offered
    models::Fates *fates = nullptr; ///< what operations took from the page that is open; null: nobody notes it
};

/// A page in the middle of the window. Shows models, tells its host what a person wants; never asks Redis itself.
/// GUI thread.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(const PageContext &context, QWidget *parent = nullptr);

    /// A new snapshot. History has it already.
    virtual void apply(const SnapshotPtr &snapshot) = 0;
    /// Figures are older than two ticks: they turn grey with their time; or live again.
    virtual void setOld(bool old) { Q_UNUSED(old) }
    /// The filter of the toolbar, for what is on screen.
    virtual void setFilter(const QString &text) { Q_UNUSED(text) }
    /// Of what is on screen.
    [[nodiscard]] virtual QString filterText() const { return {}; }
    /// So many elements are read and shown at a time.
    virtual void setPageRows(int rows) { Q_UNUSED(rows) }
    /// Escape: true when the page went back one level itself (an open collection to its list).
    virtual bool back() { return false; }
    /// Before that: true when it left what stands in the place of something else on the page.
    virtual bool stepBack() { return false; }
    /// Shows that collection, where it is one of the page's.
    virtual void openCollection(std::size_t collection) { Q_UNUSED(collection) }
    /// Which collections are on screen and want their heads at every tick.
    [[nodiscard]] virtual std::set<std::size_t> shown() const { return {}; }
    /// Its rows can be looked at in the inspector: that has its place beside the page from the beginning.
    [[nodiscard]] virtual bool hasElements() const { return false; }
    /// Those whose rows are on screen.
    [[nodiscard]] virtual std::vector<Element> shownElements() const { return {}; }
    /// What stands beside it over the whole height, while it is on screen; null: nothing does. The page's own.
    [[nodiscard]] virtual QWidget *side() { return nullptr; }
    /// The one collection that is open or selected: what "Edit this collection" is about.
    [[nodiscard]] virtual std::optional<std::size_t> currentCollection() const;

signals:
    void shownChanged();
    void currentChanged(); ///< currentCollection() may be another one

protected:
    [[nodiscard]] const PageContext &context() const { return m_context; }
    /// The past moment that the snapshot is of; null: it is of what is now.
    [[nodiscard]] std::shared_ptr<const models::Moment> momentOf(const SnapshotPtr &snapshot) const;

private:
    PageContext m_context;
};

} // namespace plimsoll::views

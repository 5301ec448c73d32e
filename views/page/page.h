// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/operation.h"
#include "redis/types/snapshot.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <set>

namespace plimsoll::models {
class Fates;
class History;
} // namespace plimsoll::models

namespace plimsoll::views {

class OperationGate;
class Theme;

/// Elements read for one page of a collection, unless the settings say otherwise.
inline constexpr int defaultPageRows = 100;

/// What every page is given; all outlive the pages.
struct PageContext {
    Theme *theme = nullptr;
    models::History *history = nullptr;
    const OperationGate *gate = nullptr; ///< null: no operations are offered
    models::Fates *fates = nullptr; ///< what operations took from the page that is open; null: nobody notes it
};

/// A page in the middle of the window. Shows models, emits intents; never asks Redis itself. GUI thread.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(const PageContext &context, QWidget *parent = nullptr);

    /// A new snapshot. History has it already.
    virtual void apply(const SnapshotPtr &snapshot) = 0;
    /// The answer to a question this page asked (others are ignored by id).
    virtual void answer(const BrowseResult &result) { Q_UNUSED(result) }
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
    /// Which collections are on screen and want their heads at every tick.
    [[nodiscard]] virtual std::set<std::size_t> shown() const { return {}; }
    /// Its rows can be looked at in the inspector: that has its place beside the page from the beginning.
    [[nodiscard]] virtual bool hasElements() const { return false; }
    /// Those whose rows are on screen.
    [[nodiscard]] virtual std::vector<Element> shownElements() const { return {}; }
    /// The one collection that is open or selected: what "Edit this collection" is about.
    [[nodiscard]] virtual std::optional<std::size_t> currentCollection() const;

signals:
    /// A bounded question for the browse connection; app makes the BrowseRequest of it.
    void asked(quint64 id, std::size_t collection, const plimsoll::BrowseRequest::Query &query);
    void collectionRequested(std::size_t collection); ///< open its page
    void inspectRequested(std::size_t collection, const plimsoll::Element &element); ///< show it in the inspector
    void inspectCleared();
    void inspectorWanted(); ///< a row was opened: the inspector is to be there
    void shownChanged();
    void currentChanged(); ///< currentCollection() may be another one
    void editRequested(std::size_t collection); ///< edit its definition
    void operationRequested(const plimsoll::OperationRequest &request); ///< a person wants to act

protected:
    [[nodiscard]] const PageContext &context() const { return m_context; }

private:
    PageContext m_context;
};

/// Ids for asked(): unique in the process.
quint64 nextQuestion();

} // namespace plimsoll::views

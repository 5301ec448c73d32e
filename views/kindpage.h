// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page.h"

namespace plimsoll::views {

class CollectionPage;

/// The page of one kind: the table of its collections, and inside it the page of the collection that is open.
/// With one collection only, that one is open at once.
class KindPage final : public Page {
    Q_OBJECT

public:
    KindPage(const KindInfo *kind, const PageContext &context, QWidget *parent = nullptr);
    ~KindPage() override;

    void apply(const SnapshotPtr &snapshot) override;
    void answer(const BrowseResult &result) override;
    void setOld(bool old) override;
    void setFilter(const QString &text) override;
    bool back() override;
    [[nodiscard]] std::set<std::size_t> shown() const override;

    void openCollection(std::size_t collection);

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

/// Makes the page of one collection of that kind (queue, schedule, leaderboard, presence, members; a plain page of
/// figures and elements for a kind without one of its own).
std::unique_ptr<CollectionPage> makeCollectionPage(const KindInfo *kind, const PageContext &context);

} // namespace plimsoll::views

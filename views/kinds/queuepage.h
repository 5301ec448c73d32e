// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::views {

class ElementsPanel;

/// A work queue: depth by tier, processing backlog with its stale part, the jobs in every state. GUI thread.
class QueuePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit QueuePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void refresh(const Figures &figures) override;

private:
    ElementsPanel *m_jobs;
    TimeChart *m_depth;
    TimeChart *m_backlog;
};

/// The tile "processing" with its stale part; red or amber when the stale ones are.
TileText processingTile(const Figures &figures);
/// The lines "processing" and, filled, "stale".
std::vector<TimeChart::Line> backlogLines(const Figures &figures, const models::Reach &reach);

} // namespace plimsoll::views

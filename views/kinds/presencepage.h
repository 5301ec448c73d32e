// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

namespace plimsoll::models {
class PresenceModel;
}

namespace plimsoll::views {

class ElementsPanel;
class ElidedLabel;
class Question;
class TableView;

/// Page of connected and active members: both counts over time, changes, and all members by last seen. GUI thread.
class PresencePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit PresencePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeEvents();
    void showEvents();

    ElementsPanel *m_panel;
    TimeChart *m_chart;
    models::PresenceModel *m_events;
    TableView *m_eventTable = nullptr;
    ElidedLabel *m_eventNote = nullptr;
    Question *m_newest; ///< pages by last seen, from which comings and goings are told
};

} // namespace plimsoll::views

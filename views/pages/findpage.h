// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/discoveryservice.h"
#include "views/page/page.h"

#include <optional>

class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QVBoxLayout;

namespace plimsoll::models {
class ProposalModel;
class UnrecognisedModel;
} // namespace plimsoll::models

namespace plimsoll::views {

class Card;
class ElidedLabel;
class FindPanel;
class Notice;
class TableView;

/// Finds collections on the server: what is proposed, from the first moments of the search on, and what is not
/// recognised. The user ticks what to watch; nothing is added otherwise. GUI thread.
class FindPage final : public Page {
    Q_OBJECT

public:
    explicit FindPage(const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override;
    void setFilter(const QString &text) override;
    [[nodiscard]] QWidget *side() override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeHead(QVBoxLayout *layout);
    [[nodiscard]] QWidget *makeProposals();
    [[nodiscard]] QWidget *makeUnrecognised();
    /// Starts the first search, or shows what was found.
    void open();
    void setStatus(const DiscoveryStatus &status);
    void setDiscovery(const Discovery &discovery);
    void showPreview(const SnapshotPtr &snapshot);
    void settle();
    void showContent();
    void showLine();
    void showWatch();
    void showSelection();
    void followPreview();
    void watch();
    void changeCurrent();
    void tickSelected();
    [[nodiscard]] QString idleText() const;
    [[nodiscard]] QString whyNotWatched() const;
    [[nodiscard]] int currentRow() const; ///< row of the model; -1 if none

    models::ProposalModel *m_model;
    QSortFilterProxyModel *m_filter;
    models::UnrecognisedModel *m_unrecognised;
    QSortFilterProxyModel *m_unrecognisedFilter;
    TableView *m_table;
    TableView *m_rest;
    Notice *m_notice;
    QPushButton *m_add = nullptr;
    QStackedWidget *m_stack;
    Card *m_restCard = nullptr;
    ElidedLabel *m_line = nullptr;
    QPushButton *m_scan = nullptr, *m_watch = nullptr;
    FindPanel *m_panel;
    DiscoveryStatus m_status;
    Discovery m_discovery;
    QString m_unreachable; ///< why the server is not connected; empty: it is
    bool m_isRepeated = false; ///< the results on screen are of an earlier search
    bool m_isPast = false;
    int m_changing = 0; ///< id of the proposal in the editor
    std::vector<CollectionDefinition> m_previewed;
};

} // namespace plimsoll::views

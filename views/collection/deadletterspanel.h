// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "views/operations/offers.h"
#include "views/page/page.h"
#include "views/widgets/card.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace plimsoll::models {
class DeadGroupModel;
}

namespace plimsoll::views {

class Notice;
class OfferAction;
class TableView;

/// The dead letters of a collection by cause, read in bounded pages when it is opened and when their number changes:
/// requeue or discard a group. GUI thread.
class DeadLettersPanel final : public Card {
    Q_OBJECT

public:
    /// So many letters are read at the most; what is beyond is said, and acting on a group reaches it all the same.
    static constexpr qint64 mostLetters = 20'000;

    explicit DeadLettersPanel(const PageContext &context, QWidget *parent = nullptr);

    /// Starts over with that collection.
    void open(std::size_t collection);
    /// The same collection in another place of the workspace; its snapshot follows.
    void follow(std::size_t collection);
    void apply(const SnapshotPtr &snapshot);
    bool answer(const BrowseResult &result);

signals:
    void asked(quint64 id, std::size_t collection, const plimsoll::BrowseRequest::Query &query);
    void operationRequested(const plimsoll::OperationRequest &request);
    void lettersWanted(); ///< one by one instead, all of them
    /// One by one, those of a group; `text` says which.
    void groupWanted(const std::vector<plimsoll::Element> &letters, const QString &text);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void makeHead();
    void showLetters();
    void readIfNeeded();
    void ask();
    void take(const ElementsPage &page);
    void finish(const ElementsPage &page);
    void updateOffers();
    [[nodiscard]] Offer offer(Action action, const QString &name, const QString &title) const;
    [[nodiscard]] double deadNow() const;

    PageContext m_context;
    models::DeadGroupModel *m_model;
    TableView *m_table;
    Notice *m_notice;
    QStackedWidget *m_stack;
    QLabel *m_count = nullptr;
    OfferAction *m_requeue = nullptr;
    OfferAction *m_discard = nullptr;
    SnapshotPtr m_snapshot;
    std::size_t m_collection = 0;
    ElementsQuery m_query;
    quint64 m_pending = 0;
    double m_readFor = unknownFigure; ///< number of dead letters when it was read
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/offers.h"
#include "views/page/page.h"
#include "views/widgets/card.h"

class QPushButton;
class QStackedWidget;

namespace plimsoll::models {
class DeadGroupModel;
}

namespace plimsoll::views {

class ElidedLabel;
class Notice;
class OfferAction;
class Question;
class TableView;

/// The dead letters of a collection by cause, read in bounded pages when it is opened and when their number changes:
/// requeue or discard a group. GUI thread.
class DeadLettersPanel final : public Card {
    Q_OBJECT

public:
    /// Number of letters read at a time. The panel shows how many remain and reads further on demand; operations on a
    /// group include all of them.
    static constexpr qint64 mostLetters = 20'000;

    explicit DeadLettersPanel(const PageContext &context, QWidget *parent = nullptr);

    /// Resets the panel; the next snapshot provides the collection.
    void open();
    void setOld(bool old); ///< the server has not answered for two ticks
    void apply(const SnapshotPtr &snapshot, std::size_t collection);

signals:
    void lettersWanted(); ///< requests a list of all letters
    /// Requests a list of one group's letters; `text` describes the group.
    void groupWanted(const std::vector<plimsoll::Element> &letters, const QString &text);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void makeHead();
    void showLetters();
    void readIfNeeded();
    void readFurther();
    void showPage(const ElementsPage &page);
    void finish(const ElementsPage &page);
    [[nodiscard]] bool isActed() const; ///< an operation on a group was asked for
    void showError(const QString &why);
    void updateOffers();
    /// True if several groups are selected, and none is left out.
    [[nodiscard]] bool areAllSelected() const;
    /// Offers the action on the selected group, or on all dead letters if all groups are selected.
    [[nodiscard]] Offer offer(Action action) const;

    PageContext m_context;
    models::DeadGroupModel *m_model;
    TableView *m_table;
    Notice *m_notice;
    QStackedWidget *m_stack;
    ElidedLabel *m_count = nullptr;
    QPushButton *m_further = nullptr; ///< visible while letters remain
    OfferAction *m_requeue = nullptr;
    OfferAction *m_discard = nullptr;
    Question *m_question;
    Place m_place; ///< place in the newest snapshot; nowhere before the first
    QString m_state; ///< state id of dead letters
    ElementsQuery m_query;
    double m_dead = unknownFigure; ///< current number of dead letters
    double m_readFor = unknownFigure; ///< number of dead letters at the last read
    bool m_isPart = false; ///< there are more dead letters than the page has read
    qint64 m_most = mostLetters; ///< letters to read; more than mostLetters: a person asked for it
};

} // namespace plimsoll::views

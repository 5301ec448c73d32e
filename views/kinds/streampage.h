// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

#include <initializer_list>

class QPushButton;

namespace plimsoll::models {
class StreamConsumersModel;
class StreamGroupsModel;
} // namespace plimsoll::models

namespace plimsoll::views {

class ElementsPanel;
class ElidedLabel;
class KnownConsumers;
class Question;
class TableView;

/// Page of a stream: groups with their lag, consumers and pending entries of a selected group, and the stream's entries
/// in both orders, from any time on. GUI thread.
class StreamPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit StreamPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;
    void narrow(CollectionOffers &offers) const override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] Card *makeGroups();
    [[nodiscard]] Card *makeConsumers();
    static void addButtons(Card &card, std::initializer_list<QPushButton *> buttons);
    void showAnswer(const StreamAnswer &answer);
    void sayUnread(const QString &why);
    void sayState();
    void sayPace(const Figures &figures);
    void chooseGroup(const QByteArray &group);
    void updateButtons();
    [[nodiscard]] OperationRequest requestOf(Action action) const;
    [[nodiscard]] const StreamConsumer *chosenConsumer() const;
    void claimChosen();
    void setLastId();
    void removeChosen();

    ElementsPanel *m_entries;
    models::StreamGroupsModel *m_groups;
    models::StreamConsumersModel *m_consumers;
    TableView *m_groupTable;
    TableView *m_consumerTable;
    QPushButton *m_claim;
    QPushButton *m_remove;
    QPushButton *m_setLastId;
    QLabel *m_state; ///< status of the two tables
    ElidedLabel *m_pace; ///< entries added and acknowledged a minute
    QLabel *m_dead; ///< number of dead consumers
    Card *m_groupCard;
    Card *m_consumerCard;
    KnownConsumers *m_known; ///< consumers offered by dialogs
    Question *m_question;
    std::chrono::milliseconds m_readAt{}; ///< server time of the tables; 0: nothing shown yet
    QString m_unread; ///< error of the last refresh
    QByteArray m_group; ///< selected group; empty: the first
};

} // namespace plimsoll::views

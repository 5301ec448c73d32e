// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lab.h"
#include "models/recordedday.h"
#include "redis/types/alert.h"
#include "redis/types/browse.h"
#include "redis/types/mark.h"
#include "redis/types/operation.h"

#include <QObject>
#include <QStringList>

namespace plimsoll::views {

/// One collection of one state of the workspace. An edit gives collections other numbers, so the number goes nowhere
/// without what it is a number in.
struct Place {
    WorkspacePtr workspace;
    std::size_t collection = 0;
    std::chrono::milliseconds keysAt{}; ///< server time of the earlier period that is looked at; 0: it is the present

    /// Nothing acts on what has passed.
    [[nodiscard]] bool isEarlier() const { return keysAt.count() != 0; }
    [[nodiscard]] bool isThere() const { return workspace != nullptr && collection < workspace->collections.size(); }
    [[nodiscard]] const CollectionDefinition &definition() const { return workspace->collections[collection]; }
};

/// What pages ask, open, inspect and operate, and what they are told: whoever is concerned connects here, once, and
/// nobody in between passes anything on. Owned by the window, outlives its pages. GUI thread.
class PageHost final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Nothing is asked of the server for pages now, and why: they show the past. Empty: they ask.
    void setClosed(const QString &why) { m_closed = why; }
    [[nodiscard]] const QString &closed() const { return m_closed; }

signals:
    void momentWanted(std::chrono::milliseconds time); ///< the whole window is to show how it was then
    void liveWanted(); ///< and as it is again

    /// A bounded question for the browse connection: see Question.
    void asked(const plimsoll::BrowseRequest &request);
    void answered(const plimsoll::BrowseResult &result);
    void workspaceChanged(const plimsoll::WorkspacePtr &workspace); ///< another, or edited; its snapshot follows
    void unreachable(const QString &why); ///< empty: it is not

    void collectionRequested(std::size_t collection); ///< open its page
    void inspectRequested(const plimsoll::views::Place &place, const plimsoll::Element &element);
    /// The selected row as it is now, perhaps in another place.
    void selectedSeen(const plimsoll::Element &element);
    void inspectCleared();
    void inspectorWanted(); ///< a row was opened: the inspector is to be there

    void operationRequested(const plimsoll::OperationRequest &request); ///< plan it, and show the plan
    void undoRequested(const QString &operation);
    void operationShown(const QString &operation); ///< its line in the journal is to be on screen

    void journalWanted(); ///< read it: it is on screen
    void journalRead(const std::vector<plimsoll::OperationReport> &operations); ///< oldest first
    void journalFailed(const QString &why);
    void elementsWanted(const QString &operation); ///< the first of them, for its details
    void elementsRead(const QString &operation, const std::vector<QByteArray> &elements);
    void alertsRead(const plimsoll::AlertList &alerts); ///< the first, and whenever they are others
    void olderAlertsWanted(const QString &before); ///< those that were over before that one
    void olderAlertsRead(const QString &before, const std::vector<plimsoll::Alert> &alerts); ///< few: there are no more
    void alertsTroubled(const QString &why); ///< that they are not kept, or not by us; empty: they are
    void alertsAcknowledged(const QStringList &alerts, bool acknowledged); ///< by this person
    void alertsMuted(const QStringList &alerts, std::chrono::milliseconds until); ///< server time; 0: not any more
    void alertsNoted(const QStringList &alerts, const QString &text);
    void noteMade(const plimsoll::Note &note); ///< at a moment: a new one, another text, or none any more
    void alertShown(const QString &alert); ///< its line is to be on screen
    void collectionEditRequested(std::size_t collection);
    /// How the last day of a collection was, as far as it is recorded; answered where limits may be proposed from it.
    void dayWanted(const QString &collection, const QString &kind);
    void dayRead(const QString &collection, const QString &kind, const plimsoll::models::RecordedDay &day);
    void limitsReviewRequested(std::size_t collection); ///< its editor, with limits proposed from that day
    void labOffered(const std::vector<plimsoll::models::LabPattern> &patterns); ///< none: there is no Lab any more
    void labRequested(const plimsoll::models::LabChoice &choice); ///< instead of what runs
    void labStopRequested();
    void labPauseRequested(bool paused);
    void labKillRequested(); ///< a client on either side, at its next attempt
    void labReported(const plimsoll::models::LabReport &report); ///< how it stands
    void labEnded(const QString &why); ///< empty: it came to its end
    void historyExportRequested(const QString &collection, const QString &kind); ///< all that is kept of it
    void reportRequested(std::chrono::milliseconds from, std::chrono::milliseconds to); ///< of what happened between
    void exportRequested(const QString &name, const QByteArray &text); ///< save it under that name, or another

private:
    QString m_closed;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/keysize.h"
#include "redis/types/slowlog.h"

#include <QObject>

namespace plimsoll::views {

/// A collection in a certain state of the workspace. An edit renumbers collections, so an index is only passed with its
/// workspace.
struct Place {
    WorkspacePtr workspace;
    std::size_t collection = 0;
    std::chrono::milliseconds keysAt{}; ///< server time of the selected past period; 0 for the present

    /// Returns true for a past period, which no operation can act on.
    [[nodiscard]] bool isEarlier() const { return keysAt.count() != 0; }
    [[nodiscard]] bool isThere() const { return workspace != nullptr && collection < workspace->collections.size(); }
    [[nodiscard]] const CollectionDefinition &definition() const { return workspace->collections[collection]; }
};

/// Signals between pages and the window: requests of the pages, and the results. Senders and receivers connect here
/// directly, with no relays in between. Owned by the window, outlives its pages. GUI thread.
class PageHost final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Sets why pages show the past and send no queries; empty to allow them.
    void setClosed(const QString &why) { m_closed = why; }
    [[nodiscard]] const QString &closed() const { return m_closed; }

signals:
    /// Bounded query for the browse connection; see Question.
    void asked(const plimsoll::BrowseRequest &request);
    void answered(const plimsoll::BrowseResult &result);
    void workspaceChanged(const plimsoll::WorkspacePtr &workspace); ///< replaced or edited; its snapshot follows
    void unreachable(const QString &why); ///< empty once reachable

    void collectionRequested(std::size_t collection); ///< open its page
    void inspectRequested(const plimsoll::views::Place &place, const plimsoll::Element &element);
    /// The selected row in its current state, perhaps moved.
    void selectedSeen(const plimsoll::Element &element);
    /// The newest page does not have the selected row, which it lost at this server time.
    void selectedLeft(const plimsoll::Element &element, std::chrono::milliseconds at);
    void inspectCleared();
    void inspectorWanted(); ///< a row was opened: show the inspector

    void operationShown(const QString &operation); ///< show its line in the journal

    void alertShown(const QString &alert); ///< show its line
    void limitEditRequested(std::size_t collection, const QString &figure); ///< open its editor at this limit
    void limitsReviewRequested(std::size_t collection); ///< open its editor with limits proposed from that day
    void findRequested(); ///< show the page that finds collections; it starts a first search
    void watchRequested(const std::vector<plimsoll::CollectionDefinition> &collections); ///< add to the workspace
    /// Open an editor for a proposed collection; `otherNames` are taken.
    void proposalEditRequested(const plimsoll::CollectionDefinition &proposal, const QStringList &otherNames);
    void proposalEdited(const plimsoll::CollectionDefinition &proposal);
    void presentationWanted(bool wanted); ///< the page alone, on the whole screen
    void slowLogWanted(); ///< read the slow log, which is visible
    void slowLogRead(const plimsoll::SlowLog &log);
    void keySizesWanted(const plimsoll::KeySizesRequest &request); ///< measure some of these keys
    void keysSampled(const plimsoll::KeySizes &sizes);
    void boundEditRequested(std::size_t collection,
                            bool approve); ///< open its editor at the bound; `approve`: at the reason
    void commandsWanted(const plimsoll::views::Place &place); ///< copy the commands that read its figures
    /// Copy these commands as lines for redis-cli.
    void redisCliWanted(const std::vector<std::vector<QByteArray>> &commands);
    void messageWanted(const QString &text); ///< say it in the status bar
    void exportRequested(const QString &name, const QByteArray &text); ///< save under this or another name

private:
    QString m_closed;
};

} // namespace plimsoll::views

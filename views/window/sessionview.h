// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/browse.h"
#include "redis/types/snapshot.h"
#include "models/text/connectionstatus.h"
#include "models/alerts/alerttext.h"
#include "models/history/moment.h"
#include "views/page/page.h"

#include <QMainWindow>

#include <chrono>
#include <memory>
#include <set>

namespace plimsoll::views {
class OperationBar;
class Preferences;
} // namespace plimsoll::views

namespace plimsoll::models {
class ElementOutcomes;
struct TroubleRow;
} // namespace plimsoll::models

namespace plimsoll::views {

/// "not connected", or "no permission" where the server answers.
QString lostText(const models::ConnectionStatus &status);

/// The summary of a session for its tab.
struct SessionSummary {
    QString name; ///< name of the workspace
    State state = State::Ok;
    bool isLive = false; ///< its figures are of now
    bool mayTryNow = false; ///< not connected, and another attempt may help
    QString badge; ///< a number or a word; empty for none
    QString words; ///< long form of `badge`
    models::TroubleCounts trouble; ///< present problems: of a server that is not connected, only that
    QStringList criticals; ///< the first critical problems, one per line, including those of the server
};

/// The known state of a workspace's history.
enum class HistoryIs { Kept, KeptElsewhere, NotKept, Damaged };

/// The view of one session: toolbar, navigation, pages, inspector, banner, status bar. Has access to values and models
/// only; app connects its signals to the workers. GUI thread.
class SessionView final : public QMainWindow {
    Q_OBJECT

public:
    SessionView(const PageContext &context, std::span<const KindInfo *const> kinds, QWidget *parent = nullptr);
    ~SessionView() override;

    /// Shows a workspace; null for the welcome page.
    void setWorkspace(const WorkspacePtr &workspace);
    void apply(const SnapshotPtr &snapshot);
    /// Shows a past moment instead of the present, until null; apply() continues in the background.
    void showMoment(const models::MomentPtr &moment);
    void answer(const BrowseResult &result);
    void setConnection(const models::ConnectionStatus &status);
    void setOld(bool old);
    /// Sets the user's permissions on the server, which are shown; operations need them.
    void setAllowance(const Allowance &allowance);
    /// False on a production connection until the person allows changes there, for 15 minutes.
    [[nodiscard]] bool areChangesAllowed() const;
    /// Shows a problem with the history in the status bar with its reason; nothing if it is stored.
    void setHistory(HistoryIs is, const QString &why);
    /// Sets the reason why reports are unavailable; empty if available.
    void setReportTrouble(const QString &why);
    void setRecent(const QStringList &paths);
    /// Sets the number of elements of a collection read and shown at a time.
    void setPageRows(int rows);
    /// Shows a message that disappears after a while ("saved", "could not be saved").
    void showMessage(const QString &text);
    /// Shows a message that others do not replace; they are appended while it is visible.
    void showProblem(const QString &text);
    /// Returns the line below the page that shows the running operation.
    [[nodiscard]] OperationBar &operationBar();
    /// Returns the elements of the open page that operations took.
    [[nodiscard]] models::ElementOutcomes &outcomes();
    [[nodiscard]] std::vector<Element> shownElements() const;
    /// Returns the server time extrapolated from the newest figures.
    [[nodiscard]] std::chrono::milliseconds serverNow() const;
    /// Returns the signals of the pages, for the owner to connect.
    [[nodiscard]] PageHost &host();
    /// Sets the operations that an earlier run left incomplete and that could not be completed on this server.
    void setLeftOpen(const std::vector<plimsoll::OperationReport> &operations);

    /// Returns the page names in navigation order ("overview", "queue", …), for Ctrl+1…9 and `screenshot`.
    [[nodiscard]] QStringList pageNames() const;
    void showPage(const QString &name);
    void openCollection(std::size_t collection);
    [[nodiscard]] QString currentPage() const;
    [[nodiscard]] std::set<std::size_t> shown() const;

    [[nodiscard]] SessionSummary summary() const;
    /// Returns the collections in trouble now, the worst 200 of them, and a row of the session itself where it has
    /// trouble of its own or none at all.
    [[nodiscard]] std::vector<models::TroubleRow> troubles() const;
    /// Opens a collection by its name, as it is now.
    void openNamed(const QString &collection);
    /// Takes the focus when the view is shown: restores it to `before`, or to the page if null.
    void takeFocus(QWidget *before);
    /// Sets the number of sessions in the window.
    void setSessions(int count);
    /// Shows whether the workspace has changes that no file holds, and offers to save them.
    void setUnsaved(bool unsaved);

    /// Stores the positions of the docks between runs; tables store their own columns.
    void saveLayout(Preferences &preferences) const;
    void restoreLayout(const Preferences &preferences);

signals:
    void shownChanged();
    void changesAllowedChanged();
    void refreshRequested();
    void intervalChosen(std::chrono::milliseconds interval);
    void pauseToggled(bool paused);
    void connectRequested(); ///< opens the connection dialog
    void editConnectionRequested(); ///< opens that dialog for the open workspace
    void openRequested(const QString &path); ///< an empty path asks for a file
    void demoRequested();
    void addCollectionRequested();
    void editCollectionRequested(std::size_t collection);
    void editLimitRequested(std::size_t collection, const QString &figure); ///< edit it, at the limit of this figure
    void editBoundRequested(std::size_t collection, bool approve); ///< edit it, at its bound or at the reason for none
    void limitsReviewRequested(std::size_t collection); ///< edit it with limits proposed from its recorded day
    void duplicateCollectionRequested(std::size_t collection);
    void removeCollectionRequested(std::size_t collection);
    void moveCollectionRequested(std::size_t from, std::size_t to);
    void saveRequested(); ///< saves the workspace in a file to be chosen
    void settingsRequested();
    void passwordRequested(); ///< login refused
    void closeRequested();
    void newTabRequested();
    void tabStepRequested(int by); ///< moves by this number of tabs, cyclic
    void allTabsRequested(); ///< shows the trouble of all tabs
    void presentationWanted(bool wanted); ///< on the whole screen, without anything around
    void summaryChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace plimsoll::views

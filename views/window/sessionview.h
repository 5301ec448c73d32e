// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/browse.h"
#include "redis/types/snapshot.h"
#include "models/alerttext.h"
#include "models/moment.h"
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
class Fates;
}

namespace plimsoll::views {

/// What the toolbar and the status bar say of the connection.
struct ConnectionStatus {
    enum class State { None, Connecting, Connected, Lost };
    State state = State::None;
    QString text; ///< of an error: what, to what, what next
    std::chrono::milliseconds retryIn{}; ///< when lost
    bool loginRefused = false; ///< when lost: another password may help
    bool isNotPermitted = false; ///< when lost: the server answers, but this user may not read
    bool unverified = false; ///< TLS that believes whoever answers
    bool paused = false; ///< nothing is asked until it is resumed
    bool recorded = false; ///< what is shown was recorded: there is no server
    bool widened = false; ///< the interval was widened because the server is slow
    std::chrono::milliseconds interval{1000}; ///< in force
};

/// What a tab says of a session that is not on screen.
struct SessionSummary {
    QString name; ///< of the workspace
    State state = State::Ok;
    QString badge; ///< a number or a word; empty: there is nothing to say
    QString words; ///< the same at length
    models::TroubleCounts trouble; ///< as the overview counts it, now
    QStringList criticals; ///< what they are, a line each, the first of them; with those of the server
};

/// Where the history of a workspace is kept, as far as it is known.
enum class HistoryIs { Kept, KeptElsewhere, NotKept, Damaged };

/// All there is to see of one session: toolbar, navigation, pages, inspector, banner, status bar. Knows values and
/// models; app connects its signals to the workers. GUI thread.
class SessionView final : public QMainWindow {
    Q_OBJECT

public:
    SessionView(const PageContext &context, std::span<const KindInfo *const> kinds, QWidget *parent = nullptr);
    ~SessionView() override;

    /// Null: the welcome page.
    void setWorkspace(const WorkspacePtr &workspace);
    void apply(const SnapshotPtr &snapshot);
    /// How it was then, in place of how it is, until it is null; what comes by apply() goes on behind it.
    void showMoment(const models::MomentPtr &moment);
    void answer(const BrowseResult &result);
    void setConnection(const ConnectionStatus &status);
    void setOld(bool old);
    /// What the server lets this user do: shown, and nothing is offered where it is nothing.
    void setAllowance(const Allowance &allowance);
    /// Said in the status bar as long as it is so, with why; nothing while it is kept.
    void setHistory(HistoryIs is, const QString &why);
    /// Why no report can be made of what was recorded; empty: it can.
    void setReportTrouble(const QString &why);
    void setRecent(const QStringList &paths);
    /// So many elements of a collection are read and shown at a time.
    void setPageRows(int rows);
    /// A line that goes away by itself (saved, could not be saved).
    void showMessage(const QString &text);
    /// As a message, but none replaces it: what comes while it stands is put behind it.
    void showProblem(const QString &text);
    /// The line under the page that an operation runs in.
    [[nodiscard]] OperationBar &operationBar();
    /// What operations take from the page that is open.
    [[nodiscard]] models::Fates &fates();
    [[nodiscard]] std::vector<Element> shownElements() const;
    /// The server's clock, as far as the newest figures tell.
    [[nodiscard]] std::chrono::milliseconds serverNow() const;
    /// What its pages ask and want of whoever made it.
    [[nodiscard]] PageHost &host();
    /// What an earlier run left open and could not be completed on this server, with why; empty: nothing is.
    void setLeftOpen(const std::vector<plimsoll::OperationReport> &operations);

    /// Names of the pages in the order of the navigation ("overview", "queue", …), for Ctrl+1…9 and `screenshot`.
    [[nodiscard]] QStringList pageNames() const;
    void showPage(const QString &name);
    void openCollection(std::size_t collection);
    [[nodiscard]] QString currentPage() const;
    [[nodiscard]] std::set<std::size_t> shown() const;

    [[nodiscard]] SessionSummary summary() const;
    /// It is on screen now: the keyboard is where it was before in it, or, when that was nowhere, for the page.
    void takeFocus(QWidget *before);
    /// So many are open in the window.
    void setSessions(int count);

    /// Places of the docks between runs; tables keep their columns themselves.
    void saveLayout(Preferences &preferences) const;
    void restoreLayout(const Preferences &preferences);

signals:
    void shownChanged();
    void refreshRequested();
    void intervalChosen(std::chrono::milliseconds interval);
    void pauseToggled(bool paused);
    void connectRequested(); ///< the connection dialog
    void editConnectionRequested(); ///< of the open workspace
    void openRequested(const QString &path); ///< empty: choose a file
    void demoRequested();
    void addCollectionRequested();
    void editCollectionRequested(std::size_t collection);
    void limitsReviewRequested(std::size_t collection); ///< edited, with limits proposed from its recorded day
    void duplicateCollectionRequested(std::size_t collection);
    void removeCollectionRequested(std::size_t collection);
    void moveCollectionRequested(std::size_t from, std::size_t to);
    void settingsRequested();
    void stopRequested(); ///< the operation that runs
    void recoverRequested(); ///< once more, what was left open
    void passwordRequested(); ///< the login was refused
    void closeRequested();
    void newTabRequested();
    void tabStepRequested(int by); ///< so many tabs on, around the end
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

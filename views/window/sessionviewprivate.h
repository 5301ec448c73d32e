// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dialogs/commandpalette.h"
#include "views/page/actions.h"
#include "views/pages/pagespecs.h"
#include "views/window/sessiontrouble.h"
#include "views/window/sessionview.h"
#include "views/window/writewindow.h"

#include <QKeySequence>
#include <QPointer>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

class QKeyEvent;
class QPushButton;
class QStackedWidget;

namespace plimsoll::views {

class FocusRing;
class MomentBar;
class MomentFrame;
class MomentStrip;
class Notice;
class Inspector;
class InspectorDock;
class LiveState;
class Navigation;
class OperationBar;
class OperationGate;
class ShortcutOverlay;
class StatusStrip;
class ToolBar;
class WelcomePage;

/// The parts of a SessionView and their interaction. GUI thread.
class SessionView::Private final : public QObject {
public:
    struct Entry {
        PageSpec spec;
        Page *page = nullptr;
        SnapshotPtr applied; ///< last snapshot applied; hidden pages are not updated
    };

    Private(SessionView *window, const PageContext &pageContext, std::span<const KindInfo *const> kindInfos);

    void buildCentre();
    /// Builds what replaces the page while the server refuses the login and nothing was read yet.
    void buildRefused();
    void showRefused();
    void buildInspector();
    void buildPages();
    void connectHost();
    /// Builds the widgets that replace others while a past moment is shown.
    void buildMoment();
    void placeMoment();
    /// Updates the present state shown along with a past moment.
    void refreshMoment();
    void showMarks();
    void goToPast();
    /// Returns the snapshot on the pages: past or present.
    [[nodiscard]] const SnapshotPtr &shownSnapshot() const { return moment == nullptr ? snapshot : moment->snapshot; }
    void connectPage(Page *page);
    void inspect(const Place &place, const Element &element);
    /// Shows the page alone.
    void present(bool wanted);
    /// Shows a page for a look at it; Escape returns to the previous page.
    void showAside(const QString &page);
    void connectActions();
    void connectReport();
    /// Asks for a report of this time range, which the user may change.
    void askReport(std::chrono::milliseconds from, std::chrono::milliseconds to);
    /// Returns the time range of the visible chart, or the last hour.
    [[nodiscard]] std::pair<std::chrono::milliseconds, std::chrono::milliseconds> reportTimes();
    void offerReport() const;
    void addPageKeys();
    /// Returns the key of a page by its place in the navigation; empty if it has none.
    [[nodiscard]] static QKeySequence pageKey(int place);
    /// Returns what the palette offers now: collections, pages, alerts, operations of the page, actions of the window.
    [[nodiscard]] std::vector<Command> commands();
    /// Reason why the action of a pressed key is disabled; empty: no such action, or no reason.
    [[nodiscard]] QString whyKeyIsDisabled(const QKeyEvent &event);
    void stepPage(int by);

    [[nodiscard]] Entry &current() { return entries[static_cast<std::size_t>(currentEntry)]; }
    [[nodiscard]] bool hasWorkspace() const { return workspace != nullptr; }
    void showEntry(int index);
    /// Tells the line of operations which page, or which open collection of it, is on screen.
    void placeBar();
    void bringUpToDate(Entry &entry) const;
    void showTroubles();
    [[nodiscard]] std::vector<TroubleCount> troublesOf(const SnapshotPtr &of) const; ///< index: entry
    [[nodiscard]] QString liveText() const;
    /// Counts the alerts that are neither acknowledged nor muted.
    [[nodiscard]] TroubleCount alertTrouble() const;
    /// Valid until the next snapshot or list of alerts.
    [[nodiscard]] SessionTrouble presentTrouble() const { return {snapshot, alerts, context.history, *live}; }
    void connectAlerts();
    /// Shows the side widget of the current page.
    void placeSide();
    void showTitle();
    void showOld();
    void restoreFocus();
    /// Focuses the page or the welcome page.
    void focusFirst();
    void focusRows();
    /// Returns the index of a page; -1 if unknown.
    [[nodiscard]] int entryOf(const QString &page) const;
    void listPages(int open);
    void choose(int entry);
    void goBack();
    bool clearSelection();
    void showInspector(bool wanted);
    void placeInspector();
    void fitInspector(); ///< after the window or the zoom changed
    [[nodiscard]] std::optional<std::size_t> currentCollection();
    /// Returns the row in the workspace of a row of the snapshot on the pages, which may be of the workspace before an
    /// edit; nullopt if the collection is gone.
    [[nodiscard]] std::optional<std::size_t> rowNow(std::size_t row) const;
    void updateActions();
    void moveCurrent(int by);
    void offerInspected();
    void buildWriteWindow();
    void showWriteWindow();
    /// Updates the availability of operations everywhere.
    void updateGate();

    SessionView *q;
    PageHost *host;
    OperationGate *gate;
    models::ElementOutcomes *outcomes;
    PageContext context;
    Actions actions;
    WorkspacePtr workspace;
    SnapshotPtr snapshot;
    models::MomentPtr moment; ///< past moment on display; null for the present
    bool isMomentSteered = false; ///< the past was asked for by itself: the arrows move its time
    Allowance allowance;
    WriteWindow writes;
    QString reportTrouble; ///< why reports are unavailable; empty if available
    std::optional<int> detailsFrom; ///< page to which Escape returns from the one shown by showAside()
    bool hasLab = false;
    bool hasSearched = false; ///< a discovery was started
    bool shownOld = false;
    int pageRows = defaultPageRows;
    bool cameFromOverview = false;
    std::vector<QPointer<QWidget>> hidden; ///< widgets hidden by present()
    QPointer<QWidget> focusBefore; ///< focus before the open dialog
    QPointer<FocusRing> ring;

    ToolBar *toolBar = nullptr;
    QStackedWidget *tops = nullptr; ///< toolbar, or its replacement
    MomentBar *momentBar = nullptr;
    MomentFrame *momentFrame = nullptr;
    MomentStrip *momentStrip = nullptr;
    Navigation *navigation = nullptr;
    LiveState *live = nullptr;
    QStackedWidget *stack = nullptr;
    QStackedWidget *middle = nullptr; ///< the pages, or `refused`
    Notice *refused = nullptr; ///< the login was refused
    QPushButton *enterPassword = nullptr; ///< on `refused`
    QPushButton *editLogin = nullptr; ///< on `refused`
    QStackedWidget *sides = nullptr; ///< next to the page
    WelcomePage *welcome = nullptr;
    OperationBar *bar = nullptr;
    StatusStrip *strip = nullptr;
    InspectorDock *dock = nullptr;
    Inspector *inspector = nullptr; ///< in `dock`
    ShortcutOverlay *overlay = nullptr;
    CommandPalette *palette = nullptr;
    std::vector<Entry> entries;
    TroubleCount trouble; ///< present problems of all collections
    AlertList alerts;
    int currentEntry = 0;
};

} // namespace plimsoll::views

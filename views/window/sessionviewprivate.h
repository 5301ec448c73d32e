// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/actions.h"
#include "views/pages/pagespecs.h"
#include "views/window/sessionview.h"

#include <QDeadlineTimer>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

class QDockWidget;
class QStackedWidget;

namespace plimsoll::views {

class Banner;
class FocusRing;
class MomentBar;
class MomentFrame;
class MomentStrip;
class Inspector;
class Navigation;
class OperationBar;
class OperationGate;
class ShortcutOverlay;
class StatusStrip;
class ToolBar;
class WelcomePage;

/// The parts of the view and how they work together; what others may ask of it is in sessionview.h. GUI thread.
class SessionView::Private final : public QObject {
public:
    struct Entry {
        PageSpec spec;
        Page *page = nullptr;
        SnapshotPtr applied; ///< what the page has seen; hidden pages are not kept up to date
    };

    Private(SessionView *window, const PageContext &pageContext, std::span<const KindInfo *const> kindInfos);

    void buildCentre();
    void buildInspector();
    void buildPages();
    void connectHost();
    /// Everything that stands in the place of something else while a moment is shown.
    void buildMoment();
    void placeMoment();
    /// What is now, beside the moment.
    void refreshMoment();
    void showMarks();
    void goToPast();
    /// What the pages show: the moment, or what is now.
    [[nodiscard]] const SnapshotPtr &shownSnapshot() const { return moment == nullptr ? snapshot : moment->snapshot; }
    void connectPage(Page *page);
    void inspect(const Place &place, const Element &element);
    /// The line of an operation in the journal; Escape there goes back to where it was asked for.
    void showJournal();
    void connectActions();
    void connectReport();
    /// Of that time, which the person may change.
    void askReport(std::chrono::milliseconds from, std::chrono::milliseconds to);
    /// What a chart of the page shows; where there is none, the last hour.
    [[nodiscard]] std::pair<std::chrono::milliseconds, std::chrono::milliseconds> reportTimes();
    void offerReport();
    void addPageKeys();
    void stepPage(int by);

    [[nodiscard]] Entry &current() { return entries[static_cast<std::size_t>(currentEntry)]; }
    [[nodiscard]] bool hasWorkspace() const { return workspace != nullptr; }
    void showEntry(int index);
    void bringUpToDate(Entry &entry) const;
    void showTroubles();
    struct Trouble {
        int count = 0;
        State worst = State::Ok;
        models::TroubleCounts states{};

        void add(State state)
        {
            ++count;
            worst = std::max(worst, state);
            states.add(state);
        }
    };
    [[nodiscard]] std::vector<Trouble> troublesOf(const SnapshotPtr &of) const; ///< by entry
    [[nodiscard]] QString liveText() const;
    /// What nobody has taken of the alerts.
    [[nodiscard]] Trouble alertTrouble() const;
    /// What is critical now, a line each, the first of them.
    [[nodiscard]] QStringList criticals() const;
    void connectAlerts();
    /// What stands beside the page that is open.
    void placeSide();
    void showBanner();
    /// While nothing is asked the figures grow old, and nobody is to blame.
    void age();
    void showOld();
    /// Of what was left open: what, how far, why, and how long what it took is kept.
    [[nodiscard]] QString leftOpenText() const;
    void actOnBanner();
    void restoreFocus();
    /// Of the page, or of the welcome.
    void focusFirst();
    void focusRows();
    /// -1 when there is none of that name.
    [[nodiscard]] int entryOf(const QString &page) const;
    void listPages(int open);
    void choose(int entry);
    void goBack();
    bool clearSelection();
    void showInspector(bool wanted);
    /// Beside a page whose rows it can show it has its place at once: a click moves nothing.
    void placeInspector();
    [[nodiscard]] std::optional<std::size_t> currentCollection();
    void updateActions();
    void moveCurrent(int by);
    /// What can be done to the inspected element, unless an operation has taken it.
    void offerInspected();
    /// Says everywhere whether operations can be asked for now.
    void updateGate();

    SessionView *q;
    PageHost *host;
    OperationGate *gate;
    models::Fates *fates;
    PageContext context;
    Actions actions;
    WorkspacePtr workspace;
    SnapshotPtr snapshot;
    std::chrono::milliseconds firstPoll{}; ///< server time of the first snapshot; where there is one
    models::MomentPtr moment; ///< that is shown; null: it is now
    ConnectionStatus status;
    Allowance allowance;
    QDeadlineTimer retryAt;
    QString reportTrouble; ///< why none can be made; empty: one can
    QString lostAt, lostWhy; ///< since when and why there is no connection; empty: there is one
    std::vector<OperationReport> leftOpen;
    bool recovering = false; ///< asked for, and not heard of yet
    std::optional<int> detailsFrom; ///< the page on which the details of an operation were asked for
    bool hasLab = false;
    bool old = false; ///< no answer
    bool aged = false; ///< paused, and the figures are older than two ticks
    bool shownOld = false;
    QTimer ageing;
    int pageRows = defaultPageRows;
    bool inspectorWanted = true;
    bool inspectorHasRoom = true; ///< beside the page, without being asked for
    bool cameFromOverview = false;
    QTimer countdown;
    QPointer<QWidget> focusBefore; ///< of the dialog that is open
    QPointer<FocusRing> ring;

    ToolBar *toolBar = nullptr;
    QStackedWidget *tops = nullptr; ///< the toolbar, or in its place
    MomentBar *momentBar = nullptr;
    MomentFrame *momentFrame = nullptr;
    MomentStrip *momentStrip = nullptr;
    Navigation *navigation = nullptr;
    Banner *banner = nullptr;
    QStackedWidget *stack = nullptr;
    QStackedWidget *sides = nullptr; ///< beside the page
    WelcomePage *welcome = nullptr;
    OperationBar *bar = nullptr;
    StatusStrip *strip = nullptr;
    QDockWidget *dock = nullptr;
    Inspector *inspector = nullptr;
    ShortcutOverlay *overlay = nullptr;
    std::vector<Entry> entries;
    Trouble trouble; ///< of all collections, now
    AlertList alerts;
    int currentEntry = 0;
};

} // namespace plimsoll::views

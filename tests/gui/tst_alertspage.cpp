// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "tests/gui/complaints.h"
#include "tests/gui/madewindow.h"
#include "views/table/tableview.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"
#include "views/widgets/wrappedlabel.h"
#include "views/window/navigation.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tests the page of alerts in the window: what it shows, and the actions of the user.
class AlertsPageTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        testing::failOnComplaints();
        m_theme.install(*qApp, Theme::Choice::Light);
    }
    void init()
    {
        m_made = std::make_unique<testing::MadeWindow>(m_theme);
        m_made->window.showPage(u"alerts"_s);
    }
    void cleanup() { m_made.reset(); }
    void emptyOneTeaches();
    void countsWhatNobodyHasTaken();
    void acknowledges();
    void acknowledgesByKey();
    void mutes();
    void notes();
    void opensItsCollection();
    void editsItsLimit();
    void choosesAndFilters();
    void rowsStayUnderTheHand();
    void resolvedRowsGoWithThePage();
    void pastOnesAreGrey();
    void olderOnesAsSomebodyScrolls();
    void tellsWhoWasTold();
    void comesFromOutside();
    void keepsItsPlaceBesideThePage();
    void thePanelIsWholeWhenZoomed();
    void cutsNoNumbers_data();
    void cutsNoNumbers();
    void theButtonLeadsToWhereItBegan();
    void theOverviewNamesTheServersTrouble();

private:
    [[nodiscard]] std::chrono::milliseconds now() const { return m_made->fixture.last()->serverTime; }
    [[nodiscard]] Alert alert(const QString &id, State state, int queue = 0) const
    {
        const SnapshotPtr snapshot = m_made->fixture.last();
        Alert made;
        made.id = id;
        made.subject = {
            snapshot->layout
                ->rows[m_made->fixture.indexOf(QLatin1StringView("queue")) + static_cast<std::size_t>(queue)]
                .name,
            u"queue"_s, u"stale"_s, Cause::Level};
        made.state = made.worst = state;
        made.since = made.raised = now() - 4min;
        made.text = made.worstText = u"41 stale, limit 25"_s;
        return made;
    }
    void tell(const std::vector<Alert> &active, const std::vector<Alert> &past = {})
    {
        AlertList list;
        list.isKept = true;
        list.active = active;
        list.past = past;
        emit m_made->session.services.alerts.alertsRead(list);
    }
    [[nodiscard]] TableView *active() const { return m_made->visible<TableView>("activeAlerts"); }
    [[nodiscard]] TableView *past() const { return m_made->visible<TableView>("pastAlerts"); }
    void showPast() const { press("alertsTab1"); }
    [[nodiscard]] QStringList rows(const TableView *table, int column = 1) const
    {
        QStringList all;
        for (int row = 0; table != nullptr && row < table->model()->rowCount(); ++row) {
            all += table->model()->index(row, column).data().toString();
        }
        return all;
    }
    static void click(TableView *table, int row, Qt::KeyboardModifiers modifiers = {})
    {
        const QRect place = table->visualRect(table->model()->index(row, 1));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers, place.center());
    }
    void press(const char *name) const
    {
        auto *button = m_made->visible<QPushButton>(name);
        QVERIFY2(button != nullptr && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    [[nodiscard]] QString line() const { return m_made->visible<ElidedLabel>("alertsLine")->fullText(); }
    /// Null while it is not on screen yet: what is new is shown with the next turn of the event loop.
    [[nodiscard]] QString value(const char *name) const
    {
        const auto *label = m_made->visible<WrappedLabel>(name);
        return label == nullptr ? QString() : label->fullText();
    }

    Theme m_theme;
    std::unique_ptr<testing::MadeWindow> m_made;
};

void AlertsPageTest::emptyOneTeaches()
{
    const auto notice = [this]() -> const Notice * {
        const auto all = m_made->visible<QWidget>("alertsPage")->findChildren<Notice *>();
        const auto found = std::find_if(all.begin(), all.end(), [](const Notice *one) { return one->isVisible(); });
        return found == all.end() ? nullptr : *found;
    };
    QVERIFY(notice() != nullptr);
    QCOMPARE(notice()->heading(), u"No alerts"_s);
    QVERIFY(notice()->text().contains(u"“Limits”"_s));
    QVERIFY(notice()->text().contains(u"\"notify\": {\"from\": \"critical\""_s));
    QVERIFY(!m_made->visible<QPushButton>("alertsAcknowledge")->isEnabled());
    QVERIFY(active() == nullptr);
    showPast();
    QCOMPARE(notice()->heading(), u"Nothing resolved yet"_s);
    QVERIFY(past() == nullptr);
}

void AlertsPageTest::countsWhatNobodyHasTaken()
{
    const auto *navigation = m_made->visible<Navigation>("navigation");
    QCOMPARE(navigation->troubleCount(u"alerts"_s), 0);
    Alert taken = alert(u"b"_s, State::Warning, 1);
    taken.acknowledged = now();
    Alert muted = alert(u"c"_s, State::Warning, 2);
    muted.mutedUntil = now() + 3s;
    tell({alert(u"a"_s, State::Critical), taken, muted});
    QCOMPARE(navigation->troubleCount(u"alerts"_s), 1);
    QCOMPARE(line(), u"1 critical, 2 warnings · 1 unacknowledged, 1 muted"_s);
    for (int i = 0; i < 4; ++i) {
        m_made->tick();
    }
    QCOMPARE(navigation->troubleCount(u"alerts"_s), 2); // muted no more
    tell({});
    QCOMPARE(navigation->troubleCount(u"alerts"_s), 0);
}

void AlertsPageTest::acknowledges()
{
    tell({alert(u"a"_s, State::Critical), alert(u"b"_s, State::Warning, 1)});
    testing::Calls &said = m_made->session.services.alerts.acknowledgements;
    click(active(), 0);
    press("alertsAcknowledge");
    QCOMPARE(said.size(), 1);
    QCOMPARE(said.takeFirst(), (QVariantList{QStringList{u"a"_s}, true}));
    click(active(), 1, Qt::ControlModifier); // both
    press("alertsAcknowledge");
    QCOMPARE(said.takeFirst(), (QVariantList{QStringList{u"a"_s, u"b"_s}, true}));
    // If all selected alerts are acknowledged, that can be undone.
    Alert a = alert(u"a"_s, State::Critical), b = alert(u"b"_s, State::Warning, 1);
    a.acknowledged = b.acknowledged = now();
    a.acknowledgedBy = b.acknowledgedBy = u"mara"_s;
    tell({a, b});
    auto *button = m_made->visible<QPushButton>("alertsAcknowledge");
    QVERIFY(!button->isEnabled()); // the same button does not undo it
    QVERIFY(active()->hasFocus()); // a key must not press the next button
    QTest::mouseDClick(button, Qt::LeftButton);
    QCOMPARE(said.size(), 0);
    press("alertUnacknowledge");
    QCOMPARE(said.takeFirst(), (QVariantList{QStringList{u"a"_s, u"b"_s}, false}));
    QVERIFY(rows(active(), 5).front().startsWith(u"mara, "_s));
    tell({alert(u"a"_s, State::Critical), alert(u"b"_s, State::Warning, 1)});
    QVERIFY(m_made->visible<QPushButton>("alertUnacknowledge") == nullptr);
    QVERIFY(active()->hasFocus());
}

/// Ctrl+Enter is the blue button, as on every page.
void AlertsPageTest::acknowledgesByKey()
{
    tell({alert(u"a"_s, State::Critical), alert(u"b"_s, State::Warning, 1)});
    click(active(), 0);
    QVERIFY(active()->hasFocus());
    m_made->window.activateWindow();
    QTRY_VERIFY(m_made->window.isActiveWindow());
    QTest::keyClick(active(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_made->window.currentPage(), u"alerts"_s);
    testing::Calls &said = m_made->session.services.alerts.acknowledgements;
    QCOMPARE(said.size(), 1);
    QCOMPARE(said.takeFirst(), (QVariantList{QStringList{u"a"_s}, true}));
    QTest::keyClick(active(), Qt::Key_Return);
    QCOMPARE(m_made->window.currentPage(), u"queue"_s);
}

void AlertsPageTest::mutes()
{
    tell({alert(u"a"_s, State::Critical)});
    testing::Calls &said = m_made->session.services.alerts.mutes;
    click(active(), 0);
    QMenu *menu = m_made->visible<QPushButton>("alertsMute")->menu();
    menu->findChild<QAction *>(u"mute60"_s)->trigger();
    QCOMPARE(said.size(), 1);
    QCOMPARE(said.front().at(0).toStringList(), QStringList{u"a"_s});
    QCOMPARE(said.front().at(1).value<std::chrono::milliseconds>(), now() + 1h);
    menu->findChild<QAction *>(u"mute0"_s)->trigger();
    QCOMPARE(said.back().at(1).value<std::chrono::milliseconds>(), 0ms);
}

void AlertsPageTest::notes()
{
    tell({alert(u"a"_s, State::Critical)});
    testing::Calls &said = m_made->session.services.alerts.notes;
    click(active(), 0);
    press("alertsNote");
    auto *field = m_made->visible<QLineEdit>("alertNote");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, u"worker-4 rebooted"_s);
    m_made->tick(); // what is being written stays
    QCOMPARE(field->text(), u"worker-4 rebooted"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(said.size(), 1);
    QCOMPARE(said.front(), (QVariantList{QStringList{u"a"_s}, u"worker-4 rebooted"_s}));
    QTest::keyClick(field, Qt::Key_Return); // at once: the same one
    QCOMPARE(said.size(), 1);
    m_made->tick();
    QCOMPARE(field->text(), u"worker-4 rebooted"_s); // it may be refused: until it is kept the field has it
    Alert kept = alert(u"a"_s, State::Critical);
    kept.notes = {{now(), u"ada"_s, u"worker-4 rebooted"_s}};
    tell({kept});
    QTRY_COMPARE(field->text(), QString());
    // Escape takes back what was begun, and leaves the selection alone.
    QTest::keyClicks(field, u"x"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), QString());
    QVERIFY(active()->selectionModel()->hasSelection());
    Alert noted = alert(u"a"_s, State::Critical);
    noted.notes = {{now(), u"mara"_s, u"<b>back by 12:10</b>"_s}};
    tell({noted});
    QTRY_VERIFY2(value("alertNoteText").endsWith(u" <b>back by 12:10</b> (mara)"_s),
                 qPrintable(value("alertNoteText")));
}

void AlertsPageTest::opensItsCollection()
{
    const Alert one = alert(u"a"_s, State::Critical, 1);
    m_made->window.resize(1500, 800); // with room for all buttons
    tell({one});
    click(active(), 0);
    QVERIFY(m_made->visible<QPushButton>("alertsOpen")->toolTip().contains(one.subject.collection));
    press("alertsOpen");
    QCOMPARE(m_made->window.currentPage(), u"queue"_s);
    m_made->window.showPage(u"alerts"_s);
    active()->setFocus();
    QTest::keyClick(active(), Qt::Key_Return);
    QCOMPARE(m_made->window.currentPage(), u"queue"_s);
    // The server has no page.
    m_made->window.showPage(u"alerts"_s);
    Alert server = one;
    server.id = u"s"_s;
    server.subject = {{}, {}, {}, Cause::Restarted};
    tell({server});
    active()->clearSelection();
    m_made->tick();
    click(active(), 0);
    QVERIFY(!m_made->visible<QPushButton>("alertsOpen")->isEnabled());
    QTRY_COMPARE(value("alertRule"), u"the server restarted"_s);
}

void AlertsPageTest::editsItsLimit()
{
    tell({alert(u"a"_s, State::Critical, 1)});
    QSignalSpy edited(&m_made->window, &SessionView::editLimitRequested);
    click(active(), 0);
    press("alertEditLimit");
    QCOMPARE(edited.size(), 1);
    QCOMPARE(edited.front().back().toString(), u"stale"_s);
    QCOMPARE(edited.front().front().value<std::size_t>(),
             m_made->fixture.indexOf(QLatin1StringView("queue")) + std::size_t{1});
    // An alert without a figure has no limit to edit.
    Alert loss = alert(u"b"_s, State::Warning, 1);
    loss.subject.figure.clear();
    tell({loss});
    active()->clearSelection();
    m_made->tick();
    click(active(), 0);
    QTRY_COMPARE(value("alertRule"), u"more than half of its elements gone at once"_s);
    QCOMPARE(value("alertClears"), u"when half of them are back, or 15 minutes later"_s);
    QVERIFY(!m_made->window.findChild<QPushButton *>(u"alertEditLimit"_s)->isVisible());
}

void AlertsPageTest::choosesAndFilters()
{
    Alert taken = alert(u"b"_s, State::Warning, 1);
    taken.acknowledged = now();
    const Alert open = alert(u"a"_s, State::Critical);
    tell({open, taken});
    auto *which = m_made->visible<QComboBox>("activeAlertsWhich");
    QCOMPARE(which->itemText(0), u"active (2)"_s);
    QCOMPARE(which->itemText(1), u"unacknowledged (1)"_s);
    which->setFocus();
    QTest::keyClick(which, Qt::Key_Down);
    QCOMPARE(rows(active()), QStringList{open.subject.collection});
    QTest::keyClick(which, Qt::Key_Down); // acknowledged
    QCOMPARE(rows(active()), QStringList{taken.subject.collection});
    QTest::keyClick(which, Qt::Key_Down); // muted
    QVERIFY(active() == nullptr);
    QTest::keyClick(which, Qt::Key_Home);
    QCOMPARE(rows(active()).size(), 2);
    auto *collection = m_made->visible<QComboBox>("activeAlertsCollection");
    collection->setFocus();
    QTest::keyClick(collection, Qt::Key_End);
    QCOMPARE(rows(active()).size(), 1);
    QCOMPARE(rows(active()).front(), collection->currentText());
    QTest::keyClick(collection, Qt::Key_Home);
    auto *filter = m_made->visible<QLineEdit>("filter");
    QTest::keyClicks(filter, taken.subject.collection);
    QTRY_COMPARE(rows(active()), QStringList{taken.subject.collection});
}

void AlertsPageTest::rowsStayUnderTheHand()
{
    const Alert a = alert(u"a"_s, State::Warning), b = alert(u"b"_s, State::Warning, 1);
    tell({a, b});
    click(active(), 0);
    const QStringList before = rows(active());
    tell({alert(u"c"_s, State::Critical, 2), b});
    QCOMPARE(rows(active()).first(2), before); // the one that is over says so in its place
    QCOMPARE(rows(active()).size(), 3);
    QTest::keyClick(active(), Qt::Key_Escape);
    m_made->tick();
    QTRY_COMPARE((m_made->tick(), rows(active()).size()), 2);
    QCOMPARE(rows(active(), 0), (QStringList{u"critical"_s, u"warning"_s}));
}

/// Rows that a selection holds are let go when the page is left; the selection of an active one is kept.
void AlertsPageTest::resolvedRowsGoWithThePage()
{
    const Alert a = alert(u"a"_s, State::Warning), b = alert(u"b"_s, State::Warning, 1);
    tell({a, b});
    const QStringList before = rows(active());
    QCOMPARE(before.size(), 2);
    click(active(), 1);
    const QString selected = active()->selectedRows().front().data(models::IdRole).toString();
    const Alert kept = selected == b.id ? b : a;
    const Alert worse = alert(u"c"_s, State::Critical, 2);
    Alert over = selected == b.id ? a : b;
    over.cleared = now();
    over.state = State::Ok;
    tell({kept, worse}, {over});
    QCOMPARE(rows(active()).size(), 3); // held
    m_made->window.showPage(u"overview"_s);
    m_made->window.showPage(u"alerts"_s);
    QCOMPARE(rows(active()).size(), 2);
    QCOMPARE(active()->model()->index(0, 0).data(models::IdRole).toString(), worse.id);
    QCOMPARE(active()->selectedRows().size(), 1);
    QCOMPARE(active()->selectedRows().front().data(models::IdRole).toString(), kept.id);
}

void AlertsPageTest::pastOnesAreGrey()
{
    Alert over = alert(u"a"_s, State::Critical);
    over.state = State::Ok;
    over.cleared = now() - 1min;
    Alert longAgo = over;
    longAgo.id = u"b"_s;
    longAgo.raised -= 72h;
    longAgo.cleared = *over.cleared - 72h;
    tell({}, {over, longAgo});
    showPast();
    QVERIFY(active() == nullptr);
    QCOMPARE(rows(past()).size(), 1); // of the last day
    QCOMPARE(rows(past(), 0), QStringList{u"critical"_s});
    QCOMPARE(rows(past(), 2), QStringList{u"41 stale, limit 25"_s});
    QCOMPARE(rows(past(), 4), QStringList{u"3 min"_s});
    QCOMPARE(rows(past(), 5), QStringList{u"cleared on its own"_s});
    click(past(), 0);
    QVERIFY(!m_made->visible<QPushButton>("alertsAcknowledge")->isEnabled());
    QVERIFY(m_made->visible<QPushButton>("alertsNote")->isEnabled());
    QTRY_VERIFY2(value("alertBefore").startsWith(u"Last time: "_s), qPrintable(value("alertBefore")));
    auto *which = m_made->visible<QComboBox>("pastAlertsWhich");
    which->setFocus();
    QTest::keyClick(which, Qt::Key_Down);
    QCOMPARE(rows(past()).size(), 2);
}

void AlertsPageTest::olderOnesAsSomebodyScrolls()
{
    testing::Calls &wanted = m_made->session.services.alerts.pasts;
    const auto some = [this](int first, int count) {
        std::vector<Alert> all(static_cast<std::size_t>(count), alert(u"a"_s, State::Critical));
        for (int i = 0; i < count; ++i) {
            Alert &one = all[static_cast<std::size_t>(i)];
            one.id = u"past %1"_s.arg(first + i);
            one.state = State::Ok;
            one.cleared = now() - (first + i) * 1s;
        }
        return all;
    };
    tell({}, some(0, 1'000));
    showPast();
    const auto *which = m_made->visible<QComboBox>("pastAlertsWhich");
    QTRY_COMPARE(which->itemText(0), u"past 24 h (≥ 1,000)"_s);
    QVERIFY(wanted.isEmpty()); // not scrolled that far yet
    past()->scrollToBottom();
    QTRY_COMPARE(wanted.size(), 1);
    QCOMPARE(wanted.front().front().toString(), u"past 999"_s);
    emit m_made->session.services.alerts.pastRead(u"past 999"_s, some(1'000, 20));
    QCOMPARE(rows(past()).size(), 1'020);
    QCOMPARE(which->itemText(0), u"past 24 h (1,020)"_s);
    past()->scrollToBottom();
    m_made->tick();
    QCOMPARE(wanted.size(), 1); // there are no more
}

void AlertsPageTest::tellsWhoWasTold()
{
    Alert one = alert(u"a"_s, State::Critical);
    one.told = {{u"command"_s, now() - 4min, u"exit 1"_s},
                {u"webhook"_s, now() - 4min, u"answered 200"_s},
                {u"command"_s, now() - 2min, u"exit 0"_s},
                {u"desktop"_s, std::nullopt, {}}};
    tell({one});
    click(active(), 0);
    QTRY_VERIFY2(value("told.command").endsWith(u", exit 0"_s), qPrintable(value("told.command")));
    QTRY_VERIFY(value("told.webhook").endsWith(u", answered 200"_s));
    QTRY_COMPARE(value("told.desktop"), u"not notified yet"_s);
    const auto hover = [this](const char *name) {
        auto *const label = m_made->visible<WrappedLabel>(name);
        if (label == nullptr) {
            return QString();
        }
        QHelpEvent event(QEvent::ToolTip, label->rect().center(), label->mapToGlobal(label->rect().center()));
        QCoreApplication::sendEvent(label, &event);
        return QToolTip::text();
    };
    QVERIFY2(hover("told.command").count(u", exit "_s) == 2, qPrintable(hover("told.command")));
    one.told.push_back({u"desktop"_s, now() - 1min, {}}); // no details
    tell({one});
    QTRY_VERIFY2(hover("told.desktop").startsWith(u"not notified yet\n"_s), qPrintable(hover("told.desktop")));
    QVERIFY2(!hover("told.desktop").contains(u','), qPrintable(hover("told.desktop")));
}

/// A button of a notification leads to its line, also when it is read later.
void AlertsPageTest::comesFromOutside()
{
    m_made->window.showPage(u"overview"_s);
    tell({alert(u"a"_s, State::Critical)});
    emit m_made->window.host().alertShown(u"b"_s);
    QCOMPARE(m_made->window.currentPage(), u"alerts"_s);
    QVERIFY(!active()->selectionModel()->hasSelection());
    tell({alert(u"a"_s, State::Critical), alert(u"b"_s, State::Warning, 1)});
    QVERIFY(active()->selectionModel()->hasSelection());
    QCOMPARE(active()->selectionModel()->selectedRows().front().row(), 1);
}

void AlertsPageTest::keepsItsPlaceBesideThePage()
{
    const auto *panel = m_made->visible<QWidget>("alertPanel");
    QVERIFY(panel != nullptr);
    tell({alert(u"a"_s, State::Critical)});
    m_made->tick();
    const QRect table = active()->geometry();
    click(active(), 0);
    QCoreApplication::processEvents();
    QCOMPARE(active()->geometry(), table); // a click moves nothing
    m_made->window.showPage(u"journal"_s);
    QVERIFY(!panel->isVisible());
    m_made->window.showPage(u"alerts"_s);
    QVERIFY(panel->isVisible());
}

/// Nothing in the panel lies beyond its edge, where it cannot be scrolled to.
void AlertsPageTest::thePanelIsWholeWhenZoomed()
{
    m_made->window.resize(1280, 720);
    tell({alert(u"a"_s, State::Critical)});
    m_made->tick();
    click(active(), 0);
    const auto restore = qScopeGuard([this] { m_theme.setZoom(100); });
    m_theme.setZoom(150);
    m_made->tick();
    const auto *scroll = m_made->visible<QScrollArea>("alertPanelScroll");
    QVERIFY(scroll != nullptr);
    const auto beyond = [scroll] {
        QStringList all;
        for (const QWidget *each : scroll->widget()->findChildren<QWidget *>()) {
            const QRect place(each->mapTo(scroll->widget(), QPoint()), each->size());
            if (each->isVisible() && place.right() >= scroll->viewport()->width()) {
                all += QLatin1String(each->metaObject()->className()) + u' ' + each->objectName();
            }
        }
        return all.join(u", "_s);
    };
    QTRY_VERIFY2(beyond().isEmpty(), qPrintable(beyond()));
}

void AlertsPageTest::cutsNoNumbers_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("wide") << QSize(1600, 900);
    QTest::newRow("usual") << QSize(1280, 720);
    QTest::newRow("small") << QSize(960, 600);
}

/// A figure, a limit, a time or a duration that is cut reads as another one. Names give way, and the course.
void AlertsPageTest::cutsNoNumbers()
{
    QFETCH(const QSize, size);
    m_made->window.resize(size);
    Alert long_ = alert(u"a"_s, State::Critical);
    long_.text = long_.worstText = u"41,200 scheduled, limit 25,000"_s;
    long_.since = now() - 26h - 57min;
    long_.acknowledged = now() - 3min;
    long_.acknowledgedBy = u"margareta-elisabeth@workstation-17.example"_s;
    Alert over = long_;
    over.id = u"b"_s;
    over.cleared = now() - 2min;
    Alert another = alert(u"c"_s, State::Warning, 1);
    tell({long_, another}, {over});
    QCOMPARE(line(), size.width() < 1000 ? u"1 unacknowledged"_s : u"1 critical, 1 warning · 1 unacknowledged"_s);
    const auto *head = m_made->visible<ElidedLabel>("alertsLine");
    const int headNeeds = head->fontMetrics().horizontalAdvance(head->fullText());
    QTRY_VERIFY2(head->width() >= headNeeds, qPrintable(u"%1 of %2"_s.arg(head->width()).arg(headNeeds)));
    // Buttons without room are in the menu.
    const auto *menu = m_made->visible<QToolButton>("alertsMore")->menu();
    for (const auto &[button, action] : {std::pair("alertsNote", "alertNoteAction"), {"alertsOpen", "alertOpen"}}) {
        const auto in = menu->actions();
        const bool isIn = std::any_of(in.begin(), in.end(), [name = action](const QAction *each) {
            return each->objectName() == QLatin1String(name);
        });
        QCOMPARE(isIn, m_made->visible<QPushButton>(button) == nullptr);
    }
    for (const bool isPast : {false, true}) {
        if (isPast) {
            showPast();
        }
        QTRY_VERIFY((isPast ? past() : active()) != nullptr);
        QCoreApplication::processEvents();
        const TableView *table = isPast ? past() : active();
        QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            const QModelIndex index = table->model()->index(0, column);
            const bool isNumber = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>().testFlag(Qt::AlignRight);
            const bool isState = !isPast && column == 0; // a colour never stands without its word
            if ((isNumber || isState || index.data().toString() == long_.text) && !table->isColumnHidden(column)) {
                const int needed = table->fontMetrics().horizontalAdvance(index.data().toString());
                QVERIFY2(table->columnWidth(column) >= needed,
                         qPrintable(u"%1: %2 of %3"_s.arg(index.data().toString(),
                                                          QString::number(table->columnWidth(column)),
                                                          QString::number(needed))));
            }
        }
    }
}

void AlertsPageTest::theButtonLeadsToWhereItBegan()
{
    Alert worse = alert(u"a"_s, State::Critical);
    worse.raised = now() - 6min; // as a warning
    worse.since = now() - 4min + 300ms;
    Alert over = alert(u"b"_s, State::Ok, 1);
    over.raised = now() - 26h;
    over.cleared = now() - 25h;
    const std::chrono::milliseconds began = over.raised - 7min; // `for` had to pass
    over.steps = {{over.raised, State::Warning, began, over.text}};
    tell({worse}, {over});
    const auto shown = [this] {
        const auto *button = m_made->visible<QPushButton>("alertShowThen");
        return button == nullptr ? QString() : button->text();
    };
    const testing::Calls &wanted = m_made->session.services.kept.moments;
    click(active(), 0);
    QTRY_COMPARE(shown(), u"Show "_s + models::momentText(worse.raised, now()));
    QVERIFY2(value("alertBegan").startsWith(models::momentText(worse.raised, now())), qPrintable(value("alertBegan")));
    QVERIFY2(value("alertBegan").contains(u"critical since "_s), // as the history of this page has it
             qPrintable(value("alertBegan")));
    press("alertShowThen");
    QCOMPARE(wanted.last().front().value<std::chrono::milliseconds>(), // when all of that poll is kept
             std::chrono::ceil<std::chrono::seconds>(worse.raised));
    emit m_made->window.host().alertShown(u"b"_s);
    QTRY_COMPARE(shown(), u"Show "_s + models::momentText(began, now())); // of another day
    QVERIFY(active() == nullptr); // its table is shown
    QVERIFY(past()->selectionModel()->hasSelection());
    QVERIFY(value("alertBegan").startsWith(models::momentText(began, now())));
    QVERIFY2(value("alertOver").endsWith(u"after 1 h 7 min"_s), qPrintable(value("alertOver")));
}

void AlertsPageTest::theOverviewNamesTheServersTrouble()
{
    m_made->window.showPage(u"overview"_s);
    const auto *navigation = m_made->visible<Navigation>("navigation");
    const auto *counts = m_made->visible<ElidedLabel>("overviewCounts");
    const int before = navigation->troubleCount(u"overview"_s);
    tell({alert(u"a"_s, State::Critical)}); // of a collection, which has a state of its own
    QVERIFY2(!counts->fullText().contains(u"server"_s), qPrintable(counts->fullText()));
    Alert server = alert(u"s"_s, State::Critical);
    server.subject = {{}, {}, {}, Cause::Memory};
    tell({alert(u"a"_s, State::Warning), server});
    QVERIFY2(counts->fullText().endsWith(u", including the server"_s), qPrintable(counts->fullText()));
    QCOMPARE(navigation->troubleCount(u"overview"_s), before + 1);
    tell({});
    QVERIFY2(!counts->fullText().contains(u"server"_s), qPrintable(counts->fullText()));
    QCOMPARE(navigation->troubleCount(u"overview"_s), before);
}

QTEST_MAIN(AlertsPageTest)
#include "tst_alertspage.moc"

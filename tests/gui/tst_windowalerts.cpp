// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertipcserver.h"
#include "app/alerts/consent.h"
#include "models/rows/collectionmodel.h"
#include "redis/collections/kinds.h"
#include "redis/history/alertstore.h"
#include "redis/workspace/workspacefile.h"
#include "tests/gui/dashboardbench.h"
#include "tests/support/webhookserver.h"
#include "views/charts/timeplot.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"
#include "views/window/momentbar.h"
#include "views/window/navigation.h"

#include <QAction>
#include <QDialog>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QSignalSpy>

#include <algorithm>
#include <future>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The window keeps alerts like `plimsoll record`: it raises, notifies and clears them, across a restart, and next to
/// another process.
class TestWindowAlerts final : public DashboardBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_isTrusted = true;
        m_webhook.clear();
        m_told = m_folder->filePath(u"told"_s);
    }
    void cleanup()
    {
        tearDown();
        qunsetenv("XDG_RUNTIME_DIR");
    }
    void tellsNobodyBeforeItIsAllowed();
    void raisesTellsAndClears();
    void neitherLostNorTwiceOverARestart();
    void stateSurvivesARestart();
    void goesOnWhereItIsOpenedAgain();
    void cardsHonourFor();
    void anotherProcessKeepsThem();
    void whoPausesLetsOthersJudge();
    void aServerThatIsAway();
    void anOutageIsNoAlertOfACollection();
    void thePaletteFindsWhatIsSaidOfAnAlert();
    void thePaletteKnowsCollectionsBeforeTheyAreRead();
    void aLimitsLabelOpensItsEditor();
    void nothingIsKnownInAnOutage();
    void aSecondCauseBeginsNothingAnew();
    void whatAPersonSaysIsKept();
    void theTrayTellsTheWorst();
    void opensAtAnAlert();
    void isAskedForAnAlert();
    void sendsATestThroughWhatIsAllowed();
    void sendsNoTestBeforeItIsAllowed();

private:
    void openShop(const char *limits = R"({"ready": {"warning": 3, "critical": 10}})", const QString &alert = {})
    {
        const QJsonObject collection{{u"name"_s, u"email"_s},
                                     {u"kind"_s, u"queue"_s},
                                     {u"keys"_s, QJsonObject{{u"ready"_s, u"q"_s}}},
                                     {u"limits"_s, QJsonDocument::fromJson(limits).object()}};
        const QJsonObject workspace{
            {u"plimsoll"_s, 1},
            {u"name"_s, u"shop"_s},
            {u"connection"_s, QJsonObject{{u"url"_s, m_server->url()}}},
            {u"pollMs"_s, 100},
            {u"collections"_s, QJsonArray{collection}},
            {u"notify"_s,
             QJsonObject{{u"command"_s, QJsonArray{u"sh"_s, u"-c"_s, u"cat >> \"$0\""_s, m_told}},
                         {u"webhook"_s, m_webhook.isEmpty() ? QJsonValue(QJsonValue::Undefined) : m_webhook},
                         {u"unknownFor"_s, u"300ms"_s}}}};
        app::DashboardArguments arguments;
        arguments.target = write(u"shop.json"_s, QJsonDocument(workspace).toJson());
        if (m_isTrusted) { // as `plimsoll trust` does
            const auto read = redis::readWorkspace(arguments.target, redis::kindInfos());
            QVERIFY(app::ConsentStore(m_folder->filePath(u"data"_s)).allow(std::get<Workspace>(read)).ok());
        }
        arguments.alert = alert;
        dashboard(arguments);
    }
    [[nodiscard]] app::Session &session() const { return m_dashboard->sessions().front()->session(); }
    void push(int count)
    {
        // At once: no poll is to see less or more.
        m_server->run({"EVAL", "redis.call('DEL', KEYS[1]) for i = 1, ARGV[1] do redis.call('LPUSH', KEYS[1], i) end",
                       "1", "q", QByteArray::number(count)});
    }
    /// "ok→warning", as the command got them.
    [[nodiscard]] QStringList told() const
    {
        QFile file(m_told);
        QStringList all;
        if (file.open(QIODevice::ReadOnly)) {
            for (const QByteArray &line : file.readAll().split('\n')) {
                const QJsonObject alert = QJsonDocument::fromJson(line).object();
                if (!alert.isEmpty()) {
                    all += alert[u"was"_s].toString() + u"→"_s + alert[u"state"_s].toString();
                }
            }
        }
        return all;
    }
    [[nodiscard]] AlertList kept() const
    {
        const auto store = redis::AlertStore::open(session().alerts().path(), redis::AlertStore::For::People);
        return store ? (*store)->all(10).value() : AlertList();
    }
    /// True if the active alert has this number of notifications, all delivered.
    [[nodiscard]] bool isNoted(std::size_t times) const
    {
        const AlertList list = kept();
        return list.active.size() == 1 && list.active.front().told.size() == times
            && list.active.front().told.back().time;
    }
    [[nodiscard]] State shownState() const
    {
        const auto *cards = m_dashboard->view().findChild<QListView *>(u"collectionCards"_s);
        return static_cast<State>(cards->model()->index(0, 0).data(models::CollectionModel::SeverityRole).toInt());
    }
    [[nodiscard]] views::Badge *pill() const
    {
        views::Badge *shown = nullptr;
        for (auto *each : m_dashboard->view().findChildren<views::Badge *>(u"stateBadge"_s)) {
            shown = shown == nullptr || each->isVisible() ? each : shown;
        }
        return shown;
    }
    /// Ctrl+K, what is typed, and Enter.
    void run(const QString &typed) const
    {
        QWidget *at = m_dashboard->view().focusWidget();
        QTest::keyClick(at == nullptr ? &m_dashboard->view() : at, Qt::Key_K, Qt::ControlModifier);
        auto *field = m_dashboard->view().findChild<QLineEdit *>(u"paletteField"_s);
        QVERIFY(field->isVisible());
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY2(!field->isVisible(), qPrintable(typed));
    }
    [[nodiscard]] bool isShown() const
    {
        const auto *cards = m_dashboard->view().findChild<QListView *>(u"collectionCards"_s);
        return cards != nullptr && cards->model() != nullptr && cards->model()->rowCount() == 1
            && session().history().judged() != nullptr;
    }

    bool m_isTrusted = true; ///< the person has allowed what the workspace does
    QString m_webhook; ///< webhook of the workspace; empty: none
    QString m_told, m_trouble; ///< output of the command; why alerts are not kept here
    AlertList m_read;
};

/// A file from a stranger: it is opened, its alerts are raised and shown, but it runs nothing before the person has
/// seen what it runs, and allowed it.
void TestWindowAlerts::tellsNobodyBeforeItIsAllowed()
{
    m_isTrusted = false;
    push(4);
    const auto dialog = [this] { return m_dashboard->view().findChild<QDialog *>(u"consentDialog"_s); };
    const auto press = [&](const char *button) {
        QTest::mouseClick(dialog()->findChild<QPushButton *>(QLatin1StringView(button)), Qt::LeftButton);
    };
    openShop();
    QTRY_VERIFY(isShown());
    QTRY_COMPARE(kept().active.size(), std::size_t{1});
    QTRY_VERIFY(dialog() != nullptr);
    const QString shown = dialog()->findChild<QPlainTextEdit *>(u"consentActions"_s)->toPlainText();
    const QString expected =
        u"[\"sh\",\"-c\",\"cat >> \\\"$0\\\"\",\""_s + m_told + u"\"]"_s; // moc reads no raw strings here
    QVERIFY2(shown.contains(expected), qPrintable(shown));
    m_dashboard->view().findChild<QDialog *>(u"consentDialog"_s)->close(); // no answer: what is told waits
    m_dashboard.reset();
    openShop();
    QTRY_VERIFY(dialog() != nullptr);
    const auto tellings = kept().active.front().told;
    QVERIFY(std::none_of(tellings.begin(), tellings.end(), [](const auto &each) { return each.time.has_value(); }));
    press("consentNotNow");
    QTRY_VERIFY(isNoted(1));
    QCOMPARE(kept().active.front().told.back().outcome, u"not notified: off until you allow it"_s);
    QCOMPARE(told(), QStringList());

    m_dashboard.reset();
    push(12);
    openShop(); // asked again, and allowed
    QTRY_VERIFY(dialog() != nullptr);
    press("consentAllow");
    QTRY_VERIFY(QFile::exists(m_folder->filePath(u"data/consent.json"_s)));
    QTRY_COMPARE(told(), QStringList{u"warning→critical"_s});
    QTRY_VERIFY(isNoted(2));

    m_dashboard.reset();
    push(0);
    openShop(); // and not asked any more
    QTRY_COMPARE(told().size(), 2);
    QVERIFY(dialog() == nullptr);
}

void TestWindowAlerts::raisesTellsAndClears()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_COMPARE(told(), QStringList{u"ok→warning"_s});
    QTRY_COMPARE(kept().active.size(), std::size_t{1});
    push(12);
    QTRY_COMPARE(told(), (QStringList{u"ok→warning"_s, u"warning→critical"_s}));
    QTRY_COMPARE(kept().active.front().told.size(), std::size_t{2});
    QTRY_COMPARE(kept().active.front().told.back().outcome, u"exit 0"_s);
    push(0);
    QTRY_COMPARE(told().size(), 3);
    QCOMPARE(told().back(), u"critical→ok"_s);
    QVERIFY(kept().active.empty());
    QCOMPARE(kept().past.size(), std::size_t{1});
}

void TestWindowAlerts::neitherLostNorTwiceOverARestart()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_COMPARE(told().size(), 1);
    QTRY_VERIFY(isNoted(1));
    m_dashboard.reset();
    push(12); // while not watched
    openShop();
    QTRY_COMPARE(told(), (QStringList{u"ok→warning"_s, u"warning→critical"_s}));
    QTRY_VERIFY(isNoted(2)); // else it is told again
    m_dashboard.reset();
    openShop();
    QTRY_VERIFY(isShown());
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(ticks.size() >= 3);
    QCOMPARE(told().size(), 2);
}

/// A figure within its limit, but not below `clear` yet, keeps its state after a restart.
void TestWindowAlerts::stateSurvivesARestart()
{
    const auto *const limits = R"({"ready": {"warning": 5, "clear": 1}})";
    openShop(limits);
    QTRY_VERIFY(isShown());
    push(6);
    QTRY_COMPARE(shownState(), State::Warning);
    const auto since = session().history().since(0)->since;
    QTRY_VERIFY(isNoted(1)); // else it is told again
    m_dashboard.reset();
    push(3);
    openShop(limits);
    QTRY_VERIFY(isShown());
    QTRY_COMPARE(shownState(), State::Warning);
    QTRY_COMPARE(session().history().since(0)->since, since);
    QCOMPARE(kept().active.front().since, since); // and both say the same
    push(1);
    QTRY_COMPARE(shownState(), State::Ok);
    QTRY_COMPARE(told(), (QStringList{u"ok→warning"_s, u"warning→ok"_s}));
}

/// The file that is open opened again: what was judged is known from the file, as after a restart.
void TestWindowAlerts::goesOnWhereItIsOpenedAgain()
{
    openShop(R"({"ready": {"warning": 5, "clear": 1}})");
    QTRY_VERIFY(isShown());
    push(6);
    QTRY_COMPARE(shownState(), State::Warning);
    const auto since = session().history().since(0)->since;
    QTRY_VERIFY(isNoted(1)); // else it is told again
    push(3);
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(ticks.size() >= 3);
    session().keptHistory().goTo(session().view().serverNow() - 2s);
    QTRY_VERIFY(session().history().moment() != nullptr);
    const QSignalSpy opened(m_dashboard->sessions().front().get(), &app::SessionController::opened);
    m_dashboard->sessions().front()->openFile(m_folder->filePath(u"shop.json"_s));
    QTRY_VERIFY(!opened.isEmpty() && isShown());
    QVERIFY(session().history().moment() == nullptr);
    QVERIFY(!session().view().findChild<views::MomentBar *>()->isVisibleTo(&session().view()));
    QTRY_COMPARE(shownState(), State::Warning);
    QTRY_COMPARE(session().history().since(0)->since, since);
    const auto *navigation = session().view().findChild<views::Navigation *>();
    QTRY_COMPARE(navigation->troubleCount(u"alerts"_s), 1);
    QCOMPARE(told().size(), 1);
}

/// Until its `for` has passed it is no trouble, on the card and in the navigation.
void TestWindowAlerts::cardsHonourFor()
{
    openShop(R"({"ready": {"warning": 5, "for": "1h"}})");
    QTRY_VERIFY(isShown());
    push(6);
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(ticks.size() >= 3);
    QCOMPARE(session().history().judged()->figure(0, 0), 6.0);
    QCOMPARE(shownState(), State::Ok);
    QCOMPARE(m_dashboard->view().summary().badge, QString());
    QVERIFY(told().isEmpty());
}

void TestWindowAlerts::anotherProcessKeepsThem()
{
    openShop();
    QTRY_VERIFY(isShown());
    const QString path = session().alerts().path();
    m_dashboard.reset();
    auto other = redis::AlertStore::open(path, redis::AlertStore::For::Judging);
    QVERIFY(bool(other));
    openShop();
    connect(&session().alerts(), &app::AlertsController::troubled, m_dashboard.get(),
            [this](const QString &why) { m_trouble = why; });
    connect(&session().alerts(), &app::AlertsController::alertsRead, m_dashboard.get(),
            [this](const AlertList &alerts) { m_read = alerts; });
    push(4);
    QTRY_VERIFY(m_trouble == u"kept by another process"_s);
    const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(ticks.size() >= 3);
    QVERIFY(told().isEmpty());
    // Alerts raised by the other process are read.
    AlertChange change;
    change.alert.id = u"a1"_s;
    change.alert.subject = {u"email"_s, u"queue"_s, u"ready"_s, Cause::Level};
    change.alert.state = change.alert.worst = State::Warning;
    QVERIFY(bool((*other)->keep({change}, {})));
    QTRY_COMPARE(m_read.active.size(), std::size_t{1});
    change.alert.state = State::Ok;
    change.alert.cleared = 1ms;
    QVERIFY(bool((*other)->keep({change}, {})));
    (*other).reset(); // it ended
    QTRY_COMPARE(m_trouble, QString());
    QTRY_COMPARE(told(), QStringList{u"ok→warning"_s});
}

void TestWindowAlerts::whoPausesLetsOthersJudge()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_VERIFY(isNoted(1));
    const QString path = session().alerts().path();
    QVERIFY(!redis::AlertStore::open(path, redis::AlertStore::For::Judging));
    session().connection().setPaused(true);
    QTRY_VERIFY(bool(redis::AlertStore::open(path, redis::AlertStore::For::Judging)));
    push(12);
    session().connection().setPaused(false);
    QTRY_COMPARE(told().size(), 2);
}

void TestWindowAlerts::aServerThatIsAway()
{
    openShop();
    QTRY_VERIFY(isShown());
    m_server.reset();
    QTRY_COMPARE_WITH_TIMEOUT(told(), QStringList{u"ok→unknown"_s}, 30'000);
    QCOMPARE(kept().active.front().subject.cause, Cause::Away);
}

/// The chart of a collection has its own alert alone, hatched while the server did not answer; that of the overview
/// also has the server's.
void TestWindowAlerts::anOutageIsNoAlertOfACollection()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_VERIFY(isNoted(1));
    m_server->kill9();
    const QStringList away{u"ok→warning"_s, u"ok→unknown"_s};
    QTRY_COMPARE_WITH_TIMEOUT(told(), away, 30'000);
    m_server->start();
    push(4);
    QTRY_COMPARE_WITH_TIMEOUT(told().size(), 4, 30'000); // it answers again, and was restarted
    const auto bars = [this](const char *chart) {
        QStringList all;
        for (const auto *plot : m_dashboard->view().findChildren<views::TimePlot *>()) {
            if (plot->isVisible() && plot->parent()->objectName() == QLatin1String(chart)) {
                for (const auto &mark : plot->picture().marks) {
                    if (mark.shape == views::TimeChart::Mark::Shape::Bar) {
                        const bool isHatched = !mark.unknown.empty() && mark.unknown.back().from >= mark.time;
                        all += mark.text.section(u':', 0, 0) + (isHatched ? u" (hatched)"_s : QString());
                    }
                }
            }
        }
        all.sort();
        return all;
    };
    QTRY_COMPARE(bars("deepestQueues"),
                 (QStringList{u"email · warning (hatched)"_s, u"server · unknown"_s, u"server · warning"_s}));
    m_dashboard->view().openCollection(0);
    QTRY_COMPARE(bars("depthChart"), QStringList{u"warning (hatched)"_s});
}

void TestWindowAlerts::thePaletteFindsWhatIsSaidOfAnAlert()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_VERIFY(isNoted(1));
    const auto *navigation = m_dashboard->view().findChild<views::Navigation *>();
    QTRY_COMPARE(navigation->troubleCount(u"alerts"_s), 1);
    run(u"acknow email"_s);
    QTRY_VERIFY(kept().active.front().acknowledged);
    QTRY_COMPARE(navigation->troubleCount(u"alerts"_s), 0);
    run(u"unacknow"_s);
    QTRY_VERIFY(!kept().active.front().acknowledged);
    run(u"mute hour email"_s);
    QTRY_VERIFY(kept().active.front().mutedUntil);
    // On its page, of what is selected.
    m_dashboard->view().showPage(u"alerts"_s);
    auto *table = m_dashboard->view().findChild<views::TableView *>(u"activeAlerts"_s);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 1)).center());
    auto *button = m_dashboard->view().findChild<QPushButton *>(u"alertsAcknowledge"_s);
    QTRY_VERIFY(button->isEnabled());
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_VERIFY(kept().active.front().acknowledged);
    QTRY_VERIFY(!button->isEnabled());
    QCOMPARE(m_dashboard->view().focusWidget(), table); // not the next button
    run(u"mute for 15 min"_s);
    QTRY_VERIFY(*kept().active.front().mutedUntil < m_dashboard->view().serverNow() + 30min);
}

void TestWindowAlerts::thePaletteKnowsCollectionsBeforeTheyAreRead()
{
    m_server->kill9();
    openShop();
    QTRY_COMPARE(m_dashboard->view().currentPage(), u"overview"_s);
    run(u"email"_s);
    QCOMPARE(m_dashboard->view().currentPage(), u"queue"_s);
    m_server->start();
    QTRY_VERIFY_WITH_TIMEOUT(pill() != nullptr && pill()->isVisible(), 30'000);
}

void TestWindowAlerts::aLimitsLabelOpensItsEditor()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_COMPARE(shownState(), State::Warning);
    for (const QString &chart : {u"deepestQueues"_s, u"depthChart"_s}) {
        if (chart == u"depthChart"_s) {
            m_dashboard->view().openCollection(0);
        }
        views::TimePlot *plot = nullptr;
        for (auto *each : m_dashboard->view().findChildren<views::TimePlot *>()) {
            plot = each->isVisible() && each->parent()->objectName() == chart ? each : plot;
        }
        QVERIFY(plot != nullptr);
        const auto label = [plot]() -> std::optional<QPoint> {
            for (const views::TimePlot::Word &word : plot->words()) {
                if (word.text.contains(u"warning 3"_s)) {
                    return word.place.center().toPoint();
                }
            }
            return std::nullopt;
        };
        QTRY_VERIFY(label());
        QMouseEvent move(QEvent::MouseMove, *label(), plot->viewport()->mapToGlobal(*label()), Qt::NoButton, {}, {});
        QApplication::sendEvent(plot->viewport(), &move);
        QTRY_COMPARE(plot->viewport()->cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, *label());
        QTRY_VERIFY(m_dashboard->view().findChild<views::CollectionEditor *>() != nullptr);
        auto *editor = m_dashboard->view().findChild<views::CollectionEditor *>();
        QVERIFY2(editor->focusWidget() != nullptr
                     && editor->focusWidget()->objectName().contains(u"ready"_s, Qt::CaseInsensitive),
                 editor->focusWidget() == nullptr ? "" : qPrintable(editor->focusWidget()->objectName()));
        editor->reject();
        QTRY_VERIFY(m_dashboard->view().findChild<views::CollectionEditor *>() == nullptr);
    }
}

/// The pill at the title and the number in the navigation are grey: they tell how it was.
void TestWindowAlerts::nothingIsKnownInAnOutage()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_COMPARE(shownState(), State::Warning);
    m_dashboard->view().openCollection(0);
    const auto *navigation = m_dashboard->view().findChild<views::Navigation *>();
    const auto toolTip = [&] { return navigation->item(1)->toolTip(); };
    QTRY_VERIFY2(pill()->accessibleName().startsWith(u"warning"_s), qPrintable(pill()->accessibleName()));
    QTRY_COMPARE(toolTip(), u"Queues: 1 in trouble, the worst warning"_s);
    m_server->kill9();
    QTRY_VERIFY2_WITH_TIMEOUT(pill()->accessibleName().startsWith(u"unknown, was warning"_s),
                              qPrintable(pill()->accessibleName()), 30'000);
    QVERIFY2(pill()->toolTip().startsWith(u"Unknown since "_s), qPrintable(pill()->toolTip()));
    const QColor drawn = pill()->grab().toImage().pixelColor(4, pill()->height() / 2);
    QVERIFY2(drawn == views::lightTokens().badge || drawn == views::darkTokens().badge, qPrintable(drawn.name()));
    QCOMPARE(toolTip(), u"Queues: unknown, 1 in trouble when last read"_s);
    const QRegularExpression old(u"^1 collection · server unknown · figures of \\d\\d:\\d\\d:\\d\\d: 1 warning$"_s);
    const auto *line = m_dashboard->view().findChild<views::ElidedLabel *>(u"overviewCounts"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(old.match(line->fullText()).hasMatch(), qPrintable(line->fullText()), 30'000);
    m_server->start();
    push(4);
    QTRY_VERIFY2_WITH_TIMEOUT(pill()->accessibleName().startsWith(u"warning"_s), qPrintable(pill()->accessibleName()),
                              30'000);
    QTRY_COMPARE(toolTip(), u"Queues: 1 in trouble, the worst warning"_s);
}

/// The collection is in trouble since its oldest cause that lasts, and each cause has its own start.
void TestWindowAlerts::aSecondCauseBeginsNothingAnew()
{
    openShop(R"({"ready": {"warning": 3}, "growthPerMinute": {"unchangedFor": {"warning": "2s"}}})");
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_COMPARE(shownState(), State::Warning);
    m_dashboard->view().openCollection(0);
    const auto since = session().history().since(0)->since;
    const auto problems = [this] { return session().history().judged()->rows[0].problems; };
    QTRY_VERIFY_WITH_TIMEOUT(problems() && problems()->size() == 2, 30'000);
    QCOMPARE(session().history().since(0)->since, since);
    QTRY_COMPARE(pill()->toolTip().split(u'\n').size(), 4); // the state, two causes and what a click does
    const QStringList lines = pill()->toolTip().split(u'\n');
    QVERIFY2(lines[1].startsWith(u"4 ready, limit 3, since "_s), qPrintable(lines[1]));
    QVERIFY2(lines[2].contains(u" unchanged for "_s) && lines[2].contains(u", since "_s), qPrintable(lines[2]));
    QVERIFY(lines[1].section(u", since "_s, 1) < lines[2].section(u", since "_s, 1)); // of one day, as a rule
    QVERIFY2(pill()->accessibleName().contains(u"4 ready, limit 3"_s), qPrintable(pill()->accessibleName()));
}

/// Actions of the user are stored in the file, and shown on the page and in the navigation; muted alerts notify no
/// channel.
void TestWindowAlerts::whatAPersonSaysIsKept()
{
    openShop();
    QTRY_VERIFY(isShown());
    push(4);
    QTRY_VERIFY(isNoted(1));
    views::SessionView &view = m_dashboard->view();
    const auto *navigation = view.findChild<views::Navigation *>();
    QTRY_COMPARE(navigation->troubleCount(u"alerts"_s), 1);
    view.showPage(u"alerts"_s);
    auto *table = view.findChild<views::TableView *>(u"activeAlerts"_s);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 1)).center());
    QTest::mouseClick(view.findChild<QPushButton *>(u"alertsAcknowledge"_s), Qt::LeftButton);
    QTRY_VERIFY(kept().active.front().acknowledged);
    QVERIFY(!kept().active.front().acknowledgedBy.isEmpty());
    QTRY_COMPARE(navigation->troubleCount(u"alerts"_s), 0);
    auto *note = view.findChild<QLineEdit *>(u"alertNote"_s);
    note->setFocus(); // as a person who types has it: Enter presses the button with the focus
    QTest::keyClicks(note, u"deploying"_s);
    QTest::keyClick(note, Qt::Key_Return);
    QTRY_COMPARE(kept().active.front().notes.size(), std::size_t{1});
    QCOMPARE(kept().active.front().notes.front().text, u"deploying"_s);
    view.findChild<QPushButton *>(u"alertsMute"_s)->menu()->findChild<QAction *>(u"mute60"_s)->trigger();
    QTRY_VERIFY(kept().active.front().mutedUntil);
    push(12);
    QTRY_COMPARE(kept().active.front().state, State::Critical);
    QCOMPARE(told().size(), 1);
    QCOMPARE(kept().active.front().notes.size(), std::size_t{1}); // its next step leaves that alone
}

void TestWindowAlerts::theTrayTellsTheWorst()
{
    openShop();
    QTRY_VERIFY(isShown());
    app::TrayIcon &tray = m_dashboard->tray();
    QTRY_COMPARE(tray.text(), u"Plimsoll: all is well"_s);
    QCOMPARE(tray.sign(), QString());
    push(4);
    QTRY_COMPARE(tray.sign(), u"!"_s);
    QTRY_VERIFY_WITH_TIMEOUT(tray.text().contains(u"shop: 1 in trouble"_s), 10'000);
    push(12);
    QTRY_COMPARE(tray.sign(), u"1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(tray.text().startsWith(u"Plimsoll: 1 critical\nemail: critical"_s), 10'000);
    QVERIFY2(tray.text().endsWith(u", 12 ready, limit 10"_s), qPrintable(tray.text()));
    // A click brings the window.
    m_dashboard->window().showMinimized();
    emit tray.findChild<QSystemTrayIcon *>()->activated(QSystemTrayIcon::Trigger);
    QTRY_VERIFY(!m_dashboard->window().isMinimized());
    // So does the button of a notification, with the line that it tells of.
    const QString alert = kept().active.front().id;
    m_dashboard->window().showMinimized();
    emit session().alerts().openRequested({alert});
    QTRY_VERIFY(!m_dashboard->window().isMinimized());
    QCOMPARE(m_dashboard->view().currentPage(), u"alerts"_s);
    QTRY_VERIFY(m_dashboard->view().findChild<views::TableView *>(u"activeAlerts"_s)->selectionModel()->hasSelection());
    emit session().alerts().muteRequested({alert});
    QTRY_VERIFY(kept().active.front().mutedUntil);
}

/// Started with an alert, as from a notification of `record`.
void TestWindowAlerts::opensAtAnAlert()
{
    push(4);
    openShop();
    QTRY_COMPARE(kept().active.size(), std::size_t{1});
    const QString alert = kept().active.front().id;
    openShop(R"({"ready": {"warning": 3, "critical": 10}})", alert);
    QTRY_COMPARE(m_dashboard->view().currentPage(), u"alerts"_s);
    const auto *title = m_dashboard->view().findChild<QWidget *>(u"alertsAcknowledge"_s);
    QVERIFY(title != nullptr);
    QTRY_VERIFY(title->isEnabled()); // it is selected
}

/// `record` asks a running window to show an alert, and starts no new one.
void TestWindowAlerts::isAskedForAnAlert()
{
    qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8());
    push(4);
    openShop();
    QTRY_COMPARE(kept().active.size(), std::size_t{1});
    const QString path = session().alerts().path();
    const auto ask = [path, alert = kept().active.front().id] {
        std::future<bool> asked = std::async(std::launch::async, [&] { return app::AlertIpcServer::ask(path, alert); });
        const bool isAnswered =
            QTest::qWaitFor([&] { return asked.wait_for(0s) == std::future_status::ready; }, 10'000);
        return isAnswered && asked.get();
    };
    QVERIFY(ask());
    QTRY_COMPARE(m_dashboard->view().currentPage(), u"alerts"_s);
    const QStringList sockets = QDir(m_folder->path()).entryList({u"plimsoll-*.window"_s}, QDir::System);
    QCOMPARE(sockets.size(), 1);

    m_dashboard.reset();
    QVERIFY(!ask()); // no window is running
    write(sockets.front(), "what somebody who was killed left");
    openShop();
    QTRY_VERIFY(ask());
}

/// One marked message each; what came of it is said, a failure as well, and nothing is kept as an alert.
void TestWindowAlerts::sendsATestThroughWhatIsAllowed()
{
    WebhookServer hooks;
    hooks.answers = {500};
    m_webhook = hooks.url();
    openShop();
    const auto showsAlerts = [this] { // not before the workspace is open
        m_dashboard->view().showPage(u"alerts"_s);
        return m_dashboard->view().currentPage() == u"alerts"_s;
    };
    QTRY_VERIFY(showsAlerts());
    auto *action = m_dashboard->view().findChild<QAction *>(u"testNotificationAction"_s);
    QTRY_VERIFY(action->isEnabled());
    action->trigger();
    const auto *dialog = m_dashboard->view().findChild<QDialog *>(u"testNotification"_s);
    QVERIFY(dialog != nullptr && dialog->isVisible());
    const auto outcome = [dialog](const char *channel) {
        const auto *label = dialog->findChild<views::WrappedLabel *>(u"testOutcome-"_s + QLatin1StringView(channel));
        return label == nullptr ? QString() : label->fullText();
    };
    QTRY_COMPARE(outcome("command"), u"exit 0"_s);
    QTRY_COMPARE(outcome("webhook"), u"HTTP 500"_s);
    QCOMPARE(outcome("desktop"), QString()); // not in this workspace
    QCOMPARE(told(), QStringList{u"ok→warning"_s});
    QFile file(m_told);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject sent = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(sent[u"test"_s], QJsonValue(true));
    QCOMPARE(sent[u"alert"_s], QJsonValue(u"test"_s));
    QCOMPARE(sent[u"workspace"_s], QJsonValue(u"shop"_s));
    QCOMPARE(hooks.requests.size(), 1); // and not again
    QVERIFY(kept().active.empty() && kept().past.empty());
}

void TestWindowAlerts::sendsNoTestBeforeItIsAllowed()
{
    m_isTrusted = false;
    openShop();
    QDialog *consent = nullptr;
    QTRY_VERIFY((consent = m_dashboard->view().findChild<QDialog *>(u"consentDialog"_s)) != nullptr);
    consent->reject();
    m_dashboard->view().showPage(u"alerts"_s);
    auto *action = m_dashboard->view().findChild<QAction *>(u"testNotificationAction"_s);
    QTRY_VERIFY(action->isEnabled());
    action->trigger();
    const auto *label = m_dashboard->view().findChild<views::WrappedLabel *>(u"testOutcome-command"_s);
    QVERIFY(label != nullptr);
    QTRY_VERIFY2(label->fullText().contains(u"until you allow"_s), qPrintable(label->fullText()));
    QVERIFY(!QFile::exists(m_told));
}

QTEST_MAIN(TestWindowAlerts)

#include "tst_windowalerts.moc"

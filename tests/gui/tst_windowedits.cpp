// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "models/history/history.h"
#include "redis/browse/browser.h"
#include "redis/topology/standalone.h"
#include "tests/gui/dashboardbench.h"
#include "tests/gui/madesession.h"
#include "tests/server/pollfixture.h"
#include "tests/server/setclock.h"
#include "views/charts/chartrange.h"
#include "views/charts/timechart.h"
#include "views/collection/collectionpage.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"

#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <vector>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

template <typename Widget> Widget *visible(const QWidget &window, const QString &name = {})
{
    const auto all = window.findChildren<Widget *>(name);
    const auto found = std::find_if(all.begin(), all.end(), [](const Widget *each) { return each->isVisible(); });
    return found == all.end() ? nullptr : *found;
}

/// State that the user sees, which changes of other collections must not affect.
struct OnScreen {
    explicit OnScreen(const QWidget &window)
        : page(visible<views::CollectionPage>(window)),
          table(visible<views::TableView>(window, QStringLiteral("elements"))), chart(visible<views::TimeChart>(window))
    {
        if (table != nullptr) {
            for (const QModelIndex &row : table->selectionModel()->selectedRows()) {
                selected.append(row.data().toString());
            }
            scrolled = table->verticalScrollBar()->value();
        }
        span = chart == nullptr ? models::Span::QuarterHour : chart->range().span();
        const auto *button = window.findChild<QToolButton *>(QStringLiteral("intervalButton"));
        interval = button == nullptr ? QString() : button->text();
    }
    bool operator==(const OnScreen &other) const = default;

    /// Picks two rows some way down, and another span.
    void use() const
    {
        QVERIFY(table != nullptr && chart != nullptr);
        table->setFocus();
        table->selectRow(30);
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
        table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum() / 3);
        chart->range().setSpan(models::Span::Hour);
    }

    views::CollectionPage *page;
    views::TableView *table;
    views::TimeChart *chart;
    QStringList selected;
    int scrolled = 0;
    models::Span span{};
    QString interval;
};

void fill(RedisServer &server, QByteArrayView key, int first, int count)
{
    for (int i = first; i < first + count; ++i) {
        server.run({"LPUSH", key, "job-" + QByteArray::number(i)});
    }
}

} // namespace

/// An edit of one collection, and a period of one that ends, leave the others as they were: figures, page and hand.
class TestWindowEdits final : public DashboardBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup()
    {
        m_snapshots.clear();
        tearDown();
    }
    void anEditLeavesTheOthersAsTheyWere();
    void aPeriodThatEndsReopensNoPage_data();
    void aPeriodThatEndsReopensNoPage();

private:
    [[nodiscard]] WorkspacePtr edited() { return m_dashboard->sessions().front()->session().document().workspace(); }
    /// The first tick of the workspace as it is now.
    SnapshotPtr firstAfterEdit()
    {
        const auto find = [this] {
            return std::find_if(m_snapshots.begin(), m_snapshots.end(),
                                [this](const SnapshotPtr &each) { return each->layout->workspace == edited(); });
        };
        return QTest::qWaitFor([&] { return find() != m_snapshots.end(); }, 10'000) ? *find() : nullptr;
    }
    void stays(const OnScreen &before, double age)
    {
        const SnapshotPtr after = firstAfterEdit();
        QVERIFY(after != nullptr);
        const auto &all = after->layout->workspace->collections;
        const auto own = std::find_if(all.begin(), all.end(), [](const auto &each) { return each.name == u"list 0"; });
        QVERIFY(own != all.end());
        const auto row = static_cast<std::size_t>(own - all.begin());
        QVERIFY(isKnown(figure(after, row, "growthPerMinute")));
        QVERIFY2(figure(after, row, "oldestReadyMs") >= age, qPrintable(QString::number(age)));
        QVERIFY(after->isAtLeast(row, own->kind->figureIndex(u"oldestReadyMs"))); // seen, not read: "≥ 12 s"
        const auto ticks = m_snapshots.size();
        QTRY_VERIFY(m_snapshots.size() > ticks + 1); // it is on screen, and another
        QVERIFY(OnScreen(m_dashboard->view()) == before);
        QCOMPARE(oldest(row), m_oldest);
    }

    /// Time of the oldest stored reading of a collection.
    [[nodiscard]] std::chrono::milliseconds oldest(std::size_t row)
    {
        const auto &history = m_dashboard->sessions().front()->session().history();
        return history.figure(row, 0, models::Span::QuarterHour).points.front().time;
    }

    std::vector<SnapshotPtr> m_snapshots;
    std::chrono::milliseconds m_oldest{};
};

void TestWindowEdits::anEditLeavesTheOthersAsTheyWere()
{
    fill(*m_server, "q0", 0, 120);
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &view = dashboard(arguments).view();
    connect(&m_dashboard->sessions().front()->session().connection(), &app::ConnectionController::snapshotReady, this,
            [this](const SnapshotPtr &snapshot) { m_snapshots.push_back(snapshot); });
    QTRY_VERIFY(!m_snapshots.empty());
    fill(*m_server, "q0", 120, 30); // it grows
    view.openCollection(0);
    QTRY_VERIFY(OnScreen(view).table != nullptr && OnScreen(view).table->model()->rowCount() == 100);
    OnScreen(view).use();
    for (QAction *action : view.findChild<QMenu *>(QStringLiteral("intervalMenu"))->actions()) {
        if (action->data().toInt() == 500) {
            action->trigger();
        }
    }
    QTRY_VERIFY_WITH_TIMEOUT(isKnown(figure(m_snapshots.back(), 0, "growthPerMinute")), 30'000);
    QVERIFY(figure(m_snapshots.back(), 0, "growthPerMinute") > 0);
    const OnScreen before(view);
    QCOMPARE(before.selected.size(), 2);
    QVERIFY(before.page != nullptr && before.scrolled > 0);
    QVERIFY(before.interval.contains(models::formatDuration(500ms)));
    const double age = figure(m_snapshots.back(), 0, "oldestReadyMs");
    QVERIFY(age > 9'000);
    m_oldest = oldest(0);

    emit view.editCollectionRequested(1); // other keys
    auto *editor = view.findChild<views::CollectionEditor *>();
    editor->findChild<QPlainTextEdit *>(QStringLiteral("key.ready"))->setPlainText(QStringLiteral("q2"));
    accept(editor);
    QTRY_VERIFY(message().contains(QLatin1String("saved")));
    stays(before, age);
    if (QTest::currentTestFailed()) {
        return;
    }
    accept(fillEditor()); // one more
    QTRY_COMPARE(edited()->collections.size(), 3U);
    stays(before, age);
    if (QTest::currentTestFailed()) {
        return;
    }
    emit view.moveCollectionRequested(2, 0); // and each has another place
    QTRY_COMPARE(edited()->collections.front().name, QStringLiteral("mail"));
    stays(before, age);
    if (QTest::currentTestFailed()) {
        return;
    }
    const auto ticks = m_snapshots.size();
    QTRY_VERIFY(m_snapshots.size() > ticks + 1);
    QVERIFY(m_snapshots.back()->taken - m_snapshots[m_snapshots.size() - 2]->taken > 300ms); // the file says 100 ms
}

void TestWindowEdits::aPeriodThatEndsReopensNoPage_data()
{
    QTest::addColumn<std::size_t>("open");
    QTest::newRow("the page of another") << std::size_t(0);
    QTest::newRow("its own page") << std::size_t(1);
}

void TestWindowEdits::aPeriodThatEndsReopensNoPage()
{
    QFETCH(const std::size_t, open);
    fill(*m_server, "q", 0, 120);
    fill(*m_server, "h:2026112009", 0, 120);
    fill(*m_server, "h:2026112010", 0, 120); // the same jobs
    const WorkspacePtr shop = workspace("{'name': 'all', 'kind': 'queue', 'keys': {'ready': 'q'}}",
                                        "{'name': 'hourly', 'kind': 'queue', 'keys': {'ready': 'h:{yyyyMMddHH}'}}");
    std::chrono::milliseconds now =
        std::chrono::sys_days(std::chrono::year(2026) / 11 / 20).time_since_epoch() + 10h - 20s;
    redis::PollSession poll(shop, std::make_unique<SetClock>(m_server->local(), now), oneShot());
    SetClock asked(m_server->local(), now);
    QVERIFY(asked.connect());
    views::Theme theme;
    theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), views::Theme::Choice::Light);
    MadeSession session(theme, [&](const BrowseRequest &request) { return redis::browse(asked, request); });
    views::SessionView &view = session.window;
    const auto next = [&] {
        now += 4s;
        const SnapshotPtr snapshot = tick(poll);
        session.tick(snapshot);
        return snapshot;
    };
    view.resize(1280, 800);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.setWorkspace(shop);
    session.sayConnected();
    next();
    view.openCollection(open);
    QTRY_VERIFY(OnScreen(view).table != nullptr && OnScreen(view).table->model()->rowCount() == 100);
    OnScreen(view).use();
    SnapshotPtr snapshot = next();
    const OnScreen before(view);
    QCOMPARE(before.selected.size(), 2);
    QVERIFY(before.scrolled > 0);
    const auto layout = snapshot->layout;
    QCOMPARE(layout->parts[1].key, "h:2026112009");
    while (now < std::chrono::sys_days(std::chrono::year(2026) / 11 / 20).time_since_epoch() + 10h + 8s) {
        snapshot = next();
        QApplication::processEvents();
        QVERIFY(OnScreen(view) == before);
    }
    QVERIFY(snapshot->layout != layout);
    QCOMPARE(snapshot->layout->parts[1].key, "h:2026112010");
}

QTEST_MAIN(TestWindowEdits)

#include "tst_windowedits.moc"

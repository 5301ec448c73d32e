// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionsortmodel.h"
#include "models/history/history.h"
#include "redis/collections/kinds.h"
#include "tests/gui/complaints.h"
#include "tests/gui/notedservices.h"
#include "tests/support/sampleworkspace.h"
#include "views/page/actions.h"
#include "views/pages/kindpage.h"
#include "views/pages/overviewpage.h"
#include "views/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QListView>
#include <QMainWindow>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using support::SampleWorkspace;

/// The order of the cards at a past moment: by how it was then, and the same for as long as that moment is shown.
class TestOverviewPast final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        testing::failOnComplaints();
        m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light);
        m_actions = makeActions(&m_window);
        m_page = new OverviewPage(m_services.context(m_theme, &m_history, &m_host, &m_actions), &m_window);
        m_window.setCentralWidget(m_page);
        m_window.resize(1100, 740);
        m_window.show();
        m_cards = m_page->findChild<QListView *>(u"collectionCards"_s);
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s, u"d"_s}) {
            m_workspace.add(name, redis::findKind(u"queue"_s));
        }
    }

    void theOrderIsOfTheMomentAndStands()
    {
        m_page->setStillness({.afterTouch = 1h, .afterState = 1h, .afterGrowth = 1h, .afterTrouble = 0ms});
        m_workspace.setState(3, State::Critical, u"over 100"_s);
        show(live());
        QCOMPARE(names(), (QStringList{u"d"_s, u"a"_s, u"b"_s, u"c"_s}));
        QTest::mouseMove(m_cards->viewport(), QPoint(20, 20)); // and stays there

        // The user asked for another moment: the order changes at once, and then stays.
        m_workspace.setState(3, State::Ok, {});
        m_workspace.setState(1, State::Warning, u"over 10"_s);
        const models::MomentPtr then = momentOf(u"growthPerMinute"_s, {1, 2, 30, 4});
        m_history.lookAt(then);
        show(then->snapshot);
        const QStringList order{u"b"_s, u"a"_s, u"c"_s, u"d"_s}; // by states alone
        QCOMPARE(names(), order);
        m_page->setStillness(
            {.afterTouch = 0ms, .afterState = 0ms, .afterGrowth = 0ms, .afterTrouble = 0ms}); // much later
        m_workspace.setState(2, State::Critical, u"over 100"_s);
        m_history.apply(m_workspace.snapshot(m_time += 1s)); // what goes on meanwhile
        for (int tick = 0; tick < 3; ++tick) {
            show(then->snapshot);
            QCOMPARE(names(), order);
        }

        m_page->setStillness({.afterTouch = 1h, .afterState = 1h, .afterGrowth = 1h, .afterTrouble = 0ms});
        m_history.lookAt(nullptr);
        show(live());
        QCOMPARE(names(), (QStringList{u"c"_s, u"b"_s, u"d"_s, u"a"_s})); // by growth, too
    }

    /// The table of a kind is sorted at once, even right after a key press in it.
    void rowsOfAKindAreOfTheMoment()
    {
        KindPage page(redis::findKind(u"queue"_s), m_services.context(m_theme, &m_history, &m_host, &m_actions));
        page.resize(1000, 600);
        page.show();
        const auto *table = page.findChild<QAbstractItemView *>(u"collections"_s);
        const auto rows = [table] {
            QStringList order;
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                order.append(table->model()->index(row, 0).data().toString());
            }
            return order;
        };
        for (std::size_t i = 0; i < 4; ++i) {
            m_workspace.setState(i, i == 3 ? State::Critical : State::Ok);
        }
        page.apply(live());
        page.findChild<models::CollectionSortModel *>()->resortNow();
        QCOMPARE(rows().front(), u"d"_s);
        QTest::keyClick(table->viewport(), Qt::Key_Shift);
        m_workspace.setState(3, State::Ok);
        m_workspace.setState(1, State::Warning, u"over 10"_s);
        const models::MomentPtr then = momentOf(u"ready"_s, {1, 2, 3, 4});
        m_history.lookAt(then);
        page.apply(then->snapshot);
        QCOMPARE(rows().front(), u"b"_s);
        m_history.lookAt(nullptr);
    }

private:
    [[nodiscard]] SnapshotPtr live()
    {
        const SnapshotPtr snapshot = m_workspace.snapshot(m_time += 1s);
        m_history.apply(snapshot);
        return snapshot;
    }
    [[nodiscard]] models::MomentPtr momentOf(const QString &figure, const std::vector<double> &values)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            m_workspace.set(i, QLatin1StringView(figure.toLatin1().constData()), values[i]);
        }
        auto moment = std::make_shared<models::Moment>();
        moment->time = m_time - 10min;
        moment->snapshot = m_workspace.snapshot(moment->time);
        moment->present = moment->snapshot->layout;
        moment->limits.resize(values.size());
        moment->since.resize(values.size());
        moment->step = 1s;
        return moment;
    }
    void show(const SnapshotPtr &snapshot) { m_page->apply(snapshot); }
    [[nodiscard]] QStringList names() const
    {
        QStringList order;
        for (int row = 0; row < m_cards->model()->rowCount(); ++row) {
            order.append(m_cards->model()->index(row, 0).data().toString());
        }
        return order;
    }

    Theme m_theme;
    std::chrono::milliseconds m_time{1'795'000'000'000};
    models::History m_history;
    SampleWorkspace m_workspace;
    QMainWindow m_window;
    Actions m_actions;
    PageHost m_host;
    testing::NotedServices m_services;
    OverviewPage *m_page = nullptr;
    QListView *m_cards = nullptr;
};

QTEST_MAIN(TestOverviewPast)
#include "tst_overviewpast.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"
#include "redis/history/historyreader.h"
#include "tests/gui/pastbench.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/table/tableview.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Pages at a past moment: what each of them says is of then.
class TestMomentPages final : public PastBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        const QJsonObject limits{{u"ready"_s, QJsonObject{{u"warning"_s, 50}, {u"critical"_s, 80}}}};
        const QJsonArray collections{QJsonObject{{u"name"_s, u"email"_s},
                                                 {u"kind"_s, u"queue"_s},
                                                 {u"keys"_s, QJsonObject{{u"ready"_s, u"q0"_s}, {u"dead"_s, u"d0"_s}}},
                                                 {u"limits"_s, limits}},
                                     QJsonObject{{u"name"_s, u"quiet"_s},
                                                 {u"kind"_s, u"queue"_s},
                                                 {u"keys"_s, QJsonObject{{u"ready"_s, u"q1"_s}}}}};
        m_json = QJsonDocument(QJsonObject{{u"plimsoll"_s, 1},
                                           {u"name"_s, u"shop"_s},
                                           {u"connection"_s, QJsonObject{{u"url"_s, m_server->url()}}},
                                           {u"pollMs"_s, 100},
                                           {u"collections"_s, collections}})
                     .toJson();
        m_server->run({"RPUSH", "d0", "gone"});
    }
    void cleanup() { tearDown(); }
    void buttonsAreOfThen();
    void aBoardOfThen();
    void aStreamOfThen();
    void everyChartHasTheMoment();
    void aMomentBeginsAtTheTop();
    void coursesOfAlertsReachBack();

private:
    /// Five minutes of a poll a second, until 36 minutes ago, which the shortest span does not reach.
    void record()
    {
        m_begin = std::chrono::floor<std::chrono::seconds>(now()) - 41min;
        Earlier shop = earlier(m_json);
        for (int second = 0; second < 300; ++second) {
            shop.poll(m_begin + std::chrono::seconds(second), second % 97);
        }
    }
    void recordAlert();
    void add(const QJsonObject &collection)
    {
        QJsonObject shop = QJsonDocument::fromJson(m_json).object();
        QJsonArray collections = shop[u"collections"_s].toArray();
        collections.append(collection);
        shop[u"collections"_s] = collections;
        m_json = QJsonDocument(shop).toJson();
    }
    void openShop() { PastBench::openShop(m_json); }

    QByteArray m_json;
    milliseconds m_begin{};
};

void TestMomentPages::recordAlert()
{
    const QString history = redis::historyPath(
        m_folder->filePath(u"data"_s),
        *redis::endpointOf(std::get<Workspace>(redis::parseWorkspace(m_json, redis::kindInfos())), {}), u"shop"_s);
    const auto store = redis::AlertStore::open(redis::alertPath(history), redis::AlertStore::For::Judging);
    QVERIFY(store);
    Alert alert;
    alert.id = u"a1"_s;
    alert.subject = {u"email"_s, u"queue"_s, u"ready"_s, Cause::Level};
    alert.state = alert.worst = State::Warning;
    alert.text = alert.worstText = u"60 ready, limit 50"_s;
    alert.since = alert.raised = alert.changed = m_begin + 50s;
    QVERIFY((*store)->keep({{alert, State::Ok, alert.raised}}, {}));
    alert.state = State::Ok;
    alert.cleared = alert.changed = alert.since = m_begin + 170s;
    QVERIFY((*store)->keep({{alert, State::Warning, *alert.cleared}}, {}));
}

/// A button shows a number of the displayed moment, or none.
void TestMomentPages::buttonsAreOfThen()
{
    record();
    openShop();
    view().window()->resize(1280, 720);
    view().openCollection(0);
    const auto dead = [this] {
        const auto *button = find<QPushButton>("deadLettersButton");
        return button == nullptr ? QString() : button->text();
    };
    QTRY_COMPARE(dead(), u"Dead letters 1"_s);
    goTo(m_begin + 90s);
    QCOMPARE(dead(), u"Dead letters"_s); // which were not recorded
    view().openCollection(1);
    view().openCollection(0);
    QCOMPARE(dead(), u"Dead letters"_s);
    session().keptHistory().goLive();
    QTRY_COMPARE(dead(), u"Dead letters 1"_s);
}

/// Nothing is collected for a moment that is over.
void TestMomentPages::aBoardOfThen()
{
    add({{u"name"_s, u"board"_s}, {u"kind"_s, u"leaderboard"_s}, {u"keys"_s, QJsonObject{{u"board"_s, u"b0"_s}}}});
    record();
    openShop();
    view().openCollection(2);
    const auto empty = [this] {
        const auto *chart = find<views::TimeChart>("topChart");
        return chart == nullptr ? QString() : chart->findChild<views::TimePlot *>()->emptyText();
    };
    QTRY_VERIFY2(empty().startsWith(u"collecting"_s), qPrintable(empty()));
    goTo(m_begin + 90s);
    QCOMPARE(empty(), u"the scores of members are not recorded"_s);
    session().keptHistory().goLive();
    QTRY_VERIFY2(empty().startsWith(u"collecting"_s), qPrintable(empty()));
}

/// The tables of groups and consumers are not there, and the page says why.
void TestMomentPages::aStreamOfThen()
{
    m_server->run({"XADD", "s0", "1-1", "id", "7"});
    m_server->run({"XGROUP", "CREATE", "s0", "readers", "0"});
    add({{u"name"_s, u"orders"_s}, {u"kind"_s, u"stream"_s}, {u"keys"_s, QJsonObject{{u"stream"_s, u"s0"_s}}}});
    record();
    openShop();
    view().openCollection(2);
    QTRY_VERIFY(find<views::TableView>("groups") != nullptr);
    goTo(m_begin + 90s);
    QTRY_VERIFY(find<QLabel>("aroundNote") != nullptr);
    QVERIFY(find<views::TableView>("groups") == nullptr);
    QVERIFY2(find<QLabel>("aroundNote")->text().startsWith(u"Consumer groups, consumers and entries aren't recorded"_s),
             qPrintable(find<QLabel>("aroundNote")->text()));
}

/// Also of what is opened or selected while a moment is shown.
void TestMomentPages::everyChartHasTheMoment()
{
    record();
    recordAlert();
    openShop();
    const milliseconds moment = m_begin + 60s;
    const auto shows = [this, moment](const char *name) {
        auto *chart = find<views::TimeChart>(name);
        if (chart == nullptr) {
            return false;
        }
        const models::Reach reach = chart->range().reach();
        return reach.isLive() ? now() - chart->range().length() < moment : reach.from <= moment && moment <= reach.to;
    };
    view().openCollection(0);
    goTo(moment);
    QVERIFY(shows("depthChart"));
    view().openCollection(1); // the same page of another
    QVERIFY(shows("depthChart"));
    view().showPage(u"alerts"_s);
    emit view().host().alertShown(u"a1"_s);
    QTRY_VERIFY(find<views::TimeChart>("alertChart") != nullptr);
    QVERIFY(shows("alertChart"));
    view().openCollection(0);
    QVERIFY(shows("depthChart"));
    session().keptHistory().goLive();
    QTRY_VERIFY(find<views::TimeChart>("depthChart")->range().isLive());
}

/// On a page higher than the window, what is seen first are the state and the figures of the moment.
void TestMomentPages::aMomentBeginsAtTheTop()
{
    record();
    recordAlert();
    openShop();
    m_dashboard->window().resize(m_dashboard->window().minimumSizeHint());
    view().openCollection(0);
    goTo(m_begin + 90s);
    QTRY_VERIFY(find<views::ElidedLabel>("aroundMoment") != nullptr);
    const QScrollArea *scroll = nullptr;
    for (QWidget *at = find<views::ElidedLabel>("aroundMoment"); scroll == nullptr; at = at->parentWidget()) {
        scroll = qobject_cast<QScrollArea *>(at);
    }
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
    QCoreApplication::processEvents();
    QCOMPARE(scroll->verticalScrollBar()->value(), 0);
}

/// The trends of all alerts reach back, not only those of selected ones.
void TestMomentPages::coursesOfAlertsReachBack()
{
    m_begin = std::chrono::floor<std::chrono::seconds>(now()) - 10min;
    {
        Earlier shop = earlier(m_json);
        for (int second = 0; second < 540; ++second) {
            shop.poll(m_begin + std::chrono::seconds(second), 60);
        }
    }
    for (int i = 0; i < 60; ++i) {
        m_server->run({"RPUSH", "q0", QByteArray::number(i)});
    }
    openShop();
    view().showPage(u"alerts"_s);
    QTRY_VERIFY(find<views::TableView>("activeAlerts") != nullptr);
    QTRY_COMPARE(find<views::TableView>("activeAlerts")->model()->rowCount(), 1);
    const auto *kind = session().history().judged()->layout->rows[0].kind;
    const auto course = [this, kind] {
        return session().history().figure(0, kind->figureIndex(u"ready"), models::Span::QuarterHour).points;
    };
    QTRY_VERIFY(!course().empty() && course().front().time < m_begin + 1min);
    QVERIFY(!find<views::TableView>("activeAlerts")->selectionModel()->hasSelection());
}

QTEST_MAIN(TestMomentPages)

#include "tst_momentpages.moc"

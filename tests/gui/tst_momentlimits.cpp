// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/pastbench.h"
#include "views/collection/figures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// The window at a past moment when other limits held than today, over a real history.
class TestMomentLimits final : public PastBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void thoseOfThen();
    void whatIsOfThenComesFirst();
    void whereTheyWereNotKept();

private:
    [[nodiscard]] QByteArray json(int warning, int critical) const
    {
        const QJsonObject limits{{u"ready"_s, QJsonObject{{u"warning"_s, warning}, {u"critical"_s, critical}}}};
        const QJsonObject email{{u"name"_s, u"email"_s},
                                {u"kind"_s, u"queue"_s},
                                {u"keys"_s, QJsonObject{{u"ready"_s, u"q0"_s}}},
                                {u"limits"_s, limits}};
        return QJsonDocument(QJsonObject{{u"plimsoll"_s, 1},
                                         {u"name"_s, u"shop"_s},
                                         {u"connection"_s, QJsonObject{{u"url"_s, m_server->url()}}},
                                         {u"pollMs"_s, 100},
                                         {u"collections"_s, QJsonArray{email}}})
            .toJson();
    }
    /// Limits that the page passes to its charts.
    [[nodiscard]] QStringList chartLimits() const
    {
        const models::History &history = session().history();
        const SnapshotPtr shown = isPast() ? history.moment()->snapshot : history.judged();
        QStringList labels;
        for (const auto &limit : views::Figures(*shown, 0, history).limits("ready"_L1)) {
            labels += limit.label;
        }
        return labels;
    }
};

/// 30 ready were critical, and 60 would be nothing today.
void TestMomentLimits::thoseOfThen()
{
    const milliseconds begin = std::chrono::floor<std::chrono::seconds>(now()) - 11min;
    for (const bool isLater : {false, true}) { // the limits were raised in between
        Earlier shop = earlier(isLater ? json(500, 800) : json(10, 20));
        for (milliseconds at = isLater ? 300s : 0s; at < (isLater ? 600s : 300s); at += 1s) {
            shop.poll(begin + at, isLater ? 60 : 30);
        }
    }
    openShop(json(500, 800));
    view().openCollection(0);
    goTo(begin + 100s);
    const auto moment = [this] { return session().history().moment(); };
    QCOMPARE(moment()->snapshot->rows[0].state, State::Critical);
    QCOMPARE(word("momentLimits"), u"limits that differ today: email"_s);
    QVERIFY2(tile(u"ready"_s).second.endsWith(u"limit 20"_s), qPrintable(tile(u"ready"_s).second));
    QCOMPARE(chartLimits(), (QStringList{u"warning 10, today 500"_s, u"critical 20, today 800"_s}));
    view().showPage(u"overview"_s);
    QTRY_VERIFY2(word("overviewCounts").contains(u"1 critical"_s), qPrintable(word("overviewCounts")));
    view().openCollection(0);
    goTo(begin + 400s);
    QCOMPARE(moment()->snapshot->rows[0].state, State::Ok);
    QCOMPARE(word("momentLimits"), u"same limits as today"_s);
    QCOMPARE(chartLimits(), (QStringList{u"warning 500"_s, u"critical 800"_s}));
    // Another moment, and live again: those of today.
    goTo(begin + 50s);
    QCOMPARE(moment()->snapshot->rows[0].state, State::Critical);
    session().keptHistory().goLive();
    QTRY_VERIFY(!isPast());
    QCOMPARE(chartLimits(), (QStringList{u"warning 500"_s, u"critical 800"_s}));
    QTRY_COMPARE(tile(u"ready"_s).first, u"2"_s);
    // An edited limit counts from its first poll on.
    const milliseconds before = now();
    session().edit(
        session().document().workspace(),
        [this] {
            Workspace after = *session().document().workspace();
            after.collections[0].limits[0].warning = 1;
            return after;
        }(),
        session().connection().endpoint());
    QTRY_COMPARE(session().history().judged()->rows[0].state, State::Warning);
    const auto kept = [&](milliseconds time) {
        goTo(time);
        return moment()->snapshot->layout->workspace->collections[0].limits[0].warning.value_or(0);
    };
    QCOMPARE(kept(before - 1s), 500.0);
    QTRY_COMPARE(kept(now() - 2s), 1.0); // once that is over
}

/// Below a figure of then is first what else is of then. A limit comes behind what is of now.
void TestMomentLimits::whatIsOfThenComesFirst()
{
    m_server->run({"ZADD", "p0", QByteArray::number(qint64{(now() + 1h).count()}), "a"});
    const QByteArray shopJson = json(10, 20)
                                    .replace(R"("ready": "q0")", R"("ready": "q0", "processing": "p0")")
                                    .replace(R"("limits": {)", R"("limits": {"stale": {"warning": 5}, )");
    const milliseconds begin = std::chrono::floor<std::chrono::seconds>(now()) - 5min;
    {
        Earlier shop = earlier(shopJson);
        for (milliseconds at = 0s; at < 60s; at += 1s) {
            shop.poll(begin + at, 30, {{u"processing", 8}, {u"stale", 7}});
        }
    }
    openShop(shopJson);
    view().openCollection(0);
    QTRY_COMPARE(tile(u"processing"_s).first, u"1"_s);
    goTo(begin + 30s);
    QTRY_COMPARE(tile(u"processing"_s).first, u"8"_s);
    QCOMPARE(tile(u"processing"_s).second, u"7 stale · now 1 processing"_s);
    QCOMPARE(tile(u"ready"_s).second, u"now 2 · limit 20"_s);
}

void TestMomentLimits::whereTheyWereNotKept()
{
    const milliseconds begin = std::chrono::floor<std::chrono::seconds>(now()) - 5min;
    {
        Earlier shop = earlier(json(10, 20));
        for (milliseconds at = 0s; at < 60s; at += 1s) {
            shop.poll(begin + at, 30);
        }
    }
    {
        const auto file = redis::HistoryFile::open(earlier(json(10, 20)).path(), redis::HistoryFile::For::Writing);
        for (const char *statement : {"DROP TABLE judged", "PRAGMA user_version = 1"}) {
            QVERIFY((*file)->run(QString::fromLatin1(statement)));
        }
    }
    openShop(json(25, 800));
    view().openCollection(0);
    goTo(begin + 30s);
    QCOMPARE(session().history().moment()->snapshot->rows[0].state, State::Warning);
    QCOMPARE(word("momentLimits"), u"states by today's limits"_s);
    QCOMPARE(chartLimits(), (QStringList{u"warning 25"_s, u"critical 800"_s}));
}

QTEST_MAIN(TestMomentLimits)

#include "tst_momentlimits.moc"

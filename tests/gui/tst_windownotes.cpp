// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "models/history/marks.h"
#include "redis/history/alertstore.h"
#include "tests/gui/dashboardbench.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests that notes and server events are restored when the window is opened again.
class TestWindowNotes final : public DashboardBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void keptOverARestart();
    void besideAnotherProcess();

private:
    void openShop()
    {
        const QJsonObject collection{
            {u"name"_s, u"email"_s}, {u"kind"_s, u"queue"_s}, {u"keys"_s, QJsonObject{{u"ready"_s, u"q"_s}}}};
        const QJsonObject workspace{{u"plimsoll"_s, 1},
                                    {u"name"_s, u"shop"_s},
                                    {u"connection"_s, QJsonObject{{u"url"_s, m_server->url()}}},
                                    {u"pollMs"_s, 100},
                                    {u"collections"_s, QJsonArray{collection}}};
        app::DashboardArguments arguments;
        arguments.target = write(u"shop.json"_s, QJsonDocument(workspace).toJson());
        dashboard(arguments);
    }
    [[nodiscard]] app::Session &session() const { return m_dashboard->sessions().front()->session(); }
    /// Marks of the last hour, as in charts and lists.
    [[nodiscard]] QStringList marks() const
    {
        const milliseconds now = session().view().serverNow();
        const MarkQuestion hour{now - 1h, now + 1min};
        session().history().lookForMarks(hour);
        QStringList lines;
        for (const Mark &mark : session().history().marks(hour)) {
            lines += models::markText(mark);
        }
        return lines;
    }
    void note(const QString &text, const QString &id = {})
    {
        session().alerts().keepNote({id, session().view().serverNow() - 5s, u"email"_s, text});
    }
    [[nodiscard]] bool has(const QString &text) const { return !marks().filter(text).isEmpty(); }
    [[nodiscard]] QString path() const { return redis::alertPath(session().keptHistory().path()); }
};

void TestWindowNotes::keptOverARestart()
{
    openShop();
    QTRY_VERIFY(session().history().judged() != nullptr);
    QTRY_VERIFY(QFile::exists(path()));
    note(u"deployed <b>4.2</b>"_s);
    QTRY_VERIFY(has(u"deployed <b>4.2</b>"_s));
    m_server->run({"FLUSHALL"});
    m_dashboard.reset();
    openShop();
    QTRY_VERIFY(session().history().judged() != nullptr);
    QTRY_VERIFY(has(u"deployed <b>4.2</b>"_s));
    const auto person = redis::AlertStore::open(path(), redis::AlertStore::For::People);
    const milliseconds now = session().view().serverNow();
    const auto kept = (*person)->notes({now - 1h, now}, 10);
    QCOMPARE(kept->size(), 1U);
    note(u"rolled back"_s, kept->front().id);
    QTRY_VERIFY(has(u"rolled back"_s) && !has(u"deployed"_s));
    note({}, kept->front().id);
    QTRY_VERIFY(!has(u"rolled back"_s));
    // Another window, where it was being edited.
    QSignalSpy said(&session().alerts(), &app::AlertsController::failed);
    note(u"rolled back at noon"_s, kept->front().id);
    QTRY_VERIFY(has(u"rolled back at noon"_s));
    QTRY_COMPARE(said.size(), 1);
    QVERIFY(said[0][0].toString().contains(u"was saved as a new one"_s));
}

void TestWindowNotes::besideAnotherProcess()
{
    openShop();
    QTRY_VERIFY(session().history().judged() != nullptr);
    QTRY_VERIFY(QFile::exists(path()));
    const QString file = path();
    m_dashboard.reset();
    const auto judge = redis::AlertStore::open(file, redis::AlertStore::For::Judging);
    QVERIFY(bool(judge));
    openShop();
    QTRY_VERIFY(session().history().judged() != nullptr);
    note(u"from here"_s);
    QTRY_VERIFY(has(u"from here"_s));
    // And what is noted there is seen here.
    QVERIFY((*judge)->keepNote({{}, session().view().serverNow(), {}, u"from there"_s}, u"mara"_s));
    QTRY_VERIFY(has(u"mara: from there"_s));
}

QTEST_MAIN(TestWindowNotes)
#include "tst_windownotes.moc"

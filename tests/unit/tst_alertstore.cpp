// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertbook.h"
#include "redis/history/alertstore.h"
#include "tests/support/damagedpages.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace plimsoll::redis;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;
const AlertSubject ready{QStringLiteral("email"), QStringLiteral("queue"), QStringLiteral("ready"), Cause::Level};
const AlertSubject serverAway{{}, {}, {}, Cause::Away};

StateTurn turn(const AlertSubject &subject, State state, State was, milliseconds since)
{
    return {subject, {state, start + since, false, was}, 1200, 1000, QStringLiteral("1,200 ready, limit 1,000")};
}

QString textOf(const AlertChange &change)
{
    return QStringLiteral("%1 %2 %3→%4")
        .arg(change.alert.id, change.alert.subject.figure, alertStateId(change.was), alertStateId(change.alert.state));
}

} // namespace

/// Alerts are raised, changed and cleared once each, and kept over a restart.
class TestAlertStore final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void oneAlertASubject();
    void clearedWhenNothingWatches();
    void toldFromAState();
    void payload();
    void keptOverARestart();
    void whatPeopleSayStays();
    void messagesUntilTold();
    void whyItWaits();
    void firstLayout();
    void allOrNothing();
    void oneWhoJudges();
    void forgetsThePast();
    void activeWithinATime();
    void notAFileOfOurs();
    void aPartIsNotTakenForAll();

private:
    std::unique_ptr<AlertStore> open(AlertStore::For purpose = AlertStore::For::Judging)
    {
        Result<std::unique_ptr<AlertStore>> opened = AlertStore::open(m_path, purpose);
        return opened ? std::move(*opened) : nullptr;
    }
    AlertBook book(std::vector<Alert> active = {})
    {
        return AlertBook(std::move(active), [this] { return QStringLiteral("a%1").arg(++m_ids); });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    int m_ids = 0;
};

void TestAlertStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = alertPath(m_folder->filePath(QStringLiteral("history/0123.sqlite")));
    QVERIFY(m_path.endsWith(QStringLiteral("/history/0123.alerts.sqlite")));
    m_ids = 0;
}

void TestAlertStore::oneAlertASubject()
{
    AlertBook alerts = book();
    std::vector<AlertChange> changes = alerts.apply({turn(ready, State::Warning, State::Ok, 1s)}, start + 1s);
    QCOMPARE(changes.size(), std::size_t{1});
    QCOMPARE(textOf(changes[0]), QStringLiteral("a1 ready ok→warning"));
    QVERIFY(alerts.apply({turn(ready, State::Warning, State::Ok, 2s)}, start + 2s).empty()); // said before
    changes = alerts.apply(
        {turn(ready, State::Critical, State::Warning, 3s), turn(serverAway, State::Error, State::Ok, 3s)}, start + 3s);
    QCOMPARE(changes.size(), std::size_t{2});
    QCOMPARE(textOf(changes[0]), QStringLiteral("a1 ready warning→critical"));
    QCOMPARE(textOf(changes[1]), QStringLiteral("a2  ok→unknown"));
    changes = alerts.apply({turn(ready, State::Ok, State::Critical, 4s)}, start + 4s);
    QCOMPARE(textOf(changes.at(0)), QStringLiteral("a1 ready critical→ok"));
    QCOMPARE(changes[0].alert.worst, State::Critical);
    QCOMPARE(changes[0].alert.raised, start + 1s);
    QCOMPARE(changes[0].alert.cleared, start + 4s);
    QVERIFY(alerts.apply({turn(ready, State::Ok, State::Critical, 5s)}, start + 5s).empty());
    changes = alerts.apply({turn(ready, State::Warning, State::Ok, 6s)}, start + 6s);
    QCOMPARE(changes.at(0).alert.id, QStringLiteral("a3")); // another one
    QCOMPARE(alerts.active().size(), std::size_t{2});
}

void TestAlertStore::clearedWhenNothingWatches()
{
    AlertBook alerts = book();
    static_cast<void>(alerts.apply(
        {turn(ready, State::Warning, State::Ok, 1s), turn(serverAway, State::Error, State::Ok, 1s)}, start + 1s));
    const std::vector<AlertChange> changes = alerts.settle({serverAway}, start + 2s);
    QCOMPARE(changes.size(), std::size_t{1});
    QCOMPARE(changes[0].alert.text, QStringLiteral("no longer watched"));
    QVERIFY(!changes[0].alert.isActive());
    QVERIFY(alerts.settle({serverAway}, start + 3s).empty());
}

void TestAlertStore::toldFromAState()
{
    const auto told = [](State from, State was, State is) {
        AlertChange change;
        change.was = was;
        change.alert.state = is;
        return isToldFrom(from, change);
    };
    QVERIFY(told(State::Warning, State::Ok, State::Warning));
    QVERIFY(!told(State::Critical, State::Ok, State::Warning));
    QVERIFY(told(State::Critical, State::Warning, State::Critical));
    QVERIFY(told(State::Critical, State::Critical, State::Warning)); // it is over, which notified receivers must learn
    QVERIFY(!told(State::Critical, State::Warning, State::Ok));
    QVERIFY(told(State::Critical, State::Ok, State::Error));
}

/// Checks the members of the payload.
void TestAlertStore::payload()
{
    AlertBook alerts = book();
    const AlertChange change = alerts.apply({turn(ready, State::Critical, State::Ok, 1s)}, start + 2s).at(0);
    QCOMPARE(alertJson(change, QStringLiteral("orders")),
             QByteArray(R"({"alert":"a1","state":"critical","was":"ok","workspace":"orders","collection":"email",)"
                        R"("figure":"ready","value":1200,"limit":1000,"since":"2023-11-14T22:13:21.000Z",)"
                        R"("time":"2023-11-14T22:13:22.000Z","text":"1,200 ready, limit 1,000"})"
                        "\n"));
    StateTurn away = turn(serverAway, State::Error, State::Ok, 1s);
    away.value = away.limit = unknownFigure;
    const QJsonObject json =
        QJsonDocument::fromJson(alertJson(alerts.apply({away}, start + 2s).at(0), QStringLiteral("orders"))).object();
    QCOMPARE(json.value(QStringLiteral("state")).toString(), QStringLiteral("unknown"));
    for (const char *member : {"collection", "figure", "value", "limit"}) {
        QVERIFY(json.contains(QLatin1String(member)) && json.value(QLatin1String(member)).isNull());
    }
}

void TestAlertStore::keptOverARestart()
{
    auto store = open();
    QVERIFY(store);
    QCOMPARE(*store->clock(), QByteArray());
    AlertBook alerts = book();
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Warning, State::Ok, 1s)}, start + 1s), "one"));
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Critical, State::Warning, 2s)}, start + 2s), "two"));
    store.reset();
    store = open();
    QCOMPARE(*store->clock(), QByteArray("two"));
    AlertBook again = book(*store->active());
    QCOMPARE(again.active().size(), std::size_t{1});
    const Alert &kept = again.active().front();
    QCOMPARE(kept.id, QStringLiteral("a1"));
    QVERIFY(kept.subject == ready);
    QCOMPARE(kept.state, State::Critical);
    QCOMPARE(kept.raised, start + 1s);
    QCOMPARE(kept.value, 1200.0);
    QVERIFY(again.apply({turn(ready, State::Critical, State::Warning, 3s)}, start + 3s).empty());
    QVERIFY(store->keep(again.apply({turn(ready, State::Ok, State::Critical, 4s)}, start + 4s), "three"));
    QVERIFY(store->active()->empty());
    const std::vector<Alert> past = *store->past(10);
    QCOMPARE(past.size(), std::size_t{1});
    QCOMPARE(past[0].worst, State::Critical);
    QCOMPARE(past[0].cleared, start + 4s);
    const QFile file(m_path);
    QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
}

void TestAlertStore::whatPeopleSayStays()
{
    auto store = open();
    AlertBook alerts = book();
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Warning, State::Ok, 1s)}, start + 1s), {}));
    {
        const auto other = open(AlertStore::For::People); // another process
        QVERIFY(other);
        const qint64 before = *other->version();
        QVERIFY(other->acknowledge(QStringLiteral("a1"), start + 2s, QStringLiteral("mara")));
        QVERIFY(other->mute(QStringLiteral("a1"), start + 1h, QStringLiteral("ada")));
        QVERIFY(other->note(QStringLiteral("a1"), {start + 3s, QStringLiteral("ada"), QStringLiteral("Deploying")}));
        QVERIFY(other->note(QStringLiteral("a1"), {start + 4s, QStringLiteral("mara"), QStringLiteral("Done")}));
        const qint64 after = *store->version();
        QVERIFY(after != before);
        QVERIFY(store->keep({}, "clock")); // written by the judging process, and of no interest to readers of alerts
        QCOMPARE(*other->version(), after);
    }
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Ok, State::Warning, 3s)}, start + 3s), {}));
    const std::optional<Alert> kept = *store->alert(QStringLiteral("a1"));
    QVERIFY(kept && !kept->isActive());
    QCOMPARE(kept->acknowledged, start + 2s);
    QCOMPARE(kept->mutedUntil, start + 1h);
    QCOMPARE(kept->acknowledgedBy, QStringLiteral("mara"));
    QCOMPARE(kept->mutedBy, QStringLiteral("ada"));
    const AlertList list = *store->all(10);
    QVERIFY(list.active.empty());
    QCOMPARE(list.past.at(0).notes.size(), std::size_t{2});
    QCOMPARE(list.past[0].notes[0].text, QStringLiteral("Deploying"));
    QCOMPARE(list.past[0].notes[1].by, QStringLiteral("mara"));
    QVERIFY(store->mute(QStringLiteral("a1"), std::nullopt, QStringLiteral("ada")));
    QVERIFY(!(*store->alert(QStringLiteral("a1")))->mutedUntil);
}

void TestAlertStore::messagesUntilTold()
{
    auto store = open();
    AlertBook alerts = book();
    const auto changes = alerts.apply({turn(ready, State::Warning, State::Ok, 1s)}, start + 1s);
    QVERIFY(store->keep(changes, {},
                        {{7, QStringLiteral("command"), "one", start, changes[0].alert.id},
                         {8, QStringLiteral("webhook"), "two", start, changes[0].alert.id}}));
    store.reset();
    store = open();
    std::vector<AlertMessage> waiting = *store->waiting();
    QCOMPARE(waiting.size(), std::size_t{2});
    QCOMPARE(waiting[1].channel, QStringLiteral("webhook"));
    QCOMPARE(waiting[1].payload, QByteArray("two"));
    QCOMPARE(waiting[0].alert, QStringLiteral("a1"));
    const AlertTelling how{{}, start + 5s, QStringLiteral("exit 0")};
    QVERIFY(store->told(waiting[0].id, how));
    waiting = *store->waiting();
    QCOMPARE(waiting.size(), std::size_t{1});
    QCOMPARE(waiting[0].payload, QByteArray("two"));
    const std::vector<AlertTelling> expected{{QStringLiteral("command"), start + 5s, QStringLiteral("exit 0")},
                                             {QStringLiteral("webhook"), std::nullopt, QString()}};
    QVERIFY(store->all(10)->active.at(0).told == expected);
}

/// A reader sees why a notification has not been sent yet, until it is sent.
void TestAlertStore::whyItWaits()
{
    auto store = open();
    AlertBook alerts = book();
    const auto changes = alerts.apply({turn(ready, State::Warning, State::Ok, 1s)}, start + 1s);
    QVERIFY(store->keep(changes, {}, {{7, QStringLiteral("webhook"), "one", start, changes[0].alert.id}}));
    const auto told = [&store] { return store->all(10)->active.at(0).told.at(0); };
    QVERIFY(store->delayed(7, QStringLiteral("HTTP 503")));
    QVERIFY(store->delayed(7, QStringLiteral("connection refused")));
    QVERIFY(store->delayed(8, QStringLiteral("there is none of that number")));
    QVERIFY((told() == AlertTelling{QStringLiteral("webhook"), std::nullopt, QStringLiteral("connection refused")}));
    QVERIFY(store->told(7, AlertTelling{{}, start + 5s, QStringLiteral("answered 200")}));
    QVERIFY((told() == AlertTelling{QStringLiteral("webhook"), start + 5s, QStringLiteral("answered 200")}));
}

/// A file of the layout before this one is brought up to date, with what is in it.
void TestAlertStore::firstLayout()
{
    QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
    {
        SqliteFile file(m_path, 1s);
        QVERIFY(file.open());
        QSqlQuery query(file.database());
        for (const char *statement :
             {"CREATE TABLE alerts (id TEXT PRIMARY KEY, collection TEXT NOT NULL, kind TEXT NOT NULL,"
              " figure TEXT NOT NULL, cause TEXT NOT NULL, state INTEGER NOT NULL, worst INTEGER NOT NULL, value REAL,"
              " bound REAL, text TEXT NOT NULL, since INTEGER NOT NULL, at_least INTEGER NOT NULL,"
              " raised INTEGER NOT NULL, changed INTEGER NOT NULL, cleared INTEGER, acknowledged INTEGER,"
              " muted_until INTEGER, note TEXT NOT NULL DEFAULT '')",
              "CREATE UNIQUE INDEX alerts_active ON alerts (collection, kind, figure, cause) WHERE cleared IS NULL",
              "CREATE INDEX alerts_past ON alerts (cleared) WHERE cleared IS NOT NULL",
              "CREATE TABLE about (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
              "CREATE TABLE messages (id INTEGER PRIMARY KEY, channel TEXT NOT NULL, payload BLOB NOT NULL,"
              " time INTEGER NOT NULL)",
              "INSERT INTO alerts VALUES ('a1', 'email', 'queue', 'ready', 'level', 1, 1, 1200, 1000, 'is', 1, 0, 1, 1,"
              " NULL, 5, NULL, 'Deploying')",
              "PRAGMA user_version = 1"}) {
            QVERIFY2(query.exec(QString::fromLatin1(statement)), statement);
        }
    }
    const auto store = open();
    QVERIFY(store);
    const AlertList list = *store->all(10);
    QCOMPARE(list.active.size(), std::size_t{1});
    QCOMPARE(list.active[0].acknowledged, 5ms);
    QCOMPARE(list.active[0].worstText, QStringLiteral("is"));
    QCOMPARE(list.active[0].notes.at(0).text, QStringLiteral("Deploying"));
    QVERIFY(open(AlertStore::For::People));
}

/// A step is stored as a whole or not at all.
void TestAlertStore::allOrNothing()
{
    auto store = open();
    AlertBook alerts = book();
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Warning, State::Ok, 1s)}, start + 1s), "one"));
    AlertBook forgetful = book(); // does not know that one is active
    const auto twice = forgetful.apply(
        {turn(serverAway, State::Error, State::Ok, 2s), turn(ready, State::Warning, State::Ok, 2s)}, start + 2s);
    QCOMPARE(twice.size(), std::size_t{2});
    QVERIFY(!store->keep(twice, "two", {{9, QStringLiteral("command"), "x", start}}));
    QCOMPARE(store->active()->size(), std::size_t{1});
    QCOMPARE(*store->clock(), QByteArray("one"));
    QVERIFY(store->waiting()->empty());
}

void TestAlertStore::oneWhoJudges()
{
    auto store = open();
    const auto second = AlertStore::open(m_path, AlertStore::For::Judging);
    QVERIFY(!second);
    QCOMPARE(second.error().kind, ErrorKind::Refused);
    QVERIFY(open(AlertStore::For::People));
    store.reset();
    QVERIFY(open());
}

void TestAlertStore::forgetsThePast()
{
    auto store = open();
    AlertBook alerts = book();
    QVERIFY(store->keep(
        alerts.apply({turn(ready, State::Warning, State::Ok, 1s), turn(serverAway, State::Error, State::Ok, 1s)},
                     start + 1s),
        {}));
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Ok, State::Warning, 2s)}, start + 2s), {}));
    QVERIFY(store->forget(start + 2s));
    QCOMPARE(store->past(10)->size(), std::size_t{1});
    QVERIFY(store->forget(start + 3s));
    QCOMPARE(store->past(10)->size(), std::size_t{0});
    QCOMPARE(store->active()->size(), std::size_t{1}); // however old
}

void TestAlertStore::activeWithinATime()
{
    const auto store = open();
    QVERIFY(store);
    AlertBook alerts = book();
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Warning, State::Ok, 10s)}, start + 10s), {}));
    QVERIFY(store->keep(alerts.apply({turn(serverAway, State::Error, State::Ok, 15s)}, start + 15s), {}));
    QVERIFY(store->keep(alerts.apply({turn(ready, State::Ok, State::Warning, 20s)}, start + 20s), {}));
    const auto during = [&](std::chrono::seconds from, std::chrono::seconds to) {
        QStringList ids;
        const auto found = store->during(start + from, start + to);
        for (const Alert &alert : *found) {
            ids << alert.id;
        }
        return ids.join(u' ');
    };
    QCOMPARE(during(1s, 9s), QString());
    QCOMPARE(during(1s, 10s), QStringLiteral("a1"));
    QCOMPARE(during(12s, 13s), QStringLiteral("a1"));
    QCOMPARE(during(1s, 60s), QStringLiteral("a1 a2"));
    QCOMPARE(during(20s, 60s), QStringLiteral("a1 a2"));
    QCOMPARE(during(21s, 60s), QStringLiteral("a2")); // active to this day
}

void TestAlertStore::notAFileOfOurs()
{
    QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(5000, 'x'));
    file.close();
    const auto opened = AlertStore::open(m_path, AlertStore::For::Judging);
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, ErrorKind::Storage);
}

/// Reading ends at a damaged page of the file: that is an error, and no end.
void TestAlertStore::aPartIsNotTakenForAll()
{
    constexpr int many = 600;
    {
        const auto store = open();
        QVERIFY(store);
        std::vector<AlertChange> changes;
        for (int i = 0; i < many; ++i) {
            AlertSubject subject = ready;
            subject.collection = QStringLiteral("email %1").arg(i);
            AlertBook alerts = book();
            changes.push_back(alerts.apply({turn(subject, State::Warning, State::Ok, 1s)}, start + 1s).at(0));
        }
        std::vector<AlertMessage> messages;
        for (int i = 0; i < many; ++i) {
            messages.push_back({i, QStringLiteral("webhook"), QByteArray(100, 'x'), start, QStringLiteral("a1")});
        }
        QVERIFY(store->keep(changes, {}, messages).ok());
        const auto all = store->all(many);
        QVERIFY(all && all->active.size() == many && all->active.back().steps.size() == 1);
    }
    int whole = 0, refused = 0;
    plimsoll::test::withEachPageDamaged(m_path, [&] {
        const auto store = AlertStore::open(m_path, AlertStore::For::People);
        const auto all = store ? (*store)->all(many) : store.error();
        const auto waiting = store ? (*store)->waiting() : store.error();
        QVERIFY(!waiting || waiting->size() == many);
        if (all) {
            QCOMPARE(all->active.size(), std::size_t(many));
            QVERIFY(std::all_of(all->active.begin(), all->active.end(),
                                [](const Alert &alert) { return alert.steps.size() == 1; }));
            ++whole;
        } else {
            QCOMPARE(all.error().kind, ErrorKind::Storage);
            ++refused;
        }
    });
    QVERIFY2(whole > 0 && refused > 0, qPrintable(QStringLiteral("%1 %2").arg(whole).arg(refused)));
}

QTEST_GUILESS_MAIN(TestAlertStore)

#include "tst_alertstore.moc"

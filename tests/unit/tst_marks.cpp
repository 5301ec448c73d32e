// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/markreader.h"
#include "models/history/marks.h"
#include "redis/history/alertstore.h"
#include "redis/operations/journal/journal.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace plimsoll::models;
using namespace plimsoll::redis;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

Mark happened(milliseconds at, const QString &text)
{
    Mark mark{Mark::Kind::Event, start + at, State::Critical, text};
    mark.event = ServerEvent::Type::Restarted;
    return mark;
}

AlertChange alert(const QString &id, const QString &collection, milliseconds raised,
                  std::optional<milliseconds> cleared = {})
{
    AlertChange change;
    change.alert.id = id;
    change.alert.subject = {collection, QStringLiteral("queue"), QStringLiteral("stale"), Cause::Level};
    change.alert.state = cleared ? State::Ok : State::Critical;
    change.alert.worst = State::Critical;
    change.alert.text = cleared ? QStringLiteral("20 stale") : QStringLiteral("63 stale, limit 25");
    change.alert.worstText = QStringLiteral("63 stale, limit 25");
    change.alert.raised = change.alert.since = start + raised;
    change.alert.cleared = cleared ? std::optional(start + *cleared) : std::nullopt;
    return change;
}

QStringList linesOf(const std::vector<Mark> &marks)
{
    QStringList lines;
    for (const Mark &mark : marks) {
        const auto at = std::chrono::duration_cast<std::chrono::seconds>(mark.time - start).count();
        lines += QStringLiteral("%1 %2| %3").arg(QString::number(at), mark.collection, markText(mark));
    }
    return lines;
}

} // namespace

/// Events are stored, read by time range, and queried no more often than useful.
class TestMarks final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_places.history = m_folder->filePath(QStringLiteral("a.sqlite"));
        m_places.journal = m_folder->path();
    }
    void allOfAStretch();
    void readingMakesNothing();
    void eachStepOfAnAlert();
    void anEventToldAgainTakesItsPlace();
    void notesAreKeptEditedAndRemoved();
    void editOfARemovedNote();
    void wordsOnAnAlertThatIsGone();
    void notesAreBounded();
    void neighboursTakeNoPlace();
    void askedOnceForAStretch();
    void whatIsNewIsShown();
    void eventsNobodyKeptYet();

private:
    std::unique_ptr<AlertStore> open(AlertStore::For purpose = AlertStore::For::Judging)
    {
        auto store = AlertStore::open(alertPath(m_places.history), purpose);
        return store ? std::move(*store) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    MarkPlaces m_places;
};

void TestMarks::allOfAStretch()
{
    const auto store = open();
    QVERIFY(store->keep({alert(QStringLiteral("one"), QStringLiteral("email"), 10s, 60s),
                         alert(QStringLiteral("two"), QStringLiteral("board"), 200s)},
                        {}, {}, {},
                        {happened(5s, QStringLiteral("restarted")), happened(500s, QStringLiteral("later"))}));
    QVERIFY(store->keepNote({{}, start + 30s, QStringLiteral("email"), QStringLiteral(" deployed 4.2 ")},
                            QStringLiteral("mara")));
    QCOMPARE(linesOf(readMarks(m_places, {start, start + 300s})),
             QStringList({QStringLiteral("5 | restarted"), QStringLiteral("10 email| critical: 63 stale, limit 25"),
                          QStringLiteral("30 email| mara: deployed 4.2"),
                          QStringLiteral("60 email| cleared after 50 s, at worst 63 stale, limit 25"),
                          QStringLiteral("200 board| critical: 63 stale, limit 25")}));
    // An event that began earlier and was still active is included.
    QCOMPARE(linesOf(readMarks(m_places, {start + 40s, start + 50s})),
             QStringList(QStringLiteral("10 email| critical: 63 stale, limit 25")));
    const std::vector<Mark> active = readMarks(m_places, {start + 250s, start + 300s});
    QCOMPARE(active.size(), 1U);
    QVERIFY(!active.front().until);
    QVERIFY(active.front().isOf(QStringLiteral("board")) && !active.front().isOf(QStringLiteral("email")));
}

void TestMarks::readingMakesNothing()
{
    QVERIFY(readMarks(m_places, {start, start + 300s}).empty());
    QVERIFY(!QFileInfo::exists(alertPath(m_places.history)));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
}

/// At each moment what it was then, not what it became.
void TestMarks::eachStepOfAnAlert()
{
    const auto store = open();
    const auto step = [](milliseconds at, State state, const char *text) {
        AlertChange change = alert(QStringLiteral("one"), QStringLiteral("email"), 10s);
        change.alert.state = state;
        change.alert.worst = std::max(state, State::Warning);
        change.alert.text = QString::fromLatin1(text);
        change.alert.changed = start + at;
        if (state == State::Ok) {
            change.alert.cleared = change.alert.changed;
        }
        return change;
    };
    QVERIFY(store->keep({step(10s, State::Warning, "30 ready, limit 20")}, {}));
    QVERIFY(store->keep({step(30s, State::Critical, "230 ready, limit 100")}, {}));
    QVERIFY(store->keep({step(50s, State::Warning, "90 ready, limit 20")}, {}));
    QVERIFY(store->keep({step(70s, State::Ok, "3 ready")}, {}));
    const std::vector<Mark> marks = readMarks(m_places, {start, start + 300s});
    QCOMPARE(linesOf(marks),
             QStringList({QStringLiteral("10 email| warning: 30 ready, limit 20"),
                          QStringLiteral("30 email| critical: 230 ready, limit 100"),
                          QStringLiteral("50 email| warning: 90 ready, limit 20"),
                          QStringLiteral("70 email| cleared after 1 min, at worst 63 stale, limit 25")}));
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(*marks[i].until, marks[i + 1].time); // one bar behind the other
        QCOMPARE(marks[i].kind == Mark::Kind::Raised, i == 0); // counted once
    }
    QCOMPARE(linesOf(readMarks(m_places, {start + 35s, start + 40s})),
             QStringList(QStringLiteral("30 email| critical: 230 ready, limit 100")));
    AlertChange waited = alert(QStringLiteral("two"), QStringLiteral("email"), 145s);
    waited.alert.changed = waited.alert.raised;
    waited.alert.since = start + 100s; // `for` had to pass
    QVERIFY(store->keep({waited}, {}));
    waited.alert.state = State::Ok;
    waited.alert.since = waited.alert.changed = start + 181s;
    waited.alert.cleared = waited.alert.changed;
    QVERIFY(store->keep({waited}, {}));
    QCOMPARE(linesOf(readMarks(m_places, {start + 120s, start + 300s})),
             QStringList({QStringLiteral("145 email| critical: 63 stale, limit 25"),
                          QStringLiteral("181 email| cleared after 1 min 21 s, at worst 63 stale, limit 25")}));
    QVERIFY(store->forget(start + 200s));
    QVERIFY(readMarks(m_places, {start, start + 300s}).empty());
}

void TestMarks::anEventToldAgainTakesItsPlace()
{
    const auto store = open();
    QVERIFY(store->keep({}, {}, {}, {}, {happened(5s, QStringLiteral("restarted"))}));
    QVERIFY(store->keep({}, {}, {}, {}, {happened(5s, QStringLiteral("restarted, 36 elements gone"))}));
    QCOMPARE(linesOf(readMarks(m_places, {start, start + 300s})),
             QStringList(QStringLiteral("5 | restarted, 36 elements gone")));
}

/// Any user can write notes while another process keeps the alerts; the notes survive that process.
void TestMarks::notesAreKeptEditedAndRemoved()
{
    auto judge = open();
    const auto person = open(AlertStore::For::People);
    const qint64 before = *person->version();
    QVERIFY(person->keepNote({{}, start + 1s, {}, QStringLiteral("one")}, QStringLiteral("mara")));
    QVERIFY(person->keepNote({{}, start + 2s, {}, QStringLiteral("<b>two</b>")}, QStringLiteral("mara")));
    QVERIFY(*person->version() != before); // others read it again
    judge.reset();
    std::vector<Mark> marks = readMarks(m_places, {start, start + 10s});
    QCOMPARE(linesOf(marks), QStringList({QStringLiteral("1 | mara: one"), QStringLiteral("2 | mara: <b>two</b>")}));
    QVERIFY(person->keepNote({marks[0].id, marks[0].time, {}, QStringLiteral("another")}, QStringLiteral("tom")));
    QVERIFY(person->keepNote({marks[1].id, marks[1].time, {}, {}}, QStringLiteral("tom")));
    QCOMPARE(linesOf(readMarks(m_places, {start, start + 10s})), QStringList(QStringLiteral("1 | tom: another")));
}

/// A note edited after another user has removed it is stored as a new one.
void TestMarks::editOfARemovedNote()
{
    const auto person = open(AlertStore::For::People);
    QVERIFY(person->keepNote({{}, start + 1s, QStringLiteral("email"), QStringLiteral("one")}, QStringLiteral("mara")));
    const Mark mark = readMarks(m_places, {start, start + 10s}).front();
    QVERIFY(person->keepNote({mark.id, mark.time, {}, {}}, QStringLiteral("tom")));
    QVERIFY(readMarks(m_places, {start, start + 10s}).empty());
    const auto kept = person->keepNote({mark.id, mark.time, QStringLiteral("email"), QStringLiteral("one, and why")},
                                       QStringLiteral("mara"));
    QVERIFY(kept && *kept == AlertStore::NoteKept::Anew);
    const std::vector<Mark> marks = readMarks(m_places, {start, start + 10s});
    QCOMPARE(linesOf(marks), QStringList(QStringLiteral("1 email| mara: one, and why")));
    QCOMPARE(marks.front().collection, QStringLiteral("email"));
    const auto again = person->keepNote({marks.front().id, mark.time, {}, QStringLiteral("x")}, QStringLiteral("mara"));
    QVERIFY(again && *again == AlertStore::NoteKept::AsAsked);
}

/// An action on an alert that no longer exists is refused, not dropped silently.
void TestMarks::wordsOnAnAlertThatIsGone()
{
    const auto person = open(AlertStore::For::People);
    const QString gone = QStringLiteral("gone");
    QVERIFY(!person->acknowledge(gone, start, QStringLiteral("mara")));
    QVERIFY(!person->mute(gone, start, QStringLiteral("mara")));
    QVERIFY(!person->note(gone, {start, QStringLiteral("mara"), QStringLiteral("seen")}));
}

void TestMarks::notesAreBounded()
{
    const auto store = open(AlertStore::For::People);
    QVERIFY(store->keepNote({{}, start, {}, QString(10'000, QLatin1Char('x'))}, {}));
    QVERIFY(store->keepNote({{}, start, {}, QStringLiteral("  \n ")}, {})); // nothing to note
    const std::vector<Mark> marks = readMarks(m_places, {start, start});
    QCOMPARE(marks.size(), 1U);
    QCOMPARE(marks.front().text.size(), Note::longest);
    QVERIFY(store->forget(start + 1ms));
    QVERIFY(readMarks(m_places, {start, start}).empty());
}

/// However many operations of other workspaces, and on other servers, are in the journal they share.
void TestMarks::neighboursTakeNoPlace()
{
    const auto journal = Journal::open(m_places.journal);
    QVERIFY(bool(journal));
    m_places.workspace = QStringLiteral("shop");
    m_places.endpoint = *Endpoint::parse(QStringLiteral("redis://127.0.0.1:7001"));
    int count = 0;
    const auto ran = [&](const char *workspace, const char *server) {
        Plan plan;
        plan.id = QString::number(count);
        plan.workspaceName = QString::fromLatin1(workspace);
        ServerIdentity ranOn;
        ranOn.address = QString::fromLatin1(server);
        OperationReport report;
        report.id = plan.id;
        report.time = start + std::chrono::milliseconds(count++);
        return (*journal)->begin(plan, report, ranOn) && (*journal)->finish(report);
    };
    QVERIFY(ran("shop", "redis://127.0.0.1:7001"));
    for (int i = 0; i < MarkQuestion::mostOfEach; ++i) {
        QVERIFY(i % 2 == 0 ? ran("another", "redis://127.0.0.1:7001") : ran("shop", "redis://127.0.0.1:7002"));
    }
    const std::vector<Mark> marks = readMarks(m_places, {start, start + 300s});
    QCOMPARE(marks.size(), std::size_t{1});
    QCOMPARE(marks.front().id, QStringLiteral("0"));
}

void TestMarks::askedOnceForAStretch()
{
    Marks marks;
    const MarkQuestion quarter{start - 15min, start};
    QCOMPARE(marks.missing(quarter, start), quarter);
    QVERIFY(!marks.missing(quarter, start + 1s)); // it is on its way
    marks.add(quarter, {happened(-60s, QStringLiteral("restarted"))});
    for (int second = 1; second < 25; ++second) { // the stretch moves on with now
        QVERIFY(!marks.missing({quarter.from + second * 1s, start + second * 1s}, start + second * 1s));
    }
    QVERIFY(!marks.missing({start - 100s, start - 50s}, start + 1s)); // a part of it is there
    QCOMPARE(marks.of({start - 100s, start - 50s}, {}).size(), 1U);
    QVERIFY(marks.of({start - 50s, start}, {}).empty());
    marks.outdate();
    QCOMPARE(marks.of(quarter, {}).size(), 1U); // shown until it is read again
    QVERIFY(marks.missing(quarter, start + 2s));
    const MarkQuestion day{start - 24h, start};
    QVERIFY(marks.missing(day, start + 3s));
}

/// Also where it reaches a little less far than what is outdated.
void TestMarks::whatIsNewIsShown()
{
    Marks marks;
    marks.add({start - 1h, start + 1min}, {happened(-60s, QStringLiteral("before"))});
    marks.outdate();
    const MarkQuestion wanted{start - 1h, start + 1min};
    QCOMPARE(linesOf(marks.of(wanted, {})), QStringList(QStringLiteral("-60 | before")));
    const MarkQuestion day{start - 24h, start};
    QVERIFY(marks.missing(day, start));
    marks.add(day, {happened(-60s, QStringLiteral("now"))});
    QCOMPARE(linesOf(marks.of(wanted, {})), QStringList(QStringLiteral("-60 | now")));
    // An answer that was under way when something changed is asked for again.
    QVERIFY(marks.missing({start - 2h, start + 2h}, start + 3h));
    marks.outdate();
    marks.add({start - 2h, start + 2h}, {happened(-60s, QStringLiteral("then"))});
    QVERIFY(marks.missing({start - 2h, start + 2h}, start + 3h));
}

void TestMarks::eventsNobodyKeptYet()
{
    Marks marks;
    const MarkQuestion quarter{start - 15min, start};
    const ServerEvent live{start - 60s, ServerEvent::Type::Restarted, 36, QStringLiteral("restarted")};
    QCOMPARE(marks.of(quarter, {live}).size(), 1U);
    marks.add(quarter, {happened(-60s, QStringLiteral("restarted"))});
    QCOMPARE(marks.of(quarter, {live}).size(), 1U); // the same
    const ServerEvent flushed{start - 30s, ServerEvent::Type::Flushed, 0, QStringLiteral("flushed")};
    QCOMPARE(linesOf(marks.of(quarter, {flushed})),
             QStringList({QStringLiteral("-60 | restarted"), QStringLiteral("-30 | flushed")}));
    QCOMPARE(markWord(marks.of(quarter, {flushed}).back()), QStringLiteral("flushed"));
}

QTEST_GUILESS_MAIN(TestMarks)
#include "tst_marks.moc"

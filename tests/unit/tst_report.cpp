// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/incident.h"
#include "app/report/reporthtml.h"
#include "app/report/reportwords.h"
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "redis/history/historywriter.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/sampleworkspace.h"
#include "tests/support/snapshotbuilder.h"

#include <QLocale>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <utility>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr milliseconds from{1'795'000'000'000};
constexpr milliseconds to = from + minutes(10);

/// A document taken apart again, as a reader would.
struct Read {
    QString error;
    QStringList texts; ///< texts of all elements
    QStringList tags;
    QStringList attributes; ///< values

    explicit Read(const QByteArray &html)
    {
        QXmlStreamReader xml(html);
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement()) {
                tags << xml.name().toString();
                for (const QXmlStreamAttribute &attribute : xml.attributes()) {
                    attributes << attribute.value().toString();
                }
            } else if (xml.isCharacters() && !xml.isWhitespace()) {
                texts << xml.text().toString().trimmed();
            }
        }
        error =
            xml.hasError() ? u"%1 at line %2"_s.arg(xml.errorString(), QString::number(xml.lineNumber())) : QString();
    }
};

} // namespace

/// Tests reports made from values.
class TestReport final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void isADocumentThatFetchesNothing();
    void foreignTextIsShownAndNotObeyed();
    void gapsAreGaps();
    void bandsAndLimits();
    void whatHappenedByTime();
    void beganBeforeItWasRaised();
    void whatAnAlertWasAndHowItEnded();
    void aStateWithItsOwnWords();
    void whatEndedALoss();
    void notesAreCounted();
    void whatIsNotKnownIsADash();
    void manyCollections();
    void aShortRecordingInALongTime();

private:
    /// Cells of the table of events, without notes and times.
    static std::vector<QStringList> eventsOf(const Incident &incident);
    static Alert restarted();
    Incident incident();
    void addCollection(const QString &name);

    support::SampleWorkspace m_workspace;
    std::vector<IncidentCollection> m_collections;
};

void TestReport::init()
{
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions);
    QLocale::setDefault(locale);
    m_workspace = support::SampleWorkspace();
    m_collections.clear();
}

/// A queue with ready from 1 to 600, one each second.
void TestReport::addCollection(const QString &name)
{
    const std::size_t at = m_workspace.add(name, test::testKind(u"queue"));
    IncidentFigure ready;
    ready.figure = test::testKind(u"queue")->figureIndex(u"ready");
    for (int i = 0; i <= 600; i += 2) {
        ready.points.points.push_back({from + seconds(i), double(i), double(i), double(i), i == 0, false});
    }
    ready.points.width = seconds(2);
    ready.before = {0, from, false};
    ready.after = {600, to, false};
    ready.lowest = ready.before;
    ready.highest = ready.after;
    m_collections.push_back({at, State::Ok, {ready}});
}

Incident TestReport::incident()
{
    return {m_workspace.workspace(), u"127.0.0.1:6379"_s, {from, to}, to, m_collections, {}, {}, {}};
}

void TestReport::isADocumentThatFetchesNothing()
{
    addCollection(u"email"_s);
    const QByteArray html = reportHtml(incident());
    const Read read(html);
    QCOMPARE(read.error, QString());
    QVERIFY(html.startsWith("<!DOCTYPE html>"));
    QVERIFY(!read.tags.contains(u"script"_s) && !read.tags.contains(u"link"_s) && !read.tags.contains(u"img"_s));
    QVERIFY(read.attributes.contains(u"default-src 'none'; style-src 'unsafe-inline'"_s));
    for (const char *word : {"http:", "https:", "@import", "src="}) {
        QVERIFY2(!html.contains(word), word);
    }
    QVERIFY(!html.contains("var(--)") && html.contains("prefers-color-scheme:dark"));
    // Every colour that the style sheet asks for is set.
    static const QRegularExpression used(u"var\\(--(\\w+)\\)"_s);
    for (auto found = used.globalMatch(QString::fromUtf8(html)); found.hasNext();) {
        const QByteArray name = "--" + found.next().captured(1).toUtf8() + ":#";
        QCOMPARE(html.count(name), 2); // light and dark
    }
}

void TestReport::foreignTextIsShownAndNotObeyed()
{
    const QString hostile = u"<script>alert(1)</script> \" onload='x' & ]]> -->"_s;
    addCollection(hostile + u"\u0001\u001b[31m"_s);
    Incident all = incident();
    all.server = hostile;
    all.missing << hostile;
    Alert alert;
    alert.subject = {hostile, u"queue"_s, u"ready"_s, Cause::Level};
    alert.worst = alert.state = State::Critical;
    alert.text = hostile;
    alert.notes = {{alert.raised, {}, hostile + u"\nsecond line"_s}};
    alert.raised = from + seconds(1);
    all.alerts.push_back(alert);
    OperationReport operation;
    operation.id = operation.by = operation.collection = operation.workspace = operation.error = hostile;
    operation.undoOf = hostile;
    operation.notes << hostile;
    operation.time = from + seconds(2);
    all.operations.push_back(operation);
    const QByteArray html = reportHtml(all);
    const Read read(html);
    QCOMPARE(read.error, QString());
    QVERIFY(!read.tags.contains(u"script"_s));
    QVERIFY(read.texts.contains(hostile));
    QVERIFY(read.texts.contains(hostile + u"\nsecond line"_s));
    QVERIFY(read.texts.contains(hostile + u"\\x01\\x1b[31m"_s));
    QVERIFY(!html.contains('\x01') && !html.contains('\x1b'));
}

void TestReport::gapsAreGaps()
{
    addCollection(u"email"_s);
    QCOMPARE(reportHtml(incident()).count("<polyline"), 1);
    QCOMPARE(reportHtml(incident()).count("class=\"gap\""), 0);
    auto &points = m_collections[0].figures[0].points.points;
    points.erase(points.begin() + 100, points.begin() + 150);
    points[100].gapBefore = true;
    const QByteArray html = reportHtml(incident());
    QCOMPARE(html.count("<polyline"), 2);
    QCOMPARE(html.count("class=\"gap\""), 1);
    QVERIFY(html.contains("not recorded"));
    // Values recorded for only a part of the time leave another gap.
    points.erase(points.begin(), points.begin() + 100);
    points.resize(50);
    QCOMPARE(reportHtml(incident()).count("class=\"gap\""), 2);
    points.resize(1);
    QCOMPARE(reportHtml(incident()).count("class=\"dot\""), 1);
}

void TestReport::bandsAndLimits()
{
    addCollection(u"email"_s);
    QCOMPARE(reportHtml(incident()).count("<polygon"), 0);
    for (auto &point : m_collections[0].figures[0].points.points) {
        point.high += 10;
    }
    m_workspace.addLimit(0, QLatin1StringView("ready"), 500, 100'000);
    const QByteArray html = reportHtml(incident());
    QCOMPARE(html.count("<polygon"), 1);
    QCOMPARE(html.count("class=\"limit warning\""), 1);
    QCOMPARE(html.count("class=\"limit critical\""), 0); // too far to draw, and told all the same
    const Read read(html);
    QVERIFY(read.texts.contains(u"warning from 500"_s) && read.texts.contains(u"critical from 100,000"_s));
}

void TestReport::whatHappenedByTime()
{
    addCollection(u"email"_s);
    Incident all = incident();
    Alert alert;
    alert.subject = {u"email"_s, u"queue"_s, u"ready"_s, Cause::Level};
    alert.worst = State::Critical;
    alert.text = u"10 ready, limit 100"_s;
    alert.raised = from + seconds(100);
    alert.cleared = from + seconds(300);
    alert.acknowledged = from + seconds(200);
    all.alerts.push_back(alert);
    alert.subject.figure.clear();
    alert.subject.cause = Cause::Unknown;
    alert.worst = State::Error;
    alert.text = u"it cannot be read"_s;
    alert.raised = from - minutes(5);
    alert.cleared = to + seconds(1);
    all.alerts.push_back(alert);
    OperationReport operation;
    operation.id = u"76bbff23"_s;
    operation.collection = u"email"_s;
    operation.workspace = u"orders"_s;
    operation.state = OperationState::Done;
    operation.moved = operation.matched = 41;
    operation.time = from + seconds(250);
    all.operations.push_back(operation);
    const QStringList texts = Read(reportHtml(all)).texts;
    const QStringList order{
        u"it cannot be read"_s,   u"It was active before."_s,     u"It was still active at the end."_s,
        u"ready up to 300"_s,     u"Cleared after 3 min 20 s."_s, u"Requeue: 41 requeued"_s,
        u"Operation 76bbff23."_s, u"10 ready, limit 100"_s};
    qsizetype place = -1;
    for (const QString &text : order) {
        const qsizetype found = texts.indexOf(text, place + 1);
        QVERIFY2(found > place, qPrintable(text + u" in "_s + texts.join(u'\n')));
        place = found;
    }
    // An undo that changed nothing did not undo it.
    Incident undoing = incident();
    operation.action = Action::Undo;
    operation.undoOf = std::exchange(operation.id, u"80aaff23"_s);
    undoing.operations.push_back(operation);
    QVERIFY(Read(reportHtml(undoing)).texts.contains(u"It undid 76bbff23."_s));
    undoing.operations.back().skipped = std::exchange(undoing.operations.back().moved, 0);
    const QStringList vain = Read(reportHtml(undoing)).texts;
    QVERIFY(vain.contains(u"It was meant to undo 76bbff23, but changed nothing."_s)
            && vain.contains(u"nothing put back"_s));
    QVERIFY(!vain.contains(u"It undid 76bbff23."_s) && !vain.contains(u"done"_s));
    // One raised in it, one cleared, one that was not, one operation.
    const qsizetype tiles = texts.indexOf(u"alert raised"_s);
    QCOMPARE(texts.mid(tiles - 1, 8),
             (QStringList{u"1"_s, u"alert raised"_s, u"1"_s, u"alert cleared"_s, u"1"_s, u"still active at its end"_s,
                          u"1"_s, u"operation"_s}));
}

/// With `for` an alert is raised later than it began.
void TestReport::beganBeforeItWasRaised()
{
    addCollection(u"email"_s);
    Incident all = incident();
    Alert alert;
    alert.subject = {u"email"_s, u"queue"_s, u"ready"_s, Cause::Level};
    alert.worst = State::Critical;
    alert.raised = from + seconds(145);
    alert.cleared = from + seconds(181);
    alert.steps = {{alert.raised, State::Critical, from + seconds(100), alert.text}};
    all.alerts.push_back(alert);
    const QStringList texts = Read(reportHtml(all)).texts;
    QVERIFY2(texts.contains(u"It began %1."_s.arg(models::formatTime(from + seconds(100)))),
             qPrintable(texts.join(u'\n')));
    QVERIFY2(texts.contains(u"Cleared after 1 min 21 s."_s), qPrintable(texts.join(u'\n')));
}

/// An alert that became worse: a restart, then its losses.
Alert TestReport::restarted()
{
    Alert alert;
    alert.id = u"r"_s;
    alert.subject.cause = Cause::Restarted;
    alert.worst = State::Critical;
    alert.raised = from + seconds(60);
    alert.since = from + seconds(90);
    alert.steps = {{alert.raised, State::Warning, alert.raised, u"restarted while nobody was watching"_s},
                   {from + seconds(90), State::Critical, from + seconds(90), u"restarted, 300 elements gone"_s}};
    alert.worstText = u"restarted, 300 elements gone"_s;
    alert.state = State::Critical;
    alert.text = alert.worstText;
    return alert;
}

std::vector<QStringList> TestReport::eventsOf(const Incident &incident)
{
    std::vector<QStringList> events;
    for (const ReportEvent &event : ReportWords(incident).events()) {
        events.push_back(QStringList{event.look, event.word, event.where, event.text} + event.notes);
    }
    return events;
}

void TestReport::whatAnAlertWasAndHowItEnded()
{
    addCollection(u"scores"_s);
    Incident all = incident();
    Alert alert = restarted();
    alert.cleared = alert.raised + minutes(8);
    alert.state = State::Ok;
    alert.text = u"nothing more has happened since"_s;
    all.alerts.push_back(alert);
    const std::vector<QStringList> expected{
        {u"warning"_s, u"warning"_s, u"server"_s, u"restarted while nobody was watching"_s,
         u"At worst critical: restarted, 300 elements gone"_s, u"Cleared after 8 min."_s},
        {u"critical"_s, u"critical"_s, u"server"_s, u"restarted, 300 elements gone"_s},
        {QString(), u"cleared"_s, u"server"_s, u"nothing more has happened since"_s,
         u"It was: restarted, 300 elements gone"_s}};
    QCOMPARE(eventsOf(all), expected);
    // Each of them in the charts.
    QStringList marks;
    for (const SvgMark &mark : ReportWords(all).marks(m_workspace.workspace()->collections[0])) {
        marks << QLatin1StringView(mark.name) + u": "_s + mark.text.section(u' ', 1);
    }
    QCOMPARE(
        marks,
        (QStringList{u"warning: warning: restarted while nobody was watching"_s,
                     u"critical: critical: restarted, 300 elements gone"_s,
                     u"cleared: cleared: nothing more has happened since (it was restarted, 300 elements gone)"_s}));
}

/// An alert that became worse only after the reported time, and an alert without recorded steps.
void TestReport::aStateWithItsOwnWords()
{
    addCollection(u"scores"_s);
    Incident all = incident();
    Alert alert = restarted();
    alert.steps[1].time = to + seconds(1);
    all.alerts.push_back(alert);
    QCOMPARE(
        eventsOf(all),
        (std::vector<QStringList>{{u"warning"_s, u"warning"_s, u"server"_s, u"restarted while nobody was watching"_s,
                                   u"It was still active at the end."_s}}));
    alert.steps.clear();
    alert.state = State::Warning;
    alert.text = u"restarted while nobody was watching"_s;
    all.alerts = {alert};
    QCOMPARE(eventsOf(all),
             (std::vector<QStringList>{{u"critical"_s, u"critical"_s, u"server"_s, u"restarted, 300 elements gone"_s,
                                        u"It was still active at the end."_s}}));
}

/// It has no words for its end.
void TestReport::whatEndedALoss()
{
    addCollection(u"scores"_s);
    Incident all = incident();
    Alert alert;
    alert.subject = {u"scores"_s, u"queue"_s, {}, Cause::Level};
    alert.worst = State::Warning;
    alert.worstText = u"restarted, 300 elements gone"_s;
    alert.raised = from + seconds(10);
    alert.steps = {{alert.raised, State::Warning, alert.raised, alert.worstText}};
    alert.cleared = alert.raised + seconds(166);
    all.alerts.push_back(alert);
    std::vector<QStringList> expected{
        {u"warning"_s, u"warning"_s, u"scores"_s, alert.worstText, u"Cleared after 2 min 46 s."_s},
        {QString(), u"cleared"_s, u"scores"_s, u"half of them were back, or 15 minutes had passed"_s,
         u"It was: restarted, 300 elements gone"_s}};
    QCOMPARE(eventsOf(all), expected);
    all.alerts[0].raised = all.alerts[0].steps[0].time = all.alerts[0].steps[0].since = from - minutes(9);
    all.alerts[0].cleared = from + minutes(6);
    expected[0][4] = u"It was active before."_s;
    expected[0] << u"Cleared after 15 min."_s;
    expected[1][3] = u"15 minutes had passed"_s;
    QCOMPARE(eventsOf(all), expected);
}

/// Notes of moments and of alerts are counted.
void TestReport::notesAreCounted()
{
    addCollection(u"scores"_s);
    Incident all = incident();
    Alert alert = restarted();
    alert.notes = {{alert.raised, u"mara"_s, u"called"_s}};
    all.alerts.push_back(alert);
    const auto told = [&all](qsizetype places) {
        const QStringList texts = Read(reportHtml(all)).texts;
        return texts.mid(texts.indexOf(u"operations"_s) + 1, places);
    };
    QCOMPARE(told(2), (QStringList{u"1"_s, u"note"_s}));
    all.alerts[0].notes.push_back({alert.raised, {}, u"and again"_s});
    Mark mark;
    mark.kind = Mark::Kind::Note;
    mark.time = from + seconds(1);
    mark.text = u"deployed"_s;
    all.notes.push_back(mark);
    QCOMPARE(told(2), (QStringList{u"3"_s, u"notes"_s}));
}

void TestReport::whatIsNotKnownIsADash()
{
    addCollection(u"email"_s);
    m_collections[0].figures[0].after = {};
    m_workspace.add(u"never read"_s, test::testKind(u"presence"));
    m_collections.push_back({1, State::Ok, {}});
    const Read read(reportHtml(incident()));
    QVERIFY(read.texts.contains(u"–"_s));
    QVERIFY(read.texts.contains(u"Nothing was recorded for it in this time."_s));
}

void TestReport::manyCollections()
{
    for (int i = 0; i < 120; ++i) {
        addCollection(u"c%1"_s.arg(i));
    }
    const Read read(reportHtml(incident()));
    QCOMPARE(read.error, QString());
    QCOMPARE(read.tags.count(u"figure"_s), 100);
    QCOMPARE(read.tags.count(u"section"_s), 120);
    QVERIFY(read.texts.contains(u"There are charts of the first 100, in the order of their alerts."_s));
}

/// When it was lowest and highest is told as it was recorded, not as the width of a picture gathers it.
void TestReport::aShortRecordingInALongTime()
{
    auto parsed = redis::parseWorkspace(R"({"plimsoll":1,"connection":{"url":"redis://127.0.0.1:6379"},)"
                                        R"("collections":[{"name":"email","kind":"queue","keys":{"ready":"q"}}]})",
                                        redis::kindInfos());
    const auto workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
    const auto endpoint = *redis::Endpoint::parse(workspace->connection.url);
    const QTemporaryDir folder;
    const milliseconds begin(1'700'000'000'000);
    {
        redis::HistoryWriter writer(redis::historyPath(folder.path(), endpoint, workspace->name));
        test::SnapshotBuilder builder;
        for (int n = 0; n < 20; ++n) {
            const QString row = QStringLiteral("email | queue | ok | ready=%1").arg(n);
            writer.apply(*builder.make(begin + std::chrono::seconds(n), {row}));
        }
    }
    const auto incident = gatherIncident(workspace, endpoint, folder.path(),
                                         {begin - std::chrono::hours(2), begin + std::chrono::hours(2)});
    QVERIFY2(incident.ok(), incident.ok() ? "" : qPrintable(incident.error().message));
    const IncidentFigure *ready =
        incident->collections.at(0).figure(workspace->collections[0].kind->figureIndex(u"ready"));
    QVERIFY(ready != nullptr);
    QCOMPARE(ready->before.value, 0.0);
    QCOMPARE(ready->lowest.value, 0.0);
    QCOMPARE(ready->lowest.time, begin);
    QCOMPARE(ready->highest.value, 19.0);
    QCOMPARE(ready->highest.time, begin + std::chrono::seconds(19));
    QCOMPARE(ready->after.value, 19.0);
}

QTEST_GUILESS_MAIN(TestReport)

#include "tst_report.moc"

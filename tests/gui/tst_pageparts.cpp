// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/sentence.h"
#include "redis/collections/kinds.h"
#include "models/text/format.h"
#include "tests/gui/notedservices.h"
#include "tests/gui/picture.h"
#include "tests/support/snapshotbuilder.h"
#include "views/collection/aroundcard.h"
#include "views/collection/figures.h"
#include "views/kinds/histogramchart.h"
#include "views/page/kindview.h"
#include "views/page/question.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretext.h"
#include "views/widgets/figuretile.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;

namespace {

/// What the real kind of that name says.
std::span<const Clause> sentenceOf(const KindInfo &kind)
{
    const std::span<const KindInfo *const> all = redis::kindInfos();
    const auto real = std::find_if(all.begin(), all.end(), [&](const KindInfo *one) { return one->id == kind.id; });
    return real == all.end() ? std::span<const Clause>() : (*real)->sentence;
}

} // namespace

/// Tests the small parts of pages, with unexpected names.
class PagePartsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void namesTellKeysApart_data();
    void namesTellKeysApart();
    void longAndBinaryNames();
    void theNewestQuestionCounts();
    void keepsAskingButNeverTwoAtOnce();
    void countsAgainAfterAnOperation();
    void countsAgainAfterThePast();
    void asksForLargeAnswersLessOften();
    void sentences_data();
    void sentences();
    void noNumberIsCut_data();
    void noNumberIsCut();
    void noSentenceRepeatsTheFigureAboveIt_data();
    void noSentenceRepeatsTheFigureAboveIt();
    void aBoxIsSeenTickedOrNot_data();
    void aBoxIsSeenTickedOrNot();
    void noExpiryIsNotUnknown();
    void aBadgeShowsTheFormThatFits();
    void anAlertIsListedFromBeginningToEnd();
    void tilesHaveOneTypeSize();
    void aNoteHasItsOwnColour();
    void aNoteThatIsTooWideKeepsItsBeginning();
    void focusIsShownByTheBorderAlone();
    void choicesOpenBelowTheirField();

private:
    Theme m_theme;
};

void PagePartsTest::namesTellKeysApart_data()
{
    QTest::addColumn<QList<QByteArray>>("keys");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("one") << QList<QByteArray>{"queue:email"} << QStringList{QStringLiteral("email")};
    QTest::newRow("tiers") << QList<QByteArray>{"queue:email:high", "queue:email", "queue:email:low"}
                           << QStringList{QStringLiteral("high"), QStringLiteral("email"), QStringLiteral("low")};
    QTest::newRow("part at the word") << QList<QByteArray>{"q:low", "q:lowest"}
                                      << QStringList{QStringLiteral("low"), QStringLiteral("lowest")};
    QTest::newRow("shards before a period") << QList<QByteArray>{"dd:0:2026113018", "dd:1:2026113018"}
                                            << QStringList{QStringLiteral("0"), QStringLiteral("1")};
    QTest::newRow("an end is no word") << QList<QByteArray>{"q:10", "q:20"}
                                       << QStringList{QStringLiteral("10"), QStringLiteral("20")};
    QTest::newRow("nothing in common") << QList<QByteArray>{"a", "b"}
                                       << QStringList{QStringLiteral("a"), QStringLiteral("b")};
}

void PagePartsTest::namesTellKeysApart()
{
    QFETCH(QList<QByteArray>, keys);
    QTEST(distinctNames({keys.begin(), keys.end()}), "names");
}

void PagePartsTest::longAndBinaryNames()
{
    Badge badge(&m_theme);
    badge.show(State::Critical, QString(500, QLatin1Char('x')));
    badge.resize(100, 20);
    QVERIFY(badge.sizeHint().width() > 100);
    const QImage badgePicture = badge.grab().toImage();
    QVERIFY(testing::isPainted(badgePicture));
    QVERIFY(testing::isPlain(badgePicture.copy(100 - 4, 5, 3, 10))); // the text ends before the edge
    TileRow tiles(&m_theme);
    tiles.show({{QString(300, QLatin1Char('n')),
                 QStringLiteral("6 days 11 h 4 min"),
                 QString(300, QLatin1Char('m')),
                 {},
                 State::Ok}});
    tiles.resize(118, 90);
    const QImage tilePicture = tiles.grab().toImage();
    QVERIFY(testing::isPainted(tilePicture));
    QVERIFY(testing::isPlain(tilePicture.copy(118 - 7, 10, 5, 50)));
    const QStringList names = distinctNames({QByteArray("\xff\x00q:\x01", 5), QByteArray("\xff\x00q:\x02", 5)});
    QCOMPARE(names.size(), 2);
    QVERIFY(names[0] != names[1]);
}

void PagePartsTest::theNewestQuestionCounts()
{
    PageHost host;
    Question question(&host, this);
    const QSignalSpy asked(&host, &PageHost::asked);
    const QSignalSpy answered(&question, &Question::answered);
    const QSignalSpy failed(&question, &Question::failed);
    const auto id = [&asked](int which) { return asked.at(which).front().value<BrowseRequest>().id; };
    question.ask({}, MemberQuery{});
    question.ask({}, MemberQuery{});
    emit host.answered({id(0), 0, {}, MemberAnswer{}}); // late
    QVERIFY(answered.isEmpty() && question.isOut());
    emit host.answered({id(1), 0, {}, MemberAnswer{}});
    emit host.answered({id(1), 0, {}, MemberAnswer{}}); // once more
    QCOMPARE(answered.size(), 1);
    QVERIFY(!question.isOut());
    question.ask({}, MemberQuery{});
    question.forget();
    emit host.answered({id(2), 0, {}, Error{ErrorKind::Unreachable, QStringLiteral("gone")}});
    QVERIFY(failed.isEmpty());
    question.ask({}, MemberQuery{});
    emit host.answered({id(3), 0, {}, Error{ErrorKind::Unreachable, QStringLiteral("gone")}});
    QCOMPARE(failed.size(), 1);
    QCOMPARE(failed.front().front().toString(), QStringLiteral("gone"));
    QCOMPARE(answered.size(), 1);
}

void PagePartsTest::keepsAskingButNeverTwoAtOnce()
{
    PageHost host;
    Question always(&host, this);
    Question seldom(&host, this, 1h);
    const QSignalSpy asked(&host, &PageHost::asked);
    const auto answerLast = [&] {
        emit host.answered({asked.back().front().value<BrowseRequest>().id, 0, {}, Histogram{}});
    };
    for (int i = 0; i < 3; ++i) {
        always.keep({}, HistogramQuery{});
    }
    QCOMPARE(asked.size(), 1);
    answerLast();
    always.keep({}, HistogramQuery{});
    QCOMPARE(asked.size(), 2);
    always.forget();
    always.keep({}, HistogramQuery{}); // at once: what was out is of no use any more
    QCOMPARE(asked.size(), 3);
    seldom.keep({}, HistogramQuery{});
    answerLast();
    seldom.keep({}, HistogramQuery{});
    QCOMPARE(asked.size(), 4);
    seldom.forget();
    seldom.keep({}, HistogramQuery{});
    QCOMPARE(asked.size(), 5);
}

/// Bars from before an operation would stand beside tiles from after it.
void PagePartsTest::countsAgainAfterAnOperation()
{
    PageHost host;
    testing::NotedOperations operations;
    PageContext context{.theme = &m_theme, .host = &host};
    context.operations = &operations;
    HistogramChart chart(QStringLiteral("due"), QStringLiteral("chart"), 1h, context, nullptr);
    const QSignalSpy asked(&host, &PageHost::asked);
    chart.keepNextHour({});
    emit host.answered({asked.back().front().value<BrowseRequest>().id, 0, {}, Histogram{}});
    chart.keepNextHour({});
    QCOMPARE(asked.size(), 1);
    emit operations.journalRead({});
    chart.keepNextHour({});
    QCOMPARE(asked.size(), 2);
}

/// Back from the past it is asked at once, and nothing is said to be unreadable meanwhile.
void PagePartsTest::countsAgainAfterThePast()
{
    PageHost host;
    const PageContext context{.theme = &m_theme, .host = &host};
    HistogramChart chart(QStringLiteral("due"), QStringLiteral("chart"), 1h, context, nullptr);
    connect(&chart, &HistogramChart::counted, &chart, &HistogramChart::showNextHour);
    const auto says = [&chart](const QString &text) {
        const auto labels = chart.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [&text](const QLabel *label) { return label->text().contains(text); });
    };
    const QSignalSpy asked(&host, &PageHost::asked);
    const auto answer = [&](const BrowseResult::Answer &with) {
        emit host.answered({asked.back().front().value<BrowseRequest>().id, 0, {}, with});
    };
    chart.keepNextHour({});
    Histogram counts;
    counts.before = 3;
    counts.after = 5;
    answer(counts);
    QVERIFY(says(QStringLiteral("5 later")));
    QVERIFY(!says(QStringLiteral("3"))); // the tile of the page says how many are due, by a newer count
    host.setClosed(QStringLiteral("The past is shown."));
    chart.forget();
    chart.keepNextHour({});
    QCoreApplication::processEvents();
    QVERIFY(!says(QStringLiteral("could not be read")));
    host.setClosed({});
    chart.keepNextHour({});
    QCOMPARE(asked.size(), 2);
    answer(Error{ErrorKind::Unreachable, QStringLiteral("The connection was lost.")});
    QVERIFY(says(QStringLiteral("could not be read")));
}

/// An element of megabytes is not read at every tick.
void PagePartsTest::asksForLargeAnswersLessOften()
{
    PageHost host;
    Question question(&host, this);
    const QSignalSpy asked(&host, &PageHost::asked);
    const auto answer = [&](qint64 bytes) {
        emit host.answered({asked.back().front().value<BrowseRequest>().id, 0, {}, ElementsPage{}, bytes});
        question.keep({}, ElementsQuery{});
    };
    question.keep({}, ElementsQuery{});
    answer(200);
    QCOMPARE(asked.size(), 2);
    answer(60LL * 1024 * 1024); // a minute at 1 MiB a second
    QCOMPARE(asked.size(), 2);
    question.ask({}, ElementsQuery{}); // a person asks
    QCOMPARE(asked.size(), 3);
    answer(0);
    QCOMPARE(asked.size(), 4);
}

void PagePartsTest::sentences_data()
{
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("said");
    QTest::newRow("error first")
        << "q | queue | error | ready=5 stale=3 |||-: error: NOPERM: the user may not read it // stale: warning: x"
        << "NOPERM: the user may not read it";
    QTest::newRow("limit, and where it goes")
        << "q | queue | warning | ready=1200 growthPerMinute=24 |||ready: warning: 1,200 ready, limit 1,000"
        << "1,200 ready, limit 1,000; ready grows 24/min";
    QTest::newRow("stale first") << "q | queue | ok | ready=5 stale=41 oldestProcessingMs=190000 growthPerMinute=2"
                                 << "41 stale, oldest claimed 3 min 10 s ago";
    QTest::newRow("stale, and more to come")
        << "q | queue | ok | ready=500 stale=41 oldestProcessingMs=190000 growthPerMinute=2"
        << "41 stale, oldest claimed 3 min 10 s ago; ready grows 2/min";
    QTest::newRow("what holds stale work does not empty")
        << "q | queue | critical | ready=50 stale=41 drainMs=400000 growthPerMinute=-8 |||"
           "stale: critical: 41 stale, limit 25"
        << "41 stale, limit 25";
    QTest::newRow("no forecast of less than anybody reads")
        << "q | queue | ok | ready=1 stale=0 drainMs=400 growthPerMinute=-150 oldestReadyMs=700"
        << "oldest waits 0.7 s";
    QTest::newRow("stale, age unknown") << "q | queue | ok | ready=0 stale=41"
                                        << "41 stale; nothing is waiting";
    QTest::newRow("empties") << "q | queue | ok | ready=5 stale=0 drainMs=180000 growthPerMinute=-2 oldestReadyMs>=4000"
                             << "empties in 3 min; oldest waits ≥ 4 s";
    QTest::newRow("nothing") << "q | queue | ok | ready=0 stale=0 dead=1"
                             << "nothing is waiting; 1 dead letter";
    QTest::newRow("due") << "s | schedule | ok | delayed=1902 due=12 lagMs=800 nextDueMs=2000"
                         << "12 due, the first 0.8 s late; next in 2 s";
    QTest::newRow("leader") << "b | leaderboard | ok | members=48220 topScore=9910 || user-7=9910 user-2=9600"
                            << "user-7 leads with 9,910, 310 ahead";
    QTest::newRow("tied leaders") << "b | leaderboard | ok | members=2 ttlMs=60000 || user-7=9 user-2=9"
                                  << "user-7 and user-2 tie at 9; expires in 1 min";
    QTest::newRow("leader unknown") << "b | leaderboard | ok | members=2" // as in the past: it is not recorded
                                    << "\u2013";
    QTest::newRow("ghosts") << "p | presence | ok | connected=3402 active=3127 ghosts=275"
                            << "3,402 connected; 275 ghosts";
    QTest::newRow("a ghost") << "p | presence | ok | connected=180 active=190 ghosts=1"
                             << "180 connected; 1 ghost";
    QTest::newRow("a ghost or more") << "p | presence | ok | connected=1800 active=190 ghosts>=1"
                                     << "1,800 connected; ≥ 1 ghosts";
    QTest::newRow("shrinks") << "m | members | ok | members=100 growthPerMinute=-1.5"
                             << "members shrink 1.5/min";
    QTest::newRow("any kind") << "x | plain | ok | count=3"
                              << "nothing to report";
    QTest::newRow("any kind, unknown") << "x | plain | ok"
                                       << "not read yet";
}

void PagePartsTest::sentences()
{
    QFETCH(const QString, row);
    test::SnapshotBuilder builder;
    const SnapshotPtr snapshot = builder.make(1s, {row});
    QTEST(models::sentence(*snapshot, 0, sentenceOf(*snapshot->layout->rows.front().kind)), "said");
}

void PagePartsTest::noNumberIsCut_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("room"); // as wide as this text
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const QString &text, const QString &room, const QString &shown) {
        QTest::newRow(name) << text << room << shown;
    };
    row("fits", QStringLiteral("score 21,795"), QStringLiteral("score 21,795"), QStringLiteral("score 21,795"));
    row("words give way", QStringLiteral("score 21,795,571,429"), QStringLiteral("score 21,795,5…"),
        QStringLiteral("21,795,571,429"));
    row("as few as will do", QStringLiteral("all seen, scan 02:29:40"), QStringLiteral("all seen, scan 02…"),
        QStringLiteral("scan 02:29:40"));
    row("also for a number behind them", QStringLiteral("low, limit of 5 min"), QStringLiteral("low, limit…"),
        QStringLiteral("of 5 min"));
    row("then decimals", QStringLiteral("+5,912.73"), QStringLiteral("+5,912.7"), QStringLiteral("+5,913"));
    row("never the number", QStringLiteral("21,795,571,429"), QStringLiteral("21,795,5…"), QStringLiteral("…"));
    row("not for another number", QStringLiteral("−8/min, empty in 24 min"), QStringLiteral("−8/min, e…"),
        QStringLiteral("−8/min, e…"));
    row("words behind it", QStringLiteral("seen within a day"), QStringLiteral("seen wi…"), QStringLiteral("seen wi…"));
    row("a key", QStringLiteral("queue:12345678"), QStringLiteral("queue:123…"), QStringLiteral("queue:…"));
}

void PagePartsTest::noNumberIsCut()
{
    QFETCH(const QString, text);
    QFETCH(const QString, room);
    const QFontMetricsF font(m_theme.smallFont());
    const QString shown = fittedText(font, text, figureWidth(font, room) + 1);
    QTEST(shown, "shown");
    QCOMPARE(elidedWhole(font, QStringLiteral("1.150 ready, limit 1.000"),
                         font.horizontalAdvance(QStringLiteral("1.150 ready, limit 1.0…"))),
             QStringLiteral("1.150 ready, limit…"));
}

/// On a card the headline figure and its change stand above the sentence.
void PagePartsTest::noSentenceRepeatsTheFigureAboveIt_data()
{
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("said");
    QTest::newRow("limit")
        << "q | queue | critical | ready=107 stale=42 oldestReadyMs=43000 |||stale: critical: 42 stale, "
           "limit 25"
        << "limit 25; oldest waits 43 s";
    QTest::newRow("growth")
        << "q | queue | warning | ready=1200 growthPerMinute=24 |||ready: warning: 1,200 ready, limit "
           "1,000"
        << "limit 1,000";
    QTest::newRow("growth of another figure")
        << "q | queue | critical | ready=500 stale=41 growthPerMinute=2 |||stale: critical: 41 stale, limit 25"
        << "limit 25; ready grows 2/min";
    QTest::newRow("without a limit of its own")
        << "d | dedupe | warning | members=12507 buckets=32 withoutTtl=2 |||withoutTtl: warning: 2 without expiry"
        << "spread over 32 buckets";
    QTest::newRow("new dead letters")
        << "q | queue | warning | ready=0 dead=148 |||dead: warning: 148 dead, 64 new in the "
           "last hour"
        << "64 new in the last hour; nothing is waiting";
    QTest::newRow("main figure in a clause") << "d | dedupe | ok | members=5070 buckets=16 withoutTtl=0"
                                             << "spread over 16 buckets";
    QTest::newRow("one is a number, too") << "l | lock | ok | held=1 withoutTtl=0"
                                          << "nothing to report";
    QTest::newRow("the next problem, said once")
        << "q | queue | warning | ready=5 stale=9 dead=2 |||stale: warning: 9 stale // dead: warning: 2 dead (new)"
        << "2 dead (new)";
    QTest::newRow("another text") << "q | queue | warning | ready=5 |||ready: warning: unchanged for 5 min"
                                  << "unchanged for 5 min";
}

void PagePartsTest::noSentenceRepeatsTheFigureAboveIt()
{
    QFETCH(const QString, row);
    test::SnapshotBuilder builder;
    const SnapshotPtr snapshot = builder.make(1s, {row});
    const QString said = models::sentence(*snapshot, 0, sentenceOf(*snapshot->layout->rows.front().kind), {},
                                          models::SentencePlace::UnderFigure);
    QTEST(said, "said");
}

void PagePartsTest::aBoxIsSeenTickedOrNot_data()
{
    QTest::addColumn<Theme::Choice>("choice");
    QTest::newRow("light") << Theme::Choice::Light;
    QTest::newRow("dark") << Theme::Choice::Dark;
}

void PagePartsTest::aBoxIsSeenTickedOrNot()
{
    QFETCH(const Theme::Choice, choice);
    m_theme.setChoice(choice);
    const auto luminance = [](QRgb pixel) {
        const auto part = [](int value) { return std::pow(value / 255.0, 2.2); };
        return 0.2126 * part(qRed(pixel)) + 0.7152 * part(qGreen(pixel)) + 0.0722 * part(qBlue(pixel)) + 0.05;
    };
    QDialog dialog;
    QCheckBox box(&dialog);
    dialog.resize(60, 40);
    box.resize(60, 40);
    for (const bool ticked : {false, true}) {
        box.setChecked(ticked);
        const QImage picture = dialog.grab().toImage();
        const double behind = luminance(m_theme.tokens().card.rgb());
        double most = 1;
        for (int x = 0; x < 20; ++x) {
            const double here = luminance(picture.pixel(x, 20));
            most = std::max({most, here / behind, behind / here});
        }
        QVERIFY2(most >= 3, qPrintable(QString::number(most))); // what can be told from its ground by most people
    }
    m_theme.setChoice(Theme::Choice::Light);
}

/// Also where more happened nearer to the moment than the list has rows.
void PagePartsTest::anAlertIsListedFromBeginningToEnd()
{
    constexpr std::chrono::milliseconds moment{1'700'000'000'000};
    std::vector<Mark> marks;
    const auto add = [&](Mark::Kind kind, std::chrono::seconds after, State level, const QString &text,
                         const QString &id) {
        Mark &mark = marks.emplace_back(Mark{kind, moment + after, level, text});
        mark.collection = QStringLiteral("q");
        mark.id = id;
    };
    add(Mark::Kind::Raised, -82s, State::Warning, QStringLiteral("7 stale"), QStringLiteral("a1"));
    marks.back().until = moment - 2s;
    add(Mark::Kind::Cleared, -2s, State::Ok, QStringLiteral("7 stale"), QStringLiteral("a1"));
    marks.back().lasted = 80s;
    for (int i = 1; i <= 9; ++i) {
        add(Mark::Kind::Operation, std::chrono::seconds(i), State::Ok, QString::number(i), QString::number(i));
    }
    AroundCard card(&m_theme, {});
    const auto texts = [&](std::chrono::milliseconds at) {
        card.show(at, QStringLiteral("q"), marks);
        QStringList all;
        for (const auto *label : card.findChildren<ElidedLabel *>(QStringLiteral("aroundText"))) {
            all += label->fullText();
        }
        return all;
    };
    const QStringList alert{QStringLiteral("warning: 7 stale"),
                            QStringLiteral("cleared after 1 min 20 s, at worst 7 stale")};
    QCOMPARE(texts(moment).mid(0, 2), alert);
    QCOMPARE(texts(moment).size(), 9);
    QCOMPARE(texts(moment + 3s).size(), 10); // the alert comes ninth: neither half of it is left out
    QCOMPARE(texts(moment + 3s).mid(0, 2), alert);
    QCOMPARE(texts(moment + 1h).size(), 9);
    // What is left out is said where it is, and a click shows it.
    const auto more = [&card] { return card.findChildren<QPushButton *>(QStringLiteral("aroundMore")); };
    QCOMPARE(more().size(), 1);
    QCOMPARE(more().front()->text(), QStringLiteral("2 more…"));
    QTest::mouseClick(more().front(), Qt::LeftButton);
    QTRY_VERIFY(more().isEmpty());
    QCOMPARE(texts(moment + 1h).size(), 11);
    QCOMPARE(texts(moment).size(), 9); // another moment begins anew
}

/// If room is short, the longest form that fits is shown.
void PagePartsTest::aBadgeShowsTheFormThatFits()
{
    Badge badge(&m_theme);
    const QString whole = QStringLiteral("warning for 5 min, in trouble for 10 min: 41 stale, limit 25");
    const QStringList shorter{QStringLiteral("warning for 5 min: 41 stale, limit 25"),
                              QStringLiteral("warning: 41 stale, limit 25")};
    badge.show(State::Warning, whole, true, shorter);
    const int wide = badge.sizeHint().width();
    badge.fit(wide);
    QCOMPARE(badge.shownText(), whole);
    badge.fit(wide - 1);
    QCOMPARE(badge.shownText(), shorter.front());
    badge.fit(10);
    QCOMPARE(badge.shownText(), shorter.back());
    badge.show(State::Warning, whole + QLatin1Char('0'), true, shorter); // another second: nothing moves
    QCOMPARE(badge.shownText(), shorter.back());
    QCOMPARE(badge.accessibleName(), whole + QLatin1Char('0'));
}

void PagePartsTest::noExpiryIsNotUnknown()
{
    test::SnapshotBuilder builder;
    const models::History history;
    const SnapshotPtr read = builder.make(1s, {QStringLiteral("b | leaderboard | ok | members=2")});
    auto changed = std::make_shared<Snapshot>(*read);
    const TileText unknown = Figures(*changed, 0, history).tile(QLatin1StringView("ttlMs"), {});
    QCOMPARE(unknown.value, models::unknownText());
    QVERIFY(unknown.help.contains(QStringLiteral("Unknown")));
    changed->notes[changed->place(0, changed->layout->rows[0].figureIndex(u"ttlMs"))] = quint8(FigureNote::Never);
    const TileText never = Figures(*changed, 0, history).tile(QLatin1StringView("ttlMs"), {});
    QCOMPARE(never.value, QStringLiteral("never"));
    QVERIFY(!never.help.contains(QStringLiteral("Unknown")));
}

/// Also while a duration grows and shrinks by the second.
void PagePartsTest::tilesHaveOneTypeSize()
{
    TileRow tiles(&m_theme);
    tiles.setVisible(true);
    const auto show = [&tiles](const QString &age) {
        tiles.show({{QStringLiteral("ready"), QStringLiteral("4"), {}, {}, State::Ok, QStringLiteral("ready")},
                    {QStringLiteral("oldest"), age, {}, {}, State::Ok, {}}});
        QCoreApplication::processEvents();
    };
    tiles.resize(250, 90);
    const auto heightOf = [&](int index) { // of the digits, which are the only thing that is coloured
        const QImage picture = tiles.tiles().at(std::size_t(index))->grab().toImage();
        int first = picture.height(), last = -1;
        for (int y = picture.height() / 3; y < picture.height() * 2 / 3; ++y) {
            for (int x = 12; x < picture.width() / 4; ++x) {
                if (picture.pixelColor(x, y).lightness() < 128) {
                    first = std::min(first, y);
                    last = std::max(last, y);
                }
            }
        }
        return last - first + 1;
    };
    show(QStringLiteral("4 s"));
    const int usual = heightOf(0);
    QCOMPARE(heightOf(1), usual);
    show(QStringLiteral("444,444,444"));
    const int small = heightOf(0);
    QVERIFY2(small < usual && small > 0, qPrintable(QString::number(small)));
    QCOMPARE(heightOf(1), small);
    show(QStringLiteral("4 s")); // and does not grow at once
    QCOMPARE(heightOf(0), small);
    QCOMPARE(heightOf(1), small);
    show(QStringLiteral("444,444,444"));
    tiles.resize(700, 90); // there is room again
    QCoreApplication::processEvents();
    QCOMPARE(heightOf(0), usual);
}

/// The figure that is out of its limit is the coloured one: "0" processing is no trouble, "41 stale" is.
void PagePartsTest::aNoteHasItsOwnColour()
{
    FigureTile tile(&m_theme);
    tile.resize(200, 90);
    tile.setVisible(true);
    TileText text{QStringLiteral("processing"), QStringLiteral("8"), QStringLiteral("41 stale"), {}};
    text.noteState = State::Critical;
    tile.show(text);
    const QImage picture = tile.grab().toImage();
    const auto reds = [&](int from, int to) {
        int count = 0;
        for (int y = from; y < to; ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                count += picture.pixelColor(x, y) == m_theme.tokens().critical ? 1 : 0;
            }
        }
        return count;
    };
    QCOMPARE(reds(0, 52), 0);
    QVERIFY(reds(52, 90) > 0);
}

/// "now" says of when the figure is, so that the limit behind it gives way.
void PagePartsTest::aNoteThatIsTooWideKeepsItsBeginning()
{
    const auto picture = [this](const QString &note, const QString &shortNote) {
        FigureTile tile(&m_theme);
        tile.resize(150, 90);
        tile.setVisible(true);
        TileText text{QStringLiteral("oldest ready"), QStringLiteral("8"), note, {}};
        text.shortNote = shortNote;
        tile.show(text);
        return tile.grab().toImage();
    };
    const QString now = QStringLiteral("now ≥ 1 min 52 s");
    QCOMPARE(picture(now + QStringLiteral(" · limit 1 min and a half"), now), picture(now, {}));
    QVERIFY(picture(QStringLiteral("now 2 · limit"), QStringLiteral("now 2")) != picture(QStringLiteral("now 2"), {}));
}

/// No dotted rectangle of the base style within it.
void PagePartsTest::focusIsShownByTheBorderAlone()
{
    QDialog window;
    auto *other = new QPushButton(QStringLiteral("other"), &window);
    auto *button = new QPushButton(QStringLiteral("Requeue"), &window);
    button->setAutoDefault(false);
    other->setAutoDefault(false);
    button->move(120, 20);
    window.resize(300, 80);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    // Without the corners, where the round border reaches farther in.
    const auto inside = [button] {
        constexpr int border = 2, corner = 6;
        const QImage picture = button->grab().toImage();
        const QRect all = button->rect();
        return std::pair(picture.copy(all.adjusted(border, corner, -border, -corner)),
                         picture.copy(all.adjusted(corner, border, -corner, -border)));
    };
    other->setFocus(Qt::TabFocusReason);
    const auto without = inside();
    button->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(button->hasFocus());
    QVERIFY(inside() == without);
}

void PagePartsTest::choicesOpenBelowTheirField()
{
    QComboBox box;
    box.addItem(QStringLiteral("one"));
    box.ensurePolished();
    QStyleOptionComboBox option;
    option.initFrom(&box);
    QCOMPARE(box.style()->styleHint(QStyle::SH_ComboBox_Popup, &option, &box), 0);
}

QTEST_MAIN(PagePartsTest)
#include "tst_pageparts.moc"

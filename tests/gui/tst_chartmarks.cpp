// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "tests/gui/madeseries.h"
#include "views/charts/chartpaint.h"
#include "views/charts/notedialog.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/collection/figures.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests how events are drawn in a chart by their kind, and how the user adds a note at a moment.
class ChartMarksTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light); }
    void init();
    void cleanup() { m_chart.reset(); }
    void eachKindHasItsShape();
    void eventsCloseToEachOtherAreBothNamed_data();
    void eventsCloseToEachOtherAreBothNamed();
    void manyAtOnePlaceAreListedOrLocated();
    void barsGoOnWhileAnAlertIsActive();
    void anAlertOfTheServerIsNoneOfACollection();
    void barsAreHatchedWhileNothingIsKnown();
    void whoseItIsIsToldWhereThereAreSeveral();
    void aNoteIsMade();
    void aNoteIsEditedAndRemoved();
    void aNoteThatIsTooLong();
    void aNoteIsOfNoLaterMomentThanNow();
    void plainTextAlone();

private:
    [[nodiscard]] std::vector<TimeChart::Mark> marks() const;
    [[nodiscard]] QPointF at(milliseconds time) const
    {
        const QRectF area = m_plot->chart()->plotArea();
        const double share = 1 - static_cast<double>((now - time).count()) / double(milliseconds(15min).count());
        return {area.left() + share * area.width(), area.bottom()};
    }
    [[nodiscard]] QColor colourAt(milliseconds time, double above) const
    {
        const QPointF point = at(time) - QPointF(0, above);
        return m_plot->grab().toImage().pixelColor(point.toPoint());
    }
    [[nodiscard]] NoteDialog *dialog() const { return m_chart->findChild<NoteDialog *>(); }

    Theme m_theme;
    std::unique_ptr<TimeChart> m_chart;
    TimePlot *m_plot = nullptr;
};

std::vector<TimeChart::Mark> ChartMarksTest::marks() const
{
    Mark event{Mark::Kind::Event, now - 12min, State::Critical, QStringLiteral("restarted, 9 elements gone")};
    Mark raised{Mark::Kind::Raised, now - 8min, State::Critical, QStringLiteral("63 stale")};
    raised.collection = QStringLiteral("email");
    raised.until = now - 6min;
    Mark cleared = raised;
    cleared.kind = Mark::Kind::Cleared;
    Mark operation{Mark::Kind::Operation, now - 5min, State::Ok, QStringLiteral("Requeue: 63 moved")};
    operation.collection = QStringLiteral("email");
    Mark note{Mark::Kind::Note, now - 3min, State::Ok, QStringLiteral("<b>deployed</b> & slow")};
    note.id = QStringLiteral("n1");
    note.by = QStringLiteral("mara");
    Mark other = raised;
    other.collection = QStringLiteral("board");
    other.time = now - 2min;
    other.until.reset();
    return marksOf({event, raised, cleared, operation, note, other}, {QStringLiteral("email")});
}

void ChartMarksTest::init()
{
    m_chart = std::make_unique<TimeChart>(QStringLiteral("Depth"), &m_theme, nullptr);
    m_chart->resize(700, 300);
    m_chart->setNoting();
    m_chart->show();
    m_chart->setLines({{QStringLiteral("ready"), seriesOf(900, [](int i) { return i; }), 0, false}}, now);
    m_chart->setMarks(marks());
    m_plot = m_chart->findChild<TimePlot *>();
}

void ChartMarksTest::eachKindHasItsShape()
{
    const Tokens &tokens = m_theme.tokens();
    QCOMPARE(marks().size(), 4U); // not that of another collection, nor the end of what is a bar
    QTRY_COMPARE(colourAt(now - 7min, -3), tokens.critical); // the bar
    QVERIFY(colourAt(now - 9min, -3) != tokens.critical && colourAt(now - 4min, -3) != tokens.critical);
    QCOMPARE(colourAt(now - 3min, 5), tokens.text); // the diamond
    QCOMPARE(colourAt(now - 5min, 5), tokens.accent); // the triangle
    const auto &words = m_plot->words();
    QVERIFY(std::any_of(words.begin(), words.end(),
                        [](const auto &word) { return word.text == QLatin1String("restarted"); }));
}

void ChartMarksTest::eventsCloseToEachOtherAreBothNamed_data()
{
    QTest::addColumn<milliseconds>("first");
    QTest::addColumn<bool>("isClear");
    QTest::newRow("amid the chart") << milliseconds(8min) << true;
    QTest::newRow("near its end") << milliseconds(25s) << false; // both words have room on the left alone
    QTest::newRow("at its beginning") << milliseconds(15min - 5s) << false; // and here on the right
}

/// Neither word covers the other nor, where there is room, the other's line.
void ChartMarksTest::eventsCloseToEachOtherAreBothNamed()
{
    QFETCH(const milliseconds, first);
    QFETCH(const bool, isClear);
    const milliseconds flushed = now - first;
    const milliseconds restarted = flushed + 10s;
    Mark flush{Mark::Kind::Event, flushed, State::Critical, QStringLiteral("flushed, 9 elements gone")};
    flush.event = ServerEvent::Type::Flushed;
    const Mark restart{Mark::Kind::Event, restarted, State::Warning, QStringLiteral("restarted")};
    m_chart->setMarks(marksOf(std::vector<Mark>{flush, restart}, {QStringLiteral("email")}));
    const auto placeOf = [this](QLatin1StringView text) {
        m_plot->grab();
        const auto &words = m_plot->words();
        const auto found =
            std::find_if(words.begin(), words.end(), [&](const auto &word) { return word.text == text; });
        return found == words.end() ? QRectF() : found->place;
    };
    QTRY_VERIFY(!placeOf(QLatin1StringView("flushed")).isEmpty());
    QTRY_VERIFY(!placeOf(QLatin1StringView("restarted")).isEmpty());
    const QRectF one = placeOf(QLatin1StringView("flushed"));
    const QRectF other = placeOf(QLatin1StringView("restarted"));
    QVERIFY(!one.intersects(other));
    const auto covers = [this](const QRectF &place, milliseconds time) {
        return at(time).x() > place.left() && at(time).x() < place.right();
    };
    QCOMPARE(!covers(one, restarted) && !covers(other, flushed), isClear);
}

/// As many as fit; of the others, where they are.
void ChartMarksTest::manyAtOnePlaceAreListedOrLocated()
{
    const auto read = [this](int operations, int alerts) {
        std::vector<Mark> all;
        for (int i = 0; i < operations + alerts; ++i) {
            const bool isAlert = i >= operations;
            Mark &mark = all.emplace_back(
                Mark{isAlert ? Mark::Kind::Raised : Mark::Kind::Operation, now - 5min + milliseconds(i), State::Ok,
                     isAlert ? QStringLiteral("%1 stale").arg(i) : QStringLiteral("Requeue: %1 moved").arg(i)});
            mark.collection = QStringLiteral("email");
        }
        m_chart->setMarks(marksOf(all, {QStringLiteral("email")}));
        QTest::mouseMove(m_plot->viewport(), at(now - 5min).toPoint() - QPoint(0, 60));
        m_plot->grab();
        QStringList rows;
        for (const ReadingRow &row : m_plot->readingBox().rows) {
            rows.append(row.label);
        }
        return rows.mid(1); // without the figure
    };
    QCOMPARE(read(6, 0).size(), 6);
    QCOMPARE(read(6, 0).last(), QStringLiteral("Requeue: 5 moved"));
    const QStringList many = read(100, 0);
    QCOMPARE(many.last(), QStringLiteral("and %1 more operations: see the journal").arg(101 - many.size()));
    const QStringList mixed = read(100, 3);
    QCOMPARE(mixed.last(), QStringLiteral("and %1 more: see the journal and the alerts").arg(104 - mixed.size()));
}

void ChartMarksTest::barsGoOnWhileAnAlertIsActive()
{
    Mark raised{Mark::Kind::Raised, now - 8min, State::Warning, QStringLiteral("63 stale")};
    raised.collection = QStringLiteral("email");
    m_chart->setMarks(marksOf(std::vector<Mark>{raised}, {raised.collection}));
    QTRY_COMPARE(colourAt(now - 30s, -3), m_theme.tokens().warning);
    QVERIFY(colourAt(now - 9min, -3) != m_theme.tokens().warning);
}

void ChartMarksTest::anAlertOfTheServerIsNoneOfACollection()
{
    const std::vector<Mark> away{{Mark::Kind::Raised, now - 8min, State::Error, QStringLiteral("does not answer")}};
    const QString email = QStringLiteral("email");
    QVERIFY(marksOf(away, {email}).empty());
    QVERIFY(marksOf(away, {email, QStringLiteral("board")}).empty());
    const std::vector<TimeChart::Mark> ofServer = marksOf(away, {email, QString()});
    QCOMPARE(ofServer.size(), 1U);
    QVERIFY2(ofServer.front().text.startsWith(QStringLiteral("server · ")), qPrintable(ofServer.front().text));
    QVERIFY2(ofServer.front().later.startsWith(QStringLiteral("server · ")), qPrintable(ofServer.front().later));
}

void ChartMarksTest::barsAreHatchedWhileNothingIsKnown()
{
    const QColor critical = m_theme.tokens().critical;
    // Filled share of the bar over one minute.
    const auto filled = [&](milliseconds from) {
        const QImage image = m_plot->grab().toImage();
        int ours = 0, all = 0;
        for (int x = int(at(from).x()) + 2; x < int(at(from + 1min).x()) - 2; ++x) {
            for (int y = 0; y < 2; ++y, ++all) {
                ours += image.pixelColor(x, int(at(from).y()) + 3 + y) == critical ? 1 : 0;
            }
        }
        return double(ours) / all;
    };
    Mark raised{Mark::Kind::Raised, now - 8min, State::Critical, QStringLiteral("63 stale")};
    raised.collection = QStringLiteral("email");
    const auto unknown = [](const QString &of) {
        return of == QLatin1String("email") ? std::vector<TimeRange>{{now - 6min, now - 4min}}
                                            : std::vector<TimeRange>();
    };
    m_chart->setMarks(marksOf({raised}, {raised.collection}, unknown));
    QTRY_COMPARE(filled(now - 7min), 1.0);
    QVERIFY2(filled(now - 5min) < 0.5, qPrintable(QString::number(filled(now - 5min))));
    QVERIFY(filled(now - 5min) > 0); // it is there, hatched
    QCOMPARE(filled(now - 3min), 1.0);
    // Nothing comes for two minutes, by which everything moves to the left.
    m_chart->setNow(now + 2min);
    QTRY_COMPARE(filled(now - 3min - 2min), 1.0);
    QVERIFY(filled(now + 30s - 2min) < 0.5);
    // An alert about the unknown state itself is not hatched.
    raised.level = State::Error;
    m_chart->setMarks(marksOf({raised}, {raised.collection}, unknown));
    QTRY_COMPARE(filled(now - 5min - 2min), 1.0);
    QCOMPARE(filled(now + 30s - 2min), 1.0);
}

void ChartMarksTest::whoseItIsIsToldWhereThereAreSeveral()
{
    Mark raised{Mark::Kind::Raised, now - 8min, State::Critical, QStringLiteral("63 stale, limit 25")};
    Mark operation{Mark::Kind::Operation, now - 5min, State::Ok, QStringLiteral("Requeue: 63 moved")};
    Mark note{Mark::Kind::Note, now - 3min, State::Ok, QStringLiteral("deployed")};
    raised.collection = operation.collection = note.collection = QStringLiteral("email");
    const Mark server{Mark::Kind::Event, now - 2min, State::Critical, QStringLiteral("restarted")};
    const auto texts = [&](const QStringList &collections) {
        QStringList told;
        for (const TimeChart::Mark &mark : marksOf({raised, operation, note, server}, collections)) {
            told += mark.text;
        }
        return told;
    };
    const QStringList alone{QStringLiteral("critical: 63 stale, limit 25"), QStringLiteral("Requeue: 63 moved"),
                            QStringLiteral("deployed"), QStringLiteral("restarted")};
    QCOMPARE(texts({QStringLiteral("email")}), alone);
    QStringList named = alone;
    for (int i = 0; i < 3; ++i) {
        named[i].prepend(QStringLiteral("email · "));
    }
    QCOMPARE(texts({QStringLiteral("board"), QStringLiteral("email")}), named);
    // A dialog has the note alone.
    QCOMPARE(marksOf({note}, {QStringLiteral("board"), QStringLiteral("email")}).front().note,
             QStringLiteral("deployed"));
}

void ChartMarksTest::aNoteIsMade()
{
    QSignalSpy made(m_chart.get(), &TimeChart::noteMade);
    m_plot->setFocus();
    QTest::keyClick(m_plot, Qt::Key_Left); // a moment is read
    QTest::keyClick(m_plot, Qt::Key_Left);
    QTest::keyClick(m_plot, Qt::Key_N);
    QTRY_VERIFY(dialog() != nullptr);
    QVERIFY(dialog()->findChild<QPushButton *>(QStringLiteral("noteRemove")) == nullptr);
    auto *text = dialog()->findChild<QPlainTextEdit *>(QStringLiteral("noteText"));
    dialog()->accept(); // nothing yet
    QVERIFY(made.isEmpty());
    text->setPlainText(QStringLiteral("  deployed 4.2\nslowly "));
    dialog()->accept();
    QCOMPARE(made.size(), 1);
    const auto note = made.first().first().value<Note>();
    QCOMPARE(note.text, QStringLiteral("deployed 4.2\nslowly"));
    QVERIFY(note.id.isEmpty() && note.time < now && note.time > now - 2min);
    // The menu has it as well, and its time can be changed.
    auto *menu = m_chart->findChild<QToolButton *>(QStringLiteral("spanButton"))->menu();
    emit menu->aboutToShow();
    QVERIFY(menu->findChild<QAction *>(QStringLiteral("addNote")) != nullptr);
}

void ChartMarksTest::aNoteIsEditedAndRemoved()
{
    QSignalSpy made(m_chart.get(), &TimeChart::noteMade);
    auto *menu = m_chart->findChild<QToolButton *>(QStringLiteral("spanButton"))->menu();
    emit menu->aboutToShow();
    menu->findChild<QAction *>(QStringLiteral("editNote"))->trigger();
    QTRY_VERIFY(dialog() != nullptr);
    auto *text = dialog()->findChild<QPlainTextEdit *>(QStringLiteral("noteText"));
    QCOMPARE(text->toPlainText(), QStringLiteral("<b>deployed</b> & slow"));
    QVERIFY(dialog()->findChild<QLineEdit *>(QStringLiteral("noteAt"))->isReadOnly());
    auto *remove = dialog()->findChild<QPushButton *>(QStringLiteral("noteRemove"));
    remove->click();
    QVERIFY(made.isEmpty()); // it asks
    remove->click();
    QCOMPARE(made.size(), 1);
    const auto note = made.first().first().value<Note>();
    QCOMPARE(note.id, QStringLiteral("n1"));
    QVERIFY(note.text.isEmpty());
}

void ChartMarksTest::aNoteThatIsTooLong()
{
    NoteDialog dialog(
        {{}, now, {}, {}}, [] { return now; }, nullptr);
    QSignalSpy made(&dialog, &NoteDialog::made);
    auto *text = dialog.findChild<QPlainTextEdit *>(QStringLiteral("noteText"));
    text->setPlainText(QString(Note::longest + 1, QLatin1Char('x')));
    dialog.accept();
    QVERIFY(made.isEmpty());
    text->setPlainText(QString(Note::longest, QLatin1Char('x')));
    dialog.findChild<QLineEdit *>(QStringLiteral("noteAt"))->setText(QStringLiteral("some time"));
    dialog.accept();
    QVERIFY(made.isEmpty());
    dialog.findChild<QLineEdit *>(QStringLiteral("noteAt"))->setText(QStringLiteral("now"));
    dialog.accept();
    QCOMPARE(made.size(), 1);
}

void ChartMarksTest::aNoteIsOfNoLaterMomentThanNow()
{
    QSignalSpy made(m_chart.get(), &TimeChart::noteMade);
    m_plot->askNote();
    QTRY_VERIFY(dialog() != nullptr);
    dialog()->findChild<QPlainTextEdit *>(QStringLiteral("noteText"))->setPlainText(QStringLiteral("deployed"));
    dialog()->findChild<QLineEdit *>(QStringLiteral("noteAt"))->setText(models::formatDateTime(now + 2min));
    dialog()->accept();
    QVERIFY(made.isEmpty());
    m_chart->setNow(now + 5min); // the dialog was open for five minutes
    dialog()->accept();
    QCOMPARE(made.size(), 1);
    QCOMPARE(made.first().first().value<Note>().time, now + 2min);
}

void ChartMarksTest::plainTextAlone()
{
    auto *menu = m_chart->findChild<QToolButton *>(QStringLiteral("spanButton"))->menu();
    emit menu->aboutToShow();
    QCOMPARE(menu->findChild<QAction *>(QStringLiteral("editNote"))->text(),
             QStringLiteral("◆ mara: <b>deployed</b> && slow"));
}

QTEST_MAIN(ChartMarksTest)
#include "tst_chartmarks.moc"

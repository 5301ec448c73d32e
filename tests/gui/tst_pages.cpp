// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "redis/types/loss.h"
#include "tests/gui/complaints.h"
#include "tests/gui/pagebench.h"
#include "tests/gui/picture.h"
#include "tests/support/cputime.h"
#include "tests/support/slowness.h"
#include "views/charts/timeplot.h"
#include "views/collection/figures.h"
#include "views/pages/kindpage.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"
#include "views/widgets/notice.h"
#include "views/widgets/pager.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::views;
using testing::Bench;
using L1 = QLatin1StringView;

namespace {

/// What the badge shows with less and less room.
QStringList formsOf(Badge &badge)
{
    QStringList shown;
    for (int room = 2'000; room >= 0; --room) {
        badge.fit(room);
        if (shown.isEmpty() || shown.back() != badge.shownText()) {
            shown.append(badge.shownText());
        }
    }
    return shown;
}

} // namespace

class PagesTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void onlyCollectionOpensAtOnce();
    void aSelectedRowThatGoesSelectsNoOther();
    void listOpensAndGoesBack();
    void emptyKindTeaches();
    void filterHidesCollections();
    void tenThousandCollections();
    void everyKindShowsItself_data();
    void everyKindShowsItself();
    void elementsInPages_data();
    void elementsInPages();
    void selectedRowsStay();
    void theStateKeepsItsDuration();
    void narrowFormsOfTheState_data();
    void narrowFormsOfTheState();
    void theReasonHasItsOwnAge();
    void aLossIsNotAsOldAsTheState();
    void rowsThatLeftDoNotAge();
    void pagerCountsWhatIsThere();
    void loadingEmptyAndError();
    void onlyOneQuestionIsOut();
    void copiesRows();
    void inspectsTheSelection();
    void oldFiguresSayTheirTime();
    void whatHappenedIsMarkedInEveryChart();
    void memberIsLookedUp();
    void ranksGoAnywhere();
    void membersBySampleAndComparison();

private:
    QTemporaryDir m_settings;
    Theme m_theme;
};

void PagesTest::initTestCase()
{
    // Columns are kept in settings: those of this test alone.
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    m_theme.install(*qApp, Theme::Choice::Light);
}

void PagesTest::aSelectedRowThatGoesSelectsNoOther()
{
    QStandardItemModel model;
    for (const char *name : {"a", "b", "c"}) {
        model.appendRow(new QStandardItem(QString::fromLatin1(name)));
    }
    TableView table(&m_theme, {});
    table.setModel(&model);
    for (const int row : {1, 1, 0}) { // one in the middle, the last, the only one
        table.selectRow(row);
        QCOMPARE(table.selectedRows().size(), 1);
        model.removeRow(row);
        QVERIFY(table.selectedRows().isEmpty());
    }
}

void PagesTest::onlyCollectionOpensAtOnce()
{
    Bench bench(m_theme, L1("queue"));
    bench.tick();
    const auto *title = bench.find<QLabel>(QStringLiteral("collectionTitle"));
    QCOMPARE(title->text(), QStringLiteral("email"));
    const auto *badge = title->parentWidget()->findChild<Badge *>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(badge->x() > title->geometry().right()); // its state stands behind its name
    QVERIFY(!bench.page->back());
    QCOMPARE(bench.page->shown(), (std::set<std::size_t>{0}));
}

void PagesTest::listOpensAndGoesBack()
{
    Bench bench(m_theme, L1("queue"), 3);
    bench.tick();
    auto *list = bench.find<TableView>(QStringLiteral("collections"));
    const QAbstractItemModelTester tester(list->model());
    QCOMPARE(list->model()->rowCount(), 3);
    QVERIFY(bench.page->shown().empty());
    list->selectRow(1);
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(bench.find<QLabel>(QStringLiteral("collectionTitle"))->isVisible());
    QCOMPARE(bench.page->shown().size(), 1U);
    bench.tick();
    QVERIFY(bench.page->back());
    QVERIFY(list->isVisible());
    QVERIFY(!bench.page->back());
}

void PagesTest::emptyKindTeaches()
{
    models::History history;
    PageHost host;
    testing::NotedServices services;
    KindPage page(redis::findKind(u"queue"), services.context(m_theme, &history, &host));
    page.show();
    auto layout = std::make_shared<SnapshotLayout>();
    layout->workspace = std::make_shared<const Workspace>();
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->layout = layout;
    page.apply(snapshot);
    const auto *notice = page.findChild<Notice *>();
    QVERIFY(notice->isVisible());
    QVERIFY(notice->heading().contains(QStringLiteral("“Queue”")));
    QVERIFY(!notice->text().isEmpty());
}

void PagesTest::filterHidesCollections()
{
    Bench bench(m_theme, L1("queue"), 30);
    bench.tick();
    const auto *list = bench.find<TableView>(QStringLiteral("collections"));
    bench.page->setFilter(QStringLiteral("queue 12"));
    QCOMPARE(list->model()->rowCount(), 1);
    QVERIFY(
        bench.find<ElidedLabel>(QStringLiteral("counts"))->fullText().endsWith(QStringLiteral("1 matches the filter")));
    bench.page->setFilter(QStringLiteral("nothing like this"));
    QVERIFY(bench.notice().contains(QStringLiteral("nothing like this")));
    bench.page->setFilter({});
    QCOMPARE(list->model()->rowCount(), 30);
}

void PagesTest::tenThousandCollections()
{
    Bench bench(m_theme, L1("queue"), 10'000);
    bench.tick(2);
    const std::chrono::milliseconds before = testing::threadCost();
    bench.page->apply(bench.fixture.tick());
    bench.page->grab();
    const std::chrono::milliseconds cost = testing::threadCost() - before;
    QCOMPARE(bench.find<TableView>(QStringLiteral("collections"))->model()->rowCount(), 10'000);
    // Processor time, independent of other programs; the benchmark measures a release build.
    QVERIFY2(cost < std::chrono::milliseconds(1500) * testing::slowness, qPrintable(QString::number(cost.count())));
}

void PagesTest::everyKindShowsItself_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("title");
    QTest::addColumn<int>("tiles");
    QTest::newRow("queue") << QStringLiteral("queue") << QStringLiteral("email") << 6;
    QTest::newRow("schedule") << QStringLiteral("schedule") << QStringLiteral("retries") << 6;
    QTest::newRow("leaderboard") << QStringLiteral("leaderboard") << QStringLiteral("daily board") << 5;
    QTest::newRow("presence") << QStringLiteral("presence") << QStringLiteral("lobby") << 5;
    QTest::newRow("members") << QStringLiteral("members") << QStringLiteral("beta testers") << 3;
}

void PagesTest::everyKindShowsItself()
{
    QFETCH(QString, kind);
    testing::failOnComplaints();
    Bench bench(m_theme, L1(kind.toLatin1()));
    bench.tick();
    const QAbstractItemModelTester tester(bench.elements()->model());
    bench.tick(5);
    QTEST(bench.find<QLabel>(QStringLiteral("collectionTitle"))->text(), "title");
    const auto tiles = bench.page->findChildren<FigureTile *>();
    QTEST(static_cast<int>(tiles.size()), "tiles");
    for (const FigureTile *tile : tiles) {
        QVERIFY(!tile->text().title.isEmpty());
        QVERIFY(!tile->text().value.isEmpty());
        QVERIFY(!tile->toolTip().isEmpty());
        QVERIFY(!tile->accessibleName().isEmpty());
    }
    QVERIFY(bench.elements()->model()->rowCount() > 0);
    for (const QSize size : {QSize(1000, 640), QSize(560, 420), QSize(1900, 1000)}) {
        bench.page->resize(size);
        QVERIFY(testing::isPainted(bench.page->grab().toImage()));
        const QRect page(QPoint(), bench.page->size());
        for (FigureTile *tile : tiles) {
            const auto place = [&] { return QRect(tile->mapTo(bench.page.get(), QPoint()), tile->size()); };
            QTRY_VERIFY2(page.contains(place()), qPrintable(tile->text().title)); // laid out by a posted event
            QVERIFY2(testing::isPainted(tile->grab().toImage()), qPrintable(tile->text().title));
        }
        QVERIFY(bench.elements()->width() <= page.width());
        QVERIFY(testing::isPainted(bench.elements()->grab().toImage()));
    }
}

void PagesTest::elementsInPages_data()
{
    QTest::addColumn<qint64>("jobs");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("last");
    QTest::newRow("one") << qint64(1) << 1 << QStringLiteral("1–1 of 1") << QString();
    QTest::newRow("a page") << qint64(100) << 100 << QStringLiteral("1–100 of 100") << QString();
    QTest::newRow("many") << qint64(100'000) << 100 << QStringLiteral("1–100 of 100,000")
                          << QStringLiteral("99,901–100,000 of 100,000");
}

void PagesTest::elementsInPages()
{
    QFETCH(qint64, jobs);
    QFETCH(QString, last);
    QLocale::setDefault(QLocale(QLocale::English));
    Bench bench(m_theme, L1("queue"));
    bench.fixture.readyJobs = jobs;
    bench.tick();
    QTEST(bench.elements()->model()->rowCount(), "rows");
    const auto *pager = bench.page->findChild<Pager *>();
    QTEST(pager->text(), "first");
    auto *toLast = bench.find<QToolButton>(QStringLiteral("lastPage"));
    QCOMPARE(toLast->isVisible(), !last.isEmpty());
    if (!last.isEmpty()) {
        toLast->click();
        QCOMPARE(pager->text(), last);
        QVERIFY(!bench.find<QToolButton>(QStringLiteral("nextPage"))->isEnabled());
        bench.fixture.readyJobs = 50; // it shrank below this page
        bench.tick();
        QCOMPARE(pager->text(), QStringLiteral("1–50 of 50"));
    }
}

void PagesTest::selectedRowsStay()
{
    Bench bench(m_theme, L1("queue"));
    bench.tick();
    const QString first = bench.cell(0);
    const auto *banner = bench.find<QWidget>(QStringLiteral("newRows"));
    bench.elements()->selectRow(2);
    bench.fixture.jobShift = 5;
    bench.tick();
    QCOMPARE(bench.cell(0), first);
    QVERIFY(banner->isVisible());
    QVERIFY(banner->findChild<ElidedLabel *>()->fullText().contains(QStringLiteral("5 others on this page now")));
    bench.find<QPushButton>(QStringLiteral("showNewRows"))->click();
    QVERIFY(bench.cell(0) != first);
    QVERIFY(!banner->isVisible());
    bench.fixture.jobShift = 9;
    bench.tick(); // nothing is selected: they follow
    QVERIFY(!banner->isVisible());
}

/// Next to the title, the words of what is wrong give way first; its number and how long it has been so stay.
void PagesTest::theStateKeepsItsDuration()
{
    QLocale::setDefault(QLocale(QLocale::English));
    Bench bench(m_theme, L1("queue"), 1, 1, "1,234,567 waiting jobs, limit 300, "); // begins the problem's text
    bench.fixture.staleJobs = 0;
    bench.tick();
    bench.fixture.staleJobs = 41;
    bench.tick(150);
    const auto *state = bench.find<Badge>(QStringLiteral("stateBadge"));
    QSet<QString> forms;
    for (int width = 1'600; width >= 600; width -= 20) {
        bench.page->resize(width, 640);
        QCoreApplication::processEvents();
        QVERIFY2(state->shownText().startsWith(QStringLiteral("critical for 2 min")),
                 qPrintable(QStringLiteral("%1 at %2").arg(state->shownText()).arg(width)));
        QVERIFY2(state->shownText().contains(QStringLiteral("1,234,567"))
                     || state->shownText().endsWith(QStringLiteral(": 41")),
                 qPrintable(QStringLiteral("%1 at %2").arg(state->shownText()).arg(width)));
        forms.insert(state->shownText());
    }
    // No limit is passed: "stale" is wrong without one.
    QVERIFY2(state->toolTip().endsWith(QStringLiteral("\nClick: set limits")), qPrintable(state->toolTip()));
    QVERIFY(forms.size() > 1);
    QVERIFY(std::any_of(forms.begin(), forms.end(), [](const QString &form) {
        return form.endsWith(QStringLiteral("1,234,567 waiting jobs, limit 300, 41 stale"));
    }));
}

void PagesTest::narrowFormsOfTheState_data()
{
    QTest::addColumn<QString>("figure");
    QTest::addColumn<double>("value");
    QTest::addColumn<State>("level");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("forms");
    const QString none;
    QTest::newRow("a count") << QStringLiteral("stale") << 41.0 << State::Critical
                             << QStringLiteral("41 stale, limit 40")
                             << QStringList{QStringLiteral("critical for 2 min: 41 stale, limit 40"),
                                            QStringLiteral("critical for 2 min: 41 stale"),
                                            QStringLiteral("critical for 2 min: 41"), QStringLiteral("critical: 41"),
                                            QStringLiteral("41")};
    QTest::newRow("a name with a number")
        << none << 0.0 << State::Error << QStringLiteral("orders:2024 holds another type of value")
        << QStringList{QStringLiteral("error for 2 min: orders:2024 holds another type of value"),
                       QStringLiteral("error for 2 min"), QStringLiteral("error")};
    QTest::newRow("a long reason without a figure")
        << none << 0.0 << State::Warning
        << QStringLiteral("7 of the 9 shards of this collection are on a node that is down")
        << QStringList{QStringLiteral("warning for 2 min"), QStringLiteral("warning")};
    QTest::newRow("a long reason") << QStringLiteral("stale") << 41.0 << State::Warning
                                   << QStringLiteral("41 jobs that are stale since their worker has crashed, limit 40")
                                   << QStringList{QStringLiteral("warning for 2 min: 41"),
                                                  QStringLiteral("warning: 41"), QStringLiteral("41")};
    const QString age = QStringLiteral("oldestProcessingMs");
    QTest::newRow("seconds") << age << 4'900.0 << State::Warning << QStringLiteral("oldest processing 4.9 s, limit 3 s")
                             << QStringList{QStringLiteral("warning for 2 min: oldest processing 4.9 s, limit 3 s"),
                                            QStringLiteral("warning for 2 min: oldest processing 4.9 s"),
                                            QStringLiteral("warning for 2 min: 4.9 s"),
                                            QStringLiteral("warning: 4.9 s"),
                                            QStringLiteral("warning: 5 s"),
                                            QStringLiteral("5 s")};
    QTest::newRow("less than a second") << age << 400.0 << State::Warning << QStringLiteral("oldest processing 400 ms")
                                        << QStringList{QStringLiteral("warning for 2 min: oldest processing 400 ms"),
                                                       QStringLiteral("warning for 2 min: 400 ms"),
                                                       QStringLiteral("warning: 400 ms"), QStringLiteral("400 ms")};
}

/// Every form is shorter than the one before; a number is that of the figure, and never rounded to 0.
void PagesTest::narrowFormsOfTheState()
{
    QFETCH(QString, figure);
    QFETCH(double, value);
    QFETCH(State, level);
    QFETCH(QString, text);
    QFETCH(QStringList, forms);
    QLocale::setDefault(QLocale(QLocale::English));
    Bench bench(m_theme, L1("queue"));
    bench.fixture.staleJobs = 0;
    bench.tick();
    if (figure == L1("oldestProcessingMs")) {
        bench.fixture.oldestProcessingMs = value;
    } else if (figure == L1("stale")) {
        bench.fixture.staleJobs = value;
    }
    bench.fixture.problem =
        Problem{figure.isEmpty() ? -1 : redis::findKind(u"queue")->figureIndex(figure), level, text};
    bench.tick(150);
    QCOMPARE(formsOf(*bench.find<Badge>(QStringLiteral("stateBadge"))).join(u'\n'), forms.join(u'\n'));
}

/// The state may be older than its reason, for one that has ended.
void PagesTest::theReasonHasItsOwnAge()
{
    QLocale::setDefault(QLocale(QLocale::English));
    Bench bench(m_theme, L1("queue"));
    bench.fixture.staleJobs = 0;
    bench.tick();
    const auto because = [&bench](QStringView figure, const QString &text, int seconds) {
        bench.fixture.problem = Problem{redis::findKind(u"queue")->figureIndex(figure), State::Warning, text};
        bench.tick(seconds);
    };
    because(u"dead", QStringLiteral("5 dead, limit 3"), 150);
    bench.fixture.staleJobs = 41;
    because(u"stale", QStringLiteral("41 stale, limit 40"), 35);
    QCOMPARE(formsOf(*bench.find<Badge>(QStringLiteral("stateBadge"))).front(),
             QStringLiteral("warning for 30 s: 41 stale, limit 40"));
}

/// The state may be older, for other reasons.
void PagesTest::aLossIsNotAsOldAsTheState()
{
    QLocale::setDefault(QLocale(QLocale::English));
    Bench bench(m_theme, L1("queue"));
    bench.fixture.staleJobs = 0;
    bench.tick();
    bench.fixture.problem =
        Problem{redis::findKind(u"queue")->figureIndex(u"dead"), State::Warning, QStringLiteral("5 dead, limit 3")};
    bench.tick(150);
    const QString text = QStringLiteral("restarted 15:44:11, 6 elements gone");
    const std::chrono::milliseconds lostAt = bench.fixture.last()->serverTime;
    const Loss loss{lostAt, lostAt, 6, text, -1};
    bench.fixture.problem = Problem{-1, State::Warning, text, std::make_shared<const Loss>(loss)};
    bench.tick(35);
    QCOMPARE(formsOf(*bench.find<Badge>(QStringLiteral("stateBadge"))),
             QStringList({QStringLiteral("warning for 30 s: ") + text,
                          QStringLiteral("warning for 30 s: restarted 15:44:11"), QStringLiteral("warning for 30 s"),
                          QStringLiteral("warning")}));
}

/// The ages of a row that has left stop, and its state says that it left; the inspector is told when.
void PagesTest::rowsThatLeftDoNotAge()
{
    QLocale::setDefault(QLocale(QLocale::English));
    Bench bench(m_theme, L1("queue"));
    bench.tick();
    bench.elements()->selectRow(1);
    const QSignalSpy left(&bench.host, &PageHost::selectedLeft);
    const QSignalSpy seen(&bench.host, &PageHost::selectedSeen);
    const auto texts = [&bench](int row) {
        QStringList cells;
        for (int column = 0; column < bench.elements()->model()->columnCount(); ++column) {
            cells.append(bench.cell(row, column));
        }
        return cells;
    };
    bench.fixture.jobShift = 2; // it was the second
    bench.tick();
    QCOMPARE(left.count(), 1);
    QCOMPARE(seen.count(), 0);
    QCOMPARE(left.front().at(1).value<std::chrono::milliseconds>(), bench.fixture.last()->serverTime);
    const QStringList before = texts(1);
    QVERIFY2(before.contains(QStringLiteral("left this page")), qPrintable(before.join(u'|')));
    QVERIFY(!before.contains(QStringLiteral("stale")));
    bench.tick(90);
    QCOMPARE(texts(1), before);
    QCOMPARE(left.back().at(1).value<std::chrono::milliseconds>(),
             left.front().at(1).value<std::chrono::milliseconds>());
    bench.fixture.jobShift = 0;
    bench.tick();
    QCOMPARE(seen.count(), 1);
    QVERIFY(texts(1).contains(QStringLiteral("stale")));
}

/// Rows that have left are still on screen; the pager counts what is there.
void PagesTest::pagerCountsWhatIsThere()
{
    QLocale::setDefault(QLocale(QLocale::English));
    Bench bench(m_theme, L1("queue"));
    bench.fixture.readyJobs = 56;
    bench.tick();
    const auto *pager = bench.page->findChild<Pager *>();
    QCOMPARE(pager->text(), QStringLiteral("1–56 of 56"));
    bench.elements()->selectRow(2);
    bench.fixture.readyJobs = 51;
    bench.tick();
    QCOMPARE(bench.elements()->model()->rowCount(), 56);
    QCOMPARE(pager->text(), QStringLiteral("1–51 of 51"));
    Pager own; // counted before the rows were read
    own.showRange(0, 56, 51, false, 100);
    QCOMPARE(own.text(), QStringLiteral("1–56 of 56"));
}

void PagesTest::loadingEmptyAndError()
{
    Bench bench(m_theme, L1("queue"));
    bench.answering = false;
    bench.tick();
    QVERIFY(bench.notice().contains(QStringLiteral("Loading")));
    Bench none(m_theme, L1("queue"));
    none.fixture.readyJobs = 0;
    none.tick();
    QCOMPARE(none.notice(), QStringLiteral("No job in any state"));
    Bench broken(m_theme, L1("queue"));
    broken.fixture.failing = true;
    broken.tick();
    QVERIFY(broken.notice().contains(QStringLiteral("could not be read")));
    broken.fixture.failing = false;
    broken.tick();
    QVERIFY(broken.notice().isEmpty());
}

void PagesTest::onlyOneQuestionIsOut()
{
    Bench bench(m_theme, L1("queue"));
    bench.answering = false;
    bench.tick(5);
    QCOMPARE(bench.questions, 1);
    bench.page->hide();
    bench.answering = true;
    const int before = bench.questions;
    bench.tick(3);
    QCOMPARE(bench.questions, before); // not on screen: sends no query
}

void PagesTest::copiesRows()
{
    Bench bench(m_theme, L1("queue"));
    bench.tick();
    bench.elements()->selectRow(0);
    QTest::keyClick(bench.elements(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("8f3177")));
    QVERIFY(QGuiApplication::clipboard()->text().contains(QLatin1Char('\t')));
}

void PagesTest::inspectsTheSelection()
{
    Bench bench(m_theme, L1("queue"));
    bench.tick();
    const QSignalSpy inspected(&bench.host, &PageHost::inspectRequested);
    const QSignalSpy cleared(&bench.host, &PageHost::inspectCleared);
    bench.elements()->selectRow(1);
    QCOMPARE(inspected.count(), 1);
    bench.elements()->clearSelection(); // by Escape: tst_still, where the window has its say in it
    QCOMPARE(cleared.count(), 1);
}

void PagesTest::oldFiguresSayTheirTime()
{
    Bench bench(m_theme, L1("queue"));
    bench.tick();
    const auto *since = bench.find<QLabel>(QStringLiteral("oldSince"));
    const QImage live = bench.page->grab().toImage();
    bench.page->setOld(true);
    QVERIFY(since->isVisible());
    QVERIFY(since->text().contains(models::formatTime(bench.fixture.last()->serverTime)));
    QVERIFY(bench.page->grab().toImage() != live);
    const QModelIndex row = bench.elements()->model()->index(0, 0);
    QVERIFY(row.isValid() && row.data(models::StaleRole).toBool()); // as the figures above it
    bench.page->setOld(false);
    QVERIFY(!row.data(models::StaleRole).toBool());
    QVERIFY(!since->isVisible());
}

void PagesTest::whatHappenedIsMarkedInEveryChart()
{
    Bench bench(m_theme, L1("queue"));
    bench.tick(30);
    auto restarted = std::make_shared<Snapshot>(*bench.fixture.tick());
    restarted->events = {{restarted->serverTime, ServerEvent::Type::Restarted, 326'000, QStringLiteral("restarted")}};
    bench.history.apply(restarted);
    bench.tick(10);
    int charts = 0;
    for (const TimePlot *view : bench.page->findChildren<TimePlot *>()) {
        if (!view->isVisible()) {
            continue;
        }
        ++charts;
        const auto &words = view->words();
        const auto found = std::find_if(words.begin(), words.end(),
                                        [](const auto &word) { return word.text == QStringLiteral("restarted"); });
        QVERIFY(found != words.end());
        QCOMPARE(found->colour, m_theme.tokens().critical);
    }
    QCOMPARE(charts, 2);
}

void PagesTest::memberIsLookedUp()
{
    Bench bench(m_theme, L1("leaderboard"));
    bench.tick();
    const int rows = bench.elements()->model()->rowCount();
    auto *field = bench.find<QLineEdit>(QStringLiteral("memberField"));
    const auto *chart = bench.find<QWidget>(QStringLiteral("topChart"));
    QVERIFY(QTest::qWaitForWindowExposed(bench.page.get()));
    const QRect before = chart->geometry();
    QTest::keyClicks(field, QStringLiteral("user-98172"));
    QTest::keyClick(field, Qt::Key_Return);
    const auto *answer = bench.find<QLabel>(QStringLiteral("memberAnswer"));
    QVERIFY(answer->text().contains(QStringLiteral("rank 1,204")));
    QVERIFY(answer->text().contains(QStringLiteral("97.5")));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QCOMPARE(chart->geometry(), before);
    QCOMPARE(bench.elements()->model()->rowCount(), rows + 6); // "…", two before, the member, two behind
    field->clear();
    QCOMPARE(bench.elements()->model()->rowCount(), rows);
}

void PagesTest::ranksGoAnywhere()
{
    Bench bench(m_theme, L1("leaderboard"));
    bench.tick();
    auto *rank = bench.find<QLineEdit>(QStringLiteral("rankField"));
    QTest::keyClicks(rank, QStringLiteral("20001"));
    QTest::keyClick(rank, Qt::Key_Return);
    QCOMPARE(bench.cell(0), QStringLiteral("20,001"));
    bench.find<QToolButton>(QStringLiteral("firstPage"))->click();
    QCOMPARE(bench.cell(0), QStringLiteral("1"));
}

void PagesTest::membersBySampleAndComparison()
{
    Bench bench(m_theme, L1("members"));
    bench.tick(3);
    QCOMPARE(bench.questions, 1); // pages by cursor are not asked by ticks
    bench.find<QPushButton>(QStringLiteral("sampleButton"))->click();
    QCOMPARE(bench.elements()->model()->rowCount(), 20);
    bench.tick();
    QCOMPARE(bench.elements()->model()->rowCount(), 20);
    auto *other = bench.find<QLineEdit>(QStringLiteral("otherKeyField"));
    QTest::keyClicks(other, QStringLiteral("flag:alpha"));
    bench.find<QPushButton>(QStringLiteral("compareButton"))->click();
    QVERIFY(bench.find<QLabel>(QStringLiteral("comparison"))->text().contains(QStringLiteral("310 in both")));
}

QTEST_MAIN(PagesTest)
#include "tst_pages.moc"

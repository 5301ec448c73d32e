// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "tests/gui/windowbench.h"
#include "views/charts/timechart.h"
#include "views/charts/timesdialog.h"
#include "views/widgets/exportevent.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QSvgRenderer>
#include <QToolButton>
#include <QXmlStreamReader>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

const QByteArray orders =
    "{\"plimsoll\": 1, \"name\": \"orders\", \"connection\": {\"url\": \"redis://localhost\"},"
    " \"pollMs\": 200, \"collections\": [{\"name\": \"email: =1\", \"kind\": \"queue\","
    " \"keys\": {\"ready\": \"q\", \"processing\": \"p\"}, \"options\": {\"redact\": [\"token\"]}},"
    " {\"name\": \"sms\", \"kind\": \"queue\", \"keys\": {\"ready\": \"s\"}}]}";

} // namespace

/// Tests exports: tables, charts, histories.
class TestExports final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_bench.reset(); }
    void tables();
    void tableOfCollections();
    void charts();
    void historyOfACollection();
    void savedWhereThePersonSays();
    void reportOfWhatAChartShows();
    void reportOfTheLastHour();
    void noReportWhereNothingIsKept();
    void nobodyTakesIt();

private:
    /// Name and content of the file that the action offers to save.
    std::pair<QString, QByteArray> exported(QAction *action)
    {
        QSignalSpy wanted(&m_bench->window->host(), &views::PageHost::exportRequested);
        if (action == nullptr) {
            return {};
        }
        action->trigger();
        return wanted.size() == 1 ? std::pair(wanted.first().at(0).toString(), wanted.first().at(1).toByteArray())
                                  : std::pair(u"asked for %1 times"_s.arg(wanted.size()), QByteArray());
    }

    std::unique_ptr<WindowBench> m_bench;
};

void TestExports::init()
{
    m_bench = std::make_unique<WindowBench>();
    m_bench->server.run({"LPUSH", "q", R"({"id":"j1","token":"s3cret"})", "=cmd|x"});
    m_bench->open(orders);
    const QSignalSpy polled(m_bench->connection, &ConnectionController::snapshotReady);
    QTRY_VERIFY_WITH_TIMEOUT(!polled.isEmpty(), 30'000);
    m_bench->window->openCollection(0);
    QTRY_VERIFY_WITH_TIMEOUT(m_bench->table() != nullptr && m_bench->table()->model()->rowCount() == 2, 30'000);
}

void TestExports::tables()
{
    views::TableView *table = m_bench->table();
    const auto [name, csv] = exported(table->exportActions()[0]);
    QVERIFY2(name.endsWith(u".csv"_s), qPrintable(name));
    QCOMPARE(csv.count("\r\n"), 3); // head and rows
    QVERIFY2(csv.contains("j1") && csv.contains("\"'=cmd|x\"") && !csv.contains("s3cret"), csv.constData());
    const auto [second, json] = exported(table->exportActions()[1]);
    QVERIFY2(second.endsWith(u".json"_s), qPrintable(second));
    QCOMPARE(QJsonDocument::fromJson(json).array().size(), 2);
    QVERIFY(!json.contains("s3cret"));
    // Columns that the user has hidden are omitted.
    const QString title = table->model()->headerData(1, Qt::Horizontal).toString();
    QVERIFY(!title.isEmpty() && csv.split('\r').first().contains(title.toUtf8()));
    table->setColumnHidden(1, true);
    QVERIFY(!exported(table->exportActions()[0]).second.split('\r').first().contains(title.toUtf8()));
    // It is in the menus of the header and of the rows.
    emit table->horizontalHeader()->customContextMenuRequested({5, 5});
    QTRY_VERIFY(table->findChild<QMenu *>() != nullptr);
    QVERIFY(table->findChild<QMenu *>()->actions().contains(table->exportActions()[0]));
    table->findChild<QMenu *>()->close();
    table->selectRow(0);
    emit table->customContextMenuRequested({5, 5});
    auto *rows = m_bench->find<QMenu>("rowMenu");
    QVERIFY(rows != nullptr && rows->actions().contains(table->exportActions()[1]));
    rows->close();
}

void TestExports::tableOfCollections()
{
    m_bench->open(orders); // no collection is open
    m_bench->window->showPage(u"queue"_s);
    const auto table = [this] {
        for (auto *each : m_bench->window->findChildren<views::TableView *>()) {
            if (each->isVisible() && each->model() != nullptr && each->model()->rowCount() == 2
                && each->model()->headerData(0, Qt::Horizontal).toString() == u"collection"_s) {
                return each;
            }
        }
        return static_cast<views::TableView *>(nullptr);
    };
    QTRY_VERIFY_WITH_TIMEOUT(table() != nullptr, 30'000);
    const auto [name, csv] = exported(table()->exportActions()[0]);
    QVERIFY2(csv.contains("email: =1") && csv.contains("(raw)"), csv.constData());
}

void TestExports::charts()
{
    const auto all = m_bench->window->findChildren<views::TimeChart *>();
    const auto shown = std::find_if(all.begin(), all.end(), [](const auto *each) { return each->isVisible(); });
    QVERIFY(shown != all.end());
    views::TimeChart *chart = *shown;
    const QSignalSpy polled(m_bench->connection, &ConnectionController::snapshotReady);
    const auto polls = [&polled](qsizetype count) { return polled.size() >= count; };
    QTRY_VERIFY_WITH_TIMEOUT(polls(3), 30'000);
    auto *menu = chart->findChild<QToolButton *>(u"spanButton"_s)->menu();
    emit menu->aboutToShow();
    const auto action = [menu](const QString &wanted) {
        const QList<QAction *> actions = menu->actions();
        const auto found = std::find_if(actions.begin(), actions.end(),
                                        [&](const QAction *each) { return each->objectName() == wanted; });
        return found == actions.end() ? nullptr : *found;
    };
    const auto [pngName, png] = exported(action(u"exportChartPNG"_s));
    const QImage image = QImage::fromData(png, "PNG");
    QVERIFY2(!image.isNull() && image.width() > 400, qPrintable(pngName));
    // The line is in it: a colour that neither card nor words have.
    const QRgb line = m_bench->theme.tokens().series[0].rgb();
    bool isDrawn = false;
    for (int y = 0; y < image.height() && !isDrawn; ++y) {
        for (int x = 0; x < image.width() && !isDrawn; ++x) {
            isDrawn = image.pixel(x, y) == line;
        }
    }
    QVERIFY(isDrawn);
    const auto [svgName, svg] = exported(action(u"exportChartSVG"_s));
    QVERIFY2(svgName.endsWith(u".svg"_s) && QSvgRenderer(svg).isValid(), qPrintable(svgName));
    QVERIFY(svg.contains(chart->title().toUtf8()));
    // The title names the collection, for a reader of the file alone.
    QVERIFY2(svg.contains("<title>" + chart->title().toUtf8() + " · email: =1 · "), svg.left(400).constData());
    QVERIFY2(pngName.contains(u"email---1"_s) && svgName.contains(u"email---1"_s), qPrintable(pngName));
    const auto [csvName, csv] = exported(action(u"exportChartCSV"_s));
    const QList<QByteArray> rows = csv.trimmed().split('\n');
    QVERIFY2(csvName.contains(u"email---1"_s), qPrintable(csvName));
    QCOMPARE(rows.first().trimmed(), QByteArray("time,line,min,value,max"));
    QVERIFY2(rows.size() > 1 && csv.contains(",2,2,2"), csv.constData());
}

void TestExports::historyOfACollection()
{
    QSignalSpy wanted(&m_bench->session->keptHistory(), &app::HistoryController::exported);
    auto *action = m_bench->find<QAction>("exportHistory");
    QVERIFY(action != nullptr);
    // Kept by another thread: some of it comes to the disk in a while.
    const auto isThere = [&] {
        action->trigger();
        QCoreApplication::processEvents(QEventLoop::AllEvents);
        return !wanted.isEmpty() && wanted.last().at(1).toByteArray().count(",ready,2,2,2\n") >= 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isThere(), 30'000);
    QCOMPARE(wanted.last().at(0).toString(), u"email---1.csv"_s);
    QVERIFY(wanted.last().at(1).toByteArray().startsWith("time,figure,min,mean,max\n"));
}

void TestExports::savedWhereThePersonSays()
{
    m_bench->table()->exportActions()[0]->trigger();
    auto *dialog = m_bench->window->findChild<QFileDialog *>(u"exportDialog"_s);
    QVERIFY(dialog != nullptr && dialog->windowTitle().contains(u".csv"_s));
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"jobs.csv"_s);
    emit dialog->fileSelected(path);
    const auto isSaved = [&path] {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) && file.readAll().contains("j1");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSaved(), 30'000);
    dialog->close();
}

/// In the chart's menu; with the times that it shows, which the person may change.
void TestExports::reportOfWhatAChartShows()
{
    const auto all = m_bench->window->findChildren<views::TimeChart *>();
    const auto shown = std::find_if(all.begin(), all.end(), [](const auto *each) { return each->isVisible(); });
    QVERIFY(shown != all.end());
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"incident.html"_s);
    // Kept by another thread: some of it comes to the disk in a while.
    const auto isMade = [&] {
        auto *menu = (*shown)->findChild<QToolButton *>(u"spanButton"_s)->menu();
        emit menu->aboutToShow();
        const QList<QAction *> actions = menu->actions();
        const auto found = std::find_if(actions.begin(), actions.end(),
                                        [](const QAction *each) { return each->objectName() == u"chartReport"_s; });
        if (found == actions.end() || !(*found)->isEnabled()) {
            return false;
        }
        (*found)->trigger();
        auto *times = m_bench->window->findChild<QDialog *>(u"timesDialog"_s);
        auto *from = times == nullptr ? nullptr : times->findChild<QLineEdit *>(u"timesFrom"_s);
        if (from == nullptr || from->text() != models::formatDateTime((*shown)->times().first)) {
            return false;
        }
        QTest::mouseClick(times->findChild<QPushButton *>(u"timesAccept"_s), Qt::LeftButton);
        QFileDialog *dialog = nullptr;
        return QTest::qWaitFor(
                   [&] {
                       dialog = m_bench->window->findChild<QFileDialog *>(u"exportDialog"_s);
                       return dialog != nullptr;
                   },
                   2'000)
            && (emit dialog->fileSelected(path), dialog->close());
    };
    QTRY_VERIFY_WITH_TIMEOUT(isMade(), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path), 30'000);
    QTRY_VERIFY2(m_bench->window->statusBar()->currentMessage().contains(QDir::toNativeSeparators(folder.path())),
                 qPrintable(m_bench->window->statusBar()->currentMessage()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray html = file.readAll();
    for (const char *text : {"<!DOCTYPE html>", "orders", "email: =1", "at the beginning", "class=\"chart\""}) {
        QVERIFY2(html.contains(text), text);
    }
    QVERIFY(!html.contains("s3cret"));
}

/// In the menu of the window, on a page without a chart.
void TestExports::reportOfTheLastHour()
{
    m_bench->window->showPage(u"journal"_s);
    auto *action = m_bench->find<QAction>("reportAction");
    QVERIFY(action != nullptr && action->isEnabled());
    QVERIFY(m_bench->find<QMenu>("mainMenu")->actions().contains(action));
    action->trigger();
    auto *times = m_bench->window->findChild<views::TimesDialog *>(u"timesDialog"_s);
    QVERIFY(times != nullptr);
    QSignalSpy wanted(times, &views::TimesDialog::chosen);
    QTest::mouseClick(times->findChild<QPushButton *>(u"timesAccept"_s), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    using std::chrono::milliseconds;
    // The times typed, to the second.
    const auto length = wanted.first().at(1).value<milliseconds>() - wanted.first().at(0).value<milliseconds>();
    QVERIFY2(std::chrono::abs(length - std::chrono::hours(1)) <= std::chrono::seconds(1),
             qPrintable(QString::number(length.count())));
}

void TestExports::noReportWhereNothingIsKept()
{
    const auto *action = m_bench->find<QAction>("reportAction");
    QVERIFY(action != nullptr && action->isEnabled());
    m_bench->window->setReportTrouble(u"Nothing is kept."_s);
    QVERIFY(!action->isEnabled());
    QCOMPARE(action->toolTip(), u"Nothing is kept."_s);
    m_bench->window->setReportTrouble({});
    QVERIFY(action->isEnabled());
    m_bench->window->setWorkspace(nullptr);
    QVERIFY(!action->isEnabled());
}

void TestExports::nobodyTakesIt()
{
    QWidget alone;
    views::ExportEvent::send(&alone, u"x.csv"_s, "x"); // and nothing happens
    QCOMPARE(views::exportName(u"a/b: ../ü <x>"_s, "csv"_L1), u"a-b-----ü--x-.csv"_s);
    QCOMPARE(views::exportName({}, "csv"_L1), u"plimsoll.csv"_s);
}

QTEST_MAIN(TestExports)

#include "tst_exports.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/streammodels.h"
#include "tests/gui/windowbench.h"
#include "views/widgets/card.h"
#include "views/widgets/elidedlabel.h"
#include "views/window/navigation.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

const QSize screen(1280, 720);

/// Truncated texts of the table: "column: text".
QStringList cutIn(const views::TableView &table)
{
    QStringList cut;
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        if (table.isColumnHidden(column)) {
            continue;
        }
        const int width = table.columnWidth(column);
        const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
        QFont font = table.horizontalHeader()->font();
        font.setWeight(QFont::Medium);
        if (QFontMetrics(font).horizontalAdvance(title) + 16 > width) {
            cut.append(title);
        }
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QModelIndex index = table.model()->index(row, column);
            const QString text = index.data().toString();
            if (!text.isEmpty() && table.cells()->sizeHint({}, index).width() - 2 > width) {
                cut.append(title + QStringLiteral(": ") + text);
            }
        }
    }
    if (table.horizontalHeader()->length() > table.viewport()->width()) {
        cut.append(QStringLiteral("columns beyond the edge"));
    }
    return cut;
}

} // namespace

/// At 1280×720, the smallest screen there is to be room for everything on.
class LowScreenTest final : public QObject {
    Q_OBJECT

    static StreamAnswer answerWith(const QByteArray &longest)
    {
        StreamAnswer answer;
        answer.readAt = 1'000s;
        answer.group = longest;
        answer.groups = {{longest, "1795453631699-69001", 3, 1'000'000, 1'000'000, 5'000},
                         {"shipping", "1-1", 1, 100'000, 900'000, 100},
                         {"b", "1-1", 1, 0, 0, 1'000'000}};
        for (StreamGroup &group : answer.groups) {
            group.stale = group.pending;
        }
        answer.consumers = {
            {longest, 1'000'000, 59min + 59s}, {"billing-2", 38, 1ms}, {"billing-10", 100'000, 23h + 59min}};
        return answer;
    }

private slots:
    /// A hidden panel that was on screen at a larger zoom must not force its width on the page.
    void pageOfAQueue_data()
    {
        QTest::addColumn<bool>("isZoomed");
        QTest::addColumn<bool>("isDead");
        QTest::newRow("jobs") << false << false;
        QTest::newRow("jobs after a zoom and back") << true << false;
        QTest::newRow("dead letters by cause") << false << true;
    }
    void pageOfAQueue()
    {
        QFETCH(const bool, isZoomed);
        QFETCH(const bool, isDead);
        WindowBench bench;
        redis::Pipeline jobs;
        for (int i = 0; i < 40; ++i) {
            const QByteArray id = QByteArray::number(i);
            jobs.add({"RPUSH", "q", id});
            jobs.add({"RPUSH", "q:processing", 'p' + id});
            jobs.add({"RPUSH", "q:dead", 'd' + id});
            jobs.add({"HSET", "job:d" + id, "error", "550 unknown user " + id});
        }
        jobs.add({"EVAL", "for i = 1, 20500 do redis.call('RPUSH', 'q:dead', 'x' .. i) end", "0"});
        bench.server.run(jobs);
        bench.open(QByteArray("{'plimsoll':1,'name':'shop','connection':{'url':'redis:/"
                              "/127.0.0.1:6379'},'pollMs':100,'collections':[{'name':'email','kind':'queue','keys':"
                              "{'ready':'q','processing':'q:processing','dead':'q:dead','job':'job:{id}'}}]}")
                       .replace('\'', '"'));
        bench.window->setFixedSize(screen);
        QTRY_VERIFY(bench.session->history().judged() != nullptr);
        bench.window->openCollection(0);
        QTRY_VERIFY(bench.names().size() > 60);
        QTRY_VERIFY(bench.find<QWidget>("inspector")->isVisible());
        if (isDead) {
            QTest::mouseClick(bench.find<QPushButton>("deadLettersButton"), Qt::LeftButton);
            QTRY_VERIFY(bench.find<QPushButton>("deadReadFurther")->isVisible());
        }
        for (const int percent : {125, 150, 200, 100}) {
            if (isZoomed) {
                bench.theme.setZoom(percent);
                QTest::qWait(100);
            }
        }
        const QScrollArea *scroll = nullptr;
        for (const QWidget *at = bench.find<QWidget>("depthChart"); at != nullptr && scroll == nullptr;
             at = at->parentWidget()) {
            scroll = qobject_cast<const QScrollArea *>(at);
        }
        QVERIFY(scroll != nullptr);
        QTRY_VERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
                     qPrintable(QString::number(scroll->widget()->minimumSizeHint().width())));
    }

    void streamTables()
    {
        WindowBench bench;
        bench.server.run({"XGROUP", "CREATE", "s", "analytics", "0", "MKSTREAM"});
        bench.server.run({"XADD", "s", "1-1", "order", "1"});
        bench.server.run({"XREADGROUP", "GROUP", "analytics", "billing-2", "STREAMS", "s", ">"});
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":60000,)"
                   R"("collections":[{"name":"orders","kind":"stream","keys":{"stream":"s"}}]})");
        bench.window->resize(screen);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 1);
        bench.table()->selectRow(0); // the inspector takes its part of the width
        auto *groups = bench.find<views::TableView>("groups");
        auto *consumers = bench.find<views::TableView>("consumers");
        auto *groupModel = qobject_cast<models::StreamGroupsModel *>(groups->model());
        auto *consumerModel = qobject_cast<models::StreamConsumersModel *>(consumers->model());
        const auto show = [&](const QByteArray &longest) {
            StreamAnswer answer = answerWith(longest);
            groupModel->apply(answer);
            answer.readAt += 10s;
            answer.groups[0].read = 5'100;
            groupModel->apply(answer);
            consumerModel->apply(answer, 10s);
            QCoreApplication::processEvents(); // widths follow what is in them
        };
        show("analytics");
        QTRY_VERIFY2(cutIn(*groups).isEmpty(), qPrintable(cutIn(*groups).join(u'|')));
        QTRY_VERIFY2(cutIn(*consumers).isEmpty(), qPrintable(cutIn(*consumers).join(u'|')));
        for (const auto *title : bench.window->findChildren<views::ElidedLabel *>(QStringLiteral("cardTitle"))) {
            QVERIFY2(!title->isVisible() || title->width() >= title->sizeHint().width(), qPrintable(title->fullText()));
        }
        // A name may be cut, whatever it is; a number is not.
        show(QByteArray("a-group-with-a-name-that-goes-on-for-longer-than-anybody-needs"));
        for (const views::TableView *table : {groups, consumers}) {
            QTRY_COMPARE(cutIn(*table).size(), 1);
            QVERIFY(cutIn(*table).front().contains(QLatin1String("a-group-with")));
        }
    }

    /// All kinds that there are, and nothing to scroll.
    void navigation()
    {
        views::Theme theme;
        theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), views::Theme::Choice::Light);
        views::Navigation list(&theme);
        list.addEntry(QStringLiteral("overview"), QStringLiteral("Overview"));
        for (const KindInfo *kind : redis::kindInfos()) {
            list.addEntry(QString(kind->id), QString(kind->id));
        }
        const QString order = QStringLiteral("Maintain");
        for (const char *page : {"bounds", "alerts", "journal", "lab"}) {
            const bool begins = *page == 'b' || *page == 'l';
            list.addEntry(QLatin1String(page), QLatin1String(page), begins ? order : QString());
        }
        const auto last = [&list] { return list.visualItemRect(list.item(list.count() - 1)); };
        list.resize(176, 636); // the room between toolbar and status bar
        list.show();
        QTRY_COMPARE(list.verticalScrollBar()->maximum(), 0);
        QTRY_VERIFY2(list.viewport()->rect().contains(last()), qPrintable(QString::number(last().bottom())));
        const int compact = list.heights().entry;
        QVERIFY(compact >= 24); // still a row that a hand meets
        list.resize(176, 900); // where there is room for all, they have it
        QTRY_VERIFY(list.heights().entry > compact);
        QCOMPARE(list.heights().entry, list.visualItemRect(list.item(0)).height());
    }
};

QTEST_MAIN(LowScreenTest)
#include "tst_lowscreen.moc"

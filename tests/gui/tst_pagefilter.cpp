// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowbench.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

/// The filter of the toolbar where the states of a page are read in different ways: of some the server looks for the
/// text or begins at it, of others it hides rows. What it did to one it does not do to the next.
class PageFilterTest final : public QObject {
    Q_OBJECT

    static void choose(const WindowBench &bench, const QString &title)
    {
        auto *chooser = bench.find<QComboBox>("stateChooser");
        const int index = chooser->findText(title, Qt::MatchStartsWith);
        QVERIFY2(index >= 0, qPrintable(title));
        chooser->setCurrentIndex(index); // as a person's choice does
        emit chooser->activated(index);
    }
    static QString line(const WindowBench &bench)
    {
        const auto *label = bench.find<views::ElidedLabel>("newRowsText");
        return label->isVisible() ? label->fullText() : QString();
    }

private slots:
    /// Escape closes the list of a chooser, and leaves the selection of the rows below alone.
    void escapeClosesTheChooserAlone()
    {
        WindowBench bench;
        for (int i = 0; i < 5; ++i) {
            bench.server.run({"RPUSH", "ready", "job-" + QByteArray::number(i)});
        }
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"email","kind":"queue","keys":{"ready":"ready"}}]})");
        bench.window->showPage(QStringLiteral("queue"));
        QTRY_COMPARE(bench.names().size(), 5);
        bench.table()->selectRow(2);
        auto *chooser = bench.find<QComboBox>("stateChooser");
        chooser->setFocus();
        chooser->showPopup();
        QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
        QCOMPARE(bench.table()->selectionModel()->selectedRows().size(), 1);
        QTest::keyClick(QApplication::activePopupWidget()->windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(QApplication::activePopupWidget() == nullptr);
        QCOMPARE(bench.table()->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(bench.window->currentPage(), QStringLiteral("queue"));
    }

    void stream()
    {
        WindowBench bench;
        bench.server.run({"XGROUP", "CREATE", "s", "billing", "0", "MKSTREAM"});
        for (int i = 1; i <= 50; ++i) {
            bench.server.run({"XADD", "s", QByteArray::number(i) + "-1", "order", QByteArray::number(i)});
        }
        bench.server.run({"XREADGROUP", "GROUP", "billing", "b1", "COUNT", "20", "STREAMS", "s", ">"});
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"orders","kind":"stream","keys":{"stream":"s"}}]})");
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *filter = bench.find<QLineEdit>("filter");
        filter->setText(QStringLiteral("1970-01-01T00:00:00.030")); // in no row of what is pending
        QTRY_VERIFY(bench.table() == nullptr);
        choose(bench, QStringLiteral("entries, oldest"));
        QTRY_COMPARE(bench.names().size(), 21);
        QCOMPARE(bench.cell(0), QStringLiteral("30-1"));
        QTRY_COMPARE(line(bench), QString());
        choose(bench, QStringLiteral("pending"));
        QTRY_VERIFY(bench.table() == nullptr);
        choose(bench, QStringLiteral("entries, newest"));
        filter->clear();
        QTRY_COMPARE(bench.names().size(), 50);
        choose(bench, QStringLiteral("pending"));
        QTRY_COMPARE(bench.names().size(), 20);
        filter->setText(QStringLiteral("no such text"));
        QTRY_VERIFY(bench.table() == nullptr);
        choose(bench, QStringLiteral("entries, oldest"));
        QTRY_COMPARE(bench.names().size(), 50);
        QVERIFY2(line(bench).contains(QLatin1String("is neither an id nor a time")), qPrintable(line(bench)));
    }

    /// A worker has no column, but the inspector shows it: the filter must not deny it.
    void theWorkerOfAJob()
    {
        WindowBench bench;
        bench.server.run({"RPUSH", "p", "2000", "2001"});
        bench.server.run({"HSET", "job:2000", "worker", "mail-2"});
        bench.server.run({"HSET", "job:2001", "worker", "mail-1", "card", "4711"});
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"email","kind":"queue","keys":{"ready":"q","processing":"p",)"
                   R"("job":"job:{id}"}}]})");
        bench.window->showPage(QStringLiteral("queue"));
        QTRY_COMPARE(bench.names().size(), 2);
        auto *filter = bench.find<QLineEdit>("filter");
        filter->setText(QStringLiteral("mail-2"));
        QTRY_COMPARE(bench.names(), QStringList{QStringLiteral("2000")});
        filter->setText(QStringLiteral("4711")); // of the record alone, which a page does not read
        QTRY_VERIFY(bench.table() == nullptr);
    }

    /// Enter in the filter looks through all pages, as the button does that the empty page names; the focus stays.
    void enterSearchesAllPages()
    {
        WindowBench bench;
        redis::Pipeline pipeline;
        for (int i = 1'000; i < 1'250; ++i) {
            pipeline.add({"RPUSH", "q", QByteArray::number(i)});
        }
        bench.server.run(pipeline);
        bench.server.run({"HSET", "job:1077", "card", "4711"});
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"email","kind":"queue","keys":{"ready":"q","job":"job:{id}"}}]})");
        bench.window->showPage(QStringLiteral("queue"));
        QTRY_COMPARE(bench.names().size(), 100);
        auto *filter = bench.find<QLineEdit>("filter");
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("4711"));
        QTRY_VERIFY(bench.table() == nullptr);
        QTRY_COMPARE(line(bench), QStringLiteral("0 of 100 here, 250 in all"));
        QString said;
        for (const views::Notice *notice : bench.window->findChildren<views::Notice *>()) {
            said = notice->isVisible() ? notice->text() : said;
        }
        QVERIFY2(said.contains(QStringLiteral("Search all")), qPrintable(said));
        const auto *label = bench.find<views::ElidedLabel>("newRowsText");
        QVERIFY(label->width() >= label->sizeHint().width());
        QTest::keyClick(filter, Qt::Key_Return);
        QTRY_COMPARE(bench.names(), QStringList{QStringLiteral("1077")});
        QVERIFY(filter->hasFocus());
        filter->selectAll();
        QTest::keyClicks(filter, QStringLiteral("nosuch"));
        QTRY_VERIFY(bench.find<QPushButton>("searchAll")->isVisible());
        auto *all = bench.find<QPushButton>("searchAll");
        all->setFocus();
        QTest::keyClick(all, Qt::Key_Space);
        QTRY_VERIFY2(line(bench).contains(QStringLiteral("looked at all 250")), qPrintable(line(bench)));
        QCOMPARE(bench.window->focusWidget()->objectName(), QStringLiteral("stateChooser")); // next to the old
    }

    void presence()
    {
        WindowBench bench;
        for (const char *name : {"ann", "anton", "bob"}) {
            bench.server.run({"SADD", "connected", name});
            bench.server.run({"ZADD", "seen", "1000", name});
        }
        bench.open(R"({"plimsoll":1,"name":"chat","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"users","kind":"presence","keys":{"connected":"connected",)"
                   R"("lastSeen":"seen"}}]})");
        bench.window->showPage(QStringLiteral("presence"));
        QTRY_COMPARE(bench.names().size(), 3);
        auto *filter = bench.find<QLineEdit>("filter");
        filter->setText(QStringLiteral("an"));
        QTRY_COMPARE(bench.names().size(), 2);
        filter->setText(QStringLiteral("nobody"));
        QTRY_VERIFY(bench.table() == nullptr);
        choose(bench, QStringLiteral("connected"));
        filter->setText(QStringLiteral("ann"));
        QTRY_COMPARE(bench.names(), QStringList{QStringLiteral("ann")});
        choose(bench, QStringLiteral("by last seen")); // what the server looked for hides rows here
        QTRY_COMPARE(bench.names(), QStringList{QStringLiteral("ann")});
        QTRY_COMPARE(line(bench), QStringLiteral("1 of 3 on this page matches"));
        filter->clear();
        QTRY_COMPARE(bench.names().size(), 3);
        choose(bench, QStringLiteral("connected"));
        QTRY_COMPARE(bench.names().size(), 3);
    }
};

QTEST_MAIN(PageFilterTest)
#include "tst_pagefilter.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/sentence.h"
#include "redis/collections/streamreplies.h"
#include "tests/gui/windowbench.h"
#include "views/inspector/inspector.h"
#include "views/page/kindview.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/fieldmessage.h"
#include "views/widgets/figuretile.h"
#include "views/widgets/notice.h"
#include "views/widgets/wrappedlabel.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <csignal>

using namespace plimsoll;
using namespace plimsoll::testing;
using plimsoll::views::Theme;
using namespace std::chrono_literals;

namespace {

constexpr const char *orders =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,"collections":[)"
    R"({"name":"orders","kind":"stream","keys":{"stream":"s","dead":"dead"},)"
    R"("options":{"staleAfter":"10s","maxDeliveries":3,"redact":["card"]}}]})";

} // namespace

/// The page of streams, clicked: groups, consumers, what is pending and entries, and what can be done to them.
class StreamPageTest final : public QObject {
    Q_OBJECT

    static void fill(WindowBench &bench, int entries, int pending)
    {
        bench.server.run({"XGROUP", "CREATE", "s", "billing", "0", "MKSTREAM"});
        bench.server.run({"XGROUP", "CREATE", "s", "shipping", "0"});
        redis::Pipeline pipeline;
        for (int i = 1; i <= entries; ++i) {
            pipeline.add({"XADD", "s", QByteArray::number(i) + "-1", "order", QByteArray::number(i), "card", "4711"});
        }
        bench.server.run(pipeline);
        bench.server.run(
            {"XREADGROUP", "GROUP", "billing", "dead-one", "COUNT", QByteArray::number(pending), "STREAMS", "s", ">"});
        bench.server.run({"XREADGROUP", "GROUP", "shipping", "s1", "COUNT", "2", "STREAMS", "s", ">"});
        redis::Pipeline aging;
        for (int i = 1; i <= pending; ++i) {
            aging.add({"XCLAIM", "s", "billing", "dead-one", "0", QByteArray::number(i) + "-1", "IDLE", "60000",
                       "RETRYCOUNT", i <= 2 ? "7" : "1", "JUSTID"});
        }
        bench.server.run(aging);
        bench.server.run({"XGROUP", "CREATECONSUMER", "s", "billing", "alive"});
    }
    static QString cellOf(const WindowBench &bench, const char *name, int row, int column)
    {
        const auto *table = bench.find<views::TableView>(name);
        const bool isThere = table != nullptr && table->model() != nullptr; // a sample comes with its plan
        return isThere ? table->model()->index(row, column).data().toString() : QString();
    }
    static void clickRow(const WindowBench &bench, const char *name, int row)
    {
        auto *table = bench.find<views::TableView>(name);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(row, 0)).center());
    }
    static std::vector<redis::PendingEntry> pending(WindowBench &bench)
    {
        return redis::pendingIn(bench.server.run({"XPENDING", "s", "billing", "-", "+", "1000"}));
    }
    static qsizetype pendingOf(WindowBench &bench, QByteArrayView consumer)
    {
        const auto all = pending(bench);
        return std::count_if(all.begin(), all.end(),
                             [&](const redis::PendingEntry &entry) { return entry.consumer == consumer; });
    }
    /// All that the inspector says.
    static QString inspectorOf(const WindowBench &bench)
    {
        QStringList all;
        const auto *inspector = bench.find<views::Inspector>("inspector");
        for (const auto *label : inspector->findChildren<views::ElidedLabel *>()) {
            all << label->fullText();
        }
        for (const auto *label : inspector->findChildren<views::WrappedLabel *>()) {
            all << label->fullText();
        }
        return all.join(u'|');
    }

private slots:
    /// Without a group, nothing is said about how far a group has read.
    void sentenceWithoutAGroup()
    {
        WindowBench bench;
        bench.server.run({"XADD", "s", "*", "order", "1"});
        bench.open(orders);
        const auto said = [&bench] {
            const SnapshotPtr &snapshot = bench.session->history().judged();
            return snapshot == nullptr ? QString()
                                       : models::sentence(*snapshot, 0, snapshot->layout->rows.front().kind->sentence);
        };
        QTRY_COMPARE(said(), QStringLiteral("no group reads it"));
        bench.server.run({"XGROUP", "CREATE", "s", "billing", "$"});
        QTRY_COMPARE(said(), QStringLiteral("everything has been read"));
    }

    void page()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        // The group that needs attention is shown.
        QTRY_COMPARE(bench.names().size(), 20);
        QCOMPARE(bench.cell(0), QStringLiteral("1-1"));
        QCOMPARE(bench.cell(0, 1), QStringLiteral("poison"));
        QCOMPARE(bench.cell(2, 1), QStringLiteral("stale"));
        const double word = views::badgeSize(bench.theme, State::Critical, QStringLiteral("stale"), false).width();
        QVERIFY(bench.table()->cells()->sizeHint({}, bench.table()->model()->index(2, 1)).width() > word + 2 * 8 + 10);
        QCOMPARE(bench.cell(0, 2), QStringLiteral("dead-one"));
        QCOMPARE(bench.cell(0, 4), QStringLiteral("7, limit 3"));
        QCOMPARE(bench.cell(0, 5), QStringLiteral("order=1 card=•••"));
        QCOMPARE(cellOf(bench, "groups", 0, 0), QStringLiteral("billing"));
        QCOMPARE(cellOf(bench, "groups", 0, 1), QStringLiteral("30"));
        QCOMPARE(cellOf(bench, "groups", 0, 3), QStringLiteral("20"));
        QCOMPARE(cellOf(bench, "groups", 0, 4), QStringLiteral("20"));
        QTRY_COMPARE(bench.find<QComboBox>("stateChooser")->currentText(), QStringLiteral("pending, billing"));
        const auto *stale = bench.find<views::FigureTile>("tile3");
        QTRY_VERIFY2(stale->accessibleName().startsWith(QLatin1String("stale: 20")),
                     qPrintable(stale->accessibleName()));

        clickRow(bench, "groups", 1);
        QTRY_COMPARE(bench.names().size(), 2);
        QTRY_COMPARE(cellOf(bench, "consumers", 0, 0), QStringLiteral("s1"));
        const auto *consumers = bench.find<views::TableView>("consumers"); // whatever idle time was there first
        QVERIFY(consumers->columnWidth(2) > consumers->fontMetrics().horizontalAdvance(QStringLiteral("88 ms")) + 16);

        // Entries both ways, and from an id on.
        auto *chooser = bench.find<QComboBox>("stateChooser");
        emit chooser->activated(3);
        QTRY_COMPARE(bench.names().size(), 50);
        QCOMPARE(bench.cell(0), QStringLiteral("50-1"));
        QVERIFY(bench.table()->isColumnHidden(2)); // no consumer has it
        emit chooser->activated(4);
        QTRY_COMPARE(bench.cell(0), QStringLiteral("1-1"));
        auto *filter = bench.find<QLineEdit>("filter");
        QVERIFY(filter != nullptr);
        filter->setText(QStringLiteral("30"));
        QTRY_COMPARE(bench.cell(0), QStringLiteral("30-1"));
    }

    /// Tables that could not be read say so; empty ones would mean that no group reads the stream.
    void whatCannotBeReadIsNotEmpty()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"ACL", "SETUSER", "default", "resetkeys", "~dead"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        const auto state = [&bench] {
            const auto *label = bench.find<views::ElidedLabel>("groupsState");
            return label != nullptr && label->isVisible() ? label->fullText() : QString();
        };
        QTRY_VERIFY2(state().startsWith(QLatin1String("Groups and consumers could not be read: ")),
                     qPrintable(state()));
        bench.server.run({"ACL", "SETUSER", "default", "allkeys"});
        QTRY_COMPARE(cellOf(bench, "groups", 0, 0), QStringLiteral("billing"));
        QTRY_COMPARE(state(), QString());
        QTRY_COMPARE(bench.names().size(), 20);
        // Data read before stay, with their age; a count that was refused is not 0.
        bench.server.run({"ACL", "SETUSER", "default", "-xpending"});
        QTRY_VERIFY2(state().contains(QLatin1String("These were read at")), qPrintable(state()));
        QCOMPARE(cellOf(bench, "groups", 0, 4), QStringLiteral("20"));
        const auto *line = bench.find<views::ElidedLabel>("newRowsText");
        QTRY_VERIFY2(line->isVisible() && line->fullText().startsWith(QLatin1String("could not be read: ")),
                     qPrintable(line->fullText()));
        bench.server.run({"ACL", "SETUSER", "default", "+@all"});
        QTRY_COMPARE(state(), QString());
        QTRY_VERIFY(!line->isVisible());
    }

    /// If the head has no room for all buttons, the last ones move to the menu, which stays within the page.
    void aNarrowHeadKeepsItsMenu()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->resize(860, 720);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_VERIFY(bench.find<QPushButton>("trimButton") != nullptr);
        const auto *more = bench.find<QToolButton>("moreButton");
        const auto rightOf = [&bench](const QWidget *widget) {
            return widget->mapTo(bench.window, QPoint(widget->width(), 0)).x();
        };
        const auto offered = [&bench, more](const QString &name) {
            const auto *button = bench.find<QPushButton>(qPrintable(name + QStringLiteral("Button")));
            const auto actions = more->menu()->actions();
            const bool isInMenu = std::any_of(actions.begin(), actions.end(), [&name](const QAction *action) {
                return action->objectName() == name + QStringLiteral("Action") && action->isVisible();
            });
            return int(button->isVisible()) + int(isInMenu);
        };
        for (const int width : {860, 1'700, 900}) {
            bench.window->resize(width, 720);
            const auto *page = more->parentWidget();
            QTRY_VERIFY2(more->isVisible() && rightOf(more) <= rightOf(page), qPrintable(QString::number(width)));
            for (const char *name : {"requeue", "deadLetter", "trim"}) {
                QTRY_COMPARE(offered(QString::fromLatin1(name)), 1);
            }
        }
        QVERIFY(!bench.find<QPushButton>("trimButton")->isVisible());
        QVERIFY(bench.find<QPushButton>("requeueButton")->isVisible());
    }

    /// The width of a long head on a wide window is not imposed on the page.
    void aLongHeadLetsThePageShrink()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        QByteArray named = orders;
        bench.open(named.replace("\"orders\"", '"' + QByteArray(120, 'o') + '"'));
        bench.window->resize(1'900, 720);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        const auto *scroll = static_cast<const QScrollArea *>(nullptr);
        for (QWidget *at = bench.find<QToolButton>("moreButton"); at != nullptr && scroll == nullptr;
             at = at->parentWidget()) {
            scroll = qobject_cast<const QScrollArea *>(at);
        }
        QVERIFY(scroll != nullptr);
        QTRY_VERIFY(scroll->viewport()->width() > 1'000);
        const int least = scroll->widget()->minimumSizeHint().width();
        QVERIFY2(least < 1'000, qPrintable(QString::number(least)));
        bench.window->resize(1'000, 720);
        QTRY_VERIFY(scroll->viewport()->width() < 900);
        QTRY_COMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        QTRY_VERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    }

    /// Which buttons fit depends on the width of the page, and not on how much there is to say of its state.
    void theStatesTextMovesNoButton()
    {
        WindowBench bench;
        fill(bench, 60, 20);
        bench.open(QByteArray(orders).replace(R"("options")",
                                              R"("limits":{"stale":{"warning":30},"poison":{"warning":9}},"options")"));
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        const auto *state = bench.find<views::Badge>("stateBadge");
        const auto placesAt = [&bench](int width) {
            bench.window->resize(width, 720);
            for (int i = 0; i < 5; ++i) {
                QCoreApplication::sendPostedEvents();
                QCoreApplication::processEvents();
            }
            QStringList places;
            for (const char *name : {"requeueButton", "deadLetterButton", "trimButton", "moreButton"}) {
                const auto *button = bench.find<QAbstractButton>(name);
                const int x = button->isVisible() ? button->mapTo(bench.window, QPoint()).x() : -1;
                places.append(QStringLiteral("%1: %2").arg(QLatin1String(name)).arg(x));
            }
            return places;
        };
        QTRY_COMPARE(state->shownText(), QStringLiteral("Stream"));
        QMap<int, QStringList> before;
        for (int width = 840; width <= 1'500; width += 20) {
            before.insert(width, placesAt(width));
        }
        bench.server.run({"XREADGROUP", "GROUP", "billing", "dead-one", "COUNT", "20", "STREAMS", "s", ">"});
        redis::Pipeline aging;
        for (int i = 21; i <= 40; ++i) {
            aging.add(
                {"XCLAIM", "s", "billing", "dead-one", "0", QByteArray::number(i) + "-1", "IDLE", "60000", "JUSTID"});
        }
        bench.server.run(aging);
        QTRY_VERIFY2(state->shownText().endsWith(QLatin1String(" stale, limit 30")), qPrintable(state->shownText()));
        for (auto at = before.cbegin(); at != before.cend(); ++at) {
            QCOMPARE(placesAt(at.key()), at.value());
            QVERIFY2(state->width() >= state->sizeHint().width(), qPrintable(QString::number(at.key()))); // whole
        }
    }

    void nobodyReadsIt()
    {
        WindowBench bench;
        bench.server.run({"XADD", "s", "1-1", "order", "1"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_VERIFY(bench.find<views::ElidedLabel>("groupsState") != nullptr);
        QTRY_COMPARE(bench.find<views::ElidedLabel>("groupsState")->fullText(),
                     QStringLiteral("No group reads this stream."));
    }

    /// Its entries are shown, and nothing of the stream that was open before.
    void nobodyReadsTheNextOne()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        for (int i = 1; i <= 3; ++i) {
            bench.server.run({"XADD", "t", QByteArray::number(i) + "-1", "order", "1"});
        }
        QByteArray both = orders;
        both.chop(2);
        bench.open(both + R"(,{"name":"plain","kind":"stream","keys":{"stream":"t"}}]})");
        QTRY_VERIFY(bench.session->history().judged() != nullptr);
        bench.window->openCollection(0);
        QTRY_COMPARE(bench.names().size(), 20);
        bench.window->openCollection(1);
        QTRY_COMPARE(bench.find<views::ElidedLabel>("groupsState")->fullText(),
                     QStringLiteral("No group reads this stream."));
        QTRY_COMPARE(bench.names().size(), 3);
        const QString chosen = bench.find<QComboBox>("stateChooser")->currentText();
        QVERIFY2(!chosen.contains(QStringLiteral("billing")), qPrintable(chosen));
        bench.window->openCollection(0);
        QTRY_COMPARE(bench.names().size(), 20);
    }

    void claims()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        QTest::mouseClick(claim, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("toConsumer") != nullptr);
        bench.find<QRadioButton>("toConsumer")->setChecked(true);
        bench.find<QLineEdit>("claimTo")->setText(QStringLiteral("alive"));
        bench.confirm(); // what is asked; then the plan
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Claim 20 stale entries of orders, group billing, to alive"));
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "alive"), 20);
        const auto *bar = bench.find<views::ElidedLabel>("operationBarText");
        QTRY_COMPARE(bar->fullText(), QStringLiteral("Claim, orders: 20 claimed"));
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle")
                        ->fullText()
                        .startsWith(QLatin1String("Undo: Claim, 20 entries of orders, ")));
        // To whom, as the claim said it.
        const QAbstractItemModel *sample = bench.find<QTableView>("operationSample")->model();
        QCOMPARE(sample->headerData(sample->columnCount() - 1, Qt::Horizontal).toString(), QStringLiteral("goes to"));
        QCOMPARE(sample->index(0, sample->columnCount() - 1).data().toString(), QStringLiteral("dead-one"));
        QCOMPARE(bench.find<QPushButton>("operationConfirm")->text(), QStringLiteral("Put back 20 entries"));
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "dead-one"), 20);
        QVERIFY(pending(bench).front().idle >= 60s);
    }

    /// Entries that the new consumer holds already are in the page's number but not in the plan's, which says so.
    void claimsSayWhatIsThereAlready()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XCLAIM", "s", "billing", "alive", "0", "18-1", "19-1", "20-1", "IDLE", "60000", "JUSTID"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        QTest::mouseClick(claim, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("toConsumer") != nullptr);
        bench.find<QRadioButton>("toConsumer")->setChecked(true);
        bench.find<QLineEdit>("claimTo")->setText(QStringLiteral("alive"));
        bench.confirm();
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Claim 17 stale entries of orders, group billing, to alive"));
        const QString sentence = bench.find<QLabel>("operationSentence")->text();
        QVERIFY2(sentence.contains(QLatin1String("3 more are pending at alive already.")), qPrintable(sentence));
    }

    /// From the first key on the focus is where it is seen, and Tab goes from a choice to the field that it enables.
    void theClaimFormByKeyboard()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        QTest::mouseClick(claim, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("toAny") != nullptr);
        auto *toAny = bench.find<QRadioButton>("toAny");
        auto *toConsumer = bench.find<QRadioButton>("toConsumer");
        QWidget *dialog = toAny->window();
        QTRY_COMPARE(dialog->focusWidget(), toConsumer); // what the button said
        for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
            bench.theme.setChoice(choice);
            QTRY_VERIFY(toConsumer->hasFocus());
            const QImage with = toConsumer->grab().toImage(), without = toAny->grab().toImage();
            const QColor accent = bench.theme.tokens().accent;
            QCOMPARE(with.pixelColor(with.width() / 2, 0), accent);
            QVERIFY(without.pixelColor(without.width() / 2, 0) != accent);
        }
        bench.theme.setChoice(Theme::Choice::Light);
        QStringList said;
        for (const QLabel *label : bench.find<QWidget>("operationForm")->findChildren<QLabel *>()) {
            said.append(label->text());
        }
        QVERIFY2(said.contains(QStringLiteral("Who gets the 20 stale entries of group billing?")),
                 qPrintable(said.join(u'|')));
        QTest::keyClick(toConsumer, Qt::Key_Up);
        QVERIFY(toAny->isChecked());
        QTest::keyClick(toAny, Qt::Key_Down);
        QVERIFY(toConsumer->isChecked());
        QCOMPARE(dialog->focusWidget(), toConsumer);
        QTest::keyClick(toConsumer, Qt::Key_Tab);
        QVERIFY2(bench.find<QComboBox>("claimChoice")->hasFocus() || bench.find<QLineEdit>("claimTo")->hasFocus(),
                 qPrintable(dialog->focusWidget()->objectName()));
        QTest::keyClicks(dialog->focusWidget(), QStringLiteral("alive"));
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
        QCOMPARE(dialog->focusWidget()->objectName(), QStringLiteral("operationCancel"));
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Backtab);
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return); // of a field it is the form's
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Claim 20 stale entries of orders, group billing, to alive"));
    }

    /// The button that claims opens with a claim. Without a consumer, entries are released, as by the command without
    /// --to, and the operation is called a release.
    void claimsForNobodyAsTheCommand()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        QTest::mouseClick(claim, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("toAny") != nullptr);
        QCOMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                 QStringLiteral("Claim or release: orders, group billing"));
        QVERIFY(bench.find<QRadioButton>("toConsumer")->isChecked());
        bench.find<QRadioButton>("toAny")->setChecked(true);
        bench.confirm();
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Release 20 stale entries of orders, group billing"));
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "plimsoll"), 20);
        const auto *bar = bench.find<views::ElidedLabel>("operationBarText");
        QTRY_COMPARE(bar->fullText(), QStringLiteral("Release, orders: 20 released"));
        // Released entries are not offered again as new ones.
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 released"));
        QCOMPARE(claim->property("role").toString(), QString());
        QVERIFY(claim->isEnabled());
        const auto *again = bench.window->findChild<QAction *>(QStringLiteral("releaseAction"));
        QCOMPARE(again->text(), QStringLiteral("Release all stale of billing…")); // not those of shipping
        QVERIFY(again != nullptr && !again->isEnabled());
        QVERIFY2(again->toolTip().startsWith(QStringLiteral("All stale entries are released")),
                 qPrintable(again->toolTip()));
        bench.server.run({"XGROUP", "CREATECONSUMER", "s", "billing", "dead-three"});
        bench.server.run({"XREADGROUP", "GROUP", "billing", "dead-three", "COUNT", "3", "STREAMS", "s", ">"});
        bench.server.run({"EVAL",
                          "for _, e in ipairs(redis.call('XPENDING', 's', 'billing', '-', '+', 100, 'dead-three')) do "
                          "redis.call('XCLAIM', 's', 'billing', 'dead-three', 0, e[1], 'IDLE', 3600000) end",
                          "0"});
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 3 + 20 released"));
        QCOMPARE(claim->property("role").toString(), QStringLiteral("primary"));
    }

    /// In a small window the rates next to the groups give way to the names of consumers.
    void cutsNoConsumers()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->resize(1280, 720);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_VERIFY_WITH_TIMEOUT(
            bench.find<views::ElidedLabel>("streamPace") != nullptr
                && bench.find<views::ElidedLabel>("streamPace")->fullText().contains(QLatin1String(" added/min")),
            60'000);
        QVERIFY2(bench.find<views::ElidedLabel>("streamPace")
                     ->accessibleName()
                     .contains(QLatin1String("also while updates were paused")),
                 qPrintable(bench.find<views::ElidedLabel>("streamPace")->accessibleName()));
        const auto *consumers = bench.find<views::TableView>("consumers");
        QTRY_VERIFY(consumers->model()->rowCount() > 1);
        for (int row = 0; row < consumers->model()->rowCount(); ++row) {
            for (int column = 0; column < 3; ++column) {
                const QString text = consumers->model()->index(row, column).data().toString();
                const auto needed = [&] { return consumers->fontMetrics().horizontalAdvance(text); };
                QTRY_VERIFY2(consumers->columnWidth(column) >= needed(), qPrintable(text));
            }
        }
        const auto *body = bench.find<QWidget>("pageBody");
        QVERIFY(body->width() <= body->parentWidget()->width());
    }

    void claimsForTheChosen()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(cellOf(bench, "consumers", 0, 0), QStringLiteral("alive"));
        clickRow(bench, "consumers", 0);
        auto *claim = bench.find<QPushButton>("claimForConsumer");
        QTRY_VERIFY(claim->isEnabled());
        QCOMPARE(claim->text(), QStringLiteral("Assign stale to alive…"));
        QTest::mouseClick(claim, Qt::LeftButton);
        const auto *sentence = bench.find<QLabel>("operationSentence");
        QTRY_VERIFY2(sentence->text().contains(QLatin1String("reads its own pending entries again")),
                     qPrintable(sentence->text()));
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "alive"), 5);
    }

    /// Entries that an undo gave back make a dead consumer look alive: what it holds says more than its last request.
    void warnsOfAConsumerThatHoldsStaleEntries()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.server.run({"XREADGROUP", "GROUP", "billing", "revived", "COUNT", "1", "STREAMS", "s", ">"});
        bench.server.run({"XCLAIM", "s", "billing", "revived", "0", "6-1", "IDLE", "60000", "JUSTID"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(cellOf(bench, "consumers", 2, 0), QStringLiteral("revived"));
        clickRow(bench, "consumers", 2);
        auto *claim = bench.find<QPushButton>("claimForConsumer");
        QTRY_COMPARE(claim->text(), QStringLiteral("Assign stale to revived…"));
        QTest::mouseClick(claim, Qt::LeftButton);
        const auto *sentence = bench.find<QLabel>("operationSentence");
        QTRY_VERIFY2(sentence->text().contains(QLatin1String("Warning: revived has held entry 6-1 for 1 min")),
                     qPrintable(sentence->text()));
    }

    /// It gets nothing: what it holds goes to a live one, and the title says from whom to whom.
    void aDeadConsumerGivesItsEntriesAway()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.server.run({"XREADGROUP", "GROUP", "billing", "dead-two", "COUNT", "1", "STREAMS", "s", ">"});
        bench.open(QByteArray(orders).replace(R"("staleAfter":"10s")", R"("staleAfter":"20ms")"));
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(cellOf(bench, "consumers", 1, 0), QStringLiteral("dead-one"));
        QTRY_COMPARE(cellOf(bench, "consumers", 1, 3), QStringLiteral("dead"));
        QTRY_COMPARE(cellOf(bench, "consumers", 2, 3), QStringLiteral("dead"));
        clickRow(bench, "consumers", 1);
        auto *move = bench.find<QPushButton>("claimForConsumer");
        QTRY_COMPARE(move->text(), QStringLiteral("Move its 5 entries to…"));
        QTest::mouseClick(move, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("toConsumer") != nullptr);
        QCOMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                 QStringLiteral("Claim or release: orders, group billing, from dead-one"));
        QVERIFY(bench.find<QRadioButton>("toConsumer")->isChecked());
        const auto *choice = bench.find<QComboBox>("claimChoice");
        QCOMPARE(choice->count(), 1); // of those that live
        QVERIFY(choice->itemText(0).startsWith(QLatin1String("alive: ")));
        auto *name = bench.find<QLineEdit>("claimTo");
        const auto *warning = bench.find<views::FieldMessage>("claimWarning");
        name->setText(QStringLiteral("dead-two"));
        QVERIFY2(warning->problem().startsWith(QLatin1String("dead-two looks dead: it holds 1")),
                 qPrintable(warning->problem()));
        bench.confirm(); // what is asked, of one that is dead: the plan says so, too
        const auto *sentence = bench.find<QLabel>("operationSentence");
        QTRY_VERIFY2(sentence->text().contains(QLatin1String("Warning: dead-two looks dead")),
                     qPrintable(sentence->text()));
        QTest::mouseClick(bench.find<QPushButton>("operationCancel"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<QPushButton>("operationConfirm") == nullptr);

        QTest::mouseClick(move, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QLineEdit>("claimTo") != nullptr);
        bench.find<QLineEdit>("claimTo")->setText(QStringLiteral("alive"));
        QCOMPARE(bench.find<views::FieldMessage>("claimWarning")->problem(), QString());
        bench.confirm();
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Claim 5 entries of orders, group billing, from dead-one to alive"));
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "alive"), 5);
        QCOMPARE(pendingOf(bench, "dead-one"), 0);
        QCOMPARE(pendingOf(bench, "dead-two"), 1);
    }

    /// A consumer is in one group: the main button is about the one that is selected, and counts it alone.
    void theMainButtonIsOfTheSelectedGroup()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XCLAIM", "s", "shipping", "s1", "0", "1-1", "2-1", "IDLE", "60000", "JUSTID"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        clickRow(bench, "groups", 1);
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 2 of shipping"));
        QTest::mouseClick(claim, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("toConsumer") != nullptr);
        bench.find<QRadioButton>("toConsumer")->setChecked(true);
        bench.find<QLineEdit>("claimTo")->setText(QStringLiteral("s2"));
        bench.confirm();
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Claim 2 stale entries of orders, group shipping, to s2"));
        bench.confirm();
        QTRY_COMPARE(redis::pendingIn(bench.server.run({"XPENDING", "s", "shipping", "-", "+", "10", "s2"})).size(),
                     std::size_t(2));
        QCOMPARE(pendingOf(bench, "dead-one"), 20);
    }

    /// Within its limit a figure is no trouble: the button is enabled, but not highlighted.
    void nothingIsBlueWithinTheLimit()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(QByteArray(orders).replace(R"("options")",
                                              R"("limits":{"stale":{"warning":30},"poison":{"warning":9}},"options")"));
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        QCOMPARE(bench.session->history().judged()->rows.front().state, State::Ok);
        QCOMPARE(claim->property("role").toString(), QString());
        QVERIFY(claim->isEnabled());
    }

    void aBoundIsNamedWhereItIsPassed()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(QByteArray(orders).replace(R"("options")", R"("bound":{"keep":10},"options")"));
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        const auto *length = bench.find<views::FigureTile>("tile0");
        QTRY_COMPARE(length->text().state, State::Warning);
        QCOMPARE(length->text().note, QStringLiteral("bound 10"));
    }

    /// The number of entries skipped or delivered again is shown before the id is set.
    void setsLastId()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        const auto lastId = [&] { return redis::groupsIn(bench.server.run({"XINFO", "GROUPS", "s"})).front(); };
        QTRY_COMPARE(cellOf(bench, "groups", 0, 0), QStringLiteral("billing"));
        auto *set = bench.find<QPushButton>("setLastId");
        QTRY_VERIFY(set->isEnabled());
        QTest::mouseClick(set, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QLineEdit>("lastId") != nullptr);
        bench.find<QLineEdit>("lastId")->setText(QStringLiteral("5-1"));
        bench.confirm();
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Set last id of group billing of orders"));
        const auto said = [&] {
            QStringList all;
            for (const auto *label : bench.window->findChildren<QLabel *>()) {
                all << label->text();
            }
            for (const auto *label : bench.window->findChildren<views::WrappedLabel *>()) {
                all << label->fullText();
            }
            return all.join(u'|');
        };
        QTRY_VERIFY2(said().contains(QStringLiteral("15 entries are delivered again")), qPrintable(said()));
        QCOMPARE(lastId().lastDelivered, QByteArray("20-1"));
        bench.confirm();
        QTRY_COMPARE(lastId().lastDelivered, QByteArray("5-1"));
    }

    /// Its pending entries are shown, and go to another one first.
    void removesConsumer()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(cellOf(bench, "consumers", 1, 0), QStringLiteral("dead-one"));
        auto *remove = bench.find<QPushButton>("removeConsumer");
        QVERIFY(!remove->isEnabled());
        clickRow(bench, "consumers", 1);
        QTRY_VERIFY(remove->isEnabled());
        QTest::mouseClick(remove, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("toConsumer") != nullptr);
        bench.find<QRadioButton>("toConsumer")->setChecked(true);
        auto *choice = bench.find<QComboBox>("claimChoice"); // who else is there, and not itself
        QCOMPARE(choice->count(), 1);
        QVERIFY2(choice->itemText(0).startsWith(QLatin1String("alive: idle ")), qPrintable(choice->itemText(0)));
        QVERIFY2(choice->itemText(0).endsWith(QLatin1String(", 0 pending")), qPrintable(choice->itemText(0)));
        QCOMPARE(choice->currentText(), QStringLiteral("alive")); // proposed
        bench.find<QLineEdit>("claimTo")->clear();
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Down); // the first
        QCOMPARE(bench.find<QLineEdit>("claimTo")->text(), QStringLiteral("alive"));
        bench.confirm(); // who gets what it holds; then the plan
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Remove consumer dead-one of orders"));
        QTRY_COMPARE(cellOf(bench, "operationSample", 0, 2), QStringLiteral("dead-one"));
        const QString sentence = bench.find<QLabel>("operationSentence")->text(); // once, and by name
        QVERIFY2(sentence.startsWith(QLatin1String("Its 5 pending entries go to alive first.")), qPrintable(sentence));
        const QString more = bench.find<QLabel>("operationMore")->text(); // a consumer is not one of its entries
        QVERIFY2(more.startsWith(QLatin1String("and 1 more")), qPrintable(more));
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "alive"), 5);
        auto *consumers = bench.find<views::TableView>("consumers");
        QTRY_COMPARE(consumers->model()->rowCount(), 1);
        QTRY_VERIFY(!remove->isEnabled());
        QCOMPARE(bench.window->focusWidget(), consumers); // for the next key
    }

    /// What was deleted from the stream can be given to nobody: the preview says so, and nothing can be confirmed.
    void removesNoConsumerThatHoldsDeletedEntries()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.server.run({"XDEL", "s", "1-1", "2-1", "3-1", "4-1", "5-1"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(cellOf(bench, "consumers", 1, 0), QStringLiteral("dead-one"));
        clickRow(bench, "consumers", 1);
        auto *remove = bench.find<QPushButton>("removeConsumer");
        QTRY_VERIFY(remove->isEnabled());
        QTest::mouseClick(remove, Qt::LeftButton);
        QTRY_VERIFY(bench.find<views::Notice>("operationNotice") != nullptr); // nothing is to be given away
        QTRY_COMPARE(bench.find<views::Notice>("operationNotice")->heading(), QStringLiteral("This cannot be done"));
        const QString text = bench.find<views::Notice>("operationNotice")->text();
        QVERIFY2(text.contains(QStringLiteral("dead-one holds 5 pending entries that were deleted from the stream")),
                 qPrintable(text));
        QVERIFY(!bench.find<QPushButton>("operationConfirm")->isVisible());
        QCOMPARE(pendingOf(bench, "dead-one"), 5);
    }

    /// A claim drops what was deleted from the stream, so it is not counted among what can be claimed.
    void claimsCountNoDeletedEntries()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XDEL", "s", "1-1", "7-1", "20-1"});
        bench.open(QByteArray(orders).replace(R"("staleAfter":"10s")", R"("staleAfter":"20ms")"));
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 17 of billing"));
        QCOMPARE(bench.cell(0, 5), QStringLiteral("deleted"));
        QCOMPARE(bench.cell(1, 5), QStringLiteral("order=2 card=•••"));
        QTRY_COMPARE(cellOf(bench, "consumers", 1, 0), QStringLiteral("dead-one"));
        QTRY_COMPARE(cellOf(bench, "consumers", 1, 3), QStringLiteral("dead"));
        clickRow(bench, "consumers", 1);
        QTRY_COMPARE(bench.find<QPushButton>("claimForConsumer")->text(), QStringLiteral("Move its 17 entries to…"));
        redis::Pipeline deleting;
        for (int i = 1; i <= 20; ++i) {
            deleting.add({"XDEL", "s", QByteArray::number(i) + "-1"});
        }
        bench.server.run(deleting);
        QTRY_VERIFY(!claim->isEnabled());
        QVERIFY2(claim->toolTip().contains(QStringLiteral("can only be acknowledged")), qPrintable(claim->toolTip()));
        QTRY_VERIFY(!bench.find<QPushButton>("claimForConsumer")->isEnabled());
        // The menu of the rows says what the inspector says, of one and of several.
        QTRY_COMPARE(bench.cell(2, 5), QStringLiteral("deleted"));
        const auto *chosen = bench.table()->selectionModel();
        clickRow(bench, "elements", 1);
        for (const bool isOne : {true, false}) {
            if (!isOne) {
                auto *table = bench.table();
                QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ShiftModifier,
                                  table->visualRect(table->model()->index(2, 0)).center());
            }
            QCOMPARE(chosen->selectedRows().size(), isOne ? 1 : 2);
            const auto *note = bench.find<QLabel>("inspectorNote");
            QTRY_VERIFY2(note->text().startsWith(isOne ? QStringLiteral("It is no longer in the stream")
                                                       : QStringLiteral("They are no longer in the stream")),
                         qPrintable(note->text()));
            const QRect row = bench.table()->visualRect(bench.table()->model()->index(1, 0));
            emit bench.table()->customContextMenuRequested(row.center());
            QTRY_VERIFY(bench.find<QMenu>("rowMenu") != nullptr);
            auto *menu = bench.find<QMenu>("rowMenu");
            for (const char *name : {"claim", "release", "acknowledge", "deadLetter", "again"}) {
                const QString named = QLatin1String(name);
                const auto *offer = menu->findChild<QAction *>(named + QStringLiteral("Action"));
                QVERIFY2(offer != nullptr, name);
                QTRY_COMPARE(bench.find<QPushButton>(qPrintable(QStringLiteral("inspector.") + named))->isEnabled(),
                             offer->isEnabled());
                QCOMPARE(offer->isEnabled(), named == QStringLiteral("acknowledge"));
            }
            menu->close();
            QTRY_VERIFY(bench.find<QMenu>("rowMenu") == nullptr);
        }
    }

    /// Another key took the stream's place: what was read of it is old, and nothing is offered.
    void aReplacedKeyOffersNothing()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        const auto offers = [&bench] {
            QStringList names;
            for (const char *name : {"requeueButton", "deadLetterButton", "setLastId"}) {
                names += bench.find<QPushButton>(name)->isEnabled() ? QString::fromLatin1(name) : QString();
            }
            names.removeAll(QString());
            return names;
        };
        const auto isGrey = [&bench](const char *name) {
            const auto *table = bench.find<views::TableView>(name);
            return table->model()->index(0, 0).data(models::StaleRole).toBool();
        };
        QTRY_COMPARE(offers().size(), 3);
        QVERIFY(!isGrey("groups") && !isGrey("consumers"));
        bench.server.run({"DEL", "s"});
        bench.server.run({"SET", "s", "x"});
        QTRY_COMPARE(offers(), QStringList());
        QTRY_VERIFY(isGrey("groups") && isGrey("consumers"));
        QVERIFY(!bench.find<QPushButton>("setLastId")->toolTip().startsWith(QStringLiteral("Where the selected")));
        bench.server.run({"DEL", "s"});
        fill(bench, 50, 20);
        QTRY_COMPARE(offers().size(), 3);
        QVERIFY(!isGrey("groups") && !isGrey("consumers"));
        QVERIFY(bench.find<QPushButton>("setLastId")->toolTip().startsWith(QStringLiteral("Where the selected")));
    }

    /// A page opened while the server does not answer says so, and not that it is being read.
    void withoutAnAnswerNothingIsLoading()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        QTRY_VERIFY(bench.session->history().judged() != nullptr);
        const auto server = static_cast<pid_t>(bench.server.processId());
        kill(server, SIGSTOP);
        bench.window->showPage(QStringLiteral("stream"));
        const auto *state = bench.find<views::ElidedLabel>("groupsState");
        const auto says = [&bench](const QString &text) {
            const auto notices = bench.window->findChildren<views::Notice *>();
            return std::ranges::any_of(
                notices, [&](const views::Notice *one) { return one->isVisible() && one->heading() == text; });
        };
        const bool isSaid =
            QTest::qWaitFor([&] { return state->fullText().startsWith(QStringLiteral("The server does not answer")); },
                            30000)
            && says(QStringLiteral("Nothing was read yet")) && !bench.find<QWidget>("streamPace")->isVisible();
        kill(server, SIGCONT);
        QVERIFY2(isSaid, qPrintable(state->fullText()));
        QTRY_COMPARE(bench.names().size(), 20);
        QTRY_VERIFY(!state->isVisible());
    }

    /// While updates are paused, groups are read when the page opens, and its figures are older.
    void saysTheTimeOfItsGroupsWhilePaused()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        QTRY_VERIFY(bench.session->history().judged() != nullptr);
        auto *pause = bench.window->findChild<QAction *>(QStringLiteral("pauseAction"));
        pause->trigger();
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.find<views::TableView>("groups")->model()->rowCount(), 2);
        const auto *state = bench.find<views::ElidedLabel>("groupsState");
        QTRY_VERIFY(state->isVisible()); // once the figures are old
        static const QRegularExpression told(QStringLiteral("^Groups and consumers as of \\d\\d:\\d\\d:\\d\\d$"));
        QVERIFY2(told.match(state->fullText()).hasMatch(), qPrintable(state->fullText()));
        pause->trigger();
        QTRY_VERIFY(!state->isVisible());
    }

    /// It is seen in the table that nothing is left to read of it.
    void deletedEntriesAreCalledThat()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XDEL", "s", "1-1"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        QCOMPARE(bench.cell(0, 5), QStringLiteral("deleted"));
        QCOMPARE(bench.cell(1, 5), QStringLiteral("order=2 card=•••"));
    }

    /// Its age is that of the entry, not of its delivery, and the time beside it says so.
    void theOldestPendingSaysWhenItWasAdded()
    {
        WindowBench bench;
        bench.server.run({"XGROUP", "CREATE", "s", "billing", "0", "MKSTREAM"});
        bench.server.run({"XADD", "s", "*", "order", "1"});
        bench.server.run({"XREADGROUP", "GROUP", "billing", "c1", "STREAMS", "s", ">"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        const auto note = [&bench] {
            const auto *tile = bench.find<views::FigureTile>("tile5");
            return tile == nullptr ? QString() : tile->text().note;
        };
        QTRY_VERIFY2(note().startsWith(QStringLiteral("added ")), qPrintable(note()));
    }

    /// The page says which group is gone, until another one is chosen.
    void saysThatTheGroupIsGone()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XGROUP", "CREATE", "s", "audit", "0"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20); // those of billing, which is shown first
        bench.server.run({"XGROUP", "DESTROY", "s", "billing"});
        const auto *state = bench.find<views::ElidedLabel>("groupsState");
        QTRY_VERIFY(state->isVisible());
        const QString said = state->fullText();
        QVERIFY2(said.startsWith(QStringLiteral("Group billing was no longer there at ")), qPrintable(said));
        QVERIFY2(said.endsWith(QStringLiteral("Group shipping is shown instead.")), qPrintable(said));
        QTRY_COMPARE(bench.names().size(), 2);
        QTRY_COMPARE(cellOf(bench, "consumers", 0, 0), QStringLiteral("s1"));
        auto *groups = bench.find<views::TableView>("groups");
        QCOMPARE(groups->selectedRows().front().data().toString(), QStringLiteral("shipping"));
        QCOMPARE(state->fullText(), said); // also after the next answers
        clickRow(bench, "groups", groups->selectedRows().front().row() == 0 ? 1 : 0);
        QTRY_VERIFY(!state->isVisible());

        // With one group left, a click at it says that this was read.
        const QString shown = groups->selectedRows().front().data().toString();
        bench.server.run({"XGROUP", "DESTROY", "s", shown.toUtf8()});
        QTRY_VERIFY(state->isVisible());
        QTRY_COMPARE(groups->model()->rowCount(), 1);
        QTRY_COMPARE(groups->selectedRows().size(), 1);
        clickRow(bench, "groups", 0);
        QTRY_VERIFY(!state->isVisible());
    }

    /// The group that was chosen is shown again when it comes back, alone or with the whole stream.
    void theChosenGroupComesBack()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *groups = bench.find<views::TableView>("groups");
        const auto *state = bench.find<views::ElidedLabel>("groupsState");
        const auto chosen = [&] {
            return groups->selectedRows().isEmpty() ? QString() : groups->selectedRows().front().data().toString();
        };
        QCOMPARE(chosen(), QStringLiteral("billing"));
        clickRow(bench, "groups", groups->selectedRows().front().row() == 0 ? 1 : 0);
        QCOMPARE(chosen(), QStringLiteral("shipping"));
        QTRY_COMPARE(bench.names().size(), 2);

        bench.server.run({"DEL", "s"});
        QTRY_COMPARE(groups->model()->rowCount(), 0);
        QTRY_VERIFY(state->fullText().startsWith(QStringLiteral("Group shipping was no longer there")));
        bench.server.run(
            {"EVAL",
             "redis.call('XADD', 's', '1-1', 'n', '1') redis.call('XGROUP', 'CREATE', 's', 'billing', '0') "
             "redis.call('XGROUP', 'CREATE', 's', 'shipping', '0')",
             "0"});
        QTRY_COMPARE(groups->model()->rowCount(), 2);
        QCOMPARE(chosen(), QStringLiteral("shipping"));
        QVERIFY(!state->isVisible());
        QVERIFY(bench.find<QPushButton>("setLastId")->isEnabled());

        bench.server.run({"XGROUP", "DESTROY", "s", "shipping"});
        QTRY_COMPARE(chosen(), QStringLiteral("billing"));
        QVERIFY(state->isVisible());
        bench.server.run({"XGROUP", "CREATE", "s", "shipping", "0"});
        QTRY_COMPARE(chosen(), QStringLiteral("shipping"));
        QTRY_VERIFY(!state->isVisible());
        QTRY_VERIFY(bench.find<QPushButton>("setLastId")->isEnabled());
    }

    /// What an operation did to an entry stays in its row, also where the entry is no longer in the stream.
    void anAcknowledgedDeletedEntrySaysSo()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.server.run({"XDEL", "s", "2-1", "4-1"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 5);
        const auto row = [&bench] { return int(bench.names().indexOf(QStringLiteral("4-1"))); };
        clickRow(bench, "elements", row());
        QTRY_VERIFY(bench.find<QPushButton>("inspector.acknowledge") != nullptr);
        QTRY_VERIFY(bench.find<QPushButton>("inspector.acknowledge")->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("inspector.acknowledge"), Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "dead-one"), 4);
        const auto said = [&] { return row() < 0 ? QStringLiteral("gone") : bench.cell(row(), 1); };
        QTRY_VERIFY2(said().startsWith(QStringLiteral("acknowledged ")), qPrintable(said()));
        const qint64 polls = bench.session->history().judged()->serverTime.count();
        QTRY_VERIFY(bench.session->history().judged()->serverTime.count() > polls + 500); // after the next answers
        QVERIFY2(said().startsWith(QStringLiteral("acknowledged ")), qPrintable(said()));

        // The list of all entries says it of one that was deleted while it was shown.
        auto *chooser = bench.find<QComboBox>("stateChooser");
        chooser->setCurrentIndex(4); // oldest first
        emit chooser->activated(4);
        QTRY_COMPARE(bench.cell(1), QStringLiteral("3-1"));
        clickRow(bench, "elements", 1);
        QTRY_VERIFY2(inspectorOf(bench).contains(QStringLiteral("pending at dead-one")),
                     qPrintable(inspectorOf(bench)));
        bench.server.run({"XDEL", "s", "3-1"});
        clickRow(bench, "elements", 0);
        clickRow(bench, "elements", 1);
        QTRY_VERIFY(bench.find<QPushButton>("inspector.acknowledge") != nullptr);
        QTest::mouseClick(bench.find<QPushButton>("inspector.acknowledge"), Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "dead-one"), 3);
        const auto inList = [&] {
            return bench.names().contains(QStringLiteral("3-1")) ? bench.cell(1, 1) : QStringLiteral("gone");
        };
        QTRY_VERIFY2(inList().startsWith(QStringLiteral("acknowledged ")), qPrintable(inList()));
    }

    /// Nothing moves when a group is gone, and nothing is done to another group in its place until one is chosen.
    void aGoneGroupMovesNothing()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XCLAIM", "s", "shipping", "s1", "0", "1-1", "2-1", "IDLE", "60000", "JUSTID"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        QVERIFY(claim->isEnabled());
        auto *groups = bench.find<views::TableView>("groups");
        const auto places = [&] {
            return QList<QPoint>{groups->mapTo(bench.window, QPoint()), bench.table()->mapTo(bench.window, QPoint())};
        };
        const QList<QPoint> before = places();
        bench.server.run({"XGROUP", "DESTROY", "s", "billing"});
        const auto *state = bench.find<views::ElidedLabel>("groupsState");
        QTRY_VERIFY(state->isVisible());
        QTRY_COMPARE(bench.names().size(), 2);
        QCOMPARE(places(), before);
        QVERIFY(!claim->isEnabled());
        QVERIFY2(claim->toolTip().contains(QStringLiteral("billing")), qPrintable(claim->toolTip()));
        QVERIFY(!bench.find<QPushButton>("setLastId")->isEnabled());
        QVERIFY(!bench.window->findChild<QAction *>(QStringLiteral("releaseAction"))->isEnabled());
        clickRow(bench, "consumers", 0);
        QVERIFY(!bench.find<QPushButton>("removeConsumer")->isEnabled());
        clickRow(bench, "groups", 0);
        QTRY_VERIFY(claim->isEnabled());
        QVERIFY(bench.find<QPushButton>("setLastId")->isEnabled());
        QVERIFY(bench.find<QPushButton>("removeConsumer")->isEnabled());
        QCOMPARE(places(), before);
    }

    /// Without a mouse, Enter chooses the group that took the place of one that is gone, an arrow another.
    void choosesAnotherGroupByKey()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XGROUP", "CREATE", "s", "audit", "0"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        auto *groups = bench.find<views::TableView>("groups");
        const auto *state = bench.find<views::ElidedLabel>("groupsState");
        const auto *setLastId = bench.find<QPushButton>("setLastId");
        const auto chosen = [&] { return groups->selectedRows().front().data().toString(); };
        bench.server.run({"XGROUP", "DESTROY", "s", chosen().toUtf8()});
        QTRY_VERIFY(state->isVisible());
        QVERIFY(!setLastId->isEnabled());
        const QString first = chosen();
        groups->setFocus();
        QTest::keyClick(groups, groups->selectedRows().front().row() == 0 ? Qt::Key_Down : Qt::Key_Up);
        QVERIFY(chosen() != first);
        QTRY_VERIFY(!state->isVisible());
        QTRY_VERIFY(setLastId->isEnabled());

        bench.server.run({"XGROUP", "DESTROY", "s", chosen().toUtf8()});
        QTRY_VERIFY(state->isVisible());
        QTRY_COMPARE(groups->model()->rowCount(), 1);
        QVERIFY(!setLastId->isEnabled());
        QTest::keyClick(groups, Qt::Key_Return);
        QVERIFY(!state->isVisible());
        QVERIFY(setLastId->isEnabled());

        // Where the last one goes, there is nothing to choose; one that is made later has taken no other's place.
        bench.server.run({"XGROUP", "DESTROY", "s", chosen().toUtf8()});
        QTRY_COMPARE(groups->model()->rowCount(), 0);
        QTRY_VERIFY(!setLastId->isEnabled());
        QVERIFY2(setLastId->toolTip().endsWith(QStringLiteral("No group reads this stream.")),
                 qPrintable(setLastId->toolTip()));
        bench.server.run({"XGROUP", "CREATE", "s", "made", "0"});
        QTRY_COMPARE(groups->model()->rowCount(), 1);
        QVERIFY(setLastId->isEnabled());
        QVERIFY(!state->isVisible());
    }

    /// The command for all groups is off where there is no other group, or nothing that can be released.
    void offersToReleaseAllOnlyWhatItCan()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        const auto *all = bench.window->findChild<QAction *>(QStringLiteral("releaseAllAction"));
        QTRY_VERIFY(all->isEnabled());
        redis::Pipeline deleting;
        for (int i = 1; i <= 10; ++i) {
            deleting.add({"XDEL", "s", QByteArray::number(i) + "-1"});
            deleting.add({"XCLAIM", "s", "billing", "plimsoll", "0", QByteArray::number(i + 10) + "-1", "IDLE", "60000",
                          "JUSTID"});
        }
        bench.server.run(deleting);
        QTRY_VERIFY(!all->isEnabled());
        QVERIFY2(all->toolTip().contains(QStringLiteral("released")), qPrintable(all->toolTip()));
        bench.server.run({"XCLAIM", "s", "billing", "dead-one", "0", "20-1", "IDLE", "60000", "JUSTID"});
        QTRY_VERIFY(all->isEnabled());
        bench.server.run({"XGROUP", "DESTROY", "s", "shipping"});
        QTRY_VERIFY(!all->isEnabled());
        QVERIFY2(all->toolTip().contains(QStringLiteral("no other group")), qPrintable(all->toolTip()));
    }

    /// The form proposes the live consumer that holds the fewest entries, and says why.
    void proposesTheLiveConsumerWithTheFewest()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XREADGROUP", "GROUP", "billing", "busy", "COUNT", "3", "STREAMS", "s", ">"});
        bench.open(QByteArray(orders).replace(R"("staleAfter":"10s")", R"("staleAfter":"50s")"));
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 23);
        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_COMPARE(claim->text(), QStringLiteral("Claim 20 of billing"));
        bench.server.run({"XREADGROUP", "GROUP", "billing", "busy", "COUNT", "1", "STREAMS", "s", "0"}); // the last
        QTest::mouseClick(claim, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QLineEdit>("claimTo") != nullptr);
        auto *name = bench.find<QLineEdit>("claimTo");
        QCOMPARE(name->text(), QStringLiteral("alive"));
        const auto *why = bench.find<views::ElidedLabel>("claimReason");
        QVERIFY(why != nullptr && why->isVisible());
        QCOMPARE(why->fullText(),
                 QStringLiteral("Proposed: alive holds the fewest entries of the consumers that were "
                                "active in the last 50 s."));
        bench.confirm();
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Claim 20 stale entries of orders, group billing, to alive"));
    }

    /// The server takes an entry that an undo gives back for a request of the consumer, also of a dead one.
    void proposesNoConsumerThatOnlyAnUndoTouched()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.open(QByteArray(orders).replace(R"("staleAfter":"10s")", R"("staleAfter":"4s")"));
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_VERIFY(bench.find<QPushButton>("deadLetterButton") != nullptr);
        auto *toDead = bench.find<QPushButton>("deadLetterButton");
        QTRY_COMPARE(toDead->text(), QStringLiteral("Dead-letter 2 poison…"));
        const auto *dead = bench.find<QLabel>("deadConsumers");
        QTRY_COMPARE_WITH_TIMEOUT(dead->text(), QStringLiteral("1 of 2 dead"), 30'000);
        QTest::mouseClick(toDead, Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"XLEN", "dead"}).integer, 2);
        auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(undo, Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "dead-one"), 5);
        QTRY_COMPARE(dead->text(), QString()); // as the server says it

        auto *claim = bench.find<QPushButton>("requeueButton");
        QTRY_VERIFY(claim->isEnabled());
        QTest::mouseClick(claim, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QLineEdit>("claimTo") != nullptr);
        QCOMPARE(bench.find<QLineEdit>("claimTo")->text(), QString());
        QTest::mouseClick(bench.find<QPushButton>("operationCancel"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<QLineEdit>("claimTo") == nullptr);

        // A request of its own makes it live again, some time after the undo: the clocks are not exact.
        const auto proposes = [&] {
            bench.server.run({"XREADGROUP", "GROUP", "billing", "dead-one", "COUNT", "1", "STREAMS", "s", ">"});
            const auto isAsked = [&] { return bench.find<QLineEdit>("claimTo") != nullptr; };
            QTest::mouseClick(claim, Qt::LeftButton);
            if (!QTest::qWaitFor(isAsked)) {
                return false;
            }
            const QString to = bench.find<QLineEdit>("claimTo")->text();
            QTest::mouseClick(bench.find<QPushButton>("operationCancel"), Qt::LeftButton);
            return QTest::qWaitFor([&] { return !isAsked(); }) && to == QLatin1String("dead-one");
        };
        QTRY_VERIFY_WITH_TIMEOUT(proposes(), 60'000);
    }

    /// One command for all groups: each entry stays in its group, and one undo takes all back.
    void releasesTheStaleOfAllGroups()
    {
        WindowBench bench;
        fill(bench, 50, 20);
        bench.server.run({"XCLAIM", "s", "shipping", "s1", "0", "1-1", "2-1", "IDLE", "60000", "JUSTID"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 20);
        const auto *release = bench.window->findChild<QAction *>(QStringLiteral("releaseAction"));
        QTRY_COMPARE(release->text(), QStringLiteral("Release all stale of billing…"));
        auto *all = bench.window->findChild<QAction *>(QStringLiteral("releaseAllAction"));
        QVERIFY(all != nullptr);
        QTRY_VERIFY(all->isVisible() && all->isEnabled());
        QCOMPARE(all->text(), QStringLiteral("Release all stale of all groups…"));
        all->trigger();
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle") != nullptr);
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Release 22 stale entries of orders"));
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "plimsoll"), 20);
        const auto ofShipping = [&bench](QByteArrayView consumer) {
            return redis::pendingIn(bench.server.run({"XPENDING", "s", "shipping", "-", "+", "10", consumer})).size();
        };
        QTRY_COMPARE(ofShipping("plimsoll"), std::size_t(2));
        auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(undo, Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "dead-one"), 20);
        QTRY_COMPARE(ofShipping("s1"), std::size_t(2));
    }

    /// Back as well as forth, through pages that only the server's ids can name.
    void pagesBack()
    {
        WindowBench bench;
        fill(bench, 350, 5);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 5);
        auto *chooser = bench.find<QComboBox>("stateChooser");
        chooser->setCurrentIndex(3); // as a person's choice does
        emit chooser->activated(3);
        QTRY_COMPARE(bench.cell(0), QStringLiteral("350-1"));
        auto *next = bench.find<QAbstractButton>("nextPage");
        auto *previous = bench.find<QAbstractButton>("previousPage");
        QTRY_VERIFY(next->isVisible() && next->isEnabled());
        QVERIFY(previous->isVisible() && !previous->isEnabled());
        QTest::mouseClick(next, Qt::LeftButton);
        QTRY_COMPARE(bench.cell(0), QStringLiteral("250-1"));
        QTest::mouseClick(next, Qt::LeftButton);
        QTRY_COMPARE(bench.cell(0), QStringLiteral("150-1"));
        QTest::mouseClick(previous, Qt::LeftButton);
        QTRY_COMPARE(bench.cell(0), QStringLiteral("250-1"));
        QTest::mouseClick(previous, Qt::LeftButton);
        QTRY_COMPARE(bench.cell(0), QStringLiteral("350-1"));
        QTRY_VERIFY(!previous->isEnabled());
        QVERIFY(next->isEnabled());
    }

    /// A text that is neither an id nor a time: said, and looked for in what all entries say.
    void searches()
    {
        WindowBench bench;
        fill(bench, 1'500, 4);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 4);
        auto *chooser = bench.find<QComboBox>("stateChooser");
        chooser->setCurrentIndex(3);
        emit chooser->activated(3);
        QTRY_COMPARE(bench.names().size(), 100);
        auto *filter = bench.find<QLineEdit>("filter");
        filter->setText(QStringLiteral("order=77"));
        auto *search = bench.find<QPushButton>("searchAll");
        QTRY_VERIFY(search->isVisible());
        QTRY_VERIFY(bench.find<views::ElidedLabel>("newRowsText")
                        ->fullText()
                        .contains(QStringLiteral("is neither an id nor a time")));
        QCOMPARE(bench.names().size(), 100);
        QTest::mouseClick(search, Qt::LeftButton);
        const auto line = [&] { return bench.find<views::ElidedLabel>("newRowsText")->fullText(); };
        QTRY_COMPARE(line(), QStringLiteral("11 found · looked at all 1,500"));
        QCOMPARE(bench.names().size(), 11);
        QCOMPARE(bench.names().front(), QStringLiteral("779-1"));
        bench.table()->selectRow(0);
        QTRY_VERIFY(bench.find<views::Inspector>("inspector")->isVisible());
        filter->clear();
        QTRY_COMPARE(bench.names().size(), 100);
        QVERIFY(!search->isVisible());
    }

    void deadLetters()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_VERIFY(bench.find<QPushButton>("deadLetterButton") != nullptr);
        auto *button = bench.find<QPushButton>("deadLetterButton");
        QTRY_COMPARE(button->text(), QStringLiteral("Dead-letter 2 poison…"));
        QTRY_COMPARE(bench.names().filter(QStringLiteral("-1")).size(), 5); // what is not listed yet is not struck out
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Dead-letter 2 poison entries of orders"));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"XLEN", "dead"}).integer, 2);
        QCOMPARE(pending(bench).size(), std::size_t(3));
        QTRY_COMPARE(bench.names().filter(QStringLiteral("-1")).size(), 5); // struck out, until the page is left
    }

    void inspects()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        // The group with most pending is chosen once there are groups; then its entries are read.
        QTRY_VERIFY(bench.find<QComboBox>("stateChooser") != nullptr
                    && bench.find<QComboBox>("stateChooser")->currentText().contains(QLatin1String("billing")));
        QTRY_COMPARE(bench.names().size(), 5);
        clickRow(bench, "elements", 3);
        QTRY_COMPARE(bench.table()->selectedRows().size(), 1);
        const auto said = [&bench] { return inspectorOf(bench); };
        QTRY_VERIFY2(said().contains(QStringLiteral("pending at dead-one")), qPrintable(said()));
        QVERIFY(said().contains(QStringLiteral("not read yet"))); // by shipping
        QVERIFY(said().contains(QStringLiteral("•••")));
        QVERIFY(!said().contains(QStringLiteral("4711")));
        QTRY_VERIFY(bench.find<QPushButton>("inspector.release") != nullptr);
        QTest::mouseClick(bench.find<QPushButton>("inspector.release"), Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "plimsoll"), 1);
        // The inspector does not show the state before the release any more.
        QTRY_VERIFY2(said().contains(QStringLiteral("pending at plimsoll")), qPrintable(said()));
        QVERIFY2(!said().contains(QStringLiteral("pending at dead-one")), qPrintable(said()));
        QTRY_COMPARE(bench.window->focusWidget(), bench.table()); // and not the first table, that of the groups
    }

    /// What is said of it follows when somebody else acknowledges it, and its row leaves the page.
    void inspectsADeletedEntry()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.server.run({"XDEL", "s", "4-1"});
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 5);
        clickRow(bench, "elements", int(bench.names().indexOf(QStringLiteral("4-1"))));
        const auto said = [&bench] { return inspectorOf(bench); };
        QTRY_VERIFY2(said().contains(QStringLiteral("pending at dead-one")), qPrintable(said()));
        QVERIFY2(said().contains(QStringLiteral("deleted before it was read")), qPrintable(said())); // by shipping
        QVERIFY2(!said().contains(QStringLiteral("not read yet")), qPrintable(said()));
        bench.server.run({"XACK", "s", "billing", "4-1"});
        QTRY_VERIFY2(!said().contains(QStringLiteral("pending at dead-one")), qPrintable(said()));
    }

    /// An entry that was acknowledged while the table is held still: nobody holds it, and it cannot be released.
    void inspectsAnEntryThatIsSettled()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 5);
        clickRow(bench, "elements", 0); // from now on rows are not exchanged
        QTRY_VERIFY2(inspectorOf(bench).contains(QStringLiteral("pending at dead-one")),
                     qPrintable(inspectorOf(bench)));
        bench.server.run({"XACK", "s", "billing", "4-1", "5-1"});
        clickRow(bench, "elements", 3);
        QTRY_VERIFY2(inspectorOf(bench).contains(QStringLiteral("acknowledged")), qPrintable(inspectorOf(bench)));
        QVERIFY2(!inspectorOf(bench).contains(QStringLiteral("pending at dead-one")), qPrintable(inspectorOf(bench)));
        QTRY_VERIFY(!bench.find<QPushButton>("inspector.release")->isEnabled());
    }

    /// An entry that is trimmed or deleted can still be acknowledged, also from the list of all entries, which offers
    /// nothing else. Where no group has it pending, nothing is left to do.
    void acknowledgesADeletedEntry()
    {
        WindowBench bench;
        fill(bench, 30, 5);
        bench.open(orders);
        bench.window->showPage(QStringLiteral("stream"));
        QTRY_COMPARE(bench.names().size(), 5);
        auto *chooser = bench.find<QComboBox>("stateChooser");
        chooser->setCurrentIndex(4); // oldest first
        emit chooser->activated(4);
        QTRY_COMPARE(bench.cell(0), QStringLiteral("1-1"));
        clickRow(bench, "elements", 0);
        QTRY_VERIFY2(inspectorOf(bench).contains(QStringLiteral("pending at dead-one")),
                     qPrintable(inspectorOf(bench)));
        QVERIFY(bench.find<QPushButton>("inspector.acknowledge") == nullptr); // as before: nothing is offered here
        bench.server.run({"XDEL", "s", "2-1", "29-1"});
        clickRow(bench, "elements", 1);
        const auto note = [&bench] { return bench.find<QLabel>("inspectorNote")->text(); };
        QTRY_VERIFY2(note().contains(QStringLiteral("It can only be acknowledged")), qPrintable(note()));
        QTRY_VERIFY(bench.find<QPushButton>("inspector.acknowledge") != nullptr);
        QTest::mouseClick(bench.find<QPushButton>("inspector.acknowledge"), Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(pendingOf(bench, "dead-one"), 4);
        bench.table()->selectRow(28);
        QTRY_VERIFY2(note().endsWith(QStringLiteral("it was trimmed or deleted.")), qPrintable(note()));
        QVERIFY(bench.find<QPushButton>("inspector.acknowledge") == nullptr);
    }

    /// A million entries and a hundred thousand that are pending: there within 200 ms of the click.
    void opensFast()
    {
        WindowBench bench;
        bench.server.run({"EVAL",
                          "redis.call('XGROUP', 'CREATE', 's', 'billing', '0', 'MKSTREAM') "
                          "for i = 1, 1000000 do redis.call('XADD', 's', i .. '-1', 'order', i) end "
                          "redis.call('XREADGROUP', 'GROUP', 'billing', 'b1', 'COUNT', '100000', 'STREAMS', 's', '>')",
                          "0"});
        const QByteArray json =
            QByteArray(orders).chopped(2) + R"(,{"name":"other","kind":"members","keys":{"set":"x"}}]})";
        const QStringList slow = slowCommands(bench.server, 1ms, [&bench, &json] {
            QVERIFY(bench.opensAtOnce(json, "stream", "members", [&bench] { return bench.names().size() == 100; }));
        });
        QCOMPARE(slow, QStringList());
    }
};

QTEST_MAIN(StreamPageTest)
#include "tst_streampage.moc"

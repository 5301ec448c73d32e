// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"
#include "views/operations/operationdialog.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/notice.h"
#include "views/widgets/screenfit.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;

namespace {

constexpr const char *workspaceJson =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"collections":[)"
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead","job":"job:{id}"}}]})";

} // namespace

/// The dialog has its size from the first on: what is looked up moves none of its buttons. Plans made by hand.
class TestOperationDialog final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
        auto parsed = redis::parseWorkspace(workspaceJson, redis::kindInfos());
        QVERIFY(std::holds_alternative<Workspace>(parsed));
        m_workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
    }

    void nothingMovesWhenThePlanComes_data()
    {
        QTest::addColumn<Action>("action");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("steps");
        QTest::addColumn<QString>("collection");
        QTest::addColumn<QString>("note");
        QTest::newRow("one job") << Action::Requeue << 1 << 1 << QStringLiteral("email") << QString();
        QTest::newRow("none is left") << Action::Requeue << 0 << 0 << QStringLiteral("email") << QString();
        QTest::newRow("many, and the name to type")
            << Action::Discard << 5'000 << 4 << QStringLiteral("email") << QString();
        QTest::newRow("many keys, a long name, a long note")
            << Action::Discard << 8'888'888 << 30 << QString(90, u'n')
            << QStringLiteral("This server may evict keys when its memory is full, also the escrow in which an "
                              "operation keeps what it has under way, and the collection itself. ")
                   .repeated(2);
        QTest::newRow("dead letters") << Action::RequeueDead << 40 << 1 << QStringLiteral("email") << QString();
        QTest::newRow("after a form") << Action::Trim << 700 << 1 << QStringLiteral("email") << QString();
    }

    void nothingMovesWhenThePlanComes()
    {
        QFETCH(const Action, action);
        QFETCH(const int, count);
        QFETCH(const int, steps);
        QFETCH(const QString, collection);
        QFETCH(const QString, note);
        OperationDialog dialog(&m_theme, requestOf(action));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        connect(&dialog, &OperationDialog::planRequested, &dialog, [this] { ++m_asked; });
        m_asked = 0;
        dialog.start();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        settle();
        auto *cancel = dialog.findChild<QPushButton *>(QStringLiteral("operationCancel"));
        auto *confirm = dialog.findChild<QPushButton *>(QStringLiteral("operationConfirm"));
        const QRect frame = dialog.geometry();
        const QRect cancelAt = cancel->geometry();
        if (m_asked == 0) {
            QTest::mouseClick(confirm, Qt::LeftButton); // the form as it is
        }
        QCOMPARE(m_asked, 1);
        settle();
        QCOMPARE(dialog.geometry(), frame);
        QCOMPARE(cancel->geometry(), cancelAt);
        dialog.showPlan(plan(action, count, steps, collection, note));
        settle();
        QCOMPARE(dialog.geometry(), frame);
        QCOMPARE(cancel->geometry().topLeft(), cancelAt.topLeft());
        QVERIFY(dialog.rect().contains(cancel->geometry()) && dialog.rect().contains(confirm->geometry()));
        if (count == 0) {
            return;
        }
        QVERIFY(confirm->isVisible());
        // With any plan, its commands are readable, and the name can be typed.
        const auto *commands = dialog.findChild<QPlainTextEdit *>(QStringLiteral("operationCommands"));
        QVERIFY(commands->height() >= 3 * commands->fontMetrics().lineSpacing());
        QCOMPARE(commands->horizontalScrollBar()->maximum(), 0); // a long line is wrapped
        const auto *name = dialog.findChild<QLineEdit *>(QStringLiteral("operationName"));
        const QRect place(name->mapTo(&dialog, QPoint()), name->size());
        QVERIFY(!name->isVisible() || dialog.rect().contains(place));
        QVERIFY(!name->isVisible() || place.bottom() < confirm->geometry().top());
    }

    /// A request without matches can be changed without closing the dialog.
    void nothingLeadsBackToTheForm()
    {
        OperationDialog dialog(&m_theme, requestOf(Action::Trim));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        connect(&dialog, &OperationDialog::planRequested, &dialog, [this] { ++m_asked; });
        m_asked = 0;
        dialog.start();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        settle();
        auto *confirm = dialog.findChild<QPushButton *>(QStringLiteral("operationConfirm"));
        const QString ask = confirm->text();
        for (int time = 1; time <= 2; ++time) {
            QTest::mouseClick(confirm, Qt::LeftButton);
            QCOMPARE(m_asked, time);
            dialog.showPlan(plan(Action::Trim, 0, 0, QStringLiteral("email"), {}));
            settle();
            QVERIFY(dialog.findChild<QWidget *>(QStringLiteral("operationNotice"))->isVisible());
            QVERIFY(confirm->isVisible());
            QCOMPARE(confirm->text(), QStringLiteral("Back"));
            QCOMPARE(dialog.focusWidget()->objectName(), QStringLiteral("operationCancel"));
            QTest::mouseClick(confirm, Qt::LeftButton);
            settle();
            QCOMPARE(m_asked, time);
            QVERIFY(!dialog.findChild<QWidget *>(QStringLiteral("operationNotice"))->isVisible());
            QCOMPARE(confirm->text(), ask);
        }
        dialog.showPlan(plan(Action::Trim, 7, 1, QStringLiteral("email"), {}));
        QVERIFY(confirm->text().contains(u'7'));
    }

    /// A server whose clock goes wrong has the keys of its own day.
    void tiersAreThoseOfTheServersDay()
    {
        const QByteArray json =
            R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"collections":[)"
            R"({"name":"email","kind":"queue","keys":{"ready":["q:high:{yyyyMMdd}","q:{yyyyMMdd}"]}}]})";
        auto parsed = redis::parseWorkspace(json, redis::kindInfos());
        QVERIFY(std::holds_alternative<Workspace>(parsed));
        OperationRequest request;
        request.workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        request.action = Action::Move;
        request.state = QStringLiteral("ready");
        request.elements.emplace_back().key = "q:20010909";
        const std::chrono::seconds then(1'000'000'000); // 9 September 2001
        OperationDialog dialog(&m_theme, request, nullptr, then);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.start();
        const auto *tiers = dialog.findChild<QComboBox *>(QStringLiteral("moveTarget"));
        QVERIFY(tiers != nullptr);
        QCOMPARE(tiers->count(), 1);
        QCOMPARE(tiers->itemData(0).toByteArray(), QByteArray("q:high:20010909"));
    }

    void offersTheTiers()
    {
        const QByteArray json =
            R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"collections":[)"
            R"({"name":"email","kind":"queue","keys":{"ready":["q:high","q:low"],"processing":"p"}}]})";
        auto parsed = redis::parseWorkspace(json, redis::kindInfos());
        QVERIFY(std::holds_alternative<Workspace>(parsed));
        OperationRequest request;
        request.workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        request.action = Action::Requeue;
        OperationDialog dialog(&m_theme, request);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        connect(&dialog, &OperationDialog::planRequested, &dialog, [this] { ++m_asked; });
        m_asked = 0;
        dialog.start();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const PlanPtr made = plan(Action::Requeue, 3, 1, QStringLiteral("email"), {});
        dialog.showPlan(made);
        settle();
        auto *tier = dialog.findChild<QComboBox *>(QStringLiteral("operationTier"));
        QVERIFY(tier->isVisible());
        QCOMPARE(tier->count(), 3);
        QCOMPARE(tier->currentData().toByteArray(), QByteArray()); // where each came from
        QCOMPARE(m_asked, 1);
        tier->setFocus();
        QTest::keyClick(tier, Qt::Key_Down);
        QTest::keyClick(tier, Qt::Key_Down);
        QCOMPARE(m_asked, 3);
        QCOMPARE(dialog.request().target, QByteArray("q:low"));
        auto *confirm = dialog.findChild<QPushButton *>(QStringLiteral("operationConfirm"));
        QVERIFY(!confirm->isEnabled()); // until the plan that is shown is the one that runs
        dialog.showPlan(made);
        QVERIFY(confirm->isEnabled());
        QVERIFY(tier->hasFocus());
        auto none = std::make_shared<Plan>(*made); // all have used up their attempts: there is nothing to choose
        none->exhausted = {"1", "2", "3"};
        dialog.showPlan(none);
        QVERIFY(!tier->isVisible());
        dialog.showPlan(made);
        QVERIFY(tier->isVisible());
        OperationDialog other(&m_theme, requestOf(Action::Requeue)); // of one list
        other.setAttribute(Qt::WA_DeleteOnClose, false);
        other.start();
        other.showPlan(plan(Action::Requeue, 3, 1, QStringLiteral("email"), {}));
        QVERIFY(!other.findChild<QComboBox *>(QStringLiteral("operationTier"))->isVisible());
    }

    /// Where a plan leaves all of them, its reason is said, and no other.
    void nothingToDoSaysWhy()
    {
        OperationDialog dialog(&m_theme, requestOf(Action::Requeue));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.start();
        const auto *notice = dialog.findChild<Notice *>(QStringLiteral("operationNotice"));
        dialog.showPlan(plan(Action::Requeue, 0, 0, QStringLiteral("email"), {}));
        QCOMPARE(notice->heading(), QStringLiteral("No job is stale"));
        const QString why = QStringLiteral("3 jobs in work have no recorded start.");
        dialog.showPlan(plan(Action::Requeue, 0, 0, QStringLiteral("email"), why));
        QCOMPARE(notice->heading(), QStringLiteral("None of them can be requeued"));
        QCOMPARE(notice->text(), why);
    }

    void nothingIsPutBackInVain()
    {
        OperationDialog dialog(&m_theme, requestOf(Action::Undo));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.start();
        const auto *confirm = dialog.findChild<QPushButton *>(QStringLiteral("operationConfirm"));
        const auto *notice = dialog.findChild<Notice *>(QStringLiteral("operationNotice"));
        const auto *sample = dialog.findChild<TableView *>(QStringLiteral("operationSample"));
        const auto show = [&dialog](std::optional<qint64> possible) {
            Plan made = *plan(Action::Undo, 42, 1, QStringLiteral("email"), {});
            made.possible = possible;
            dialog.showPlan(std::make_shared<const Plan>(made));
        };
        for (const std::optional<qint64> possible : {std::optional<qint64>(), std::optional<qint64>(1)}) {
            show(possible);
            QVERIFY(confirm->isEnabled());
            QVERIFY(sample->isVisible());
        }
        show(0); // one sentence, and nothing to confirm
        QCOMPARE(notice->heading(), QStringLiteral("Nothing to undo: all 42 were worked on, moved or removed since."));
        QVERIFY(notice->isVisible());
        QVERIFY(!sample->isVisible());
        QVERIFY(!confirm->isVisible());
    }

    /// Also run at 200 % by ctest, which leaves half the pixels.
    void fitsTheScreen()
    {
        const ScreenFit fit;
        OperationDialog dialog(&m_theme, requestOf(Action::Discard));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.start();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.showPlan(plan(Action::Discard, 5'000, 9, QStringLiteral("email"), {}));
        settle();
        const QRect there = QGuiApplication::primaryScreen()->availableGeometry();
        QVERIFY2(there.contains(dialog.geometry()),
                 qPrintable(QStringLiteral("%1×%2").arg(dialog.width()).arg(dialog.height())));
        const auto *confirm = dialog.findChild<QPushButton *>(QStringLiteral("operationConfirm"));
        QVERIFY(dialog.rect().contains(confirm->geometry()));
    }

    /// The badge says whose production it is, from the first on and by the plan, which may be of another workspace.
    void productionIsNamed()
    {
        auto production = std::make_shared<Workspace>(*m_workspace);
        production->connection.production = true;
        OperationRequest request = requestOf(Action::Requeue);
        request.workspace = production;
        OperationDialog dialog(&m_theme, request);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.start();
        const auto *badge = dialog.findChild<QLabel *>(QStringLiteral("operationProduction"));
        QVERIFY(badge->isVisible());
        QCOMPARE(badge->text(), QStringLiteral("PRODUCTION · shop"));
        auto made = std::make_shared<Plan>(*plan(Action::Requeue, 1, 1, QStringLiteral("email"), {}));
        made->workspaceName = QStringLiteral("other");
        dialog.showPlan(made);
        QCOMPARE(badge->text(), QStringLiteral("PRODUCTION · other"));
    }

    /// Cancel has the focus; who begins to type the name there does not press it by the first space.
    void theNameIsTypedWhereverTheFocusIs()
    {
        OperationDialog dialog(&m_theme, requestOf(Action::Discard));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.start();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const QString collection = QStringLiteral("the daily board");
        dialog.showPlan(plan(Action::Discard, 5'000, 1, collection, {}));
        settle();
        QCOMPARE(dialog.focusWidget()->objectName(), QStringLiteral("operationCancel"));
        for (const QChar typed : collection) {
            QTest::keyClick(dialog.focusWidget(), typed.toLatin1());
        }
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.findChild<QLineEdit *>(QStringLiteral("operationName"))->text(), collection);
        QVERIFY(dialog.findChild<QPushButton *>(QStringLiteral("operationConfirm"))->isEnabled());
    }

private:
    [[nodiscard]] OperationRequest requestOf(Action action) const
    {
        OperationRequest request;
        request.workspace = m_workspace;
        request.action = action;
        request.state = QStringLiteral("ready");
        return request;
    }

    static void settle()
    {
        for (int i = 0; i < 5; ++i) {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCoreApplication::processEvents();
        }
    }

    static PlanPtr plan(Action action, int count, int steps, const QString &collection, const QString &note)
    {
        auto made = std::make_shared<Plan>();
        made->id = QStringLiteral("0a1b2c3d");
        made->action = action;
        made->collection = collection;
        made->note = note;
        made->commands = {QStringLiteral("EVALSHA cut_list  %1").arg(QString(300, u'k'))}; // long, without a blank
        made->frozenAt = std::chrono::milliseconds(1'795'130'000'000);
        for (int i = 0; i < steps; ++i) {
            PlanStep step{.key = "queue:of:a:tier:number:" + QByteArray::number(i), .does = CutListStep{}};
            step.cut()->count = count / steps;
            made->steps.push_back(step);
        }
        for (int i = 0; i < std::min(count, 10); ++i) {
            Element element;
            element.element = "job-" + QByteArray::number(i);
            element.id = element.element;
            made->sample.push_back(element);
        }
        return made;
    }

    Theme m_theme;
    WorkspacePtr m_workspace;
    int m_asked = 0;
};

QTEST_MAIN(TestOperationDialog)
#include "tst_operationdialog.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historywriter.h"
#include "redis/types/endpoint.h"
#include "tests/gui/dashboardbench.h"
#include "tests/support/snapshotbuilder.h"
#include "views/widgets/elidedlabel.h"

#include <QComboBox>
#include <QDateTime>
#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Limits are proposed once a day of a collection is recorded; nothing changes before the user saves.
class TestWindowLimits final : public DashboardBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void proposedOnceADayIsRecorded();
    void largeOnesAsNumbers();
    void reviewedBesideTodays();
    void notWhereTheyFit();
    void notBeforeADay();
    void notForFilesThatCannotBeWritten();
    void theButtonTakesTheDay();

private:
    void record(milliseconds length)
    {
        const auto endpoint = redis::Endpoint::parse(m_server->url());
        QVERIFY(endpoint);
        redis::HistoryWriter writer(
            redis::historyPath(m_folder->filePath(QStringLiteral("data")), *endpoint, QStringLiteral("shop")));
        test::SnapshotBuilder builder;
        const milliseconds now(QDateTime::currentMSecsSinceEpoch());
        for (milliseconds time = now - length; time < now - 5s; time += 1min) {
            const redis::HistoryState state =
                writer.apply(*builder.make(time,
                                           {QStringLiteral("list 0 | queue | ok | ready=700 stale=0"),
                                            QStringLiteral("list 1 | queue | ok | ready=3")}));
            QVERIFY2(state.is == redis::HistoryState::Is::Kept, qPrintable(state.text));
        }
    }
    void openShop(const QByteArray &limits = "{}")
    {
        app::DashboardArguments arguments;
        QByteArray json = workspaceJson(*m_server);
        json.replace(R"({"ready":"q0"})", R"({"ready":"q0"},"limits":)" + limits);
        arguments.target = write(QStringLiteral("shop.json"), json);
        dashboard(arguments);
        QTRY_VERIFY(view().isEnabled() && view().serverNow() > 1s && view().pageNames().size() > 1);
        openList();
    }
    void openList()
    {
        const QSignalSpy ticks(&session().connection(), &app::ConnectionController::snapshotReady);
        QTRY_VERIFY(!ticks.empty());
        view().openCollection(0);
    }
    [[nodiscard]] app::Session &session() const { return m_dashboard->sessions().front()->session(); }
    [[nodiscard]] views::SessionView &view() const { return m_dashboard->view(); }
    [[nodiscard]] QWidget *line() const
    {
        for (QWidget *each : view().findChildren<QWidget *>(QStringLiteral("dayLimits"))) {
            if (each->isVisible()) {
                return each;
            }
        }
        return nullptr;
    }
    /// Waits for pending proposals: days are read one after the other.
    void waitForDays() const
    {
        bool isRead = false;
        session().keptHistory().readDay({QStringLiteral("list 0"), QStringLiteral("queue"), 1h}, &session(),
                                        [&isRead](const models::RecordedDay &) { isRead = true; });
        QTRY_VERIFY(isRead);
    }
    void press(const char *name) const
    {
        QVERIFY(line() != nullptr);
        line()->findChild<QPushButton *>(QLatin1StringView(name))->click();
    }
    [[nodiscard]] views::CollectionEditor *editor() const { return view().findChild<views::CollectionEditor *>(); }
    [[nodiscard]] QString field(const char *name) const
    {
        return editor()->findChild<QLineEdit *>(QLatin1StringView(name))->text();
    }
    [[nodiscard]] QString dayText(const char *name) const
    {
        const auto *label = editor()->findChild<views::ElidedLabel *>(QLatin1StringView(name));
        return label == nullptr ? QString() : label->fullText();
    }
};

void TestWindowLimits::proposedOnceADayIsRecorded()
{
    record(25h);
    openShop();
    QTRY_VERIFY(line() != nullptr);
    press("dayLimitsLater");
    QVERIFY(line() == nullptr);
    view().showPage(QStringLiteral("overview"));
    openList();
    waitForDays();
    QVERIFY(line() == nullptr);
    openShop(); // nor ever again
    waitForDays();
    QVERIFY(line() == nullptr);
    view().openCollection(1); // another one
    QTRY_VERIFY(line() != nullptr);
}

/// Numbers in the text are grouped like elsewhere; in the fields they are as typed.
void TestWindowLimits::largeOnesAsNumbers()
{
    record(25h);
    openShop(R"({"ready":{"warning":100000}})");
    QTRY_VERIFY(line() != nullptr);
    press("dayLimitsReview");
    QVERIFY(editor() != nullptr);
    QTRY_VERIFY2(dayText("day.ready").endsWith(QStringLiteral("today 100,000 / –")), qPrintable(dayText("day.ready")));
}

void TestWindowLimits::reviewedBesideTodays()
{
    record(25h);
    openShop(R"({"ready":{"warning":100,"critical":500,"clear":90}})");
    const WorkspacePtr before = session().document().workspace();
    QTRY_VERIFY(line() != nullptr);
    press("dayLimitsReview");
    QVERIFY(editor() != nullptr);
    QTRY_COMPARE(field("limit.ready.warning"), QStringLiteral("1500"));
    QCOMPARE(field("limit.ready.critical"), QStringLiteral("15000"));
    const auto *tabs = editor()->findChild<QTabWidget *>(QStringLiteral("collectionTabs"));
    QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("Limits"));
    QCOMPARE(dayText("day.ready"),
             QStringLiteral("on the recorded day usually at most 700, peak 700 · today 100 / 500"));
    QCOMPARE(field("limit.stale.warning"), QString()); // any is a warning as it is
    QVERIFY(editor()->isValid());
    QCOMPARE(session().document().workspace(), before); // nothing is saved yet
    accept(editor());
    QTRY_VERIFY(session().document().workspace() != before);
    const Limit &saved = session().document().workspace()->collections[0].limits.front();
    QCOMPARE(saved.warning, std::optional(1'500.0));
    QCOMPARE(saved.critical, std::optional(15'000.0));
    QVERIFY(line() == nullptr);
}

void TestWindowLimits::notWhereTheyFit()
{
    record(25h);
    openShop(R"({"ready":{"warning":1000,"critical":5000}})");
    waitForDays();
    QVERIFY(line() == nullptr);
}

void TestWindowLimits::notBeforeADay()
{
    record(22h);
    openShop();
    waitForDays();
    QVERIFY(line() == nullptr);
}

/// If the file cannot be written, nothing is proposed.
void TestWindowLimits::notForFilesThatCannotBeWritten()
{
    record(25h);
    openShop(R"({"ready":{"warning":1000,"critical":5000}})");
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("shop.json"))));
    view().openCollection(1);
    waitForDays();
    QVERIFY(line() == nullptr);
}

void TestWindowLimits::theButtonTakesTheDay()
{
    record(25h);
    openShop();
    emit view().editCollectionRequested(0);
    QTRY_COMPARE(dayText("day.ready"), QStringLiteral("on the recorded day usually at most 700, peak 700"));
    QCOMPARE(field("limit.ready.warning"), QString()); // nothing before it is asked for
    QVERIFY(dayText("proposedFrom").contains(QStringLiteral("the recorded day")));
    editor()->findChild<QPushButton *>(QStringLiteral("proposeLimits"))->click();
    QCOMPARE(field("limit.ready.warning"), QStringLiteral("1500"));
    QCOMPARE(field("limit.oldestReadyMs.warning"), QStringLiteral("1m")); // this figure was not recorded
    // No day was recorded for another kind.
    auto *kind = editor()->findChild<QComboBox *>(QStringLiteral("collectionKind"));
    kind->setCurrentIndex(kind->findData(QStringLiteral("schedule")));
    QVERIFY(dayText("proposedFrom").contains(QStringLiteral("starting values")));
}

QTEST_MAIN(TestWindowLimits)
#include "tst_windowlimits.moc"

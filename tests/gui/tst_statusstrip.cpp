// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "tests/gui/complaints.h"
#include "tests/support/sampleworkspace.h"
#include "views/theme/theme.h"
#include "views/window/sessionview.h"
#include "views/window/statusstrip.h"

#include <QLabel>
#include <QTest>

#include <cstdlib>

using namespace plimsoll;
using namespace plimsoll::views;

/// Tests how the status bar shows the server's settings.
class TestStatusStrip final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { testing::failOnComplaints(); }

    void readsTheServersSettings_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<qint64>("limit");
        QTest::addColumn<QString>("text");
        QTest::newRow("keeps all") << "noeviction" << qint64(4) << "noeviction";
        QTest::newRow("evicts any") << "allkeys-lru" << qint64(4) << "allkeys-lru: jobs can be evicted";
        QTest::newRow("evicts expiring") << "volatile-ttl" << qint64(4) << "volatile-ttl: expiring keys can be evicted";
        QTest::newRow("has no limit to reach") << "allkeys-lru" << qint64(0) << "allkeys-lru";
    }

    void readsTheServersSettings()
    {
        QFETCH(QString, policy);
        QFETCH(qint64, limit);
        QFETCH(QString, text);
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        ServerInfo &server = workspace.server();
        server.usedMemory = 1'288'490'188;
        server.maxMemory = limit << 30;
        server.maxMemoryPolicy = policy;
        server.aofEnabled = true;
        server.appendFsync = QStringLiteral("everysec");
        strip.setWorkspace(workspace.workspace());
        strip.apply(workspace.snapshot(std::chrono::milliseconds(1)));
        QCOMPARE(strip.findChild<QLabel *>(QStringLiteral("policyLabel"))->text(), text);
        QCOMPARE(strip.findChild<QLabel *>(QStringLiteral("persistenceLabel"))->text(),
                 QStringLiteral("AOF everysec: at most 1 s lost"));
        QCOMPARE(strip.findChild<QLabel *>(QStringLiteral("memoryLabel"))->text(),
                 limit > 0 ? QStringLiteral("memory 1.2 of 4 GiB") : QStringLiteral("memory 1.2 GiB, no limit"));
        QCOMPARE(strip.findChild<QLabel *>(QStringLiteral("modeLabel"))->text(), QStringLiteral("operate: asking…"));
    }

    void tellsHowManyWereAsked()
    {
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        strip.setWorkspace(workspace.workspace());
        auto snapshot = std::make_shared<Snapshot>(*workspace.snapshot(std::chrono::milliseconds(1)));
        const auto *label = strip.findChild<QLabel *>(QStringLiteral("tickLabel"));
        strip.apply(snapshot);
        QVERIFY(!label->text().contains(QStringLiteral("asked")));
        auto tracked = std::make_shared<Snapshot>(*snapshot);
        tracked->asked = {0, true, {}};
        strip.apply(tracked);
        QVERIFY2(label->text().endsWith(QStringLiteral(" · 0 of 1 asked")), qPrintable(label->text()));
        auto refused = std::make_shared<Snapshot>(*snapshot);
        refused->asked = {1, false, QStringLiteral("the table is full")};
        strip.apply(refused);
        QVERIFY2(label->text().endsWith(QStringLiteral(" · all asked")), qPrintable(label->text()));
        QVERIFY2(label->toolTip().contains(QStringLiteral("asked at each poll: the table is full.")),
                 qPrintable(label->toolTip()));
    }

    void tellsTheNodesOfACluster()
    {
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        strip.setWorkspace(workspace.workspace());
        auto snapshot = std::make_shared<Snapshot>(*workspace.snapshot(std::chrono::milliseconds(1)));
        std::vector<NodeState> &nodes = snapshot->server.nodes;
        nodes.assign(3, {});
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            ServerInfo &info = nodes[i].info;
            info.address = QStringLiteral("node-%1:6379").arg(i);
            info.version = QStringLiteral("7.0.15");
            info.mode = QStringLiteral("cluster");
            info.usedMemory = qint64(i + 1) << 30;
            info.maxMemory = qint64(4) << 30;
            nodes[i].slotsServed = 5461;
            nodes[i].roundTrip = std::chrono::microseconds(300);
        }
        const auto *label = strip.findChild<QLabel *>(QStringLiteral("serverLabel"));
        strip.apply(snapshot);
        QCOMPARE(label->text(), QStringLiteral("Redis 7.0.15, cluster of 3 nodes"));
        QCOMPARE(label->toolTip().split(u'\n'),
                 QStringList({QStringLiteral("node-2:6379 · 5,461 slots · memory 3 of 4 GiB · 0.3 ms away"),
                              QStringLiteral("node-1:6379 · 5,461 slots · memory 2 of 4 GiB · 0.3 ms away"),
                              QStringLiteral("node-0:6379 · 5,461 slots · memory 1 of 4 GiB · 0.3 ms away")}));
        auto later = std::make_shared<Snapshot>(*snapshot);
        later->server.nodes[1].error = QStringLiteral("it hangs");
        strip.apply(later);
        QCOMPARE(label->text(), QStringLiteral("Redis 7.0.15, cluster: 1 of 3 nodes does not answer"));
        QCOMPARE(label->toolTip().section(u'\n', 0, 0), QStringLiteral("node-1:6379: no answer · it hangs"));
    }

    /// In a narrow window descriptions give way, numbers and key words do not.
    void cutsNoNumbers()
    {
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        ServerInfo &server = workspace.server();
        server.usedMemory = 1'288'490'188;
        server.maxMemory = qint64(4) << 30;
        server.maxMemoryPolicy = QStringLiteral("noeviction");
        strip.setWorkspace(workspace.workspace());
        strip.apply(workspace.snapshot(std::chrono::milliseconds(1)));
        strip.show();
        strip.resize(0, strip.height());
        strip.resize(strip.minimumSizeHint());
        QApplication::processEvents();
        for (const char *name : {"memoryLabel", "policyLabel", "modeLabel"}) {
            const auto *label = strip.findChild<QLabel *>(QLatin1StringView(name));
            QVERIFY2(label->isVisible() && !label->text().isEmpty(), name);
            const int needed = label->fontMetrics().horizontalAdvance(label->text());
            QVERIFY2(label->contentsRect().width() >= needed, qPrintable(label->text()));
        }
    }

    void saysWhatTheServerAllows_data()
    {
        using Answer = Allowance::Answer;
        QTest::addColumn<Allowance::Answer>("answer");
        QTest::addColumn<QString>("text");
        QTest::newRow("all") << Answer::All << "operate: allowed";
        QTest::newRow("some") << Answer::Some << "operate: in part";
        QTest::newRow("none") << Answer::None << "operate: not allowed";
        QTest::newRow("unknown") << Answer::Unknown << "operate: unknown";
    }

    void saysWhatTheServerAllows()
    {
        QFETCH(Allowance::Answer, answer);
        QFETCH(QString, text);
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        strip.setWorkspace(workspace.workspace());
        const QStringList missing{QStringLiteral("mail: HSET on job:1")};
        strip.setAllowance({answer, answer == Allowance::Answer::All ? QStringList() : missing});
        const auto *mode = strip.findChild<QLabel *>(QStringLiteral("modeLabel"));
        QCOMPARE(mode->text(), text);
        QCOMPARE(mode->toolTip().contains(missing.front()), answer != Allowance::Answer::All);
        strip.setWorkspace(workspace.workspace()); // permissions at another server are irrelevant
        QCOMPARE(mode->text(), QStringLiteral("operate: asking…"));
    }

    /// "night.json saved" was drawn over the tick that came while it was shown.
    void aMessageStandsAlone()
    {
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        strip.setWorkspace(workspace.workspace());
        strip.resize(900, 28);
        strip.show();
        strip.apply(workspace.snapshot(std::chrono::milliseconds(1)));
        auto *tick = strip.findChild<QLabel *>(QStringLiteral("tickLabel"));
        QVERIFY(tick->isVisible());
        strip.showMessage(QStringLiteral("night.json saved"));
        strip.apply(workspace.snapshot(std::chrono::milliseconds(1001)));
        for (const QLabel *line : strip.findChildren<QLabel *>()) {
            QCOMPARE(line->isVisible(), line->objectName() == QStringLiteral("modeLabel"));
        }
        strip.clearMessage();
        QVERIFY(tick->isVisible());
        QVERIFY(tick->text().contains(models::formatTime(std::chrono::milliseconds(1001))));
    }

    /// A server that never saves tells when it was saved last, too: that it was started.
    void saysNothingOfSavesThatItDoesNotKnow()
    {
        ServerInfo server;
        server.aofEnabled = false;
        server.lastSaveUnix = 1'700'000'000;
        server.changesSinceSave = 130;
        const auto says = [&](const char *what) { return persistenceText(server).contains(QLatin1String(what)); };
        QVERIFY2(says("unknown"), qPrintable(persistenceText(server)));
        server.rdbEnabled = true;
        QVERIFY2(says("130 changes"), qPrintable(persistenceText(server)));
        server.rdbEnabled = false;
        QVERIFY2(says("not saved by itself"), qPrintable(persistenceText(server)));
    }

    /// "night.json saved" once replaced, within 50 ms, the problem that a password could not be stored.
    void noMessageTakesAProblemAway()
    {
        StatusStrip strip(&m_theme);
        strip.showMessage(QStringLiteral("Before"));
        strip.showProblem(QStringLiteral("Not kept"));
        QCOMPARE(strip.currentMessage(), QStringLiteral("Not kept"));
        strip.showMessage(QStringLiteral("night.json saved"));
        QCOMPARE(strip.currentMessage(), QStringLiteral("Not kept · night.json saved"));
        strip.showProblem(QStringLiteral("Not saved"));
        QCOMPARE(strip.currentMessage(), QStringLiteral("Not kept · Not saved"));
        strip.showProblem(QStringLiteral("Not kept")); // once, however often it happens
        QCOMPARE(strip.currentMessage(), QStringLiteral("Not kept · Not saved"));
        strip.clearMessage();
        strip.showMessage(QStringLiteral("After"));
        QCOMPARE(strip.currentMessage(), QStringLiteral("After"));
    }

    void tellsWhatAnswersAndWhatHappened()
    {
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        workspace.server().name = QStringLiteral("valkey");
        workspace.server().version = QStringLiteral("8.1.1");
        workspace.server().mode = QStringLiteral("cluster");
        strip.setWorkspace(workspace.workspace());
        const std::chrono::milliseconds time(1'700'000'000'000);
        const auto apply = [&](std::chrono::milliseconds at, std::vector<ServerEvent> events) {
            auto snapshot = std::make_shared<Snapshot>(*workspace.snapshot(at));
            snapshot->events = std::move(events);
            strip.apply(snapshot);
        };
        const auto *event = strip.findChild<QLabel *>(QStringLiteral("eventLabel"));
        apply(time, {});
        QCOMPARE(strip.findChild<QLabel *>(QStringLiteral("serverLabel"))->text(),
                 QStringLiteral("Valkey 8.1.1, cluster of one node"));
        QVERIFY(event->text().isEmpty());
        const ServerEvent restart{time, ServerEvent::Type::Restarted, 326'000, {}};
        apply(time + std::chrono::seconds(1), {restart});
        QVERIFY2(event->text().contains(QStringLiteral("326,000 elements gone")), qPrintable(event->text()));
        const ServerEvent second{time + std::chrono::seconds(40), ServerEvent::Type::Restarted, 79, {}};
        apply(time + std::chrono::seconds(41), {second}); // it does not hide the first
        QVERIFY2(event->text().endsWith(QStringLiteral(", 79 elements gone; 1 event before")),
                 qPrintable(event->text()));
        apply(time + std::chrono::minutes(59), {}); // it is told for an hour
        QVERIFY(!event->text().isEmpty());
        apply(time + std::chrono::minutes(61), {});
        QVERIFY(event->text().isEmpty());
    }

    void messagesStandWhereTheTextStands()
    {
        StatusStrip strip(&m_theme);
        strip.resize(400, 28);
        strip.show();
        const auto leftmost = [&strip] {
            const QImage image = strip.grab().toImage();
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 4; y < image.height() - 4; ++y) {
                    if (image.pixelColor(x, y).lightness() < 140) {
                        return x;
                    }
                }
            }
            return -1;
        };
        auto *tick = strip.findChild<QLabel *>(QStringLiteral("tickLabel"));
        tick->setText(QStringLiteral("Hello"));
        tick->show();
        const int text = leftmost();
        QVERIFY(text > 0);
        strip.showMessage(QStringLiteral("Hello"));
        QVERIFY2(std::abs(leftmost() - text) <= 1, qPrintable(QStringLiteral("%1, %2").arg(text).arg(leftmost())));
        strip.showMessage(QString(500, QLatin1Char('W'))); // cut before what stands at the right
        const QImage cut = strip.grab().toImage();
        QCOMPARE(cut.pixelColor(cut.width() - 4, 14), cut.pixelColor(4, 14));
    }

    /// In a narrow window every item is cut with an ellipsis; none lies beyond the edge.
    void nothingIsPushedOutOfANarrowWindow()
    {
        QWidget window;
        StatusStrip strip(&m_theme, &window); // a window of its own would be as wide as it needs
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        workspace.server().name = QStringLiteral("redis");
        workspace.server().version = QStringLiteral("7.0.15");
        workspace.server().usedMemory = 1'600'000;
        workspace.server().maxMemory = 0;
        workspace.server().maxMemoryPolicy = QStringLiteral("noeviction");
        workspace.server().aofEnabled = workspace.server().rdbEnabled = false;
        workspace.server().slowLogLength = 128;
        workspace.server().role = QStringLiteral("slave");
        strip.setWorkspace(workspace.workspace());
        strip.setHistory(HistoryIs::NotKept, QStringLiteral("why"));
        strip.apply(workspace.snapshot(std::chrono::milliseconds(1'700'000'000'000)));
        window.show();
        for (const int width : {1'280, 640, 600, 1'280}) {
            strip.resize(width, strip.height());
            QTRY_VERIFY2(strip.minimumSizeHint().width() <= 600, // it does not widen the window either
                         qPrintable(QString::number(strip.minimumSizeHint().width())));
            const auto rightmost = [&strip] {
                int right = 0;
                for (const auto *line : strip.findChildren<QLabel *>()) {
                    right = std::max(right, line->isVisible() ? line->geometry().right() : 0);
                }
                return right;
            };
            QTRY_VERIFY2(rightmost() < width, qPrintable(QStringLiteral("%1 of %2").arg(rightmost()).arg(width)));
            const auto *mode = strip.findChild<QLabel *>(QStringLiteral("modeLabel")); // whether this changes data
            QTRY_VERIFY(mode->width() >= mode->fontMetrics().horizontalAdvance(mode->text()));
        }
        const auto *memory = strip.findChild<QLabel *>(QStringLiteral("memoryLabel"));
        QTRY_VERIFY(memory->width() >= memory->sizeHint().width()); // whole again
    }

    void callsNothingInDangerWithoutWork()
    {
        StatusStrip strip(&m_theme);
        support::SampleWorkspace workspace;
        workspace.add(QStringLiteral("tags"), redis::findKind(QStringLiteral("members")));
        workspace.server().maxMemory = 1;
        workspace.server().maxMemoryPolicy = QStringLiteral("allkeys-lru");
        strip.setWorkspace(workspace.workspace());
        strip.apply(workspace.snapshot(std::chrono::milliseconds(1)));
        QCOMPARE(strip.findChild<QLabel *>(QStringLiteral("policyLabel"))->text(), QStringLiteral("allkeys-lru"));
    }

private:
    Theme m_theme;
};

QTEST_MAIN(TestStatusStrip)
#include "tst_statusstrip.moc"

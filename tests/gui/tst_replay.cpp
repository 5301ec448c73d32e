// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/recordingreader.h"
#include "app/recording/recordingwriter.h"
#include "app/session/session.h"
#include "models/text/format.h"
#include "redis/workspace/workspaceedit.h"
#include "tests/gui/windowbench.h"
#include "views/widgets/elidedlabel.h"

using namespace plimsoll;
using namespace plimsoll::app;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

const QByteArray orders = "{\"plimsoll\": 1, \"name\": \"orders\", \"connection\": {\"url\": \"redis://localhost\"},"
                          " \"collections\": [{\"name\": \"email\", \"kind\": \"queue\","
                          " \"keys\": {\"ready\": \"q\", \"processing\": \"p\"}}]}";

} // namespace

/// Tests a recording in the window: it shows what was recorded, and sends no queries.
class TestReplay final : public QObject {
    Q_OBJECT

private slots:
    void recordsWhatIsSeen();
    void showsWhatWasSeen();

private:
    QTemporaryDir m_folder;
};

/// And goes on when the workspace is edited.
void TestReplay::recordsWhatIsSeen()
{
    WindowBench bench;
    bench.server.run({"LPUSH", "q", "a", "b"});
    const QString path = m_folder.filePath(u"r.jsonl"_s);
    bench.open(orders);
    bench.session->record(*RecordingFile::create(path));
    QSignalSpy polled(bench.connection, &ConnectionController::snapshotReady);
    const auto polls = [&polled](qsizetype count) { return polled.size() >= count; };
    QTRY_VERIFY_WITH_TIMEOUT(polls(2), 30'000);
    const WorkspacePtr before = bench.session->document().workspace();
    Workspace after = *before;
    after.collections.front().name = u"mail"_s;
    after.path = m_folder.filePath(u"orders.json"_s);
    bench.session->edit(before, after, bench.connection->endpoint());
    polled.clear();
    QTRY_VERIFY_WITH_TIMEOUT(polls(2), 30'000);
    const auto last = [&path] {
        const auto reader = RecordingReader::open(path, 0);
        SnapshotPtr snapshot;
        for (bool isLast = !reader; !isLast;) {
            const auto told = (*reader)->next();
            isLast = !told || told->isLast;
            snapshot = told ? told->snapshot : nullptr;
        }
        return snapshot;
    };
    QTRY_VERIFY_WITH_TIMEOUT(last() != nullptr && last()->layout->rows[0].name == u"mail"_s, 30'000);
    QCOMPARE(last()->figure(0, last()->layout->rows[0].figureIndex(u"ready")), 2.0);
}

void TestReplay::showsWhatWasSeen()
{
    auto parsed = redis::parseWorkspace(orders, redis::kindInfos());
    const auto workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
    auto layout = std::make_shared<SnapshotLayout>();
    layout->workspace = workspace;
    const CollectionDefinition &email = workspace->collections.front();
    layout->rows.push_back({email.name, email.kind, 0, 0, 0, {}});
    layout->figureCount = int(email.figures().size());
    RecordingWriter writer;
    QFile file(m_folder.filePath(u"made.jsonl"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 50; ++i) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->layout = layout;
        snapshot->serverTime = milliseconds(1'795'000'000'000) + seconds(i);
        snapshot->figures.assign(email.figures().size(), unknownFigure);
        snapshot->figures[std::size_t(email.kind->mainFigure)] = 4'000 + i;
        snapshot->notes.assign(email.figures().size(), 0);
        snapshot->rows.resize(1);
        file.write(writer.lines(snapshot));
    }
    file.close();

    WindowBench bench;
    bench.open(orders); // another one goes
    const auto reader = RecordingReader::open(file.fileName(), 0, u"%1 (recording)"_s);
    QVERIFY(reader);
    const QSignalSpy ended(bench.connection, &ConnectionController::replayEnded);
    QSignalSpy answered(bench.connection, &ConnectionController::answered);
    bench.session->replay(*reader);
    bench.window->openCollection(0);
    QTRY_COMPARE(ended.size(), 1);
    QTRY_VERIFY(!answered.isEmpty());
    const auto answer = answered.front().front().value<BrowseResult>();
    QVERIFY(std::holds_alternative<Error>(answer.answer));
    const models::Series series = bench.session->history().figure(0, email.kind->mainFigure, models::Span::QuarterHour);
    QCOMPARE(series.points.size(), std::size_t(50));
    QCOMPARE(series.points.back().value, 4'049.0);
    QCOMPARE(bench.find<views::ElidedLabel>("connectionLabel")->fullText(), u"recording"_s);
    // Nothing is asked of a server, nothing done, nothing kept.
    QVERIFY(bench.session->keptHistory().path().isEmpty());
    const auto *report = bench.find<QAction>("reportAction");
    QVERIFY(report != nullptr && !report->isEnabled());
    QCOMPARE(report->toolTip(), u"A recording has no history to make a report of."_s);
    OperationRequest request;
    request.workspace = bench.session->document().workspace();
    bench.operations->request(request);
    QVERIFY(bench.find<QPushButton>("operationConfirm") == nullptr);
    const WorkspacePtr before = bench.session->document().workspace();
    bench.session->edit(before, redis::withCollectionRemoved(*before, 0), {});
    QCOMPARE(bench.session->document().workspace(), before);
    const auto calls = bench.server.calls("LLEN");
    bench.connection->refresh();
    QTRY_COMPARE(ended.size(), 2); // the end, again
    QCOMPARE(bench.server.calls("LLEN"), calls);
    QCOMPARE(bench.session->history().figure(0, email.kind->mainFigure, models::Span::QuarterHour).points.size(),
             std::size_t(50));
    // And then a server again.
    bench.session->open(before, bench.server.local());
    QTRY_VERIFY_WITH_TIMEOUT(bench.server.calls("LLEN") > calls, 30'000);
    QVERIFY(!bench.connection->isReplaying());
    QVERIFY(report->isEnabled());
}

QTEST_MAIN(TestReplay)

#include "tst_replay.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/recordingreader.h"
#include "app/recording/recordingwriter.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <random>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace Qt::StringLiterals;
using std::chrono::microseconds;
using std::chrono::milliseconds;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

WorkspacePtr workspaceOf(const QByteArray &collections)
{
    auto parsed = redis::parseWorkspace(
        R"({"plimsoll": 1, "name": "orders", "connection": {"url": "rediss://ops@redis.example:6380/3",
            "caFile": "/secret/ca.pem", "production": true},
            "notify": {"from": "critical", "webhook": "https://hooks.example/hush"}, "collections": [)"
            + collections + "]}",
        redis::kindInfos());
    if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&parsed)) {
        qFatal("%s", qPrintable(problems->front().text));
    }
    return std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
}

std::shared_ptr<SnapshotLayout> layoutOf(const WorkspacePtr &workspace)
{
    auto layout = std::make_shared<SnapshotLayout>();
    layout->workspace = workspace;
    for (const CollectionDefinition &collection : workspace->collections) {
        layout->rows.push_back({collection.name, collection.kind, layout->figureCount, int(layout->parts.size()), 1,
                                collection.ownFigures});
        layout->parts.push_back({collection.name.toUtf8() + "\xff:key", &collection.kind->roles.front()});
        layout->figureCount += int(collection.figures().size());
    }
    return layout;
}

/// Something of everything, another at each tick.
SnapshotPtr randomSnapshot(const std::shared_ptr<const SnapshotLayout> &layout, int tick, std::mt19937 &random,
                           const SnapshotPtr &before)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->layout = layout;
    snapshot->serverTime = milliseconds(1'795'000'000'000 + 1000 * tick);
    snapshot->roundTrip = microseconds(random() % 1000);
    snapshot->pollTime = microseconds(random() % 1000);
    snapshot->serverShare = microseconds(random() % 1000);
    snapshot->commands = int(random() % 100);
    const std::array values{unknownFigure, infinite, -infinite, 0.0, 0.1, 1e300, 12345.0, -3.25};
    for (int i = 0; i < layout->figureCount; ++i) {
        snapshot->figures.push_back(values.at(random() % values.size()));
        snapshot->notes.push_back(random() % 4 == 0 ? quint8(random() % 128) : quint8(0));
    }
    for (std::size_t i = 0; i < layout->parts.size(); ++i) {
        snapshot->parts.push_back(values.at(random() % values.size()));
    }
    snapshot->rows = before ? before->rows : SharedChunks<Snapshot::Row>(layout->rows.size());
    Snapshot::Row &row = snapshot->rows[random() % snapshot->rows.size()];
    row.state = static_cast<State>(random() % 5);
    row.problems = random() % 2 == 0 ? nullptr
                                     : std::make_shared<const std::vector<Problem>>(std::vector<Problem>{
                                         {0, State::Unknown, u"ready unknown"_s},
                                         {0, State::Warning, u"1,200 ready, \"limit\" <1,000>\n"_s},
                                         {-1, State::Error, u"x"_s}});
    row.head = std::make_shared<const Head>(
        Head{snapshot->serverTime, {{QByteArray("\0\xff\x80", 3), unknownFigure}, {"j1", 1e15}, {"", -infinite}}});
    KeysFound found;
    found.seen = qint64(random());
    found.wholeAt = snapshot->serverTime;
    found.isFull = true;
    found.outside = {"a", "\xfe"};
    found.ends = {1.5, infinite};
    found.bars = {1, 2, 3};
    FoundKey key;
    key.key = "k\xff";
    key.count = 3;
    key.since = milliseconds(5);
    key.isSinceSeen = true;
    key.hands = 2;
    key.tenures = std::make_shared<const std::vector<Tenure>>(std::vector<Tenure>{
        {"w-1", milliseconds(1), milliseconds(4)}, {QByteArray("\0\xff", 2), milliseconds(5), milliseconds(0)}});
    found.first = {key};
    found.groups = {{"g", 1, 2.5, 0.5, 3}};
    row.found = std::make_shared<const KeysFound>(found);
    NodeState node;
    node.info.version = u"7.0.15"_s;
    node.info.usedMemory = qint64(random());
    node.info.masterLinkUp = true;
    node.error = random() % 5 == 0 ? u"away"_s : QString();
    snapshot->server.nodes.push_back(node);
    if (random() % 3 == 0) {
        snapshot->events.push_back({snapshot->serverTime, ServerEvent::Type::Flushed, 5, u"flushed"_s});
    }
    return snapshot;
}

/// The snapshot as text.
QByteArray told(const SnapshotPtr &snapshot)
{
    RecordingWriter writer;
    return writer.lines(snapshot);
}

} // namespace

/// Snapshots as JSON lines, and back.
class TestRecording final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void comesBackAsItWas();
    void editedMeanwhile();
    void holdsNoSecret();
    void hidesWhatIsRedacted();
    void figuresOfAnotherVersion();
    void pace();
    void endIsToldAgain();
    void cutOff();
    void damaged_data();
    void damaged();
    void neverOverAnotherFile();

private:
    QString write(const QByteArray &lines)
    {
        const QString path = m_folder->filePath(u"r.jsonl"_s);
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size() ? path : QString();
    }
    QByteArray recording(int ticks);

    std::unique_ptr<QTemporaryDir> m_folder;
    WorkspacePtr m_workspace;
};

void TestRecording::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace =
        workspaceOf(R"({"name": "email", "kind": "queue", "keys": {"ready": "q"}, "options": {"redact": ["token"]}},
                                 {"name": "bands", "kind": "priority", "keys": {"queue": "p"},
                                  "options": {"bands": {"high": [0, 1], "low": [2, 3]}}},
                                 {"name": "board", "kind": "leaderboard", "keys": {"board": "b"}})");
}

QByteArray TestRecording::recording(int ticks)
{
    std::mt19937 random(1);
    RecordingWriter writer;
    QByteArray lines;
    SnapshotPtr before;
    const auto layout = layoutOf(m_workspace);
    for (int i = 0; i < ticks; ++i) {
        before = randomSnapshot(layout, i, random, before);
        lines += writer.lines(before);
    }
    return lines;
}

void TestRecording::comesBackAsItWas()
{
    std::mt19937 random(7);
    RecordingWriter writer;
    QByteArray lines;
    std::vector<SnapshotPtr> all;
    std::shared_ptr<const SnapshotLayout> layout = layoutOf(m_workspace);
    for (int i = 0; i < 200; ++i) {
        if (i % 20 == 19) { // a key comes with a period
            auto next = std::make_shared<SnapshotLayout>(*layout);
            next->parts.push_back({"board:" + QByteArray::number(i), &m_workspace->collections[2].kind->roles.front()});
            ++next->rows[2].partCount;
            layout = next;
        }
        all.push_back(randomSnapshot(layout, i, random, all.empty() ? nullptr : all.back()));
        lines += writer.lines(all.back());
    }
    QVERIFY(lines.contains("\"tenures\":[{\"holder\":\"w-1\""));
    const auto reader = RecordingReader::open(write(lines), 0);
    QVERIFY2(reader, qPrintable(reader ? QString() : reader.error().message));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto next = (*reader)->next();
        QVERIFY2(next, qPrintable(next ? QString() : next.error().message));
        QCOMPARE(told(next->snapshot), told(all[i]));
        QCOMPARE(next->isLast, i + 1 == all.size());
        QCOMPARE(next->snapshot->sequence, quint64(i + 1));
    }
}

void TestRecording::editedMeanwhile()
{
    std::mt19937 random(3);
    RecordingWriter writer;
    const auto other = workspaceOf(R"({"name": "other", "kind": "presence", "keys": {"lastSeen": "l"}})");
    QByteArray lines = writer.lines(randomSnapshot(layoutOf(m_workspace), 0, random, {}));
    lines += writer.lines(randomSnapshot(layoutOf(other), 1, random, {}));
    const auto reader = RecordingReader::open(write(lines), 0, u"%1 (recording)"_s);
    QCOMPARE((*reader)->next()->snapshot->rows.size(), std::size_t(3));
    const SnapshotPtr second = (*reader)->next()->snapshot;
    QCOMPARE(second->layout->workspace->collections[0].name, u"other"_s);
    QCOMPARE(second->layout->workspace->name, u"orders (recording)"_s);
}

void TestRecording::holdsNoSecret()
{
    const QByteArray lines = recording(3);
    for (const char *secret : {"ops@", "/secret", "hush", "hooks.example"}) {
        QVERIFY2(!lines.contains(secret), secret);
    }
    const auto reader = RecordingReader::open(write(lines), 0);
    QVERIFY((*reader)->workspace()->connection.readOnly && (*reader)->workspace()->connection.production);
    QCOMPARE((*reader)->workspace()->connection.url, u"rediss://redis.example:6380/3"_s);
}

void TestRecording::hidesWhatIsRedacted()
{
    std::mt19937 random(3);
    auto snapshot = std::make_shared<Snapshot>(*randomSnapshot(layoutOf(m_workspace), 0, random, {}));
    snapshot->rows[0].head = std::make_shared<const Head>(
        Head{milliseconds(1), {{R"({"id": 1, "token": "s3cret", "of": 9})", 1}, {"plain", 2}}});
    const auto reader = RecordingReader::open(write(told(snapshot)), 0);
    const auto elements = (*reader)->next()->snapshot->rows[0].head->elements;
    QCOMPARE(elements[0].element, QByteArray(R"({"id": 1, "token": "•••", "of": 9})"));
    QCOMPARE(elements[1].element, QByteArray("plain"));
    QVERIFY(!told(snapshot).contains("s3cret"));
}

/// One that knows a figure more, and has another order.
void TestRecording::figuresOfAnotherVersion()
{
    QByteArray lines = recording(1);
    const QByteArray ours = R"([["ready","processing",)";
    QVERIFY(lines.contains(ours));
    lines.replace(ours, R"([["processing","neverHeardOf","ready",)");
    static const QRegularExpression figures(u"\"figures\":\\[[^\\[\\]]*\\]"_s);
    lines = QString::fromUtf8(lines).replace(figures, u"\"figures\":[5,6,7]"_s).toUtf8();
    lines = QString::fromUtf8(lines)
                .replace(QRegularExpression(u"\"notes\":\\[[^\\[\\]]*\\]"_s), u"\"notes\":[1,2,2,2]"_s)
                .toUtf8();
    const auto reader = RecordingReader::open(write(lines), 0);
    QVERIFY2(reader, qPrintable(reader ? QString() : reader.error().message));
    const SnapshotPtr snapshot = (*reader)->next()->snapshot;
    const int ready = snapshot->layout->rows[0].figureIndex(u"ready");
    QCOMPARE(snapshot->figure(0, ready), 7.0);
    QCOMPARE(snapshot->figure(0, snapshot->layout->rows[0].figureIndex(u"processing")), 5.0);
    QVERIFY(!isKnown(snapshot->figure(0, snapshot->layout->rows[0].figureIndex(u"dead"))));
    QVERIFY(snapshot->isAtLeast(0, ready)
            && !snapshot->isAtLeast(0, snapshot->layout->rows[0].figureIndex(u"processing")));
}

void TestRecording::pace()
{
    const QString path = write(recording(3));
    QCOMPARE((*RecordingReader::open(path, 1))->next()->wait.count(), 1000);
    QCOMPARE((*RecordingReader::open(path, 4))->next()->wait.count(), 250);
    QCOMPARE((*RecordingReader::open(path, 0.5))->next()->wait.count(), 2000);
    QCOMPARE((*RecordingReader::open(path, 0))->next()->wait.count(), 0);
}

void TestRecording::endIsToldAgain()
{
    const auto reader = RecordingReader::open(write(recording(2)), 1);
    QVERIFY(!(*reader)->next()->isLast);
    const auto last = (*reader)->next();
    QVERIFY(last->isLast && last->wait.count() == 0);
    QCOMPARE((*reader)->next()->snapshot, last->snapshot);
    QVERIFY((*reader)->warning().isEmpty());
}

/// A recording may be truncated at any byte, by a crash, a full disk or an incomplete copy.
void TestRecording::cutOff()
{
    const QByteArray lines = recording(4);
    const qsizetype third = lines.lastIndexOf('\n', lines.lastIndexOf('\n') - 1) + 1;
    for (qsizetype length = third + 1; length < lines.size() - 2; length += 97) {
        const auto reader = RecordingReader::open(write(lines.left(length)), 0);
        QVERIFY(!(*reader)->next()->isLast && !(*reader)->next()->isLast);
        const auto last = (*reader)->next();
        QVERIFY2(last && last->isLast, qPrintable(QString::number(length)));
        QVERIFY2((*reader)->warning().contains(u"r.jsonl:5: the last line was cut off"),
                 qPrintable((*reader)->warning()));
    }
    // But for its line end it is whole.
    const auto reader = RecordingReader::open(write(lines.chopped(1)), 0);
    for (int i = 0; i < 4; ++i) {
        QCOMPARE((*reader)->next()->isLast, i == 3);
    }
    QVERIFY((*reader)->warning().isEmpty());
}

void TestRecording::damaged_data()
{
    QTest::addColumn<int>("line");
    QTest::addColumn<QByteArray>("instead");
    QTest::addColumn<QString>("says");
    QTest::newRow("no JSON") << 3 << QByteArray("{\"time\": oops}")
                             << u"r.jsonl:3: this line of the recording is damaged"_s;
    QTest::newRow("empty") << 3 << QByteArray() << u"r.jsonl:3: "_s;
    QTest::newRow("a list") << 3 << QByteArray("[1, 2]") << u"r.jsonl:3: "_s;
    QTest::newRow("nothing of a snapshot") << 4 << QByteArray("{}") << u"r.jsonl:4: "_s;
    QTest::newRow("other keys") << 2 << QByteArray(R"({"time":1,"figures":[],"keys":[[]]})") << u"r.jsonl:2: "_s;
    QTest::newRow("no recording") << 1 << QByteArray("{}") << u"r.jsonl is not a recording"_s;
    QTest::newRow("no head") << 1 << QByteArray("hello") << u"r.jsonl:1: "_s;
    QTest::newRow("newer") << 1 << QByteArray(R"({"plimsollRecording": 99, "version": "9.1"})")
                           << u"r.jsonl: written by a newer Plimsoll (9.1)"_s;
    QTest::newRow("no workspace") << 1 << QByteArray(R"({"plimsollRecording": 1})") << u"r.jsonl:1: "_s;
}

void TestRecording::damaged()
{
    QFETCH(int, line);
    QFETCH(QByteArray, instead);
    QFETCH(QString, says);
    QList<QByteArray> lines = recording(5).split('\n');
    lines[line - 1] = instead;
    const auto reader = RecordingReader::open(write(lines.join('\n')), 0);
    Error error;
    int before = 0;
    if (!reader) {
        error = reader.error();
    } else {
        for (auto next = (*reader)->next(); error.message.isEmpty(); next = (*reader)->next()) {
            QVERIFY(!next || !next->isLast);
            next ? static_cast<void>(++before) : static_cast<void>(error = next.error());
        }
        QVERIFY(!(*reader)->next()); // and so it stays
    }
    QCOMPARE(before, std::max(0, line - 2)); // what was before it was told
    QVERIFY2(error.message.contains(says), qPrintable(error.message));
}

void TestRecording::neverOverAnotherFile()
{
    const QString path = write("mine");
    const auto refused = RecordingFile::create(path);
    QVERIFY(!refused && refused.error().message.endsWith(u"exists already; choose another file"_s));
    const auto nowhere = RecordingFile::create(m_folder->filePath(u"no folder/r.jsonl"_s));
    QVERIFY(!nowhere && nowhere.error().message.contains(u"cannot be written"_s));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("mine"));
}

QTEST_GUILESS_MAIN(TestRecording)

#include "tst_recording.moc"

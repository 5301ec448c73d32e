// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "tests/server/clitest.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

class TestCli final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void snapshotAsJson();
    void snapshotEveryKindEveryFigure();
    void snapshotAsOpenMetrics();
    void lowerBoundsAreMarkedInEveryFormat();
    void snapshotAsTable();
    void snapshotRepeats();
    void repeatedSnapshotsDoNotSearchAnew();
    void repeatedSnapshotsTellHowManyWereAsked();
    void failOn_data();
    void failOn();
    void unknownIsNoWarning();
    void wrongTypeIsThatCollectionsError();
    void bytesAndLongNames();
    void keysWithControlCharacters();
    void noCollections();
};

void TestCli::init()
{
    m_server.flush();
}

void TestCli::snapshotAsJson()
{
    for (int i = 0; i < 12; ++i) {
        m_server.run({"LPUSH", i < 2 ? "q:high" : "q", "job-" + QByteArray::number(i)});
    }
    m_server.run({"ZADD", "q:delayed", "1", "due", "99999999999", "later"});
    const QString file = workspace(parsed(R"([
        {"name": "email", "kind": "queue", "keys": {"ready": ["q:high", "q"], "delayed": "q:delayed"},
         "limits": {"ready": {"warning": 10, "critical": 50}}}])"));
    const Run result = snapshot(file, {QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.err.constData());

    const QJsonObject json = result.json();
    QCOMPARE(QStringList(json.keys()),
             (QStringList{QStringLiteral("collections"), QStringLiteral("plimsoll"), QStringLiteral("server"),
                          QStringLiteral("time"), QStringLiteral("workspace")}));
    QCOMPARE(json.value(QStringLiteral("plimsoll")).toInt(), 1);
    QCOMPARE(json.value(QStringLiteral("workspace")).toString(), QStringLiteral("orders \"test\""));
    const QString time = json.value(QStringLiteral("time")).toString();
    QVERIFY2(time.size() == 24 && time.endsWith(u'Z'), qPrintable(time));
    QVERIFY(qAbs(QDateTime::fromString(time, Qt::ISODateWithMs).secsTo(QDateTime::currentDateTimeUtc())) < 60);

    const QJsonObject server = json.value(QStringLiteral("server")).toObject();
    QCOMPARE(server.value(QStringLiteral("address")).toString(), m_server.local().display());
    QVERIFY(server.value(QStringLiteral("version")).toString().contains(u'.'));
    QCOMPARE(server.value(QStringLiteral("mode")).toString(), QStringLiteral("standalone"));
    QCOMPARE(server.value(QStringLiteral("role")).toString(), QStringLiteral("master"));
    QVERIFY(server.value(QStringLiteral("roundTripMs")).toDouble() > 0);
    QVERIFY(server.value(QStringLiteral("pollMs")).toDouble() > 0);
    QVERIFY(server.value(QStringLiteral("commands")).toInt() > 0);

    const QJsonObject email = collectionOf(json, QStringLiteral("email"));
    QCOMPARE(email.value(QStringLiteral("kind")).toString(), QStringLiteral("queue"));
    QCOMPARE(email.value(QStringLiteral("state")).toString(), QStringLiteral("warning"));
    const QJsonObject figures = email.value(QStringLiteral("figures")).toObject();
    QCOMPARE(figures.value(QStringLiteral("ready")).toInt(), 12);
    QCOMPARE(figures.value(QStringLiteral("delayed")).toInt(), 2);
    QCOMPARE(figures.value(QStringLiteral("due")).toInt(), 1);
    QVERIFY2(figures.value(QStringLiteral("dead")).isNull(), "not known is null, never 0");
    QCOMPARE(email.value(QStringLiteral("keys")).toObject(),
             (QJsonObject{{QStringLiteral("q:high"), 2}, {QStringLiteral("q"), 10}, {QStringLiteral("q:delayed"), 2}}));
    const QJsonArray problems = email.value(QStringLiteral("problems")).toArray();
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems.at(0).toObject(),
             (QJsonObject{{QStringLiteral("figure"), QStringLiteral("ready")},
                          {QStringLiteral("level"), QStringLiteral("warning")},
                          {QStringLiteral("text"), QStringLiteral("12 ready, limit 10")}}));
}

void TestCli::snapshotEveryKindEveryFigure()
{
    const QString file = workspace(parsed(R"([
        {"name": "q", "kind": "queue", "keys": {"ready": "none"}},
        {"name": "s", "kind": "schedule", "keys": {"delayed": "none"}},
        {"name": "l", "kind": "leaderboard", "keys": {"board": "none"}},
        {"name": "p", "kind": "presence", "keys": {"lastSeen": "none"}},
        {"name": "m", "kind": "members", "keys": {"set": "none"}}])"));
    const QJsonObject json = snapshot(file, {QStringLiteral("--format=json")}).json();
    QStringList names;
    for (const auto &value : json.value(QStringLiteral("collections")).toArray()) {
        const QJsonObject collection = value.toObject();
        names << collection.value(QStringLiteral("name")).toString();
        const KindInfo *kind = findKind(collection.value(QStringLiteral("kind")).toString());
        QVERIFY(kind != nullptr);
        const QJsonObject figures = collection.value(QStringLiteral("figures")).toObject();
        QCOMPARE(static_cast<std::size_t>(figures.size()), kind->figures.size());
        for (const FigureSpec &figure : kind->figures) {
            QVERIFY2(figures.contains(figure.id), figure.id.data());
        }
        const QJsonValue main = figures.value(kind->figures[static_cast<std::size_t>(kind->mainFigure)].id);
        QVERIFY2(main.isDouble() && main.toInt() == 0, "a key that does not exist counts 0");
    }
    QCOMPARE(names.join(u' '), QStringLiteral("q s l p m")); // as in the workspace
}

void TestCli::snapshotAsOpenMetrics()
{
    m_server.run({"LPUSH", "q", "a"});
    m_server.run({"HSET", "job:a", "created_at", "1700000000"});
    const QString file =
        workspace(parsed(R"([{"name": "a\\b\"c\nd", "kind": "queue", "keys": {"ready": "q", "job": "job:{id}"}},
                             {"name": "p", "kind": "priority", "keys": {"queue": "p"},
                              "options": {"bands": {"a\"b": [0, 1]}}}])"));
    const Run result = snapshot(file, {QStringLiteral("--format"), QStringLiteral("openmetrics")});
    QCOMPARE(result.code, 0);
    QList<QByteArray> lines = result.out.split('\n');
    QCOMPARE(lines.takeLast(), QByteArray());
    QCOMPARE(lines.takeLast(), QByteArray("# EOF"));
    QVERIFY(lines.contains("# TYPE plimsoll_collection gauge"));
    QVERIFY(lines.contains(R"(plimsoll_collection{collection="a\\b\"c\nd",kind="queue",figure="ready"} 1)"));
    QVERIFY(lines.contains(R"(plimsoll_collection_state{collection="a\\b\"c\nd",kind="queue"} 0)"));
    QVERIFY(lines.contains(R"(plimsoll_collection{collection="p",kind="priority",figure="band.a\"b"} 0)"));
    QVERIFY2(!result.out.contains("figure=\"dead\""), "what is not known is left out");
    QVERIFY(!result.out.contains("NaN") && !result.out.contains("Ms\""));
    const auto oldest = std::find_if(lines.begin(), lines.end(),
                                     [](const QByteArray &line) { return line.contains("oldestReadySeconds"); });
    QVERIFY(oldest != lines.end());
    const double age = oldest->mid(oldest->lastIndexOf(' ') + 1).toDouble();
    QVERIFY(qAbs(age - static_cast<double>(QDateTime::currentSecsSinceEpoch() - 1'700'000'000)) < 60);
    QVERIFY(std::any_of(lines.begin(), lines.end(),
                        [](const QByteArray &line) { return line.startsWith("plimsoll_poll_seconds 0."); }));
}

void TestCli::lowerBoundsAreMarkedInEveryFormat()
{
    m_server.run({"LPUSH", "q", "a"}); // without a record its age is only observed
    const QString file = workspace(parsed(R"([
        {"name": "email", "kind": "queue", "keys": {"ready": "q"}, "limits": {"oldestReadyMs": {"critical": 1}}}])"));
    const auto last = [&](const QStringList &format) {
        return snapshot(file,
                        format
                            + QStringList{QStringLiteral("--every=0.05"), QStringLiteral("--count=3"),
                                          QStringLiteral("--fail-on=critical")});
    };
    const Run json = last({QStringLiteral("--format=json")});
    QCOMPARE(json.code, 5); // it counts against limits
    const QJsonObject email =
        collectionOf(QJsonDocument::fromJson(json.out.trimmed().split('\n').last()).object(), QStringLiteral("email"));
    QVERIFY(email.value(QStringLiteral("figures")).toObject().value(QStringLiteral("oldestReadyMs")).toDouble() > 0);
    QCOMPARE(email.value(QStringLiteral("atLeast")).toArray(), QJsonArray{QStringLiteral("oldestReadyMs")});
    const QJsonObject problem = email.value(QStringLiteral("problems")).toArray().at(0).toObject();
    QVERIFY(problem.value(QStringLiteral("text")).toString().startsWith(QStringLiteral("oldest ready ≥ ")));

    const QByteArray metrics = last({QStringLiteral("--format=openmetrics")}).out;
    QVERIFY(metrics.contains(R"(figure="oldestReadySeconds",bound="lower"} 0.)"));
    QVERIFY(metrics.contains(R"(figure="ready"} 1)"));
    QVERIFY(last({}).out.contains("≥ "));
}

void TestCli::snapshotAsTable()
{
    m_server.run({"LPUSH", "q", "a"});
    const QString file = workspace(parsed(R"([
        {"name": "email", "kind": "queue", "keys": {"ready": "q"}, "limits": {"ready": {"critical": 1}}},
        {"name": "a queue with a long name", "kind": "queue", "keys": {"ready": "none"}}])"));
    const Run result = snapshot(file);
    QCOMPARE(result.code, 0);
    const QList<QByteArray> lines = result.out.split('\n');
    const auto header =
        std::find_if(lines.begin(), lines.end(), [](const QByteArray &line) { return line.startsWith("QUEUE"); });
    QVERIFY(header != lines.end());
    const qsizetype state = header->indexOf("STATE");
    QCOMPARE((header + 1)->mid(state, 8), QByteArray("critical"));
    QCOMPARE((header + 2)->mid(state, 2), QByteArray("ok"));
    const qsizetype end = header->indexOf("READY") + 5;
    QCOMPARE((header + 1)->mid(end - 1, 1), QByteArray("1"));
    QVERIFY(lines.contains("critical: email: 1 ready, limit 1"));
}

void TestCli::snapshotRepeats()
{
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const QStringList json{QStringLiteral("--format"), QStringLiteral("json")};
    const Run result = snapshot(file,
                                json
                                    + QStringList{QStringLiteral("--every"), QStringLiteral("0"),
                                                  QStringLiteral("--count"), QStringLiteral("5")});
    QCOMPARE(result.code, 0);
    const QList<QByteArray> lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    for (const QByteArray &line : lines) {
        QVERIFY(QJsonDocument::fromJson(line).isObject());
    }
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(
        snapshot(file,
                 {QStringLiteral("--every"), QStringLiteral("0.2"), QStringLiteral("--count"), QStringLiteral("3")})
            .code,
        0);
    QVERIFY(timer.elapsed() >= 400);
}

/// Only the first reads all there is to be found; the others go on as a window does.
void TestCli::repeatedSnapshotsDoNotSearchAnew()
{
    constexpr int subjects = 60'000;
    m_server.run({"EVAL", "for i = 1, ARGV[1] do redis.call('ZADD', 'rate:' .. i, '1795000000', 'a') end", "0",
                  QByteArray::number(subjects)});
    const QString file = workspace(parsed(R"([{"name": "api", "kind": "ratelimit", "keys": {"subject": "rate:{id}"},
                                               "options": {"window": "1m", "limit": 5}}])"));
    const Run result =
        snapshot(file, {QStringLiteral("--format=json"), QStringLiteral("--every=0"), QStringLiteral("--count=4")});
    QCOMPARE(result.code, 0);
    const QList<QByteArray> lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    const auto commands = [&lines](qsizetype line) {
        return QJsonDocument::fromJson(lines[line])[QLatin1String("server")]
            .toObject()
            .value(QStringLiteral("commands"))
            .toInt();
    };
    QVERIFY(commands(0) > 0);
    for (qsizetype line = 1; line < lines.size(); ++line) {
        QVERIFY2(commands(line) < commands(0) / 2,
                 qPrintable(QStringLiteral("%1, then %2").arg(commands(0)).arg(commands(line))));
    }
}

/// The table says so, too.
void TestCli::repeatedSnapshotsTellHowManyWereAsked()
{
    QJsonArray queues;
    for (int i = 0; i < 40; ++i) {
        queues.append(QJsonObject{
            {QStringLiteral("name"), QStringLiteral("q%1").arg(i)},
            {QStringLiteral("kind"), QStringLiteral("queue")},
            {QStringLiteral("keys"), QJsonObject{{QStringLiteral("ready"), QStringLiteral("many:%1").arg(i)}}}});
    }
    const QString file = workspace(queues);
    QFile changed(file);
    QVERIFY(changed.open(QIODevice::ReadWrite));
    QByteArray text = changed.readAll();
    text.insert(text.indexOf('{') + 1, "\"polling\": \"tracking\", ");
    changed.seek(0);
    changed.write(text);
    changed.close();
    const Run json =
        snapshot(file, {QStringLiteral("--format=json"), QStringLiteral("--every=0"), QStringLiteral("--count=4")});
    QCOMPARE(json.code, 0);
    const auto server = [&json](qsizetype line) {
        return QJsonDocument::fromJson(json.out.trimmed().split('\n')[line])[QLatin1String("server")].toObject();
    };
    QCOMPARE(server(0).value(QStringLiteral("asked")).toInt(), 40);
    QVERIFY(server(3).value(QStringLiteral("asked")).toInt() < 40);
    QVERIFY(!server(3).contains(QStringLiteral("allAskedBecause")));
    const Run table = snapshot(file, {QStringLiteral("--every=0"), QStringLiteral("--count=2")});
    QVERIFY2(table.out.contains("  40 of 40 collections asked\n"), table.out.constData());
    const Run once = snapshot(file, {QStringLiteral("--format=json")});
    QVERIFY(!once.out.contains("asked"));
}

void TestCli::failOn_data()
{
    QTest::addColumn<int>("ready");
    QTest::addColumn<QString>("level");
    QTest::addColumn<int>("code");
    QTest::newRow("ok") << 1 << QStringLiteral("warning") << 0;
    QTest::newRow("warning at warning") << 2 << QStringLiteral("warning") << 5;
    QTest::newRow("warning at critical") << 2 << QStringLiteral("critical") << 0;
    QTest::newRow("critical at warning") << 3 << QStringLiteral("warning") << 5;
    QTest::newRow("critical at critical") << 3 << QStringLiteral("critical") << 5;
    QTest::newRow("error is worse") << -1 << QStringLiteral("critical") << 5;
}

void TestCli::failOn()
{
    QFETCH(const int, ready);
    QFETCH(const QString, level);
    QFETCH(const int, code);
    for (int i = 0; i < ready; ++i) {
        m_server.run({"LPUSH", "q", "x"});
    }
    if (ready < 0) {
        m_server.run({"SET", "q", "no list"});
    }
    const QString file = workspace(parsed(
        R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}, "limits": {"ready": {"warning": 2, "critical": 3}}}])"));
    const Run result =
        snapshot(file, {QStringLiteral("--fail-on"), level, QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(result.code, code);
    QVERIFY2(!result.json().isEmpty(), "the document is printed all the same");
}

void TestCli::unknownIsNoWarning()
{
    const QString file = workspace(parsed(R"([
        {"name": "orders", "kind": "stream", "keys": {"stream": "s"}, "limits": {"lag": {"warning": 1000}}}])"));
    m_server.run({"XGROUP", "CREATE", "s", "billing", "0", "MKSTREAM"});
    for (const char *id : {"1-1", "2-1", "3-1"}) {
        m_server.run({"XADD", "s", id, "n", "1"});
    }
    m_server.run({"XDEL", "s", "2-1"});
    const Run asJson = snapshot(file, {QStringLiteral("--fail-on=warning"), QStringLiteral("--format=json")});
    QCOMPARE(asJson.code, 0);
    const QJsonObject orders = collectionOf(asJson.json(), QStringLiteral("orders"));
    QCOMPARE(orders.value(QStringLiteral("state")).toString(), QStringLiteral("unknown"));
    QVERIFY(orders.value(QStringLiteral("figures")).toObject().value(QStringLiteral("lag")).isNull());
    QCOMPARE(orders.value(QStringLiteral("problems")).toArray(),
             (QJsonArray{QJsonObject{
                 {QStringLiteral("figure"), QStringLiteral("lag")},
                 {QStringLiteral("level"), QStringLiteral("unknown")},
                 {QStringLiteral("text"), QStringLiteral("lag unknown, limit 1,000: the server lost count")}}}));
    const QByteArray table = snapshot(file, {}).out;
    QVERIFY2(table.contains("orders  unknown"), table.constData());
    QVERIFY2(table.contains("unknown: orders: lag unknown, limit 1,000"), table.constData());
    const QByteArray metrics = snapshot(file, {QStringLiteral("--format=openmetrics")}).out;
    QVERIFY2(metrics.contains("plimsoll_collection_state{collection=\"orders\",kind=\"stream\"} 0.5\n"),
             metrics.constData());
}

void TestCli::wrongTypeIsThatCollectionsError()
{
    m_server.run({"SET", "wrong", "text"});
    m_server.run({"SADD", "right", "a"});
    const QString file = workspace(parsed(R"([
        {"name": "wrong", "kind": "members", "keys": {"set": "wrong"}}, {"name": "right", "kind": "members", "keys": {"set": "right"}}])"));
    const Run result = snapshot(file, {QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(result.code, 0);
    const QJsonObject wrong = collectionOf(result.json(), QStringLiteral("wrong"));
    QCOMPARE(wrong.value(QStringLiteral("state")).toString(), QStringLiteral("error"));
    QVERIFY(wrong.value(QStringLiteral("figures")).toObject().value(QStringLiteral("members")).isNull());
    QVERIFY(!wrong.value(QStringLiteral("problems")).toArray().isEmpty());
    const QJsonObject right = collectionOf(result.json(), QStringLiteral("right"));
    QCOMPARE(right.value(QStringLiteral("state")).toString(), QStringLiteral("ok"));
    QCOMPARE(right.value(QStringLiteral("figures")).toObject().value(QStringLiteral("members")).toInt(), 1);
}

void TestCli::bytesAndLongNames()
{
    const QByteArray binary("\xff\x00\x1b[31m\n", 8);
    const QByteArray huge(10'000'000, 'x');
    m_server.run({"RPUSH", "q", huge, binary});
    const QString name(300, QChar(0xe4));
    QJsonObject collection = parsed(R"([{"kind": "queue", "keys": {"ready": "q"}}])").at(0).toObject();
    collection.insert(QStringLiteral("name"), name);
    const QString file = workspace({collection});
    QCOMPARE(collectionOf(snapshot(file, {QStringLiteral("--format=json")}).json(), name)
                 .value(QStringLiteral("figures"))
                 .toObject()
                 .value(QStringLiteral("ready"))
                 .toInt(),
             2);
    QCOMPARE(snapshot(file).code, 0);

    const Run jobs = run(
        {QStringLiteral("jobs"), name, QStringLiteral("-w"), file, QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(jobs.code, 0);
    QJsonArray all = jobs.json().value(QStringLiteral("jobs")).toArray();
    QVERIFY(!all.isEmpty());
    QCOMPARE(all.at(0)
                 .toObject()
                 .value(QStringLiteral("element"))
                 .toObject()
                 .value(QStringLiteral("base64"))
                 .toString()
                 .toLatin1(),
             binary.toBase64());
    const Run next = run({QStringLiteral("jobs"), name, QStringLiteral("-w"), file, QStringLiteral("--format"),
                          QStringLiteral("json"), QStringLiteral("--offset"), QStringLiteral("1")});
    QCOMPARE(next.json()
                 .value(QStringLiteral("jobs"))
                 .toArray()
                 .at(0)
                 .toObject()
                 .value(QStringLiteral("element"))
                 .toString()
                 .size(),
             huge.size());
    const Run table = run({QStringLiteral("jobs"), name, QStringLiteral("-w"), file});
    QVERIFY2(!table.out.contains('\x1b') && table.out.size() < 10'000, "a terminal gets neither escapes nor megabytes");
}

/// They are UTF-8: JSON has an escape of its own for them, and another key may be called as they are shown.
void TestCli::keysWithControlCharacters()
{
    m_server.run({"LPUSH", "a\nb", "1"});
    m_server.run({"LPUSH", "a\\x0ab", "1", "2"});
    const QString file = workspace(parsed(R"([
        {"name": "two", "kind": "queue", "keys": {"ready": ["a\nb", "a\\x0ab", "c\u0006d"]}},
        {"name": "one", "kind": "queue", "keys": {"ready": "a\nb"}}])"));
    const QJsonObject json = snapshot(file, {u"--format"_s, u"json"_s}).json();
    QCOMPARE(collectionOf(json, u"two"_s)[u"keys"_s],
             QJsonValue(QJsonObject{{u"a\nb"_s, 1}, {u"a\\x0ab"_s, 2}, {u"c\x06"_s + u'd', 0}}));
    QCOMPARE(collectionOf(json, u"one"_s)[u"keys"_s], QJsonValue(QJsonObject{{u"a\nb"_s, 1}}));
}

void TestCli::noCollections()
{
    const QString file = workspace({});
    QCOMPARE(snapshot(file).code, 0);
    QVERIFY(snapshot(file, {QStringLiteral("--format=json")})
                .json()
                .value(QStringLiteral("collections"))
                .toArray()
                .isEmpty());
    QVERIFY(snapshot(file, {QStringLiteral("--format=openmetrics")}).out.endsWith("# EOF\n"));
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"

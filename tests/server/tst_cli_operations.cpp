// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/server/operationbench.h"
#include "tests/support/terminal.h"

#include <QDir>
#include <QJsonArray>

#include <algorithm>
#include <csignal>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// requeue, dead, trim, undo and operations as processes: documents, exit codes, refusals (contract.md §2).
class TestCliOperations : public CliTest {
    Q_OBJECT

private slots:
    void init();

    void requeuesAndUndoes();
    void actsOnDeadLetters();
    void printsNothingThatIsRedacted();
    void trims();
    void trimsKeysThatAreFound();
    void namesThePatternInTheLog();
    void aDryRunChangesNothing();
    void aDryRunTellsWhatStays();
    void saysWhatItCostsBeforehand();
    void refusesWithoutAYes();
    void aSignalAtTheQuestionIsARefusal_data();
    void aSignalAtTheQuestionIsARefusal();
    void productionWantsItsOption();
    void aReadOnlyWorkspaceSendsNoWrite();
    void refusesWhatTheServerForbids_data();
    void refusesWhatTheServerForbids();
    void aPlanThatFailsHasADocument();
    void refusesWithoutAPlaceToKeepUndo();
    void knowsWhatItIsAsked();
    void listsTheJournal();
    void givesUpWhatHasNoServer();
    void losesNothingWhenTheDiskFillsUp();

private:
    /// `marked`: a member of the connection that is true.
    QString file(const QString &marked = {}, const QString &url = {});
    Run act(const QStringList &arguments);
    Run actJson(const QStringList &arguments) { return act(arguments + QStringList{u"--format"_s, u"json"_s}); }
    QStringList onQueue(const QString &command, const QStringList &more = {})
    {
        return QStringList{command, u"q"_s, u"-w"_s, m_file} + more;
    }
    /// All there is on the server, but for expiries.
    QByteArrayList fingerprint()
    {
        QByteArrayList all;
        for (const auto &key : m_server.run({"KEYS", "*"}).elements) {
            all.append(key.bytes + m_server.run({"DUMP", key.bytes}).bytes);
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    /// An operation as a process leaves it that dies before its first batch.
    QString leaveOpen(RedisServer &server);
    qint64 length(const QByteArray &key) { return m_server.run({"LLEN", key}).integer; }

    QString m_file;
    QString m_dataDir;
    std::unique_ptr<QTemporaryDir> m_data;
};

void TestCliOperations::init()
{
    m_server.flush();
    m_data = std::make_unique<QTemporaryDir>();
    m_dataDir = m_data->path();
    m_file = file();
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5"});
    m_server.run({"ZADD", "p", "1000", "a", "2000", "b", "99999999999999", "running"});
    m_server.run({"RPUSH", "dead", "x", "y", "z"});
    m_server.run({"HSET", "job:x", "attempts", "3"});
}

QString TestCliOperations::file(const QString &marked, const QString &url)
{
    QJsonObject connection{{u"url"_s, url.isEmpty() ? m_server.url() : url}};
    if (!marked.isEmpty()) {
        connection.insert(marked, true);
    }
    return write(marked == u"readOnly" ? "readonly.json" : "operations.json",
                 {{u"plimsoll"_s, 1},
                  {u"name"_s, u"operations"_s},
                  {u"connection"_s, connection},
                  {u"collections"_s, parsed(R"([{"name":"q","kind":"queue","keys":{"ready":"q","processing":"p",
                      "dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s"},"bound":{"keep":4}}])")}});
}

Run TestCliOperations::act(const QStringList &arguments)
{
    return run(arguments + QStringList{u"--data-dir"_s, m_dataDir});
}

void TestCliOperations::aPlanThatFailsHasADocument()
{
    m_server.run({"DEL", "p"});
    m_server.run({"SET", "p", "no list"});
    const Run failed = actJson(onQueue(u"requeue"_s, {u"--yes"_s}));
    QCOMPARE(failed.code, 1);
    QVERIFY2(failed.err.startsWith("plimsoll: ") && failed.err.count('\n') == 1, failed.err.constData());
    const QJsonObject document = failed.json();
    QCOMPARE(document[u"action"_s].toString(), u"requeue"_s);
    QCOMPARE(document[u"collection"_s].toString(), u"q"_s);
    QCOMPARE(document[u"state"_s].toString(), u"failed"_s);
    QCOMPARE(document[u"matched"_s].toInt(), 0);
    QVERIFY2(failed.err.contains(document[u"error"_s].toString().toUtf8()), failed.err.constData());
}

void TestCliOperations::requeuesAndUndoes()
{
    const Run requeued = actJson(onQueue(u"requeue"_s, {u"--yes"_s}));
    QCOMPARE(requeued.code, 0);
    const QJsonObject report = requeued.json();
    QCOMPARE(report.keys(),
             (QStringList{u"action"_s, u"collection"_s, u"deadLettered"_s, u"dryRun"_s, u"matched"_s, u"moved"_s,
                          u"operation"_s, u"removed"_s, u"skipped"_s, u"state"_s, u"undoable"_s}));
    QCOMPARE(report["action"_L1].toString(), u"requeue"_s);
    QCOMPARE(report["matched"_L1].toInt(), 2);
    QCOMPARE(report["moved"_L1].toInt(), 2);
    QCOMPARE(report["state"_L1].toString(), u"done"_s);
    QCOMPARE(report["undoable"_L1].toBool(), true);
    QCOMPARE(length("q"), 7);
    const QString id = report["operation"_L1].toString();
    const Run undone = actJson({u"undo"_s, id, u"--yes"_s});
    QCOMPARE(undone.code, 0);
    QCOMPARE(undone.json()["moved"_L1].toInt(), 2);
    QCOMPARE(m_server.run({"ZSCORE", "p", "a"}).bytes, "1000");
    QCOMPARE(actJson({u"undo"_s, id, u"--yes"_s}).code, 2); // it is undone already
    QCOMPARE(m_server.run({"ZCARD", "p"}).integer, 3);

    QCOMPARE(actJson(onQueue(u"requeue"_s, {u"--yes"_s, u"--older-than"_s, u"7d"_s})).json()["moved"_L1].toInt(), 2);
    m_server.run({"ZADD", "p", "1000", "c", "2000", "d", "3000", "e", "4000", "f"});
    const Run named = actJson(onQueue(u"requeue"_s, {u"--yes"_s, u"--id"_s, u"c"_s, u"--id"_s, u"e"_s}));
    QCOMPARE(named.json()["moved"_L1].toInt(), 2);
    QCOMPARE(actJson(onQueue(u"requeue"_s, {u"--yes"_s, u"--limit"_s, u"1"_s})).json()["moved"_L1].toInt(), 1);
    QCOMPARE(m_server.run({"ZCARD", "p"}).integer, 2);
}

/// options.redact is kept by all that prints an element: lists and previews of what would be changed.
void TestCliOperations::printsNothingThatIsRedacted()
{
    const QByteArray job = R"({"id": "j1", "card": "4111", "data": "{\"card\":\"4111\"}"})";
    m_server.flush();
    m_server.run({"RPUSH", "q", job, R"({"card":"4111"})", R"("{\"card\":4111}")"});
    m_server.run({"ZADD", "p", "1", job});
    m_server.run({"RPUSH", "d", job});
    m_server.run({"HSET", "job:j1", "error", R"({"card":"4111"})", "card", "4111"});
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q", "processing": "p",
        "dead": "d", "job": "job:{id}"}, "options": {"redact": ["card"], "staleAfter": "1s"}}])"));
    const auto isClean = [](const Run &run) {
        QVERIFY2(run.code == 0, run.err.constData());
        const QByteArray all = run.out + run.err;
        QVERIFY2(!all.contains("4111"), all.constData());
    };
    const QStringList of{u"q"_s, u"-w"_s, file};
    for (const QString &command : {u"jobs"_s, u"dead"_s}) {
        isClean(run(QStringList{command} + of));
        const Run json = run(QStringList{command} + of + QStringList{u"--format"_s, u"json"_s});
        isClean(json);
        QVERIFY2(json.out.contains("•••"), json.out.constData());
    }
    for (const QStringList &words :
         {QStringList{u"requeue"_s}, QStringList{u"dead"_s, u"--requeue"_s, u"--all"_s},
          QStringList{u"dead"_s, u"--discard"_s, u"--all"_s}, QStringList{u"trim"_s, u"--keep"_s, u"0"_s}}) {
        const Run preview = act(words.first(1) + of + words.mid(1) + QStringList{u"--dry-run"_s});
        isClean(preview);
        QVERIFY2(preview.out.contains("•••"), preview.out.constData());
    }
    const Run trimmed = actJson(QStringList{u"trim"_s} + of + QStringList{u"--keep"_s, u"0"_s, u"--yes"_s});
    isClean(trimmed);
    const QStringList undo{u"undo"_s, trimmed.json()[u"operation"_s].toString(), u"--dry-run"_s};
    isClean(act(undo));
    const Run known = act(undo + of.mid(1));
    isClean(known);
    QVERIFY2(known.out.contains("•••"), known.out.constData());
}

void TestCliOperations::actsOnDeadLetters()
{
    const Run list = actJson(onQueue(u"dead"_s));
    QCOMPARE(list.code, 0);
    QCOMPARE(list.json()["jobs"_L1].toArray().size(), 3);
    QCOMPARE(actJson(onQueue(u"dead"_s, {u"--requeue"_s, u"--id"_s, u"x"_s, u"--yes"_s})).json()["moved"_L1].toInt(),
             1);
    QCOMPARE(m_server.run({"HGET", "job:x", "attempts"}).bytes, "0");
    const Run discarded = actJson(onQueue(u"dead"_s, {u"--discard"_s, u"--all"_s, u"--yes"_s}));
    QCOMPARE(discarded.json()["removed"_L1].toInt(), 2);
    QCOMPARE(length("dead"), 0);
    QCOMPARE(act({u"undo"_s, discarded.json()["operation"_L1].toString(), u"--yes"_s}).code, 0);
    QCOMPARE(length("dead"), 2);
}

void TestCliOperations::trims()
{
    const Run bound = actJson(onQueue(u"trim"_s, {u"--to-bound"_s, u"--yes"_s}));
    QCOMPARE(bound.json()["removed"_L1].toInt(), 1);
    QCOMPARE(m_server.run({"LINDEX", "q", "-1"}).bytes, "4"); // the oldest went
    const Run lost = actJson(onQueue(u"trim"_s, {u"--keep"_s, u"1"_s, u"--no-archive"_s, u"--yes"_s}));
    QCOMPARE(lost.json()["removed"_L1].toInt(), 3);
    QCOMPARE(lost.json()["undoable"_L1].toBool(), false);
    QCOMPARE(act({u"undo"_s, lost.json()["operation"_L1].toString(), u"--yes"_s}).code, 2);
}

/// All keys of the pattern, those within their bound left alone; undone to the byte.
void TestCliOperations::trimsKeysThatAreFound()
{
    for (int user = 1; user <= 30; ++user) {
        for (int i = 0; i < user; ++i) {
            m_server.run({"RPUSH", "recent:" + QByteArray::number(user), QByteArray::number(i)});
        }
    }
    const QString found = workspace(parsed(R"([
        {"name": "viewed", "kind": "recent", "keys": {"items": "recent:{id}"}, "bound": {"keep": 10}},
        {"name": "none", "kind": "recent", "keys": {"items": "nothing:{id}"}, "bound": {"keep": 10}}])"));
    const QByteArrayList before = fingerprint();
    const QStringList trim{u"-w"_s, found, u"--to-bound"_s, u"--yes"_s};
    const Run cut = actJson(QStringList{u"trim"_s, u"viewed"_s} + trim);
    QVERIFY2(cut.code == 0, cut.err.constData());
    QCOMPARE(cut.json()["removed"_L1].toInt(), 20 * 21 / 2);
    for (int user = 1; user <= 30; ++user) {
        QCOMPARE(length("recent:" + QByteArray::number(user)), std::min(user, 10));
    }
    QCOMPARE(act({u"undo"_s, cut.json()["operation"_L1].toString(), u"--yes"_s, u"-w"_s, found}).code, 0);
    QCOMPARE(fingerprint(), before);
    const Run none = actJson(QStringList{u"trim"_s, u"none"_s} + trim);
    QCOMPARE(none.code, 0);
    QCOMPARE(none.json()["matched"_L1].toInt(), 0);
}

/// The key itself may hold an identifier of a person.
void TestCliOperations::namesThePatternInTheLog()
{
    m_server.run({"RPUSH", "history:ann@example.com", "1", "2", "3"});
    m_file = write("history.json",
                   {{u"plimsoll"_s, 1},
                    {u"name"_s, u"history"_s},
                    {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
                    {u"collections"_s, parsed(R"([{"name": "q", "kind": "recent", "keys": {"items": "history:{id}"},
                        "bound": {"keep": 1}}])")}});
    const Run trimmed = actJson(onQueue(u"trim"_s, {u"--to-bound"_s, u"--yes"_s, u"-v"_s}));
    QCOMPARE(trimmed.json().value(u"removed"_s).toInt(), 2);
    QVERIFY2(trimmed.err.contains(R"("pattern":"history:{id}")"), trimmed.err.constData());
    QVERIFY2(!trimmed.err.contains("ann@example.com"), trimmed.err.constData());
}

void TestCliOperations::aDryRunChangesNothing()
{
    const QByteArrayList before = fingerprint();
    for (const QStringList &arguments : {onQueue(u"requeue"_s), onQueue(u"trim"_s, {u"--keep"_s, u"2"_s}),
                                         onQueue(u"dead"_s, {u"--discard"_s, u"--all"_s})}) {
        const Run dry = actJson(arguments + QStringList{u"--dry-run"_s});
        QCOMPARE(dry.code, 0);
        QCOMPARE(dry.json()["dryRun"_L1].toBool(), true);
        QVERIFY(dry.json()["matched"_L1].toInt() >= 2);
    }
    QCOMPARE(fingerprint(), before);
    QVERIFY(actJson({u"operations"_s}).json()["operations"_L1].toArray().isEmpty());
}

/// A set takes no element twice: what stays for that is told beforehand, and so is a target of another type.
void TestCliOperations::aDryRunTellsWhatStays()
{
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q", "processing": "p",
        "dead": "gone", "job": "job:{id}"}, "options": {"staleAfter": "30s", "maxAttempts": 3}}])"));
    m_server.run({"HSET", "job:a", "attempts", "3"});
    m_server.run({"HSET", "job:b", "attempts", "3"});
    m_server.run({"ZADD", "p", "3000", "c"});
    m_server.run({"ZADD", "gone", "1", "a"});
    const QStringList requeue{u"requeue"_s, u"q"_s, u"-w"_s, file, u"--yes"_s};
    const QByteArrayList before = fingerprint();
    const QJsonObject foretold = actJson(requeue + QStringList{u"--dry-run"_s}).json();
    QCOMPARE(fingerprint(), before);
    const QJsonObject done = actJson(requeue).json();
    for (const QLatin1StringView count : {"matched"_L1, "moved"_L1, "deadLettered"_L1, "skipped"_L1}) {
        QCOMPARE(foretold[count].toInt(-1), done[count].toInt(-2));
    }
    QCOMPARE(done["moved"_L1].toInt(), 1);
    QCOMPARE(done["deadLettered"_L1].toInt(), 1);
    QCOMPARE(done["skipped"_L1].toInt(), 1);

    m_server.run({"DEL", "q"});
    m_server.run({"SET", "q", "no list"});
    m_server.run({"ZADD", "p", "3000", "c"});
    const Run tried = act(requeue + QStringList{u"--dry-run"_s});
    const Run refused = act(requeue);
    QVERIFY2(tried.code != 0 && tried.err.contains("q"), tried.err.constData());
    QCOMPARE(refused.code, tried.code);
    QCOMPARE(refused.err, tried.err);
}

/// With --yes, the warnings are printed too.
void TestCliOperations::saysWhatItCostsBeforehand()
{
    const QStringList trim = onQueue(u"trim"_s, {u"--keep"_s, u"3"_s});
    const QStringList nothing = onQueue(u"trim"_s, {u"--keep"_s, u"100"_s, u"--yes"_s});
    QVERIFY(!actJson(trim + QStringList{u"--dry-run"_s}).json().contains(u"notes"_s));
    m_server.run({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru", "maxmemory", "1gb"});
    const Run table = act(trim + QStringList{u"--dry-run"_s});
    const Run json = actJson(trim + QStringList{u"--dry-run"_s});
    const Run done = actJson(trim + QStringList{u"--yes"_s});
    const Run none = act(nothing);
    m_server.run({"CONFIG", "SET", "maxmemory-policy", "noeviction", "maxmemory", "0"});
    QVERIFY2(table.err.isEmpty() && table.out.count("allkeys-lru") == 1, table.out.constData());
    const QJsonArray notes = json.json()["notes"_L1].toArray();
    QVERIFY2(notes.size() == 1 && notes[0].toString().contains(u"allkeys-lru"_s), json.out.constData());
    QVERIFY(json.err.isEmpty());
    QCOMPARE(done.json()["removed"_L1].toInt(), 2);
    QVERIFY2(done.errorLines().size() == 1 && done.err.contains("allkeys-lru"), done.err.constData());
    QVERIFY2(none.err.isEmpty(), none.err.constData()); // nothing is done
}

void TestCliOperations::refusesWithoutAYes()
{
    const QByteArrayList before = fingerprint();
    const Run refused = act(onQueue(u"requeue"_s));
    QCOMPARE(refused.code, 4);
    QVERIFY2(refused.err.contains("--yes"), refused.err.constData());
    QCOMPARE(fingerprint(), before);
}

void TestCliOperations::aSignalAtTheQuestionIsARefusal_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("isKey");
    QTest::newRow("Ctrl+C") << u"trim q --keep 0"_s << true;
    QTest::newRow("SIGTERM") << u"dead q --discard --all"_s << false;
}

void TestCliOperations::aSignalAtTheQuestionIsARefusal()
{
    QFETCH(const QString, command);
    QFETCH(const bool, isKey);
    const QByteArrayList before = fingerprint();
    Terminal terminal({160, 30});
    const QString noted = m_folder.filePath(u"pid"_s);
    // The shell outlives the Ctrl+C and tells the exit code: tmux does not always reap what it stopped.
    terminal.start(u"true; trap : INT; sh -c 'echo $$ > %1; exec %2 %3 -w %4 --data-dir %5'; echo ended $?; cat"_s.arg(
        noted, QStringLiteral(PLIMSOLL_BINARY), command, m_file, m_folder.filePath(u"data"_s)));
    QTRY_VERIFY2_WITH_TIMEOUT(terminal.screen().contains(u"Type yes to continue:"), qPrintable(terminal.screen()),
                              60'000);
    if (isKey) {
        terminal.press(u"C-c"_s);
    } else {
        QFile file(noted);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pid_t process = file.readAll().trimmed().toInt();
        QVERIFY(process > 1);
        QCOMPARE(::kill(process, SIGTERM), 0);
    }
    QTRY_VERIFY2_WITH_TIMEOUT(terminal.screen().contains(u"ended 4"), qPrintable(terminal.screen()), 60'000);
    QVERIFY2(terminal.screen().contains(u"nothing was changed: interrupted"), qPrintable(terminal.screen()));
    QCOMPARE(fingerprint(), before);
}

void TestCliOperations::productionWantsItsOption()
{
    const QString id = actJson(onQueue(u"trim"_s, {u"--keep"_s, u"4"_s, u"--yes"_s})).json()["operation"_L1].toString();
    m_file = file(u"production"_s);
    const QByteArrayList before = fingerprint();
    const QStringList undo{u"undo"_s, id, u"-w"_s, m_file};
    for (const QStringList &arguments : {onQueue(u"requeue"_s), onQueue(u"trim"_s, {u"--keep"_s, u"2"_s}),
                                         onQueue(u"dead"_s, {u"--discard"_s, u"--all"_s}), undo}) {
        const Run refused = act(arguments + QStringList{u"--yes"_s});
        QCOMPARE(refused.code, 4);
        QVERIFY2(refused.err.contains("--production allows it"), refused.err.constData());
    }
    QCOMPARE(act(onQueue(u"requeue"_s, {u"--dry-run"_s})).code, 0);
    QCOMPARE(fingerprint(), before);
    const Run trimmed = actJson(onQueue(u"trim"_s, {u"--keep"_s, u"2"_s, u"--yes"_s, u"--production"_s}));
    QCOMPARE(trimmed.code, 0);
    QCOMPARE(length("q"), 2);
    // The journal remembers, whatever the file says now.
    m_file = file();
    const QStringList back{u"undo"_s, trimmed.json()["operation"_L1].toString(), u"-w"_s, m_file, u"--yes"_s};
    const Run refused = act(back);
    QCOMPARE(refused.code, 4);
    QVERIFY2(refused.err.contains("run on a production connection"), refused.err.constData());
    QCOMPARE(act(back + QStringList{u"--production"_s}).code, 0);
    QCOMPARE(length("q"), 4);
}

void TestCliOperations::aReadOnlyWorkspaceSendsNoWrite()
{
    const QString id = actJson(onQueue(u"trim"_s, {u"--keep"_s, u"4"_s, u"--yes"_s})).json()["operation"_L1].toString();
    m_file = file(u"readOnly"_s);
    m_server.run({"CONFIG", "RESETSTAT"});
    for (const QStringList &arguments :
         {onQueue(u"requeue"_s), onQueue(u"trim"_s, {u"--keep"_s, u"2"_s}),
          onQueue(u"dead"_s, {u"--discard"_s, u"--all"_s}), onQueue(u"dead"_s, {u"--requeue"_s, u"--all"_s}),
          QStringList{u"undo"_s, id, u"-w"_s, m_file}}) {
        const Run refused = act(arguments + QStringList{u"--yes"_s});
        QCOMPARE(refused.code, 4);
        QVERIFY2(refused.err.contains("read-only"), refused.err.constData());
    }
    QCOMPARE(act(onQueue(u"requeue"_s, {u"--dry-run"_s})).code, 0);
    for (const char *command :
         {"evalsha", "eval", "script|load", "unlink", "lmove", "ltrim", "zrem", "rpush", "pexpire"}) {
        QCOMPARE(m_server.calls(command), 0);
    }
    QCOMPARE(length("q"), 4);
}

void TestCliOperations::refusesWhatTheServerForbids_data()
{
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("scripts") << QStringList{u"~*"_s, u"+@all"_s, u"-@scripting"_s} << QByteArray("EVALSHA");
    QTest::newRow("the escrow's keys") << QStringList{u"~q"_s, u"~p"_s, u"~dead"_s, u"~job:*"_s, u"+@all"_s}
                                       << QByteArray("one of the keys plimsoll:escrow:{p}:");
    QTest::newRow("no key but the escrow")
        << QStringList{u"~r"_s, u"~plimsoll:*"_s, u"+@all"_s} << QByteArray("does not allow this user the key ");
    QTest::newRow("one command inside") << QStringList{u"~*"_s, u"+@all"_s, u"-hset"_s} << QByteArray("HSET on job:");
}

void TestCliOperations::refusesWhatTheServerForbids()
{
    QFETCH(QStringList, rules);
    std::vector<QByteArray> words{"ACL", "SETUSER", "half", "reset", "on", ">secret"};
    for (const QString &rule : rules) {
        words.push_back(rule.toUtf8());
    }
    const std::vector<QByteArrayView> views(words.begin(), words.end());
    m_server.run(std::span(views));
    m_server.run({"HSET", "job:a", "attempts", "0"});
    const QByteArrayList before = fingerprint();
    QString url = m_server.url();
    url.replace("unix://"_L1, "unix://half:secret@"_L1);
    const Run refused = actJson(onQueue(u"requeue"_s, {u"--yes"_s, u"-u"_s, url}));
    QVERIFY2(refused.code == 4, refused.err.constData());
    QFETCH(QByteArray, said);
    QVERIFY2(refused.err.contains(said), refused.err.constData());
    QVERIFY(!refused.err.contains("secret"));
    QCOMPARE(fingerprint(), before);
}

void TestCliOperations::refusesWithoutAPlaceToKeepUndo()
{
    const QByteArrayList before = fingerprint();
    QFile blocked(m_data->filePath(u"file"_s));
    QVERIFY(blocked.open(QIODevice::WriteOnly));
    m_dataDir = blocked.fileName() + u"/data"_s;
    m_server.run({"CONFIG", "RESETSTAT"});
    const Run refused = act(onQueue(u"trim"_s, {u"--keep"_s, u"2"_s, u"--yes"_s}));
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.err.contains("--data-dir"), refused.err.constData());
    QCOMPARE(m_server.calls("llen"), 0); // Redis was not asked anything
    QCOMPARE(fingerprint(), before);
    const Run cut = actJson(onQueue(u"trim"_s, {u"--keep"_s, u"2"_s, u"--no-archive"_s, u"--yes"_s}));
    QCOMPARE(cut.code, 0);
    QCOMPARE(cut.json()["removed"_L1].toInt(), 3);
    QCOMPARE(length("q"), 2);
}

void TestCliOperations::knowsWhatItIsAsked()
{
    QCOMPARE(act({u"undo"_s, u"nosuch"_s, u"--yes"_s}).code, 2);
    QCOMPARE(act({u"requeue"_s, u"p"_s, u"-w"_s, m_file, u"--yes"_s}).code, 2);
    QCOMPARE(act(onQueue(u"requeue"_s, {u"--older-than"_s, u"soon"_s, u"--yes"_s})).code, 2);
    QCOMPARE(act(onQueue(u"trim"_s, {u"--yes"_s})).code, 2);
    QCOMPARE(act(onQueue(u"trim"_s, {u"--keep"_s, u"1"_s, u"--to-bound"_s, u"--yes"_s})).code, 2);
    QCOMPARE(act(onQueue(u"dead"_s, {u"--requeue"_s, u"--discard"_s, u"--all"_s})).code, 2);
    QCOMPARE(act(onQueue(u"dead"_s, {u"--requeue"_s})).code, 2);
    const Run mistyped = act(onQueue(u"trim"_s, {u"--keeep"_s, u"1"_s}));
    QCOMPARE(mistyped.code, 2);
    QVERIFY2(mistyped.err.contains("did you mean --keep"), mistyped.err.constData());
    const Run absent = actJson(onQueue(u"requeue"_s, {u"--id"_s, u"a"_s, u"--id"_s, u"running"_s, u"--yes"_s}));
    QCOMPARE(absent.code, 0);
    QCOMPARE(absent.json()["matched"_L1].toInt(), 1);
    QVERIFY2(absent.err.contains("running: not among"), absent.err.constData());
    QCOMPARE(actJson(onQueue(u"requeue"_s, {u"--id"_s, u"running"_s, u"--yes"_s})).json()["matched"_L1].toInt(), 0);
    QCOMPARE(actJson({u"operations"_s}).json()["operations"_L1].toArray().size(), 1); // nothing is nothing to note
    QVERIFY(act({u"operations"_s, u"--recover"_s}).out.startsWith("No operation was left open"));
    m_file = file({}, u"unix:///nowhere/redis.sock"_s);
    QCOMPARE(act(onQueue(u"requeue"_s, {u"--yes"_s})).code, 3);
}

void TestCliOperations::listsTheJournal()
{
    QCOMPARE(actJson({u"operations"_s}).json()["operations"_L1].toArray().size(), 0);
    const QString trim =
        actJson(onQueue(u"trim"_s, {u"--keep"_s, u"2"_s, u"--yes"_s})).json()["operation"_L1].toString();
    act({u"undo"_s, trim, u"--yes"_s});
    const Run listed = actJson({u"operations"_s});
    QCOMPARE(listed.code, 0);
    const QJsonArray operations = listed.json()["operations"_L1].toArray();
    QCOMPARE(operations.size(), 2);
    QCOMPARE(operations[0]["operation"_L1].toString(), trim);
    QCOMPARE(operations[0]["state"_L1].toString(), u"undone"_s);
    QCOMPARE(operations[0]["keys"_L1].toArray(), QJsonArray{u"q"_s});
    QCOMPARE(operations[1]["action"_L1].toString(), u"undo"_s);
    QVERIFY(operations[1]["time"_L1].toString().endsWith(u'Z'));
    QCOMPARE(actJson({u"operations"_s, u"--limit"_s, u"1"_s}).json()["operations"_L1].toArray().size(), 1);
    QVERIFY(QDir(m_dataDir).entryList({u"*.lock"_s}).isEmpty());
    QVERIFY(m_server.run({"KEYS", "plimsoll:*"}).elements.empty());
}

QString TestCliOperations::leaveOpen(RedisServer &server)
{
    Bench bench(server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    server.run({"RPUSH", "q", "1", "2", "3"});
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    const auto journal = Journal::open(m_dataDir);
    OperationReport begun;
    begun.time = plan->frozenAt;
    if (!(*journal)->begin(*plan, begun, *readIdentity(bench.client))) {
        qFatal("the journal cannot be written");
    }
    return plan->id;
}

void TestCliOperations::givesUpWhatHasNoServer()
{
    QString id;
    {
        RedisServer gone;
        id = leaveOpen(gone);
    }
    const Run open = actJson({u"operations"_s, u"--recover"_s});
    QCOMPARE(open.code, 3);
    QVERIFY2(open.err.contains("--give-up " + id.toUtf8()), open.err.constData());
    const QJsonObject left = open.json()["operations"_L1][0].toObject();
    QCOMPARE(left["state"_L1].toString(), u"open"_s);
    QVERIFY(left["error"_L1].toString().contains(u"stays open"_s));
    QVERIFY(!left["undoable"_L1].toBool());
    QVERIFY(!actJson({u"operations"_s}).json()["operations"_L1][0]["undoable"_L1].toBool());

    const QStringList giveUp{u"operations"_s, u"--give-up"_s, id};
    QCOMPARE(actJson(giveUp).code, 4); // not confirmed
    QCOMPARE(actJson(giveUp + QStringList{u"--dry-run"_s}).json()["state"_L1].toString(), u"open"_s);
    const Run closed = actJson(giveUp + QStringList{u"--yes"_s});
    QVERIFY2(closed.code == 0, closed.err.constData());
    QCOMPARE(closed.json()["state"_L1].toString(), u"failed"_s);
    QVERIFY(closed.json()["error"_L1].toString().startsWith(u"given up after 0 of 2"_s));
    QCOMPARE(actJson(giveUp + QStringList{u"--yes"_s}).code, 2);
    QCOMPARE(actJson({u"operations"_s, u"--give-up"_s, u"nosuch"_s, u"--yes"_s}).code, 2);
    QCOMPARE(actJson({u"operations"_s, u"--recover"_s, u"--give-up"_s, id}).code, 2);
    QCOMPARE(actJson({u"operations"_s, u"--recover"_s}).code, 0);

    const QString alive = leaveOpen(m_server);
    const Run instead = actJson({u"operations"_s, u"--give-up"_s, leaveOpen(m_server), u"--yes"_s});
    QCOMPARE(instead.code, 0); // its server is there
    QVERIFY2(instead.err.contains("record is completed"), instead.err.constData());
    QCOMPARE(instead.json()["state"_L1].toString(), u"partial"_s);
    const Run dry = actJson({u"operations"_s, u"--recover"_s, u"--dry-run"_s});
    QCOMPARE(dry.json()["operations"_L1][0]["state"_L1].toString(), u"open"_s);
    const Run recovered = actJson({u"operations"_s, u"--recover"_s});
    QCOMPARE(recovered.code, 0);
    QCOMPARE(recovered.json()["operations"_L1][0]["state"_L1].toString(), u"partial"_s);

    // Every command that acts does so on the way; one that only looks does not.
    const QString another = leaveOpen(m_server);
    const QStringList trim = onQueue(u"trim"_s, {u"--keep"_s, u"100"_s});
    QCOMPARE(actJson(trim + QStringList{u"--dry-run"_s}).err, QByteArray());
    const Run trimmed = actJson(trim + QStringList{u"--yes"_s});
    QCOMPARE(trimmed.code, 0);
    QVERIFY2(trimmed.err.contains(another.toUtf8() + " (trim of q) was left open"), trimmed.err.constData());
    QCOMPARE(actJson(trim + QStringList{u"--yes"_s}).err, QByteArray());
}

void TestCliOperations::losesNothingWhenTheDiskFillsUp()
{
    constexpr int many = 200'000;
    m_server.run({"DEL", "q"});
    Pipeline pipeline;
    for (int i = 0; i < many; ++i) {
        pipeline.add({"RPUSH", "q", QByteArray::number(i)});
    }
    m_server.run(pipeline);
    // No file of it may grow over 4 MiB: the journal's log meets that in the middle, as it would meet a full disk.
    QProcess limited;
    limited.setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s});
    limited.start(
        u"/bin/sh"_s,
        QStringList{u"-c"_s, uR"(trap "" XFSZ; ulimit -f 8192; exec "$0" "$@")"_s, QStringLiteral(PLIMSOLL_BINARY)}
            + onQueue(u"trim"_s,
                      {u"--keep"_s, u"0"_s, u"--yes"_s, u"--format"_s, u"json"_s, u"--data-dir"_s, m_dataDir}));
    QVERIFY(limited.waitForFinished(60'000));
    QCOMPARE(limited.exitCode(), 1);
    const QJsonObject report = QJsonDocument::fromJson(limited.readAllStandardOutput()).object();
    QCOMPARE(report["state"_L1].toString(), u"partial"_s);
    QVERIFY2(report["error"_L1].toString().contains(u"--recover"_s), qPrintable(report["error"_L1].toString()));
    const qint64 removed = report["removed"_L1].toInteger();
    QVERIFY2(removed > 0 && removed < many, qPrintable(QString::number(removed)));
    QCOMPARE(length("q"), many - removed);
    QVERIFY(!m_server.run({"KEYS", "plimsoll:*"}).elements.empty()); // what is not in the archive waits there

    const QString id = report["operation"_L1].toString();
    const Run undone = actJson({u"undo"_s, id, u"--yes"_s}); // which recovers first
    QVERIFY2(undone.code == 0, undone.err.constData());
    QVERIFY2(undone.err.contains(id.toUtf8() + " (trim of q) was left open and is completed first"),
             undone.err.constData());
    QCOMPARE(actJson({u"operations"_s}).json()["operations"_L1][0]["removed"_L1].toInteger(), removed);
    QCOMPARE(undone.json()["moved"_L1].toInteger(), removed);
    QCOMPARE(length("q"), many);
    for (int first = 0; first < many; first += 10'000) {
        const Reply page = m_server.run({"LRANGE", "q", QByteArray::number(first), QByteArray::number(first + 9'999)});
        for (int i = 0; i < 10'000; ++i) {
            QCOMPARE(page.elements[static_cast<std::size_t>(i)].bytes, QByteArray::number(first + i));
        }
    }
}

QTEST_GUILESS_MAIN(TestCliOperations)
#include "tst_cli_operations.moc"

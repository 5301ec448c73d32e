// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/server/operationbench.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr const char *queues = R"({"name":"q","kind":"queue","keys":{"ready":"q"}})";
const QByteArrayList all{"1", "2", "3", "4", "5", "6"};

} // namespace

/// Every state that an operation's line in the journal can be in, and the three ways out of it as a person tries them:
/// undo, --recover, --give-up. Each says by its exit code what contract.md says, one of them leads out, and at the end
/// every element is somewhere, once.
class TestCliExits : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void leadsOut_data();
    void leadsOut();
    void leadsOutOnceItCan_data();
    void leadsOutOnceItCan();
    void refusesWhatRunsElsewhere();
    void sparesWhatIsClosedMeanwhile();
    void saysWhatIsNotRecorded_data();
    void saysWhatIsNotRecorded();

private:
    /// Makes a state; the operation a person asks about.
    QString make(const QString &state);
    Plan trimAll();
    void record(const Plan &plan, int batch, std::size_t count, bool closed);
    Run undo(const QString &id) { return act({u"undo"_s, id, u"--yes"_s}); }
    Run recover() { return act({u"operations"_s, u"--recover"_s}); }
    Run giveUp(const QString &id) { return act({u"operations"_s, u"--give-up"_s, id, u"--yes"_s}); }
    Run act(const QStringList &arguments);
    Run first(const QString &command, const QString &id);
    [[nodiscard]] QString stateOf(const QString &id);
    [[nodiscard]] bool isAnythingOpen();
    /// Elements of the list, the archive and the escrows, sorted; each should be there once.
    [[nodiscard]] QByteArrayList everything();

    std::unique_ptr<Bench> m_bench;
    QStringList m_more; ///< arguments of every command: -w, -u
};

void TestCliExits::init()
{
    m_server.start();
    m_server.run({"REPLICAOF", "NO", "ONE"});
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    m_bench = std::make_unique<Bench>(m_server, queues);
    m_more.clear();
}

Run TestCliExits::act(const QStringList &arguments)
{
    m_bench->journal.reset(); // lets the lock of a process that died go
    Run done = run(arguments + m_more + QStringList{u"--data-dir"_s, m_bench->folder.path(), u"--format"_s, u"json"_s});
    m_bench->openJournal();
    return done;
}

Run TestCliExits::first(const QString &command, const QString &id)
{
    if (command == u"give up the undo") {
        return giveUp(*m_bench->journal->openUndoOf(id));
    }
    return command == u"undo" ? undo(id) : command == u"recover" ? recover() : giveUp(id);
}

Plan TestCliExits::trimAll()
{
    OperationRequest trim = m_bench->request(Action::Trim);
    trim.keep = 0;
    return *Planner(m_bench->client).plan(trim);
}

/// Records a batch of `count` elements as the process does after it has run.
void TestCliExits::record(const Plan &plan, int batch, std::size_t count, bool closed)
{
    const QByteArray escrow = escrowKey("q", plan.id, batch);
    BatchResult result;
    const QByteArrayList held = strings(m_server.run({"LRANGE", escrow, "2", "-1"}));
    for (const QByteArray &element : held) {
        result.elements.push_back({0, 0, 'r', element, {}, {}});
    }
    result.removed = qint64(count);
    QVERIFY(m_bench->journal->commitBatches(plan.id, batch + 1, {result}).ok());
    if (closed) {
        m_server.run({"UNLINK", escrow});
    }
}

QString TestCliExits::make(const QString &state)
{
    Bench &bench = *m_bench;
    if (state == u"done" || state == u"archive gone" || state == u"undone" || state.startsWith(u"undo ")) {
        const OperationReport trim = bench.trimTo(0);
        if (state == u"archive gone") {
            [[maybe_unused]] const bool forgotten = bench.journal->forget({trim.id}).ok();
            m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"}); // other elements, not those of the trim
        } else if (state == u"undone") {
            bench.undo(trim.id);
        } else if (state.startsWith(u"undo ")) {
            const Plan undo = bench.undoOf(trim.id);
            const PlanStep step = bench.begin(undo);
            if (state == u"undo that ran in part") {
                bench.leaveBatch(undo, step, 0, 0, 2);
            } else if (state == u"undo that ran") {
                bench.leaveBatch(undo, step, 0, 0, 6);
            } else if (state == u"undo whose escrow is gone") {
                bench.leaveBatch(undo, step, 0, 0, 2);
                bench.leaveBatch(undo, step, 1, 2, 2);
                m_server.run({"DEL", escrowKey("q", undo.id, 0)});
            }
        }
        return trim.id;
    }
    const Plan plan = trimAll();
    if (state == u"stopped") {
        std::stop_source stop;
        stop.request_stop();
        Runner(bench.client, bench.journal.get()).run(plan, stop.get_token());
        return plan.id;
    }
    const PlanStep step = bench.begin(plan);
    if (state == u"intent") {
        m_server.run({"DEL", markKey("q", plan.id)});
        bench.execute(u"DELETE FROM sent"_s);
    } else if (state == u"sent") {
        [[maybe_unused]] const bool noted = bench.journal->noteSent(plan.id, {0, 3, localNow() - 1s}).ok();
    } else if (state != u"mark") {
        bench.leaveBatch(plan, step, 0, 0, 4);
    }
    if (state == u"ran twice") {
        bench.leaveBatch(plan, step, 1, 0, 2);
    } else if (state == u"archived in part") {
        BatchResult part;
        part.elements = {{0, 0, 'r', "6", {}, {}}, {0, 0, 'r', "5", {}, {}}};
        [[maybe_unused]] const bool done = bench.journal->commitPart(plan.id, part, 4).ok();
    } else if (state == u"recorded" || state == u"let go" || state == u"given up") {
        record(plan, 0, 4, state != u"recorded");
    }
    if (state == u"given up") {
        bench.leaveBatch(plan, step, 1, 0, 2);
        bench.openJournal();
        [[maybe_unused]] const bool given = Runner::giveUp(*bench.journal, plan.id, u"it was gone"_s).ok();
    }
    return plan.id;
}

QString TestCliExits::stateOf(const QString &id)
{
    return QString(operationStateId(m_bench->journal->operation(id)->state));
}

bool TestCliExits::isAnythingOpen()
{
    const Result<std::vector<OperationReport>> operations = m_bench->journal->operations();
    return std::any_of(operations->begin(), operations->end(),
                       [](const OperationReport &report) { return report.state == OperationState::Open; });
}

QByteArrayList TestCliExits::everything()
{
    QByteArrayList found = strings(m_server.run({"LRANGE", "q", "0", "-1"}));
    const Result<std::vector<OperationReport>> operations = m_bench->journal->operations();
    for (const OperationReport &report : *operations) {
        const Result<std::vector<ArchivedElement>> archived =
            m_bench->journal->archive().elements(report.id, Archive::From::Oldest);
        for (const ArchivedElement &element : *archived) {
            found.append(element.element);
        }
        const Result<OpenOperation> details = m_bench->journal->details(report.id);
        for (int batch = details->nextBatch; batch < 3 && report.undoOf.isEmpty(); ++batch) {
            const QByteArrayList held = strings(m_server.run({"LRANGE", escrowKey("q", report.id, batch), "2", "-1"}));
            found += held.mid(batch == details->nextBatch ? qsizetype(std::max<qint64>(details->escrowAt - 2, 0)) : 0);
        }
    }
    std::sort(found.begin(), found.end());
    if (isAnythingOpen()) { // what an open undo has put back is in the archive until that is recorded
        found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    return found;
}

void TestCliExits::leadsOut_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("code");
    struct Row {
        const char *state;
        int undo, recover, giveUp;
    };
    for (const Row &row : {
             Row{"intent", 2, 0, 0}, // undo closes it, and then there is nothing to undo
             Row{"mark", 2, 0, 0},
             Row{"sent", 2, 0, 0},
             Row{"ran", 0, 0, 0},
             Row{"ran twice", 0, 0, 0},
             Row{"archived in part", 0, 0, 0},
             Row{"recorded", 0, 0, 0},
             Row{"let go", 0, 0, 0},
             Row{"done", 0, 0, 2}, // there is nothing to give up
             Row{"stopped", 2, 0, 2},
             Row{"given up", 0, 0, 2},
             Row{"undone", 2, 0, 2},
             Row{"archive gone", 2, 0, 2},
             Row{"undo that ran in part", 0, 0, 2},
             Row{"undo that ran", 2, 0, 2}, // recovery has finished it
             Row{"undo that was not sent", 0, 0, 2},
             Row{"undo whose escrow is gone", 0, 0, 2},
         }) {
        const auto add = [&row](const char *command, int code) {
            QTest::addRow("%s, %s", row.state, command)
                << QString::fromLatin1(row.state) << QString::fromLatin1(command) << code;
        };
        add("undo", row.undo);
        add("recover", row.recover);
        add("give up", row.giveUp);
        if (QByteArrayView(row.state).startsWith("undo ")) {
            add("give up the undo", 0);
        }
    }
}

void TestCliExits::leadsOut()
{
    QFETCH(QString, state);
    QFETCH(QString, command);
    QFETCH(int, code);
    const QString id = make(state);
    QCOMPARE(everything(), all);
    const Run done = first(command, id);
    QVERIFY2(done.code == code, (QByteArray::number(done.code) + ": " + done.err).constData());
    QCOMPARE(done.code == 0, done.err.isEmpty() || !done.out.isEmpty());
    QCOMPARE(everything(), all);
    const Run recovered = recover();
    QVERIFY2(recovered.code == 0, recovered.err.constData());
    QVERIFY(!isAnythingOpen());
    undo(id);
    QCOMPARE(everything(), all);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), all); // in their order
    QCOMPARE(m_bench->leftovers(), QByteArrayList());
}

void TestCliExits::leadsOutOnceItCan_data()
{
    QTest::addColumn<QString>("hindrance");
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("code");
    struct Row {
        const char *hindrance;
        int undo, recover, giveUp;
    };
    for (const Row &row : {
             Row{"no server", 3, 3, 0},
             Row{"another server", 4, 4, 0},
             Row{"wrong password", 3, 3, 0},
             Row{"no permission for scripts", 4, 4, 0},
             Row{"no permission for escrows", 4, 4, 0},
             Row{"no permission for INFO", 4, 4, 0},
             Row{"no permission to let go", 4, 0, 0}, // the server lets it go within the week
             Row{"read-only workspace", 4, 4, 4},
             Row{"a script that does not end", 3, 3, 3},
             Row{"a replica now", 1, 0, 0},
             Row{"a journal that is full", 1, 1, 1},
         }) {
        const auto add = [&row](const char *command, int code) {
            QTest::addRow("%s, %s", row.hindrance, command)
                << QString::fromLatin1(row.hindrance) << QString::fromLatin1(command) << code;
        };
        add("undo", row.undo);
        add("recover", row.recover);
        add("give up", row.giveUp);
    }
}

void TestCliExits::leadsOutOnceItCan()
{
    QFETCH(QString, hindrance);
    QFETCH(QString, command);
    QFETCH(int, code);
    // Then the account can be completed, only nothing put back.
    const bool isClosed = hindrance == u"no permission to let go"_s || hindrance == u"a replica now"_s;
    const QString id = make(u"ran twice"_s);
    const QString url = m_server.url();
    const auto as = [&](const char *user, const QByteArrayList &rights) {
        std::vector<QByteArrayView> words{"ACL", "SETUSER", user, "reset", "on", ">secret", "~*"};
        words.insert(words.end(), rights.begin(), rights.end());
        QVERIFY(!m_server.run(words).isError());
        m_more = {u"-u"_s, QString(url).replace(u"unix://"_s, u"unix://%1:secret@"_s.arg(QLatin1String(user)))};
    };
    std::function<void()> mend = [this] { m_more.clear(); };
    std::optional<RedisServer> other;
    std::jthread endless;
    if (hindrance == u"no server") {
        m_more = {u"-u"_s, u"unix:///nowhere/redis.sock"_s};
    } else if (hindrance == u"another server") {
        other.emplace();
        m_more = {u"-u"_s, other->url()};
    } else if (hindrance == u"wrong password") {
        m_more = {u"-u"_s, QString(url).replace(u"unix://"_s, u"unix://nobody:wrong@"_s)};
    } else if (hindrance == u"no permission for scripts") {
        as("crew", {"+@all", "-eval", "-evalsha", "-linsert", "-lrange"});
    } else if (hindrance == u"no permission for escrows") {
        as("crew", {"+@all", "resetkeys", "~q"});
    } else if (hindrance == u"no permission for INFO") {
        as("crew", {"+@all", "-info"});
    } else if (hindrance == u"no permission to let go") {
        as("crew", {"+@all", "-unlink", "-del"});
    } else if (hindrance == u"read-only workspace") {
        m_more = {u"-w"_s,
                  write("ro.json",
                        {{u"plimsoll"_s, 1},
                         {u"name"_s, u"ro"_s},
                         {u"connection"_s, QJsonObject{{u"url"_s, url}, {u"readOnly"_s, true}}},
                         {u"collections"_s, parsed(("[" + QByteArray(queues) + "]").constData())}})};
    } else if (hindrance == u"a script that does not end") {
        m_server.run({"CONFIG", "SET", "lua-time-limit", "10"});
        const auto killer = std::make_shared<Client>(m_server.local(), ClientOptions());
        QVERIFY(killer->connect().ok());
        endless = std::jthread([at = m_server.local()] {
            Client client(at, {});
            if (client.connect()) {
                static_cast<void>(client.command({"EVAL", "while true do end", "0"}).ok());
            }
        });
        QTRY_VERIFY(!killer->command({"PING"}).ok());
        mend = [killer] {
            QVERIFY(killer->command({"SCRIPT", "KILL"}).ok());
            QTRY_VERIFY(killer->command({"PING"}).ok());
        };
    } else if (hindrance == u"a replica now") {
        m_server.run({"REPLICAOF", "127.0.0.1", "1"});
        mend = [this] { m_server.run({"REPLICAOF", "NO", "ONE"}); };
    } else if (hindrance == u"a journal that is full") {
        m_bench->execute(u"CREATE TRIGGER full BEFORE UPDATE ON operations BEGIN SELECT RAISE(FAIL, 'full'); END"_s);
        mend = [this] { m_bench->execute(u"DROP TRIGGER full"_s); };
    }
    const Run done = first(command, id);
    QVERIFY2(done.code == code, (QByteArray::number(done.code) + ": " + done.err).constData());
    QVERIFY(done.code == 0 || !done.err.isEmpty());
    QCOMPARE(isAnythingOpen(), code != 0 && !isClosed);
    mend();
    QCOMPARE(everything(), all);
    const Run recovered = recover();
    QVERIFY2(recovered.code == 0, recovered.err.constData());
    QVERIFY(!isAnythingOpen());
    undo(id);
    QCOMPARE(stateOf(id), u"undone"_s);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), all);
}

void TestCliExits::refusesWhatRunsElsewhere()
{
    const QString id = make(u"ran"_s);
    const auto journal = std::move(m_bench->journal); // whose process lives
    const QStringList folder{u"--data-dir"_s, m_bench->folder.path()};
    const Run undone = run(QStringList{u"undo"_s, id, u"--yes"_s} + folder);
    QVERIFY2(undone.code == 4, undone.err.constData());
    QVERIFY2(undone.err.contains("still open"), undone.err.constData());
    const Run given = run(QStringList{u"operations"_s, u"--give-up"_s, id, u"--yes"_s} + folder);
    QVERIFY2(given.code == 4, given.err.constData());
    QCOMPARE(run(QStringList{u"operations"_s, u"--recover"_s} + folder).code, 0); // there is nothing left behind
    QCOMPARE(journal->operation(id)->state, OperationState::Open);
}

void TestCliExits::sparesWhatIsClosedMeanwhile()
{
    const QString id = make(u"ran twice"_s);
    QCOMPARE(recover().code, 0);
    const Run given = giveUp(id);
    QVERIFY2(given.code == 2, given.err.constData());
    QCOMPARE(stateOf(id), u"done"_s);
    QCOMPARE(undo(id).code, 0);
    const Run again = undo(id);
    QVERIFY2(again.code == 2, again.err.constData());
}

void TestCliExits::saysWhatIsNotRecorded_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("said");
    const QByteArray lost = "the outcome of up to 4 more is not recorded";
    QTest::newRow("recover") << QStringList{u"operations"_s, u"--recover"_s} << lost;
    QTest::newRow("on the way") << QStringList{u"undo"_s, u"ID"_s, u"--yes"_s} << lost;
    QTest::newRow("give up, its server there")
        << QStringList{u"operations"_s, u"--give-up"_s, u"ID"_s, u"--yes"_s} << lost;
    QTest::newRow("give up") << QStringList{u"operations"_s, u"--give-up"_s, u"ID"_s,
                                            u"--yes"_s,      u"-u"_s,        u"unix:///nowhere/redis.sock"_s}
                             << QByteArray("is kept on that server for 7 days");
}

/// Also as a table: what an account does not hold is no detail for JSON alone.
void TestCliExits::saysWhatIsNotRecorded()
{
    QFETCH(QStringList, command);
    QFETCH(const QByteArray, said);
    const QString id = make(u"ran twice"_s);
    m_server.run({"DEL", escrowKey("q", id, 0)});
    m_bench->journal.reset();
    command.replaceInStrings(u"ID"_s, id);
    const Run done = run(command + QStringList{u"--data-dir"_s, m_bench->folder.path()});
    QVERIFY2(done.code == 0, done.err.constData());
    const QList<QByteArray> lines = done.errorLines();
    const auto told = [&](const QByteArray &line) { return line.contains(id.toUtf8()) && line.contains(said); };
    QVERIFY2(std::count_if(lines.begin(), lines.end(), told) == 1, done.err.constData());
}

QTEST_GUILESS_MAIN(TestCliExits)
#include "tst_cli_exits.moc"

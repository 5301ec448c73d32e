// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/kinds.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/topology/standalone.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/redisserver.h"

#include <QDateTime>
#include <QDir>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <deque>

/// Common parts of tests of operations: a client, a journal and a workspace of one collection.
namespace plimsoll::testing {

using namespace plimsoll::redis;

/// Lists and records of the usual names.
inline constexpr const char *emailQueue = R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p",)"
                                          R"("dead":"dead","job":"job:{id}"},)"
                                          R"("options":{"staleAfter":"30s","maxAttempts":3}})";

inline QByteArrayList strings(const Reply &reply)
{
    QByteArrayList list;
    for (const Reply &element : reply.elements) {
        list.append(element.bytes);
    }
    return list;
}

inline QByteArray now(int offsetMs = 0)
{
    return QByteArray::number(qlonglong(QDateTime::currentMSecsSinceEpoch() + offsetMs));
}

/// A collection of one list, `q`.
inline constexpr const char *plainQueue = R"({"name":"q","kind":"queue","keys":{"ready":"q"}})";

/// An element of `size` bytes, at least eight, that begins with its number.
inline QByteArray elementOf(qint64 number, qint64 size)
{
    return QByteArray::number(number).rightJustified(8, '0').leftJustified(qsizetype(size), 'x');
}

/// New jobs come in on the left.
inline void pushJobs(RedisServer &server, QByteArrayView key, qint64 count, qint64 size, qint64 from = 0)
{
    while (count > 0) {
        Pipeline pipeline;
        for (qint64 bytes = 0; count > 0 && bytes < 16LL * 1'024 * 1'024; --count, ++from, bytes += size) {
            pipeline.add({"LPUSH", key, elementOf(from, size)});
        }
        server.run(pipeline);
    }
}

/// Runs one statement on the journal of a data folder, as another process would.
inline void executeInJournal(const QString &folder, const QString &statement)
{
    const QString name = QStringLiteral("test");
    {
        QSqlDatabase file = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
        file.setDatabaseName(QDir(folder).filePath(QStringLiteral("operations.sqlite")));
        if (!file.open() || file.exec(statement).lastError().isValid()) {
            qFatal("%s", qPrintable(file.lastError().text()));
        }
    }
    QSqlDatabase::removeDatabase(name);
}

/// From here on nothing can be archived, as on a disk that is full; until makeRoom().
inline void fillDisk(const QString &folder)
{
    executeInJournal(folder,
                     QStringLiteral("CREATE TRIGGER full BEFORE INSERT ON archive BEGIN SELECT RAISE(FAIL, 'full');"
                                    " END"));
}
inline void makeRoom(const QString &folder)
{
    executeInJournal(folder, QStringLiteral("DROP TRIGGER full"));
}

/// Judges the work that each script of an operation is given by the work that was measured before it, and by no clock:
/// it is what the budget allows, and the budget no more than takes its target at the pace of the last batches, less a
/// fixed cost of no more than the time of the last one.
class ScriptWatch {
public:
    void watch(RunnerOptions &options)
    {
        options.traced = [this](const BatchTrace &trace) { judge(trace); };
    }
    [[nodiscard]] int scripts() const { return m_scripts; }
    /// One a line; empty if there are none.
    [[nodiscard]] QString complaints() const { return m_complaints.join(QLatin1Char('\n')); }

private:
    void judge(const BatchTrace &trace)
    {
        ++m_scripts;
        const BatchLoad &allowed = trace.allowed, &did = trace.did;
        if (did.items > allowed.items || (did.items > 1 && did.bytes > allowed.bytes)) {
            complain("given more than allowed", trace);
        }
        constexpr qint64 firstItems = 16; // nothing is known of a first batch
        constexpr qint64 firstBytes = 64LL * 1'024; // or of the second one of two elements
        constexpr double slack = 1.01;
        const auto target = double(batchTime.count()), fixed = double(trace.fixed.count());
        const double room = slack * std::max(target - fixed, std::max(target, fixed) / 4);
        double item = 1e9, byte = 1e9;
        for (const BatchTrace &last : m_last) {
            // The fixed cost is told in whole microseconds, cut off: where it is almost all of the time, that matters.
            const double time = std::max(100.0, double(last.took.count())) - (trace.fixed.count() > 0 ? 1 : 0);
            item = std::min(item, (time - fixed) / double(last.did.items));
            byte = std::min(byte, (time - fixed) / double(std::max<qint64>(1, last.did.bytes)));
        }
        // Half of the last one is always allowed: where the fixed cost is long, nothing else is known after a batch of
        // too much time. One element may be larger than what was allowed.
        const BatchLoad before = m_last.empty()
            ? BatchLoad{}
            : BatchLoad{m_last.back().allowed.items, std::max(m_last.back().allowed.bytes, m_last.back().did.bytes)};
        if ((qint64(allowed.items) > firstItems && allowed.items > before.items / 2
             && double(allowed.items) * item > room)
            || (allowed.bytes > firstBytes && allowed.bytes > before.bytes / 2
                && double(allowed.bytes) * byte > room)) {
            complain("allowed more than was measured", trace);
        }
        if (!m_last.empty() && trace.fixed > std::max(m_last.back().took, std::chrono::microseconds(0))) {
            complain("had a fixed cost of more than its time", trace);
        }
        if (did.items > 0) {
            m_last.push_back(trace);
            if (constexpr std::size_t remembered = 8; m_last.size() > remembered) {
                m_last.pop_front();
            }
        }
    }

    void complain(const char *what, const BatchTrace &trace)
    {
        QString last;
        for (const BatchTrace &each : m_last) {
            last += QStringLiteral(" %1/%2 in %3")
                        .arg(QString::number(each.did.items), QString::number(each.did.bytes),
                             QString::number(each.took.count()));
        }
        m_complaints.append(
            QStringLiteral("script %1 %2: %3 elements of %4 B where %5 of %6 B may be, fixed %7 us, before:%8")
                .arg(QString::number(m_scripts), QLatin1StringView(what), QString::number(trace.did.items),
                     QString::number(trace.did.bytes), QString::number(trace.allowed.items),
                     QString::number(trace.allowed.bytes), QString::number(trace.fixed.count()), last));
    }

    int m_scripts = 0;
    std::deque<BatchTrace> m_last;
    QStringList m_complaints;
};

/// A client, a journal in a folder of its own, and one workspace.
class Bench {
public:
    explicit Bench(RedisServer &server, const QByteArray &collection)
        : client(server.local(), {"plimsoll:operate"}), m_server(server)
    {
        const QByteArray json = R"({"plimsoll":1,"name":"test","connection":{"url":"redis://127.0.0.1:6379"},)"
                                R"("collections":[)"
            + collection + "]}";
        WorkspaceResult parsed = parseWorkspace(json, kindInfos());
        if (const auto *problems = std::get_if<WorkspaceProblems>(&parsed)) {
            qFatal("%s", qPrintable(problems->front().line(QStringLiteral("test"))));
        }
        workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        if (!client.connect()) {
            qFatal("no connection");
        }
        openJournal();
    }

    void openJournal()
    {
        journal.reset();
        Result<std::unique_ptr<Journal>> opened = Journal::open(folder.path());
        if (!opened) {
            qFatal("%s", qPrintable(opened.error().message));
        }
        journal = std::move(*opened);
    }

    [[nodiscard]] OperationRequest request(Action action) const
    {
        OperationRequest wanted;
        wanted.workspace = workspace;
        wanted.action = action;
        return wanted;
    }

    OperationReport run(const OperationRequest &wanted)
    {
        const Result<Plan> plan = Planner(client).plan(wanted);
        if (!plan) {
            qFatal("%s", qPrintable(plan.error().message));
        }
        return Runner(client, journal.get(), options).run(*plan);
    }

    OperationReport trimTo(qint64 keep)
    {
        OperationRequest trim = request(Action::Trim);
        trim.keep = keep;
        return run(trim);
    }

    [[nodiscard]] Plan undoOf(const QString &id)
    {
        Result<Plan> plan = Planner(client).planUndo(*journal, id, OnServer::Same);
        if (!plan) {
            qFatal("%s", qPrintable(plan.error().message));
        }
        return *std::move(plan);
    }

    /// Judges a preview of an undo: it says how many can go back, and how many were worked on since.
    static void judgeUndo(const Plan &plan, qint64 possible)
    {
        QVERIFY(plan.possible.has_value());
        QCOMPARE(*plan.possible, possible);
        const QString note = QStringLiteral("%1 of %2 can go back").arg(possible).arg(plan.matched());
        QVERIFY2(plan.note.contains(note) == (possible < plan.matched()), qPrintable(plan.note));
    }

    /// Runs an undo; fails the test if the number of elements differs from that in the preview.
    OperationReport undo(const QString &id)
    {
        const Plan plan = undoOf(id);
        OperationReport report = Runner(client, journal.get(), options).run(plan);
        if (plan.possible && report.state == OperationState::Done && *plan.possible != report.moved + report.removed) {
            QTest::qFail(
                qPrintable(
                    QStringLiteral("%1 could go back, %2 did").arg(*plan.possible).arg(report.moved + report.removed)),
                __FILE__, __LINE__);
        }
        return report;
    }

    /// Leaves a plan as a process that dies before its first batch; returns the step of that batch, with the elements
    /// that an undo reads from the archive.
    PlanStep begin(const Plan &plan)
    {
        PlanStep step = plan.steps.front();
        if (step.archived) {
            step = **UndoParts(*journal, *journal->details(plan.undoOf), step).next();
        }
        OperationReport begun;
        begun.time = plan.frozenAt;
        if (!journal->begin(plan, begun, *readIdentity(client))
            || !journal->expectBatches(plan.id, 0, 0, step.archiveRows)) {
            qFatal("the journal cannot be written");
        }
        m_server.run({"RPUSH", markKey(step.key, plan.id), "void"});
        return step;
    }

    /// Sends and runs a batch of these items without recording it, as a process that dies before the reply.
    void leaveBatch(const Plan &plan, const PlanStep &step, int batch, std::size_t first, std::size_t count)
    {
        if (!journal->noteSent(plan.id, {batch, qint64(count), localNow() - std::chrono::seconds(1)})) {
            qFatal("the journal cannot be written");
        }
        runBatch(plan, step, batch, first, count);
    }

    Reply runBatch(const Plan &plan, const PlanStep &step, int batch, std::size_t first, std::size_t count)
    {
        BatchRange range{.first = first, .count = count, .bytes = 1'000'000'000};
        range.window = step.takesFromList() ? qint64(count) + 100 : 0;
        range.left = step.atLeft();
        const BatchCall call = makeCall(step, range, escrowKey(step.key, plan.id, batch));
        std::vector<QByteArray> arguments{"60000", now(60'000)};
        arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
        Result<Reply> reply = runScript(client, *call.script, call.keys, arguments);
        if (!reply || reply->isError()) {
            qFatal("the batch did not run");
        }
        return *std::move(reply);
    }

    /// Recovers the only open operation, as the next process would.
    Result<OperationReport> recoverOne(Server *by = nullptr)
    {
        openJournal(); // lets the lock go, as a process that dies does
        const Result<std::vector<OpenOperation>> open = journal->openOperations();
        if (!open || open->size() != 1) {
            return Error{ErrorKind::Storage, QStringLiteral("not one open operation")};
        }
        return Runner(by != nullptr ? *by : client, journal.get()).recover(open->front());
    }

    /// Changes the journal's file behind its back.
    void execute(const QString &statement)
    {
        journal.reset();
        executeInJournal(folder.path(), statement);
        openJournal();
    }

    /// Keys of ours that are left on the server, but for the fence of a recovery, which goes by itself within 6 s, and
    /// the marks of what can be undone.
    QByteArrayList leftovers()
    {
        QByteArrayList keys = strings(m_server.run({"KEYS", "plimsoll:*"}));
        keys.removeIf([this](const QByteArray &key) {
            const bool isFence = strings(m_server.run({"LRANGE", key, "0", "-1"})) == QByteArrayList{"void"}
                && m_server.run({"PTTL", key}).integer <= 6'000;
            return isFence || key.endsWith(":mark");
        });
        return keys;
    }

    QTemporaryDir folder;
    Standalone client;
    WorkspacePtr workspace;
    std::unique_ptr<Journal> journal;
    RunnerOptions options; ///< options for run() and undo()

private:
    RedisServer &m_server;
};

/// Tests that each begin on an empty server.
class OperationTest : public QObject {
protected:
    void push(qint64 count, qint64 size, qint64 from = 0) { pushJobs(m_server, "q", count, size, from); }
    QByteArrayList list(const QByteArray &key = "q") { return strings(m_server.run({"LRANGE", key, "0", "-1"})); }

    RedisServer m_server;
};

} // namespace plimsoll::testing

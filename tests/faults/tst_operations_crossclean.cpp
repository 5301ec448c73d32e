// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/crossslot.h"
#include "tests/faults/crashbench.h"
#include "tests/server/clusterbench.h"

#include <QProcess>
#include <QRandomGenerator>

#include <atomic>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// The clean-up of an index whose keys are in other slots of a cluster: an entry and its key go and come back together.
class CrossCleanTest final : public ClusterBench {
    Q_OBJECT

private slots:
    void initTestCase() { startCluster(); }
    void init() { begin(); }

    void cleansUp()
    {
        for (const char *id : {"string", "hash", "list", "set", "zset", "stream", "leased", "gone", "big"}) {
            add(id, -60'000);
        }
        add("later", 600'000);
        set("string", QByteArray("a\0b\xff", 4));
        ask("quote:hash", {"HSET", "quote:hash", "total", "12"});
        ask("quote:list", {"RPUSH", "quote:list", "1", "2"});
        ask("quote:set", {"SADD", "quote:set", "x"});
        ask("quote:zset", {"ZADD", "quote:zset", "2.5", "x"});
        ask("quote:stream", {"XADD", "quote:stream", "1-1", "a", "b"});
        ask("quote:leased", {"SET", "quote:leased", "x", "PX", "500000"});
        set("big", QByteArray(400'000, 'x'));
        set("later", "x");
        ask("i", {"PEXPIREAT", "i", "4102444800000"});
        const QByteArrayList index = entries();
        const std::map<QByteArray, QByteArray> before = keys();
        const Plan plan = planOf(cleanUp());
        QCOMPARE(plan.matched(), 9);
        QVERIFY2(plan.note.contains(u"in other slots of the cluster"_s), qPrintable(plan.note));
        QVERIFY2(plan.note.contains(u"The key of 1 of them is already gone"_s), qPrintable(plan.note));
        QCOMPARE(keys(), before);
        const OperationReport report = runPlan(plan);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.removed, 9);
        QCOMPARE(entries().size(), 2);
        QCOMPARE(keys(), (std::map<QByteArray, QByteArray>{{"quote:later", before.at("quote:later")}}));
        onlyMarksThatEnd();
        const OperationReport undone = undo(report.id);
        QCOMPARE(undone.error, QString());
        QCOMPARE(undone.moved, 9);
        QCOMPARE(entries(), index);
        QCOMPARE(keys(), before);
        QVERIFY(ask("quote:leased", {"PTTL", "quote:leased"}).integer > 400'000);
        QCOMPARE(ask("i", {"PEXPIRETIME", "i"}).integer, 4'102'444'800'000);
        onlyMarksThatEnd();
    }

    /// What is not as it was shown stays, entry and key.
    void staysAsItIs()
    {
        for (const char *id : {"as shown", "postponed", "rewritten", "renewed", "created", "deleted"}) {
            add(id, -60'000);
            set(id, "before");
        }
        m_cluster->run({"DEL", "quote:created"});
        const Plan plan = planOf(cleanUp());
        add("postponed", 60'000);
        set("rewritten", "anew");
        ask("quote:renewed", {"PEXPIRE", "quote:renewed", "500000"});
        set("created", "anew");
        m_cluster->run({"DEL", "quote:deleted"});
        const OperationReport report = runPlan(plan);
        QCOMPARE(report.removed, 2); // its key is as well as removed
        QCOMPARE(report.skipped, 4);
        QVERIFY2(report.notes.join(u' ').contains(u"rewritten"_s), qPrintable(report.notes.join(u' ')));
        QCOMPARE(entries().size(), 8);
        QCOMPARE(int(keys().size()), 4);
        onlyMarksThatEnd();
        // What is there again stays so, too.
        add("as shown", 0);
        QCOMPARE(undo(report.id).moved, 1);
        QCOMPARE(ask("quote:as shown", {"EXISTS", "quote:as shown"}).integer, 0);
        onlyMarksThatEnd();
    }

    /// Others postpone entries, or take them out of the index and keep their keys: no key of theirs is lost, any other
    /// has its entry, and all else can be put back.
    void othersPostponeMeanwhile()
    {
        constexpr int count = 1'500;
        const QByteArrayList ids = fill(count);
        const Plan plan = planOf(cleanUp());
        QCOMPARE(plan.matched(), count);
        std::atomic<bool> isOver = false, hasBegun = false;
        std::set<QByteArray> postponed, accepted;
        std::thread worker([&] {
            Cluster server(m_cluster->endpoint(), {.name = "worker"});
            QRandomGenerator random(7);
            while (!isOver && server.connect() && postponed.size() + accepted.size() < count / 2) {
                const QByteArray &id = ids[random.bounded(count)];
                const bool accepts = random.bounded(2) == 0;
                const Result<Reply> was = accepts ? server.command({"ZREM", "i", id})
                                                  : server.command({"ZADD", "i", "XX", "CH", now(600'000), id});
                if (was && was->integer == 1) {
                    (accepts ? accepted : postponed).insert(id);
                    hasBegun = !accepted.empty() && !postponed.empty();
                }
            }
        });
        QTRY_VERIFY(hasBegun);
        const OperationReport report = runPlan(plan);
        isOver = true;
        worker.join();
        QCOMPARE(report.error, QString());
        QCOMPARE(report.removed + report.skipped, count);
        QVERIFY(report.removed > 0);
        QCOMPARE(entries().size() / 2, report.skipped - qint64(accepted.size()));
        const auto nothingIsLost = [&] {
            QByteArrayList others;
            for (const QByteArray &id : ids) {
                if (!accepted.contains(id)) {
                    others.append(id);
                } else {
                    QVERIFY2(ask("quote:" + id, {"EXISTS", "quote:" + id}).integer == 1, id.constData());
                }
            }
            eachEntryHasItsKey(others);
        };
        nothingIsLost();
        QCOMPARE(undo(report.id).moved, report.removed);
        QCOMPARE(int(keys().size()), count);
        nothingIsLost();
    }

    /// A user who may not remove the keys removes no entries either, and is told.
    void refused_data()
    {
        QTest::addColumn<QByteArrayList>("rights");
        QTest::addColumn<QString>("text");
        QTest::newRow("no UNLINK of keys") << QByteArrayList{"+@all", "~i", "~plimsoll:*", "%R~quote:*"} << u"quote:"_s;
        QTest::newRow("no ZREM") << QByteArrayList{"+@all", "-zrem", "~*"} << u"ZREM"_s;
        QTest::newRow("no DUMP in a script") << QByteArrayList{"+@all", "-unlink", "~*"} << u"UNLINK"_s;
    }
    void refused()
    {
        QFETCH(const QByteArrayList, rights);
        QFETCH(const QString, text);
        const QByteArrayList ids = fill(20);
        const std::unique_ptr<Cluster> server = serverFor(rights);
        const Result<Plan> plan = Planner(*server).plan(cleanUp());
        QVERIFY2(plan, plan ? "" : qPrintable(plan.error().message));
        const OperationReport report = Runner(*server, m_journal.get()).run(*plan);
        QCOMPARE(report.removed, 0);
        const QString told = report.error + report.notes.join(u' ');
        QVERIFY2(told.contains(text) && told.contains(u"ACL"_s), qPrintable(told));
        QCOMPARE(int(keys().size()), 20);
        eachEntryHasItsKey(ids);
    }

    /// A program died when the keys were removed, and the index refuses: they come back, and stay however often it is
    /// recovered, also when the index would let their entries go again.
    void recoversTwice()
    {
        const QByteArrayList ids = fill(5);
        const Plan plan = planOf(cleanUp());
        const PlanStep &step = plan.steps.front();
        const QByteArray week = "604800000", deadline = "9000000000000000";
        const Script keep(u"keep"_s), clean(u"clean"_s);
        std::vector<QByteArrayView> listed{"EVAL", keep.source(), "1"};
        const QByteArray list = partKey("i", plan.id, 0, listPart);
        listed.insert(listed.end(), {list, week, deadline});
        for (std::size_t i = 0; i < step.items.size(); ++i) {
            const PlanItem &item = step.items[i];
            const QByteArray mark = partKey(item.record, plan.id, 0, QByteArray::number(qulonglong(i)));
            ask(item.record,
                {"EVAL", clean.source(), "3", mark, mark, item.record, week, deadline, item.element, item.score,
                 item.indexed->shown, item.indexed->expiry});
            listed.insert(listed.end(),
                          {item.element, item.score, item.indexed->shown, item.indexed->expiry, item.record});
        }
        Pipeline pipeline;
        pipeline.add(listed);
        m_cluster->master(m_cluster->masterOf("i")).run(pipeline);
        QCOMPARE(int(keys().size()), 0);
        ask("i", {"RENAME", "i", "{i}saved"});
        ask("i", {"SET", "i", "of another type"});
        OperationChannel channel(*m_server, 5s, {});
        QVERIFY(channel.open());
        QVERIFY(!crossSlotBatch(channel, step, plan.id, 0)->complete({}));
        QCOMPARE(int(keys().size()), 5);
        ask("i", {"DEL", "i"});
        ask("i", {"RENAME", "{i}saved", "i"});
        for (int time = 0; time < 2; ++time) {
            OperationChannel again(*m_server, 5s, {});
            QVERIFY(again.open());
            QVERIFY(crossSlotBatch(again, step, plan.id, 0)->complete({}));
            QCOMPARE(entries().size(), 10);
            QCOMPARE(int(keys().size()), 5);
            eachEntryHasItsKey(ids);
        }
    }

    /// A key was removed by a request whose answer was lost, and the repeated one is refused: its entry goes as well,
    /// and the escrow has the key.
    void settlesWhatWasDoneBeforeARefusal()
    {
        fill(3);
        const Plan plan = planOf(cleanUp());
        const PlanStep &step = plan.steps.front();
        const PlanItem &item = step.items[1];
        const QByteArray mark = partKey(item.record, plan.id, 0, "1");
        const Script clean(u"clean"_s);
        ask(item.record,
            {"EVAL", clean.source(), "3", mark, mark, item.record, "604800000", "9000000000000000", item.element,
             item.score, item.indexed->shown, item.indexed->expiry});
        QByteArrayList rights{"+@all", "~i", "~plimsoll:*"};
        for (const PlanItem &each : step.items) {
            if (each.record != item.record) {
                rights.append("~" + each.record);
            }
        }
        const std::unique_ptr<Cluster> server = serverFor(rights);
        OperationChannel channel(*server, 5s, {});
        QVERIFY(channel.open());
        std::chrono::microseconds took{};
        const std::unique_ptr<CrossSlotBatch> batch = crossSlotBatch(channel, step, plan.id, 0);
        const Result<Reply> reply = batch->run({.count = step.items.size()}, took, {});
        QVERIFY2(reply && !reply->isError(), reply ? reply->bytes.constData() : qPrintable(reply.error().message));
        QCOMPARE(batch->losses().refused, 0);
        QCOMPARE(entries().size(), 0);
        QCOMPARE(int(keys().size()), 0);
        const auto found = std::find_if(reply->elements.begin(), reply->elements.end(),
                                        [&](const Reply &string) { return string.bytes == item.element; });
        QVERIFY(found != reply->elements.end());
        QVERIFY((found + 2)->bytes.contains(item.record)); // with its DUMP
    }

    /// Killed at any moment and recovered: no entry without its key, no key without its entry, and all can be put back.
    void killed()
    {
        QRandomGenerator random(31);
        constexpr int count = 1'500, rounds = 8; // each waits until requests are void
        int cutOff = 0;
        for (int round = 0; round < rounds; ++round) {
            begin();
            const QByteArrayList ids = fill(count);
            const bool undoIsKilled = round % 2 == 1;
            const QString file = m_folder->filePath(u"c.json"_s);
            QFile text(file);
            QVERIFY(text.open(QIODevice::WriteOnly));
            text.write(
                R"({"plimsoll":1,"connection":{"url":")" + m_cluster->endpoint().url().toUtf8()
                + R"("},"collections":[{"name":"q","kind":"expiry","keys":{"index":"i","target":"quote:{id}"}}]})");
            text.close();
            QString done;
            if (undoIsKilled) {
                const OperationReport report = runPlan(planOf(cleanUp()));
                QCOMPARE(report.removed, count);
                done = report.id;
            }
            m_journal.reset(); // the program's
            const Program programs(m_folder->path());
            const std::unique_ptr<QProcess> program = undoIsKilled
                ? programs.start({u"undo"_s, done, u"--yes"_s})
                : programs.startChild(file, {u"q"_s, u"clean-up"_s, QString(), u"0"_s}, 1);
            // In the middle of a batch: one of its keys has changed, its entry perhaps not yet.
            const QByteArray key = "quote:" + ids[100 + random.bounded(count - 100)];
            redis::Client watch(m_cluster->master(m_cluster->masterOf(key)).local(), {.name = "watch"});
            QVERIFY(watch.connect());
            while (program->state() != QProcess::NotRunning
                   && (watch.command({"EXISTS", key})->integer == 1) != undoIsKilled) {
                program->waitForFinished(0);
            }
            std::this_thread::sleep_for(std::chrono::microseconds(random.bounded(2'000)));
            program->kill();
            program->waitForFinished();
            cutOff += program->exitStatus() == QProcess::CrashExit ? 1 : 0;
            m_journal = *Journal::open(m_folder->path());
            const Result<Runner::Recovered> recovered = Runner(*m_server, m_journal.get()).recoverAll();
            QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
            QVERIFY2(recovered->left.empty(), recovered->left.empty() ? "" : qPrintable(recovered->left.front().error));
            eachEntryHasItsKey(ids);
            const Result<std::vector<OperationReport>> reports = m_journal->operations();
            QVERIFY(reports);
            const auto first = std::find_if(reports->begin(), reports->end(),
                                            [](const OperationReport &each) { return each.undoOf.isEmpty(); });
            QVERIFY(first != reports->end());
            if (!undoIsKilled) {
                QCOMPARE(first->removed, count - entries().size() / 2);
            }
            if (entries().size() / 2 < count) {
                QVERIFY(first->undoable);
                QCOMPARE(undo(first->id).error, QString());
            }
            QCOMPARE(int(keys().size()), count);
            eachEntryHasItsKey(ids);
        }
        QVERIFY2(cutOff > rounds / 2, qPrintable(QString::number(cutOff)));
    }

private:
    static OperationRequest cleanUp()
    {
        OperationRequest request;
        request.workspace = workspace("{'name':'q','kind':'expiry','keys':{'index':'i','target':'quote:{id}'}}");
        request.action = Action::CleanUp;
        return request;
    }
    void add(const QByteArray &id, int offsetMs) { m_cluster->run({"ZADD", "i", now(offsetMs), id}); }
    void set(const QByteArray &id, const QByteArray &value) { m_cluster->run({"SET", "quote:" + id, value}); }
    QByteArrayList fill(int count)
    {
        QByteArrayList ids;
        for (int i = 0; i < count; ++i) {
            ids.append("n" + QByteArray::number(i));
            set(ids.back(), ids.back().repeated(i % 50));
        }
        Pipeline pipeline;
        for (int i = 0; i < count; ++i) {
            pipeline.add({"ZADD", "i", now(-1'000 - i), ids[i]});
        }
        m_cluster->master(m_cluster->masterOf("i")).run(pipeline);
        return ids;
    }
    QByteArrayList entries() { return strings(ask("i", {"ZRANGE", "i", "0", "-1", "WITHSCORES"})); }
    /// The keys that entries stand for, as DUMP gives them.
    std::map<QByteArray, QByteArray> keys()
    {
        std::map<QByteArray, QByteArray> all;
        for (std::size_t node = 0; node < 3; ++node) {
            for (const QByteArray &key : strings(m_cluster->master(node).run({"KEYS", "quote:*"}))) {
                all[key] = m_cluster->master(node).run({"DUMP", key}).bytes;
            }
        }
        return all;
    }
    void eachEntryHasItsKey(const QByteArrayList &ids)
    {
        std::set<QByteArray> indexed;
        const QByteArrayList index = entries();
        for (qsizetype i = 0; i < index.size(); i += 2) {
            indexed.insert("quote:" + index[i]);
        }
        std::set<QByteArray> there;
        for (const auto &[key, value] : keys()) {
            there.insert(key);
        }
        for (const QByteArray &id : ids) {
            const QByteArray key = "quote:" + id;
            QVERIFY2(indexed.contains(key) == there.contains(key),
                     (key + (there.contains(key) ? " is there" : " is gone")).constData());
        }
    }
    /// The marks of keys outlive every request, and no longer.
    void onlyMarksThatEnd()
    {
        for (const QByteArray &key : ourKeys()) {
            if (!key.endsWith(":mark")) {
                const qint64 left = ask(key, {"PTTL", key}).integer;
                QVERIFY2(left > 0 && left <= 300'000, key.constData());
            }
        }
    }
};

int main(int argc, char *argv[])
{
    return runCrashTest<CrossCleanTest>(argc, argv);
}

#include "tst_operations_crossclean.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clusterbench.h"

#include <QProcess>
#include <QRandomGenerator>

#include <atomic>
#include <set>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Moves between slots of a cluster: copies are added first, originals leave last, and each element ends in one place.
class CrossSlotTest final : public ClusterBench {
    Q_OBJECT

private slots:
    void initTestCase() { startCluster(); }
    void init() { begin(); }

    void moves_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("sourceType");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("targetType");
        QTest::addColumn<Action>("action");
        QTest::addColumn<QString>("state");
        const QByteArray list("list"), set("set"), zset("zset");
        QTest::newRow("dead list to ready list")
            << QByteArray("dead") << list << QByteArray("ready") << list << Action::RequeueDead << QString();
        QTest::newRow("dead set to ready list")
            << QByteArray("dead") << set << QByteArray("ready") << list << Action::RequeueDead << QString();
        QTest::newRow("ready list to dead set")
            << QByteArray("ready") << list << QByteArray("dead") << set << Action::DeadLetter << u"ready"_s;
        QTest::newRow("ready list to dead sorted set")
            << QByteArray("ready") << list << QByteArray("dead") << zset << Action::DeadLetter << u"ready"_s;
        QTest::newRow("delayed to ready list")
            << QByteArray("delayed") << zset << QByteArray("ready") << list << Action::RunNow << QString();
        QTest::newRow("delayed to dead sorted set")
            << QByteArray("delayed") << zset << QByteArray("dead") << zset << Action::DeadLetter << u"delayed"_s;
    }

    /// Whatever the types, from 0 B to 1 MB: what leaves one key is in the other, and undo restores every byte.
    void moves()
    {
        QFETCH(const QByteArray, source);
        QFETCH(const QByteArray, sourceType);
        QFETCH(const QByteArray, target);
        QFETCH(const QByteArray, targetType);
        QFETCH(const Action, action);
        QFETCH(const QString, state);
        QByteArrayList elements{"", "{\"id\":1}", QByteArray(1'000'000, 'x'), QByteArray("\0\xff\n", 3)};
        for (int i = 0; i < 300; ++i) {
            elements.append(elementOf(i, 30));
        }
        fill(source, sourceType, elements);
        fill(target, targetType, {"there before"});
        ask(source, {"PEXPIREAT", source, "4102444800000"});
        const QByteArray before = dump(source), other = dump(target);
        OperationRequest request = ofQueue(action);
        request.state = state;
        const Plan plan = planOf(request);
        QVERIFY2(plan.note.contains(u"another slot of the cluster"_s), qPrintable(plan.note));
        const bool areLists = sourceType == "list" && targetType == "list";
        QVERIFY2(plan.note.contains(areLists ? u"in both"_s : u"in neither"_s), qPrintable(plan.note));
        QVERIFY2(plan.commands.join(u'\n').contains(areLists ? u"EVALSHA copy"_s : u"EVALSHA restore"_s),
                 qPrintable(plan.commands.join(u'\n')));
        const OperationReport report = runPlan(plan);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.accounted(), elements.size());
        QCOMPARE(report.skipped, 0);
        QCOMPARE(lengthOf(source), 0);
        QCOMPARE(lengthOf(target), elements.size() + 1);
        QCOMPARE(undo(report.id).error, QString());
        QCOMPARE(dump(source), before);
        QCOMPARE(dump(target), other);
        QCOMPARE(ask(source, {"PEXPIRETIME", source}).integer, 4'102'444'800'000);
        QCOMPARE(ourKeys(), QByteArrayList());
    }

    /// A set cannot hold two of the same: what is at the target already stays at the source.
    void whatIsThereStays()
    {
        fill("ready", "list", {"a", "b", "c"});
        fill("dead", "set", {"b"});
        OperationRequest request = ofQueue(Action::DeadLetter);
        request.state = u"ready"_s;
        const OperationReport report = runPlan(planOf(request));
        QCOMPARE(report.error, QString());
        QCOMPARE(report.deadLettered + report.moved, 2);
        QCOMPARE(report.skipped, 1);
        QCOMPARE(strings(m_cluster->run({"LRANGE", "ready", "0", "-1"})), QByteArrayList{"b"});
        QCOMPARE(lengthOf("dead"), 3);
    }

    /// Records in slots of their own: counted, judged, and set back by the undo.
    void attempts_data()
    {
        QTest::addColumn<QByteArray>("ready");
        QTest::addColumn<QByteArray>("dead");
        QTest::newRow("all in several slots") << QByteArray("q") << QByteArray("gone");
        QTest::newRow("only records elsewhere") << QByteArray("{work}q") << QByteArray("{work}gone");
    }
    void attempts()
    {
        QFETCH(const QByteArray, ready);
        QFETCH(const QByteArray, dead);
        const QByteArray hour = now(-3'600'000);
        QByteArrayList ids;
        for (int i = 0; i < 40; ++i) {
            const QByteArray id = "j" + QByteArray::number(i);
            ids.append(id);
            const QByteArray attempts = QByteArray::number(i % 4);
            if (i % 2 == 0) {
                m_cluster->run({"HSET", "job:" + id, "attempts", attempts, "started_at", hour});
            } else {
                m_cluster->run({"SET", "job:" + id, R"({"attempts":)" + attempts + R"(,"started_at":)" + hour + "}"});
            }
        }
        // Records that have no attempts get some; the undo takes them out again.
        ids << "none-h"
            << "none-j";
        m_cluster->run({"HSET", "job:none-h", "started_at", hour});
        m_cluster->run({"SET", "job:none-j", R"({"started_at":)" + hour + "}"});
        fill("{work}", "list", ids);
        const std::map<QByteArray, QByteArray> before = records(ids);
        const QByteArray order = dump("{work}");
        OperationRequest request;
        const QString text =
            QStringLiteral("{'name':'q','kind':'queue','keys':{'ready':'%1','processing':'\\\\{work\\\\}','dead':'%2',"
                           "'job':'job:{id}'},'options':{'staleAfter':'30s','maxAttempts':3}}")
                .arg(escaped(ready), escaped(dead));
        request.workspace = workspace(qPrintable(text));
        request.action = Action::Requeue;
        const Plan plan = planOf(request);
        QCOMPARE(plan.exhausted.size(), 10); // those with 3
        QVERIFY2(plan.note.contains(u"of the cluster"_s), qPrintable(plan.note));
        // The preview names the scripts that will run, and no other.
        const QString commands = plan.commands.join(u'\n');
        QCOMPARE(commands.contains(u"EVALSHA copy"_s), ready == "q");
        QVERIFY2(commands.contains(u"EVALSHA record"_s), qPrintable(commands));
        // One is worked on between preview and run.
        m_cluster->run({"HSET", "job:j0", "attempts", "1", "started_at", now()});
        const OperationReport report = runPlan(plan);
        QCOMPARE(report.error, QString());
        QVERIFY2(report.notes.isEmpty(), qPrintable(report.notes.join(u'\n')));
        QCOMPARE(report.deadLettered, 10);
        QCOMPARE(report.moved, 31);
        QCOMPARE(report.skipped, 1);
        QCOMPARE(lengthOf(ready), 31);
        QCOMPARE(m_cluster->run({"HGET", "job:none-h", "attempts"}).bytes, "1");
        QVERIFY(m_cluster->run({"GET", "job:none-j"}).bytes.startsWith(R"({"attempts":1,)"));
        QCOMPARE(lengthOf(dead), 10);
        for (int i = 1; i < 40; ++i) {
            const int expected = i % 4 == 3 ? 3 : i % 4 + 1;
            const QByteArray key = "job:" + ids.at(i);
            const QByteArray now = i % 2 == 0
                ? m_cluster->run({"HGET", key, "attempts"}).bytes
                : QByteArray::number(
                    QJsonDocument::fromJson(m_cluster->run({"GET", key}).bytes)[u"attempts"_s].toInt());
            QCOMPARE(now, QByteArray::number(expected));
        }
        // One of those that were requeued is in work again, and counted: it stays where it is.
        m_cluster->run({"HSET", "job:j2", "attempts", "9"});
        // And one was not counted, as where its node was away: it goes back all the same.
        m_cluster->run({"HSET", "job:j4", "attempts", "0"});
        const OperationReport back = undo(report.id);
        QCOMPARE(back.moved + back.removed, 40);
        QCOMPARE(back.skipped, 1);
        QCOMPARE(lengthOf("{work}"), 41);
        QCOMPARE(strings(m_cluster->run({"LRANGE", ready, "0", "-1"})), QByteArrayList{"j2"});
        QCOMPARE(lengthOf(dead), 0);
        std::map<QByteArray, QByteArray> after = records(ids);
        for (const QByteArray &id : ids) {
            if (id != "j0" && id != "j2") {
                QCOMPARE(after[id], before.at(id));
            }
        }
        m_cluster->run({"LREM", ready, "0", "j2"});
        m_cluster->run({"LREM", "{work}", "0", "j2"});
        QByteArrayList rest = ids;
        rest.removeAll("j2");
        QCOMPARE(strings(m_cluster->run({"LRANGE", "{work}", "0", "-1"})), rest);
    }

    /// Attempts and their maximum inside elements that have no record.
    void attemptsInside()
    {
        QByteArrayList elements;
        for (int i = 0; i < 12; ++i) {
            elements.append(R"({"id":)" + QByteArray::number(i) + R"(,"attempts":)" + QByteArray::number(i % 3 + 1)
                            + R"(,"max_attempts":3,"started_at":)" + now(-3'600'000) + "}");
        }
        fill("work", "list", elements);
        const QByteArray before = dump("work");
        const OperationReport report = runPlan(planOf(ofQueue(Action::Requeue)));
        QCOMPARE(report.error, QString());
        QCOMPARE(report.moved, 8);
        QCOMPARE(report.deadLettered, 4);
        for (const QByteArray &element : strings(m_cluster->run({"LRANGE", "ready", "0", "-1"}))) {
            const QJsonObject job = QJsonDocument::fromJson(element).object();
            QCOMPARE(job[u"attempts"_s].toInt(), job[u"id"_s].toInt() % 3 + 2);
        }
        QCOMPARE(undo(report.id).error, QString());
        QCOMPARE(dump("work"), before);
        QCOMPARE(lengthOf("ready") + lengthOf("dead"), 0);
    }

    /// An edit where the job is, and then its requeue to another slot; undo brings back both.
    void editsAndRequeues_data()
    {
        QTest::addColumn<QByteArray>("deadType");
        QTest::addColumn<bool>("isOfRecord");
        QTest::newRow("element of a list") << QByteArray("list") << false;
        QTest::newRow("element of a sorted set") << QByteArray("zset") << false;
        QTest::newRow("record in the slot of its job") << QByteArray("list") << true;
    }
    void editsAndRequeues()
    {
        QFETCH(const QByteArray, deadType);
        QFETCH(const bool, isOfRecord);
        const QByteArray old = R"({"id":7,"to":"anna"})", mended = R"({"id":7,"to":"otto"})";
        const QByteArray job = isOfRecord ? "7" : old;
        fill("{dead}", deadType, {"a", job, "b"});
        fill("ready", "list", {"x"});
        ask("job{dead}7", {"SET", "job{dead}7", old});
        const QByteArray dead = dump("{dead}"), ready = dump("ready");
        OperationRequest request = ofEdit(isOfRecord ? "job\\\\{dead\\\\}{id}" : "");
        request.elements.front().element = job;
        request.elements.front().score = deadType == "zset" ? 1'700'000'000'001.5 : unknownFigure;
        request.edit = JobEdit{.isOfRecord = isOfRecord, .before = old, .after = mended, .requeue = true};
        const Plan plan = planOf(request);
        QVERIFY2(plan.note.contains(u"another slot of the cluster"_s), qPrintable(plan.note));
        const OperationReport report = runPlan(plan);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.moved, 1);
        QCOMPARE(lengthOf("{dead}"), 2);
        QVERIFY(strings(m_cluster->run({"LRANGE", "ready", "0", "-1"})).contains(isOfRecord ? job : mended));
        QCOMPARE(m_cluster->run({"GET", "job{dead}7"}).bytes, isOfRecord ? mended : old);
        const OperationReport back = undo(report.id);
        QCOMPARE(back.error, QString());
        QCOMPARE(back.moved, 1);
        QCOMPARE(dump("{dead}"), dead);
        QCOMPARE(dump("ready"), ready);
        QCOMPARE(m_cluster->run({"GET", "job{dead}7"}).bytes, old);
        QCOMPARE(ourKeys(), QByteArrayList());
    }

    /// The script that edits a record makes sure that its job is still there: both must be in one slot.
    void editsNoRecordElsewhere()
    {
        fill("{dead}", "list", {"7"});
        m_cluster->run({"SET", "job:7", "old"});
        OperationRequest request = ofEdit("job:{id}");
        request.elements.front().element = "7";
        for (const bool requeues : {true, false}) {
            request.edit = JobEdit{.isOfRecord = true, .before = "old", .after = "new", .requeue = requeues};
            const Result<Plan> plan = Planner(*m_server).plan(request);
            QVERIFY(!plan);
            QCOMPARE(plan.error().kind, ErrorKind::Refused);
            QVERIFY2(plan.error().message.startsWith(u"{dead} and job:7 are in different slots"_s),
                     qPrintable(plan.error().message));
        }
        QCOMPARE(m_cluster->run({"GET", "job:7"}).bytes, "old");
    }

    /// Others take from the source or the target while it runs: each element is with them, or in one of the keys.
    void othersTakeMeanwhile_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("from the source") << QByteArray("dead");
        QTest::newRow("from the target") << QByteArray("ready");
    }
    void othersTakeMeanwhile()
    {
        QFETCH(const QByteArray, key);
        QByteArrayList elements;
        for (int i = 0; i < 5'000; ++i) {
            elements.append(elementOf(i / 2, 30)); // two of each
        }
        fill("dead", "list", elements);
        const Plan plan = planOf(ofQueue(Action::RequeueDead));
        std::multiset<QByteArray> taken;
        std::atomic<bool> isOver = false;
        std::thread others([&] {
            redis::Client client(m_cluster->master(m_cluster->masterOf(key)).local(), {.name = "worker"});
            bool isUp = client.connect().ok();
            while (isUp && !isOver && taken.size() < 2'000) { // and leaves some to be moved
                const bool fromLeft = taken.size() % 2 == 0;
                const Result<Reply> one = client.command({fromLeft ? "LPOP" : "RPOP", key});
                isUp = one.ok();
                if (isUp && !one->isNil()) {
                    taken.insert(one->bytes);
                }
            }
        });
        const OperationReport report = runPlan(plan);
        isOver = true;
        others.join();
        QCOMPARE(report.accounted(), elements.size());
        QVERIFY(report.moved > 0);
        QVERIFY(!taken.empty());
        for (const QByteArray left : {"ready", "dead"}) {
            for (const QByteArray &element : strings(m_cluster->run({"LRANGE", left, "0", "-1"}))) {
                taken.insert(element);
            }
        }
        QCOMPARE(QByteArrayList(taken.begin(), taken.end()), elements);
        QVERIFY2(report.notes.isEmpty(), qPrintable(report.notes.join(u'\n')));
    }

    /// A set has no two of the same: what a worker fails and adds again while it runs is not taken for what it moves.
    void workersFailMeanwhile_data()
    {
        QTest::addColumn<bool>("undoes");
        QTest::newRow("requeue") << false;
        QTest::newRow("undo") << true;
    }
    void workersFailMeanwhile()
    {
        QFETCH(const bool, undoes);
        QByteArrayList elements;
        for (int i = 0; i < 2'000; ++i) {
            elements.append(elementOf(i, 30));
        }
        fill("dead", "set", elements);
        Plan plan = planOf(ofQueue(Action::RequeueDead));
        if (undoes) {
            const QString id = runPlan(plan).id;
            plan = *Planner(*m_server).planUndo(*m_journal, id, OnServer::Same, {});
        }
        std::atomic<bool> isOver = false;
        std::atomic<int> failed = 0;
        std::thread worker([&] {
            Cluster server(m_cluster->endpoint(), {.name = "worker"});
            bool isUp = server.connect().ok();
            while (isUp && !isOver) {
                const Result<Reply> one = server.command({"RPOP", "ready"});
                isUp = one.ok();
                if (isUp && !one->isNil()) {
                    isUp = server.command({"SADD", "dead", one->bytes}).ok();
                    ++failed;
                }
            }
        });
        const OperationReport report = runPlan(plan);
        isOver = true;
        worker.join();
        QCOMPARE(report.error, QString());
        QVERIFY(failed > 0);
        QCOMPARE(placesOf(true), elements);
    }

    /// Without the permission to write one of the keys, nothing changes, not even for a moment.
    void refused_data()
    {
        QTest::addColumn<QByteArrayList>("rights");
        QTest::newRow("target") << QByteArrayList{"+@all", "~dead", "~plimsoll:*", "%R~ready"};
        QTest::newRow("source") << QByteArrayList{"+@all", "~ready", "~plimsoll:*", "%R~dead"};
    }
    void refused()
    {
        QFETCH(const QByteArrayList, rights);
        fill("dead", "list", {"a", "b", "c"});
        const std::unique_ptr<Cluster> server = serverFor(rights);
        const Result<Plan> plan = Planner(*server).plan(ofQueue(Action::RequeueDead));
        QVERIFY2(plan, plan ? "" : qPrintable(plan.error().message));
        const OperationReport report = Runner(*server, m_journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Failed);
        QVERIFY2(report.error.contains(u"ACL"_s), qPrintable(report.error));
        QCOMPARE(strings(m_cluster->run({"LRANGE", "dead", "0", "-1"})), (QByteArrayList{"a", "b", "c"}));
        QCOMPARE(lengthOf("ready"), 0);
        QCOMPARE(ourKeys(), QByteArrayList());
    }

    /// A move or its undo is killed at any moment and recovered: every element is in one place, and the rest is undone.
    void killed()
    {
        QRandomGenerator random(29);
        constexpr int rounds = 8; // each waits until requests are void
        int cutOff = 0;
        for (int round = 0; round < rounds; ++round) {
            init();
            QByteArrayList elements, ids;
            for (int i = 0; i < 3'000; ++i) {
                elements.append(elementOf(i, 30));
            }
            const bool isSet = round % 3 == 1, undoIsKilled = round % 2 == 1;
            fill("dead", isSet ? "set" : "list", elements);
            QStringList arguments{u"dead"_s, u"q"_s, u"--requeue"_s, u"--all"_s, u"-w"_s, workspaceFile()};
            const QByteArray target = undoIsKilled ? "dead" : "ready";
            if (undoIsKilled) {
                const OperationReport done = runPlan(planOf(ofQueue(Action::RequeueDead)));
                QCOMPARE(done.moved, elements.size());
                arguments = {u"undo"_s, done.id};
            }
            m_journal.reset(); // the program's
            QProcess program;
            program.start(QStringLiteral(PLIMSOLL_BINARY),
                          arguments << u"--yes"_s << u"--data-dir"_s << m_folder->path());
            QVERIFY(program.waitForStarted());
            // When it has begun to move, at any step of any batch.
            redis::Client watch(m_cluster->master(m_cluster->masterOf(target)).local(), {.name = "watch"});
            QVERIFY(watch.connect());
            const qint64 from = random.bounded(2'500);
            while (program.state() != QProcess::NotRunning
                   && watch.command({isSet && undoIsKilled ? "SCARD" : "LLEN", target})->integer < from) {
                program.waitForFinished(0);
            }
            std::this_thread::sleep_for(std::chrono::microseconds(random.bounded(3'000)));
            program.kill();
            program.waitForFinished();
            cutOff += program.exitStatus() == QProcess::CrashExit ? 1 : 0;
            m_journal = *Journal::open(m_folder->path());
            const Result<Runner::Recovered> recovered = Runner(*m_server, m_journal.get()).recoverAll();
            QVERIFY2(recovered, recovered ? "" : qPrintable(recovered.error().message));
            QVERIFY2(recovered->left.empty(), recovered->left.empty() ? "" : qPrintable(recovered->left.front().error));
            QCOMPARE(placesOf(isSet), elements);
            const Result<std::vector<OperationReport>> reports = m_journal->operations();
            QVERIFY(reports);
            const auto first = std::find_if(reports->begin(), reports->end(),
                                            [](const OperationReport &each) { return each.undoOf.isEmpty(); });
            QVERIFY(first != reports->end());
            QCOMPARE(reports->size(), std::size_t(undoIsKilled ? 2 : 1));
            const OperationReport &report = *first;
            if (!undoIsKilled) {
                QCOMPARE(report.moved, lengthOf("ready"));
            }
            if (lengthOf("ready") > 0) {
                QVERIFY(report.undoable);
                QCOMPARE(undo(report.id).error, QString());
            }
            QCOMPARE(lengthOf("ready"), 0);
            QCOMPARE(placesOf(isSet), elements);
            if (!isSet) {
                QCOMPARE(strings(m_cluster->run({"LRANGE", "dead", "0", "-1"})), elements);
            }
            for (const QByteArray &key : ourKeys()) { // fences end by themselves
                QVERIFY2(key.endsWith(":mark") || m_cluster->run({"LINDEX", key, "0"}).bytes == "void",
                         key.constData());
            }
        }
        QVERIFY2(cutOff > rounds / 2, qPrintable(QString::number(cutOff)));
    }

private:
    /// Of the queue, for commands.
    [[nodiscard]] QString workspaceFile() const
    {
        const QString file = m_folder->filePath(u"c.json"_s);
        QFile text(file);
        if (text.open(QIODevice::WriteOnly)) {
            text.write(R"({"plimsoll":1,"connection":{"url":")" + m_cluster->endpoint().url().toUtf8()
                       + R"("},"collections":[{"name":"q","kind":"queue","keys":{"ready":"ready","dead":"dead"}}]})");
        }
        return file;
    }
    static QString escaped(QByteArray key)
    {
        return QString::fromUtf8(key.replace("{", "\\\\{").replace("}", "\\\\}"));
    }
    [[nodiscard]] OperationRequest ofQueue(Action action) const
    {
        OperationRequest request;
        request.workspace = workspace("{'name':'q','kind':'queue','keys':{'ready':'ready','delayed':'delayed',"
                                      "'processing':'work','dead':'dead'},'options':{'staleAfter':'30s'}}");
        request.action = action;
        return request;
    }
    /// Of a job among the dead letters.
    static OperationRequest ofEdit(const char *record)
    {
        OperationRequest request;
        const QString job = *record != '\0' ? u",'job':'%1'"_s.arg(QLatin1String(record)) : QString();
        request.workspace = workspace(
            qPrintable(u"{'name':'q','kind':'queue','keys':{'ready':'ready','dead':'\\\\{dead\\\\}'%1}}"_s.arg(job)));
        request.action = Action::Edit;
        request.elements.emplace_back().key = "{dead}";
        return request;
    }
    void fill(const QByteArray &key, const QByteArray &type, const QByteArrayList &elements)
    {
        Pipeline pipeline;
        double score = 1'700'000'000'000.5;
        for (const QByteArray &element : elements) {
            if (type == "list") {
                pipeline.add({"RPUSH", key, element});
            } else if (type == "set") {
                pipeline.add({"SADD", key, element});
            } else {
                pipeline.add({"ZADD", key, QByteArray::number(score += 0.5, 'f', 1), element});
            }
        }
        m_cluster->master(m_cluster->masterOf(key)).run(pipeline);
    }
    qint64 lengthOf(const QByteArray &key)
    {
        const QByteArray type = m_cluster->run({"TYPE", key}).bytes;
        return m_cluster->run({type == "zset" ? "ZCARD" : type == "set" ? "SCARD" : "LLEN", key}).integer;
    }
    /// All of a key, in an order of its own for sets.
    QByteArray dump(const QByteArray &key)
    {
        const QByteArray type = m_cluster->run({"TYPE", key}).bytes;
        QByteArrayList all = strings(type == "zset"      ? m_cluster->run({"ZRANGE", key, "0", "-1", "WITHSCORES"})
                                         : type == "set" ? ask(key, {"SMEMBERS", key})
                                                         : m_cluster->run({"LRANGE", key, "0", "-1"}));
        if (type == "set") {
            std::sort(all.begin(), all.end());
        }
        return type + '\n' + all.join('\n');
    }
    std::map<QByteArray, QByteArray> records(const QByteArrayList &ids)
    {
        std::map<QByteArray, QByteArray> all;
        for (const QByteArray &id : ids) {
            const QByteArray key = "job:" + id;
            all[id] = m_cluster->run({"TYPE", key}).bytes == "hash" ? strings(ask(key, {"HGETALL", key})).join(' ')
                                                                    : m_cluster->run({"GET", key}).bytes;
        }
        return all;
    }
    QByteArrayList placesOf(bool deadIsSet)
    {
        QByteArrayList all = strings(m_cluster->run({"LRANGE", "ready", "0", "-1"}));
        all += strings(deadIsSet ? ask("dead", {"SMEMBERS", "dead"}) : m_cluster->run({"LRANGE", "dead", "0", "-1"}));
        std::sort(all.begin(), all.end());
        return all;
    }
};

QTEST_GUILESS_MAIN(CrossSlotTest)

#include "tst_operations_crossslot.moc"

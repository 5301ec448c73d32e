// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "tests/server/clusterbench.h"

#include <QProcess>
#include <QRandomGenerator>

#include <atomic>
#include <map>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Dead letters of a stream in another slot of a cluster than their stream: an entry is pending or there, never in
/// neither.
class CrossStreamsTest final : public ClusterBench {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        startCluster();
        m_stream = m_cluster->keyAt(0, "orders");
        m_dead = m_cluster->keyAt(1, "dead");
    }
    void init() { begin(); }

    /// All that is poison, whatever its bytes and sizes; undo restores how it was pending and leaves no trace.
    void deadLetters_data()
    {
        QTest::addColumn<bool>("isThereBefore");
        QTest::newRow("first dead letters") << false;
        QTest::newRow("behind others, which a group reads") << true;
    }
    void deadLetters()
    {
        QFETCH(const bool, isThereBefore);
        QByteArrayList texts{"", QByteArray("\0\xff\n", 3), QByteArray(200'000, 'x')};
        for (int i = 0; i < 1'500; ++i) {
            texts.append(elementOf(i, 30));
        }
        makePending(texts);
        if (isThereBefore) {
            ask(m_dead, {"XADD", m_dead, "1-1", "text", "there before"});
            ask(m_dead, {"XGROUP", "CREATE", m_dead, "readers", "$"});
        }
        const QByteArrayList before = standings();
        const QByteArray deadBefore = about(m_dead);
        const Plan plan = planOf(ofStream(Action::DeadLetter));
        QCOMPARE(plan.matched(), texts.size());
        QVERIFY2(plan.note.contains(u"another slot of the cluster"_s), qPrintable(plan.note));
        const QString commands = plan.commands.join(u'\n');
        QVERIFY2(commands.contains(u"EVALSHA copy"_s), qPrintable(commands));
        const OperationReport report = runPlan(plan);
        QCOMPARE(report.error, QString());
        QVERIFY2(report.notes.isEmpty(), qPrintable(report.notes.join(u'\n')));
        QCOMPARE(report.deadLettered, texts.size());
        QCOMPARE(report.skipped, 0);
        QCOMPARE(standings(), QByteArrayList());
        QByteArrayList copied = textsOf(m_dead);
        if (isThereBefore) {
            QCOMPARE(copied.takeFirst(), QByteArray("there before"));
        }
        QCOMPARE(copied, texts); // in the same order
        QCOMPARE(undo(report.id).error, QString());
        QCOMPARE(standings(), before);
        QCOMPARE(about(m_dead), deadBefore);
        QCOMPARE(ourKeys(), QByteArrayList());
    }

    /// An entry that is no longer as it was shown is left, and its copy is not seen.
    void whatHasMovedOnStays()
    {
        makePending({"a", "b", "c", "d"});
        const Plan plan = planOf(ofStream(Action::DeadLetter));
        ask(m_stream, {"XACK", m_stream, "g", "1-1"});
        ask(m_stream, {"XCLAIM", m_stream, "g", "other", "0", "2-1", "JUSTID"});
        ask(m_stream, {"XDEL", m_stream, "3-1"}); // there is nothing to add
        const OperationReport report = runPlan(plan);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.deadLettered, 1);
        QCOMPARE(report.skipped, 3);
        QCOMPARE(textsOf(m_dead), QByteArrayList{"d"});
        QCOMPARE(pending().size(), std::size_t(2));
        QCOMPARE(leftBehind(), QByteArrayList());
    }

    /// A dead letter that was dealt with does not become pending again; the others do.
    void anUndoLeavesWhatIsGone()
    {
        makePending({"a", "b", "c"});
        const OperationReport report = runPlan(planOf(ofStream(Action::DeadLetter)));
        QCOMPARE(report.deadLettered, 3);
        const std::vector<StreamEntry> copies = entriesIn(ask(m_dead, {"XRANGE", m_dead, "-", "+"}));
        ask(m_dead, {"XDEL", m_dead, copies.at(1).id});
        const OperationReport back = undo(report.id);
        QCOMPARE(back.error, QString());
        QCOMPARE(back.moved, 2);
        QCOMPARE(back.skipped, 1);
        QCOMPARE(ids(pending()), (QByteArrayList{"1-1", "3-1"}));
        QCOMPARE(textsOf(m_dead), QByteArrayList());
        QCOMPARE(leftBehind(), QByteArrayList());
    }

    /// Without the permission to write one of the keys, nothing changes, not even for a moment.
    void refused_data()
    {
        QTest::addColumn<bool>("isTarget");
        QTest::newRow("target") << true;
        QTest::newRow("source") << false;
    }
    void refused()
    {
        QFETCH(const bool, isTarget);
        makePending({"a", "b", "c"});
        const QByteArray written = isTarget ? m_stream : m_dead, read = isTarget ? m_dead : m_stream;
        const std::unique_ptr<Cluster> server = serverFor({"+@all", "~" + written, "~plimsoll:*", "%R~" + read});
        const Result<Plan> plan = Planner(*server).plan(ofStream(Action::DeadLetter));
        QVERIFY2(plan, plan ? "" : qPrintable(plan.error().message));
        const OperationReport report = Runner(*server, m_journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Failed);
        QVERIFY2(report.error.contains(u"ACL"_s), qPrintable(report.error));
        QCOMPARE(pending().size(), std::size_t(3));
        QCOMPARE(ask(m_dead, {"EXISTS", m_dead}).integer, 0);
        QCOMPARE(ourKeys(), QByteArrayList());
    }

    /// Consumers acknowledge and claim while it runs: each entry is done, pending or a dead letter, and in one place.
    void consumersWorkMeanwhile()
    {
        QByteArrayList texts;
        for (int i = 0; i < 4'000; ++i) {
            texts.append(elementOf(i, 30));
        }
        makePending(texts);
        const Plan plan = planOf(ofStream(Action::DeadLetter));
        std::atomic<bool> isOver = false;
        QByteArrayList done;
        std::thread consumer([&] {
            redis::Client client(m_cluster->master(m_cluster->masterOf(m_stream)).local(), {.name = "consumer"});
            bool isUp = client.connect().ok();
            QRandomGenerator random(7);
            while (isUp && !isOver && done.size() < 1'500) {
                const QByteArray id = QByteArray::number(random.bounded(1, 4'001)) + "-1";
                const Result<Reply> acknowledged = client.command({"XACK", m_stream, "g", id});
                isUp = acknowledged.ok();
                if (isUp && acknowledged->integer == 1) {
                    done.append(texts.at(id.left(id.indexOf('-')).toInt() - 1));
                }
            }
        });
        const OperationReport report = runPlan(plan);
        isOver = true;
        consumer.join();
        QCOMPARE(report.error, QString());
        QCOMPARE(report.accounted(), texts.size());
        QVERIFY(report.deadLettered > 0);
        QVERIFY(!done.isEmpty());
        QByteArrayList all = done + textsOf(m_dead);
        for (const PendingEntry &entry : pending()) {
            all.append(texts.at(entry.id.left(entry.id.indexOf('-')).toInt() - 1));
        }
        std::sort(all.begin(), all.end());
        QCOMPARE(all, texts);
        QVERIFY2(report.notes.isEmpty(), qPrintable(report.notes.join(u'\n')));
    }

    /// It or its undo is killed at any moment and recovered: every entry is in one place, and the rest is undone.
    void killed()
    {
        QRandomGenerator random(31);
        constexpr int rounds = 8; // each waits until requests are void
        int cutOff = 0;
        for (int round = 0; round < rounds; ++round) {
            init();
            QByteArrayList texts;
            for (int i = 0; i < 3'000; ++i) {
                texts.append(elementOf(i, 30));
            }
            makePending(texts);
            const QByteArrayList before = standings();
            const bool undoIsKilled = round % 2 == 1;
            const QString file = m_folder->filePath(u"c.json"_s);
            QFile text(file);
            QVERIFY(text.open(QIODevice::WriteOnly));
            text.write(R"({"plimsoll":1,"connection":{"url":")" + m_cluster->endpoint().url().toUtf8()
                       + R"("},"collections":[{"name":"s","kind":"stream","keys":{"stream":")" + m_stream
                       + R"(","dead":")" + m_dead + R"("},"options":{"maxDeliveries":3}}]})");
            text.close();
            QStringList arguments{u"dead"_s, u"s"_s, u"--dead-letter"_s, u"--all"_s, u"-w"_s, file};
            if (undoIsKilled) {
                const OperationReport done = runPlan(planOf(ofStream(Action::DeadLetter)));
                QCOMPARE(done.deadLettered, texts.size());
                arguments = {u"undo"_s, done.id};
            }
            m_journal.reset(); // the program's
            QProcess program;
            program.start(QStringLiteral(PLIMSOLL_BINARY),
                          arguments << u"--yes"_s << u"--data-dir"_s << m_folder->path());
            QVERIFY(program.waitForStarted());
            // When it has begun, at any step of any batch.
            redis::Client watch(m_cluster->master(m_cluster->masterOf(m_dead)).local(), {.name = "watch"});
            QVERIFY(watch.connect());
            const qint64 some = random.bounded(2'500);
            const auto hasBegun = [&] {
                const qint64 copies = watch.command({"XLEN", m_dead})->integer;
                return undoIsKilled ? copies <= 3'000 - some : copies >= some;
            };
            while (program.state() != QProcess::NotRunning && !hasBegun()) {
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
            for (const OperationReport &report : recovered->completed) {
                QVERIFY2(report.notes.isEmpty(), qPrintable(report.notes.join(u'\n')));
            }
            QCOMPARE(places(texts), texts);
            const Result<std::vector<OperationReport>> reports = m_journal->operations();
            QVERIFY(reports);
            const auto first = std::find_if(reports->begin(), reports->end(),
                                            [](const OperationReport &each) { return each.undoOf.isEmpty(); });
            QCOMPARE(reports->size(), std::size_t(undoIsKilled ? 2 : first != reports->end() ? 1 : 0));
            if (textsOf(m_dead).isEmpty()) {
                continue; // it was killed before it did anything, or the undo after everything
            }
            QVERIFY(first != reports->end());
            if (!undoIsKilled) {
                QCOMPARE(first->deadLettered, textsOf(m_dead).size());
            }
            QVERIFY(first->undoable);
            QCOMPARE(undo(first->id).error, QString());
            QCOMPARE(standings(), before);
            QCOMPARE(textsOf(m_dead), QByteArrayList());
            for (const QByteArray &key : ourKeys()) { // fences end by themselves
                QVERIFY2(key.endsWith(":mark") || m_cluster->run({"LINDEX", key, "0"}).bytes == "void",
                         key.constData());
            }
        }
        QVERIFY2(cutOff > rounds / 2, qPrintable(QString::number(cutOff)));
    }

private:
    [[nodiscard]] OperationRequest ofStream(Action action) const
    {
        OperationRequest request;
        const QString text = QStringLiteral("{'name':'s','kind':'stream','keys':{'stream':'%1','dead':'%2'},"
                                            "'options':{'staleAfter':'30s','maxDeliveries':3}}");
        request.workspace = workspace(qPrintable(text.arg(QString::fromLatin1(m_stream), QString::fromLatin1(m_dead))));
        request.action = action;
        request.state = u"poison"_s;
        return request;
    }
    /// 1-1 … of a group, delivered to `gone` four times, a minute ago.
    void makePending(const QByteArrayList &texts)
    {
        Pipeline pipeline;
        pipeline.add({"XGROUP", "CREATE", m_stream, "g", "0", "MKSTREAM"});
        for (int i = 0; i < texts.size(); ++i) {
            pipeline.add({"XADD", m_stream, QByteArray::number(i + 1) + "-1", "order", QByteArray::number(i), "text",
                          texts.at(i)});
        }
        const QByteArray at = now(-60'000);
        pipeline.add({"XREADGROUP", "GROUP", "g", "gone", "STREAMS", m_stream, ">"});
        for (int i = 0; i < texts.size(); ++i) {
            pipeline.add({"XCLAIM", m_stream, "g", "gone", "0", QByteArray::number(i + 1) + "-1", "TIME", at,
                          "RETRYCOUNT", "4", "JUSTID"});
        }
        m_cluster->master(m_cluster->masterOf(m_stream)).run(pipeline);
        m_deliveredAt = at.toLongLong();
    }
    /// Keys that the operations left, but for the marks of those that can be undone.
    QByteArrayList leftBehind()
    {
        QByteArrayList keys = ourKeys();
        keys.removeIf([](const QByteArray &key) { return key.endsWith(":mark"); });
        return keys;
    }
    std::vector<PendingEntry> pending()
    {
        return pendingIn(ask(m_stream, {"XPENDING", m_stream, "g", "-", "+", "200000"}));
    }
    static QByteArrayList ids(const std::vector<PendingEntry> &entries)
    {
        QByteArrayList all;
        for (const PendingEntry &entry : entries) {
            all.append(entry.id);
        }
        return all;
    }
    /// "1-1 gone 4" each, and " late" where it was not delivered when makePending() says.
    QByteArrayList standings()
    {
        QByteArrayList list;
        const std::vector<PendingEntry> entries = pending();
        const Reply time = ask(m_stream, {"TIME"});
        const qint64 now = time.elements[0].bytes.toLongLong() * 1'000 + time.elements[1].bytes.toLongLong() / 1'000;
        for (const PendingEntry &entry : entries) {
            const bool isLate = entry.idle.count() > now - m_deliveredAt + 60 || entry.idle < 60s;
            list.append(entry.id + ' ' + entry.consumer + ' ' + QByteArray::number(entry.deliveries)
                        + (isLate ? " late" : ""));
        }
        return list;
    }
    QByteArrayList textsOf(const QByteArray &key)
    {
        QByteArrayList all;
        for (const StreamEntry &entry : entriesIn(ask(key, {"XRANGE", key, "-", "+"}))) {
            all.append(entry.fields.back().second);
        }
        return all;
    }
    /// Texts of what is pending and of the dead letters.
    QByteArrayList places(const QByteArrayList &texts)
    {
        QByteArrayList all = textsOf(m_dead);
        for (const PendingEntry &entry : pending()) {
            all.append(texts.at(entry.id.left(entry.id.indexOf('-')).toInt() - 1));
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    /// What an undo restores of a stream; empty if there is none.
    QByteArray about(const QByteArray &key)
    {
        if (ask(key, {"EXISTS", key}).integer == 0) {
            return {};
        }
        QByteArrayList told = textsOf(key);
        for (const StreamGroup &group : groupsIn(ask(key, {"XINFO", "GROUPS", key}))) {
            told << group.name << group.lastDelivered << QByteArray::number(group.lag.value_or(-1));
        }
        return told.join(' ');
    }

    QByteArray m_stream, m_dead;
    qint64 m_deliveredAt = 0;
};

QTEST_GUILESS_MAIN(CrossStreamsTest)

#include "tst_operations_crossstreams.moc"

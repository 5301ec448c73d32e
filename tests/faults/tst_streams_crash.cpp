// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "tests/faults/crashbench.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

/// Number of entries (PLIMSOLL_ENTRIES), half of which are pending.
int entries()
{
    const int asked = qEnvironmentVariableIntValue("PLIMSOLL_ENTRIES");
    return asked > 0 ? asked : 3'000;
}
constexpr const char *workspaceJson =
    R"({"plimsoll":1,"name":"streams","connection":{"url":"%1"},"collections":[{"name":"orders","kind":"stream",)"
    R"("keys":{"stream":"s","dead":"dead"},"options":{"staleAfter":"150ms","maxDeliveries":2}}]})";

// Both in one, so that a reply that was lost leaves no doubt.
constexpr const char *produce =
    "redis.call('SADD', 'produced', ARGV[1]) return redis.call('XADD', 's', '*', 'n', ARGV[1], 'text', 'x')";
constexpr const char *done = "redis.call('SADD', 'seen', ARGV[2]) return redis.call('XACK', 's', 'g', ARGV[1])";

QByteArray numberIn(const redis::StreamEntry &entry)
{
    return entry.fields.empty() ? QByteArray() : entry.fields.front().second;
}

/// A producer and consumers of a group: some die with what they hold, others claim what is idle, all acknowledge what
/// they have noted as seen.
void actAsConsumers(const redis::Endpoint &endpoint, quint32 seed, const std::atomic_bool &stop)
{
    QRandomGenerator random(seed);
    redis::Client client(endpoint, {.name = "consumers"});
    const auto ask = [&client](std::initializer_list<QByteArrayView> arguments) {
        redis::Pipeline pipeline;
        pipeline.add(arguments);
        const Result<std::vector<redis::Reply>> replies = client.exchange(pipeline);
        return replies ? replies->front() : redis::Reply();
    };
    for (int i = 0; !stop; ++i) {
        if (!client.isConnected() && !client.connect()) {
            std::this_thread::yield(); // the server is down; it comes again
            continue;
        }
        const int what = random.bounded(10);
        const QByteArray consumer = "c" + QByteArray::number(random.bounded(4));
        std::vector<redis::StreamEntry> got;
        if (what < 3) {
            ask({"EVAL", produce, "0", "new-" + QByteArray::number(i)});
        } else if (what < 7) {
            const redis::Reply read = ask({"XREADGROUP", "GROUP", "g", consumer, "COUNT", "8", "STREAMS", "s", ">"});
            if (!read.elements.empty() && read.elements[0].elements.size() == 2) {
                got = redis::entriesIn(read.elements[0].elements[1]);
            }
        } else if (what < 9) {
            const redis::Reply claimed = ask({"XAUTOCLAIM", "s", "g", consumer, "400", "0", "COUNT", "8"});
            if (claimed.elements.size() >= 2) {
                got = redis::entriesIn(claimed.elements[1]);
            }
        }
        if (random.bounded(3) > 0) { // else it dies with what it has
            for (const redis::StreamEntry &entry : got) {
                ask({"EVAL", done, "0", entry.id, numberIn(entry)});
            }
        }
    }
}

} // namespace

/// Operations on a stream with live consumers, while program and server are killed (-9) at random: nothing is lost, and
/// nothing is acknowledged that no consumer has seen and that is in no other place.
class StreamsCrashTest final : public QObject {
    Q_OBJECT

    static std::unique_ptr<QProcess> start(const CrashBench &run, QStringList arguments)
    {
        return run.program.start(arguments << u"-w"_s << run.workspace << u"--yes"_s);
    }
    static std::unique_ptr<QProcess> startChild(CrashBench &run, const QString &action, const QString &target)
    {
        return run.program.startChild(run.workspace, {u"orders"_s, action, target, u"0"_s}, run.random());
    }
    static std::unique_ptr<QProcess> anOperation(CrashBench &run)
    {
        switch (run.random.bounded(10)) {
        case 0:
            return start(run, {u"requeue"_s, u"orders"_s});
        case 1:
            return start(run, {u"requeue"_s, u"orders"_s, u"--to"_s, u"c1"_s, u"--older-than"_s, u"20ms"_s});
        case 2:
        case 3:
            return start(run, {u"dead"_s, u"orders"_s, u"--dead-letter"_s, u"--all"_s});
        case 4:
            return start(run, {u"dead"_s, u"orders"_s, u"--requeue"_s, u"--all"_s});
        case 5:
        case 6: // a live one, which may get more meanwhile
            return startChild(run, u"remove-consumer"_s, {});
        case 7:
            return startChild(run, u"remove-consumer"_s, u"c9"_s);
        default: {
            const QString id = run.anUndoable();
            return id.isEmpty() ? start(run, {u"requeue"_s, u"orders"_s}) : run.undo(id);
        }
        }
    }

    /// Empty, or what is wrong.
    static QString account(RedisServer &server)
    {
        QSet<QByteArray> seen;
        for (const redis::Reply &one : server.run({"SMEMBERS", "seen"}).elements) {
            seen.insert(one.bytes);
        }
        QSet<QByteArray> pending;
        for (const redis::PendingEntry &entry :
             redis::pendingIn(server.run({"XPENDING", "s", "g", "-", "+", "1000000"}))) {
            pending.insert(entry.id);
        }
        const auto groups = redis::groupsIn(server.run({"XINFO", "GROUPS", "s"}));
        const auto last = StreamId::parse(groups.front().lastDelivered);
        QHash<QByteArray, int> held; // pending, still to be delivered, or a dead letter
        QSet<QByteArray> known;
        for (const redis::StreamEntry &entry : redis::entriesIn(server.run({"XRANGE", "s", "-", "+"}))) {
            known.insert(numberIn(entry));
            held[numberIn(entry)] += pending.contains(entry.id) || *StreamId::parse(entry.id) > *last ? 1 : 0;
        }
        for (const redis::StreamEntry &entry : redis::entriesIn(server.run({"XRANGE", "dead", "-", "+"}))) {
            known.insert(numberIn(entry));
            ++held[numberIn(entry)];
        }
        QString wrong;
        QSet<QByteArray> produced;
        for (const redis::Reply &one : server.run({"SMEMBERS", "produced"}).elements) {
            const QByteArray &number = one.bytes;
            produced.insert(number);
            if (held[number] == 0 && !seen.contains(number)) {
                wrong += u"%1 is nowhere, and nobody has seen it\n"_s.arg(QString::fromLatin1(number));
            } else if (held[number] > 1) {
                wrong += u"%1 is in %2 places\n"_s.arg(QString::fromLatin1(number), QString::number(held[number]));
            }
        }
        if (const QSet<QByteArray> invented = known - produced; !invented.isEmpty()) {
            wrong += u"%1 was never produced\n"_s.arg(QString::fromLatin1(*invented.begin()));
        }
        return wrong.left(2'000);
    }

private slots:
    void nothingIsLost_data() { addSeeds(4); }

    void nothingIsLost()
    {
        QFETCH(quint32, seed);
        CrashBench run(seed, workspaceJson);
        run.server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        for (int i = 0; i < entries(); i += 500) {
            redis::Pipeline pipeline;
            for (int j = i; j < i + 500; ++j) {
                pipeline.add({"EVAL", produce, "0", "n" + QByteArray::number(j)});
            }
            run.server.run(pipeline);
        }
        // Most have been delivered too often already.
        const QByteArray half = QByteArray::number(entries() / 2), some = QByteArray::number(entries() / 4);
        run.server.run({"XREADGROUP", "GROUP", "g", "c9", "COUNT", half, "STREAMS", "s", ">"});
        run.server.run({"XAUTOCLAIM", "s", "g", "c9", "0", "0", "COUNT", half});
        run.server.run({"XAUTOCLAIM", "s", "g", "c9", "0", "0", "COUNT", some});
        const std::chrono::milliseconds longest = 120ms * std::clamp(entries() / 3'000, 1, 20);
        std::atomic_bool stop = false;
        std::thread consumers([&, endpoint = run.server.local()] { actAsConsumers(endpoint, seed + 100, stop); });
        for (int i = 0; i < 10; ++i) {
            const std::unique_ptr<QProcess> process = anOperation(run);
            run.disturb(*process, longest);
            Program::finish(*process);
        }
        stop = true;
        consumers.join();
        QCOMPARE(run.recover(), 0);
        QString wrong = account(run.server);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        // Undoes everything, after which all entries are there.
        QVERIFY(run.undoAll());
        wrong = account(run.server);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        qInfo("%d servers and %d operations killed, %lld seen, %lld dead letters, %lld pending", run.killedServers,
              run.killedPrograms, run.server.run({"SCARD", "seen"}).integer, run.server.run({"XLEN", "dead"}).integer,
              static_cast<long long>(
                  redis::pendingIn(run.server.run({"XPENDING", "s", "g", "-", "+", "1000000"})).size()));
    }

    void lastIdIsAsRecorded_data() { nothingIsLost_data(); }

    /// The last id of a group is the one in the journal, whichever process was killed.
    void lastIdIsAsRecorded()
    {
        QFETCH(quint32, seed);
        CrashBench run(seed, workspaceJson);
        for (int i = 1; i <= 100; ++i) {
            run.server.run({"XADD", "s", QByteArray::number(i) + "-1", "n", "x"});
        }
        run.server.run({"XGROUP", "CREATE", "s", "g", "40-1"});
        const auto lastId = [&run] {
            return redis::groupsIn(run.server.run({"XINFO", "GROUPS", "s"})).front().lastDelivered;
        };
        QHash<QString, QByteArray> before; // of each operation
        QHash<QString, QByteArray> given;
        int changed = 0;
        for (int i = 0; i < 12; ++i) {
            const QByteArray was = lastId();
            const QString known = run.operations().last().toObject().value("operation"_L1).toString();
            const QString undone = run.random.bounded(3) == 0 ? run.anUndoable() : QString();
            const QByteArray target = QByteArray::number(run.random.bounded(1, 100)) + "-1";
            const std::unique_ptr<QProcess> process =
                undone.isEmpty() ? startChild(run, u"set-last-id"_s, QString::fromLatin1(target)) : run.undo(undone);
            run.disturb(*process, 120ms);
            Program::finish(*process);
            QCOMPARE(run.recover(), 0);
            const QJsonObject now = run.operations().last().toObject();
            const QString id = now.value("operation"_L1).toString();
            if (id == known || now.value("moved"_L1).toInt() == 0) {
                QCOMPARE(lastId(), was);
                continue;
            }
            ++changed;
            QCOMPARE(lastId(), undone.isEmpty() ? target : before.value(undone));
            if (!undone.isEmpty()) {
                QCOMPARE(was, given.value(undone)); // else the group has moved on
            }
            before.insert(id, was);
            given.insert(id, target);
        }
        QVERIFY(changed > 0);
        qInfo("%d changes, %d servers and %d operations killed", changed, run.killedServers, run.killedPrograms);
    }
};

int main(int argc, char *argv[])
{
    return runCrashTest<StreamsCrashTest>(argc, argv);
}

#include "tst_streams_crash.moc"

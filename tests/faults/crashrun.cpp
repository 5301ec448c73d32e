// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/crashrun.h"

#include "redis/operations/journal.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

using namespace Qt::StringLiterals;

namespace plimsoll::testing {

namespace {

// What applications do, each step one script: none of them loses or doubles anything, and the server itself keeps the
// account of what was produced, so that a lost reply leaves no doubt.
constexpr auto produce = R"(
redis.call('SADD', 'produced', ARGV[1])
redis.call('HSET', 'job:' .. ARGV[1], 'attempts', ARGV[2], 'started_at', '1000')
redis.call('LPUSH', 'q', ARGV[1]))";
constexpr auto score = R"(
redis.call('SADD', 'produced', ARGV[1])
redis.call('ZADD', 'board', ARGV[2], ARGV[1]))";
constexpr auto claim = R"(
local id = redis.call('RPOP', 'q')
if id and ARGV[1] == 'list' then redis.call('LPUSH', 'p', id) end
if id and ARGV[1] == 'zset' then redis.call('ZADD', 'p', ARGV[2], id) end)";
/// Finishes (done) or gives up (dead) the youngest job in processing, if it is still there.
constexpr auto leave = R"(
local id = ARGV[1] == 'list' and redis.call('LPOP', 'p') or ARGV[1] == 'zset' and redis.call('ZPOPMAX', 'p')[1]
if not id then return end
if ARGV[2] == 'done' then redis.call('RPUSH', 'done', id) end
if ARGV[2] == 'list' then redis.call('LPUSH', 'dead', id) end
if ARGV[2] == 'set' then redis.call('SADD', 'dead', id) end
if ARGV[2] == 'zset' then redis.call('ZADD', 'dead', '5', id) end)";

constexpr std::array deadTypes{"list", "set", "zset"};

QByteArray newId(QRandomGenerator &random, char actor, int number)
{
    // Unique by its beginning, and any bytes behind.
    QByteArray id = actor + QByteArray::number(number) + '-';
    for (int i = random.bounded(6); i > 0; --i) {
        id.append(static_cast<char>(random.bounded(256)));
    }
    return id;
}

QString shown(const QByteArray &id)
{
    return QString::fromLatin1(id.toPercentEncoding());
}

void pause(std::chrono::microseconds time)
{
    std::this_thread::sleep_for(time); // when a fault strikes; nothing waits for this
}

QByteArrayList bytes(const redis::Reply &reply)
{
    QByteArrayList list;
    for (const redis::Reply &element : reply.elements) {
        list.append(element.bytes);
    }
    return list;
}

} // namespace

CrashFigures &CrashFigures::operator+=(const CrashFigures &other)
{
    operations += other.operations;
    killedOperations += other.killedOperations;
    killedServers += other.killedServers;
    recovered += other.recovered;
    undone += other.undone;
    elements += other.elements;
    return *this;
}

std::unique_ptr<QProcess> Program::start(QStringList arguments) const
{
    auto process = std::make_unique<QProcess>();
    process->setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s});
    arguments << u"--data-dir"_s << m_dataDir << u"--format"_s << u"json"_s;
    process->start(QStringLiteral(PLIMSOLL_BINARY), arguments);
    if (!process->waitForStarted()) {
        qFatal("%s does not start: %s", PLIMSOLL_BINARY, qPrintable(process->errorString()));
    }
    return process;
}

QByteArray Program::finish(QProcess &process)
{
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(60'000)) {
        qFatal("plimsoll does not end: %s", process.readAllStandardError().constData());
    }
    return process.readAllStandardOutput();
}

CrashRun::CrashRun(quint32 seed)
    : m_seed(seed), m_random(seed), m_server({u"--appendonly"_s, u"yes"_s, u"--appendfsync"_s, u"always"_s}),
      m_program(m_folder.filePath(u"data"_s)), m_workspace(m_folder.filePath(u"workspace.json"_s)),
      m_deadlines(m_random.bounded(2) == 1), m_deadType(deadTypes.at(m_random.bounded(3U)))
{
    QFile file(m_workspace);
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("%s cannot be written", qPrintable(m_workspace));
    }
    file.write(R"({"plimsoll":1,"name":"crash","connection":{"url":")" + m_server.url().toUtf8() + R"("},"collections":[
        {"name":"q","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead","job":"job:{id}"},
         "options":{"staleAfter":"1s","maxAttempts":2}},
        {"name":"board","kind":"leaderboard","keys":{"board":"board"}}]})");
}

CrashRun::~CrashRun() = default;

void CrashRun::seedData()
{
    redis::Pipeline pipeline;
    for (int i = 0; i < 400; ++i) {
        const QByteArray id = newId(m_random, 's', i);
        const int place = m_random.bounded(4);
        pipeline.add({"SADD", "produced", id});
        const QByteArray number = QByteArray::number(i);
        if (place == 0) {
            pipeline.add({"ZADD", "board", QByteArray::number(m_random.bounded(50)), id});
            continue;
        }
        pipeline.add({"HSET", "job:" + id, "attempts", QByteArray::number(m_random.bounded(4)), "started_at", "1000"});
        if (place == 1) {
            pipeline.add({"LPUSH", "q", id});
        } else if (place == 2 && m_deadlines) {
            pipeline.add({"ZADD", "p", number, id});
        } else if (place == 2) {
            pipeline.add({"LPUSH", "p", id});
        } else if (m_deadType == "list") {
            pipeline.add({"LPUSH", "dead", id});
        } else if (m_deadType == "set") {
            pipeline.add({"SADD", "dead", id});
        } else {
            pipeline.add({"ZADD", "dead", number, id});
        }
    }
    m_server.run(pipeline);
}

void CrashRun::actAsApplications(const redis::Endpoint &endpoint, quint32 seed)
{
    QRandomGenerator random(seed);
    redis::Client client(endpoint, {.name = "applications"});
    const QByteArray processing = m_deadlines ? "zset" : "list";
    for (int i = 0; !m_stop; ++i) {
        if (!client.isConnected() && !client.connect()) {
            std::this_thread::yield(); // the server is down; it comes again
            continue;
        }
        const int what = random.bounded(8);
        const QByteArray id = newId(random, 'a', i);
        const QByteArray number = QByteArray::number(random.bounded(100));
        // Whoever claims and does not leave is a worker that crashed. A failed command is a reply that was lost.
        if (what < 2) {
            static_cast<void>(client.command({"EVAL", produce, "0", id, QByteArray::number(random.bounded(4))}).ok());
        } else if (what == 2) {
            static_cast<void>(client.command({"EVAL", score, "0", id, number}).ok());
        } else if (what < 6) {
            static_cast<void>(client.command({"EVAL", claim, "0", processing, number}).ok());
        } else {
            static_cast<void>(
                client.command({"EVAL", leave, "0", processing, what == 6 ? QByteArray("done") : m_deadType}).ok());
        }
    }
}

QString CrashRun::anOperation()
{
    const QByteArray printed = Program::finish(*m_program.start({u"operations"_s}));
    const QJsonArray all = QJsonDocument::fromJson(printed).object().value("operations"_L1).toArray();
    QStringList ids;
    for (const QJsonValue one : all) {
        if (one["undoable"_L1].toBool()) {
            ids << one["operation"_L1].toString();
        }
    }
    return ids.isEmpty() ? QString() : ids.at(m_random.bounded(int(ids.size())));
}

QStringList CrashRun::nextOperation()
{
    const auto keep = [this] { return QString::number(m_random.bounded(80)); };
    switch (m_random.bounded(7)) {
    case 0:
    case 1:
        return {u"requeue"_s, u"q"_s};
    case 2:
        return {u"dead"_s, u"q"_s, u"--requeue"_s, u"--all"_s};
    case 3:
        return {u"dead"_s, u"q"_s, u"--discard"_s, u"--all"_s};
    case 4:
        return {u"trim"_s, u"q"_s, u"--keep"_s, keep()};
    case 5:
        return {u"trim"_s, u"board"_s, u"--keep"_s, keep()};
    default:
        break;
    }
    const QString id = anOperation();
    return id.isEmpty() ? QStringList{u"requeue"_s, u"q"_s} : QStringList{u"undo"_s, id};
}

void CrashRun::disturb(QProcess &process)
{
    const int what = m_random.bounded(4);
    if (what == 0) {
        return;
    }
    // Mostly while something is under way (its lock is there), now and then at any time.
    auto delay = std::chrono::microseconds(m_random.bounded(80'000));
    if (m_random.bounded(5) > 0) {
        const QDir data(m_folder.filePath(u"data"_s));
        while (process.state() != QProcess::NotRunning && !process.waitForFinished(0)
               && data.entryList({u"operation-*.lock"_s}, QDir::Files).size() <= m_left) {
            std::this_thread::yield();
        }
        delay /= 6;
    }
    pause(delay);
    if (what == 1 || what == 3) {
        m_server.kill9();
        ++m_figures.killedServers;
    }
    if (what == 3) {
        pause(delay / 4);
    }
    if (what >= 2 && process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished();
        m_left = QDir(m_folder.filePath(u"data"_s)).entryList({u"operation-*.lock"_s}, QDir::Files).size();
        m_figures.killedOperations += process.exitStatus() == QProcess::CrashExit ? 1 : 0;
    }
    m_server.start();
}

QString CrashRun::recover()
{
    // Recovery itself is killed, too, and asked again.
    const int attempts = m_random.bounded(3);
    for (int i = 0; i < attempts; ++i) {
        const auto cut = m_program.start({u"operations"_s, u"--recover"_s});
        pause(std::chrono::microseconds(m_random.bounded(50'000)));
        cut->kill();
        cut->waitForFinished();
    }
    m_left = 0;
    const auto process = m_program.start({u"operations"_s, u"--recover"_s});
    const QByteArray printed = Program::finish(*process);
    if (process->exitCode() != 0) {
        return u"recovery: exit %1: "_s.arg(process->exitCode()) + QString::fromUtf8(process->readAllStandardError());
    }
    for (const QJsonValue one : QJsonDocument::fromJson(printed).object().value("operations"_L1).toArray()) {
        m_figures.recovered += one["matched"_L1].toInt() > 0 ? 1 : 0;
    }
    return {};
}

QString CrashRun::undoAll()
{
    QString id;
    while (!(id = anOperation()).isEmpty()) {
        const auto process = m_program.start({u"undo"_s, id, u"--yes"_s});
        Program::finish(*process);
        if (process->exitCode() != 0) {
            return u"undo of %1: exit %2: "_s.arg(id).arg(process->exitCode())
                + QString::fromUtf8(process->readAllStandardError());
        }
        ++m_figures.undone;
    }
    return {};
}

QString CrashRun::checkPlaces()
{
    std::map<QByteArray, QByteArrayList> places;
    for (const QByteArray &id : bytes(m_server.run({"SMEMBERS", "produced"}))) {
        places[id] = {};
    }
    m_figures.elements = qint64(places.size());
    QString wrong;
    const auto found = [&](const QByteArrayList &ids, const QByteArray &place) {
        for (const QByteArray &id : ids) {
            if (!places.contains(id)) {
                wrong += u"%1 in %2 was never produced\n"_s.arg(shown(id), shown(place));
            } else {
                places[id].append(place);
            }
        }
    };
    for (const QByteArray &key :
         {QByteArray("q"), QByteArray("p"), QByteArray("dead"), QByteArray("done"), QByteArray("board")}) {
        const QByteArray type = m_server.run({"TYPE", key}).bytes;
        if (type == "list") {
            found(bytes(m_server.run({"LRANGE", key, "0", "-1"})), key);
        } else if (type == "set") {
            found(bytes(m_server.run({"SMEMBERS", key})), key);
        } else if (type == "zset") {
            found(bytes(m_server.run({"ZRANGE", key, "0", "-1"})), key);
        }
    }
    const auto journal = redis::Journal::open(m_folder.filePath(u"data"_s));
    if (!journal) {
        return journal.error().message;
    }
    const auto operations = (*journal)->operations();
    for (const OperationReport &report : *operations) {
        if (report.state == OperationState::Open) {
            wrong += u"%1 is open\n"_s.arg(report.id);
        }
        if (report.accounted() > report.matched
            || (report.state == OperationState::Done && report.accounted() != report.matched)) {
            wrong += u"%1 (%2): %3 of %4 accounted for\n"_s.arg(report.id, QString(actionId(report.action)))
                         .arg(report.accounted())
                         .arg(report.matched);
        }
        const auto archived = (*journal)->archived(report.id, false);
        for (const redis::ArchivedElement &element : *archived) {
            if (element.outcome == 'r') {
                found({element.element}, "archive of " + report.id.toLatin1());
            }
        }
    }
    for (const QByteArray &key : bytes(m_server.run({"KEYS", "plimsoll:*"}))) {
        const QByteArrayList held = bytes(m_server.run({"LRANGE", key, "0", "-1"}));
        if (!held.isEmpty() && held != QByteArrayList{"void"}) {
            wrong += QString::fromUtf8(key) + u" is left\n"_s;
        }
    }
    for (const auto &[id, where] : places) {
        if (where.size() != 1) {
            wrong +=
                u"%1 is in %2 places: %3\n"_s.arg(shown(id), QString::number(where.size()), shown(where.join(' ')));
        }
    }
    return wrong;
}

QString CrashRun::run()
{
    seedData();
    std::thread applications(
        [this, endpoint = m_server.local(), seed = m_random.generate()] { actAsApplications(endpoint, seed); });
    QString wrong;
    const int count = 2 + m_random.bounded(3);
    for (int i = 0; i < count; ++i) {
        QStringList arguments = nextOperation();
        if (arguments.front() != "undo"_L1) {
            arguments << u"-w"_s << m_workspace;
        }
        const auto process = m_program.start(arguments << u"--yes"_s);
        disturb(*process);
        Program::finish(*process);
        ++m_figures.operations;
        if (m_random.bounded(3) == 0) {
            wrong += recover();
        }
    }
    m_stop = true;
    applications.join();
    wrong += recover();
    wrong += checkPlaces();
    if (wrong.isEmpty() && m_random.bounded(3) == 0) {
        wrong = undoAll();
        wrong += checkPlaces();
    }
    return wrong;
}

} // namespace plimsoll::testing

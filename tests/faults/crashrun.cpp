// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/crashrun.h"

#include "redis/operations/journal/journal.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

using namespace Qt::StringLiterals;

namespace plimsoll::testing {

namespace {

void pause(std::chrono::microseconds time)
{
    std::this_thread::sleep_for(time); // when a fault strikes; nothing waits for this
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
    for (const auto &[action, count] : other.touched) {
        touched[action] += count;
    }
    if (other.longestScript > longestScript) {
        longestScript = other.longestScript;
        longestCall = other.longestCall;
    }
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

std::unique_ptr<QProcess> Program::startChild(const QString &workspace, const QStringList &what, quint32 seed) const
{
    auto process = std::make_unique<QProcess>();
    process->start(QCoreApplication::applicationFilePath(),
                   QStringList{u"--operate"_s, workspace, m_dataDir} << what << QString::number(seed));
    if (!process->waitForStarted()) {
        qFatal("the test does not start itself: %s", qPrintable(process->errorString()));
    }
    return process;
}

QByteArray Program::finish(QProcess &process)
{
    if (process.state() != QProcess::NotRunning
        && !process.waitForFinished(180'000)) { // with 100,000 entries and a slow disk
        qFatal("plimsoll does not end: %s", process.readAllStandardError().constData());
    }
    return process.readAllStandardOutput();
}

CrashRun::CrashRun(quint32 seed)
    : m_random(seed), m_server({u"--appendonly"_s, u"yes"_s, u"--appendfsync"_s, u"always"_s,
                                u"--slowlog-log-slower-than"_s, u"2000"_s}),
      m_program(m_folder.filePath(u"data"_s)), m_workspace(m_folder.filePath(u"workspace.json"_s)),
      m_world(m_server, m_random)
{
    QFile file(m_workspace);
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("%s cannot be written", qPrintable(m_workspace));
    }
    file.write(m_world.workspace());
}

CrashRun::~CrashRun() = default;

QString CrashRun::anOperation(const QSet<QString> &without)
{
    const QByteArray printed = Program::finish(*m_program.start({u"operations"_s}));
    const QJsonArray all = QJsonDocument::fromJson(printed).object().value("operations"_L1).toArray();
    QStringList ids;
    for (const QJsonValue one : all) {
        if (one["undoable"_L1].toBool() && !without.contains(one["operation"_L1].toString())) {
            ids << one["operation"_L1].toString();
        }
    }
    return ids.isEmpty() ? QString() : ids.at(m_random.bounded(int(ids.size())));
}

std::unique_ptr<QProcess> CrashRun::startChild(const QStringList &what)
{
    return m_program.startChild(m_workspace, what, m_random());
}

std::unique_ptr<QProcess> CrashRun::startOperation()
{
    // Never to nothing, also with what others take: a key that ends takes its expiry with it.
    const auto keep = [this] { return QString::number(20 + m_random.bounded(40)); };
    const auto start = [this](QStringList arguments) {
        return m_program.start(arguments << u"-w"_s << m_workspace << u"--yes"_s);
    };
    // Collection, action, state, how many are selected.
    static const std::array children{
        QStringList{u"q"_s, u"run-now"_s, u"delayed"_s, u"0"_s},
        QStringList{u"q"_s, u"dead-letter"_s, u"ready"_s, u"7"_s},
        QStringList{u"q"_s, u"move"_s, u"ready"_s, u"5"_s},
        QStringList{u"q"_s, u"discard"_s, u"ready"_s, u"6"_s},
        QStringList{u"q"_s, u"discard"_s, u"processing"_s, u"6"_s},
        QStringList{u"q"_s, u"discard"_s, u"delayed"_s, u"6"_s},
        QStringList{u"timers"_s, u"run-now"_s, u"delayed"_s, u"0"_s},
        QStringList{u"timers"_s, u"postpone"_s, u"delayed"_s, u"0"_s},
        QStringList{u"tags"_s, u"purge"_s, QString(), u"0"_s},
        QStringList{u"tags"_s, u"add"_s, QString(), u"0"_s},
        QStringList{u"tags"_s, u"set-expiry"_s, QString(), u"0"_s},
        QStringList{u"room"_s, u"prune"_s, QString(), u"0"_s},
        QStringList{u"room"_s, u"trim"_s, QString(), u"0"_s}, // by age
        QStringList{u"q"_s, u"requeue"_s, u"processing"_s, u"5"_s},
        QStringList{u"q"_s, u"requeue-dead"_s, u"dead"_s, u"5"_s},
        QStringList{u"lost"_s, u"adopt"_s, QString(), u"25"_s},
        QStringList{u"q"_s, u"edit"_s, u"ready"_s, u"1"_s},
        QStringList{u"q"_s, u"edit"_s, u"dead"_s, u"1"_s}, // and requeued
    };
    switch (const int what = m_random.bounded(9 + int(children.size()))) {
    case 0:
    case 1:
        return start({u"requeue"_s, u"q"_s});
    case 2:
        return start({u"dead"_s, u"q"_s, u"--requeue"_s, u"--all"_s});
    case 3:
        return start({u"dead"_s, u"q"_s, u"--discard"_s, u"--all"_s});
    case 4:
        return start({u"trim"_s, u"q"_s, u"--keep"_s, keep()});
    case 5:
        return start({u"trim"_s, u"board"_s, u"--keep"_s, keep()});
    case 6:
    case 7:
    case 8: {
        const QString id = anOperation();
        return id.isEmpty() ? start({u"requeue"_s, u"q"_s}) : m_program.start({u"undo"_s, id, u"--yes"_s});
    }
    default:
        return startChild(children.at(static_cast<std::size_t>(what - 9)));
    }
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
    QSet<QString> vain; // nothing of them came back, until another undo has put something there
    while (!(id = anOperation(vain)).isEmpty()) {
        const auto process = m_program.start({u"undo"_s, id, u"--yes"_s});
        const QJsonObject report = QJsonDocument::fromJson(Program::finish(*process)).object();
        if (process->exitCode() != 0) {
            return u"undo of %1: exit %2: "_s.arg(id).arg(process->exitCode())
                + QString::fromUtf8(process->readAllStandardError());
        }
        ++m_figures.undone;
        if (report["moved"_L1].toInt() + report["removed"_L1].toInt() > 0) {
            vain.clear();
        } else {
            vain.insert(id);
        }
    }
    return {};
}

QString CrashRun::check()
{
    QString wrong;
    CrashWorld::Places places = m_world.places(wrong);
    m_figures.elements = qint64(places.size());
    m_figures.touched.clear();
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
        m_figures.touched[QString(actionId(report.action))] += report.accounted() - report.skipped;
        if (report.collection == u"room") {
            continue; // who comes back is there and in the archive
        }
        const auto archived = (*journal)->archive().elements(report.id, redis::Archive::From::Oldest);
        for (const redis::ArchivedElement &element : *archived) {
            if (element.outcome == 'r') {
                places[unedited(element.element)].append("archive of " + report.id.toLatin1());
            }
        }
    }
    for (const QByteArray &key : bytesOf(m_server.run({"KEYS", "plimsoll:*"}))) {
        const QByteArrayList held = bytesOf(m_server.run({"LRANGE", key, "0", "-1"}));
        if (!held.isEmpty() && held != QByteArrayList{"void"}) {
            wrong += QString::fromUtf8(key) + u" is left\n"_s;
        }
    }
    // The journal's record of these elements helps to find the cause.
    const auto history = [&](const QByteArray &element) {
        QString lines;
        for (const OperationReport &report : *operations) {
            const auto archived = (*journal)->archive().elements(report.id, redis::Archive::From::Oldest);
            for (const redis::ArchivedElement &one : *archived) {
                if (one.element == element) {
                    lines += u"    %1 %2 %3: %4 by step %5, batch row %6 %7\n"_s.arg(
                        report.id, QString(actionId(report.action)), report.undoOf, QString(QLatin1Char(one.outcome)),
                        QString::number(one.step), QString::number(one.row), QString(operationStateId(report.state)));
                }
            }
        }
        return lines;
    };
    for (const auto &[id, where] : places) {
        // A member that was to be added may never have been.
        if (where.size() != 1 && !(where.isEmpty() && id.startsWith("added-"))) {
            wrong += u"%1 is in %2 places: %3\n"_s.arg(shown(id), QString::number(where.size()), shown(where.join(' ')))
                + history(id);
        }
    }
    if (!wrong.isEmpty()) {
        for (const OperationReport &report : *operations) {
            wrong += u"  %1 %2 %3 %4: %5 of %6, %7\n"_s
                         .arg(report.id, QString(actionId(report.action)), report.undoOf,
                              QString(operationStateId(report.state)))
                         .arg(report.accounted())
                         .arg(report.matched)
                         .arg(report.error);
        }
    }
    return wrong + m_world.checkRest(places);
}

void CrashRun::measureScripts()
{
    if (m_world.hasLargeElements()) {
        return;
    }
    for (const redis::Reply &entry : m_server.run({"SLOWLOG", "GET", "128"}).elements) {
        const auto &command = entry.elements.at(3).elements;
        const bool ours = command.size() > 3 && command[3].bytes.startsWith("plimsoll:");
        const std::chrono::microseconds took(entry.elements.at(2).integer);
        if (ours && took > m_figures.longestScript) {
            m_figures.longestScript = took;
            m_figures.longestCall.clear();
            for (std::size_t i = 1; i < std::min<std::size_t>(command.size(), 10); ++i) {
                m_figures.longestCall += command[i].bytes.left(60) + ' ';
            }
        }
    }
}

QString CrashRun::run()
{
    m_world.seed(400);
    std::thread applications([this, endpoint = m_server.local(), seed = m_random.generate()] {
        m_world.actAsApplications(endpoint, seed, m_stop);
    });
    QString wrong;
    const int count = 2 + m_random.bounded(3);
    for (int i = 0; i < count; ++i) {
        const auto process = startOperation();
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
    wrong += check();
    if (wrong.isEmpty() && m_random.bounded(3) == 0) {
        wrong = undoAll();
        wrong += check();
    }
    measureScripts();
    return wrong;
}

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/crashchild.h"
#include "tests/faults/crashrun.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

/// Common parts of the crash tests of one collection: servers with `appendfsync always`, the program, and faults.
namespace plimsoll::testing {

/// Has a server write each change to the disk before it replies.
inline QStringList appendAlways()
{
    return {QStringLiteral("--appendonly"), QStringLiteral("yes"), QStringLiteral("--appendfsync"),
            QStringLiteral("always")};
}

/// The program in one run, with data and a workspace of its own.
struct CrashProgram {
    explicit CrashProgram(quint32 seed)
        : random(seed), program(folder.filePath(QStringLiteral("data"))),
          workspace(folder.filePath(QStringLiteral("workspace.json")))
    {
    }

    /// `json` has %1 in place of the URL.
    void writeWorkspace(QByteArray json, const QString &url) const
    {
        QFile file(workspace);
        if (!file.open(QIODevice::WriteOnly)) {
            qFatal("%s cannot be written", qPrintable(workspace));
        }
        file.write(json.replace("%1", url.toUtf8()));
    }
    /// Oldest first.
    [[nodiscard]] QJsonArray operations() const
    {
        const QByteArray printed = Program::finish(*program.start({QStringLiteral("operations")}));
        return QJsonDocument::fromJson(printed).object().value(QLatin1StringView("operations")).toArray();
    }
    [[nodiscard]] QStringList undoable() const
    {
        QStringList ids;
        for (const QJsonValue one : operations()) {
            if (one[QLatin1StringView("undoable")].toBool()) {
                ids << one[QLatin1StringView("operation")].toString();
            }
        }
        return ids;
    }
    /// A random operation that can be undone; empty if there is no such operation.
    [[nodiscard]] QString anUndoable()
    {
        const QStringList ids = undoable();
        return ids.isEmpty() ? QString() : ids.at(random.bounded(int(ids.size())));
    }
    [[nodiscard]] std::unique_ptr<QProcess> undo(const QString &id) const
    {
        return program.start({QStringLiteral("undo"), id, QStringLiteral("--yes")});
    }
    /// Kills the server, the process, both or neither within that time, and restarts the server.
    void disturb(RedisServer &server, QProcess &process, std::chrono::microseconds within)
    {
        const int what = random.bounded(4);
        if (what == 0) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::microseconds(random.bounded(int(within.count())))); // nothing waits
        if (what == 1 || what == 3) {
            server.kill9();
            ++killedServers;
        }
        if (what >= 2 && process.state() != QProcess::NotRunning) {
            process.kill();
            process.waitForFinished();
            ++killedPrograms;
        }
        server.start();
    }
    [[nodiscard]] int recover() const
    {
        const std::unique_ptr<QProcess> recovery =
            program.start({QStringLiteral("operations"), QStringLiteral("--recover")});
        Program::finish(*recovery);
        if (recovery->exitCode() != 0) {
            qInfo("recovery: %s", recovery->readAllStandardError().constData());
        }
        return recovery->exitCode();
    }
    /// Undoes all operations, newest first; false if one of them fails.
    [[nodiscard]] bool undoAll() const
    {
        QSet<QString> tried;
        while (true) {
            QStringList ids = undoable();
            ids.removeIf([&](const QString &id) { return tried.contains(id); });
            if (ids.isEmpty()) {
                return true;
            }
            tried.insert(ids.back());
            const std::unique_ptr<QProcess> undoing = undo(ids.back());
            Program::finish(*undoing);
            if (undoing->exitCode() != 0) {
                return false;
            }
        }
    }

    QRandomGenerator random;
    QTemporaryDir folder;
    Program program;
    QString workspace;
    int killedServers = 0, killedPrograms = 0;
};

/// A run with a server of its own.
struct CrashBench : CrashProgram {
    CrashBench(quint32 seed, const QByteArray &workspaceJson) : CrashProgram(seed), server(appendAlways())
    {
        writeWorkspace(workspaceJson, server.local().url());
    }

    void disturb(QProcess &process, std::chrono::microseconds within)
    {
        CrashProgram::disturb(server, process, within);
    }

    RedisServer server;
};

/// Adds a row for each seed from 1 on: PLIMSOLL_CRASH_RUNS of them, by default `otherwise`.
inline void addSeeds(int otherwise)
{
    QTest::addColumn<quint32>("seed");
    const int runs = qEnvironmentVariableIntValue("PLIMSOLL_CRASH_RUNS");
    for (int i = 1; i <= (runs > 0 ? runs : otherwise); ++i) {
        QTest::addRow("seed %d", i) << quint32(i);
    }
}

/// main() of a crash test: the test, or its child (crashchild.h).
template <typename Test> int runCrashTest(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1StringView("--operate")) {
        return operateAsChild(arguments.mid(2));
    }
    Test test;
    return QTest::qExec(&test, arguments);
}

} // namespace plimsoll::testing

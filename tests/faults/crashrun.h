// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <atomic>
#include <map>
#include <memory>
#include <thread>

namespace plimsoll::testing {

/// What a run of faults did, added up over all runs.
struct CrashFigures {
    int operations = 0, killedOperations = 0, killedServers = 0, recovered = 0, undone = 0;
    qint64 elements = 0;

    CrashFigures &operator+=(const CrashFigures &other);
};

/// The real program, as a process that can be killed.
class Program final {
public:
    explicit Program(QString dataDir) : m_dataDir(std::move(dataDir)) { }

    [[nodiscard]] std::unique_ptr<QProcess> start(QStringList arguments) const;
    /// Standard output; fails the whole program when it does not end within a minute.
    static QByteArray finish(QProcess &process);

private:
    QString m_dataDir;
};

/// One random run: producers and crashing workers act on a queue and a board of a server with AOF always while the
/// program requeues, requeues and discards dead letters, trims and undoes; program and server are killed (-9) and
/// started again; at last whatever is open is recovered. The seed decides what happens and when; how processes
/// interleave it cannot. Lives on one thread, with one more for the applications.
class CrashRun final {
public:
    explicit CrashRun(quint32 seed);
    ~CrashRun();
    Q_DISABLE_COPY_MOVE(CrashRun)

    /// Empty when every element that was ever produced is in exactly one place; else what is wrong.
    QString run();
    [[nodiscard]] const CrashFigures &figures() const { return m_figures; }

private:
    void seedData();
    void actAsApplications(const redis::Endpoint &endpoint, quint32 seed);
    QStringList nextOperation();
    QString anOperation();
    void disturb(QProcess &process);
    QString recover();
    QString undoAll();
    QString checkPlaces();

    quint32 m_seed;
    QRandomGenerator m_random;
    RedisServer m_server;
    QTemporaryDir m_folder;
    Program m_program;
    QString m_workspace;
    bool m_deadlines; ///< processing is a sorted set of deadlines, not a list
    QByteArray m_deadType;
    qsizetype m_left = 0; ///< locks that killed operations have left
    std::atomic_bool m_stop = false;
    CrashFigures m_figures;
};

} // namespace plimsoll::testing

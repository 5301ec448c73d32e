// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/crashworld.h"
#include "tests/support/redisserver.h"

#include <QProcess>
#include <QSet>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <atomic>
#include <map>
#include <memory>
#include <thread>

namespace plimsoll::testing {

/// Results of a run with faults, summed over all runs.
struct CrashFigures {
    int operations = 0, killedOperations = 0, killedServers = 0, recovered = 0, undone = 0;
    qint64 elements = 0;
    std::map<QString, qint64> touched; ///< action to the elements that operations of it moved or removed
    QByteArray longestCall; ///< its first words
    std::chrono::microseconds longestScript{}; ///< longest in runs without elements too large for one batch

    CrashFigures &operator+=(const CrashFigures &other);
};

/// The real program, as a process that can be killed.
class Program final {
public:
    explicit Program(QString dataDir) : m_dataDir(std::move(dataDir)) { }

    [[nodiscard]] std::unique_ptr<QProcess> start(QStringList arguments) const;
    /// A child of the test (crashchild.h): collection, action, state, how many elements; and the seed.
    [[nodiscard]] std::unique_ptr<QProcess> startChild(const QString &workspace, const QStringList &what,
                                                       quint32 seed) const;
    /// Standard output; fails the whole program when it does not end within a minute.
    static QByteArray finish(QProcess &process);

private:
    QString m_dataDir;
};

/// One random run: applications act on the collections of a server with AOF always (CrashWorld) while the program and
/// a child of the test do every operation there is, and undo; they and the server are killed (-9) and started again; at
/// last whatever is open is recovered. The seed decides what happens and when; how processes interleave it cannot.
/// Lives on one thread, with one more for the applications.
class CrashRun final {
public:
    explicit CrashRun(quint32 seed);
    ~CrashRun();
    Q_DISABLE_COPY_MOVE(CrashRun)

    /// Empty when every element that was ever produced is in exactly one place, and expiries, records and people are as
    /// they were; else what is wrong.
    QString run();
    [[nodiscard]] const CrashFigures &figures() const { return m_figures; }

private:
    std::unique_ptr<QProcess> startOperation();
    std::unique_ptr<QProcess> startChild(const QStringList &what);
    QString anOperation(const QSet<QString> &without = {});
    void disturb(QProcess &process);
    QString recover();
    QString undoAll();
    QString check();
    void measureScripts();

    QRandomGenerator m_random;
    RedisServer m_server;
    QTemporaryDir m_folder;
    Program m_program;
    QString m_workspace;
    CrashWorld m_world;
    qsizetype m_left = 0; ///< locks that killed operations have left
    std::atomic_bool m_stop = false;
    CrashFigures m_figures;
};

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "redis/collections/kinds.h"
#include "redis/poll/pollsession.h"
#include "redis/workspace/workspacefile.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/tenthousand.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <array>
#include <optional>

/// Instructions of the client for 10,000 collections, counted by valgrind's callgrind: they depend neither on the
/// machine nor on what else it does. The program runs itself under callgrind, which counts inside one function alone.
namespace plimsoll::benchmarks {

namespace {

constexpr int collections = lists + sets + sortedSets;
constexpr int commands = 10'000; ///< commands in a round
constexpr auto roundsVariable = "PLIMSOLL_ROUNDS"; ///< set in the program under callgrind
constexpr auto subjectVariable = "PLIMSOLL_SUBJECT"; ///< likewise

struct Subject {
    QString id;
    QString what;
    QString function; ///< function name as callgrind shows it
    double each; ///< divisor of one round
    double most;
    QString unit;
};

void tick(redis::PollSession &session)
{
    if (!session.tick()) {
        qFatal("nothing to count");
    }
}

/// Does the work of one subject as often as `rounds` says.
void work(const QString &subject, int rounds)
{
    testing::RedisServer server;
    fill(server);
    redis::PollOptions options;
    options.headInterval = std::chrono::hours(1); // under callgrind, a tick takes half a second
    redis::PollSession session(tenThousandCollections(), server.local(), options);
    for (int i = 0; i < 30; ++i) { // until no head is left to be read for the first time
        tick(session);
    }
    const SnapshotPtr snapshot = *session.tick();
    Workspace named = *tenThousandCollections();
    named.connection.url = server.url();
    const QByteArray workspace = redis::workspaceToJson(named);
    for (int i = 0; i < rounds; ++i) {
        if (subject == QLatin1StringView("tick")) {
            tick(session);
        } else if (subject == QLatin1StringView("JSON")) {
            app::snapshotJson(*snapshot, app::JsonWriter::Layout::Line);
        } else if (subject == QLatin1StringView("workspace")) {
            redis::parseWorkspace(workspace, redis::kindInfos());
        } else {
            redis::Pipeline pipeline;
            for (int command = 0; command < commands; ++command) {
                pipeline.add({"ZCOUNT", "queue:delayed:" + QByteArray::number(command), "-inf", "1700000000000"});
            }
        }
    }
}

/// Counts the instructions inside a function while the program works; nothing if callgrind cannot run.
std::optional<double> count(const Subject &subject, int rounds)
{
    const QTemporaryDir folder;
    QProcess valgrind;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(roundsVariable), QString::number(rounds));
    environment.insert(QString::fromLatin1(subjectVariable), subject.id);
    valgrind.setProcessEnvironment(environment);
    valgrind.start(QStringLiteral("valgrind"),
                   {QStringLiteral("--tool=callgrind"), QStringLiteral("--toggle-collect=%1*").arg(subject.function),
                    QStringLiteral("--callgrind-out-file=%1").arg(folder.filePath(QStringLiteral("out"))),
                    QCoreApplication::applicationFilePath(), QStringLiteral("i")});
    valgrind.waitForFinished(-1);
    const QString said = QString::fromUtf8(valgrind.readAllStandardError());
    const qsizetype at = said.indexOf(QLatin1StringView("Collected : "));
    return at < 0 ? std::nullopt : std::optional(QStringView(said).sliced(at + 12).split(u'\n').first().toDouble());
}

void run(Report &report)
{
    if (const int rounds = qEnvironmentVariableIntValue(roundsVariable); rounds > 0) {
        work(qEnvironmentVariable(subjectVariable), rounds);
        return;
    }
    const std::array subjects{
        Subject{QStringLiteral("tick"), QStringLiteral("a tick of 10,000 collections"),
                QStringLiteral("plimsoll::redis::PollSession::tick"), 1e6, 9, QStringLiteral("million")},
        Subject{QStringLiteral("JSON"), QStringLiteral("its JSON"), QStringLiteral("plimsoll::app::snapshotJson"), 1e6,
                25, QStringLiteral("million")},
        Subject{QStringLiteral("workspace"),
                QStringLiteral("reading a collection of a workspace"),
                QStringLiteral("plimsoll::redis::parseWorkspace"),
                collections,
                15'000,
                {}},
        Subject{QStringLiteral("command"),
                QStringLiteral("encoding a command"),
                QStringLiteral("plimsoll::redis::Pipeline::add(std::span"),
                commands,
                1'000,
                {}},
    };
    for (const Subject &subject : subjects) {
        const QString what = QStringLiteral("(i) instructions: %1").arg(subject.what);
        constexpr int rounds = 10;
        const std::optional<double> first = count(subject, 1);
        const std::optional<double> all = first ? count(subject, 1 + rounds) : std::nullopt;
        if (all) {
            report.add(what, (*all - *first) / rounds / subject.each, subject.most, subject.unit);
        } else {
            report.fail(what, QStringLiteral("valgrind could not run"));
        }
    }
}

const Registration registration("i", "instructions of the client", &run);

} // namespace

} // namespace plimsoll::benchmarks

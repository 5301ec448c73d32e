// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/benchmark.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

/// From the start of the program to the first figures on the command line.
namespace plimsoll::benchmarks {

namespace {

constexpr int runs = 20;

QByteArray workspaceJson(const QString &url)
{
    QJsonArray collections;
    for (int i = 0; i < 10; ++i) {
        collections.append(
            QJsonObject{{QStringLiteral("name"), QStringLiteral("queue %1").arg(i)},
                        {QStringLiteral("kind"), QStringLiteral("queue")},
                        {QStringLiteral("keys"),
                         QJsonObject{{QStringLiteral("ready"), QStringLiteral("queue:%1").arg(i)},
                                     {QStringLiteral("processing"), QStringLiteral("processing:%1").arg(i)},
                                     {QStringLiteral("delayed"), QStringLiteral("delayed:%1").arg(i)}}}});
    }
    const QJsonObject workspace{{QStringLiteral("plimsoll"), 1},
                                {QStringLiteral("name"), QStringLiteral("ten")},
                                {QStringLiteral("connection"), QJsonObject{{QStringLiteral("url"), url}}},
                                {QStringLiteral("collections"), collections}};
    return QJsonDocument(workspace).toJson();
}

void run(Report &report)
{
    testing::RedisServer server;
    for (int i = 0; i < 10; ++i) {
        server.run({"LPUSH", "queue:" + QByteArray::number(i), "a", "b"});
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("workspace.json")));
    if (!file.open(QIODevice::WriteOnly)) {
        report.fail(QStringLiteral("(e) start"), file.errorString());
        return;
    }
    file.write(workspaceJson(server.url()));
    file.close();
    std::vector<double> times;
    for (int i = 0; i < runs; ++i) {
        QProcess program;
        QElapsedTimer timer;
        timer.start();
        program.start(QStringLiteral(PLIMSOLL_BINARY),
                      {QStringLiteral("snapshot"), QStringLiteral("-w"), file.fileName()});
        program.waitForReadyRead(10'000);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        program.waitForFinished(10'000);
        if (program.exitStatus() != QProcess::NormalExit || program.exitCode() != 0) {
            report.fail(QStringLiteral("(e) start"),
                        QString::fromUtf8(program.readAllStandardError()).section(QLatin1Char('\n'), 0, 0));
            return;
        }
    }
    report.add(QStringLiteral("(e) start to first figures, 10 collections"), percentile(times, 0.5), 150,
               QStringLiteral("ms"));
}

const Registration registration("e", "start to first figures", &run);

} // namespace

} // namespace plimsoll::benchmarks

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

namespace plimsoll::testing {

/// Output and exit code of one run of the program.
struct Run {
    int code = -1;
    QByteArray out, err;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    [[nodiscard]] QList<QByteArray> errorLines() const { return err.trimmed().split('\n'); }
};

inline QJsonArray parsed(const char *text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError) {
        qFatal("%s in %s", qPrintable(error.errorString()), text);
    }
    return document.array();
}

inline QJsonObject collectionOf(const QJsonObject &snapshot, const QString &name)
{
    for (const auto &collection : snapshot.value(QStringLiteral("collections")).toArray()) {
        if (collection.toObject().value(QStringLiteral("name")) == name) {
            return collection.toObject();
        }
    }
    return {};
}

/// Runs the real program against a real server. Each test starts on an empty one.
class CliTest : public QObject {
protected:
    static Run run(const QStringList &arguments, const QStringList &environment = {});
    QString write(const QByteArray &name, const QJsonObject &workspace);
    QString workspace(const QJsonArray &collections);
    Run snapshot(const QString &file, const QStringList &more = {});

    RedisServer m_server;
    QTemporaryDir m_folder;
};

inline Run CliTest::run(const QStringList &arguments, const QStringList &environment)
{
    QProcess process;
    // Without a display, a bus, or the settings of the user who runs the tests.
    process.setEnvironment(environment
                           + QStringList{QStringLiteral("PATH=/usr/bin:/bin"), QStringLiteral("LC_ALL=C.UTF-8")});
    process.start(QStringLiteral(PLIMSOLL_BINARY), arguments);
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -process.exitCode(),
            process.readAllStandardOutput(), process.readAllStandardError()};
}

/// The shortest time, in ms, in which this machine starts and ends the program: what else is to be quick is measured by
/// it.
inline qint64 programFloor()
{
    qint64 best = std::numeric_limits<qint64>::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
        QProcess process;
        QElapsedTimer time;
        time.start();
        process.start(QStringLiteral(PLIMSOLL_BINARY), {QStringLiteral("--version")});
        process.waitForFinished(120'000);
        best = std::min(best, time.elapsed());
    }
    return best;
}

inline QString CliTest::write(const QByteArray &name, const QJsonObject &workspace)
{
    QFile file(m_folder.filePath(QString::fromUtf8(name)));
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    file.write(QJsonDocument(workspace).toJson());
    return file.fileName();
}

inline QString CliTest::workspace(const QJsonArray &collections)
{
    return write("workspace.json",
                 {{QStringLiteral("plimsoll"), 1},
                  {QStringLiteral("name"), QStringLiteral("orders \"test\"")},
                  {QStringLiteral("connection"), QJsonObject{{QStringLiteral("url"), m_server.url()}}},
                  {QStringLiteral("collections"), collections}});
}

inline Run CliTest::snapshot(const QString &file, const QStringList &more)
{
    return run(QStringList{QStringLiteral("snapshot"), QStringLiteral("-w"), file} + more);
}

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journaltext.h"

#include "redis/types/printable.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

namespace plimsoll::models {

namespace {

QString isoTime(std::chrono::milliseconds unix)
{
    return QDateTime::fromMSecsSinceEpoch(unix.count(), Qt::UTC).toString(Qt::ISODateWithMs);
}

QString csvCell(QString text)
{
    if (!text.isEmpty() && QStringLiteral("=+-@\t\r").contains(text.front())) {
        text.prepend(QLatin1Char('\''));
    }
    text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

} // namespace

QJsonObject operationJson(const OperationReport &report)
{
    QJsonObject document{
        {QStringLiteral("operation"), report.id},
        {QStringLiteral("action"), QString(actionId(report.action))},
        {QStringLiteral("collection"), report.collection},
        {QStringLiteral("matched"), report.matched},
        {QStringLiteral("moved"), report.moved},
        {QStringLiteral("deadLettered"), report.deadLettered},
        {QStringLiteral("removed"), report.removed},
        {QStringLiteral("skipped"), report.skipped},
        {QStringLiteral("dryRun"), report.dryRun},
        {QStringLiteral("undoable"), report.undoable},
        {QStringLiteral("state"), QString(operationStateId(report.state))},
        {QStringLiteral("time"), isoTime(report.time)},
        {QStringLiteral("server"), report.server},
    };
    QJsonArray keys;
    for (const QByteArray &key : report.keys) {
        keys.append(jsonBytes(key));
    }
    document.insert(QStringLiteral("keys"), keys);
    if (!report.error.isEmpty()) {
        document.insert(QStringLiteral("error"), report.error);
    }
    return document;
}

QByteArray journalJson(const std::vector<OperationReport> &operations)
{
    QJsonArray documents;
    for (const OperationReport &report : operations) {
        documents.append(operationJson(report));
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("operations"), documents}}).toJson();
}

QByteArray journalCsv(const std::vector<OperationReport> &operations)
{
    QString text =
        QStringLiteral("time,operation,action,collection,matched,moved,deadLettered,removed,skipped,state,undoable,"
                       "server,keys,error\r\n");
    for (const OperationReport &report : operations) {
        QStringList keys;
        for (const QByteArray &key : report.keys) {
            keys.append(printable(key));
        }
        const QStringList cells{isoTime(report.time),
                                csvCell(report.id),
                                QString(actionId(report.action)),
                                csvCell(report.collection),
                                QString::number(report.matched),
                                QString::number(report.moved),
                                QString::number(report.deadLettered),
                                QString::number(report.removed),
                                QString::number(report.skipped),
                                QString(operationStateId(report.state)),
                                report.undoable ? QStringLiteral("true") : QStringLiteral("false"),
                                csvCell(report.server),
                                csvCell(keys.join(QLatin1Char(' '))),
                                csvCell(report.error)};
        text += cells.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    }
    return text.toUtf8();
}

} // namespace plimsoll::models

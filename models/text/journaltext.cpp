// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/journaltext.h"

#include "models/documents/csv.h"
#include "models/text/isotime.h"
#include "models/documents/jsonwriter.h"
#include "models/text/operationtext.h"
#include "redis/types/printable.h"

namespace plimsoll::models {

namespace {

void writeCounts(JsonWriter &json, const OperationReport &report)
{
    json.text("operation", report.id);
    json.text("action", actionId(report.action));
    json.text("collection", report.collection);
    json.integer("matched", report.matched);
    json.integer("moved", report.moved);
    json.integer("deadLettered", report.deadLettered);
    json.integer("removed", report.removed);
    json.integer("skipped", report.skipped);
    json.boolean("dryRun", report.dryRun);
    json.boolean("undoable", report.undoable);
    json.text("state", operationStateId(report.state));
    if (!report.error.isEmpty()) {
        json.text("error", report.error);
    }
    QStringList notes = report.notes;
    notes.append(leftAloneText(report));
    notes.removeAll(QString());
    if (!notes.isEmpty()) {
        json.beginArray("notes");
        for (const QString &note : notes) {
            json.text({}, note);
        }
        json.endArray();
    }
}

} // namespace

QByteArray operationJson(const OperationReport &report)
{
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginObject();
    writeCounts(json, report);
    json.endObject();
    return json.take();
}

QByteArray operationsJson(const std::vector<OperationReport> &operations)
{
    JsonWriter json(JsonWriter::Layout::Indented);
    json.beginObject();
    json.beginArray("operations");
    for (const OperationReport &report : operations) {
        json.beginObject();
        writeCounts(json, report);
        json.text("time", isoTime(report.time));
        json.beginArray("keys");
        for (const QByteArray &key : report.keys) {
            json.bytes({}, key);
        }
        json.endArray();
        json.text("server", report.server);
        if (!report.undoOf.isEmpty()) {
            json.text("undoOf", report.undoOf);
        }
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
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
                                csvField(report.id),
                                QString(actionId(report.action)),
                                csvField(report.collection),
                                QString::number(report.matched),
                                QString::number(report.moved),
                                QString::number(report.deadLettered),
                                QString::number(report.removed),
                                QString::number(report.skipped),
                                QString(operationStateId(report.state)),
                                report.undoable ? QStringLiteral("true") : QStringLiteral("false"),
                                csvField(report.server),
                                csvField(keys.join(QLatin1Char(' '))),
                                csvField(report.error)};
        text += cells.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    }
    return text.toUtf8();
}

} // namespace plimsoll::models

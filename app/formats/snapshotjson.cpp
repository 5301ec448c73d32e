// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"

#include "redis/types/printable.h"

#include <QDateTime>
#include <QSet>

namespace plimsoll::app {

namespace {

double milliseconds(std::chrono::microseconds duration)
{
    return static_cast<double>(duration.count()) / 1000.0;
}

void writeServer(JsonWriter &json, const Snapshot &snapshot)
{
    json.beginObject(QStringLiteral("server"));
    json.knownText(QStringLiteral("address"), snapshot.server.address);
    json.knownText(QStringLiteral("version"), snapshot.server.version);
    json.knownText(QStringLiteral("mode"), snapshot.server.mode);
    json.knownText(QStringLiteral("role"), snapshot.server.role);
    json.number(QStringLiteral("roundTripMs"), milliseconds(snapshot.roundTrip));
    json.number(QStringLiteral("pollMs"), milliseconds(snapshot.pollTime));
    json.integer(QStringLiteral("commands"), snapshot.commands);
    json.endObject();
}

void writeKeys(JsonWriter &json, const Snapshot &snapshot, const SnapshotLayout::Row &row)
{
    json.beginObject(QStringLiteral("keys"));
    QSet<QString> written;
    for (int i = row.firstPart; i < row.firstPart + row.partCount; ++i) {
        const auto part = static_cast<std::size_t>(i);
        const QString key = printable(snapshot.layout->parts[part].key);
        if (!written.contains(key)) { // one key in two roles is one member
            written.insert(key);
            json.number(key.isNull() ? QStringLiteral("") : key, snapshot.parts[part]);
        }
    }
    json.endObject();
}

/// Only where there is one: readers ask whether a name is in it.
void writeLowerBounds(JsonWriter &json, const Snapshot &snapshot, std::size_t at)
{
    if (snapshot.rows[at].atLeast == 0) {
        return;
    }
    const std::span<const FigureSpec> figures = snapshot.layout->rows[at].kind->figures;
    json.beginArray(QStringLiteral("atLeast"));
    for (std::size_t i = 0; i < figures.size(); ++i) {
        if (snapshot.isAtLeast(at, static_cast<int>(i))) {
            json.text({}, figures[i].id);
        }
    }
    json.endArray();
}

void writeProblems(JsonWriter &json, const Snapshot::Row &row, const KindInfo &kind)
{
    json.beginArray(QStringLiteral("problems"));
    for (const Problem &problem : row.problems ? *row.problems : std::vector<Problem>()) {
        json.beginObject();
        json.knownText(QStringLiteral("figure"),
                       problem.figure < 0 ? QString()
                                          : QString(kind.figures[static_cast<std::size_t>(problem.figure)].id));
        json.text(QStringLiteral("level"), stateId(problem.level));
        json.text(QStringLiteral("text"), problem.text);
        json.endObject();
    }
    json.endArray();
}

void writeCollection(JsonWriter &json, const Snapshot &snapshot, std::size_t at)
{
    const SnapshotLayout::Row &row = snapshot.layout->rows[at];
    json.beginObject();
    json.text(QStringLiteral("name"), row.name);
    json.text(QStringLiteral("kind"), row.kind->id);
    json.text(QStringLiteral("state"), stateId(snapshot.rows[at].state));
    json.beginObject(QStringLiteral("figures"));
    for (std::size_t i = 0; i < row.kind->figures.size(); ++i) {
        json.number(row.kind->figures[i].id, snapshot.figure(at, static_cast<int>(i)));
    }
    json.endObject();
    writeLowerBounds(json, snapshot, at);
    writeKeys(json, snapshot, row);
    writeProblems(json, snapshot.rows[at], *row.kind);
    json.endObject();
}

} // namespace

QByteArray snapshotJson(const Snapshot &snapshot, JsonWriter::Layout layout)
{
    JsonWriter json(layout);
    json.beginObject();
    json.integer(QStringLiteral("plimsoll"), 1);
    json.text(QStringLiteral("workspace"), snapshot.layout->workspace->name);
    json.text(QStringLiteral("time"),
              QDateTime::fromMSecsSinceEpoch(snapshot.serverTime.count(), Qt::UTC).toString(Qt::ISODateWithMs));
    writeServer(json, snapshot);
    json.beginArray(QStringLiteral("collections"));
    for (std::size_t at = 0; at < snapshot.size(); ++at) {
        writeCollection(json, snapshot, at);
    }
    json.endArray();
    json.endObject();
    return json.take();
}

} // namespace plimsoll::app

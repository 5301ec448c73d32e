// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"

#include "models/text/isotime.h"
#include "redis/types/printable.h"
#include "redis/types/shards.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace plimsoll::app {

namespace {

double milliseconds(std::chrono::microseconds duration)
{
    return static_cast<double>(duration.count()) / 1000.0;
}

void writeServer(JsonWriter &json, const Snapshot &snapshot)
{
    const ServerInfo &server = snapshot.server.summary();
    json.beginObject("server");
    json.knownText("address", server.address);
    json.knownText("name", server.name);
    json.knownText("version", server.version);
    json.knownText("mode", server.mode);
    json.knownText("role", server.role);
    json.number("roundTripMs", milliseconds(snapshot.roundTrip));
    json.number("pollMs", milliseconds(snapshot.pollTime));
    json.integer("commands", snapshot.commands);
    if (snapshot.asked.isTracking) {
        json.integer("asked", snapshot.asked.count);
    } else if (!snapshot.asked.whyAll.isEmpty()) {
        json.text("allAskedBecause", snapshot.asked.whyAll);
    }
    if (snapshot.server.nodes.size() > 1 || server.mode == QLatin1StringView("cluster")) {
        json.beginArray("nodes");
        for (const NodeState &node : snapshot.server.nodes) {
            json.beginObject();
            json.knownText("address", node.info.address);
            json.knownText("role", node.info.role);
            json.knownText("version", node.info.version);
            json.integer("slots", node.slotsServed);
            json.number("roundTripMs", node.roundTrip.count() > 0 ? milliseconds(node.roundTrip) : unknownFigure);
            if (node.info.replicaLag) { // of a replica
                json.integer("lagMs", std::chrono::milliseconds(*node.info.replicaLag).count());
            }
            json.text("state", stateId(node.error.isEmpty() ? State::Ok : State::Error));
            json.endObject();
        }
        json.endArray();
    }
    json.endObject();
}

void writeEvents(JsonWriter &json, const Snapshot &snapshot)
{
    if (snapshot.events.empty()) {
        return;
    }
    json.beginArray("events");
    for (const ServerEvent &event : snapshot.events) {
        json.beginObject();
        json.text("time", models::isoTime(event.time));
        json.text("event", eventId(event.type));
        json.text("text", event.text);
        json.endObject();
    }
    json.endArray();
}

/// The keys of one collection as text. Allocates text only for keys that are not valid text.
class KeyNames {
public:
    const std::vector<QByteArray> &of(const SnapshotLayout &layout, const SnapshotLayout::Row &row)
    {
        m_names.clear();
        for (int i = row.firstPart; i < row.firstPart + row.partCount; ++i) {
            const QByteArray &key = layout.parts[static_cast<std::size_t>(i)].key;
            m_names.push_back(isUtf8(key) ? key : printable(key).toUtf8());
        }
        m_sorted = m_names;
        std::sort(m_sorted.begin(), m_sorted.end());
        m_allDiffer = std::adjacent_find(m_sorted.begin(), m_sorted.end()) == m_sorted.end();
        return m_names;
    }
    /// True if an earlier role has the same key, which is then one JSON member.
    [[nodiscard]] bool isRepeated(std::size_t index) const
    {
        const auto at = m_names.begin() + static_cast<std::ptrdiff_t>(index);
        return !m_allDiffer && std::find(m_names.begin(), at, *at) != at;
    }

private:
    std::vector<QByteArray> m_names, m_sorted; ///< members, to reuse their memory
    bool m_allDiffer = true;
};

void writeKeys(JsonWriter &json, const Snapshot &snapshot, std::size_t at, KeyNames &keys)
{
    const SnapshotLayout::Row &row = snapshot.layout->rows[at];
    const auto write = [&](const QByteArray &name, std::size_t part) {
        json.number(std::string_view(name.constData(), static_cast<std::size_t>(name.size())), snapshot.parts[part]);
    };
    const auto first = static_cast<std::size_t>(row.firstPart);
    json.beginObject("keys");
    if (row.partCount == 1 && isUtf8(snapshot.layout->parts[first].key)) { // most of 10,000 collections
        write(snapshot.layout->parts[first].key, first);
        json.endObject();
        return;
    }
    const std::vector<QByteArray> &names = keys.of(*snapshot.layout, row);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!keys.isRepeated(i)) {
            write(names[i], first + i);
        }
    }
    if (const std::shared_ptr<const KeysFound> &found = snapshot.rows[at].found) {
        for (const auto &[key, count] : found->named) {
            const QByteArray name = isUtf8(key) ? key : printable(key).toUtf8();
            json.number(std::string_view(name.constData(), static_cast<std::size_t>(name.size())), count);
        }
    }
    json.endObject();
}

/// Writes only roles with uneven load: the hot key, and its share relative to the mean.
void writeHotShards(JsonWriter &json, const Snapshot &snapshot, std::size_t at)
{
    std::vector<ShardLoad> loads = shardLoads(snapshot, at);
    std::erase_if(loads, [](const ShardLoad &load) { return !load.isHot(); });
    if (loads.empty()) {
        return;
    }
    json.beginArray("hotShards");
    for (const ShardLoad &load : loads) {
        json.beginObject();
        json.text("role", load.role->id);
        json.bytes("key", load.keys[load.largest()]);
        json.number("times", std::round(load.skew() * 100) / 100);
        json.endObject();
    }
    json.endArray();
}

/// Writes the list only if it is not empty; readers test whether it contains a name.
void writeLowerBounds(JsonWriter &json, const Snapshot &snapshot, std::size_t at)
{
    if (!snapshot.has(at, FigureNote::AtLeast)) {
        return;
    }
    const std::span<const FigureSpec> figures = snapshot.layout->rows[at].figures();
    json.beginArray("atLeast");
    for (std::size_t i = 0; i < figures.size(); ++i) {
        if (snapshot.isAtLeast(at, static_cast<int>(i))) {
            json.text({}, figures[i].id);
        }
    }
    json.endArray();
}

/// Writes how many of the keys were found, for collections that scan for keys.
void writeFound(JsonWriter &json, const Snapshot::Row &row)
{
    if (row.found == nullptr) {
        return;
    }
    const KeysFound &found = *row.found;
    json.beginObject("found");
    json.number("seen", static_cast<double>(found.seen));
    json.number("about", std::round(found.about));
    json.number("unread", static_cast<double>(found.unread));
    json.knownText("wholeAt", found.wholeAt.count() == 0 ? QString() : models::isoTime(found.wholeAt));
    json.endObject();
}

void writeProblems(JsonWriter &json, const Snapshot::Row &row, std::span<const FigureSpec> figures)
{
    json.beginArray("problems");
    if (row.problems) {
        for (const Problem &problem : *row.problems) {
            json.beginObject();
            json.knownText("figure",
                           problem.figure < 0 ? QString()
                                              : QString(figures[static_cast<std::size_t>(problem.figure)].id));
            json.text("level", stateId(problem.level));
            json.text("text", problem.text);
            json.endObject();
        }
    }
    json.endArray();
}

void writeCollection(JsonWriter &json, const Snapshot &snapshot, std::size_t at, KeyNames &keys)
{
    const SnapshotLayout::Row &row = snapshot.layout->rows[at];
    json.beginObject();
    json.text("name", row.name);
    json.text("kind", row.kind->id);
    json.text("state", stateId(snapshot.rows[at].state));
    json.beginObject("figures");
    const std::span<const FigureSpec> figures = row.figures();
    const std::span<const double> values = snapshot.figuresOf(at);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        json.number(figures[i].id, values[i]);
    }
    json.endObject();
    writeLowerBounds(json, snapshot, at);
    writeKeys(json, snapshot, at, keys);
    writeHotShards(json, snapshot, at);
    writeFound(json, snapshot.rows[at]);
    writeProblems(json, snapshot.rows[at], figures);
    json.endObject();
}

} // namespace

QByteArray snapshotJson(const Snapshot &snapshot, JsonWriter::Layout layout)
{
    constexpr qsizetype bytesPerCollection = 240; // on one line
    JsonWriter json(layout, bytesPerCollection * static_cast<qsizetype>(snapshot.size()));
    json.beginObject();
    json.integer("plimsoll", 1);
    json.text("workspace", snapshot.layout->workspace->name);
    json.text("time", models::isoTime(snapshot.serverTime));
    writeServer(json, snapshot);
    writeEvents(json, snapshot);
    json.beginArray("collections");
    KeyNames keys;
    for (std::size_t at = 0; at < snapshot.size(); ++at) {
        writeCollection(json, snapshot, at, keys);
    }
    json.endArray();
    json.endObject();
    return json.take();
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/recordingwriter.h"

#include "app/recording/recordingfields.h"
#include "models/documents/jsonwriter.h"
#include "redis/types/endpoint.h"
#include "redis/types/redaction.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <cmath>

namespace plimsoll::app {

namespace {

using models::JsonWriter;

/// Writes a member according to its type.
class WrittenMembers final {
public:
    explicit WrittenMembers(JsonWriter &json) : m_json(json) { }

    void operator()(models::JsonName name, const QString &value) const { m_json.text(name, value); }
    void operator()(models::JsonName name, const QByteArray &value) const { m_json.bytes(name, value); }
    void operator()(models::JsonName name, bool value) const { m_json.boolean(name, value); }
    void operator()(models::JsonName name, int value) const { m_json.integer(name, value); }
    void operator()(models::JsonName name, qint64 value) const { m_json.integer(name, value); }
    /// JSON has no infinite numbers; writes "inf" or "-inf".
    void operator()(models::JsonName name, double value) const
    {
        if (std::isinf(value)) {
            m_json.text(name, value > 0 ? QLatin1StringView("inf") : QLatin1StringView("-inf"));
        } else {
            m_json.number(name, value);
        }
    }
    template <typename Rep, typename Period>
    void operator()(models::JsonName name, std::chrono::duration<Rep, Period> value) const
    {
        m_json.integer(name, qint64{value.count()});
    }
    template <typename Value> void operator()(models::JsonName name, const std::optional<Value> &value) const
    {
        if (value) {
            (*this)(name, *value);
        }
    }
    template <typename Value> void operator()(models::JsonName name, const std::vector<Value> &values) const
    {
        m_json.beginArray(name);
        for (const Value &value : values) {
            (*this)({}, value);
        }
        m_json.endArray();
    }

private:
    JsonWriter &m_json;
};

/// Appends a member to the JSON object on the line.
void addMember(QByteArray &line, const QByteArray &name, const QByteArray &json)
{
    line.chop(2); // removes the closing brace and the line end
    line += ",\"" + name + "\":" + json + "}\n";
}

/// Removes what must not be shared: credentials, certificate paths and alert receivers.
Workspace withoutSecrets(Workspace workspace)
{
    const auto place = redis::Endpoint::parse(workspace.connection.url);
    ConnectionSettings connection;
    if (place) {
        redis::Endpoint known = *place;
        known.user.clear();
        known.password.clear();
        connection.url = known.url();
    }
    connection.readOnly = true;
    connection.production = workspace.connection.production;
    connection.colour = workspace.connection.colour;
    workspace.connection = connection;
    workspace.notify = {};
    return workspace;
}

QByteArray serverText(const ServerState &server)
{
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginArray();
    for (const NodeState &node : server.nodes) {
        json.beginObject();
        visitServerInfo(node.info, WrittenMembers(json));
        json.text("error", node.error);
        json.endObject();
    }
    json.endArray();
    return json.take().trimmed();
}

void writeProblems(JsonWriter &json, const Snapshot::Row &row, const SnapshotLayout::Row &at)
{
    json.beginArray("problems");
    for (const Problem &problem : row.problems ? *row.problems : std::vector<Problem>()) {
        json.beginObject();
        if (problem.figure >= 0) {
            json.text("figure", at.figure(problem.figure).id);
        }
        json.text("level", stateId(problem.level));
        json.text("text", problem.text);
        json.endObject();
    }
    json.endArray();
}

void writeHead(JsonWriter &json, const Head &head, const QStringList &hidden)
{
    json.beginObject("head");
    json.integer("readAt", head.readAt.count());
    json.beginArray("elements");
    for (const HeadElement &element : head.elements) {
        json.beginObject();
        const HeadElement shown{redactedJson(element.element, hidden), element.score};
        visitHeadElement(shown, WrittenMembers(json));
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeFound(JsonWriter &json, const KeysFound &found, const QStringList &hidden)
{
    json.beginObject("found");
    visitKeysFound(found, WrittenMembers(json));
    json.beginArray("first");
    for (FoundKey key : found.first) {
        key.holder = redactedJson(key.holder, hidden);
        json.beginObject();
        visitFoundKey(key, WrittenMembers(json));
        if (key.tenures != nullptr) {
            json.beginArray("tenures");
            for (Tenure one : *key.tenures) {
                one.holder = redactedJson(one.holder, hidden);
                json.beginObject();
                visitTenure(one, WrittenMembers(json));
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endArray();
    json.beginArray("groups");
    for (const KeyGroup &group : found.groups) {
        json.beginObject();
        visitKeyGroup(group, WrittenMembers(json));
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

bool isSame(const Snapshot::Row &a, const Snapshot::Row &b)
{
    const auto same = [](const Problem &one, const Problem &other) {
        return one.figure == other.figure && one.level == other.level && one.text == other.text;
    };
    const bool problems = a.problems == b.problems
        || (a.problems && b.problems
            && std::equal(a.problems->begin(), a.problems->end(), b.problems->begin(), b.problems->end(), same));
    return a.state == b.state && problems && a.head == b.head && a.found == b.found;
}

void writeRow(JsonWriter &json, const Snapshot &snapshot, const Snapshot *before, std::size_t index,
              const QStringList &hidden)
{
    const Snapshot::Row &row = snapshot.rows[index];
    if (before != nullptr && isSame(row, before->rows[index])) {
        return;
    }
    json.beginObject();
    json.integer("row", static_cast<qint64>(index));
    json.text("state", stateId(row.state));
    writeProblems(json, row, snapshot.layout->rows[index]);
    // A head or found keys that were not read again are the same object, and are not written again.
    if (row.head && (before == nullptr || row.head != before->rows[index].head)) {
        writeHead(json, *row.head, hidden);
    }
    if (row.found && (before == nullptr || row.found != before->rows[index].found)) {
        writeFound(json, *row.found, hidden);
    }
    json.endObject();
}

/// Writes the current keys, which change with periods.
void writeParts(JsonWriter &json, const SnapshotLayout &layout)
{
    json.beginArray("keys");
    for (const SnapshotLayout::Row &row : layout.rows) {
        json.beginArray();
        for (int i = row.firstPart; i < row.firstPart + row.partCount; ++i) {
            const SnapshotLayout::Part &part = layout.parts[static_cast<std::size_t>(i)];
            json.beginObject();
            json.text("role", part.role->id);
            json.bytes("key", part.key);
            json.endObject();
        }
        json.endArray();
    }
    json.endArray();
}

void writeEvents(JsonWriter &json, const Snapshot &snapshot)
{
    json.beginArray("happened");
    for (const ServerEvent &event : snapshot.events) {
        json.beginObject();
        json.integer("time", event.time.count());
        json.text("event", eventId(event.type));
        json.number("elementsGone", event.elementsGone);
        json.text("text", event.text);
        json.number("before", event.before);
        json.number("after", event.after);
        json.integer("savedAt", event.savedAt.count());
        json.endObject();
    }
    json.endArray();
}

void writeNotes(JsonWriter &json, const std::vector<quint8> &notes)
{
    json.beginArray("notes"); // rarely any; for each its position and its bits
    for (std::size_t i = 0; i < notes.size(); ++i) {
        if (notes[i] != 0) {
            json.integer({}, static_cast<qint64>(i));
            json.integer({}, notes[i]);
        }
    }
    json.endArray();
}

} // namespace

QByteArray RecordingWriter::headLine(const SnapshotLayout &layout)
{
    m_hidden.clear();
    for (const CollectionDefinition &collection : m_workspace->collections) {
        m_hidden.push_back(redactedFields(collection));
    }
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginObject();
    json.integer("plimsollRecording", recordingLayout);
    json.text("version", QStringLiteral(PLIMSOLL_VERSION));
    json.beginArray("figures"); // figures in order, because other versions may have others
    for (const SnapshotLayout::Row &row : layout.rows) {
        json.beginArray();
        for (const FigureSpec &figure : row.figures()) {
            json.text({}, figure.id);
        }
        json.endArray();
    }
    json.endArray();
    json.endObject();
    QByteArray line = json.take();
    const QByteArray workspace = redis::workspaceToJson(withoutSecrets(*m_workspace));
    addMember(line, "workspace", QJsonDocument::fromJson(workspace).toJson(QJsonDocument::Compact));
    return line;
}

QByteArray RecordingWriter::lines(const SnapshotPtr &snapshot)
{
    QByteArray head;
    const SnapshotLayout &layout = *snapshot->layout;
    if (m_workspace != layout.workspace) {
        m_workspace = layout.workspace;
        m_before.reset();
        m_server.clear();
        head = headLine(layout);
    }
    JsonWriter json(JsonWriter::Layout::Line);
    const WrittenMembers members(json);
    json.beginObject();
    visitTick(*snapshot, members);
    if (!m_before || m_before->layout != snapshot->layout) {
        writeParts(json, layout);
    }
    members("figures", snapshot->figures);
    writeNotes(json, snapshot->notes);
    members("counts", snapshot->parts);
    json.beginArray("rows");
    for (std::size_t i = 0; i < snapshot->rows.size(); ++i) {
        writeRow(json, *snapshot, m_before.get(), i, m_hidden[i]);
    }
    json.endArray();
    if (!snapshot->events.empty()) {
        writeEvents(json, *snapshot);
    }
    json.endObject();
    QByteArray line = json.take();
    if (const QByteArray server = serverText(snapshot->server); server != m_server) {
        addMember(line, "server", server);
        m_server = server;
    }
    m_before = snapshot;
    return head + line;
}

Result<std::shared_ptr<RecordingFile>> RecordingFile::create(const QString &path)
{
    std::shared_ptr<RecordingFile> made(new RecordingFile(path));
    if (!made->m_file.open(QIODevice::WriteOnly | QIODevice::NewOnly, QFile::ReadOwner | QFile::WriteOwner)) {
        return Error{ErrorKind::Storage,
                     QFile::exists(path)
                         ? QCoreApplication::translate("recording", "%1 exists already; choose another file").arg(path)
                         : QCoreApplication::translate("recording", "%1 cannot be written: %2")
                               .arg(path, made->m_file.errorString())};
    }
    return made;
}

Outcome RecordingFile::keep(const SnapshotPtr &snapshot)
{
    const QByteArray lines = m_writer.lines(snapshot);
    if (m_file.write(lines) != lines.size() || !m_file.flush()) {
        return Error{ErrorKind::Storage,
                     QCoreApplication::translate("recording", "%1 cannot be written: %2")
                         .arg(m_file.fileName(), m_file.errorString())};
    }
    return Done{};
}

} // namespace plimsoll::app

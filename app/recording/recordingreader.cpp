// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/recordingreader.h"

#include "app/recording/recordingfields.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <array>

namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;

struct RecordingWords {
    Q_DECLARE_TR_FUNCTIONS(recording)
};

QByteArray bytesOf(const QJsonValue &value)
{
    return value.isObject() ? QByteArray::fromBase64(value[QStringLiteral("base64")].toString().toLatin1())
                            : value.toString().toUtf8();
}

double numberOf(const QJsonValue &value)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (value.isString()) {
        const QString word = value.toString();
        return word == QStringLiteral("inf") ? infinite : word == QStringLiteral("-inf") ? -infinite : unknownFigure;
    }
    return value.toDouble(unknownFigure);
}

void readInto(const QJsonValue &from, QString &to)
{
    to = from.toString();
}
void readInto(const QJsonValue &from, QByteArray &to)
{
    to = bytesOf(from);
}
void readInto(const QJsonValue &from, bool &to)
{
    to = from.toBool();
}
void readInto(const QJsonValue &from, int &to)
{
    to = from.toInt();
}
void readInto(const QJsonValue &from, qint64 &to)
{
    to = from.toInteger();
}
void readInto(const QJsonValue &from, double &to)
{
    to = numberOf(from);
}
template <typename Rep, typename Period> void readInto(const QJsonValue &from, std::chrono::duration<Rep, Period> &to)
{
    to = std::chrono::duration<Rep, Period>(from.toInteger());
}
template <typename Value> void readInto(const QJsonValue &from, std::optional<Value> &to)
{
    readInto(from, to.emplace());
}
template <typename Value> void readInto(const QJsonValue &from, std::vector<Value> &to)
{
    to.clear();
    const QJsonArray all = from.toArray();
    for (const auto &one : all) {
        readInto(one, to.emplace_back());
    }
}

/// Reads a member if it is present.
class ReadMembers final {
public:
    explicit ReadMembers(QJsonObject object) : m_object(std::move(object)) { }

    template <typename Value> void operator()(const char *name, Value &value) const
    {
        if (const auto found = m_object.constFind(QLatin1StringView(name)); found != m_object.constEnd()) {
            readInto(*found, value);
        }
    }

private:
    QJsonObject m_object;
};

State stateOf(const QJsonValue &id)
{
    constexpr std::array states{State::Ok, State::Unknown, State::Warning, State::Critical};
    for (const State state : states) {
        if (id.toString() == stateId(state)) {
            return state;
        }
    }
    return State::Error; // and so is one of a newer Plimsoll
}

std::vector<Problem> problemsOf(const QJsonArray &all, const SnapshotLayout::Row &at)
{
    std::vector<Problem> problems;
    for (const auto &one : all) {
        const QJsonValue figure = one[QStringLiteral("figure")];
        problems.push_back({figure.isString() ? at.figures().empty() ? -1 : at.figureIndex(figure.toString()) : -1,
                            stateOf(one[QStringLiteral("level")]), one[QStringLiteral("text")].toString()});
    }
    return problems;
}

Head headOf(const QJsonObject &from)
{
    Head head;
    head.readAt = milliseconds(from.value(QStringLiteral("readAt")).toInteger());
    const QJsonArray elements = from.value(QStringLiteral("elements")).toArray();
    for (const auto &element : elements) {
        visitHeadElement(head.elements.emplace_back(), ReadMembers(element.toObject()));
    }
    return head;
}

KeysFound foundOf(const QJsonObject &from)
{
    KeysFound found;
    visitKeysFound(found, ReadMembers(from));
    const QJsonArray first = from.value(QStringLiteral("first")).toArray();
    for (const auto &key : first) {
        FoundKey &made = found.first.emplace_back();
        visitFoundKey(made, ReadMembers(key.toObject()));
        std::vector<Tenure> tenures;
        const QJsonArray held = key[QStringLiteral("tenures")].toArray();
        for (const auto &one : held) {
            visitTenure(tenures.emplace_back(), ReadMembers(one.toObject()));
        }
        made.tenures = tenures.empty() ? nullptr : std::make_shared<const std::vector<Tenure>>(std::move(tenures));
    }
    const QJsonArray groups = from.value(QStringLiteral("groups")).toArray();
    for (const auto &group : groups) {
        visitKeyGroup(found.groups.emplace_back(), ReadMembers(group.toObject()));
    }
    return found;
}

ServerState serverOf(const QJsonArray &nodes)
{
    ServerState server;
    for (const auto &node : nodes) {
        NodeState &made = server.nodes.emplace_back();
        visitServerInfo(made.info, ReadMembers(node.toObject()));
        made.error = node[QStringLiteral("error")].toString();
    }
    return server;
}

std::vector<ServerEvent> eventsOf(const QJsonArray &all)
{
    using Type = ServerEvent::Type;
    std::vector<ServerEvent> events;
    for (const auto &one : all) {
        for (const Type type : {Type::Restarted, Type::Emptied, Type::Failover, Type::Flushed}) {
            if (one[QStringLiteral("event")].toString() == eventId(type)) {
                events.push_back({milliseconds(one[QStringLiteral("time")].toInteger()), type,
                                  numberOf(one[QStringLiteral("elementsGone")]), one[QStringLiteral("text")].toString(),
                                  numberOf(one[QStringLiteral("before")]), numberOf(one[QStringLiteral("after")]),
                                  milliseconds(one[QStringLiteral("savedAt")].toInteger())});
            }
        }
    }
    return events;
}

} // namespace

Error RecordingReader::damaged(const QString &why) const
{
    return {ErrorKind::Invalid,
            RecordingWords::tr("%1:%2: this line of the recording is damaged: %3")
                .arg(m_file.fileName(), QString::number(m_line), why)};
}

Result<std::shared_ptr<RecordingReader>> RecordingReader::open(const QString &path, double pace, const QString &title)
{
    std::shared_ptr<RecordingReader> reader(new RecordingReader(path, pace, title));
    if (!reader->m_file.open(QIODevice::ReadOnly)) {
        return Error{ErrorKind::Storage, RecordingWords::tr("%1: %2").arg(path, reader->m_file.errorString())};
    }
    reader->m_ahead = reader->read();
    if (!*reader->m_ahead) {
        return reader->m_ahead->error();
    }
    if (**reader->m_ahead == nullptr) {
        return Error{ErrorKind::Invalid, RecordingWords::tr("%1: this recording is empty").arg(path)};
    }
    return reader;
}

Result<redis::SnapshotSource::Told> RecordingReader::next()
{
    using namespace std::chrono;
    if (!*m_ahead) {
        return m_ahead->error(); // also returned by every later call
    }
    if (const SnapshotPtr &next = **m_ahead) {
        auto told = std::make_shared<Snapshot>(*next);
        told->taken = steady_clock::now();
        m_last = std::move(told);
        m_ahead = read();
    }
    const SnapshotPtr next = *m_ahead ? **m_ahead : m_last;
    const milliseconds apart =
        next ? std::max(next->serverTime - m_last->serverTime, milliseconds(0)) : milliseconds(0);
    const auto wait = m_pace > 0 ? duration_cast<milliseconds>(apart / m_pace) : milliseconds(0);
    return Told{m_last, wait, next == nullptr};
}

Result<SnapshotPtr> RecordingReader::read()
{
    while (!m_file.atEnd()) {
        const QByteArray bytes = m_file.readLine();
        ++m_line;
        QJsonParseError error;
        const QJsonObject line = QJsonDocument::fromJson(bytes, &error).object();
        if (error.error != QJsonParseError::NoError) {
            if (m_line > 1 && !bytes.endsWith('\n')) {
                m_warning = RecordingWords::tr("%1:%2: the last line was cut off; it is left out")
                                .arg(m_file.fileName(), QString::number(m_line));
                return SnapshotPtr();
            }
            return damaged(error.errorString());
        }
        if (line.contains(QStringLiteral("plimsollRecording"))) {
            if (const Outcome done = readWorkspace(line); !done) {
                return done.error();
            }
        } else if (m_workspace == nullptr) {
            return Error{ErrorKind::Invalid,
                         RecordingWords::tr("%1 is not a recording of Plimsoll").arg(m_file.fileName())};
        } else {
            return readTick(line);
        }
    }
    return SnapshotPtr();
}

Outcome RecordingReader::readWorkspace(const QJsonObject &line)
{
    const int layout = line.value(QStringLiteral("plimsollRecording")).toInt();
    if (layout > recordingLayout) {
        return Error{ErrorKind::Invalid,
                     RecordingWords::tr("%1: written by a newer Plimsoll (%2)")
                         .arg(m_file.fileName(), line.value(QStringLiteral("version")).toString())};
    }
    const QByteArray text = QJsonDocument(line.value(QStringLiteral("workspace")).toObject()).toJson();
    auto parsed = redis::parseWorkspace(text, redis::kindInfos());
    if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&parsed)) {
        return damaged(problems->front().text);
    }
    auto workspace = std::make_shared<Workspace>(std::get<Workspace>(std::move(parsed)));
    workspace->name = m_title.arg(workspace->name);
    m_workspace = std::move(workspace);
    auto made = std::make_shared<SnapshotLayout>();
    made->workspace = m_workspace;
    m_places.clear();
    const QJsonArray figures = line.value(QStringLiteral("figures")).toArray();
    if (figures.size() != static_cast<qsizetype>(m_workspace->collections.size())) {
        return damaged(RecordingWords::tr("it has figures of other collections"));
    }
    for (const CollectionDefinition &collection : m_workspace->collections) {
        SnapshotLayout::Row &row = made->rows.emplace_back();
        row.name = collection.name;
        row.kind = collection.kind;
        row.ownFigures = collection.ownFigures;
        row.firstFigure = made->figureCount;
        const QJsonArray ids = figures[static_cast<qsizetype>(made->rows.size()) - 1].toArray();
        for (const auto &id : ids) {
            const int index = row.figureIndex(id.toString());
            m_places.push_back(index < 0 ? -1 : row.firstFigure + index);
        }
        made->figureCount += static_cast<int>(row.figures().size());
    }
    m_rows = SharedChunks<Snapshot::Row>(made->rows.size());
    m_server = {};
    m_layout = std::move(made);
    return Done{};
}

Outcome RecordingReader::readKeys(const QJsonObject &line)
{
    const auto found = line.constFind(QStringLiteral("keys"));
    if (found == line.constEnd()) {
        return Done{};
    }
    auto made = std::make_shared<SnapshotLayout>(*m_layout);
    made->parts.clear();
    const QJsonArray rows = found->toArray();
    if (rows.size() != static_cast<qsizetype>(made->rows.size())) {
        return damaged(RecordingWords::tr("it has keys of other collections"));
    }
    for (std::size_t i = 0; i < made->rows.size(); ++i) {
        SnapshotLayout::Row &row = made->rows[i];
        row.firstPart = static_cast<int>(made->parts.size());
        const QJsonArray keys = rows[static_cast<qsizetype>(i)].toArray();
        for (const auto &key : keys) {
            const QString id = key[QStringLiteral("role")].toString();
            const auto role = std::find_if(row.kind->roles.begin(), row.kind->roles.end(),
                                           [&id](const RoleSpec &spec) { return spec.id == id; });
            if (role == row.kind->roles.end()) {
                return damaged(RecordingWords::tr("%1 has no keys of the role %2").arg(row.name, id));
            }
            made->parts.push_back({bytesOf(key[QStringLiteral("key")]), &*role});
        }
        row.partCount = static_cast<int>(keys.size());
    }
    m_layout = std::move(made);
    return Done{};
}

void RecordingReader::readRows(const QJsonObject &line)
{
    const QJsonArray rows = line.value(QStringLiteral("rows")).toArray();
    for (const auto &from : rows) {
        const auto index = static_cast<std::size_t>(from[QStringLiteral("row")].toInteger(-1));
        if (index >= m_rows.size()) {
            continue;
        }
        Snapshot::Row &row = m_rows[index];
        row.state = stateOf(from[QStringLiteral("state")]);
        auto problems = problemsOf(from[QStringLiteral("problems")].toArray(), m_layout->rows[index]);
        row.problems = problems.empty() ? nullptr : std::make_shared<const std::vector<Problem>>(std::move(problems));
        if (const QJsonValue head = from[QStringLiteral("head")]; head.isObject()) {
            row.head = std::make_shared<const Head>(headOf(head.toObject()));
        }
        if (const QJsonValue found = from[QStringLiteral("found")]; found.isObject()) {
            row.found = std::make_shared<const KeysFound>(foundOf(found.toObject()));
        }
    }
}

void RecordingReader::readFigures(const QJsonObject &line, Snapshot &snapshot) const
{
    const auto figures = static_cast<std::size_t>(m_layout->figureCount);
    snapshot.figures.assign(figures, unknownFigure);
    snapshot.notes.assign(figures, 0);
    const QJsonArray values = line.value(QStringLiteral("figures")).toArray();
    for (qsizetype i = 0; i < std::min(values.size(), static_cast<qsizetype>(m_places.size())); ++i) {
        if (const int place = m_places[static_cast<std::size_t>(i)]; place >= 0) {
            snapshot.figures[static_cast<std::size_t>(place)] = numberOf(values[i]);
        }
    }
    const QJsonArray notes = line.value(QStringLiteral("notes")).toArray();
    for (qsizetype i = 0; i + 1 < notes.size(); i += 2) {
        const auto at = static_cast<std::size_t>(notes[i].toInteger(-1));
        if (const int place = at < m_places.size() ? m_places[at] : -1; place >= 0) {
            snapshot.notes[static_cast<std::size_t>(place)] = static_cast<quint8>(notes[i + 1].toInt());
        }
    }
    readInto(line.value(QStringLiteral("counts")), snapshot.parts);
    snapshot.parts.resize(m_layout->parts.size(), unknownFigure);
}

Result<SnapshotPtr> RecordingReader::readTick(const QJsonObject &line)
{
    if (!line.contains(QStringLiteral("time")) || !line.contains(QStringLiteral("figures"))) {
        return damaged(RecordingWords::tr("it is not a snapshot"));
    }
    if (const Outcome done = readKeys(line); !done) {
        return done.error();
    }
    auto snapshot = std::make_shared<Snapshot>();
    visitTick(*snapshot, ReadMembers(line));
    readFigures(line, *snapshot);
    readRows(line);
    if (const QJsonValue server = line.value(QStringLiteral("server")); server.isArray()) {
        m_server = serverOf(server.toArray());
    }
    snapshot->layout = m_layout;
    snapshot->rows = m_rows;
    snapshot->server = m_server;
    snapshot->events = eventsOf(line.value(QStringLiteral("happened")).toArray());
    snapshot->sequence = ++m_sequence;
    return SnapshotPtr(std::move(snapshot));
}

} // namespace plimsoll::app

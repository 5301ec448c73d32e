// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sampleworkspace.h"

#include <algorithm>
#include <utility>

namespace plimsoll::support {

SampleWorkspace::SampleWorkspace(const QString &name)
{
    m_workspace.name = name;
    m_workspace.path = QStringLiteral("/tmp/%1.json").arg(name);
    m_workspace.connection.url = QStringLiteral("redis://127.0.0.1:6379");
    m_server.address = QStringLiteral("127.0.0.1:6379");
    m_server.version = QStringLiteral("7.0.15");
    m_server.mode = QStringLiteral("standalone");
    m_server.role = QStringLiteral("master");
}

std::size_t SampleWorkspace::add(const QString &name, const KindInfo *kind, const QByteArray &key)
{
    CollectionDefinition collection;
    collection.name = name;
    collection.kind = kind;
    const QByteArray first = key.isEmpty() ? QByteArray(kind->id.data(), kind->id.size()) + ':' + name.toUtf8() : key;
    collection.keys.push_back({.role = kind->roles.data(), .templates = {first}});
    m_workspace.collections.push_back(collection);
    m_figures.emplace_back(kind->figures.size(), unknownFigure);
    m_notes.emplace_back(kind->figures.size());
    m_rows.emplace_back();
    m_layout.reset();
    return m_rows.size() - 1;
}

void SampleWorkspace::addLimit(std::size_t collection, QLatin1StringView figure, double warning, double critical)
{
    CollectionDefinition &definition = m_workspace.collections[collection];
    definition.limits.push_back({.figure = definition.kind->figureIndex(QString(figure)),
                                 .warning = warning,
                                 .critical = critical,
                                 .below = false});
    m_layout.reset();
}

void SampleWorkspace::setBound(std::size_t collection, const std::optional<Bound> &bound)
{
    m_workspace.collections[collection].bound = bound;
    m_layout.reset();
}

void SampleWorkspace::addKeys(std::size_t collection, QLatin1StringView role, const QByteArray &text)
{
    CollectionDefinition &definition = m_workspace.collections[collection];
    const auto found = std::find_if(definition.kind->roles.begin(), definition.kind->roles.end(),
                                    [role](const RoleSpec &spec) { return spec.id == role; });
    definition.keys.push_back({.role = &*found, .templates = {text}});
    m_layout.reset();
}

void SampleWorkspace::note(std::size_t collection, QLatin1StringView figure, FigureNote note)
{
    const int index = m_workspace.collections[collection].kind->figureIndex(QString(figure));
    m_notes[collection].at(static_cast<std::size_t>(index)) |= static_cast<quint8>(note);
}

void SampleWorkspace::set(std::size_t collection, QLatin1StringView figure, double value)
{
    const int index = m_workspace.collections[collection].kind->figureIndex(QString(figure));
    m_figures[collection].at(static_cast<std::size_t>(index)) = value;
}

void SampleWorkspace::setState(std::size_t collection, State state, const QString &problem, int figure)
{
    m_rows[collection].state = state;
    m_rows[collection].problems.reset();
    if (!problem.isEmpty()) {
        m_rows[collection].problems =
            std::make_shared<const std::vector<Problem>>(1, Problem{.figure = figure, .level = state, .text = problem});
    }
}

void SampleWorkspace::setFound(std::size_t collection, KeysFound found)
{
    m_rows[collection].found = std::make_shared<const KeysFound>(std::move(found));
}

void SampleWorkspace::setHead(std::size_t collection, std::vector<HeadElement> elements)
{
    m_rows[collection].head = std::make_shared<const Head>(Head{.readAt = {}, .elements = std::move(elements)});
}

WorkspacePtr SampleWorkspace::workspace()
{
    share();
    return m_layout->workspace;
}

void SampleWorkspace::share()
{
    if (m_layout != nullptr) {
        return;
    }
    SnapshotLayout layout;
    layout.workspace = std::make_shared<const Workspace>(m_workspace);
    for (const CollectionDefinition &collection : layout.workspace->collections) {
        SnapshotLayout::Row row;
        row.name = collection.name;
        row.kind = collection.kind;
        row.firstFigure = layout.figureCount;
        row.firstPart = static_cast<int>(layout.parts.size());
        row.partCount = 1;
        layout.figureCount += static_cast<int>(collection.kind->figures.size());
        layout.parts.push_back(
            {.key = collection.keys.front().templates.front(), .role = collection.keys.front().role});
        layout.rows.push_back(row);
    }
    m_layout = std::make_shared<const SnapshotLayout>(std::move(layout));
}

SnapshotPtr SampleWorkspace::snapshot(std::chrono::milliseconds serverTime)
{
    share();
    Snapshot snapshot;
    snapshot.epoch = 1;
    snapshot.sequence = ++m_sequence;
    snapshot.layout = m_layout;
    snapshot.serverTime = serverTime;
    snapshot.taken = std::chrono::steady_clock::now();
    snapshot.figures.reserve(static_cast<std::size_t>(m_layout->figureCount));
    for (const std::vector<double> &figures : m_figures) {
        snapshot.figures.insert(snapshot.figures.end(), figures.begin(), figures.end());
    }
    for (const std::vector<quint8> &notes : m_notes) {
        snapshot.notes.insert(snapshot.notes.end(), notes.begin(), notes.end());
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        snapshot.parts.push_back(m_figures[i].empty() ? unknownFigure : m_figures[i].front());
    }
    snapshot.rows = m_rows;
    snapshot.server.nodes = {{m_server}};
    snapshot.roundTrip = std::chrono::microseconds(900);
    snapshot.pollTime = std::chrono::microseconds(900);
    snapshot.serverShare = std::chrono::microseconds(300);
    snapshot.commands = static_cast<int>(m_rows.size()) * 4;
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

} // namespace plimsoll::support

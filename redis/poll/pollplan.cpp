// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollplan.h"

#include "redis/types/workspacechange.h"

#include <QHash>
#include <QMultiHash>

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

namespace {

/// Commands of some rows, with what the caller appended, whose memory is kept for the next tick: about 10 MB.
constexpr int mostKept = 100'000;

} // namespace

PollPlan::PollPlan(WorkspacePtr workspace) : m_workspace(std::move(workspace))
{
    m_collectors.reserve(m_workspace->collections.size());
    for (const CollectionDefinition &definition : m_workspace->collections) {
        m_collectors.push_back(makeCollector(definition));
        m_collectors.back()->setBound(definition);
    }
    findOtherKeys();
}

std::vector<std::optional<std::size_t>> PollPlan::edit(WorkspacePtr workspace)
{
    const WorkspacePtr before = std::exchange(m_workspace, std::move(workspace));
    std::vector<std::unique_ptr<Collector>> old = std::exchange(m_collectors, {});
    QMultiHash<QByteArray, std::size_t> bySource; // keyed by first key: no comparison of all 10,000 pairwise
    const auto firstKey = [](const CollectionDefinition &definition) {
        return definition.keys.empty() || definition.keys.front().templates.empty()
            ? QByteArray()
            : definition.keys.front().templates.front();
    };
    for (std::size_t i = 0; i < old.size(); ++i) {
        bySource.insert(firstKey(before->collections[i]), i);
    }
    std::vector<std::optional<std::size_t>> origins;
    for (const CollectionDefinition &definition : m_workspace->collections) {
        const QList<std::size_t> candidates = bySource.values(firstKey(definition));
        const auto same = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t i) {
            return old[i] != nullptr && isSameSource(before->collections[i], definition);
        });
        origins.push_back(same == candidates.end() ? std::nullopt : std::optional(*same));
        m_collectors.push_back(same == candidates.end() ? nullptr : std::move(old[*same]));
    }
    // Then match the remaining collections by name: those with the same name but new keys.
    QHash<QString, std::size_t> byName;
    for (std::size_t i = 0; i < old.size(); ++i) {
        if (old[i] != nullptr) {
            byName.insert(before->collections[i].name, i);
        }
    }
    for (std::size_t row = 0; row < m_collectors.size(); ++row) {
        const CollectionDefinition &definition = m_workspace->collections[row];
        std::unique_ptr<Collector> &collector = m_collectors[row];
        const auto named = collector == nullptr ? byName.constFind(definition.name) : byName.constEnd();
        if (named != byName.constEnd() && isReadAlike(before->collections[*named], definition)) {
            origins[row] = *named;
            collector = std::move(old[*named]);
            collector->setSources(definition);
        }
        if (collector == nullptr) {
            collector = makeCollector(definition);
            collector->noteOtherMeaning(); // of the collection with this name, whose course goes on
        }
        collector->setBound(definition);
    }
    m_layout.reset();
    m_countsValid = false;
    m_nextChange = milliseconds::min();
    findOtherKeys();
    return origins;
}

void PollPlan::findOtherKeys()
{
    m_asksDataSize =
        std::any_of(m_collectors.begin(), m_collectors.end(), [](const auto &own) { return own->searches(); });
    const std::vector<CollectionDefinition> &all = m_workspace->collections;
    m_readsOtherKeys =
        m_asksDataSize || std::any_of(all.begin(), all.end(), [](const CollectionDefinition &definition) {
            return definition.preset
                || std::any_of(definition.keys.begin(), definition.keys.end(),
                               [](const RoleKeys &keys) { return keys.role != nullptr && keys.role->perId; });
        });
}

std::vector<std::size_t> PollPlan::expand(milliseconds now)
{
    // The server's clock may have been set back.
    if (now < m_nextChange && now >= m_expandedAt) {
        return {};
    }
    std::vector<std::size_t> changed;
    m_nextChange = milliseconds::max();
    m_expandedAt = now;
    for (std::size_t row = 0; row < m_collectors.size(); ++row) {
        if (m_collectors[row]->expand(now)) {
            changed.push_back(row);
        }
        m_nextChange = std::min(m_nextChange, m_collectors[row]->nextChange());
    }
    if (!changed.empty() || m_layout == nullptr) {
        m_layout = makeLayout();
        m_unknownFigures.assign(static_cast<std::size_t>(m_layout->figureCount), unknownFigure);
        m_countsValid = false;
    }
    return changed;
}

Pipeline &PollPlan::commandsAt(milliseconds now)
{
    const bool isNew = !m_countsValid;
    if (isNew) {
        encode();
    }
    Pipeline &commands = m_counts.at(now);
    if (isNew) {
        m_countsEnd = commands.mark();
    } else {
        commands.truncate(m_countsEnd);
    }
    return commands;
}

Pipeline &PollPlan::commandsAt(milliseconds now, std::span<const std::size_t> rows)
{
    if (rows.size() == size()) {
        return commandsAt(now);
    }
    if (m_countsValid) { // not needed for a long time
        m_counts = {};
        m_countsValid = false;
    }
    if (m_some.size() > mostKept) {
        m_some = {};
    }
    m_countSizes.resize(size());
    encodeStart(m_some);
    for (const std::size_t row : rows) {
        const int before = m_some.size();
        collector(row).appendCounts(m_some);
        m_countSizes[row] = m_some.size() - before;
    }
    return m_some.at(now);
}

void PollPlan::encodeStart(CountSegment &counts) const
{
    counts.clear();
    counts.add({"TIME"});
    if (m_asksDataSize) {
        counts.add({"DBSIZE"});
    }
}

void PollPlan::encode()
{
    m_countSizes.clear();
    encodeStart(m_counts);
    for (const std::unique_ptr<Collector> &collector : m_collectors) {
        const int before = m_counts.size();
        collector->appendCounts(m_counts);
        m_countSizes.push_back(m_counts.size() - before);
    }
    m_countsValid = true;
}

std::shared_ptr<const SnapshotLayout> PollPlan::makeLayout() const
{
    auto layout = std::make_shared<SnapshotLayout>();
    layout->workspace = m_workspace;
    layout->rows.reserve(m_collectors.size());
    for (std::size_t row = 0; row < m_collectors.size(); ++row) {
        const CollectionDefinition &definition = m_workspace->collections[row];
        const std::vector<PolledKey> &keys = m_collectors[row]->keys();
        layout->rows.push_back({definition.name, definition.kind, layout->figureCount,
                                static_cast<int>(layout->parts.size()), static_cast<int>(keys.size()),
                                definition.ownFigures});
        layout->figureCount += static_cast<int>(definition.figures().size());
        for (const PolledKey &key : keys) {
            layout->parts.push_back({key.key, key.role});
        }
    }
    return layout;
}

} // namespace plimsoll::redis

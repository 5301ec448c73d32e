// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/discovery.h"
#include "redis/types/workspace.h"

#include <QHash>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

namespace plimsoll::models {

/// Finds, among collections that were added, the one that reads the same keys. A value. Records are no sign: several
/// collections may share them.
class SameKeys {
public:
    /// Returns the keys of all collections of a workspace, as they are at that time; null: of none.
    static SameKeys of(const WorkspacePtr &workspace, std::chrono::milliseconds serverTime)
    {
        SameKeys all;
        if (workspace != nullptr) {
            for (const CollectionDefinition &definition : workspace->collections) {
                all.add(definition, 0);
                all.addPatterns(definition, serverTime);
                all.addRecords(definition, serverTime);
            }
        }
        return all;
    }

    void add(const CollectionDefinition &definition, int at)
    {
        QHash<QByteArray, int> &into = definition.preset ? m_frameworks : m_others;
        if (definition.preset) {
            m_uses.insert(useOf(*definition.preset), at);
        }
        for (const QByteArray &text : definition.writtenKeys()) {
            if (!into.contains(text)) {
                into.insert(text, at);
            }
        }
    }

    /// Adds the keys that the collection looks for by patterns, as they are at that time; find() ignores them.
    void addPatterns(const CollectionDefinition &definition, std::chrono::milliseconds serverTime)
    {
        if (const RoleKeys *role = definition.foundRole(); role != nullptr) {
            const std::vector<KeyPattern> patterns = definition.patterns(*role, serverTime);
            m_patterns.insert(m_patterns.end(), patterns.begin(), patterns.end());
            for (const QByteArray &key : definition.source(*role).keys(serverTime)) {
                m_written.insert(key);
            }
        }
    }

    /// Adds the keys that belong to each of its elements, such as records; only hasKeys() counts them.
    void addRecords(const CollectionDefinition &definition, std::chrono::milliseconds serverTime)
    {
        for (const RoleKeys &role : definition.keys) {
            for (const QByteArray &text : role.role->perId ? role.templates : std::vector<QByteArray>()) {
                if (const Result<KeyTemplate> parsed = KeyTemplate::parse(text); parsed && parsed->hasId()) {
                    m_records.emplace_back(*parsed, serverTime);
                }
            }
        }
    }

    /// True if collections look for these keys, whose patterns need not be written alike.
    [[nodiscard]] bool hasPatternsFor(std::span<const FoundTemplate> keys) const
    {
        return !keys.empty() && std::all_of(keys.begin(), keys.end(), [this](const FoundTemplate &one) {
            return hasSamples(one, [this](const QByteArray &key) { return isLookedForKey(key); });
        });
    }

    /// True if collections read these keys: a few by their names, others by patterns or as records of elements.
    [[nodiscard]] bool hasKeys(const FoundTemplate &keys) const
    {
        const auto isNamed = [this](const QByteArray &key) {
            return m_others.contains(key) || m_frameworks.contains(key);
        };
        const bool canBeRecords = keys.type == "hash" || keys.type == "string"; // as the server names types
        const auto isRecord = [this](const QByteArray &key) {
            return std::any_of(m_records.begin(), m_records.end(), [&key](const KeyPattern &pattern) {
                const std::optional<QByteArray> id = pattern.idOf(key);
                return id && !id->contains(':'); // otherwise the names of other keys may begin alike
            });
        };
        const auto isMatched = [&](const QByteArray &key) {
            return isLookedForKey(key) || (canBeRecords && isRecord(key));
        };
        return (keys.count == std::ssize(keys.samples) && hasSamples(keys, isNamed)) || hasSamples(keys, isMatched);
    }

    /// Returns -1 if no collection has these keys. Collections of frameworks may share keys; there, the queue decides.
    [[nodiscard]] int find(const CollectionDefinition &definition) const
    {
        if (definition.preset) {
            if (const auto found = m_uses.constFind(useOf(*definition.preset)); found != m_uses.constEnd()) {
                return *found;
            }
        }
        for (const QByteArray &text : definition.writtenKeys()) {
            if (const auto found = m_others.constFind(text); found != m_others.constEnd()) {
                return *found;
            }
            const auto found = m_frameworks.constFind(text);
            if (!definition.preset && found != m_frameworks.constEnd()) {
                return *found;
            }
        }
        return -1;
    }

private:
    template <typename IsWatched> static bool hasSamples(const FoundTemplate &keys, IsWatched isWatched)
    {
        return !keys.samples.empty() && std::all_of(keys.samples.begin(), keys.samples.end(), [&](const auto &sample) {
            return isWatched(sample.key);
        });
    }
    [[nodiscard]] bool isLookedForKey(const QByteArray &key) const
    {
        return m_written.contains(key)
            || std::any_of(m_patterns.begin(), m_patterns.end(),
                           [&key](const KeyPattern &pattern) { return pattern.idOf(key).has_value(); });
    }
    [[nodiscard]] static QStringList useOf(const PresetUse &use)
    {
        return {use.preset->id, QString::fromUtf8(use.keyPrefix()), use.queue, use.part};
    }

    QHash<QStringList, int> m_uses;
    QHash<QByteArray, int> m_frameworks, m_others; ///< index by key template
    std::vector<KeyPattern> m_patterns, m_records;
    QSet<QByteArray> m_written; ///< literal keys of the same roles
};

} // namespace plimsoll::models

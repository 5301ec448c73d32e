// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/discovery.h"

#include <QHash>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll::models {

/// Finds, among collections that were added, the one that reads the same keys. A value. Records are no sign: several
/// collections may share them.
class SameKeys {
public:
    void add(const CollectionDefinition &definition, int at)
    {
        QHash<QByteArray, int> &into = definition.preset ? m_frameworks : m_others;
        if (definition.preset) {
            m_uses.insert(useOf(*definition.preset), at);
        }
        for (const RoleKeys &role : definition.keys) {
            if (role.role->perId || &role == definition.foundRole()) {
                m_found.emplace_back(&definition, &role);
            }
            for (const QByteArray &text : role.role->perId ? std::vector<QByteArray>() : role.templates) {
                if (!into.contains(text)) {
                    into.insert(text, at);
                }
            }
        }
    }

    /// True if a collection finds these keys by a pattern or an id, which need not be written alike. It must still be
    /// there.
    [[nodiscard]] bool hasFound(std::span<const FoundTemplate> keys, std::chrono::milliseconds serverTime) const
    {
        const auto isFound = [&](const FoundTemplate &one) {
            return !one.samples.empty() && std::any_of(m_found.begin(), m_found.end(), [&](const auto &role) {
                return role.first->isKeyOf(*role.second, one.samples.front().key, serverTime);
            });
        };
        return !keys.empty() && std::all_of(keys.begin(), keys.end(), isFound);
    }

    /// Returns -1 if no collection has these keys. Collections of frameworks may share keys; there, the queue decides.
    [[nodiscard]] int find(const CollectionDefinition &definition) const
    {
        if (definition.preset) {
            if (const auto found = m_uses.constFind(useOf(*definition.preset)); found != m_uses.constEnd()) {
                return *found;
            }
        }
        for (const RoleKeys &role : definition.keys) {
            for (const QByteArray &text : role.role->perId ? std::vector<QByteArray>() : role.templates) {
                if (const auto found = m_others.constFind(text); found != m_others.constEnd()) {
                    return *found;
                }
                const auto found = m_frameworks.constFind(text);
                if (!definition.preset && found != m_frameworks.constEnd()) {
                    return *found;
                }
            }
        }
        return -1;
    }

private:
    [[nodiscard]] static QStringList useOf(const PresetUse &use)
    {
        return {use.preset->id, QString::fromUtf8(use.keyPrefix()), use.queue, use.part};
    }

    QHash<QStringList, int> m_uses;
    QHash<QByteArray, int> m_frameworks, m_others; ///< index by key template
    std::vector<std::pair<const CollectionDefinition *, const RoleKeys *>> m_found; ///< roles whose keys are looked for
};

} // namespace plimsoll::models

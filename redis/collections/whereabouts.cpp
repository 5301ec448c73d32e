// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/whereabouts.h"

#include "redis/types/keytemplate.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// Empty where it has no job records.
QByteArray recordsOf(const CollectionDefinition &definition)
{
    const RoleKeys *role = definition.role(Holds::Record);
    return role == nullptr || role->templates.empty() ? QByteArray() : role->templates.front();
}

} // namespace

Outcome canTellNowhere(const CollectionDefinition &definition)
{
    for (const RoleKeys &keys : definition.keys) {
        const bool changes =
            !keys.role->perId && std::any_of(keys.templates.begin(), keys.templates.end(), [](const QByteArray &text) {
                const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
                return parsed && parsed->hasPeriod();
            });
        if (changes) {
            return Error{
                ErrorKind::Refused,
                QCoreApplication::translate(
                    "browse",
                    "the keys of %1 change over time: it is unknown whether a job is in a key of an earlier period")
                    .arg(definition.name)};
        }
    }
    return Done{};
}

Outcome canTellNowhere(const CollectionDefinition &definition, qint64 listed)
{
    if (listed > mostListed) {
        return Error{
            ErrorKind::Refused,
            QCoreApplication::translate(
                "browse",
                "the lists of %1 hold more than 100,000 elements, too many to make sure that a job is in none of them")
                .arg(definition.name)};
    }
    return Done{};
}

std::vector<const CollectionDefinition *> sharingRecords(const Workspace &workspace,
                                                         const CollectionDefinition &definition)
{
    std::vector<const CollectionDefinition *> sharing;
    const QByteArray own = recordsOf(definition);
    for (const CollectionDefinition &other : workspace.collections) {
        if (!own.isEmpty() && other.name != definition.name && recordsOf(other) == own) {
            sharing.push_back(&other);
        }
    }
    return sharing;
}

OthersRecords::OthersRecords(const Workspace &workspace, const CollectionDefinition &definition,
                             std::chrono::milliseconds serverTime)
{
    const QByteArray own = recordsOf(definition);
    for (const CollectionDefinition &other : workspace.collections) {
        const QByteArray records = recordsOf(other);
        const Result<KeyTemplate> parsed = KeyTemplate::parse(records);
        if (records != own && parsed && parsed->hasId()) {
            m_patterns.emplace_back(*parsed, serverTime);
        }
    }
}

bool OthersRecords::has(const QByteArray &key) const
{
    return std::any_of(m_patterns.begin(), m_patterns.end(),
                       [&key](const KeyPattern &pattern) { return pattern.idOf(key).has_value(); });
}

} // namespace plimsoll::redis

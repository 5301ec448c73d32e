// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/whereabouts.h"

#include "redis/types/keytemplate.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

Outcome canTellNowhere(const CollectionDefinition &definition)
{
    for (const RoleKeys &keys : definition.keys) {
        const bool changes =
            !keys.role->perId && std::any_of(keys.templates.begin(), keys.templates.end(), [](const QByteArray &text) {
                const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
                return parsed && parsed->hasPeriod();
            });
        if (changes) {
            return Error{ErrorKind::Refused,
                         QCoreApplication::translate(
                             "browse",
                             "the keys of %1 change with the time: whether a job is in one of an earlier period is "
                             "not known")
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
            QCoreApplication::translate("browse",
                                        "the lists of %1 hold more than 100,000 elements: nobody can make sure "
                                        "in time that a job is in none of them")
                .arg(definition.name)};
    }
    return Done{};
}

} // namespace plimsoll::redis

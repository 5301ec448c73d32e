// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historyreader.h"
#include "redis/types/momentrecord.h"
#include "tests/support/snapshotbuilder.h"

#include <algorithm>
#include <memory>

namespace plimsoll::test {

/// Queues with a warning limit on the ready jobs; nullopt: no limit.
inline WorkspacePtr judgedWorkspace(const QStringList &names, const std::optional<double> &warning)
{
    auto workspace = std::make_shared<Workspace>();
    const KindInfo *kind = testKind(u"queue");
    for (const QString &name : names) {
        CollectionDefinition &definition = workspace->collections.emplace_back();
        definition.name = name;
        definition.kind = kind;
        // A single queue has the same key whatever its name.
        definition.keys = {{&kind->roles.front(), {names.size() == 1 ? QByteArray("q") : name.toUtf8()}}};
        if (warning) {
            Limit limit;
            limit.figure = kind->figureIndex(u"ready");
            limit.warning = warning;
            definition.limits.push_back(limit);
        }
    }
    return workspace;
}

/// The stored warning limit; NaN: there was none; nullopt: unknown.
inline std::optional<double> keptWarning(const MomentRecord &moment, const QString &name)
{
    const auto mine = std::find_if(moment.collections.begin(), moment.collections.end(),
                                   [&name](const MomentFigures &each) { return each.collection == name; });
    if (mine == moment.collections.end() || mine->judgedBy.isEmpty()) {
        return std::nullopt;
    }
    const auto then = asJudgedBy(mine->judgedBy, judgedWorkspace({name}, {})->collections.front());
    return then && !then->limits.empty() ? then->limits.front().warning : std::optional(unknownFigure);
}

} // namespace plimsoll::test

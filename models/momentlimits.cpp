// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/momentlimits.h"

#include "redis/types/judged.h"

#include <algorithm>

namespace plimsoll::models {

JudgedThen judgedThen(const std::shared_ptr<const SnapshotLayout> &now, const JudgedBy &kept)
{
    JudgedThen then{now, std::vector<LimitsThen>(now->rows.size(), LimitsThen::NotKept)};
    if (now->workspace == nullptr) {
        return then;
    }
    Workspace workspace = *now->workspace;
    bool isOther = !kept.all.isEmpty() && kept.all != judgedBy(workspace) && judgeBy(kept.all, workspace);
    const std::size_t rows = std::min({now->rows.size(), workspace.collections.size(), kept.rows.size()});
    for (std::size_t row = 0; row < rows; ++row) {
        CollectionDefinition &definition = workspace.collections[row];
        if (kept.rows[row].isEmpty()) {
            continue;
        }
        if (kept.rows[row] == judgedBy(definition)) {
            then.limits[row] = LimitsThen::AsNow;
        } else if (auto made = asJudgedBy(kept.rows[row], definition)) {
            definition = *std::move(made);
            then.limits[row] = LimitsThen::Others;
            isOther = true;
        }
    }
    if (isOther) {
        auto layout = std::make_shared<SnapshotLayout>(*now);
        layout->workspace = std::make_shared<const Workspace>(std::move(workspace));
        then.layout = std::move(layout);
    }
    return then;
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/discovery.h"

#include <optional>
#include <vector>

namespace plimsoll::models {

/// Number of keys now and at the earlier search.
struct KeyCounts {
    qint64 now = 0;
    std::optional<qint64> before; ///< nullopt: not known
    bool isNew = false; ///< there were none

    static KeyCounts of(const FoundTemplate &keys) { return {keys.count, keys.countBefore, keys.isNew}; }
    static KeyCounts of(const Proposal &proposal);
    [[nodiscard]] qint64 change() const { return isNew ? now : now - before.value_or(now); }
    friend bool operator==(const KeyCounts &, const KeyCounts &) = default;
};

/// Change of the number of keys since the earlier search: "new", "+12", "gone"; empty: none, or not known.
QString keyChangeText(const KeyCounts &keys);
QString keyChangeTip(const KeyCounts &keys);

/// Templates of keys that are neither proposed as a collection nor in the workspace, and of those that an earlier
/// search found and are gone, as rows. GUI thread.
class UnrecognisedModel final : public TableModel<FoundTemplate> {
    Q_OBJECT

public:
    enum class Column { Template, Type, Keys, Change };

    explicit UnrecognisedModel(QObject *parent = nullptr);

    void setWorkspace(const WorkspacePtr &workspace);
    void apply(const Discovery &discovery);
    /// Returns the number of keys in all rows.
    [[nodiscard]] qint64 keyCount() const;

private:
    void showRows();

    WorkspacePtr m_workspace;
    std::vector<FoundTemplate> m_all; ///< also those that the workspace has
};

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/elementtext.h"
#include "models/table/tablemodel.h"
#include "redis/types/operation.h"

namespace plimsoll::models {

/// The first elements of a plan as rows: element, stale time, attempts, destination. Immutable like the plan, so rows
/// do not move while the user reads them. GUI thread.
class PlanSampleModel final : public TableModel<Element> {
    Q_OBJECT

public:
    /// Shows at most `rows` elements of the sample.
    PlanSampleModel(PlanPtr plan, const OperationRequest &request, int rows, QObject *parent = nullptr);

private:
    [[nodiscard]] QString target(const Element &element) const;
    [[nodiscard]] QString expiry(const Element &element) const;

    PlanPtr m_plan;
    WorkspacePtr m_workspace; ///< owns m_collection
    const CollectionDefinition *m_collection; ///< null: unknown
    ElementRules m_rules;
};

} // namespace plimsoll::models

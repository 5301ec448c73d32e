// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace plimsoll {

/// One mistake in a workspace, as one line: "orders.json: /collections/3/keys/redy: not known; did you mean 'ready'?"
/// Syntax errors name line and column instead of a pointer.
struct WorkspaceProblem {
    QString where; ///< JSON pointer, or "line:column"
    QString text; ///< what is wrong and what would be right

    [[nodiscard]] QString line(const QString &file) const
    {
        return file + QLatin1String(": ") + where + QLatin1String(": ") + text;
    }
};

using WorkspaceProblems = std::vector<WorkspaceProblem>;

} // namespace plimsoll

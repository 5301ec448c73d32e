// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace plimsoll {

/// One mistake in a workspace, in one line: "orders.json: /collections/3/keys/redy: unknown; did you mean 'ready'?" A
/// syntax error has a line and column instead of a pointer.
struct WorkspaceProblem {
    QString where; ///< JSON pointer, or "line:column"
    QString text; ///< the mistake and its correction

    [[nodiscard]] QString line(const QString &file) const
    {
        return file + QLatin1String(": ") + where + QLatin1String(": ") + text;
    }
};

using WorkspaceProblems = std::vector<WorkspaceProblem>;

} // namespace plimsoll

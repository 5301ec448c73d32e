// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"

#include <cstddef>
#include <cstdint>
#include <variant>

using namespace plimsoll;

/// Any bytes as a workspace file: no crash, a reason if it is refused, and an accepted file is unchanged after it was
/// written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray json(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const auto result = redis::parseWorkspace(json, redis::kindInfos());
    if (const auto *problems = std::get_if<WorkspaceProblems>(&result)) {
        if (problems->empty()) {
            __builtin_trap();
        }
        return 0;
    }
    const auto again = redis::parseWorkspace(redis::workspaceToJson(std::get<Workspace>(result)), redis::kindInfos());
    if (!std::holds_alternative<Workspace>(again) || !(std::get<Workspace>(again) == std::get<Workspace>(result))) {
        __builtin_trap();
    }
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"

#include "redis/collections/collector.h"

#include <algorithm>
#include <array>

// PLIMSOLL_KINDS is KIND(queue) KIND(schedule) …: the list in CMakeLists.txt.
namespace plimsoll::redis {

#define KIND(name) extern const Kind name##Kind;
PLIMSOLL_KINDS
#undef KIND

namespace {

const auto &kinds()
{
#define KIND(name) &name##Kind,
    static constexpr std::array all{PLIMSOLL_KINDS};
#undef KIND
    return all;
}

} // namespace

std::span<const KindInfo *const> kindInfos()
{
    static const auto infos = [] {
        std::array<const KindInfo *, std::tuple_size_v<std::remove_cvref_t<decltype(kinds())>>> out{};
        std::transform(kinds().begin(), kinds().end(), out.begin(), [](const Kind *kind) { return kind->info; });
        return out;
    }();
    return infos;
}

const KindInfo *findKind(QStringView id)
{
    const auto all = kindInfos();
    const auto found = std::find_if(all.begin(), all.end(), [id](const KindInfo *info) { return id == info->id; });
    return found == all.end() ? nullptr : *found;
}

std::unique_ptr<Collector> makeCollector(const CollectionDefinition &definition)
{
    const auto found = std::find_if(kinds().begin(), kinds().end(),
                                    [&definition](const Kind *kind) { return kind->info == definition.kind; });
    return found == kinds().end() ? nullptr : (*found)->make(definition);
}

} // namespace plimsoll::redis

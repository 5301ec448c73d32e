// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"

#include "redis/collections/collector.h"

#include <algorithm>
#include <array>

// Every kind there is, in the order of patterns.md and of the navigation. A new kind is a line here and a file
// beside this one that defines `const Kind <name>Kind`.
#define PLIMSOLL_KINDS(KIND)                                                                                           \
    KIND(queue)                                                                                                        \
    KIND(schedule)                                                                                                     \
    KIND(leaderboard)                                                                                                  \
    KIND(presence)                                                                                                     \
    KIND(members)

namespace plimsoll::redis {

#define PLIMSOLL_DECLARE_KIND(name) extern const Kind name##Kind;
PLIMSOLL_KINDS(PLIMSOLL_DECLARE_KIND)
#undef PLIMSOLL_DECLARE_KIND

namespace {

const auto &kinds()
{
#define PLIMSOLL_LIST_KIND(name) &name##Kind,
    static constexpr std::array all{PLIMSOLL_KINDS(PLIMSOLL_LIST_KIND)};
#undef PLIMSOLL_LIST_KIND
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

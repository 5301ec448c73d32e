// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/makecollectionpage.h"

#include "views/kinds/leaderboardpage.h"
#include "views/kinds/memberspage.h"
#include "views/kinds/plainpage.h"
#include "views/kinds/presencepage.h"
#include "views/kinds/queuepage.h"
#include "views/kinds/schedulepage.h"

#include <array>

namespace plimsoll::views {

namespace {

template <typename Kind> std::unique_ptr<CollectionPage> make(const PageContext &context)
{
    return std::make_unique<Kind>(context);
}

struct Maker {
    QLatin1StringView kind;
    std::unique_ptr<CollectionPage> (*make)(const PageContext &);
};

/// A kind that is not in this table has the plain page.
constexpr std::array makers{
    Maker{QLatin1StringView("queue"), make<QueuePage>},
    Maker{QLatin1StringView("schedule"), make<SchedulePage>},
    Maker{QLatin1StringView("leaderboard"), make<LeaderboardPage>},
    Maker{QLatin1StringView("presence"), make<PresencePage>},
    Maker{QLatin1StringView("members"), make<MembersPage>},
};

} // namespace

std::unique_ptr<CollectionPage> makeCollectionPage(const KindInfo *kind, const PageContext &context)
{
    for (const Maker &maker : makers) {
        if (maker.kind == kind->id) {
            return maker.make(context);
        }
    }
    return make<PlainPage>(context);
}

} // namespace plimsoll::views

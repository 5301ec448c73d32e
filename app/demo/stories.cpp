// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/auditstory.h"
#include "app/demo/cachestory.h"
#include "app/demo/checkoutstory.h"
#include "app/demo/crowdstories.h"
#include "app/demo/limiterstory.h"
#include "app/demo/liststory.h"
#include "app/demo/lockstory.h"
#include "app/demo/mailstory.h"
#include "app/demo/orderstory.h"
#include "app/demo/paymentstory.h"
#include "app/demo/quotestory.h"
#include "app/demo/recentstory.h"
#include "app/demo/reminderstory.h"
#include "app/demo/story.h"

#include <QCryptographicHash>
#include <QFile>

namespace plimsoll::demo {

namespace {

Script read(const QString &name)
{
    QFile file(QStringLiteral(":/plimsoll/lua/demo/") + name);
    const bool open = file.open(QIODevice::ReadOnly);
    Q_ASSERT(open);
    Q_UNUSED(open)
    const QByteArray text = file.readAll();
    return {text, QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex()};
}

} // namespace

const Script &claimScript()
{
    static const Script script = read(QStringLiteral("claim.lua"));
    return script;
}

const Script &claimDueScript()
{
    static const Script script = read(QStringLiteral("claimdue.lua"));
    return script;
}

const Script &releaseScript()
{
    static const Script script = read(QStringLiteral("release.lua"));
    return script;
}

const Script &limitScript()
{
    static const Script script = read(QStringLiteral("limit.lua"));
    return script;
}

const Script &recentScript()
{
    static const Script script = read(QStringLiteral("recent.lua"));
    return script;
}

const Script &seenScript()
{
    static const Script script = read(QStringLiteral("seen.lua"));
    return script;
}

const Script &unlockScript()
{
    static const Script script = read(QStringLiteral("unlock.lua"));
    return script;
}

const Script &expiredScript()
{
    static const Script script = read(QStringLiteral("expired.lua"));
    return script;
}

std::vector<std::unique_ptr<Story>> makeStories(quint32 seed)
{
    // A random stream per story and seed, so that the stories do not affect each other.
    constexpr quint32 most = 32; // stories
    const auto chance = [seed](quint32 story) { return (seed - 1) * most + 8 + story; };
    std::vector<std::unique_ptr<Story>> stories;
    stories.push_back(std::make_unique<MailStory>(chance(1)));
    stories.push_back(std::make_unique<ListStory>(ListStory::Plan{.ready = "queue:invoices",
                                                                  .processing = "queue:invoices:processing",
                                                                  .jobClass = "RenderInvoice",
                                                                  .arrivals = 2.4,
                                                                  .workers = 2,
                                                                  .backlog = 1'120,
                                                                  .helpAbove = 1'700,
                                                                  .helpUntil = 1'050},
                                                  chance(2)));
    stories.push_back(std::make_unique<ListStory>(ListStory::Plan{.ready = "queue:thumbnails",
                                                                  .processing = {},
                                                                  .jobClass = "Thumbnail",
                                                                  .arrivals = 0.3,
                                                                  .shortest = milliseconds(600),
                                                                  .longest = milliseconds(2'400)},
                                                  chance(3)));
    stories.push_back(std::make_unique<ReminderStory>(chance(4)));
    stories.push_back(std::make_unique<GameStory>(chance(5)));
    stories.push_back(std::make_unique<LobbyStory>(chance(6)));
    stories.push_back(std::make_unique<MembershipStory>(
        MembershipStory::Plan{.key = "feature:new-checkout:tenants", .prefix = "tenant-", .members = 240}, chance(7)));
    stories.push_back(std::make_unique<MembershipStory>(
        MembershipStory::Plan{
            .key = "role:editor:users", .prefix = "user-", .universe = 400, .members = 60, .changes = 0.05},
        chance(8)));
    stories.push_back(std::make_unique<MembershipStory>( // editors who may publish are in both sets
        MembershipStory::Plan{
            .key = "permission:publish:users", .prefix = "user-", .universe = 400, .members = 120, .changes = 0.05},
        chance(18)));
    stories.push_back(std::make_unique<AuditStory>(chance(9)));
    stories.push_back(std::make_unique<CheckoutStory>(chance(10)));
    stories.push_back(std::make_unique<PaymentStory>(chance(11)));
    stories.push_back(std::make_unique<RecentStory>(chance(12)));
    stories.push_back(std::make_unique<LimiterStory>(chance(13)));
    stories.push_back(std::make_unique<LockStory>(chance(14)));
    stories.push_back(std::make_unique<CacheStory>(chance(15)));
    stories.push_back(std::make_unique<OrderStory>(chance(16)));
    stories.push_back(std::make_unique<QuoteStory>(chance(17)));
    return stories;
}

} // namespace plimsoll::demo

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCryptographicHash>
#include <QFile>

#include <array>

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
    struct Numbered {
        std::unique_ptr<Story> (*make)(quint32 seed);
        quint32 number;
    };
    // The order is that in which the stories play. The number of a story selects its random numbers.
    constexpr std::array all{
        Numbered{makeMailStory, 1},     Numbered{makeInvoiceStory, 2},   Numbered{makeThumbnailStory, 3},
        Numbered{makeReminderStory, 4}, Numbered{makeGameStory, 5},      Numbered{makeLobbyStory, 6},
        Numbered{makeTenantStory, 7},   Numbered{makeEditorStory, 8},    Numbered{makePublisherStory, 18},
        Numbered{makeAuditStory, 9},    Numbered{makeCheckoutStory, 10}, Numbered{makePaymentStory, 11},
        Numbered{makeRecentStory, 12},  Numbered{makeLimiterStory, 13},  Numbered{makeLockStory, 14},
        Numbered{makeCacheStory, 15},   Numbered{makeOrderStory, 16},    Numbered{makeQuoteStory, 17}};
    // A random stream per story and seed, so that the stories do not affect each other.
    constexpr quint32 most = 32; // stories
    std::vector<std::unique_ptr<Story>> stories;
    for (const auto &[make, number] : all) {
        stories.push_back(make((seed - 1) * most + 8 + number));
    }
    return stories;
}

} // namespace plimsoll::demo

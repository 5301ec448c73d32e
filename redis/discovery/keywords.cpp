// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/keywords.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <string_view>

namespace plimsoll::redis {

namespace {

struct TopicWord {
    double weight = 0;
    Topic topic = Topic::Queue;
};
using TopicWords = QHash<QByteArray, std::vector<TopicWord>>;

/// Space-separated words. Plurals are known by themselves, and joined words ("lastseen") also by a separator.
struct TopicLine {
    Topic topic;
    double weight;
    const char *words;
};

constexpr std::array topicVocabulary{
    TopicLine{Topic::Queue, 1, "queue jobqueue taskqueue workqueue jobs tasks mq"},
    TopicLine{Topic::Queue, 0.9, "job task work worker q todo backlog outbox mailqueue dispatch"},
    TopicLine{Topic::Queue, 0.6, "inbox mailbox pipeline incoming pending waiting buffer"},
    TopicLine{Topic::Schedule, 1,
              "schedule scheduled scheduler delayed delayqueue timer reminder deferred wakeup cron due"},
    TopicLine{Topic::Schedule, 0.8, "delay later retry future alarm recurring nextrun runat dueat postponed"},
    TopicLine{Topic::Priority, 1, "pq priority prio priorityqueue prioritized priorityq"},
    TopicLine{Topic::Priority, 0.7, "urgency triage severity"},
    TopicLine{Topic::Leaderboard, 1,
              "leaderboard leader lb scoreboard highscore ranking standing toplist topscore topplayer hiscore"},
    TopicLine{Topic::Leaderboard, 0.9,
              "board rank score top point elo karma ladder trending popular popularity xp rating vote bestseller"},
    TopicLine{Topic::Leaderboard, 0.6, "hot wins tournament season game best reputation mostviewed"},
    TopicLine{Topic::Presence, 1, "lastseen presence heartbeat online lastactive whoisonline lastping onlineusers"},
    TopicLine{Topic::Presence, 0.8, "alive connected connection activeusers seen ping beat keepalive lastactivity"},
    TopicLine{Topic::Presence, 0.6, "active session socket visitor"},
    TopicLine{Topic::RateLimit, 1,
              "ratelimit ratelimiter rl limiter throttle throttled slidingwindow throttling apilimit ratelimiting"},
    TopicLine{Topic::RateLimit, 0.9, "rate limit quota"},
    TopicLine{Topic::RateLimit, 0.6, "attempt hit request call window"},
    TopicLine{Topic::Lock, 1, "lock mutex lease redlock semaphore distlock lck leaderelection"},
    TopicLine{Topic::Lock, 0.7, "leader guard singleton exclusive"},
    TopicLine{Topic::Cache, 1, "cache cached caching pagecache querycache httpcache"},
    TopicLine{Topic::Cache, 0.7, "memo memoized fragment rendered"},
    TopicLine{Topic::Dedupe, 1, "dedupe dedup deduplication deduped idempotency idempotent idem duplicate"},
    TopicLine{Topic::Dedupe, 0.9, "seen processed alreadyseen handled once"},
    TopicLine{Topic::Dedupe, 0.6, "unique uniq nonce delivered visited"},
    TopicLine{Topic::Members, 1,
              "member user tenant role permission group follower following friend subscriber feature flag tag index "
              "blocklist allowlist whitelist blacklist banned admin segment team contact participant"},
    TopicLine{Topic::Members, 0.8, "interest category label watcher like customer product item subscription"},
    TopicLine{Topic::Recent, 1,
              "recent latest lately newest viewed visited lastviewed recentlyviewed history breadcrumb mru lastorders"},
    TopicLine{Topic::Recent, 0.9, "last watched browsed played opened searches"},
    TopicLine{Topic::Recent, 0.7, "feed activity notification inboxfeed"},
    TopicLine{Topic::Expiry, 1,
              "expiry expire expiring expiration byexpiry expiryindex expiresat expireat tobeexpired"},
    TopicLine{Topic::Expiry, 0.65, "ttl hold reservation deadline cleanup"},
    TopicLine{Topic::Timeline, 1, "timeline audit auditlog eventlog event activitylog bytime chronology trail"},
    TopicLine{Topic::Timeline, 0.8, "log journal activity history feed metric measurement reading"},
    TopicLine{Topic::Refusals, 1, "refused refusal rejected denied blocked throttledcount limited exceeded"},
};

struct RoleLine {
    Holds holds;
    int tier;
    const char *words;
};

constexpr std::array roleVocabulary{
    RoleLine{Holds::Processing, -1,
             "processing inprogress progress working running claimed reserved inflight unacked wip leased active busy "
             "unack taken executing doing ongoing underway handling"},
    RoleLine{Holds::Dead, -1,
             "dead failed failure dlq deadletter deadletterqueue deadqueue error poison morgue failedjob deadjob "
             "graveyard rejected undeliverable dlx broken errored crashed unprocessable"},
    RoleLine{Holds::Delayed, -1,
             "delayed scheduled delay retry retries schedule later deferred backoff waitingretry delayqueue"},
    RoleLine{Holds::Ready, -1, "ready waiting wait pending queued todo incoming available"},
    RoleLine{Holds::Ready, 0, "critical urgent highest p0"},
    RoleLine{Holds::Ready, 1, "high p1"},
    RoleLine{Holds::Ready, 2, "normal medium default standard regular p2"},
    RoleLine{Holds::Ready, 3, "low p3"},
    RoleLine{Holds::Ready, 4, "bulk background lowest p4"},
};

constexpr const char *genericWords =
    "queue q jobs job tasks task queues work worker workers schedule scheduled scheduler "
    "delayed jobqueue taskqueue workqueue mq pq priority prio stream streams";

template <typename Visit> void forEachWord(const char *words, Visit visit)
{
    for (const QByteArray &word : QByteArray(words).split(' ')) {
        visit(word);
    }
}

/// Also without the ending of a plural.
QByteArray singular(const QByteArray &word)
{
    return word.size() > 3 && word.endsWith("ies")                      ? word.chopped(3) + 'y'
        : word.size() > 3 && word.endsWith('s') && !word.endsWith("ss") ? word.chopped(1)
                                                                        : word;
}

const TopicWords &topicWords()
{
    static const TopicWords all = [] {
        TopicWords made;
        for (const TopicLine &line : topicVocabulary) {
            forEachWord(line.words, [&made, &line](const QByteArray &word) {
                made[word].push_back({line.weight, line.topic});
            });
        }
        return made;
    }();
    return all;
}

const QHash<QByteArray, RoleWord> &roleWords()
{
    static const QHash<QByteArray, RoleWord> all = [] {
        QHash<QByteArray, RoleWord> made;
        for (const RoleLine &line : roleVocabulary) {
            forEachWord(line.words, [&made, &line](const QByteArray &word) {
                made.insert(word, {line.holds, line.tier});
            });
        }
        return made;
    }();
    return all;
}

double topicWeightOf(const QByteArray &word, Topic topic)
{
    for (const QByteArray &form : {word, singular(word)}) {
        const auto known = topicWords().constFind(form);
        if (known == topicWords().constEnd()) {
            continue;
        }
        for (const TopicWord &meaning : *known) {
            if (meaning.topic == topic) {
                return meaning.weight;
            }
        }
    }
    return 0;
}

bool isTopicWord(const QByteArray &word)
{
    return topicWords().contains(word) || topicWords().contains(singular(word));
}

} // namespace

PartWords wordsOf(QByteArrayView part)
{
    PartWords words;
    QByteArray word;
    const auto end = [&] {
        if (!word.isEmpty()) {
            words.whole += word;
            words.each.push_back(std::exchange(word, {}));
        }
    };
    bool wasLower = false;
    for (const char c : part) {
        const bool isUpper = c >= 'A' && c <= 'Z';
        const bool isLower = (c >= 'a' && c <= 'z') || static_cast<uchar>(c) >= 0x80U;
        const bool isDigit = c >= '0' && c <= '9';
        if ((isUpper && wasLower) || (!isUpper && !isLower && !isDigit)) {
            end();
        }
        if (isUpper || isLower || isDigit) {
            word += static_cast<char>(isUpper ? c - 'A' + 'a' : c);
        }
        wasLower = isLower;
    }
    end();
    return words;
}

int topicPart(const PartWords &part, Topic topic)
{
    const double whole = topicWeightOf(part.whole, topic);
    double best = whole;
    if (!isTopicWord(part.whole)) { // "last-seen" says nothing of what is last
        for (const QByteArray &word : part.each) {
            best = std::max(best, topicWeightOf(word, topic));
        }
        for (std::size_t i = 0; i + 1 < part.each.size(); ++i) {
            best = std::max(best, topicWeightOf(part.each[i] + part.each[i + 1], topic));
        }
    }
    constexpr double hundred = 100;
    return static_cast<int>(best * hundred);
}

double topicWeight(const std::vector<PartWords> &parts, Topic topic)
{
    constexpr double hundred = 100;
    int best = 0;
    for (const PartWords &part : parts) {
        best = std::max(best, topicPart(part, topic));
    }
    return best / hundred;
}

QLatin1StringView kindOf(Topic topic)
{
    using L1 = QLatin1StringView;
    static constexpr std::array<L1, static_cast<std::size_t>(Topic::TopicCount)> ids{
        L1("queue"), L1("schedule"), L1("priority"), L1("leaderboard"), L1("presence"), L1("ratelimit"), L1("lock"),
        L1("cache"), L1("dedupe"),   L1("members"),  L1("recent"),      L1("expiry"),   L1("timeline"),  L1("")};
    return ids.at(static_cast<std::size_t>(topic));
}

std::optional<RoleWord> roleOf(const QByteArray &word)
{
    for (const QByteArray &form : {word, singular(word)}) {
        if (const auto known = roleWords().constFind(form); known != roleWords().constEnd()) {
            return *known;
        }
    }
    return std::nullopt;
}

bool isGeneric(const QByteArray &word)
{
    static const QByteArrayList all = QByteArray(genericWords).split(' ');
    return all.contains(word);
}

bool isKept(QByteArrayView word)
{
    constexpr qsizetype longest = 40;
    if (word.size() > longest) {
        return false;
    }
    const QByteArray whole = wordsOf(word).whole;
    return isTopicWord(whole) || roleOf(whole).has_value();
}

} // namespace plimsoll::redis

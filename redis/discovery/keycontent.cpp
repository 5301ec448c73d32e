// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/keycontent.h"

#include "redis/collections/jsonfields.h"
#include "redis/collections/keytypes.h"
#include "redis/types/scorecodec.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t expiryReplies = 1; ///< replies: PTTL

KeyType contentType(QByteArrayView type)
{
    const KeyTypeSpec *spec = findKeyType(type);
    return spec == nullptr ? KeyType{} : spec->type;
}

void keepContentError(KeyContent &content, const Reply &reply, const QByteArray &key)
{
    if (reply.isError() && !content.error) {
        content.error = reply.toError(key);
    }
}

void keepElements(KeyContent &content, const Reply &reply)
{
    for (const Reply &element : reply.elements) {
        content.elements.push_back(element.bytes);
    }
}

void keepScored(KeyContent &content, const Reply &reply)
{
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        const std::optional<double> score = reply.elements[i + 1].toDouble();
        const QByteArray &member = reply.elements[i].bytes;
        const bool isKnown =
            std::find(content.elements.begin(), content.elements.end(), member) != content.elements.end();
        if (score && !isKnown) { // both ends of a short set overlap
            content.elements.push_back(member);
            content.scores.push_back(*score);
        }
    }
}

/// A time between 2001 and ten years from now, in seconds or milliseconds.
std::optional<milliseconds> plausibleTime(double score, milliseconds now)
{
    constexpr milliseconds earliest{1'000'000'000'000};
    constexpr milliseconds tenYears = std::chrono::days(3650);
    const std::optional<milliseconds> time = ScoreCodec().timeOf(score);
    return time && *time >= earliest && *time <= now + tenYears ? time : std::nullopt;
}

} // namespace

void appendContent(Pipeline &pipeline, const QByteArray &key, QByteArrayView type)
{
    switch (contentType(type)) {
    case ListKey:
        pipeline.add({"LRANGE", key, "0", "1"});
        pipeline.add({"LRANGE", key, "-2", "-1"});
        break;
    case SetKey:
        pipeline.add({"SRANDMEMBER", key, "3"});
        break;
    case ZSetKey:
        pipeline.add({"ZRANGE", key, "0", "3", "WITHSCORES"});
        pipeline.add({"ZRANGE", key, "-4", "-1", "WITHSCORES"});
        break;
    case StringKey:
        pipeline.add({"GETRANGE", key, "0", "255"});
        break;
    default:
        break;
    }
    pipeline.add({"PTTL", key});
}

std::size_t contentReplies(QByteArrayView type)
{
    switch (contentType(type)) {
    case ListKey:
    case ZSetKey:
        return expiryReplies + 2;
    case SetKey:
    case StringKey:
        return expiryReplies + 1;
    default:
        return expiryReplies;
    }
}

KeyContent readContent(std::span<const Reply> replies, const QByteArray &key, QByteArrayView type)
{
    KeyContent content;
    for (const Reply &reply : replies) {
        keepContentError(content, reply, key);
    }
    for (const Reply &reply : replies.first(replies.size() - expiryReplies)) {
        if (contentType(type) == ZSetKey) {
            keepScored(content, reply);
        } else if (contentType(type) == StringKey) {
            content.elements.push_back(reply.isError() ? QByteArray() : reply.bytes);
        } else {
            keepElements(content, reply);
        }
    }
    if (const std::optional<qint64> left = replies.back().toInteger(); left && *left != -2) {
        content.hasExpiry = *left >= 0;
    }
    return content;
}

qint64 bytesOf(const KeyContent &content)
{
    return std::accumulate(content.elements.begin(), content.elements.end(), qint64(0),
                           [](qint64 sum, const QByteArray &element) { return sum + element.size(); });
}

ScoreShape shapeOf(const std::vector<double> &scores, milliseconds now)
{
    constexpr milliseconds slack{5'000}; // a clock of the application may be ahead
    constexpr double largestSmall = 100;
    if (scores.empty()) {
        return ScoreShape::None;
    }
    const auto isTime = [now](double score) { return plausibleTime(score, now).has_value(); };
    if (std::all_of(scores.begin(), scores.end(), isTime)) {
        return *plausibleTime(scores.back(), now) <= now + slack ? ScoreShape::Past
            : *plausibleTime(scores.front(), now) > now          ? ScoreShape::Future
                                                                 : ScoreShape::Mixed;
    }
    if (std::all_of(scores.begin(), scores.end(),
                    [](double score) { return score == std::trunc(score) && std::abs(score) <= largestSmall; })) {
        return ScoreShape::Small;
    }
    for (const double divisor : {1e10, 1e11, 1e12, 1e13, 1e14}) {
        constexpr double mostBands = 100; // of more, times are found in any large number
        const bool isBanded = std::all_of(scores.begin(), scores.end(), [&](double score) {
            return score >= 0 && score / divisor < mostBands && isTime(std::fmod(score, divisor));
        });
        if (isBanded) {
            return ScoreShape::Banded;
        }
    }
    return ScoreShape::Points;
}

double jobLikeness(QByteArrayView json)
{
    static const QByteArrayList strong{
        "attempts",    "attempt_count", "attemptsMade", "max_attempts", "maxAttempts", "created_at",   "createdAt",
        "enqueued_at", "enqueuedAt",    "queued_at",    "jid",          "job_id",      "jobId",        "task_id",
        "taskId",      "retries",       "retry",        "retry_count",  "args",        "payload",      "queue",
        "job_class",   "jobClass",      "job",          "task",         "last_error",  "failedReason", "priority",
        "tries",       "params",        "handler"};
    static const QByteArrayList weak{"id", "uuid", "type", "class", "name", "data", "status", "error", "action"};
    double found = 0;
    visitJsonFields(json, [&found](const QByteArray &name, const QByteArray &) {
        found += strong.contains(name) ? 0.5 : weak.contains(name) ? 0.25 : 0;
        return found < 1;
    });
    // Nested values are not visited, but are what jobs carry.
    for (const char *name : {"\"args\":", "\"payload\":", "\"data\":", "\"params\":"}) {
        found += json.contains(QByteArrayView(name)) ? 0.25 : 0;
    }
    return std::min(found, 1.0);
}

} // namespace plimsoll::redis

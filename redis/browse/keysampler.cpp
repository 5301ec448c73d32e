// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/keysampler.h"

#include "redis/collections/lacks.h"
#include "redis/topology/server.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr std::chrono::minutes samplingMinute{1};
constexpr QByteArrayView samplesOfKey = "5"; // the default, given because 0 would read every element
constexpr qint64 noKeyReply = -2; // PTTL
constexpr qint64 noExpiryReply = -1;

bool isMeasurable(const KeyToSize &key)
{
    return key.elements <= KeySizes::mostElements; // false for unknown
}

Error samplingError(const Error &error, const Endpoint &endpoint)
{
    if (error.lacks.isEmpty()) {
        return error;
    }
    return {error.kind,
            QCoreApplication::translate("browse",
                                        "The server's ACL does not allow this user to measure keys. To permit it: %1")
                .arg(permissionLine(endpoint.user, {QStringLiteral("+memory|usage"), QStringLiteral("+pttl")})),
            error.lacks};
}

} // namespace

KeySizes KeySampler::sample(Server &server, const KeySizesRequest &request, std::chrono::milliseconds now,
                            const std::stop_token &stop)
{
    while (!m_asked.empty() && now - m_asked.front() >= samplingMinute) {
        m_asked.pop_front();
    }
    std::vector<KeyToSize> keys = request.keys;
    keys.resize(std::min(keys.size(), static_cast<std::size_t>(KeySizes::mostKeys) - m_asked.size()));
    KeySizes measured;
    if (keys.empty()) {
        return measured;
    }
    m_asked.insert(m_asked.end(), keys.size(), now);
    Pipeline pipeline;
    for (const KeyToSize &key : keys) {
        pipeline.add({"PTTL", key.key});
        if (isMeasurable(key)) {
            pipeline.add({"MEMORY", "USAGE", key.key, "SAMPLES", samplesOfKey});
        }
        if (request.frequency) {
            pipeline.add({"OBJECT", "FREQ", key.key});
        }
    }
    const auto replies = server.exchange(pipeline, stop);
    if (!replies) {
        measured.error = replies.error();
        return measured;
    }
    auto next = replies->begin();
    for (const KeyToSize &key : keys) {
        KeySize size{key.key, key.elements, {}, {}, {}};
        const Reply &expiry = *next++;
        const Reply *memory = isMeasurable(key) ? &*next++ : nullptr;
        const Reply *frequency = request.frequency ? &*next++ : nullptr;
        for (const Reply *reply : {&expiry, memory}) {
            if (reply != nullptr && reply->isError() && !measured.error) {
                measured.error = samplingError(reply->toError(key.key), server.endpoint());
            }
        }
        const std::optional<qint64> left = expiry.isError() ? std::nullopt : expiry.toInteger();
        if (left == noKeyReply || (memory != nullptr && memory->isNil())) {
            measured.missing.push_back(key.key);
            continue;
        }
        if (left) {
            size.expiresIn = *left == noExpiryReply ? KeySize::never : std::chrono::milliseconds(*left);
        }
        size.bytes = memory == nullptr || memory->isError() ? std::nullopt : memory->toInteger();
        if (frequency != nullptr && !frequency->isError()) { // the policy may have changed
            if (const std::optional<qint64> uses = frequency->toInteger()) {
                size.frequency = static_cast<int>(*uses);
            }
        }
        measured.sizes.push_back(std::move(size));
    }
    return measured;
}

} // namespace plimsoll::redis

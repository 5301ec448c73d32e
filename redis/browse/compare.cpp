// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"

#include "redis/types/printable.h"
#include "redis/wire/pagesize.h"

#include <QCoreApplication>

#include <algorithm>
#include <unordered_set>

namespace plimsoll::redis {

namespace {

constexpr int maxSample = 1'000;
/// Limit of members of the smaller set looked up in the larger one, at most 500 at once; beyond it the number of common
/// members is unknown.
constexpr qint64 maxIntersected = 250'000;
constexpr qint64 lookedUpAtOnce = 500;
constexpr qint64 lookUpBytes = 128LL * 1'024;
constexpr qint64 maxIntersectedBytes = 64LL * 1'024 * 1'024; ///< they are kept, to count each once
/// Candidates drawn for each member of a sample that is wanted: most of them may be on both sides.
constexpr int drawnForEach = 5;

/// The keys that hold members, sets first; lists have no members to draw from.
Result<std::vector<HeldKey>> memberKeys(const Asking &asking)
{
    std::vector<const RoleKeys *> roles;
    for (const RoleKeys &keys : asking.definition().keys) {
        if ((keys.role->types & (SetKey | ZSetKey)) != 0 && roles.empty()) {
            roles.push_back(&keys);
        }
    }
    if (roles.empty()) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "%1 has no set to sample").arg(asking.definition().name)};
    }
    auto keys = asking.heldKeys(roles);
    if (keys) {
        std::erase_if(*keys, [](const HeldKey &source) { return source.type != SetKey && source.type != ZSetKey; });
    }
    return keys;
}

/// Distinct members by chance, from every key as many as its share of the whole.
Result<std::vector<Element>> draw(const Asking &asking, const std::vector<HeldKey> &keys, int count)
{
    qint64 total = 0;
    for (const HeldKey &source : keys) {
        total += source.size;
    }
    Pipeline pipeline;
    for (const HeldKey &source : keys) {
        const qint64 share = (source.size * count + total - 1) / std::max<qint64>(1, total);
        pipeline.add({source.type == SetKey ? "SRANDMEMBER" : "ZRANDMEMBER", source.key, QByteArray::number(share)});
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::vector<Element> elements;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if (replies->at(i).isError()) {
            return replies->at(i).toError(keys[i].key);
        }
        for (const Reply &member : replies->at(i).elements) {
            if (static_cast<int>(elements.size()) < count) {
                Element element;
                element.element = member.bytes;
                element.key = keys[i].key;
                elements.push_back(std::move(element));
            }
        }
    }
    return elements;
}

/// Returns at most `wanted` of the elements that none of the keys holds.
Result<std::vector<QByteArray>> lacking(const Asking &asking, const std::vector<Element> &elements,
                                        const std::vector<HeldKey> &keys, int wanted)
{
    Pipeline pipeline;
    for (const Element &element : elements) {
        for (const HeldKey &source : keys) {
            pipeline.add({source.type == SetKey ? "SISMEMBER" : "ZSCORE", source.key, element.element});
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::vector<QByteArray> missing;
    std::size_t at = 0;
    for (const Element &element : elements) {
        bool held = false;
        for (const HeldKey &source : keys) {
            const Reply &reply = replies->at(at++);
            if (reply.isError()) {
                return reply.toError(source.key);
            }
            held = held || (source.type == SetKey ? reply.integer == 1 : !reply.isNil());
        }
        if (!held && static_cast<int>(missing.size()) < wanted) {
            missing.push_back(element.element);
        }
    }
    return missing;
}

qint64 sizeOf(const std::vector<HeldKey> &keys)
{
    qint64 size = 0;
    for (const HeldKey &source : keys) {
        size += source.size;
    }
    return size;
}

/// Counts the common members of two sets, up to `limit`; nullopt if the count is unknown. A single SINTERCARD would
/// block the server while it looks up every member of the smaller set.
Result<std::optional<qint64>> commonOf(const Asking &asking, const QByteArray &smaller, const QByteArray &larger,
                                       qint64 limit)
{
    PageSize size(lookedUpAtOnce, lookUpBytes);
    std::unordered_set<QByteArray> seen; // SSCAN may give a member twice
    qint64 common = 0;
    qint64 bytes = 0;
    QByteArray cursor = "0";
    do {
        Pipeline scan;
        scan.add({"SSCAN", smaller, cursor, "COUNT", QByteArray::number(size.next())});
        const auto page = asking.exchange(scan);
        if (!page) {
            return page.error();
        }
        const Reply &scanned = page->front();
        if (scanned.isError() || scanned.elements.size() != 2) {
            return std::optional<qint64>(); // not permitted
        }
        cursor = scanned.elements[0].bytes;
        std::vector<QByteArrayView> words{"SMISMEMBER", larger};
        qint64 foundBytes = 0;
        for (const Reply &member : scanned.elements[1].elements) {
            foundBytes += member.bytes.size();
            if (seen.insert(member.bytes).second) {
                words.emplace_back(member.bytes);
            }
        }
        size.learn(std::ssize(scanned.elements[1].elements), foundBytes);
        bytes += foundBytes;
        if (words.size() > 2) {
            Pipeline look;
            look.add(words);
            const auto found = asking.exchange(look);
            if (!found) {
                return found.error();
            }
            if (found->front().isError()) {
                return std::optional<qint64>();
            }
            const std::vector<Reply> &held = found->front().elements;
            common += std::count_if(held.begin(), held.end(), [](const Reply &one) { return one.integer == 1; });
        }
    } while (cursor != "0" && common < limit && bytes <= maxIntersectedBytes);
    return cursor != "0" && common < limit ? std::optional<qint64>() : std::optional(std::min(common, limit));
}

/// Counts the members that both sides have; an upper bound if a side has several keys.
Outcome countCommon(const Asking &asking, const std::vector<HeldKey> &mine, const HeldKey &other, qint64 limit,
                    CompareAnswer &answer)
{
    const bool isTooMuch = std::any_of(mine.begin(), mine.end(), [&other](const HeldKey &source) {
        return source.type != SetKey || std::min(source.size, other.size) > maxIntersected;
    });
    if (isTooMuch || !asking.allows("SMISMEMBER")) {
        return Done{};
    }
    qint64 common = 0;
    qint64 most = 0;
    bool isAtLeast = false;
    for (const HeldKey &source : mine) {
        const bool isSmaller = source.size <= other.size;
        const auto counted =
            commonOf(asking, isSmaller ? source.key : other.key, isSmaller ? other.key : source.key, limit);
        if (!counted) {
            return counted.error();
        }
        if (!*counted) {
            return Done{};
        }
        common += **counted;
        most = std::max(most, **counted);
        isAtLeast = isAtLeast || **counted >= limit;
    }
    answer.commonAtLeast = isAtLeast;
    // Keys may hold the same members: of several the sum is no lower bound, and no more than the other side has.
    answer.common = answer.commonAtLeast ? most : std::min(common, other.size);
    return Done{};
}

Result<HeldKey> otherSet(const Asking &asking, const QByteArray &key)
{
    Pipeline pipeline;
    pipeline.add({"TYPE", key});
    pipeline.add({"SCARD", key});
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (const Reply &reply : *replies) {
        if (reply.isError()) {
            return reply.toError(key);
        }
    }
    if (replies->at(0).bytes == "none") {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "there is no key %1").arg(printable(key, 200))};
    }
    return HeldKey{key, nullptr, SetKey, replies->at(1).integer};
}

} // namespace

BrowseResult::Answer answerSample(const Asking &asking, const SampleQuery &query)
{
    auto keys = memberKeys(asking);
    if (!keys) {
        return keys.error();
    }
    std::erase_if(*keys, [&query](const HeldKey &key) { return !query.key.isEmpty() && key.key != query.key; });
    auto elements = draw(asking, *keys, std::clamp(query.count, 1, maxSample));
    if (!elements) {
        return elements.error();
    }
    if (const Outcome read = asking.readRecords(*elements); !read) {
        return read.error();
    }
    ElementsPage page;
    page.elements = std::move(elements).value();
    page.total = sizeOf(*keys);
    page.readAt = asking.now();
    return page;
}

BrowseResult::Answer answerCompare(const Asking &asking, const CompareQuery &query)
{
    const auto mine = memberKeys(asking);
    if (!mine) {
        return mine.error();
    }
    const auto other = otherSet(asking, query.otherKey);
    if (!other) {
        return other.error();
    }
    CompareAnswer answer;
    answer.mine = sizeOf(*mine);
    answer.other = other->size;
    if (const Outcome counted = countCommon(asking, *mine, *other, std::max<qint64>(1, query.limit), answer);
        !counted) {
        return counted.error();
    }
    const int wanted = std::clamp(query.sample, 1, maxSample / drawnForEach);
    const auto ofMine = draw(asking, *mine, wanted * drawnForEach);
    const auto ofOther = draw(asking, {*other}, wanted * drawnForEach);
    if (!ofMine || !ofOther) {
        return ofMine ? ofOther.error() : ofMine.error();
    }
    auto onlyMine = lacking(asking, *ofMine, {*other}, wanted);
    auto onlyOther = lacking(asking, *ofOther, *mine, wanted);
    if (!onlyMine || !onlyOther) {
        return onlyMine ? onlyOther.error() : onlyMine.error();
    }
    answer.onlyMine = std::move(onlyMine).value();
    answer.onlyOther = std::move(onlyOther).value();
    return answer;
}

} // namespace plimsoll::redis

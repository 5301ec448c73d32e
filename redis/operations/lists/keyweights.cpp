// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/lists/keyweights.h"

#include "redis/collections/keytypes.h"

#include <limits>

namespace plimsoll::redis {

namespace {

constexpr qint64 mostElements = 2'500; ///< elements per key; as in clean.lua
constexpr qint64 mostAtOnce = 10'000; ///< elements of all keys measured in one exchange: about 1.3 ms

/// Number of elements of each key; 0 for a string.
Result<std::vector<qint64>> countsOf(const std::vector<QByteArray> &keys, const AskServer &ask)
{
    Pipeline types;
    for (const QByteArray &key : keys) {
        types.add({"TYPE", key});
    }
    const Result<std::vector<Reply>> known = ask(types);
    if (!known) {
        return known.error();
    }
    std::vector<qint64> counts(keys.size(), 0);
    std::vector<std::size_t> asked;
    Pipeline lengths;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if ((*known)[i].isError()) {
            return (*known)[i].toError(keys[i]);
        }
        const KeyTypeSpec *const type = findKeyType((*known)[i].bytes);
        if (type != nullptr && type->type != StringKey) {
            lengths.add({type->size, keys[i]});
            asked.push_back(i);
        }
    }
    if (asked.empty()) {
        return counts;
    }
    const Result<std::vector<Reply>> counted = ask(lengths);
    if (!counted) {
        return counted.error();
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply &length = (*counted)[i];
        if (length.isError()) {
            return length.toError(keys[asked[i]]);
        }
        counts[asked[i]] = length.integer;
    }
    return counts;
}

} // namespace

Result<std::vector<std::optional<KeyWeight>>> weightsOf(const std::vector<QByteArray> &keys, const AskServer &ask)
{
    std::vector<std::optional<KeyWeight>> weights(keys.size());
    if (keys.empty()) {
        return weights;
    }
    const Result<std::vector<qint64>> counts = countsOf(keys, ask);
    if (!counts) {
        return counts.error();
    }
    for (std::size_t first = 0; first < keys.size();) {
        Pipeline sizes;
        std::vector<std::size_t> measured;
        qint64 elements = 0;
        for (; first < keys.size() && elements < mostAtOnce; ++first) {
            const qint64 count = (*counts)[first];
            if (count > mostElements) {
                weights[first] = KeyWeight{std::numeric_limits<qint32>::max(), count};
                continue;
            }
            sizes.add({"MEMORY", "USAGE", keys[first], "SAMPLES", "0"});
            measured.push_back(first);
            elements += count;
        }
        if (measured.empty()) {
            continue;
        }
        const Result<std::vector<Reply>> known = ask(sizes);
        if (!known) {
            return known.error();
        }
        for (std::size_t i = 0; i < measured.size(); ++i) {
            const Reply &size = (*known)[i];
            if (size.isError()) {
                return size.toError(keys[measured[i]]);
            }
            if (!size.isNil()) {
                weights[measured[i]] = KeyWeight{size.integer, (*counts)[measured[i]]};
            }
        }
    }
    return weights;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>
#include <QMetaType>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// A key to measure.
struct KeyToSize {
    QByteArray key;
    double elements = 0; ///< number at the last poll; NaN: unknown

    friend bool operator==(const KeyToSize &, const KeyToSize &) = default;
};

/// Question for the memory and expiry of a few keys.
struct KeySizesRequest {
    std::vector<KeyToSize> keys;
    bool frequency = false; ///< the server keeps how often a key is used (LFU)
};

/// A key as measured; unreadable values are nullopt.
struct KeySize {
    static constexpr auto never = std::chrono::milliseconds::max();

    QByteArray key;
    double elements = 0; ///< number in the question
    std::optional<qint64> bytes; ///< estimated by the server from a few elements
    std::optional<std::chrono::milliseconds> expiresIn; ///< `never`: it has no expiry
    std::optional<int> frequency; ///< logarithmic counter of its uses, 0 to 255
};

struct KeySizes {
    static constexpr int mostKeys = 30; ///< measured in a minute, by at most three commands each
    static constexpr double mostElements = 50'000; ///< the memory of larger keys is not measured

    std::vector<KeySize> sizes; ///< one for each existing key
    std::vector<QByteArray> missing; ///< keys that do not exist
    std::optional<Error> error; ///< why the memory could not be read
};

} // namespace plimsoll

Q_DECLARE_METATYPE(plimsoll::KeySizes)

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string_view>

namespace plimsoll::lab {

/// A number in [0, 1) that depends only on the arguments. Faults and choices use it instead of a generator, whose order
/// would depend on how threads interleave.
constexpr double draw(quint64 seed, std::string_view what, quint64 id, quint64 attempt = 0)
{
    constexpr auto mixed = [](quint64 value) { // splitmix64
        value += 0x9E3779B97F4A7C15ULL;
        value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        value = (value ^ (value >> 27U)) * 0x94D049BB133111EBULL;
        return value ^ (value >> 31U);
    };
    quint64 hash = 0xCBF29CE484222325ULL; // FNV-1a
    for (const char character : what) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3ULL;
    }
    hash = mixed(mixed(mixed(mixed(seed) ^ hash) ^ id) ^ attempt);
    return static_cast<double>(hash >> 11U) * 0x1.0p-53;
}

} // namespace plimsoll::lab

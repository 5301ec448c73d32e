// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace plimsoll {

/// By which number a translation chooses its plural: translations count in int, and in every language the last digits
/// decide.
constexpr int pluralOf(qint64 count)
{
    constexpr qint64 round = 1'000'000;
    return static_cast<int>(count < round ? count : round + count % round);
}

} // namespace plimsoll

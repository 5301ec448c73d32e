// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace plimsoll {

/// Returns the number by which a translation chooses its plural: Qt counts in int, and only the last digits matter in
/// any language.
constexpr int pluralOf(qint64 count)
{
    constexpr qint64 round = 1'000'000;
    return static_cast<int>(count < round ? count : round + count % round);
}

} // namespace plimsoll

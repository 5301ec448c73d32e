// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/bytes.h"

#include <span>

/// Encodes the figures of a tick as changes since the previous tick: most do not change.
namespace plimsoll::redis {

/// `before` empty: no previous tick.
void writeFigures(ByteWriter &out, std::span<const double> now, std::span<const double> before);
/// Updates the previous figures to the current ones. Returns false if the bytes are damaged.
bool readFigures(ByteReader &in, std::span<double> figures);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/preset.h"
#include "redis/types/result.h"

#include <span>

namespace plimsoll::redis {

/// Every preset of this version, by id. Read from resources/presets once; any thread.
std::span<const Preset> presets();
/// Null if there is no preset of that id.
const Preset *findPreset(QStringView id);
/// Reads the file of one preset. Invalid says what in it does not fit the kinds. The views in the result refer to it.
Result<Preset> parsePreset(const QByteArray &json);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/preset.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <span>

namespace plimsoll::redis {

/// Every preset of this version, by id. Read from resources/presets once; any thread.
std::span<const Preset> presets();
/// Null if there is no preset of that id.
const Preset *findPreset(QStringView id);
/// Gives a collection whose `preset` is set the kind, keys and titles of figures of its layout, and the options that it
/// does not set itself.
void applyPreset(CollectionDefinition &definition, const PresetLayout &layout);
/// Reads the file of one preset. Invalid says what in it does not fit the kinds. The views in the result refer to it.
Result<Preset> parsePreset(const QByteArray &json);

} // namespace plimsoll::redis

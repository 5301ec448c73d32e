// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keytemplate.h"

#include <chrono>
#include <cstddef>
#include <cstdint>

using plimsoll::KeyTemplate;

/// Any text as a key template: no crash, the promised number of keys, and an escaped key stands only for itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView text(data, static_cast<qsizetype>(size));
    constexpr std::chrono::milliseconds now{1'795'000'000'000};
    if (const auto key = KeyTemplate::parse(text)) {
        if (key->expand(now, "8f32-02", 1).size() != key->shardCount() || key->nextChange(now) <= now) {
            __builtin_trap();
        }
        (void)key->expandOne(now, "8f32-02");
    }
    const auto literal = KeyTemplate::parse(KeyTemplate::escaped(text));
    if (!text.isEmpty() && (!literal || literal->shardCount() != 1 || literal->expandOne(now, "x") != text)) {
        __builtin_trap();
    }
    return 0;
}

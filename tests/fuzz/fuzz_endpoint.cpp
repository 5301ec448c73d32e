// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/endpoint.h"

#include <cstddef>
#include <cstdint>

using plimsoll::redis::Endpoint;

/// Any text as a URL: no crash, and an accepted URL comes back unchanged, except for the password.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    (void)plimsoll::redis::withoutPassword(text);
    const auto endpoint = Endpoint::parse(text);
    if (endpoint) {
        const auto again = Endpoint::parse(endpoint->url());
        if (!again || again->url() != endpoint->url() || again->user != endpoint->user || again->port != endpoint->port
            || again->database != endpoint->database || !again->password.isEmpty()) {
            __builtin_trap();
        }
    }
    return 0;
}

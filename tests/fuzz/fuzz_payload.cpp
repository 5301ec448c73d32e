// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/jobrecord.h"
#include "views/inspector/jsonlines.h"

#include <cstddef>
#include <cstdint>

using namespace plimsoll;

namespace {

/// Reads to the end, a page at a time. More lines than bytes (and one for what is opened at each level) never end.
void drain(views::LineSource &source, qsizetype bytes)
{
    qsizetype lines = 0;
    while (!source.atEnd()) {
        lines += static_cast<qsizetype>(source.next(100).size());
        if (lines > 4 * bytes + 100) {
            __builtin_trap();
        }
    }
}

} // namespace

/// Any bytes as an element: read as a job and formatted, without a crash or an endless loop.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray payload(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const redis::JobReader reader{CollectionDefinition{}};
    Element element;
    element.element = payload;
    element.id = reader.idOf(payload);
    reader.fill(element, nullptr, std::chrono::milliseconds{1'795'000'000'000});

    (void)views::looksLikeJson(payload, size % 2 == 0);
    drain(*views::jsonLines(payload, {QStringLiteral("a")}, {}), payload.size());
    drain(*views::jsonLines(payload, {}, views::foldedAtFirst(payload)), payload.size());
    drain(*views::hexLines(payload), payload.size());
    drain(*views::textLines(payload), payload.size());
    return 0;
}

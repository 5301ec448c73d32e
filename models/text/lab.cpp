// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/lab.h"

#include "models/text/format.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::models {

namespace {

constexpr qint64 deathsStay = 3'000; ///< ms

} // namespace

QString labFigure(double figure)
{
    return formatScore(std::round(figure * 100) / 100);
}

void keepNewest(std::vector<LabLine> &lines, std::size_t room)
{
    const qint64 now = lines.empty() ? 0 : lines.back().time;
    const auto stays = [now](const LabLine &line) { return line.death && now - line.time <= deathsStay; };
    while (lines.size() > room) {
        const auto held = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), stays));
        lines.erase(2 * held > room ? std::find_if(lines.begin(), lines.end(), stays)
                                    : std::find_if_not(lines.begin(), lines.end(), stays));
    }
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/dayreader.h"

#include "redis/history/historyreader.h"

#include <algorithm>

namespace plimsoll::app {

using std::chrono::milliseconds;

models::RecordedDay readDay(const QString &historyPath, const QString &collection, const QString &kind,
                            milliseconds now)
{
    constexpr std::chrono::hours day{24};
    constexpr std::chrono::minutes width{1};
    const auto reader = redis::HistoryReader::open(historyPath);
    const auto history = reader ? (*reader)->collection(collection, kind, {now - 2 * day, now}, width)
                                : Result<redis::CollectionHistory>(reader.error());
    if (!history || history->columns.times.empty() || history->columns.times.front() > now - day) {
        return {};
    }
    const redis::HistoryColumns &columns = history->columns;
    const auto first = static_cast<std::size_t>(std::lower_bound(columns.times.begin(), columns.times.end(), now - day)
                                                - columns.times.begin());
    models::DayOfFigures read;
    for (std::size_t row = first; row < columns.size(); ++row) {
        const milliseconds next = row + 1 < columns.size() ? columns.times[row + 1] : now;
        read.lasted.push_back(std::clamp(next - columns.times[row], milliseconds(0), history->stands[row]));
    }
    for (std::size_t figure = 0; figure < columns.figures.size(); ++figure) {
        const std::vector<double> &high = columns.figures[figure].high;
        read.figures += history->figures[static_cast<qsizetype>(figure)];
        read.high.emplace_back(high.begin() + static_cast<std::ptrdiff_t>(first), high.end());
    }
    return models::recordedDay(read);
}

} // namespace plimsoll::app

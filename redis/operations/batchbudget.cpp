// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batchbudget.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr double leastTime = 100; ///< microseconds: a tiny batch must not look infinitely fast

} // namespace

void BatchBudget::Pace::add(double each)
{
    last.at(known % last.size()) = each;
    ++known;
}

double BatchBudget::Pace::best() const
{
    return *std::min_element(last.begin(), last.begin() + std::ptrdiff_t(std::min(known, last.size())));
}

void BatchBudget::learn(const BatchLoad &did, std::chrono::microseconds took)
{
    if (did.items == 0) {
        return;
    }
    const double time = std::max(leastTime, double(took.count()));
    const auto target = double(m_limits.target.count());
    BatchLoad least{1, 1};
    if (time > target) {
        m_item.forget();
        m_byte.forget();
        // At least an eighth of the last size: on a busy machine a batch that waited for a processor looks as slow as
        // one of costly elements, and each of them would begin again with one element.
        least = {std::max<std::size_t>(1, m_next.items / 8), std::max<qint64>(1, m_next.bytes / 8)};
    }
    m_item.add(time / double(did.items));
    m_byte.add(time / double(std::max<qint64>(did.bytes, 1)));
    // At most twice the last size: a pace says little about much larger batches.
    m_next.items = std::clamp(static_cast<std::size_t>(std::min(target / m_item.best(), double(2 * m_next.items))),
                              least.items, m_limits.largest.items);
    m_next.bytes = std::clamp(static_cast<qint64>(std::min(target / m_byte.best(), double(2 * m_next.bytes))),
                              least.bytes, m_limits.largest.bytes);
}

} // namespace plimsoll::redis

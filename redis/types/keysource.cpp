// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keysource.h"

#include <algorithm>
#include <iterator>

namespace plimsoll {

using std::chrono::milliseconds;

KeySource::KeySource(std::span<const QByteArray> templates, int periods) : m_periods(periods)
{
    for (const QByteArray &text : templates) {
        if (Result<KeyTemplate> parsed = KeyTemplate::parse(text); parsed && !parsed->hasId()) {
            m_templates.push_back(std::move(*parsed));
        }
    }
}

std::vector<QByteArray> KeySource::keys(milliseconds serverTime) const
{
    std::vector<QByteArray> keys;
    for (const KeyTemplate &text : m_templates) {
        for (int back = 0; back < (text.hasPeriod() ? m_periods : 1); ++back) {
            std::vector<QByteArray> some = text.expand(serverTime, {}, back);
            std::move(some.begin(), some.end(), std::back_inserter(keys));
        }
    }
    return keys;
}

qint64 KeySource::count() const
{
    qint64 all = 0;
    for (const KeyTemplate &text : m_templates) {
        all += static_cast<qint64>(text.shardCount()) * (text.hasPeriod() ? m_periods : 1);
    }
    return all;
}

milliseconds KeySource::nextChange(milliseconds serverTime) const
{
    milliseconds next = milliseconds::max();
    for (const KeyTemplate &text : m_templates) {
        next = std::min(next, text.nextChange(serverTime));
    }
    return next;
}

} // namespace plimsoll

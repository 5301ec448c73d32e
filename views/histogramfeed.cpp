// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/histogramfeed.h"

#include <chrono>

namespace plimsoll::views {

namespace {

constexpr std::chrono::milliseconds interval{5000};
constexpr std::chrono::milliseconds patience{15'000};

} // namespace

HistogramFeed::HistogramFeed(const HistogramQuery &query, QObject *parent) : QObject(parent), m_query(query) { }

void HistogramFeed::reset()
{
    m_since.invalidate();
    m_pending = 0;
}

void HistogramFeed::tick()
{
    const auto wait = m_pending == 0 ? interval : patience;
    if (!m_since.isValid() || m_since.hasExpired(wait.count())) {
        m_since.start();
        emit wanted(m_query);
    }
}

void HistogramFeed::sent(quint64 id)
{
    m_pending = id;
}

bool HistogramFeed::take(const BrowseResult &result)
{
    if (m_pending == 0 || result.id != m_pending) {
        return false;
    }
    m_pending = 0;
    if (const auto *histogram = std::get_if<Histogram>(&result.answer)) {
        emit ready(*histogram);
    } else if (const auto *error = std::get_if<Error>(&result.answer)) {
        emit failed(error->message);
    }
    return true;
}

} // namespace plimsoll::views

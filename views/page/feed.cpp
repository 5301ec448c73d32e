// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page/feed.h"

#include <utility>

namespace plimsoll::views {

namespace {

constexpr std::chrono::milliseconds patience{15'000}; // then an answer is not waited for any longer

} // namespace

Feed::Feed(BrowseRequest::Query query, std::chrono::milliseconds interval, QObject *parent)
    : QObject(parent), m_query(std::move(query)), m_interval(interval)
{
}

void Feed::setQuery(const BrowseRequest::Query &query)
{
    m_query = query;
    reset();
}

void Feed::reset()
{
    m_since.invalidate();
    m_pending = 0;
}

void Feed::tick()
{
    const auto wait = m_pending == 0 ? m_interval : patience;
    if (!m_since.isValid() || m_since.hasExpired(wait.count())) {
        m_since.start();
        emit wanted(m_query);
    }
}

bool Feed::take(const BrowseResult &result)
{
    if (m_pending == 0 || result.id != m_pending) {
        return false;
    }
    m_pending = 0;
    if (const auto *error = std::get_if<Error>(&result.answer)) {
        emit failed(error->message);
    } else {
        emit answered(result.answer);
    }
    return true;
}

} // namespace plimsoll::views

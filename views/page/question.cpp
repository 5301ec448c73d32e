// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page/question.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr std::chrono::milliseconds patience{15'000}; // ms; timeout of a query
constexpr qint64 bytesPerMs = 1024; ///< mean that repeated queries may read
constexpr std::chrono::milliseconds longestPause{60'000}; ///< after an answer of 60 MiB and more

} // namespace

quint64 Newest::next()
{
    static std::atomic<quint64> last{0}; // of all pages
    m_id = ++last;
    return m_id;
}

Question::Question(PageHost *host, QObject *parent, std::chrono::milliseconds interval)
    : QObject(parent), m_host(host), m_interval(interval)
{
    connect(host, &PageHost::answered, this, &Question::deliver);
}

void Question::ask(const Place &place, const BrowseRequest::Query &query)
{
    m_since.start();
    m_isRefused = !m_host->closed().isEmpty();
    if (m_isRefused) {
        const quint64 id = m_newest.next();
        QMetaObject::invokeMethod(
            this,
            [this, id, why = m_host->closed()] {
                BrowseResult refused; // asynchronous, like any other reply
                refused.id = id;
                refused.answer = Error{ErrorKind::Refused, why};
                deliver(refused);
            },
            Qt::QueuedConnection);
        return;
    }
    emit m_host->asked({m_newest.next(), place.workspace, place.collection, query, place.keysAt});
}

void Question::keep(const Place &place, const BrowseRequest::Query &query)
{
    const bool isAllowedAgain = m_isRefused && m_host->closed().isEmpty();
    if (!m_since.isValid() || isAllowedAgain
        || (!isOut() && m_since.elapsed() >= std::max(m_interval, m_pause).count())) {
        ask(place, query);
    }
}

void Question::forget()
{
    m_since.invalidate();
    m_newest.forget();
}

bool Question::isOut() const
{
    return m_newest.isOut() && m_since.elapsed() < patience.count();
}

void Question::deliver(const BrowseResult &result)
{
    if (!m_newest.is(result.id)) {
        return;
    }
    m_newest.forget();
    m_pause = std::min(std::chrono::milliseconds(result.bytes / bytesPerMs), longestPause);
    if (const auto *error = std::get_if<Error>(&result.answer)) {
        emit failed(error->message);
    } else {
        emit answered(result.answer);
    }
}

} // namespace plimsoll::views

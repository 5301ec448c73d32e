// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/pages.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr qint64 looksAhead = 16; ///< minimum page length for sampling the next page

} // namespace

ListPages::ListPages(Server &server, QByteArray key, bool fromLeft, std::stop_token stop, PageSize size)
    : ListPages(
        [&server, stop = std::move(stop)](const Pipeline &pipeline, bool) { return server.exchange(pipeline, stop); },
        std::move(key), fromLeft, size)
{
    m_halves = false;
}

ListPages::ListPages(Ask ask, QByteArray key, bool fromLeft, PageSize size)
    : m_ask(std::move(ask)), m_key(std::move(key)), m_fromLeft(fromLeft), m_halves(true), m_size(size)
{
}

Result<std::vector<QByteArray>> ListPages::next()
{
    Result<Seen> seen = nextFrom(m_at, 1, {});
    return seen ? Result<std::vector<QByteArray>>(std::move(seen->elements)) : seen.error();
}

Result<ListPages::Seen> ListPages::nextFrom(qint64 position, qint64 atLeast, const Pipeline &questions)
{
    m_at = position;
    const auto request = [&] {
        const qint64 count = std::max(m_size.next(), atLeast);
        return ask(questions, count, m_halves && count > atLeast);
    };
    Result<std::vector<Reply>> replies = request();
    while (!replies && m_halves && m_size.next() > atLeast
           && (replies.error().kind == ErrorKind::TimedOut || replies.error().kind == ErrorKind::Protocol)) {
        m_size.halve();
        replies = request();
    }
    if (!replies) {
        return replies.error();
    }
    const auto behind = replies->begin() + qsizetype(questions.size());
    Seen seen;
    seen.answers = {std::make_move_iterator(replies->begin()), std::make_move_iterator(behind)};
    replies->erase(replies->begin(), behind);
    seen.elements = read(*replies);
    return seen;
}

/// Sends the pipeline with the page and the samples of the next page appended.
Result<std::vector<Reply>> ListPages::ask(Pipeline pipeline, qint64 count, bool canAskForLess)
{
    const qint64 last = m_at + count - 1;
    pipeline.add({"LRANGE", m_key, QByteArray::number(m_fromLeft ? m_at : -last - 1),
                  QByteArray::number(m_fromLeft ? last : -m_at - 1)});
    if (count >= looksAhead) {
        for (const qint64 ahead : {last + 1, last + count, last + 2 * count}) {
            pipeline.add({"LINDEX", m_key, QByteArray::number(m_fromLeft ? ahead : -ahead - 1)});
        }
        pipeline.add({"LINDEX", m_key, m_fromLeft ? "-1" : "0"});
    }
    Result<std::vector<Reply>> replies = m_ask(pipeline, canAskForLess);
    if (replies) {
        for (const Reply &reply : *replies) {
            if (reply.isError()) {
                return reply.toError(m_key);
            }
        }
    }
    return replies;
}

std::vector<QByteArray> ListPages::read(const std::vector<Reply> &replies)
{
    const std::vector<Reply> &page = replies.front().elements;
    std::vector<QByteArray> elements(page.size());
    qint64 bytes = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        elements[i] = page[m_fromLeft ? i : elements.size() - 1 - i].bytes;
        bytes += elements[i].size();
    }
    m_at += qint64(elements.size());
    m_size.learn(qint64(elements.size()), bytes);
    bool endIsNear = false; // the list's last element is a sample only if the next page contains it
    for (std::size_t i = 1; i < replies.size(); ++i) {
        if (i + 1 < replies.size() || endIsNear) {
            m_size.expect(replies[i].bytes.size());
        }
        endIsNear = endIsNear || replies[i].isNil();
    }
    return elements;
}

} // namespace plimsoll::redis

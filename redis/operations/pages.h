// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/wire/pagesize.h"

#include <QByteArray>

#include <functional>
#include <stop_token>
#include <vector>

/// Reading what nobody knows the size of: page by page, bounded by elements and by bytes.
namespace plimsoll::redis {

/// A list from one of its ends on, as exact bytes. On the way it looks at a few elements of the page to come, so that
/// large ones which begin at once do not come by the hundred.
class ListPages final {
public:
    /// How it asks. What is too much for one answer (TimedOut, Protocol) may be asked for in smaller pages where
    /// `canAskForLess`; otherwise the error is final.
    using Ask = std::function<Result<std::vector<Reply>>(const Pipeline &, bool canAskForLess)>;

    ListPages(Server &server, QByteArray key, bool fromLeft, std::stop_token stop, PageSize size = PageSize());
    /// `ask` is connected again after an error that it returns where less can be asked for.
    ListPages(Ask ask, QByteArray key, bool fromLeft, PageSize size);

    /// The next elements, outermost first; empty at the end.
    Result<std::vector<QByteArray>> next();
    /// The elements from so far on, at least so many, and what else was asked at the same moment.
    struct Seen {
        std::vector<QByteArray> elements;
        std::vector<Reply> answers;
    };
    Result<Seen> nextFrom(qint64 position, qint64 atLeast, const Pipeline &questions);
    [[nodiscard]] qint64 position() const { return m_at; }

private:
    Result<std::vector<Reply>> ask(Pipeline pipeline, qint64 count);
    std::vector<QByteArray> read(const std::vector<Reply> &replies);

    Ask m_ask;
    QByteArray m_key;
    bool m_fromLeft;
    bool m_halves = false; ///< can go on with less
    PageSize m_size;
    qint64 m_at = 0;
};

} // namespace plimsoll::redis

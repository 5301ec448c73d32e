// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/wire/pagesize.h"

#include <QByteArray>

#include <functional>
#include <stop_token>
#include <vector>

/// Reading values of unknown size page by page, with bounds on elements and bytes.
namespace plimsoll::redis {

/// Reads a list from one of its ends, as exact bytes. Samples a few elements of the next page, so that it does not read
/// large ones by the hundred.
class ListPages final {
public:
    /// Sends a request. An answer that is too large (TimedOut, Protocol) may be requested again in smaller pages if
    /// `canAskForLess`; otherwise the error is final.
    using Ask = std::function<Result<std::vector<Reply>>(const Pipeline &, bool canAskForLess)>;

    ListPages(Server &server, QByteArray key, bool fromLeft, std::stop_token stop, PageSize size = PageSize());
    /// `ask` has reconnected when it returns an error after which less can be requested.
    ListPages(Ask ask, QByteArray key, bool fromLeft, PageSize size);

    /// Next elements, outermost first; empty at the end.
    Result<std::vector<QByteArray>> next();
    /// At least `atLeast` elements from `position` on, and the answers to `questions` from the same moment.
    struct Seen {
        std::vector<QByteArray> elements;
        std::vector<Reply> answers;
    };
    Result<Seen> nextFrom(qint64 position, qint64 atLeast, const Pipeline &questions);
    [[nodiscard]] qint64 position() const { return m_at; }

private:
    Result<std::vector<Reply>> ask(Pipeline pipeline, qint64 count, bool canAskForLess);
    std::vector<QByteArray> read(const std::vector<Reply> &replies);

    Ask m_ask;
    QByteArray m_key;
    bool m_fromLeft;
    bool m_halves = false; ///< may continue with smaller pages
    PageSize m_size;
    qint64 m_at = 0;
};

} // namespace plimsoll::redis

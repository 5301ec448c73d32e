// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"

#include <QElapsedTimer>
#include <QObject>

namespace plimsoll::views {

/// Asks the same question again and again for a page that is on screen: never two at once, never more often than the
/// interval. GUI thread.
class Feed final : public QObject {
    Q_OBJECT

public:
    Feed(BrowseRequest::Query query, std::chrono::milliseconds interval, QObject *parent = nullptr);

    void setQuery(const BrowseRequest::Query &query);
    /// Whatever is out is no longer waited for; the next tick asks at once.
    void reset();
    /// At every tick of a page that is on screen.
    void tick();
    /// The id of the question that is out, for the page to set; 0: none.
    [[nodiscard]] quint64 &pending() { return m_pending; }
    /// True when the answer was for this feed.
    bool take(const BrowseResult &result);

signals:
    void wanted(const plimsoll::BrowseRequest::Query &query);
    void answered(const plimsoll::BrowseResult::Answer &answer);
    void failed(const QString &text);

private:
    BrowseRequest::Query m_query;
    std::chrono::milliseconds m_interval;
    QElapsedTimer m_since;
    quint64 m_pending = 0;
};

} // namespace plimsoll::views

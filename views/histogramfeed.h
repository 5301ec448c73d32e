// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"

#include <QElapsedTimer>
#include <QObject>

namespace plimsoll::views {

/// Keeps a histogram up to date without asking at every tick: one question at a time, one every five seconds.
class HistogramFeed final : public QObject {
    Q_OBJECT

public:
    explicit HistogramFeed(const HistogramQuery &query, QObject *parent = nullptr);

    void reset();
    /// At every tick of a page that is on screen.
    void tick();
    /// Which id the question got.
    void sent(quint64 id);
    /// True when the answer was for this feed.
    bool take(const BrowseResult &result);

signals:
    void wanted(const plimsoll::HistogramQuery &query);
    void ready(const plimsoll::Histogram &histogram);
    void failed(const QString &text);

private:
    HistogramQuery m_query;
    QElapsedTimer m_since;
    quint64 m_pending = 0;
};

} // namespace plimsoll::views

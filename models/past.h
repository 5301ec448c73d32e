// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"

#include <QStringList>

#include <deque>
#include <optional>
#include <vector>

namespace plimsoll::models {

/// What charts want of the time that is not in memory: read from the disk by whoever can.
struct PastQuestion {
    struct Of {
        QString collection, kind;
        QStringList figures; ///< ids
        friend bool operator==(const Of &, const Of &) = default;
    };
    std::vector<Of> of;
    Reach reach = Span::QuarterHour; ///< that it is for
    std::chrono::milliseconds from{}, to{}; ///< where `reach` compares: days earlier
    std::chrono::milliseconds drawn{}; ///< of its end, which is wanted more finely; zero: all alike
};

/// One figure, as it was kept.
struct PastSeries {
    Series series;
    std::chrono::milliseconds width{}; ///< between two points of it
};
/// For each collection of the question its figures, in its order; empty where there is nothing.
using PastAnswer = std::vector<std::vector<PastSeries>>;

/// What was read of the past for the charts that were looked at last. GUI thread.
class Past final {
public:
    /// What of it is not here, or not enough of it; nothing where that was asked for a moment ago.
    /// `begins`: what is in memory does so, for a reach up to `now`.
    [[nodiscard]] std::optional<PastQuestion> missing(const std::vector<PastQuestion::Of> &wanted, const Reach &reach,
                                                      std::chrono::milliseconds begins, std::chrono::milliseconds now);
    /// The same of what `reach` compares with.
    [[nodiscard]] std::optional<PastQuestion> missingEarlier(const std::vector<PastQuestion::Of> &wanted,
                                                             const Reach &reach, std::chrono::milliseconds now);
    void take(const PastQuestion &question, const PastAnswer &answer);
    /// The past before what is in memory, and that.
    [[nodiscard]] Series joined(const QString &collection, const QString &kind, const QString &figure,
                                const Reach &reach, Series live) const;
    /// What `reach` compares with (Series::earlier).
    [[nodiscard]] std::optional<std::vector<Series::Point>> earlier(const QString &collection, const QString &kind,
                                                                    const QString &figure, const Reach &reach,
                                                                    std::chrono::milliseconds now) const;

private:
    struct Read {
        PastQuestion::Of of;
        Reach reach;
        std::chrono::milliseconds from{}, to{};
        bool any = false;
        std::vector<PastSeries> figures; ///< in the order of `of`
    };
    [[nodiscard]] const Read *find(const QString &collection, const QString &kind, const Reach &reach) const;

    struct Asked {
        PastQuestion question;
        std::chrono::milliseconds at{};
    };
    [[nodiscard]] bool isAsked(const std::vector<PastQuestion::Of> &wanted, const Reach &reach,
                               std::chrono::milliseconds now) const;
    const PastQuestion &ask(PastQuestion question, std::chrono::milliseconds now);

    std::deque<Read> m_read; ///< the newest first
    std::deque<Asked> m_asked; ///< a moment ago, the newest first: a chart and the cards beside it ask in turns
};

/// What a trend of so many values shows at a moment: as many as are kept up to it. nullopt: nothing is.
std::optional<Reach> trendReach(const Moment &moment, int count);

} // namespace plimsoll::models

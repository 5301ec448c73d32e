// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"

#include <QStringList>

#include <deque>
#include <optional>
#include <vector>

namespace plimsoll::models {

/// Chart data to be read from disk for a time that is not in memory.
struct PastQuestion {
    struct Of {
        QString collection, kind;
        QStringList figures; ///< ids
        friend bool operator==(const Of &, const Of &) = default;
    };
    std::vector<Of> of;
    Reach reach = Span::QuarterHour; ///< reach that needs the data
    std::chrono::milliseconds from{}, to{}; ///< range to read; a comparison is days earlier than `reach`
    std::chrono::milliseconds drawn{}; ///< length of the end that needs higher resolution; zero: uniform
};

/// One stored figure.
struct PastSeries {
    Series series;
    std::chrono::milliseconds width{}; ///< interval of its points
};
/// For each collection of the question, its figures in the order asked; empty if there is no data.
using PastAnswer = std::vector<std::vector<PastSeries>>;

/// Cache of past data for the most recently viewed charts. GUI thread.
class Past final {
public:
    /// Returns the question for data that is missing, or nothing if it was asked recently. `begins`: start of the data
    /// in memory, for a reach up to `now`.
    [[nodiscard]] std::optional<PastQuestion> missing(const std::vector<PastQuestion::Of> &wanted, const Reach &reach,
                                                      std::chrono::milliseconds begins, std::chrono::milliseconds now);
    /// Returns the question for the comparison of `reach`.
    [[nodiscard]] std::optional<PastQuestion> missingEarlier(const std::vector<PastQuestion::Of> &wanted,
                                                             const Reach &reach, std::chrono::milliseconds now);
    void add(const PastQuestion &question, const PastAnswer &answer);
    /// Joins stored data with the data in memory after it.
    [[nodiscard]] Series joined(const QString &collection, const QString &kind, const QString &figure,
                                const Reach &reach, Series live) const;
    /// Data of the comparison of `reach` (Series::earlier).
    [[nodiscard]] std::optional<std::vector<Series::Point>> earlier(const QString &collection, const QString &kind,
                                                                    const QString &figure, const Reach &reach,
                                                                    std::chrono::milliseconds now) const;

private:
    struct Read {
        PastQuestion::Of of;
        Reach reach;
        std::chrono::milliseconds from{}, to{};
        bool any = false;
        std::vector<PastSeries> figures; ///< same order as `of`
    };
    [[nodiscard]] const Read *find(const QString &collection, const QString &kind, const Reach &reach) const;

    struct Asked {
        PastQuestion question;
        std::chrono::milliseconds at{};
    };
    [[nodiscard]] bool isAsked(const std::vector<PastQuestion::Of> &wanted, const Reach &reach,
                               std::chrono::milliseconds now) const;
    const PastQuestion &ask(PastQuestion question, std::chrono::milliseconds now);

    std::deque<Read> m_read; ///< newest first
    std::deque<Asked> m_asked; ///< recent questions, newest first: a chart and its cards ask in turns
};

/// Reach of a trend with `count` recorded values up to `moment`. nullopt: none are recorded.
std::optional<Reach> trendReach(const Moment &moment, int count);

} // namespace plimsoll::models

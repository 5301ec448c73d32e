// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batchbudget.h"
#include "redis/operations/channel.h"
#include "redis/operations/listweights.h"
#include "redis/operations/pages.h"

#include <QByteArray>

#include <map>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace plimsoll::redis {

/// Passes over a list: finds elements in it by their exact bytes, and lets them change places with others.
///
/// Why nothing is missed, doubled or put in another order:
/// - Reading changes nothing. Every window is compared with all that is still wanted, not with what is expected there;
///   what others' pushing and popping moved out of sight between two windows is looked for in another pass.
/// - An arrangement (arrange.lua) permutes one window in one script, after it has seen that the window is what was
///   read: at no moment is an element missing from the list, or in it twice.
/// - It only ever exchanges a wanted element with one that is not wanted, window after window in one direction: those
///   that are not wanted pass it one after the other, and so keep their order, whatever others push or pop meanwhile.
/// - Stopped anywhere, the list holds what it held; only what was wanted may stand nearer to an end, and another pass
///   spreads it again.
/// Pages and windows are bounded by elements and bytes (ListPages, BatchBudget). Blocking; lives on the operation's
/// thread.
class ListPass final {
public:
    /// `fromLeft`: the end from which places are counted, the outermost being 0. `escrow`: of the batch to come.
    ListPass(OperationChannel &channel, QByteArray key, QByteArray escrow, bool fromLeft, std::stop_token stop);
    Q_DISABLE_COPY_MOVE(ListPass)

    /// When another batch has run since this was made.
    void setEscrow(const QByteArray &escrow) { m_escrow = escrow; }
    /// Refused where an arrangement would be, by asking for one of nothing.
    static Outcome mayArrange(OperationChannel &channel, const QByteArray &key, const QByteArray &escrow);

    /// Looks for elements (elementName()), of equal ones for as many as are named. Reads from the end until all are
    /// found, and at least so many places.
    Outcome find(std::vector<QByteArray> wanted, qint64 atLeast = 0);
    [[nodiscard]] std::size_t found() const { return m_foundCount; }
    [[nodiscard]] bool isFound(std::size_t index) const { return m_place[index] >= 0; }
    /// Where it was found, from the end that places are counted from; from the left.
    [[nodiscard]] qint64 placeOf(std::size_t index) const { return m_origin[index]; }
    [[nodiscard]] qint64 placeFromLeft(std::size_t index) const;
    [[nodiscard]] qint64 length() const { return m_length; }
    [[nodiscard]] bool isFromLeft() const { return m_fromLeft; }

    /// Whether looking for each by itself costs the server less than gathering them, each within its bounds.
    [[nodiscard]] bool isSearchCheaper() const { return m_weights.isSearchCheaper(m_place, m_length); }

    /// Whether a script may look through so many places from that end, so many times.
    [[nodiscard]] bool maySearch(qint64 places, qint64 times, bool left) const
    {
        return m_weights.maySearch(places, times, left == m_fromLeft, m_length);
    }

    /// Brings what was found together at an end, in the order in which it was wanted from the outermost on; that end is
    /// chosen anew. False when it was lost from sight on the way: look again.
    Result<bool> gather();
    /// Brings each of what was found to its place (by index of what was wanted); false as above.
    Result<bool> spread(const std::vector<qint64> &places);

private:
    using Ranges = std::vector<std::pair<qint64, qint64>>; ///< first place, how many

    Result<std::vector<QByteArray>> readOn();
    Result<bool> collect();
    Result<bool> distribute(const std::vector<qint64> &places);
    Result<bool> exchange(qint64 one, qint64 other);
    Result<bool> flush();
    Result<bool> follow(const Ranges &ranges);
    Result<std::vector<QByteArray>> read(const Ranges &ranges);
    /// Which wanted one is at a place on the server, before what is not flushed.
    [[nodiscard]] std::unordered_map<qint64, std::size_t> believed() const;
    [[nodiscard]] bool matches(const Ranges &ranges, const std::vector<QByteArray> &window,
                               std::size_t offset = 0) const;
    [[nodiscard]] Ranges touched() const;
    [[nodiscard]] BatchCall callFor(const Ranges &ranges, const std::vector<QByteArray> &window) const;
    Outcome chooseEnd();

    OperationChannel &m_channel;
    QByteArray m_key, m_escrow;
    bool m_fromLeft;
    std::stop_token m_stop;
    ListPages m_pages;
    std::vector<QByteArray> m_wanted; ///< names
    std::vector<qint64> m_place; ///< of each wanted; -1: not found
    std::vector<qint64> m_origin; ///< where each was found
    std::unordered_map<qint64, std::size_t> m_at; ///< which wanted one is at a place, once all is flushed
    ListWeights m_weights;
    std::size_t m_foundCount = 0;
    qint64 m_length = 0;
    qint64 m_shift = 0; ///< what is believed at a place is further in by so much: others pushed at this end
    std::map<qint64, qint64> m_take; ///< not flushed yet: what is at a place comes from that one
    qint64 m_takeBytes = 0;
    BatchBudget m_budget;
};

} // namespace plimsoll::redis

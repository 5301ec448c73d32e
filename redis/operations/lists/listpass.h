// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batchbudget.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/lists/listweights.h"
#include "redis/operations/batch/pages.h"

#include <QByteArray>

#include <map>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace plimsoll::redis {

/// Passes over a list: finds elements by their exact bytes and exchanges them with others.
///
/// Why nothing is missed, duplicated or reordered:
/// - Reading changes nothing. Every page begins with the last elements of the one before, so that places stay those of
///   one moment whatever is pushed and popped between two pages; elements that were moved out of sight are searched for
///   in another pass.
/// - An arrangement (arrange.lua) permutes one window in one script, after checking that it is unchanged: at no moment
///   is an element missing from the list, or in it twice.
/// - It only exchanges a wanted element with one that is not wanted, window after window in one direction, so unwanted
///   elements keep their order whatever other clients push or pop meanwhile.
/// - If stopped at any point, the list has the same elements; only wanted ones may stand nearer to an end, and another
///   pass spreads them again.
/// Elements and bytes of a page or window are bounded (ListPages, BatchBudget). Blocking; lives on the operation's
/// thread.
class ListPass final {
public:
    /// `fromLeft`: end from which places count, 0 being the outermost. `escrow`: key of the next batch's escrow.
    ListPass(OperationChannel &channel, QByteArray key, QByteArray escrow, bool fromLeft, std::stop_token stop);
    Q_DISABLE_COPY_MOVE(ListPass)

    /// Called after another batch has run.
    void setEscrow(const QByteArray &escrow) { m_escrow = escrow; }
    /// Checks permission to arrange, by an empty arrangement.
    static Outcome mayArrange(OperationChannel &channel, const QByteArray &key, const QByteArray &escrow);

    /// Searches for elements (elementName()); for equal ones, as many as are listed. Reads from the end until all are
    /// found, and at least `atLeast` places.
    Outcome find(std::vector<QByteArray> wanted, qint64 atLeast = 0);
    [[nodiscard]] std::size_t found() const { return m_foundCount; }
    [[nodiscard]] bool isFound(std::size_t index) const { return m_place[index] >= 0; }
    /// Place where it was found, from the end that places count from; placeFromLeft(): from the left.
    [[nodiscard]] qint64 placeOf(std::size_t index) const { return m_origin[index]; }
    [[nodiscard]] qint64 placeFromLeft(std::size_t index) const;
    [[nodiscard]] qint64 length() const { return m_length; }
    [[nodiscard]] bool isFromLeft() const { return m_fromLeft; }
    /// Number of elements that others have pushed at that end since; negative if they popped.
    [[nodiscard]] qint64 shift() const { return m_shift; }
    /// Other elements before the last found one; nullopt if the found ones do not lie in the wanted order, or there are
    /// more than `most` others or `mostBytes`.
    [[nodiscard]] std::optional<qint64> othersBefore(qint64 most, qint64 mostBytes) const;

    /// True if searching for each separately costs the server less than gathering them, each within its limits.
    [[nodiscard]] bool isSearchCheaper() const { return m_weights.isSearchCheaper(m_place, m_length); }

    /// True if a script may search `places` places from that end `times` times.
    [[nodiscard]] bool maySearch(qint64 places, qint64 times, bool left) const
    {
        return m_weights.maySearch(places, times, left == m_fromLeft, m_length);
    }

    /// Gathers the found elements at an end chosen anew, in the wanted order from the outermost on. False if one was
    /// lost from sight: search again.
    Result<bool> gather();
    /// Moves each found element to its place (by index of the wanted elements); false as for gather().
    Result<bool> spread(const std::vector<qint64> &places);

private:
    using Ranges = std::vector<std::pair<qint64, qint64>>; ///< first place and count

    Result<std::vector<QByteArray>> readOn();
    [[nodiscard]] std::optional<qint64> behindTail(const std::vector<QByteArray> &page, qint64 expected) const;
    void keepTail(const std::vector<QByteArray> &page);
    Result<bool> collect();
    Result<bool> distribute(const std::vector<qint64> &places);
    Result<bool> exchange(qint64 one, qint64 other);
    Result<bool> flush();
    Result<bool> follow(const Ranges &ranges);
    Result<std::vector<QByteArray>> read(const Ranges &ranges);
    /// Wanted element by its place on the server, before pending moves.
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
    std::vector<QByteArray> m_wanted; ///< names of the wanted elements
    std::vector<qint64> m_place; ///< current place of each wanted element; -1: not found
    std::vector<qint64> m_origin; ///< place where each was found
    std::unordered_map<qint64, std::size_t> m_at; ///< wanted element by place, once all is flushed
    ListWeights m_weights;
    std::size_t m_foundCount = 0;
    std::vector<QByteArray> m_tail; ///< last elements read, by which the next page is joined to them
    qint64 m_length = -1; ///< length when the first page was read; places are of that moment
    qint64 m_lastLength = -1; ///< length when the last page was read
    qint64 m_shift = 0; ///< distance by which elements lie further in, after pushes by others at this end
    std::map<qint64, qint64> m_take; ///< pending moves: destination to source
    qint64 m_takeBytes = 0;
    BatchBudget m_budget;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/places.h"

#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/permissions.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr int orderAttempts = 5; ///< attempts at the order of a list that others change
constexpr int lastBatch = std::numeric_limits<int>::max(); ///< batch number of an escrow that is never written

/// Taken places, ascending, in chunks: search and insertion cost about the square root of their number.
class TakenPlaces {
public:
    /// Takes the `nth` free place and returns it.
    qint64 takeFree(qint64 nth)
    {
        // The number of free places before the i-th taken one (from 0) is its place minus i.
        qint64 before = 0;
        std::size_t chunk = 0;
        while (chunk + 1 < m_chunks.size() && m_chunks[chunk + 1].front() - before - size(chunk) <= nth) {
            before += size(chunk);
            ++chunk;
        }
        std::vector<qint64> &here = m_chunks[chunk];
        const auto behind = std::partition_point(here.begin(), here.end(), [&](const qint64 &place) {
            return place - before - (&place - here.data()) <= nth;
        });
        const qint64 place = nth + before + (behind - here.begin());
        here.insert(behind, place);
        if (here.size() >= largest) {
            std::vector<qint64> rest(here.begin() + largest / 2, here.end());
            here.resize(largest / 2);
            m_chunks.insert(m_chunks.begin() + std::ptrdiff_t(chunk) + 1, std::move(rest));
        }
        return place;
    }

private:
    static constexpr std::ptrdiff_t largest = 2'048;
    [[nodiscard]] qint64 size(std::size_t chunk) const { return qint64(m_chunks[chunk].size()); }

    std::vector<std::vector<qint64>> m_chunks{{}};
};

/// Elements of one list to put in order.
struct Belonging {
    std::vector<ArchivedPlace> taken; ///< elements in the order of taking
    std::vector<qint64> before; ///< original place of each
    bool isInOrder = true; ///< undo puts them back in the order they had: elements of one outcome, from the old end
    bool isArchived = true; ///< undo takes them from the archive, not from a list, where others may have kept some from
                            ///< being found at first
};

/// True if the step takes elements from places of a list, which its undo gives back.
bool hasPlaces(const PlanStep &step)
{
    return step.takesFromList() || (step.is<JobStep>() && step.keyType == ListKey);
}

/// Joins the steps that took from one list, such as those of a requeue to several tiers: places of a later step are
/// those of the list without what the earlier ones took.
void joinLists(const std::vector<PlanStep> &steps, std::vector<Belonging> &lists)
{
    for (std::size_t step = 1; step < lists.size(); ++step) {
        const auto first =
            std::find_if(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(step),
                         [&](const PlanStep &earlier) { return hasPlaces(earlier) && earlier.key == steps[step].key; });
        const auto at = static_cast<std::size_t>(first - steps.begin());
        if (at < step && hasPlaces(steps[step])) {
            Belonging later = std::exchange(lists[step], {});
            std::move(later.taken.begin(), later.taken.end(), std::back_inserter(lists[at].taken));
            lists[at].isInOrder = lists[at].isInOrder && later.isInOrder;
            lists[at].isArchived = lists[at].isArchived && later.isArchived;
        }
    }
}

/// Elements to put in order, one entry per step. The first of several steps on one list has the elements of all.
Result<std::vector<Belonging>> belongings(const Journal &journal, const OpenOperation &undone)
{
    Result<std::vector<ArchivedPlace>> places = journal.archive().places(undone.report.id);
    if (!places) {
        return places.error();
    }
    std::vector<Belonging> lists(undone.steps.size());
    for (ArchivedPlace &place : *places) {
        const auto step = static_cast<std::size_t>(place.step);
        if (step < lists.size() && hasPlaces(undone.steps[step])) {
            Belonging &list = lists[step];
            list.isInOrder = list.isInOrder && place.place == 0
                && (list.taken.empty() || list.taken.front().outcome == place.outcome);
            list.isArchived = list.isArchived && place.outcome == 'r';
            list.taken.push_back(std::move(place));
        }
    }
    joinLists(undone.steps, lists);
    return lists;
}

/// Target places of the found elements, without the missing ones.
std::vector<qint64> targets(const ListPass &pass, const std::vector<qint64> &before, std::vector<qint64> missing)
{
    std::vector<qint64> places(before.size(), -1);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!pass.isFound(i)) {
            missing.push_back(before[i]);
        }
    }
    std::sort(missing.begin(), missing.end());
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (pass.isFound(i)) {
            places[i] = before[i] - (std::lower_bound(missing.begin(), missing.end(), before[i]) - missing.begin());
        }
    }
    return places;
}

/// Restored elements of a list by their original places, and the places of the others.
struct Order {
    std::vector<QByteArray> names;
    std::vector<qint64> before, missing;
};

Order orderOf(const Belonging &belonging)
{
    std::vector<std::size_t> order(belonging.taken.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(),
              [&belonging](std::size_t a, std::size_t b) { return belonging.before[a] < belonging.before[b]; });
    Order restored;
    for (const std::size_t i : order) {
        if (belonging.taken[i].isRestored) {
            restored.names.push_back(belonging.taken[i].name);
            restored.before.push_back(belonging.before[i]);
        } else {
            restored.missing.push_back(belonging.before[i]);
        }
    }
    return restored;
}

/// Number of elements that are not where they were; those that pushes and pops have moved all alike are.
Result<qint64> misplaced(ListPass &pass, const Order &order)
{
    if (Outcome found = pass.find(order.names); !found) {
        return found.error();
    }
    const std::vector<qint64> places = targets(pass, order.before, order.missing);
    std::unordered_map<qint64, qint64> distances;
    qint64 most = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        most = pass.isFound(i) ? std::max(most, ++distances[pass.placeOf(i) - places[i]]) : most;
    }
    return qint64(pass.found()) - most;
}

} // namespace

Result<bool> putWhereItWas(ListPass &pass, const std::vector<QByteArray> &names, const std::vector<qint64> &before,
                           std::vector<qint64> missing)
{
    if (before.empty()) {
        return true;
    }
    if (Outcome found = pass.find(names, *std::max_element(before.begin(), before.end()) + 1); !found) {
        return found.error();
    }
    if (pass.found() == 0) {
        return true; // all elements were taken again
    }
    const std::vector<qint64> places = targets(pass, before, std::move(missing));
    const bool isLongEnough = *std::max_element(places.begin(), places.end()) < pass.length();
    return isLongEnough ? pass.spread(places) : Result<bool>(false);
}

std::vector<qint64> placesBefore(const std::vector<qint64> &places)
{
    TakenPlaces taken;
    std::vector<qint64> before;
    before.reserve(places.size());
    std::transform(places.begin(), places.end(), std::back_inserter(before),
                   [&taken](qint64 place) { return taken.takeFree(place); });
    return before;
}

std::vector<qint64> placesWhenTaken(const std::vector<qint64> &before)
{
    std::vector<qint64> ascending(before);
    std::sort(ascending.begin(), ascending.end());
    std::vector<qint64> sums(before.size() + 1, 0); // a Fenwick tree: number of lower places taken
    std::vector<qint64> counted;
    counted.reserve(before.size());
    for (const qint64 place : before) {
        const auto rank =
            static_cast<std::size_t>(std::lower_bound(ascending.begin(), ascending.end(), place) - ascending.begin());
        qint64 lower = 0;
        for (std::size_t i = rank; i > 0; i &= i - 1) {
            lower += sums[i];
        }
        for (std::size_t i = rank + 1; i < sums.size(); i += i & (~i + 1)) {
            ++sums[i];
        }
        counted.push_back(place - lower);
    }
    return counted;
}

Result<bool> needsOrder(const Journal &journal, const OpenOperation &undone)
{
    const Result<std::vector<Belonging>> lists = belongings(journal, undone);
    if (!lists) {
        return lists.error();
    }
    return std::any_of(lists->begin(), lists->end(), [](const Belonging &list) {
        return !list.isInOrder && std::any_of(list.taken.begin(), list.taken.end(), [](const ArchivedPlace &taken) {
            return taken.isRestored;
        });
    });
}

Outcome mayRestoreOrder(OperationChannel &channel, const Journal &journal, const QString &undone, const QString &undo)
{
    const Result<OpenOperation> details = journal.details(undone);
    const Result<std::vector<Belonging>> lists = details ? belongings(journal, *details) : details.error();
    if (!lists) {
        return lists.error();
    }
    for (std::size_t step = 0; step < lists->size(); ++step) {
        const QByteArray &key = details->steps[step].key;
        if (!(*lists)[step].isInOrder) {
            Outcome permitted = channel.turnTo(key);
            if (permitted) {
                permitted = ListPass::mayArrange(channel, key, escrowKey(key, undo, lastBatch));
            }
            if (!permitted) {
                return permitted;
            }
        }
    }
    return Done{};
}

Result<qint64> restoreOrder(OperationChannel &channel, const Journal &journal, const OpenOperation &undone,
                            const QString &undo, const std::stop_token &stop)
{
    Result<std::vector<Belonging>> found = belongings(journal, undone);
    if (!found) {
        return found.error();
    }
    std::vector<Belonging> &lists = *found;
    qint64 elsewhere = 0;
    for (std::size_t step = 0; step < lists.size(); ++step) {
        Belonging &list = lists[step];
        if (list.isInOrder && list.isArchived) {
            continue;
        }
        std::vector<qint64> taken(list.taken.size());
        std::transform(list.taken.begin(), list.taken.end(), taken.begin(),
                       [](const ArchivedPlace &place) { return place.place; });
        if (list.isInOrder) { // each was the outermost
            list.before.resize(taken.size());
            std::iota(list.before.begin(), list.before.end(), qint64(0));
        } else {
            list.before = placesBefore(taken);
        }
        const Order order = orderOf(list);
        const PlanStep &original = undone.steps[step];
        if (Outcome turned = channel.turnTo(original.key); !turned) {
            return turned.error();
        }
        const auto begin = [&] {
            return ListPass(channel, original.key, escrowKey(original.key, undo, lastBatch), original.atLeft(), stop);
        };
        bool isDone = false;
        for (int attempt = 0; attempt < orderAttempts && !isDone; ++attempt) {
            ListPass pass = begin();
            const Result<bool> done = putWhereItWas(pass, order.names, order.before, order.missing);
            if (!done) {
                return done.error();
            }
            isDone = *done;
        }
        if (!isDone) {
            ListPass pass = begin();
            const Result<qint64> left = misplaced(pass, order);
            if (!left) {
                return left;
            }
            elsewhere += *left;
        }
    }
    return elsewhere;
}

} // namespace plimsoll::redis

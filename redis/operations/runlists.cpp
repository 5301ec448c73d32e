// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/places.h"
#include "redis/operations/run.h"
#include "redis/operations/words.h"

#include <algorithm>
#include <unordered_set>

/// Taking elements off a list: from an end where they lie together, each by itself, or gathered at an end first.
namespace plimsoll::redis {

namespace {

// Others may push at the end that is worked on; so far beyond the expected place an item is still found.
constexpr qint64 windowSlack = 64;
constexpr qint64 carriedBytes = 256 * 1024; ///< so much of others is read beside items, and put back where it was
constexpr qint64 strangers = 1'000; ///< so many others at an end, and items are not taken from there any more
constexpr qint64 searchSlack = 500; ///< likewise, where an item is looked for by itself
constexpr qint64 searchSteps = 50'000; ///< compared in one script, twice: some 2 ms
constexpr int idlePasses = 5; ///< over a list that others work on, before what is not caught is skipped

/// The items that a batch did not touch, with their archive rows.
void keepMissing(const PlanStep &step, const BatchRange &range, const BatchAnswer &answer, PlanStep &rest)
{
    std::unordered_multiset<QByteArray> touched(answer.touched.begin(), answer.touched.end());
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
        if (const auto found = touched.find(step.items[i].element); found != touched.end()) {
            touched.erase(found);
            continue;
        }
        rest.items.push_back(step.items[i]);
        if (!step.archiveRows.empty()) {
            rest.archiveRows.push_back(step.archiveRows[i]);
        }
    }
}

PlanStep withoutItems(const PlanStep &step)
{
    PlanStep rest = step;
    rest.items.clear();
    rest.archiveRows.clear();
    return rest;
}

std::vector<QByteArray> namesOf(const PlanStep &step)
{
    std::vector<QByteArray> names;
    names.reserve(step.items.size());
    std::transform(step.items.begin(), step.items.end(), std::back_inserter(names),
                   [](const PlanItem &item) { return elementName(item.element); });
    return names;
}

void moveItem(PlanStep &from, std::size_t index, PlanStep &to)
{
    to.items.push_back(std::move(from.items[index]));
    if (!from.archiveRows.empty()) {
        to.archiveRows.push_back(from.archiveRows[index]);
    }
}

} // namespace

Outcome Run::takeFromList(const PlanStep &step, int index)
{
    PlanStep waiting = step;
    if (step.contiguous) {
        Result<PlanStep> missing = takeAtEnd(waiting, index, step.atLeft);
        if (!missing) {
            return missing.error();
        }
        waiting = std::move(*missing);
    }
    for (int idle = 0; !waiting.items.empty() && idle < idlePasses;) {
        ListPass pass(m_channel, step.key, escrowKey(step.key, m_plan.id, m_ledger.batch()), step.atLeft, m_stop);
        if (Outcome read = pass.find(namesOf(waiting)); !read) {
            return read;
        }
        if (pass.found() == 0) {
            break;
        }
        PlanStep found = withoutItems(waiting), rest = found;
        std::vector<qint64> places; // of those found, from the left
        for (std::size_t i = 0; i < waiting.items.size(); ++i) {
            moveItem(waiting, i, pass.isFound(i) ? found : rest);
            if (pass.isFound(i)) {
                places.push_back(pass.placeFromLeft(i));
            }
        }
        Result<PlanStep> missing = pass.isSearchCheaper() ? takeEach(found, index, places, pass.length())
                                                          : takeGathered(found, index, pass, places);
        if (!missing) {
            return missing.error();
        }
        idle = missing->items.size() < found.items.size() ? 0 : idle + 1;
        waiting = std::move(*missing);
        for (std::size_t i = 0; i < rest.items.size(); ++i) {
            moveItem(rest, i, waiting);
        }
    }
    m_report.skipped += qint64(waiting.items.size());
    return Done{};
}

/// Takes items that lie together at an end, in this order; returns those that do not.
Result<PlanStep> Run::takeAtEnd(const PlanStep &step, int index, bool left)
{
    m_notedUntil = 0;
    m_weights.clear();
    PlanStep rest = withoutItems(step);
    qint64 stayed = 0; // elements at the end that are not ours: the window reaches beyond them
    for (std::size_t first = 0; first < step.items.size();) {
        const Result<std::size_t> fits = fitting(step, index, first);
        if (!fits) {
            return fits.error();
        }
        BatchRange range{.first = first, .count = *fits, .archive = m_plan.archive, .left = left};
        range.window = stayed + qint64(range.count) + windowSlack;
        range.bytes = carriedBytes;
        const Result<BatchAnswer> answer = budgeted(step, index, range);
        if (!answer) {
            return answer.error();
        }
        stayed = answer->stayed;
        if (answer->touched.empty() || stayed > strangers) {
            range.count = step.items.size() - first; // they lie deeper, or are gone
        }
        keepMissing(step, range, *answer, rest);
        first += range.count;
    }
    return rest;
}

/// Takes each item by itself, from the nearer end; returns those that were not there any more.
Result<PlanStep> Run::takeEach(const PlanStep &step, int index, const std::vector<qint64> &places, qint64 length)
{
    m_notedUntil = 0;
    m_weights.clear();
    PlanStep rest = withoutItems(step);
    for (std::size_t first = 0; first < step.items.size();) {
        const Result<std::size_t> fits = fitting(step, index, first);
        if (!fits) {
            return fits.error();
        }
        BatchRange range{.first = first, .archive = m_plan.archive, .left = places[first] < length / 2};
        while (range.count < *fits && (places[first + range.count] < length / 2) == range.left) {
            const qint64 place = places[first + range.count];
            const qint64 within = std::max(range.within, (range.left ? place : length - 1 - place) + 1 + searchSlack);
            if (range.count > 0 && within * qint64(range.count + 1) > searchSteps) {
                break;
            }
            range.within = within;
            ++range.count;
        }
        const Result<BatchAnswer> answer = budgeted(step, index, range);
        if (!answer) {
            return answer.error();
        }
        keepMissing(step, range, *answer, rest);
        first += range.count;
    }
    return rest;
}

/// Brings items together at an end first; returns those that were not there any more, all when others were faster.
Result<PlanStep> Run::takeGathered(PlanStep step, int index, ListPass &pass, const std::vector<qint64> &places)
{
    std::vector<qint64> before(places);
    if (!step.atLeft) {
        std::transform(before.begin(), before.end(), before.begin(),
                       [&pass](qint64 place) { return pass.length() - 1 - place; });
    }
    const std::vector<qint64> counted = placesWhenTaken(before);
    for (std::size_t i = 0; i < counted.size(); ++i) {
        step.items[i].place = counted[i];
    }
    const Result<bool> together = pass.gather();
    Result<PlanStep> missing = !together ? Result<PlanStep>(together.error())
        : *together                      ? takeAtEnd(step, index, pass.isFromLeft())
                                         : Result<PlanStep>(step);
    if (missing) {
        for (PlanItem &item : missing->items) {
            item.place = -1;
        }
    } else if (missing.error().kind == ErrorKind::Cancelled) {
        // What stays is put back to where it was, whatever it takes: its order is not what was to be changed.
        ListPass back(m_channel, step.key, escrowKey(step.key, m_plan.id, m_ledger.batch()), step.atLeft, {});
        if (const Result<bool> isBack = putWhereItWas(back, namesOf(step), before); !isBack || !*isBack) {
            m_report.notes.append(Words::tr("Some of what stays is nearer to an end of its list than it was."));
        }
    }
    return missing;
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/places.h"
#include "redis/operations/run/run.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <unordered_set>

/// Taking elements off a list: together from an end, each separately, or after gathering them at an end.
namespace plimsoll::redis {

namespace {

// Distance beyond its expected place at which an item is still found after others pushed at that end.
constexpr qint64 windowSlack = 64;
constexpr qint64 carriedBytes = 256LL * 1024; ///< bytes of other elements read with the items and put back in place
constexpr qint64 strangers = 1'000; ///< limit of other elements at an end; beyond it, items are not taken from there
                                    ///< any more
constexpr qint64 searchSlack = 500; ///< likewise, when searching for a single item
constexpr int idlePasses = 5; ///< passes that find nothing, over a list in use, before the remaining items are skipped

/// Notes which items a batch touched.
void note(const PlanStep &step, const BatchRange &range, const BatchAnswer &answer, std::vector<Tried> &tried)
{
    std::unordered_multiset<QByteArray> touched(answer.touched.begin(), answer.touched.end());
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
        const auto found = touched.find(step.items[i].archivedAs());
        tried[i] = found != touched.end() ? Tried::Taken : Tried::InVain;
        if (found != touched.end()) {
            touched.erase(found);
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

/// True if the script may leave an item alone although it is there.
bool mayRefuse(const PlanStep &step)
{
    const std::vector<PlanTarget> targets = step.targets();
    return step.readsRecords() || std::any_of(targets.begin(), targets.end(), [](const PlanTarget &target) {
               return target.how == PlanTarget::How::AddToSet || target.how == PlanTarget::How::AddToZSet;
           });
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

/// Items of a step not yet taken off a list.
struct Run::Waiting {
    explicit Waiting(const PlanStep &all) : step(withoutItems(all)) { }

    /// Moves an item here from another step.
    void add(PlanStep &from, std::size_t index, qint64 origin)
    {
        moveItem(from, index, step);
        origins.push_back(origin);
    }

    PlanStep step;
    std::vector<qint64> origins; ///< place of each item at the first pass; -1: not gathered yet
};

Outcome Run::takeFromList(const PlanStep &step, int index)
{
    PlanStep all = step;
    std::vector<Tried> tried(all.items.size(), Tried::Not);
    if (step.as<MoveStep>()->contiguous) {
        if (Outcome done = takeAtEnd(all, index, step.atLeft(), tried); !done) {
            return done;
        }
    }
    Waiting waiting(step);
    for (std::size_t i = 0; i < all.items.size(); ++i) {
        if (tried[i] != Tried::Taken) {
            waiting.add(all, i, -1);
        }
    }
    ListOrigins origins;
    Outcome done = takeSought(waiting, index, origins);
    putBack(waiting, origins, done);
    const Outcome arranged = m_ledger.arranged();
    return done ? arranged : done;
}

/// Searches for the waiting items and takes them, until all are taken or a search finds none.
Outcome Run::takeSought(Waiting &waiting, int index, ListOrigins &origins)
{
    const PlanStep frame = withoutItems(waiting.step);
    qint64 lost = 0; // items found in the last pass but taken by others
    for (int idle = 0; !waiting.step.items.empty() && idle < idlePasses;) {
        const bool atLeft = waiting.step.atLeft();
        ListPass pass(m_channel, waiting.step.key, escrowKey(waiting.step.key, m_plan.id, m_ledger.batch()), atLeft,
                      m_stop);
        if (Outcome read = pass.find(namesOf(waiting.step)); !read) {
            return read;
        }
        if (pass.found() == 0) {
            lost = 0;
            break;
        }
        // Takes a contiguous range in place if a script can pass over the elements before it: no order changes.
        const std::optional<qint64> others =
            frame.as<MoveStep>()->contiguous ? pass.othersBefore(strangers, carriedBytes) : std::nullopt;
        const bool each = !others && pass.isSearchCheaper();
        const bool isGathered = !others && !each;
        if (isGathered) {
            if (Outcome asked = askBeforeGathering(waiting.step, index, atLeft); !asked) {
                return asked;
            }
            pass.setEscrow(escrowKey(waiting.step.key, m_plan.id, m_ledger.batch()));
        }
        origins.look(pass, waiting.origins);
        Waiting found(frame), rest(frame);
        std::vector<qint64> now, places; // current places from the left; original places
        for (std::size_t i = 0; i < waiting.step.items.size(); ++i) {
            (pass.isFound(i) ? found : rest).add(waiting.step, i, waiting.origins[i]);
            if (pass.isFound(i)) {
                now.push_back(pass.placeFromLeft(i));
                places.push_back(origins.of(pass.placeOf(i), waiting.origins[i]));
            }
        }
        std::vector<Tried> tried(found.step.items.size(), Tried::Not);
        const std::vector<qint64> counted = origins.whenTaken(places);
        for (std::size_t i = 0; i < tried.size(); ++i) {
            const bool isElsewhere = isGathered || found.origins[i] >= 0; // otherwise the script finds its place itself
            found.step.items[i].place = isElsewhere ? counted[i] : -1;
            found.origins[i] = isElsewhere ? places[i] : -1;
        }
        bool isLost = false;
        Outcome done = others ? takeAtEnd(found.step, index, pass.isFromLeft(), tried, others)
            : each            ? takeEach(found.step, index, now, pass, tried)
                              : takeGathered(found.step, index, pass, tried, isLost);
        waiting = Waiting(frame);
        for (const Tried how : {Tried::Taken, Tried::Not, Tried::InVain}) {
            // Items that block others and may not be taken are not tried again.
            for (std::size_t i = 0; i < tried.size(); ++i) {
                if (tried[i] == how && how == Tried::Taken) {
                    origins.noteTaken(places[i]);
                } else if (tried[i] == how) {
                    found.step.items[i].place = -1;
                    waiting.add(found.step, i, found.origins[i]);
                }
            }
        }
        idle = waiting.step.items.size() < tried.size() ? 0 : idle + 1;
        lost = isLost || !mayRefuse(frame) ? qint64(waiting.step.items.size()) : 0;
        for (std::size_t i = 0; i < rest.step.items.size(); ++i) {
            waiting.add(rest.step, i, rest.origins[i]);
        }
        if (!done) {
            return done;
        }
    }
    if (lost > 0) {
        m_unfinished +=
            Words::tr("%1: others kept changing the list; %2 that are still there were not taken, preview again")
                .arg(printable(waiting.step.key), QString::number(lost));
    }
    m_report.skipped += waiting.step.beside ? 0 : qint64(waiting.step.items.size()) - lost;
    return Done{};
}

/// Takes items that lie together at an end, in this order, and notes which were found. `others`: number of other
/// elements before them; if that is unknown, a batch that finds nothing is the last one.
Outcome Run::takeAtEnd(const PlanStep &step, int index, bool left, std::vector<Tried> &tried,
                       std::optional<qint64> others)
{
    m_notedUntil = 0;
    m_weights.clear();
    qint64 stayed = others.value_or(0); // other elements at the end, included in the window
    qint64 missed = 0; // our items not taken, which may be refused or gone; also included
    for (std::size_t first = 0; first < step.items.size() && stayed + missed <= strangers;) {
        const Result<std::size_t> fits = fitting(step, index, first);
        if (!fits) {
            return fits.error();
        }
        BatchRange range{.first = first, .count = *fits, .archive = m_plan.archive, .left = left};
        range.window = stayed + missed + qint64(range.count) + windowSlack;
        range.bytes = carriedBytes;
        const Result<BatchAnswer> answer = budgeted(step, index, range);
        if (!answer) {
            return answer.error();
        }
        note(step, range, *answer, tried);
        if (answer->touched.empty() && !others) {
            break;
        }
        stayed = answer->touched.empty() ? stayed : answer->stayed;
        missed = (answer->touched.empty() ? missed : 0) + qint64(range.count) - qint64(answer->touched.size());
        first += range.count;
    }
    return Done{}; // the other items lie deeper or are gone
}

/// Takes each item separately, from the nearer end, and notes which were found.
Outcome Run::takeEach(const PlanStep &step, int index, const std::vector<qint64> &places, const ListPass &pass,
                      std::vector<Tried> &tried)
{
    m_notedUntil = 0;
    m_weights.clear();
    const qint64 length = pass.length();
    for (std::size_t first = 0; first < step.items.size();) {
        const Result<std::size_t> fits = fitting(step, index, first);
        if (!fits) {
            return fits.error();
        }
        BatchRange range{.first = first, .archive = m_plan.archive, .left = places[first] < length / 2};
        while (range.count < *fits && (places[first + range.count] < length / 2) == range.left) {
            const qint64 place = places[first + range.count];
            const qint64 within = std::max(range.within, (range.left ? place : length - 1 - place) + 1 + searchSlack);
            if (range.count > 0 && !pass.maySearch(within, qint64(range.count) + 1, range.left)) {
                break;
            }
            range.within = within;
            ++range.count;
        }
        const Result<BatchAnswer> answer = budgeted(step, index, range);
        if (!answer) {
            return answer.error();
        }
        note(step, range, *answer, tried);
        first += range.count;
    }
    return Done{};
}

/// Sends a batch that examines no elements, so that a refusal comes before the order is changed.
Outcome Run::askBeforeGathering(const PlanStep &step, int index, bool left)
{
    if (m_mayGather) {
        return Done{};
    }
    m_notedUntil = 0;
    std::chrono::microseconds took{};
    const Result<BatchAnswer> answer =
        batch(step, index, {.count = 1, .window = 1, .archive = m_plan.archive, .bytes = -1, .left = left}, took);
    m_mayGather = answer.ok();
    return answer ? Outcome(Done{}) : answer.error();
}

/// Gathers items at an end, takes them, and notes which were found; `isLost`: none, because others were faster.
Outcome Run::takeGathered(const PlanStep &step, int index, ListPass &pass, std::vector<Tried> &tried, bool &isLost)
{
    if (Outcome noted = m_ledger.arranging(Words::tr("%1: interrupted while elements were being moved to one end: some "
                                                     "that stay may be nearer to an end than before.")
                                               .arg(printable(step.key)));
        !noted) {
        return noted;
    }
    const Result<bool> together = pass.gather();
    if (!together) {
        return together.error();
    }
    isLost = !*together;
    return isLost ? Outcome(Done{})
                  : takeAtEnd(step, index, pass.isFromLeft(), tried, std::max<qint64>(0, pass.shift()));
}

/// Moves gathered items that were not taken back to their places, regardless of the result and the time needed: the
/// operation must not change their order.
void Run::putBack(const Waiting &waiting, const ListOrigins &origins, const Outcome &done)
{
    std::vector<QByteArray> names;
    std::vector<qint64> before;
    for (std::size_t i = 0; i < waiting.origins.size(); ++i) {
        if (waiting.origins[i] >= 0) {
            names.push_back(elementName(waiting.step.items[i].element));
            before.push_back(waiting.origins[i]);
        }
    }
    if (names.empty()) {
        return;
    }
    // Skipped if the server is unreachable, does not permit it, or is not the same.
    const bool isThere = !m_channel.isUncertain()
        && (done || done.error().kind == ErrorKind::Cancelled || done.error().kind == ErrorKind::Storage
            || done.error().kind == ErrorKind::NotNow || done.error().kind == ErrorKind::Server
            || done.error().kind == ErrorKind::WrongType);
    const PlanStep &step = waiting.step;
    for (int attempt = 0; attempt < idlePasses && isThere; ++attempt) {
        ListPass pass(m_channel, step.key, escrowKey(step.key, m_plan.id, m_ledger.batch()), step.atLeft(), {});
        const Result<bool> isBack = putWhereItWas(pass, names, before, origins.taken());
        if (!isBack) {
            break;
        }
        if (*isBack) {
            if (pass.found() > 0 && origins.hasChanged(pass, qint64(names.size()))) {
                m_report.notes.append(Words::tr("%1: the rest was put back, but others changed the list meanwhile: "
                                                "some elements may be a few places off.")
                                          .arg(printable(step.key)));
            }
            return;
        }
    }
    m_report.notes.append(
        Words::tr("%1: some elements that stay are nearer to an end than before.").arg(printable(step.key)));
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/places.h"
#include "redis/operations/run.h"
#include "redis/operations/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <unordered_set>

/// Taking elements off a list: from an end where they lie together, each by itself, or gathered at an end first.
namespace plimsoll::redis {

namespace {

// Others may push at the end that is worked on; so far beyond the expected place an item is still found.
constexpr qint64 windowSlack = 64;
constexpr qint64 carriedBytes = 256LL * 1024; ///< so much of others is read beside items, and put back where it was
constexpr qint64 strangers = 1'000; ///< so many others at an end, and items are not taken from there any more
constexpr qint64 searchSlack = 500; ///< likewise, where an item is looked for by itself
constexpr int idlePasses = 5; ///< over a list that others work on, before what is not caught is skipped

/// Which items a batch touched.
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

/// An item may be there, and its script leave it alone.
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

/// What of a step is still to be taken off a list.
struct Run::Waiting {
    explicit Waiting(const PlanStep &all) : step(withoutItems(all)) { }

    /// Takes an item over from a step that is left behind.
    void add(PlanStep &from, std::size_t index, qint64 origin)
    {
        moveItem(from, index, step);
        origins.push_back(origin);
    }

    PlanStep step;
    std::vector<qint64> origins; ///< of each item, in the list at the first pass; -1: not gathered so far
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

/// Looks for what is waiting, and takes it, until all is taken or nothing is found any more.
Outcome Run::takeSought(Waiting &waiting, int index, ListOrigins &origins)
{
    const PlanStep frame = withoutItems(waiting.step);
    qint64 lost = 0; // there at the last look, and others were faster
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
        const bool each = pass.isSearchCheaper();
        if (!each) {
            if (Outcome asked = askBeforeGathering(waiting.step, index, atLeft); !asked) {
                return asked;
            }
            pass.setEscrow(escrowKey(waiting.step.key, m_plan.id, m_ledger.batch()));
        }
        origins.look(pass, waiting.origins);
        Waiting found(frame), rest(frame);
        std::vector<qint64> now, places; // from the left; before the first was taken
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
            const bool isElsewhere = !each || found.origins[i] >= 0; // the script would find it where it was put
            found.step.items[i].place = isElsewhere ? counted[i] : -1;
            found.origins[i] = isElsewhere ? places[i] : -1;
        }
        bool isLost = false;
        Outcome done =
            each ? takeEach(found.step, index, now, pass, tried) : takeGathered(found.step, index, pass, tried, isLost);
        waiting = Waiting(frame);
        for (const Tried how : {Tried::Taken, Tried::Not, Tried::InVain}) {
            // What was in the way of others, and may not be taken, shall not be so again.
            for (std::size_t i = 0; i < tried.size(); ++i) {
                if (tried[i] == how && how == Tried::Taken) {
                    origins.take(places[i]);
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
        m_unfinished += Words::tr("%1: others were at work there all the time; %2 that are still there were not "
                                  "taken, look again")
                            .arg(printable(waiting.step.key), QString::number(lost));
    }
    m_report.skipped += waiting.step.beside ? 0 : qint64(waiting.step.items.size()) - lost;
    return Done{};
}

/// Takes items that lie together at an end, in this order, and notes which were there.
Outcome Run::takeAtEnd(const PlanStep &step, int index, bool left, std::vector<Tried> &tried)
{
    m_notedUntil = 0;
    m_weights.clear();
    qint64 stayed = 0; // elements at the end that are not ours: the window reaches beyond them,
    qint64 missed = 0; // and beyond ours that were not taken since: they may not be, or are gone
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
        stayed = answer->touched.empty() ? stayed : answer->stayed;
        missed = (answer->touched.empty() ? missed : 0) + qint64(range.count) - qint64(answer->touched.size());
        first += range.count;
    }
    return Done{}; // the rest lies deeper, or is gone
}

/// Takes each item by itself, from the nearer end, and notes which were there.
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

/// What the server refuses to do with the items, it refuses before their order is touched: by a batch that looks at
/// nothing.
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

/// Brings items together at an end first, and notes which were there; `isLost`: none, because others were faster.
Outcome Run::takeGathered(const PlanStep &step, int index, ListPass &pass, std::vector<Tried> &tried, bool &isLost)
{
    if (Outcome noted = m_ledger.arranging(
            Words::tr("%1: cut off while elements were brought together at an end: some of what stays may lie nearer "
                      "to an end than it did.")
                .arg(printable(step.key)));
        !noted) {
        return noted;
    }
    const Result<bool> together = pass.gather();
    if (!together) {
        return together.error();
    }
    isLost = !*together;
    return isLost ? Outcome(Done{}) : takeAtEnd(step, index, pass.isFromLeft(), tried);
}

/// What was gathered and stays goes back to where it was, whatever ended it and however long that takes: its order is
/// not what was to be changed.
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
    // Not on a server that cannot be reached, does not let us, or is another one.
    const bool isThere = !m_channel.isUncertain()
        && (done || done.error().kind == ErrorKind::Cancelled || done.error().kind == ErrorKind::Storage
            || done.error().kind == ErrorKind::Server || done.error().kind == ErrorKind::WrongType);
    const PlanStep &step = waiting.step;
    for (int attempt = 0; attempt < idlePasses && isThere; ++attempt) {
        ListPass pass(m_channel, step.key, escrowKey(step.key, m_plan.id, m_ledger.batch()), step.atLeft(), {});
        const Result<bool> isBack = putWhereItWas(pass, names, before, origins.taken());
        if (!isBack) {
            break;
        }
        if (*isBack) {
            if (pass.found() > 0 && origins.hasChanged(pass, qint64(names.size()))) {
                m_report.notes.append(Words::tr("%1: what stays was put back, but others were at work there: it may be "
                                                "some places from where it was.")
                                          .arg(printable(step.key)));
            }
            return;
        }
    }
    m_report.notes.append(
        Words::tr("%1: some of what stays is nearer to an end than it was.").arg(printable(step.key)));
}

} // namespace plimsoll::redis

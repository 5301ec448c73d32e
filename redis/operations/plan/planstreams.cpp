// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/batch/streamcut.h"
#include "redis/operations/plan/streamplans.h"
#include "redis/operations/journal/words.h"
#include "redis/types/elementstate.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace plimsoll::redis::planning {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;
using What = PendingStep::What;

constexpr std::size_t mostEntriesShown = 10;

/// A pending entry and its delivery time by the server's clock.
struct HeldEntry {
    PendingEntry entry;
    milliseconds deliveredAt{};

    [[nodiscard]] QByteArray standing() const
    {
        return QByteArray::number(entry.deliveries) + ' ' + QByteArray::number(qlonglong(deliveredAt.count())) + ' '
            + entry.consumer;
    }
};

using Belongs = std::function<bool(const HeldEntry &)>;

milliseconds arrivalIn(const Reply &reply)
{
    return reply.elements.size() == 2 ? milliseconds(reply.elements[0].toInteger().value_or(0) * 1'000
                                                     + reply.elements[1].toInteger().value_or(0) / 1'000)
                                      : milliseconds(0);
}

/// Replies about pending entries, with the server's time before each and after all.
struct Answers {
    std::vector<Reply> replies;
    std::vector<milliseconds> times;
    bool stoodStill = false; ///< the server paused during a question, so the time of its reply is unknown
};

Result<Answers> answersTo(const PlanSource &source, const Pipeline &questions)
{
    constexpr milliseconds longest(20); // less than the difference between clock readings that scripts tolerate
    Pipeline pipeline = questions;
    pipeline.add({"TIME"});
    Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    Answers answers;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if (i % 2 == 1) {
            answers.replies.push_back(std::move((*replies)[i]));
            continue;
        }
        const milliseconds now = arrivalIn((*replies)[i]);
        answers.stoodStill |= !answers.times.empty() && now - answers.times.back() > longest;
        answers.times.push_back(now);
    }
    return answers;
}

/// Asks with a TIME before each question: delivery times are computed from the idle time and the server's time.
Result<std::vector<HeldEntry>> ask(const PlanSource &source, const QByteArray &key, const Pipeline &questions)
{
    Result<Answers> answers = answersTo(source, questions);
    constexpr int attempts = 20; // after that, some entries may seem changed, and are left alone
    for (int i = 1; i < attempts && answers && answers->stoodStill; ++i) {
        answers = answersTo(source, questions);
    }
    if (!answers) {
        return answers.error();
    }
    std::vector<HeldEntry> held;
    for (std::size_t i = 0; i < answers->replies.size(); ++i) {
        const Reply &reply = answers->replies[i];
        if (reply.isError() && !isNoGroup(reply)) {
            return reply.toError(key);
        }
        for (PendingEntry &entry : pendingIn(reply)) {
            const milliseconds at = answers->times[i] - entry.idle;
            held.push_back({std::move(entry), at});
        }
    }
    return held;
}

/// Entries with these ids that are pending in the group.
Result<std::vector<HeldEntry>> heldOf(const PlanSource &source, const QByteArray &key, const QByteArray &group,
                                      const std::vector<QByteArray> &ids, const Belongs &belongs)
{
    constexpr std::size_t atOnce = 500;
    std::vector<HeldEntry> held;
    for (std::size_t first = 0; first < ids.size(); first += atOnce) {
        Pipeline pipeline;
        for (std::size_t i = first; i < std::min(first + atOnce, ids.size()); ++i) {
            if (StreamId::parse(ids[i])) { // otherwise no entry has this id
                pipeline.add({"TIME"});
                pipeline.add({"XPENDING", key, group, ids[i], ids[i], "1"});
            }
        }
        Result<std::vector<HeldEntry>> some = ask(source, key, pipeline);
        if (!some) {
            return some.error();
        }
        std::copy_if(some->begin(), some->end(), std::back_inserter(held), belongs);
    }
    return held;
}

/// Matching entries pending in the group, or at one of its consumers, oldest first; at most `most` (0: all).
Result<std::vector<HeldEntry>> allHeld(const PlanSource &source, const QByteArray &key, const QByteArray &group,
                                       const Belongs &belongs, qint64 most, const QByteArray &consumer = {})
{
    constexpr qint64 page = 1'000;
    std::vector<HeldEntry> held;
    QByteArray from = "-";
    while (most == 0 || std::ssize(held) < most) {
        Pipeline pipeline;
        pipeline.add({"TIME"});
        const QByteArray count = QByteArray::number(page);
        if (consumer.isEmpty()) {
            pipeline.add({"XPENDING", key, group, from, "+", count});
        } else {
            pipeline.add({"XPENDING", key, group, from, "+", count, consumer});
        }
        const Result<std::vector<HeldEntry>> some = ask(source, key, pipeline);
        if (!some) {
            return some.error();
        }
        std::copy_if(some->begin(), some->end(), std::back_inserter(held), belongs);
        if (std::ssize(*some) < page) {
            break;
        }
        from = '(' + some->back().entry.id;
    }
    if (most > 0 && std::ssize(held) > most) {
        held.resize(static_cast<std::size_t>(most));
    }
    return held;
}

/// The stream's groups that the request names.
Result<std::vector<StreamGroup>> groupsOf(const PlanSource &source, const OperationRequest &request,
                                          const QByteArray &key)
{
    Pipeline pipeline;
    pipeline.add({"XINFO", "GROUPS", key});
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    const Reply &reply = replies->front();
    if (reply.isError() && !isNoStream(reply)) {
        return reply.toError(key);
    }
    std::vector<StreamGroup> groups = groupsIn(reply);
    const QByteArray only = request.group.isEmpty() ? source.definition.text(L1("group")).toUtf8() : request.group;
    std::erase_if(groups, [&](const StreamGroup &group) { return !only.isEmpty() && group.name != only; });
    if (groups.empty() && !request.group.isEmpty()) {
        return invalid(
            Words::tr("%1 has no consumer group %2").arg(printable(key, 200), printable(request.group, 200)));
    }
    return groups;
}

/// Filter for the pending entries of a request, of any consumer.
Result<Belongs> belonging(const PlanSource &source, const OperationRequest &request)
{
    const Belongs isAnyEntry = [](const HeldEntry &) { return true; };
    const CollectionDefinition &definition = source.definition;
    const bool isSelected = !request.elements.empty();
    const std::optional<qint64> most = definition.integer(L1("maxDeliveries"));
    const std::optional<milliseconds> staleAfter =
        request.olderThan ? request.olderThan : definition.duration(L1("staleAfter"));
    const bool isAny = request.state.isEmpty();
    const bool isPoison = (isAny && request.action == Action::RequeueDead)
        || isState(request.state, Holds::Entries, ElementState::Which::Overdue);
    const bool isStale = (isAny && request.action == Action::Requeue)
        || isState(request.state, Holds::Processing, ElementState::Which::Overdue);
    if (isSelected) { // selected entries must be as they were shown, whatever their current state
        return isAnyEntry;
    }
    if (isPoison) {
        if (!most && request.ids.empty()) {
            return invalid(Words::tr("%1 does not say how often an entry may be delivered; set options.maxDeliveries, "
                                     "or name entries by their ids")
                               .arg(definition.name));
        }
        return Belongs([most](const HeldEntry &held) { return !most || held.entry.deliveries > *most; });
    }
    if (isStale) {
        if (!staleAfter) {
            return invalid(Words::tr("%1 does not say when an entry is stale; set options.staleAfter or give "
                                     "--older-than")
                               .arg(definition.name));
        }
        return Belongs([staleAfter](const HeldEntry &held) { return held.entry.idle > *staleAfter; });
    }
    return isAnyEntry;
}

/// First entries, as the dialog shows them.
std::vector<Element> shownOf(const PlanSource &source, const PlanStep &step, const std::vector<HeldEntry> &held)
{
    std::vector<Element> shown;
    for (const HeldEntry &one : std::span(held).first(std::min(mostEntriesShown, held.size()))) {
        Element &element = shown.emplace_back();
        element.element = element.id = one.entry.id;
        element.key = step.key;
        element.group = step.as<PendingStep>()->group;
        element.state = stateOf(Holds::Entries).id;
        element.worker = printable(one.entry.consumer, 200);
        element.attempts = one.entry.deliveries;
        element.startedAt = one.deliveredAt;
        if (const auto id = StreamId::parse(one.entry.id); id && id->addedAt()) {
            element.createdAt = id->addedAt();
            element.age = std::max(milliseconds(0), source.now - *id->addedAt());
        }
    }
    return shown;
}

void appendHeld(const PlanSource &source, const QByteArray &key, const PendingStep &does,
                const std::vector<HeldEntry> &held, Plan &plan)
{
    PlanStep step{.key = key, .keyType = StreamKey, .does = does};
    step.items.reserve(held.size());
    for (const HeldEntry &one : held) {
        step.items.push_back({one.entry.id, one.standing(), {}, {}, {}});
    }
    const std::vector<Element> shown = shownOf(source, step, held);
    append(plan, std::move(step), shown);
}

/// Leaves out entries that are no longer in the stream, and returns their number. Of very many in the middle of the
/// stream, the last ones are found while running.
Result<qint64> leaveOutGone(const PlanSource &source, const QByteArray &key, std::vector<HeldEntry> &held)
{
    constexpr std::size_t most = 10'000;
    std::vector<QByteArray> ids;
    std::transform(held.begin(), held.end(), std::back_inserter(ids),
                   [](const HeldEntry &one) { return one.entry.id; });
    const Result<std::set<QByteArray>> gone = deletedOf(key, ids, {most}, [&source](const Pipeline &pipeline) {
        return source.server.exchange(pipeline, source.stop);
    });
    if (!gone) {
        return gone.error();
    }
    return static_cast<qint64>(
        std::erase_if(held, [&gone](const HeldEntry &one) { return gone->contains(one.entry.id); }));
}

/// Notes entries that were trimmed or deleted.
void noteTrimmed(qint64 gone, Plan &plan)
{
    if (gone > 0) {
        addNote(plan,
                gone == 1 ? Words::tr("1 is no longer in the stream: it can only be acknowledged.")
                          : Words::tr("%1 are no longer in the stream: they can only be acknowledged.", nullptr,
                                      pluralOf(gone))
                                .arg(gone));
    }
}

/// Notes entries that were trimmed or deleted, which an undo cannot make pending again.
void noteLastChance(qint64 gone, Plan &plan)
{
    if (gone > 0) {
        addNote(plan,
                gone == 1 ? Words::tr("1 is no longer in the stream: an undo could not make it pending again.")
                          : Words::tr("%1 are no longer in the stream: an undo could not make them pending again.",
                                      nullptr, pluralOf(gone))
                                .arg(gone));
    }
}

/// Notes entries that are at their new consumer already, so that the numbers of page and preview agree.
void noteThere(qint64 there, const PendingStep &does, Plan &plan)
{
    if (there == 0) {
        return;
    }
    const QString name = printable(does.consumer, 200);
    const QString count = QString::number(there);
    if (does.what == What::Release) {
        addNote(plan,
                there == 1 ? Words::tr("1 more is released already.")
                           : Words::tr("%1 more are released already.", nullptr, pluralOf(there)).arg(count));
    } else {
        addNote(plan,
                there == 1
                    ? Words::tr("1 more is pending at %1 already.").arg(name)
                    : Words::tr("%1 more are pending at %2 already.", nullptr, pluralOf(there)).arg(count, name));
    }
}

/// Notes poison entries: any consumer that gets one most likely fails, too.
void notePoison(const PlanSource &source, const std::vector<HeldEntry> &held, Plan &plan)
{
    const std::optional<qint64> most = source.definition.integer(L1("maxDeliveries"));
    const auto poison = std::count_if(held.begin(), held.end(),
                                      [&most](const HeldEntry &one) { return most && one.entry.deliveries > *most; });
    if (poison > 0) {
        addNote(plan,
                poison == 1 ? Words::tr("1 of them is poison: it was delivered more than %1 times.").arg(*most)
                            : Words::tr("%1 of them are poison: they were delivered more than %2 times.", nullptr,
                                        pluralOf(poison))
                                  .arg(QString::number(poison), QString::number(*most)));
    }
}

/// Adds a step for the selected pending entries of a group; adds to `lost` those that no undo could bring back.
Outcome planGroup(const PlanSource &source, const OperationRequest &request, const QByteArray &key,
                  const PendingStep &does, Plan &plan, qint64 &lost)
{
    const Result<Belongs> isMeant = belonging(source, request);
    if (!isMeant) {
        return isMeant.error();
    }
    const bool needsEntries = does.what != What::Acknowledge;
    const bool claims = does.what == What::Claim || does.what == What::Release;
    qint64 there = 0;
    const Belongs belongs = [&](const HeldEntry &held) {
        if (!(*isMeant)(held)) {
            return false;
        }
        if (claims && held.entry.consumer == does.consumer) { // for others any name is valid, even an empty one
            ++there;
            return false;
        }
        return true;
    };
    std::vector<QByteArray> ids = request.ids;
    for (const Element &element : request.elements) {
        if (element.key == key && (element.group.isEmpty() || element.group == does.group)) {
            ids.push_back(element.element);
        }
    }
    const bool isNamed = !request.ids.empty() || !request.elements.empty();
    const qint64 most = request.limit > 0 ? request.limit - plan.matched() : 0;
    Result<std::vector<HeldEntry>> held = std::vector<HeldEntry>();
    Result<qint64> gone = 0;
    for (qint64 wanted = most;;) {
        there = 0;
        held = isNamed ? heldOf(source, key, does.group, ids, belongs)
                       : allHeld(source, key, does.group, belongs, wanted, request.consumer);
        if (!held) {
            return held.error();
        }
        const bool isAll = isNamed || most == 0 || std::ssize(*held) < wanted;
        gone = needsEntries ? leaveOutGone(source, key, *held) : Result<qint64>(0);
        if (!gone) {
            return gone.error();
        }
        if (isAll || *gone == 0 || std::ssize(*held) >= most) {
            break;
        }
        wanted += *gone; // a limit is about those on which something can be done
    }
    if (!isNamed && most > 0 && std::ssize(*held) > most) {
        held->resize(static_cast<std::size_t>(most));
    }
    noteTrimmed(*gone, plan);
    constexpr qint64 mostLookedAt = 200; // one after the other, with their fields, and only to tell
    if (std::vector<HeldEntry> kept = *held; !needsEntries && std::ssize(kept) <= mostLookedAt) {
        if (const Result<qint64> deleted = leaveOutGone(source, key, kept)) { // without permission it is not known
            noteLastChance(*deleted, plan);
            lost += *deleted;
        }
    }
    if (claims) {
        notePoison(source, *held, plan); // about those that are planned, so before the others
        noteThere(there, does, plan);
    }
    appendHeld(source, key, does, *held, plan);
    return Done{};
}

/// The action on the entries, before they are known.
Result<PendingStep> doing(const PlanSource &source, const OperationRequest &request, const QByteArray &key)
{
    const CollectionDefinition &definition = source.definition;
    PendingStep does;
    const auto adds = [](const QByteArray &to) { return PlanTarget{to, PlanTarget::How::AddToStream, {}}; };
    switch (request.action) {
    case Action::Requeue:
        does.consumer = request.target.isEmpty() ? neutralConsumer.toByteArray() : request.target;
        does.what = does.consumer == neutralConsumer ? What::Release : What::Claim;
        return does;
    case Action::Acknowledge:
        does.what = What::Acknowledge;
        return does;
    case Action::RequeueDead:
        does.what = What::Again;
        does.target = adds(key);
        return does;
    case Action::DeadLetter: {
        const std::vector<QByteArray> dead = source.keys(Holds::Dead);
        if (dead.empty()) {
            return invalid(Words::tr("%1 has no dead stream to add entries to").arg(definition.name));
        }
        const auto type = source.typeOf(*definition.role(Holds::Dead)->role, dead.front());
        if (!type) {
            return type.error();
        }
        does.what = What::DeadLetter;
        does.target = adds(dead.front());
        return does;
    }
    default:
        return invalid(Words::tr("%1 is a stream, which has no such operation").arg(definition.name));
    }
}

Outcome planPending(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan,
                    qint64 &lost)
{
    const Result<PendingStep> does = doing(source, request, key);
    if (!does) {
        return does.error();
    }
    const Result<std::vector<StreamGroup>> groups = groupsOf(source, request, key);
    if (!groups) {
        return groups.error();
    }
    std::size_t planned = 0;
    for (const StreamGroup &group : *groups) {
        if (isFull(request, plan)) {
            break;
        }
        PendingStep own = *does;
        own.group = group.name;
        const std::size_t before = plan.steps.size();
        if (Outcome done = planGroup(source, request, key, own, plan, lost); !done) {
            return done;
        }
        if (plan.steps.size() == before) {
            continue;
        }
        ++planned;
        if (own.what == What::Claim) {
            if (planned > 1) {
                return invalid(Words::tr("these entries of %1 belong to several groups, and a consumer is in one: "
                                         "select one group first (--group)")
                                   .arg(printable(key, 200)));
            }
            if (Outcome noted = noteConsumer(source, key, own, group.consumers, plan); !noted) {
                return noted;
            }
        }
    }
    if (does->what == What::Again && planned > 0) {
        addNote(
            plan,
            Words::tr("Every group of the stream reads the entries again, even groups that have acknowledged them."));
    }
    return Done{};
}

/// Returns the first entry that the consumer of the step holds; empty: it holds none.
Result<std::vector<PendingEntry>> firstPendingOf(const PlanSource &source, const QByteArray &key,
                                                 const PendingStep &does)
{
    Pipeline pipeline;
    pipeline.add({"XPENDING", key, does.group, "-", "+", "1", does.consumer});
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    return pendingIn(replies->front());
}

/// Plans the action on one stream of the collection.
Outcome planKey(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan,
                qint64 &lost)
{
    switch (request.action) {
    case Action::SetLastId:
        return setLastId(source, request, key, plan);
    case Action::RemoveConsumer:
        return removeConsumer(source, request, key, plan);
    default:
        return planPending(source, request, key, plan, lost);
    }
}

} // namespace

Result<std::vector<StreamConsumer>> consumersOf(const PlanSource &source, const QByteArray &key,
                                                const QByteArray &group)
{
    Pipeline pipeline;
    pipeline.add({"XINFO", "CONSUMERS", key, group});
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    return replies->front().isError() ? Result<std::vector<StreamConsumer>>(replies->front().toError(key))
                                      : consumersIn(replies->front());
}

Outcome noteConsumer(const PlanSource &source, const QByteArray &key, const PendingStep &does, qint64 consumersNow,
                     Plan &plan)
{
    if (does.what == What::Release) {
        return Done{};
    }
    const QString name = printable(does.consumer, 200);
    const QString group = printable(does.group, 200);
    addNote(
        plan,
        Words::tr("%1 works on them only if it reads its own pending entries again (XREADGROUP from 0, not from >).")
            .arg(name));
    const Result<std::vector<PendingEntry>> first = firstPendingOf(source, key, does);
    if (!first) {
        return first.error();
    }
    if (consumersNow > mostConsumers) {
        if (first->empty()) {
            addNote(plan,
                    Words::tr("%1 has %2 consumers, too many to search for %3: if it does not exist, it is created, "
                              "and its entries wait until a client reads under that name.")
                        .arg(group, QString::number(consumersNow), name));
        }
        return Done{};
    }
    const Result<std::vector<StreamConsumer>> consumers = consumersOf(source, key, does.group);
    if (!consumers) {
        return consumers.error();
    }
    const auto found = std::find_if(consumers->begin(), consumers->end(),
                                    [&](const StreamConsumer &one) { return one.name == does.consumer; });
    const std::optional<milliseconds> staleAfter = source.definition.duration(L1("staleAfter"));
    if (found == consumers->end()) {
        addNote(
            plan,
            Words::tr(
                "%1 has no consumer %2 yet: it is created, and its entries wait until a client reads under that name.")
                .arg(group, name));
    } else if (found->isDead(staleAfter)) {
        addNote(plan,
                Words::tr("Warning: %1 looks dead. It holds entries and has made no request for %2; entries assigned "
                          "to it wait too.")
                    .arg(name, idleText(found->idle)));
    } else if (staleAfter && !first->empty() && first->front().idle > *staleAfter) {
        // A claim for it by others, such as an undo, also looks like a request of its own.
        addNote(plan,
                Words::tr("Warning: %1 has held entry %2 for %3 itself. Check that %1 is alive.")
                    .arg(name, QString::fromLatin1(first->front().id), idleText(first->front().idle)));
    }
    return Done{};
}

Result<qint64> planHeldBy(const PlanSource &source, const QByteArray &key, const HeldBy &held, Plan &plan)
{
    const Belongs isIts = [&held](const HeldEntry &one) { return one.entry.consumer == held.consumer; };
    Result<std::vector<HeldEntry>> all = allHeld(source, key, held.does.group, isIts, 0, held.consumer);
    if (!all) {
        return all.error();
    }
    const Result<qint64> gone = leaveOutGone(source, key, *all);
    if (gone && *gone == 0) {
        appendHeld(source, key, held.does, *all, plan);
    }
    return gone;
}

Outcome planStream(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (request.action == Action::Trim || request.action == Action::Purge) {
        return trimStream(source, request, plan);
    }
    const RoleKeys &role = *source.definition.role(Holds::Entries);
    qint64 lost = 0; // entries that an undo could not bring back
    for (const QByteArray &key : source.keys(role)) {
        const Result<std::optional<KeyType>> type = source.typeOf(*role.role, key);
        if (!type) {
            return type.error();
        }
        if (!*type) {
            continue;
        }
        if (Outcome done = planKey(source, request, key, plan, lost); !done) {
            return done;
        }
    }
    if (lost > 0 && lost == plan.matched()) {
        plan.undoable = false;
    }
    if (plan.matched() > 0 && request.action == Action::Requeue
        && (request.target.isEmpty() || request.target == neutralConsumer)) {
        addNote(
            plan,
            Words::tr("Their idle time stays: a consumer that claims idle entries (XAUTOCLAIM) gets them at once."));
    }
    return Done{};
}

} // namespace plimsoll::redis::planning

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "redis/operations/batch.h"
#include "redis/operations/costs.h"
#include "redis/operations/planning.h"
#include "redis/operations/steps/standing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/undoparts.h"
#include "redis/operations/words.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace plimsoll::redis::planning {

namespace {

constexpr std::size_t entriesAtOnce = 200; ///< most items that one exchange asks about

/// Step that undoes one outcome of a step.
PlanStep undoStep(const PlanStep &step, char outcome)
{
    PlanStep back;
    back.key = step.key;
    back.keyType = step.keyType;
    if (outcome != 'a') { // else elements were added, and a move takes them out
        stepKind(step).makeBack(step, outcome, back);
    }
    return back;
}

/// Shows the first few elements that an undo puts back.
Outcome showSome(const Journal &journal, const OpenOperation &undone, Plan &plan)
{
    const Result<std::vector<ArchivedElement>> some = journal.archived(undone.report.id, Journal::From::Newest, 10);
    if (!some) {
        return some.error();
    }
    for (const ArchivedElement &element : *some) {
        const PlanStep &original = undone.steps[static_cast<std::size_t>(element.step)];
        if (std::none_of(plan.steps.begin(), plan.steps.end(), [&element](const PlanStep &step) {
                return step.archived->step == element.step && !step.beside;
            })) {
            continue;
        }
        Element &shown = plan.sample.emplace_back();
        shown.element = element.element;
        shown.id = readerOf(original).idOf(element.element);
        shown.key = original.key;
        stepKind(original).show(original, element, shown);
    }
    return Done{};
}

/// Notes what Redis cannot restore, in the order in which the operation did it.
void noteLosses(Plan &plan)
{
    QStringList known;
    for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) {
        for (const QString &note : stepKind(*step).losses(*step)) {
            if (!known.contains(note)) {
                known.append(note);
                addNote(plan, note);
            }
        }
    }
}

constexpr qint64 mostLookedAt = 1'000; ///< elements examined per step
constexpr qint64 longestLooked = 20'000; ///< elements of a list to search, and their bytes:
constexpr qint64 mostBytesLooked = 8LL * 1'024 * 1'024;

/// Finds the items of an undo that can currently be put back, by the same checks as the scripts.
class Prospect final {
public:
    Prospect(Server &server, std::stop_token stop, const PlanStep &part, std::chrono::milliseconds now)
        : m_server(server), m_stop(std::move(stop)), m_part(part), m_now(now), m_can(part.items.size(), true)
    {
    }

    /// Number of items that can be put back; nullopt if checking takes too long or is impossible.
    std::optional<qint64> count()
    {
        const bool isKnown = std::visit([this](const auto &step) { return look(step); }, m_part.does);
        return isKnown ? std::optional<qint64>(std::count(m_can.begin(), m_can.end(), true)) : std::nullopt;
    }

private:
    template <typename Other> bool look(const Other & /*step*/) { return false; }

    bool look(const MoveStep & /*step*/) { return areThere() && areFree() && areAsLeft(); }

    bool look(const RescoreStep & /*step*/)
    {
        return ask(
            [this](const PlanItem &item) {
                return Question{"ZSCORE", m_part.key, item.element};
            },
            [](const PlanItem &item, const Reply &score) {
                return !score.isNil() && score.bytes.toDouble() == item.score.toDouble();
            });
    }

    bool look(const RestoreStep & /*step*/)
    {
        return m_part.keyType == ListKey || isIn(m_part.key, m_part.keyType, false);
    }

    bool look(const ExpireStep &expire)
    {
        return ask(
            [this](const PlanItem & /*item*/) {
                return Question{"PEXPIRETIME", m_part.key};
            },
            [&expire](const PlanItem & /*item*/, const Reply &at) {
                return double(at.integer) == expire.shown.toDouble();
            });
    }

    bool look(const RelockStep &relock)
    {
        if (!relock.expireAt.isEmpty() && relock.expireAt.toDouble() <= double(m_now.count())) {
            m_can.assign(m_can.size(), false); // the lease has ended
            return true;
        }
        return isMissing([this](const PlanItem & /*item*/) { return m_part.key; });
    }

    bool look(const CleanBackStep & /*step*/)
    {
        if (!isIn(m_part.key, ZSetKey, false)
            || !isMissing([](const PlanItem &item) { return item.newScore.isEmpty() ? QByteArray() : item.record; })) {
            return false;
        }
        std::unordered_set<QByteArray> back; // two entries may stand for one key
        for (std::size_t i = 0; i < m_can.size(); ++i) {
            const PlanItem &item = m_part.items[i];
            m_can[i] = m_can[i] && (item.newScore.isEmpty() || back.insert(item.record).second);
        }
        return true;
    }

    bool look(const EditStep &edit)
    {
        const bool isElement = edit.of == EditStep::Of::Element;
        const bool isText = edit.of == EditStep::Of::Text;
        const QByteArray job = isElement ? m_part.items.front().after : edit.job;
        if (!isHeld(job) || (isElement && m_part.keyType != ListKey && !isIn(m_part.key, m_part.keyType, false))) {
            return false;
        }
        if (isElement) {
            return true;
        }
        // The length first: the value may be of any length by now.
        return ask(
                   [&](const PlanItem & /*item*/) {
                       return isText ? Question{"STRLEN", edit.record} : Question{"HSTRLEN", edit.record, edit.field};
                   },
                   [](const PlanItem &item, const Reply &length) { return length.integer == item.after.size(); })
            && (!m_can.front()
                || ask(
                    [&](const PlanItem & /*item*/) {
                        return isText ? Question{"GET", edit.record} : Question{"HGET", edit.record, edit.field};
                    },
                    [](const PlanItem &item, const Reply &now) { return now.bytes == item.after; }));
    }

    bool look(const GroupIdStep & /*step*/)
    {
        const std::optional<std::vector<StreamGroup>> groups = groupsNow();
        for (std::size_t i = 0; groups && i < m_can.size(); ++i) {
            const PlanItem &item = m_part.items[i];
            m_can[i] = std::any_of(groups->begin(), groups->end(), [&item](const StreamGroup &group) {
                return group.name == item.element && group.lastDelivered == item.score.split(' ').front();
            });
        }
        return groups.has_value();
    }

    /// Consumers are created again unless they exist.
    bool look(const ConsumerStep &step)
    {
        const std::optional<std::vector<StreamGroup>> groups = groupsNow();
        if (!groups || std::none_of(groups->begin(), groups->end(), [&step](const StreamGroup &group) {
                return group.name == step.group && group.consumers <= mostConsumers;
            })) {
            return false;
        }
        const Result<Reply> reply = m_server.command({"XINFO", "CONSUMERS", m_part.key, step.group}, m_stop);
        if (!reply || reply->isError()) {
            return false;
        }
        const std::vector<StreamConsumer> consumers = consumersIn(*reply);
        for (std::size_t i = 0; i < m_can.size(); ++i) {
            const QByteArray &name = m_part.items[i].element;
            m_can[i] = std::none_of(consumers.begin(), consumers.end(),
                                    [&name](const StreamConsumer &consumer) { return consumer.name == name; });
        }
        return true;
    }

    bool look(const PendingBackStep &back)
    {
        const bool isCopied = back.how == 'd' || back.how == 'a';
        return arePendingAsLeft(back) && (back.how != 'a' || areUnread())
            && areInStream(m_part.key, [](const PlanItem &item) { return item.element; })
            && (!isCopied
                || (back.copies && areInStream(back.copies->key, [](const PlanItem &item) { return item.newScore; })));
    }

    using Question = std::vector<QByteArrayView>;

    /// Asks one question per item; false if one is not answered.
    template <typename Make, typename Judge> bool ask(const Make &make, const Judge &judge)
    {
        for (std::size_t first = 0; first < m_can.size(); first += entriesAtOnce) {
            const std::size_t last = std::min(first + entriesAtOnce, m_can.size());
            Pipeline pipeline;
            for (std::size_t i = first; i < last; ++i) {
                pipeline.add(make(m_part.items[i]));
            }
            const Result<std::vector<Reply>> replies = m_server.exchange(pipeline, m_stop);
            if (!replies || std::any_of(replies->begin(), replies->end(), [](const Reply &r) { return r.isError(); })) {
                return false;
            }
            for (std::size_t i = first; i < last; ++i) {
                m_can[i] = m_can[i] && judge(m_part.items[i], (*replies)[i - first]);
            }
        }
        return true;
    }

    /// Keeps the items that a set or sorted set holds, or does not hold.
    bool isIn(const QByteArray &key, KeyType type, bool wanted)
    {
        const bool isSorted = type == ZSetKey;
        return ask(
            [&](const PlanItem &item) {
                return Question{isSorted ? "ZSCORE" : "SISMEMBER", key, wanted ? item.element : item.archivedAs()};
            },
            [=](const PlanItem & /*item*/, const Reply &reply) {
                return (isSorted ? !reply.isNil() : reply.integer == 1) == wanted;
            });
    }

    /// Keeps the items whose key does not exist; `keyOf` returns an empty one for those that need none.
    template <typename KeyOf> bool isMissing(const KeyOf &keyOf)
    {
        std::vector<QByteArray> keys(m_part.items.size());
        std::transform(m_part.items.begin(), m_part.items.end(), keys.begin(), keyOf);
        return ask(
            [&](const PlanItem &item) {
                return Question{"EXISTS", keys[std::size_t(&item - m_part.items.data())]};
            },
            [&](const PlanItem &item, const Reply &exists) {
                return keys[std::size_t(&item - m_part.items.data())].isEmpty() || exists.integer == 0;
            });
    }

    /// Keeps the item if its job is still in the key, with the score it had.
    bool isHeld(const QByteArray &job)
    {
        if (m_part.keyType != ListKey) {
            const bool isSorted = m_part.keyType == ZSetKey;
            return ask(
                [&](const PlanItem & /*item*/) {
                    return Question{isSorted ? "ZSCORE" : "SISMEMBER", m_part.key, job};
                },
                [isSorted](const PlanItem &item, const Reply &reply) {
                    return isSorted
                        ? !reply.isNil() && (item.score.isEmpty() || reply.bytes.toDouble() == item.score.toDouble())
                        : reply.integer == 1;
                });
        }
        bool isThere = false;
        for (const QByteArrayView rank : {"1", "-1"}) {
            const Result<Reply> at =
                m_server.command({"LPOS", m_part.key, job, "RANK", rank, "MAXLEN", "50000"}, m_stop);
            if (!at || at->isError()) {
                return false;
            }
            isThere = isThere || !at->isNil();
        }
        m_can.assign(m_can.size(), isThere);
        return true;
    }

    /// Groups of the stream; empty if it does not exist.
    std::optional<std::vector<StreamGroup>> groupsNow()
    {
        const Result<Reply> reply = m_server.command({"XINFO", "GROUPS", m_part.key}, m_stop);
        if (!reply || (reply->isError() && !isNoStream(*reply))) {
            return std::nullopt;
        }
        return reply->isError() ? std::vector<StreamGroup>() : groupsIn(*reply);
    }

    /// Compares how entries are pending, as isAsLeft() of lua/pending_back.lua does.
    bool arePendingAsLeft(const PendingBackStep &back)
    {
        constexpr std::chrono::milliseconds tolerance(50);
        for (std::size_t first = 0; first < m_can.size(); first += entriesAtOnce) {
            const std::size_t last = std::min(first + entriesAtOnce, m_can.size());
            Pipeline pipeline;
            pipeline.add({"TIME"});
            for (std::size_t i = first; i < last; ++i) {
                const QByteArray &id = m_part.items[i].element;
                pipeline.add({"XPENDING", m_part.key, back.group, id, id, "1"});
            }
            pipeline.add({"TIME"});
            const Result<std::vector<Reply>> replies = m_server.exchange(pipeline, m_stop);
            if (!replies) {
                return false;
            }
            const std::chrono::milliseconds from = timeIn(replies->front()), to = timeIn(replies->back());
            for (std::size_t i = first; i < last; ++i) {
                const Reply &reply = (*replies)[i - first + 1];
                if (reply.isError() && (back.how != 'm' || !(isNoGroup(reply) || isNoStream(reply)))) {
                    return false;
                }
                const std::vector<PendingEntry> entries =
                    reply.isError() ? std::vector<PendingEntry>() : pendingIn(reply);
                const std::optional<Standing> left = Standing::parse(m_part.items[i].newScore);
                m_can[i] = back.how != 'm' ? entries.empty()
                                           : !entries.empty() && left && entries.front().consumer == left->consumer
                        && entries.front().deliveries == left->deliveries
                        && left->at >= from - entries.front().idle - tolerance
                        && left->at <= to - entries.front().idle + tolerance;
            }
        }
        return true;
    }

    static std::chrono::milliseconds timeIn(const Reply &reply)
    {
        return reply.elements.size() == 2
            ? std::chrono::milliseconds(reply.elements[0].toInteger().value_or(0) * 1'000
                                        + reply.elements[1].toInteger().value_or(0) / 1'000)
            : std::chrono::milliseconds(0);
    }

    /// Keeps the items whose copy no group of the stream has read.
    bool areUnread()
    {
        const std::optional<std::vector<StreamGroup>> groups = groupsNow();
        StreamId farthest;
        for (const StreamGroup &group : groups.value_or(std::vector<StreamGroup>())) {
            farthest = std::max(farthest, StreamId::parse(group.lastDelivered).value_or(StreamId()));
        }
        for (std::size_t i = 0; i < m_can.size(); ++i) {
            const std::optional<StreamId> copy = StreamId::parse(m_part.items[i].newScore);
            m_can[i] = m_can[i] && copy && *copy > farthest;
        }
        return groups.has_value();
    }

    /// Keeps the items whose entry is in the stream. Only XRANGE tells, and it reads all of it: more at once only as
    /// far as entries are small.
    template <typename IdOf> bool areInStream(const QByteArray &key, const IdOf &idOf)
    {
        constexpr qint64 bytesAtOnce = 256LL * 1'024;
        std::size_t atOnce = 1;
        qint64 bytes = 0;
        for (std::size_t first = 0; first < m_can.size();) {
            const std::size_t last = std::min(first + atOnce, m_can.size());
            Pipeline pipeline;
            for (std::size_t i = first; i < last; ++i) {
                const QByteArray id = idOf(m_part.items[i]);
                pipeline.add({"XRANGE", key, id, id});
            }
            const Result<std::vector<Reply>> replies = m_server.exchange(pipeline, m_stop);
            if (!replies || std::any_of(replies->begin(), replies->end(), [](const Reply &r) { return r.isError(); })) {
                return false;
            }
            qint64 read = 0;
            for (std::size_t i = first; i < last; ++i) {
                const std::vector<StreamEntry> entries = entriesIn((*replies)[i - first]);
                m_can[i] = m_can[i] && !entries.empty();
                read += entries.empty() ? 0 : entries.front().bytes();
            }
            bytes += read;
            if (bytes > mostBytesLooked) {
                return false;
            }
            atOnce = read > bytesAtOnce ? std::max<std::size_t>(1, atOnce / 2) : std::min(2 * atOnce, entriesAtOnce);
            first = last;
        }
        return true;
    }

    /// Checks that items are where the operation put them.
    bool areThere()
    {
        if (m_part.keyType != ListKey) {
            return isIn(m_part.key, m_part.keyType, true);
        }
        const Result<Reply> length = m_server.command({"LLEN", m_part.key}, m_stop);
        if (!length || length->integer > longestLooked) {
            return false;
        }
        std::unordered_map<QByteArray, qint64> there;
        ListPages pages(m_server, m_part.key, true, m_stop);
        for (qint64 bytes = 0; pages.position() < length->integer;) {
            const Result<std::vector<QByteArray>> page = pages.next();
            if (!page) {
                return false;
            }
            if (page->empty()) {
                break;
            }
            for (const QByteArray &element : *page) {
                ++there[element];
                bytes += element.size();
            }
            if (bytes > mostBytesLooked) {
                return false;
            }
        }
        for (std::size_t i = 0; i < m_can.size(); ++i) {
            const auto found = there.find(m_part.items[i].element);
            m_can[i] = found != there.end() && found->second-- > 0;
        }
        return true;
    }

    /// Checks that a set does not already hold the items.
    bool areFree()
    {
        using How = PlanTarget::How;
        const std::optional<PlanTarget> &target = m_part.as<MoveStep>()->target;
        const bool isSet = target && target->how == How::AddToSet;
        const bool isSorted = target && target->how == How::AddToZSet;
        return !(isSet || isSorted) || isIn(target->key, isSorted ? ZSetKey : SetKey, false);
    }

    /// Compares the items' records, as isAsLeft() of lua/moving.lua does.
    bool areAsLeft()
    {
        const JobReader reader = readerOf(m_part);
        std::unordered_map<QByteArray, int> times; // the state between two items of the same job is unknown
        for (const PlanItem &item : m_part.items) {
            ++times[item.record];
        }
        for (std::size_t i = 0; reader.hasRecord() && i < m_can.size(); ++i) {
            const PlanItem &item = m_part.items[i];
            if (!m_can[i] || times[item.record] > 1) {
                continue;
            }
            Pipeline pipeline;
            reader.appendRead(pipeline, item.record);
            const Result<std::vector<Reply>> replies = m_server.exchange(pipeline, m_stop);
            if (!replies || JobReader::recordError(replies->data(), item.record)) {
                return false;
            }
            const bool isHash = replies->back().type != Reply::Type::Bulk;
            m_can[i] = JobReader::isCutOff(replies->data())
                || isAsLeft(item, reader, reader.attemptsOf(replies->data()), isHash);
        }
        return true;
    }

    static bool isAsLeft(const PlanItem &item, const JobReader &reader, const JobAttempts &now, bool isHash)
    {
        if (item.attempts == "!") {
            return !now.isRead;
        }
        if (!now.isRead) {
            return true;
        }
        QByteArray text = item.attempts.mid(1); // "=" of a hash, ":" of JSON
        if (item.attempts.startsWith(':')) {
            text = reader.attemptsOf("{\"" + reader.firstName(JobReader::Attempts) + "\":" + text + '}').text;
        }
        const std::optional<int> count = countFromText(text);
        const QByteArray one = isHash || !item.attempts.isEmpty() ? "1" : "";
        const QByteArray left = item.attemptsLeft == "set" ? (text.isEmpty() ? QByteArray() : QByteArray("0"))
            : item.attemptsLeft != "incr"                  ? text
            : text.isEmpty()                               ? one
            : count                                        ? QByteArray::number(qint64(*count) + 1)
                                                           : text;
        return now.text == left && (item.startLeft.isEmpty() || now.start == item.startLeft.mid(1));
    }

    Server &m_server;
    std::stop_token m_stop;
    const PlanStep &m_part;
    std::chrono::milliseconds m_now; ///< server time
    std::vector<bool> m_can;
};

/// Notes how many elements cannot be put back; adds no note if that is unknown for some.
Outcome lookFirst(Server &server, const std::stop_token &stop, const Journal &journal, const OpenOperation &undone,
                  Plan &plan)
{
    // An edit that was requeued is judged by its way back: until then it is not where it was edited.
    const auto any = [&plan](auto belongs) { return std::any_of(plan.steps.begin(), plan.steps.end(), belongs); };
    const bool isOfWay = any([](const PlanStep &step) { return step.isCondition() && !step.beside; })
        && any([](const PlanStep &step) { return step.beside; });
    qint64 possible = 0;
    for (const PlanStep &step : plan.steps) {
        if (step.beside != isOfWay) {
            continue;
        }
        if (step.archived->count > mostLookedAt) {
            return Done{};
        }
        const Result<std::optional<PlanStep>> part = UndoParts(journal, undone, step).next();
        if (!part) {
            return part.error();
        }
        if (!*part || qint64((*part)->items.size()) != step.archived->count) {
            return Done{};
        }
        const std::optional<qint64> count = Prospect(server, stop, **part, plan.frozenAt).count();
        if (!count) {
            return Done{};
        }
        possible += *count;
    }
    plan.possible = possible;
    const qint64 left = plan.matched() - possible;
    if (left > 0) {
        addNote(plan,
                left == 1
                    ? Words::tr("%1 of %2 can go back: 1 has been worked on, moved or changed since.")
                          .arg(QString::number(possible), QString::number(plan.matched()))
                    : Words::tr("%1 of %2 can go back: %3 have been worked on, moved or changed since.", nullptr,
                                pluralOf(left))
                          .arg(QString::number(possible), QString::number(plan.matched()), QString::number(left)));
    }
    return Done{};
}

} // namespace

Outcome planBack(Server &server, const std::stop_token &stop, const Journal &journal, const OpenOperation &undone,
                 Plan &plan)
{
    const Result<std::vector<PlanArchive>> sums = journal.archivedSums(undone.report.id);
    if (!sums) {
        return sums.error();
    }
    qint64 passed = 0;
    const bool hasCondition =
        std::any_of(undone.steps.begin(), undone.steps.end(), [](const PlanStep &step) { return step.isCondition(); });
    for (const PlanArchive &sum : *sums) {
        const PlanStep &original = undone.steps[static_cast<std::size_t>(sum.step)];
        PlanStep back = undoStep(original, sum.outcome);
        back.archived = sum;
        back.beside = original.beside != hasCondition; // moved back first, then edited back
        back.records = original.records;
        UndoSource source{journal, undone, sum};
        if (Outcome completed = stepKind(back).completeBack(source, back, plan); !completed) {
            return completed;
        }
        passed += source.expiriesPassed;
        plan.steps.push_back(std::move(back));
    }
    noteLosses(plan);
    // Once all counted elements are back, the others are too.
    const auto counted =
        std::stable_partition(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) { return step.beside; });
    if (counted == plan.steps.end()) { // the operation stopped before the counted steps, so these are all
        std::for_each(plan.steps.begin(), plan.steps.end(), [](PlanStep &step) { step.beside = false; });
    }
    if (passed > 0) {
        plan.note = passed == 1 ? Words::tr("The expiry that 1 of the keys had has passed: it would delete it, so it "
                                            "is left as it is.")
                                : Words::tr("The expiry that %1 of the keys had has passed: it would delete them, so "
                                            "they are left as they are.",
                                            nullptr, pluralOf(passed))
                                      .arg(passed);
    }
    if (Outcome looked = lookFirst(server, stop, journal, undone, plan); !looked) {
        return looked;
    }
    return showSome(journal, undone, plan);
}

} // namespace plimsoll::redis::planning

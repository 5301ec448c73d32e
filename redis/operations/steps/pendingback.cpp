// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/standing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <QJsonObject>

#include <algorithm>

namespace plimsoll::redis {

namespace {

std::chrono::milliseconds clockIn(const Reply &reply)
{
    return reply.elements.size() == 2 ? std::chrono::milliseconds(reply.elements[0].toInteger().value_or(0) * 1'000
                                                                  + reply.elements[1].toInteger().value_or(0) / 1'000)
                                      : std::chrono::milliseconds(0);
}

/// Compares how entries are pending, as isAsLeft() of lua/pending_back.lua does.
bool arePendingAsLeft(Prospect &prospect, const PendingBackStep &back)
{
    constexpr std::chrono::milliseconds tolerance(50);
    for (std::size_t first = 0; first < prospect.can.size(); first += Prospect::entriesAtOnce) {
        const std::size_t last = std::min(first + Prospect::entriesAtOnce, prospect.can.size());
        Pipeline pipeline;
        pipeline.add({"TIME"});
        for (std::size_t i = first; i < last; ++i) {
            const QByteArray &id = prospect.step.items[i].element;
            pipeline.add({"XPENDING", prospect.step.key, back.group, id, id, "1"});
        }
        pipeline.add({"TIME"});
        const Result<std::vector<Reply>> replies = prospect.server.exchange(pipeline, prospect.stop);
        if (!replies) {
            return false;
        }
        const std::chrono::milliseconds from = clockIn(replies->front()), to = clockIn(replies->back());
        for (std::size_t i = first; i < last; ++i) {
            const Reply &reply = (*replies)[i - first + 1];
            if (isNoGroup(reply) || isNoStream(reply)) {
                prospect.can.assign(prospect.can.size(), false);
                prospect.obstacle = Words::tr("Group %1 of %2 no longer exists, so nothing can be pending in it.")
                                        .arg(printable(back.group, 60), printable(prospect.step.key, 60));
                return true;
            }
            if (reply.isError()) {
                return false;
            }
            const std::vector<PendingEntry> entries = pendingIn(reply);
            const std::optional<Standing> left = Standing::parse(prospect.step.items[i].newScore);
            prospect.can[i] = back.how != 'm' ? entries.empty()
                                              : !entries.empty() && left && entries.front().consumer == left->consumer
                    && entries.front().deliveries == left->deliveries
                    && left->at >= from - entries.front().idle - tolerance
                    && left->at <= to - entries.front().idle + tolerance;
        }
    }
    return true;
}

/// Keeps the items whose copy no group of the stream has read.
bool areUnread(Prospect &prospect)
{
    const std::optional<std::vector<StreamGroup>> groups = prospect.groupsNow();
    StreamId farthest;
    for (const StreamGroup &group : groups.value_or(std::vector<StreamGroup>())) {
        farthest = std::max(farthest, StreamId::parse(group.lastDelivered).value_or(StreamId()));
    }
    for (std::size_t i = 0; i < prospect.can.size(); ++i) {
        const std::optional<StreamId> copy = StreamId::parse(prospect.step.items[i].newScore);
        prospect.can[i] = prospect.can[i] && copy && *copy > farthest;
    }
    return groups.has_value();
}

/// Keeps the items whose entry is in the stream. Only XRANGE tells, and it reads all of it.
template <typename IdOf> bool areInStream(Prospect &prospect, const QByteArray &key, const IdOf &idOf)
{
    qint64 bytes = 0;
    return prospect.read(
        [&](Pipeline &pipeline, const PlanItem &item) {
            const QByteArray id = idOf(item);
            pipeline.add({"XRANGE", key, id, id});
        },
        [&](const PlanItem & /*item*/, std::span<const Reply> replies) -> std::optional<bool> {
            const std::vector<StreamEntry> entries = entriesIn(replies.front());
            bytes += entries.empty() ? 0 : entries.front().bytes();
            return replies.front().isError() || bytes > Prospect::mostBytes ? std::nullopt
                                                                            : std::optional(!entries.empty());
        });
}

class PendingBackKind final : public KindOf<PendingBackStep> {
public:
    PendingBackKind() : KindOf("pending_back") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const PendingBackStep &back = of(step);
        const QString text = Words::tr("EVALSHA pending_back  %1, group %2: %3\n  XCLAIM to the previous consumer, "
                                       "idle time and delivery count as before")
                                 .arg(shownKey(step.key), shownKey(back.group), QString::number(step.planned()));
        return back.copies ? text + Words::tr(", then XDEL of the copy in %1").arg(shownKey(back.copies->key)) : text;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const PendingBackStep &back = of(step);
        if (back.copies) {
            call.keys.push_back(back.copies->key);
        }
        call.arguments = {QByteArray(1, back.how), back.group, passingConsumer(back.consumer, false),
                          decimal(mostEntryBytes)};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const PendingBackStep &back = of(step);
        json.insert(QStringLiteral("how"), QString(QLatin1Char(back.how)));
        json.insert(QStringLiteral("group"), packed(back.group));
        json.insert(QStringLiteral("consumer"), packed(back.consumer));
        json.insert(QStringLiteral("copies"), packedTarget(back.copies));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        PendingBackStep &back = of(step);
        back.how = json[QStringLiteral("how")].toString().toLatin1().front();
        back.group = unpacked(json[QStringLiteral("group")]);
        back.consumer = unpacked(json[QStringLiteral("consumer")]);
        back.copies = unpackedTarget(json[QStringLiteral("copies")]);
    }

    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.score;
        item.newScore = element.given;
    }
    /// Assigning an entry to a consumer updates the consumer's activity.
    [[nodiscard]] QStringList losses(const PlanStep &step) const override
    {
        const PendingBackStep &back = of(step);
        QStringList notes{Words::tr("An entry that is no longer in the stream cannot be pending again; it is skipped."),
                          consumersSeen()};
        if (back.copies) {
            notes.append(
                Words::tr("If entries were added to %1 after those that are removed again, the server does not "
                          "know the lag of its groups until they have read further.")
                    .arg(shownKey(back.copies->key)));
        }
        if (back.how == 'm' && back.consumer != neutralConsumer) {
            notes.append(Words::tr("If the claim created the consumer, it is kept."));
        }
        return notes;
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        const PendingBackStep &back = of(prospect.step);
        const bool isCopied = back.how == 'd' || back.how == 'a';
        return arePendingAsLeft(prospect, back) && (back.how != 'a' || areUnread(prospect))
            && areInStream(prospect, prospect.step.key, [](const PlanItem &item) { return item.element; })
            && (!isCopied || (back.copies && areInStream(prospect, back.copies->key, [](const PlanItem &item) {
                                  return item.newScore;
                              })));
    }

    [[nodiscard]] unsigned keyTypes() const override { return StreamKey; }

    [[nodiscard]] std::size_t leftOver(const BatchAnswer &answer) const override
    {
        return static_cast<std::size_t>(answer.stayed);
    }
    /// Notes what could not be restored: the activity of consumers, and the lag after an addition was undone.
    [[nodiscard]] QStringList notesOf(const PlanStep &step, const BatchRange & /*range*/,
                                      const BatchAnswer &answer) const override
    {
        QStringList notes;
        if (answer.result.moved > 0) {
            notes.append(consumersSeen());
        }
        const std::vector<ArchivedElement> &elements = answer.result.elements;
        const auto lags = [](const ArchivedElement &element) { return element.attempts == "lag"; };
        if (of(step).copies && std::any_of(elements.begin(), elements.end(), lags)) {
            notes.append(Words::tr("Entries were added to %1 after those that were removed again, or XSETID may not go "
                                   "back (for this user, or on a newer server): "
                                   "the server does not know the lag of its groups until they have read further.")
                             .arg(shownKey(of(step).copies->key)));
        }
        return notes;
    }
};

} // namespace

const StepKind &stepKind(const PendingBackStep & /*does*/)
{
    static const PendingBackKind kind;
    return kind;
}

} // namespace plimsoll::redis

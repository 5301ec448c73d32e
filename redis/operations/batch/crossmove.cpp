// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/crossslot.h"

#include "redis/operations/batch/escrow.h"
#include "redis/operations/batch/permissions.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"
#include "redis/wire/serveranswers.h"
#include "redis/types/slot.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;

namespace {

constexpr std::size_t originalStrings = moveStrings + 2; ///< an item, its record, and the attempts to set there
constexpr std::size_t copyStrings = originalStrings + 1; ///< and the copy
constexpr std::size_t beforeCopies = 2; ///< header and parameters, in a mark
constexpr std::size_t takenBackAtOnce = 100; ///< each is searched for

const Script &copyScript()
{
    static const Script script(QStringLiteral("copy"));
    return script;
}

const Script &copyBackScript()
{
    static const Script script(QStringLiteral("copy_back"));
    return script;
}

const Script &recordScript()
{
    static const Script script(QStringLiteral("record"));
    return script;
}

const Script &restoreScript()
{
    static const PlanStep restores{.key = {}, .does = RestoreStep{}};
    return scriptOf(restores);
}

QByteArray recordParameters(const PlanStep &step)
{
    const MoveStep &move = *step.as<MoveStep>();
    return QJsonDocument(
               QJsonObject{
                   {QStringLiteral("attempts"), QString(attemptsMode(move.attempts))},
                   {QStringLiteral("fields"), fieldNames(JobReader::Attempts, step.records.attemptsField)},
                   {QStringLiteral("maxFields"), fieldNames(JobReader::MaxAttempts, step.records.maxAttemptsField)},
                   {QStringLiteral("startFields"), fieldNames(JobReader::Started, step.records.startedField)},
                   {QStringLiteral("max"), move.maxAttempts ? QJsonValue(*move.maxAttempts) : QJsonValue()}})
        .toJson(QJsonDocument::Compact);
}

QByteArray nameOf(PlanTarget::How how)
{
    const QLatin1StringView name = addsBy(how);
    return {name.data(), name.size()};
}

/// Score at a sorted set, of an element that had another one before; empty for other targets.
QByteArray scoreAt(const std::optional<PlanTarget> &to, const QByteArray &given, const QByteArray &before)
{
    if (!to || to->how != PlanTarget::How::AddToZSet) {
        return {};
    }
    return !given.isEmpty() ? given : !to->score.isEmpty() ? to->score : before;
}

/// A move:
///   1. the job records are judged, each in its own slot (record.lua);
///   2. the source is looked at: which items are still as shown;
///   3. between lists, copies of those are added to the targets (copy.lua), and a replica there has them;
///   4. the originals leave (move.lua, take.lua), with the batch's escrow, which is in the source's slot;
///   5. between lists, copies whose originals did not leave are taken back (copy_back.lua); else what left is added to
///      the targets (restore.lua), and a replica there has it;
///   6. attempts are counted in the records of those that left (record.lua): between lists before 5.
/// Nothing is lost: between lists, originals leave last; else the escrow holds what left until the targets have it. A
/// set or sorted set has no two of the same: an original would not be told from one that a worker adds again while its
/// copy is at work.
class CrossSlotMove final : public CrossSlotBatch {
public:
    CrossSlotMove(OperationChannel &channel, const PlanStep &step, const QString &operation, int batch);

    Result<Reply> run(const BatchRange &range, microseconds &took,
                      const OperationChannel::IsReadable &isReadable) override;
    [[nodiscard]] Outcome complete(std::span<const ArchivedElement> rows) override;

private:
    /// A target in another slot.
    struct Target {
        PlanTarget to;
        char outcome; ///< outcome of the items that go there
        QByteArray mark; ///< mark of the elements added there
        std::vector<Reply> held{}; ///< content of the mark of copies; empty: there are none
    };
    /// An item as it is to leave, and its record.
    struct Leaving {
        PlanItem item{}; ///< its fields as BatchRange::Phase::Decided has them
        QByteArray copy{}, score{}; ///< bytes and score at the target
        QByteArray record{}, set{}; ///< key of the record, empty if its attempts are not counted; attempts to set there

        [[nodiscard]] char outcome() const { return item.attemptsLeft.isEmpty() ? '\0' : item.attemptsLeft.front(); }
    };
    /// Result of record.lua for an item.
    struct Judged {
        enum class Record { NotAsked, None, Unreadable, Read };
        Record record = Record::NotAsked;
        bool isLeft = true, isUsedUp = false;
        QByteArray attempts{}, start{};
    };
    using Items = std::vector<Leaving>;

    [[nodiscard]] PlanStep frame(bool withTargets) const;
    Result<std::vector<Judged>> judge(std::span<const PlanItem> items);
    [[nodiscard]] Leaving leaving(const PlanItem &item, const Judged &judged, const ArchivedElement *seen) const;
    Result<Reply> runTogether(const BatchRange &range, const Items &items, microseconds &took,
                              const OperationChannel::IsReadable &isReadable);
    [[nodiscard]] Outcome leaveOutExisting(Items &items);
    Result<Reply> copy(Target &target, const Items &items, const QByteArray &parameters, microseconds &took);
    Result<Reply> leave(const QByteArray &parameters, Items &items, Items &stayed, microseconds &took,
                        const OperationChannel::IsReadable &isReadable);
    Result<Reply> leaveAfterCopies(const QByteArray &parameters, Items others, microseconds &took,
                                   const OperationChannel::IsReadable &isReadable);
    [[nodiscard]] Outcome add(const Items &items, microseconds &took);
    Result<Reply> askToAdd(const Target &target, microseconds &took);
    [[nodiscard]] Outcome takePartBack(const Target &target, std::span<const Leaving> part, const char *how,
                                       std::size_t before, std::size_t after);
    [[nodiscard]] Outcome takeBack(Target &target, const Items &stayed);
    [[nodiscard]] Outcome takeAllBack();
    [[nodiscard]] Outcome completeCopies();
    [[nodiscard]] Outcome completeAdding(std::span<const ArchivedElement> rows);
    [[nodiscard]] static Error notReplicated(const Target &target);
    void count(const Items &left);
    [[nodiscard]] const std::optional<PlanTarget> &targetOf(char outcome) const
    {
        return outcome == 'd' ? m_move.dead : m_move.target;
    }
    [[nodiscard]] static Items itemsIn(const Target &target);

    const MoveStep &m_move;
    std::vector<Target> m_targets; ///< empty: all keys but the records are in one slot
    bool m_isRecovery = false; ///< a process that died may have sent the same
    JobReader m_reader;
    QByteArray m_recordParameters;
};

} // namespace

CrossSlotMove::CrossSlotMove(OperationChannel &channel, const PlanStep &step, const QString &operation, int batch)
    : CrossSlotBatch(channel, step, operation, batch), m_move(*step.as<MoveStep>()), m_reader(readerOf(step)),
      m_recordParameters(recordParameters(step))
{
    if (!hasTargetsElsewhere(step)) {
        return;
    }
    for (const char outcome : {'m', 'd'}) {
        if (const std::optional<PlanTarget> &to = targetOf(outcome)) {
            m_targets.push_back({*to, outcome, partKey(to->key, operation, batch, QByteArray(1, outcome))});
        }
    }
}

/// The step without items, and without the records, which its scripts do not read here.
PlanStep CrossSlotMove::frame(bool withTargets) const
{
    PlanStep frame;
    frame.key = m_step.key;
    frame.keyType = m_step.keyType;
    frame.records = m_step.records;
    frame.does = m_step.does;
    if (!withTargets) {
        frame.as<MoveStep>()->target.reset();
        frame.as<MoveStep>()->dead.reset();
        frame.as<MoveStep>()->expireAt.clear();
    }
    return frame;
}

Result<std::vector<CrossSlotMove::Judged>> CrossSlotMove::judge(std::span<const PlanItem> items)
{
    std::vector<Judged> judged(items.size());
    std::vector<std::vector<QByteArray>> questions;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < items.size() && m_step.readsRecords(); ++i) {
        if (const PlanItem &item = items[i]; !item.record.isEmpty()) {
            questions.push_back({"1", item.record, "judge", item.attempts, item.attemptsLeft, item.startLeft});
            asked.push_back(i);
        }
    }
    const Result<std::vector<Reply>> answers = ask(recordScript(), questions, m_recordParameters);
    if (!answers) {
        return answers.error();
    }
    using Record = Judged::Record;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply &answer = (*answers)[i];
        if (answer.type == Reply::Type::Unanswered) {
            return answer.toError(questions[i][1]);
        }
        if (answer.isError() || answer.elements.size() != 5) {
            return scriptError(answer, {questions[i][1]}, questions[i][1]);
        }
        const QByteArray &record = answer.elements[0].bytes;
        judged[asked[i]] = {.record = record == "read" ? Record::Read
                                : record == "none"     ? Record::None
                                                       : Record::Unreadable,
                            .isLeft = answer.elements[1].bytes == "1",
                            .isUsedUp = answer.elements[2].bytes == "1",
                            .attempts = answer.elements[3].bytes,
                            .start = answer.elements[4].bytes};
    }
    return judged;
}

/// `seen`: what a look at the source has found; null without one.
CrossSlotMove::Leaving CrossSlotMove::leaving(const PlanItem &item, const Judged &judged,
                                              const ArchivedElement *seen) const
{
    using Record = Judged::Record;
    const bool hasRecord = judged.record == Record::Read;
    const bool countsInside =
        m_move.countsInside && (judged.record == Record::None || judged.record == Record::NotAsked);
    Leaving leaving{.item = item};
    PlanItem &left = leaving.item;
    left.record.clear();
    if (countsInside && seen == nullptr) { // the script reads the element itself
        left.attemptsLeft.clear();
        left.startLeft.clear();
        return leaving;
    }
    const bool isUsedUp = hasRecord
        ? judged.isUsedUp
        : countsInside && m_reader.attemptsInside(item.element).isUsedUp(m_move.maxAttempts);
    const bool isDead = isUsedUp && m_move.dead && m_move.attempts == MoveStep::Attempts::Increment;
    left.attemptsLeft = isDead ? "d" : m_move.target ? "m" : "r";
    left.startLeft = judged.start;
    left.attempts = hasRecord ? judged.attempts : judged.record == Record::NotAsked ? "" : "!";
    if (seen != nullptr) {
        if (countsInside && !isDead && seen->attempts.startsWith('~')) {
            left.attempts = seen->attempts;
        }
        left.score = seen->score;
        leaving.copy = item.becomes.isEmpty() ? countedInside(item.element, left.attempts) : item.becomes;
        leaving.score = scoreAt(targetOf(leaving.outcome()), item.newScore, seen->score);
    }
    if (hasRecord && !isDead && m_move.attempts != MoveStep::Attempts::Keep) {
        leaving.record = item.record;
        leaving.set = item.attempts;
    }
    return leaving;
}

Result<Reply> CrossSlotMove::run(const BatchRange &range, microseconds &took,
                                 const OperationChannel::IsReadable &isReadable)
{
    took = {};
    const std::span<const PlanItem> items = itemsOf(m_step, range);
    const Result<std::vector<Judged>> judged = judge(items);
    if (!judged) {
        return judged.error();
    }
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if ((*judged)[i].isLeft) {
            free.push_back(i);
        }
    }
    BatchRange part = range;
    part.first = 0;
    part.count = free.size();
    part.asked = items.size();
    Items chosen;
    if (m_targets.empty()) {
        for (const std::size_t i : free) {
            chosen.push_back(leaving(items[i], (*judged)[i], nullptr));
        }
        return runTogether(part, chosen, took, isReadable);
    }
    PlanStep look = frame(false);
    for (const std::size_t i : free) {
        look.items.push_back(items[i]);
        look.items.back().record.clear();
    }
    part.phase = BatchRange::Phase::Look;
    BatchAnswer seen;
    Result<Reply> looked =
        send(m_step.key, makeCall(look, part, m_escrow), took, [&](const std::vector<Reply> &strings) {
            Result<BatchAnswer> answer = readAnswer(look, 0, strings, {}, m_channel.serverNow());
            seen = answer ? std::move(*answer) : BatchAnswer();
            return answer.ok();
        });
    if (!looked || looked->isError()) {
        return looked;
    }
    auto next = seen.result.elements.begin(); // in the order of the items
    for (std::size_t at = 0; at < free.size() && next != seen.result.elements.end(); ++at) {
        const PlanItem &item = items[free[at]];
        if (next->element == item.archivedAs()) {
            chosen.push_back(leaving(item, (*judged)[free[at]], &*next));
            ++next;
        }
    }
    part.phase = BatchRange::Phase::Decided;
    part.count = 0;
    const QByteArray parameters = makeCall(frame(false), part, m_escrow).arguments.front();
    if (!copiesFirst(m_step)) {
        if (Outcome checked = leaveOutExisting(chosen); !checked) {
            return checked.error();
        }
        for (const Target &target : m_targets) {
            if (Result<Reply> asked = askToAdd(target, took); !asked || asked->isError()) {
                return asked;
            }
        }
        Items stayed;
        Result<Reply> reply = leave(parameters, chosen, stayed, took, isReadable);
        if (reply && !reply->isError()) {
            if (Outcome added = add(chosen, took); !added) {
                return added.error();
            }
            count(chosen);
        }
        return reply;
    }
    Items others; // that go nowhere
    std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(others),
                 [](const Leaving &one) { return one.outcome() == 'r'; });
    for (Target &target : m_targets) {
        Items here;
        std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(here),
                     [&](const Leaving &one) { return one.outcome() == target.outcome; });
        const bool onlyAsks = range.bytes < 0; // whether anything would be refused
        if (here.empty() && !onlyAsks) {
            continue;
        }
        if (Result<Reply> copied = copy(target, here, parameters, took); !copied || copied->isError()) {
            if (Outcome back = m_channel.isUncertain() ? Outcome(Done{}) : takeAllBack(); !back) {
                return back.error();
            }
            return copied;
        }
    }
    return leaveAfterCopies(parameters, std::move(others), took, isReadable);
}

/// One script does all but what the records need.
Result<Reply> CrossSlotMove::runTogether(const BatchRange &range, const Items &items, microseconds &took,
                                         const OperationChannel::IsReadable &isReadable)
{
    PlanStep step = frame(true);
    std::transform(items.begin(), items.end(), std::back_inserter(step.items),
                   [](const Leaving &one) { return one.item; });
    BatchRange decided = range;
    decided.phase = BatchRange::Phase::Decided;
    std::unordered_multiset<QByteArray> left;
    Result<Reply> reply =
        send(m_step.key, makeCall(step, decided, m_escrow), took, [&](const std::vector<Reply> &strings) {
            const Result<BatchAnswer> answer = readAnswer(step, 0, strings, {}, m_channel.serverNow());
            left.clear();
            for (const ArchivedElement &element : answer ? answer->result.elements : std::vector<ArchivedElement>()) {
                left.insert(element.element);
            }
            return isReadable(strings);
        });
    if (reply && !reply->isError()) {
        Items counted;
        for (const Leaving &one : items) {
            if (const auto found = left.find(one.item.archivedAs()); found != left.end()) {
                counted.push_back(one);
                left.erase(found);
            }
        }
        count(counted);
    }
    return reply;
}

/// A set or sorted set has no two of the same: what is there already stays where it is.
Outcome CrossSlotMove::leaveOutExisting(Items &items)
{
    using How = PlanTarget::How;
    Pipeline pipeline;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::optional<PlanTarget> &to = targetOf(items[i].outcome());
        if (to && (to->how == How::AddToSet || to->how == How::AddToZSet)) {
            pipeline.add({to->how == How::AddToSet ? "SISMEMBER" : "ZSCORE", to->key, items[i].copy});
            asked.push_back(i);
        }
    }
    const Result<std::vector<Reply>> replies =
        asked.empty() ? Result<std::vector<Reply>>(std::vector<Reply>()) : m_channel.askAll(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::vector<bool> stays(items.size(), false);
    std::set<std::pair<char, QByteArray>> known;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply &reply = (*replies)[i];
        const Leaving &one = items[asked[i]];
        if (reply.isError() || reply.type == Reply::Type::Unanswered) {
            return reply.toError(targetOf(one.outcome())->key);
        }
        const bool isThere = reply.integer == 1 || (reply.type == Reply::Type::Bulk && !reply.bytes.isEmpty());
        stays[asked[i]] = !known.emplace(one.outcome(), one.copy).second || isThere;
    }
    Items free;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!stays[i]) {
            free.push_back(std::move(items[i]));
        }
    }
    items = std::move(free);
    return Done{};
}

Result<Reply> CrossSlotMove::copy(Target &target, const Items &items, const QByteArray &parameters, microseconds &took)
{
    BatchCall call{&copyScript(),
                   {target.mark, target.to.key},
                   {nameOf(target.to.how), target.outcome == 'm' ? m_move.expireAt : QByteArray(),
                    decimal(originalStrings), parameters}};
    for (const Leaving &one : items) {
        call.arguments.push_back(one.copy);
        appendMoved(call.arguments, one.item);
        call.arguments.insert(call.arguments.end(), {one.record, one.set});
    }
    Result<Reply> reply = send(target.to.key, call, took, [](const std::vector<Reply> &strings) {
        return strings.size() >= beforeCopies && (strings.size() - beforeCopies) % copyStrings == 0;
    });
    if (!reply || reply->isError()) {
        return reply;
    }
    target.held = reply->elements;
    // A copy that is lost with its master would be the only one.
    const Result<bool> isSafe = isReplicated(target.mark, !items.empty());
    if (!isSafe || !*isSafe) {
        return isSafe ? notReplicated(target) : isSafe.error();
    }
    return reply;
}

Error CrossSlotMove::notReplicated(const Target &target)
{
    return {ErrorKind::NotNow,
            Words::tr("no replica of the node with %1 has followed within a second; what was not moved is where it was")
                .arg(printable(target.to.key, 200))};
}

CrossSlotMove::Items CrossSlotMove::itemsIn(const Target &target)
{
    Items items;
    for (std::size_t i = beforeCopies; i + copyStrings <= target.held.size(); i += copyStrings) {
        const auto string = [&](std::size_t at) { return target.held[i + at].bytes; };
        const QByteArray place = string(7);
        items.push_back({.item = {.element = string(1),
                                  .score = string(2),
                                  .attempts = string(3),
                                  .newScore = string(4),
                                  .record = {},
                                  .attemptsLeft = string(5),
                                  .startLeft = string(6),
                                  .place = place.startsWith('=') ? place.mid(1).toLongLong() : -1,
                                  .becomes = string(8)},
                         .copy = string(0),
                         .record = string(9),
                         .set = string(10)});
    }
    return items;
}

/// Lets items leave the source; those that did not go to `stayed`.
Result<Reply> CrossSlotMove::leave(const QByteArray &parameters, Items &items, Items &stayed, microseconds &took,
                                   const OperationChannel::IsReadable &isReadable)
{
    BatchCall call{&scriptOf(m_step), {m_escrow, m_step.key}, {parameters}};
    for (const Leaving &one : items) {
        appendMoved(call.arguments, one.item);
    }
    std::unordered_multiset<QByteArray> left;
    Result<Reply> reply = send(m_step.key, call, took, [&](const std::vector<Reply> &strings) {
        const Result<BatchAnswer> answer = readAnswer(m_step, 0, strings, {}, m_channel.serverNow());
        left.clear();
        for (const ArchivedElement &element : answer ? answer->result.elements : std::vector<ArchivedElement>()) {
            left.insert(element.outcome + element.element);
        }
        return answer.ok() && (!isReadable || isReadable(strings));
    });
    if (!reply || reply->isError()) {
        return reply;
    }
    Items gone;
    for (Leaving &one : items) {
        const auto found = left.find(one.outcome() + one.item.archivedAs());
        (found != left.end() ? gone : stayed).push_back(std::move(one));
        if (found != left.end()) {
            left.erase(found);
        }
    }
    items = std::move(gone);
    const Result<bool> isSafe = m_isSourceAlone ? Result<bool>(false) : isReplicated(m_escrow, !items.empty());
    m_losses.isUnreplicated = !isSafe || !*isSafe;
    return reply;
}

/// Lets the originals of all copies leave, and `others`; then takes the other copies back.
Result<Reply> CrossSlotMove::leaveAfterCopies(const QByteArray &parameters, Items others, microseconds &took,
                                              const OperationChannel::IsReadable &isReadable)
{
    Items items;
    for (const Target &target : m_targets) {
        Items copied = itemsIn(target);
        std::move(copied.begin(), copied.end(), std::back_inserter(items));
    }
    std::move(others.begin(), others.end(), std::back_inserter(items));
    Items stayed;
    Result<Reply> reply = leave(parameters, items, stayed, took, isReadable);
    if (!reply || reply->isError()) {
        // A refusal says that this request had no effect; the one before a crash may have had it.
        const bool mayHaveLeft = m_channel.isUncertain() || m_isRecovery;
        if (Outcome back = mayHaveLeft ? Outcome(Done{}) : takeAllBack(); !back) {
            return back.error();
        }
        return reply;
    }
    count(items);
    for (Target &target : m_targets) {
        Items here;
        std::copy_if(stayed.begin(), stayed.end(), std::back_inserter(here),
                     [&](const Leaving &one) { return one.outcome() == target.outcome; });
        if (Outcome back = here.empty() ? Outcome(Done{}) : takeBack(target, here); !back) {
            return back.error();
        }
    }
    if (Outcome turned = m_channel.turnTo(m_step.key); !turned) {
        return turned.error();
    }
    return reply;
}

/// Adds nothing: whether the target takes anything is asked before something leaves. Its mark ends by itself.
Result<Reply> CrossSlotMove::askToAdd(const Target &target, microseconds &took)
{
    BatchCall call{&restoreScript(), {target.mark + "?", target.to.key}, {nameOf(target.to.how), QByteArray(), "0"}};
    call.expiry = std::chrono::milliseconds(1);
    Result<Reply> reply = send(target.to.key, call, took);
    const Result<bool> isSafe = reply && !reply->isError() ? isReplicated(target.mark, false) : Result<bool>(true);
    if (!isSafe || !*isSafe) {
        return isSafe ? notReplicated(target) : isSafe.error();
    }
    return reply;
}

/// Adds what has left the source; until that is done, its escrow has it.
Outcome CrossSlotMove::add(const Items &items, microseconds &took)
{
    Outcome done = Done{};
    for (const Target &target : m_targets) {
        BatchCall call{&restoreScript(),
                       {target.mark, target.to.key},
                       {nameOf(target.to.how), target.outcome == 'm' ? m_move.expireAt : QByteArray(), "0"}};
        const std::size_t without = call.arguments.size();
        for (const Leaving &one : items) {
            if (one.outcome() == target.outcome) {
                call.arguments.insert(call.arguments.end(), {one.copy, one.score});
            }
        }
        if (!done || call.arguments.size() == without) {
            continue;
        }
        const Result<Reply> reply = send(target.to.key, call, took);
        const Result<bool> isSafe = reply && !reply->isError() ? isReplicated(target.mark, true) : Result<bool>(true);
        if (!reply || reply->isError()) {
            done = reply ? scriptError(*reply, call.keys, target.to.key) : reply.error();
        } else if (!isSafe) {
            done = isSafe.error();
        } else if (!*isSafe) {
            done = Error{ErrorKind::NotNow,
                         Words::tr("no replica of the node with %1 has followed within a second; what left is in the "
                                   "escrow")
                             .arg(printable(target.to.key, 200))};
        }
    }
    if (done) {
        return m_channel.turnTo(m_step.key);
    }
    m_channel.leaveToRecovery();
    return done;
}

/// Takes back one part of the copies; `how`, `before` and `after` are those of copy_back.lua.
Outcome CrossSlotMove::takePartBack(const Target &target, std::span<const Leaving> part, const char *how,
                                    std::size_t before, std::size_t after)
{
    // The copies lie this far from the end, behind what others push meanwhile.
    const auto within = qint64((target.held.size() - beforeCopies) / copyStrings) + 500;
    if (Outcome turned = m_channel.turnTo(target.to.key); !turned) {
        m_channel.leaveToRecovery();
        return turned;
    }
    const auto voidAt = (m_channel.serverNow() + requestLife).count();
    std::vector<QByteArray> question{"2", target.mark, target.to.key};
    question.insert(question.end(),
                    {decimal(within), how, decimal(qint64(before)), after > 0 ? decimal(qint64(after)) : QByteArray(),
                     decimal(voidAt)});
    std::transform(part.begin(), part.end(), std::back_inserter(question), [](const Leaving &one) { return one.copy; });
    const Result<std::vector<Reply>> replies = ask(copyBackScript(), {question}, nameOf(target.to.how));
    if (!replies || replies->front().type != Reply::Type::Array || replies->front().elements.size() != 1) {
        m_channel.leaveToRecovery();
        return replies ? scriptError(replies->front(), {target.mark, target.to.key}, target.to.key) : replies.error();
    }
    const qint64 taken = replies->front().elements.front().bytes.toLongLong();
    m_losses.twice += taken < 0 ? 0 : qint64(part.size()) - taken; // below zero: it was done before
    return Done{};
}

/// Takes copies back whose originals did not leave, after others did.
Outcome CrossSlotMove::takeBack(Target &target, const Items &stayed)
{
    // An interrupted recovery may have begun it.
    const QByteArray header = target.held.front().bytes;
    auto first = static_cast<std::size_t>(header.mid(header.lastIndexOf(' ') + 1).toULongLong());
    while (first < stayed.size()) {
        const std::size_t last = std::min(first + takenBackAtOnce, stayed.size());
        if (Outcome back = takePartBack(target, std::span(stayed).subspan(first, last - first), "count", first,
                                        last < stayed.size() ? last : 0);
            !back) {
            return back;
        }
        first = last;
    }
    target.held.clear();
    return Done{};
}

/// Takes all copies back: nothing has left the source. From the last one on, so that the mark holds those that are
/// still there, and only their originals leave if this is cut off.
Outcome CrossSlotMove::takeAllBack()
{
    Outcome done = Done{};
    for (Target &target : m_targets) {
        const Items items = itemsIn(target);
        const auto strings = [](std::size_t copies) { return beforeCopies + copies * copyStrings; };
        for (std::size_t last = items.size(); last > 0 && done;) {
            const std::size_t first = last > takenBackAtOnce ? last - takenBackAtOnce : 0;
            done = takePartBack(target, std::span(items).subspan(first, last - first), "trim", strings(last),
                                first > 0 ? strings(first) : 0);
            last = first;
        }
        target.held.clear();
    }
    const Outcome turned = m_channel.turnTo(m_step.key);
    return done ? turned : done;
}

/// Counts the attempts in the records of items that left.
void CrossSlotMove::count(const Items &left)
{
    std::vector<std::vector<QByteArray>> questions;
    for (const Leaving &one : left) {
        if (!one.record.isEmpty()) {
            questions.push_back({"1", one.record, "count", one.set, one.item.attempts});
        }
    }
    const Result<std::vector<Reply>> answers = ask(recordScript(), questions, m_recordParameters);
    m_losses.uncounted += answers
        ? std::count_if(answers->begin(), answers->end(),
                        [](const Reply &answer) { return answer.isError() || answer.type == Reply::Type::Unanswered; })
        : qsizetype(questions.size());
}

Outcome CrossSlotMove::complete(std::span<const ArchivedElement> rows)
{
    if (m_targets.empty()) {
        return Done{};
    }
    const Outcome done = copiesFirst(m_step) ? completeCopies() : completeAdding(rows);
    const Outcome turned = m_channel.turnTo(m_step.key);
    return done ? turned : done;
}

Outcome CrossSlotMove::completeCopies()
{
    QByteArray parameters;
    for (Target &target : m_targets) {
        Result<std::vector<Reply>> held = read(target.mark);
        if (!held) {
            return held.error();
        }
        if (held->size() < beforeCopies) {
            continue;
        }
        target.held = *std::move(held);
        parameters = target.held[1].bytes;
        const Result<bool> isSafe = isReplicated(target.mark, true);
        if (!isSafe || !*isSafe) {
            return isSafe ? notReplicated(target) : isSafe.error();
        }
    }
    if (parameters.isEmpty()) {
        return Done{};
    }
    microseconds took{};
    m_isRecovery = true;
    const Result<Reply> reply = leaveAfterCopies(parameters, {}, took, {});
    if (!reply) {
        return reply.error();
    }
    return reply->isError() ? Outcome(scriptError(*reply, {m_escrow, m_step.key}, m_step.key)) : Outcome(Done{});
}

Outcome CrossSlotMove::completeAdding(std::span<const ArchivedElement> rows)
{
    const Result<std::vector<Reply>> held = read(m_escrow);
    if (!held) {
        return held.error();
    }
    const Result<BatchAnswer> answer = readAnswer(m_step, 0, *held, {}, m_channel.serverNow());
    if (!answer || answer->result.elements.empty()) {
        return Done{}; // nothing has left, or a fence is there
    }
    std::unordered_map<QByteArray, const ArchivedElement *> given; // of an undo
    for (const ArchivedElement &row : rows) {
        given.emplace(row.element, &row);
    }
    Items items;
    for (const ArchivedElement &element : answer->result.elements) {
        const auto row = given.find(element.element);
        const ArchivedElement *const back = row == given.end() ? nullptr : row->second;
        Leaving &one = items.emplace_back();
        one.item.attemptsLeft = QByteArray(1, element.outcome);
        one.item.attempts = element.attempts;
        // The escrow of an undo names an element as it was before.
        one.copy = back == nullptr ? countedInside(element.element, element.attempts) : element.element;
        one.score = scoreAt(targetOf(element.outcome), back == nullptr ? QByteArray() : back->score, element.score);
        const bool hasRecord = m_step.readsRecords() && m_reader.hasRecord() && element.attempts != "!"
            && !element.attempts.startsWith('~');
        if (hasRecord && element.outcome == 'm' && m_move.attempts != MoveStep::Attempts::Keep) {
            one.record = m_reader.recordKey(m_reader.idOf(element.element), m_step.records.time);
            one.set = back == nullptr ? "0" : back->attempts;
        }
    }
    microseconds took{};
    Outcome added = add(items, took);
    if (added) {
        count(items); // those that were are not counted again
    }
    return added;
}

std::unique_ptr<CrossSlotBatch> crossSlotMove(OperationChannel &channel, const PlanStep &step, const QString &operation,
                                              int batch)
{
    return std::make_unique<CrossSlotMove>(channel, step, operation, batch);
}

} // namespace plimsoll::redis

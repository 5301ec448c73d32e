// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/crossslot.h"

#include "redis/operations/batch/permissions.h"
#include "redis/operations/journal/words.h"
#include "redis/operations/steps/cleaning.h"
#include "redis/operations/steps/packing.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;

namespace {

constexpr std::size_t keptStrings = 5; ///< of an entry in the list: entry, score, key as shown, its expiry, its name
const char *const stays = "~";
const char *const changed = "!"; ///< stays, since its key changed
/// No request of a batch arrives later, even where the clocks of two nodes differ by less; its marks outlive it.
constexpr std::chrono::milliseconds longestLife{60'000};
const QByteArray noDeadline = "9000000000000000";
constexpr std::chrono::milliseconds markLife = 5 * longestLife;

const Script &keepScript()
{
    static const Script script(QStringLiteral("keep"));
    return script;
}

/// A clean-up of an index, or its undo, where the keys that the entries stand for are in other slots than the index:
///   1. what the batch is about to do is kept in the index's slot (keep.lua);
///   2. the index is looked at: which entries are still as shown;
///   3. each of their keys is removed in its own slot, and kept there (clean.lua); for the undo, restored
///   (clean_back.lua);
///   4. the entries are removed, and the escrow in the index's slot holds them and their keys; or they are added again;
///   5. a key whose entry was postponed meanwhile comes back.
/// Nothing is lost: a removed key is in a mark of its slot until the escrow has it. Recovery reads those marks, and
/// does 4 and 5.
class CrossSlotCleaning final : public CrossSlotBatch {
public:
    CrossSlotCleaning(OperationChannel &channel, const PlanStep &step, const QString &operation, int batch)
        : CrossSlotBatch(channel, step, operation, batch), m_operation(operation), m_batch(batch),
          m_list(partKey(step.key, operation, batch, listPart)), m_isBack(step.is<CleanBackStep>())
    {
    }

    Result<Reply> run(const BatchRange &range, microseconds &took,
                      const OperationChannel::IsReadable &isReadable) override;
    [[nodiscard]] Outcome complete(std::span<const ArchivedElement> rows) override;

private:
    /// An entry, and what has become of its key.
    struct Entry {
        PlanItem item{};
        QByteArray mark{}; ///< mark of what was done with its key; empty: it has none
        QByteArray state = stays; ///< for the script that changes the index
        QByteArray kept{}; ///< as clean.lua keeps it
        bool isDone = false; ///< its key was removed or restored

        [[nodiscard]] bool hasKey() const { return !mark.isEmpty(); }
    };
    using Entries = std::vector<Entry>;
    using Questions = std::vector<std::vector<QByteArray>>;

    [[nodiscard]] Entries entriesOf(std::span<const PlanItem> items) const;
    [[nodiscard]] QByteArray deadline() const { return decimal((m_channel.serverNow() + longestLife).count()); }
    [[nodiscard]] std::vector<QByteArray> questionBack(const Entry &entry, const QByteArray &mark,
                                                       const QByteArray &how) const;
    Result<std::vector<Reply>> askKeys(const Script &script, const Questions &questions,
                                       std::chrono::milliseconds life);
    Result<Reply> mayChange(microseconds &took);
    Result<Reply> keepList(const Entries &entries, microseconds &took);
    [[nodiscard]] Outcome look(Entries &entries);
    [[nodiscard]] Outcome changeKeys(Entries &entries);
    void take(Entry &entry, const std::vector<Reply> &log) const;
    [[nodiscard]] Outcome readMarks(const std::vector<Entry *> &entries);
    [[nodiscard]] Outcome leaveOutBack(Entries &entries);
    [[nodiscard]] static QByteArray backMark(const Entry &entry) { return entry.mark + ":back"; }
    Result<Reply> changeIndex(Entries &entries, microseconds &took, const OperationChannel::IsReadable &isReadable);
    [[nodiscard]] Outcome putBack(std::span<Entry> entries, const std::unordered_set<QByteArray> &gone);
    void letMarksGo(const Entries &entries);

    QString m_operation;
    int m_batch;
    QByteArray m_list;
    bool m_isBack;
};

std::unordered_set<QByteArray> elementsIn(const PlanStep &step, const std::vector<Reply> &strings)
{
    const Result<BatchAnswer> answer = readAnswer(step, 0, strings, {}, {});
    std::unordered_set<QByteArray> elements;
    for (const ArchivedElement &element : answer ? answer->result.elements : std::vector<ArchivedElement>()) {
        elements.insert(element.element);
    }
    return elements;
}

} // namespace

CrossSlotCleaning::Entries CrossSlotCleaning::entriesOf(std::span<const PlanItem> items) const
{
    Entries entries;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const PlanItem &item = items[i];
        const bool hasKey = !item.record.isEmpty() && item.indexed && (!m_isBack || !item.indexed->dump.isEmpty());
        entries.push_back(
            {.item = item,
             .mark = hasKey ? partKey(item.record, m_operation, m_batch, decimal(qint64(i))) : QByteArray()});
    }
    return entries;
}

/// What clean_back.lua is asked, to restore a key; `how`: its third argument.
std::vector<QByteArray> CrossSlotCleaning::questionBack(const Entry &entry, const QByteArray &mark,
                                                        const QByteArray &how) const
{
    const PlanItem &item = entry.item;
    return {"3", mark,         mark,       item.record,          deadline(),
            how, item.element, item.score, item.indexed->expiry, item.indexed->dump};
}

/// Runs a script of a batch for each key in its own slot. An unanswered one may have run.
Result<std::vector<Reply>> CrossSlotCleaning::askKeys(const Script &script, const Questions &questions,
                                                      std::chrono::milliseconds life)
{
    Result<std::vector<Reply>> answers = questions.empty() ? Result<std::vector<Reply>>(std::vector<Reply>())
                                                           : ask(script, questions, decimal(life.count()));
    for (std::size_t i = 0; i < questions.size() && answers; ++i) {
        if ((*answers)[i].type == Reply::Type::Unanswered) {
            answers = (*answers)[i].toError(questions[i][questions[i].front().toInt()]);
        }
    }
    if (!answers) {
        m_channel.leaveToRecovery();
    }
    return answers;
}

/// Whether the index may be changed is asked before any key is.
Result<Reply> CrossSlotCleaning::mayChange(microseconds &took)
{
    BatchCall call = makeCall(m_step, {}, m_escrow + '?');
    call.expiry = std::chrono::milliseconds(1);
    return send(m_step.key, call, took);
}

Result<Reply> CrossSlotCleaning::keepList(const Entries &entries, microseconds &took)
{
    BatchCall call{&keepScript(), {m_list}, {}};
    for (const Entry &entry : entries) {
        const PlanItem &item = entry.item;
        const bool isShown = !m_isBack && item.indexed; // an undo has it from the archive
        call.arguments.insert(call.arguments.end(),
                              {item.element, item.score, isShown ? item.indexed->shown : QByteArray(),
                               isShown ? item.indexed->expiry : QByteArray(), item.record});
    }
    return send(m_step.key, call, took);
}

/// An entry that was postponed, or is there again, stays as it is, and so does its key.
Outcome CrossSlotCleaning::look(Entries &entries)
{
    Pipeline pipeline;
    for (const Entry &entry : entries) {
        pipeline.add({"ZSCORE", m_step.key, entry.item.element});
    }
    const Result<std::vector<Reply>> scores = m_channel.ask(pipeline);
    if (!scores) {
        return scores.error();
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Reply &score = (*scores)[i];
        if (score.isError()) {
            return score.toError(m_step.key);
        }
        const PlanItem &item = entries[i].item;
        const bool isAsShown =
            !score.isNil() && (score.bytes == item.score || score.bytes.toDouble() == item.score.toDouble());
        entries[i].state = (m_isBack ? score.isNil() : isAsShown) ? "" : stays;
    }
    return Done{};
}

/// What a mark of a key says: the strings that a script left there, or "void".
void CrossSlotCleaning::take(Entry &entry, const std::vector<Reply> &log) const
{
    constexpr std::size_t strings = 1 + untypedWidth; // with one key
    entry.isDone = log.size() == strings;
    if (entry.isDone && !m_isBack) {
        entry.kept = log.back().bytes;
        setKept(entry.item, entry.kept);
    }
    entry.state = entry.isDone ? "" : changed;
}

Outcome CrossSlotCleaning::changeKeys(Entries &entries)
{
    Questions questions;
    std::vector<Entry *> asked;
    for (Entry &entry : entries) {
        if (!entry.hasKey() || entry.state == stays) {
            continue;
        }
        const PlanItem &item = entry.item;
        asked.push_back(&entry);
        questions.push_back(m_isBack ? questionBack(entry, entry.mark, {})
                                     : std::vector<QByteArray>{"3", entry.mark, entry.mark, item.record, deadline(),
                                                               item.element, item.score, item.indexed->shown,
                                                               item.indexed->expiry});
    }
    const Result<std::vector<Reply>> answers = askKeys(scriptOf(m_step), questions, escrowExpiry);
    if (!answers) {
        return answers.error();
    }
    std::vector<Entry *> refused;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply &answer = (*answers)[i];
        if (!answer.isError()) {
            take(*asked[i], answer.elements);
            continue;
        }
        refused.push_back(asked[i]);
        if (m_losses.refusal.isEmpty()) {
            const QByteArray &key = asked[i]->item.record;
            m_losses.refusal = scriptError(answer, {asked[i]->mark, key}, key).message;
        }
    }
    // One that was asked several times may have done it before it refused.
    if (Outcome read = readMarks(refused); !read) {
        return read;
    }
    m_losses.refused +=
        std::count_if(refused.begin(), refused.end(), [](const Entry *entry) { return !entry->isDone; });
    return Done{};
}

/// Takes from the marks what was done with the keys; what was not done never will be, for the mark says so then.
Outcome CrossSlotCleaning::readMarks(const std::vector<Entry *> &entries)
{
    Questions questions;
    std::transform(entries.begin(), entries.end(), std::back_inserter(questions), [](const Entry *entry) {
        return std::vector<QByteArray>{"1", entry->mark, noDeadline};
    });
    const Result<std::vector<Reply>> marks = askKeys(fenceScript(), questions, markLife);
    if (!marks) {
        return marks.error();
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Reply &mark = (*marks)[i];
        if (mark.isError()) {
            m_channel.leaveToRecovery();
            return scriptError(mark, {entries[i]->mark}, entries[i]->mark);
        }
        take(*entries[i], mark.elements);
        entries[i]->state = entries[i]->isDone ? "" : stays; // why it was not done is no longer known
    }
    return Done{};
}

/// Leaves out keys that have come back before.
Outcome CrossSlotCleaning::leaveOutBack(Entries &entries)
{
    Pipeline pipeline;
    std::vector<Entry *> asked;
    for (Entry &entry : entries) {
        if (entry.isDone && entry.hasKey()) {
            pipeline.add({"LLEN", backMark(entry)});
            asked.push_back(&entry);
        }
    }
    const Result<std::vector<Reply>> lengths =
        asked.empty() ? Result<std::vector<Reply>>(std::vector<Reply>()) : m_channel.askAll(pipeline);
    if (!lengths) {
        return lengths.error();
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply &length = (*lengths)[i];
        if (length.isError()) {
            return length.toError(backMark(*asked[i]));
        }
        if (length.integer == 0) {
            continue;
        }
        asked[i]->isDone = false;
        asked[i]->state = stays;
        if (length.integer == 1) { // it could not
            m_losses.apart.push_back(std::exchange(asked[i]->mark, {}));
        }
    }
    return Done{};
}

Result<Reply> CrossSlotCleaning::changeIndex(Entries &entries, microseconds &took,
                                             const OperationChannel::IsReadable &isReadable)
{
    BatchCall call = makeCall(m_step, {}, m_escrow); // without items
    for (const Entry &entry : entries) {
        const PlanItem &item = entry.item;
        call.arguments.insert(call.arguments.end(), {item.element, item.score});
        if (m_isBack) {
            call.arguments.insert(call.arguments.end(), {QByteArray(), entry.state.isEmpty() ? "" : stays});
        } else {
            call.arguments.insert(call.arguments.end(), {entry.state, entry.kept});
        }
    }
    std::unordered_set<QByteArray> gone;
    Result<Reply> reply = send(m_step.key, call, took, [&](const std::vector<Reply> &strings) {
        gone = elementsIn(m_step, strings);
        return !isReadable || isReadable(strings);
    });
    if (m_channel.isUncertain()) {
        return reply;
    }
    if (!reply || reply->isError()) {
        gone.clear();
        if (m_isBack) {
            m_channel.leaveToRecovery(); // else keys are there without entries, and no undo would add these
        }
    }
    if (Outcome back = m_isBack ? Outcome(Done{}) : putBack(entries, gone); !back) {
        return back.error();
    }
    if (!m_channel.isUncertain()) {
        letMarksGo(entries);
    }
    return reply;
}

/// Restores the keys of those entries that did not leave.
Outcome CrossSlotCleaning::putBack(std::span<Entry> entries, const std::unordered_set<QByteArray> &gone)
{
    Questions questions;
    std::vector<Entry *> asked;
    for (Entry &entry : entries) {
        if (entry.isDone && !entry.kept.isEmpty() && !gone.contains(entry.item.element)) {
            asked.push_back(&entry);
            questions.push_back(questionBack(entry, backMark(entry), "exact"));
        }
    }
    if (questions.empty()) {
        return Done{};
    }
    Pipeline pipeline;
    for (const Entry *entry : asked) {
        pipeline.add({"ZSCORE", m_step.key, entry->item.element});
    }
    const Result<std::vector<Reply>> scores = m_channel.ask(pipeline);
    static const PlanStep back{.key = {}, .does = CleanBackStep{}};
    const Result<std::vector<Reply>> answers = askKeys(scriptOf(back), questions, escrowExpiry);
    if (!answers) {
        return answers.error();
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply &answer = (*answers)[i];
        if (answer.isError()) {
            m_channel.leaveToRecovery();
            return scriptError(answer, {asked[i]->mark, asked[i]->item.record}, asked[i]->item.record);
        }
        if (answer.elements.size() <= 1) {
            m_losses.apart.push_back(std::exchange(asked[i]->mark, {})); // its mark stays
        } else if (scores && (*scores)[i].isNil()) { // it may have been removed to keep the key, or with it
            ++m_losses.alone;
        }
    }
    return Done{};
}

/// The escrow of the index has all that the marks have, once a replica does too. They end after every request.
void CrossSlotCleaning::letMarksGo(const Entries &entries)
{
    const Result<bool> isSafe = isReplicated(m_escrow, true);
    if (!isSafe || !*isSafe) {
        return; // they end in a week
    }
    Pipeline pipeline;
    for (const Entry &entry : entries) {
        if (entry.hasKey()) {
            pipeline.add({"PEXPIRE", entry.mark, decimal(markLife.count())});
            pipeline.add({"PEXPIRE", backMark(entry), decimal(markLife.count())});
        }
    }
    if (!pipeline.isEmpty()) {
        static_cast<void>(m_channel.askAll(pipeline).ok());
    }
}

Result<Reply> CrossSlotCleaning::run(const BatchRange &range, microseconds &took,
                                     const OperationChannel::IsReadable &isReadable)
{
    took = {};
    Entries entries = entriesOf(itemsOf(m_step, range));
    Result<Reply> ready = mayChange(took);
    if (ready && !ready->isError()) {
        ready = keepList(entries, took);
    }
    if (!ready || ready->isError()) {
        return ready;
    }
    const Result<bool> isSafe =
        isReplicated(m_list, !entries.empty()); // without the list, nothing finds removed keys again
    if (!isSafe || !*isSafe) {
        return isSafe ? Error{ErrorKind::NotNow,
                              Words::tr("no replica of the node with %1 has followed within a second; what was not "
                                        "cleaned up is where it was")
                                  .arg(printable(m_step.key, 200))}
                      : isSafe.error();
    }
    Outcome prepared = look(entries);
    if (prepared) {
        prepared = changeKeys(entries);
    }
    return prepared ? changeIndex(entries, took, isReadable) : Result<Reply>(prepared.error());
}

Outcome CrossSlotCleaning::complete(std::span<const ArchivedElement> rows)
{
    const Result<std::vector<Reply>> list = read(m_list);
    if (!list) {
        return list.error();
    }
    std::unordered_map<QByteArray, const ArchivedElement *> given;
    for (const ArchivedElement &row : rows) {
        given.emplace(row.element, &row);
    }
    std::vector<PlanItem> items;
    for (std::size_t i = 0; i + keptStrings <= list->size(); i += keptStrings) {
        const auto string = [&](std::size_t at) { return (*list)[i + at].bytes; };
        PlanItem &item = items.emplace_back();
        item.element = string(0);
        item.score = string(1);
        item.record = string(4);
        item.indexed = std::make_shared<IndexedKey>(IndexedKey{.shown = string(2), .expiry = string(3)});
        if (const auto row = given.find(item.element); m_isBack && row != given.end()) {
            setKept(item, row->second->given);
        }
    }
    Entries entries = entriesOf(items);
    const Result<std::vector<Reply>> escrow = read(m_escrow);
    if (!escrow || entries.empty()) {
        return escrow ? Outcome(Done{}) : escrow.error();
    }
    std::vector<Entry *> asked;
    for (Entry &entry : entries) {
        if (entry.hasKey()) {
            asked.push_back(&entry);
        }
    }
    Outcome known = readMarks(asked);
    if (known && !m_isBack) {
        known = leaveOutBack(entries);
    }
    if (!known) {
        return known;
    }
    if (escrow->size() > 1) { // the index was changed
        Outcome back = m_isBack ? Outcome(Done{}) : putBack(entries, elementsIn(m_step, *escrow));
        if (back) {
            letMarksGo(entries);
        }
        return back;
    }
    const bool isAnyDone = std::any_of(entries.begin(), entries.end(), [](const Entry &entry) { return entry.isDone; });
    if (!isAnyDone) {
        m_channel.letGo({m_list});
        return Done{};
    }
    microseconds took{};
    const Result<Reply> reply = changeIndex(entries, took, {});
    if (!reply) {
        return reply.error();
    }
    return reply->isError() ? Outcome(scriptError(*reply, {m_escrow, m_step.key}, m_step.key)) : Outcome(Done{});
}

std::unique_ptr<CrossSlotBatch> crossSlotCleaning(OperationChannel &channel, const PlanStep &step,
                                                  const QString &operation, int batch)
{
    return std::make_unique<CrossSlotCleaning>(channel, step, operation, batch);
}

} // namespace plimsoll::redis

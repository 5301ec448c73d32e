// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batchledger.h"

#include "redis/operations/batch/escrow.h"
#include "redis/operations/batch/ledger.h"
#include "redis/operations/batch/permissions.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <thread>

namespace plimsoll::redis {

namespace {

using Strings = std::vector<Reply>;

constexpr qint64 partBytes = 8LL * 1024 * 1024; ///< bytes of an escrow read and committed at once
constexpr int lookAhead = 200; ///< batches checked after the last commit if the operation did not record what it sent
/// The last records of sent batches may be lost in a power cut. Batches are committed in groups after at most 250 ms,
/// together with all earlier records, so uncommitted records span at most that time.
constexpr std::chrono::milliseconds notedLate{500};
const QByteArray fence = "void";

/// Undo: takes the archive rows that a batch restored off `rows`.
void takeRows(const PlanStep &step, BatchResult &result, std::vector<ArchivedElement> &rows)
{
    if (!stepKind(step).countsRows()) {
        takeRestored(result, rows);
        return;
    }
    const auto given = std::min(rows.size(), static_cast<std::size_t>(result.moved + result.skipped));
    std::vector<ArchivedElement> asked(rows.begin(), rows.begin() + qsizetype(given));
    takeRestored(result, asked);
    rows.erase(rows.begin(), rows.begin() + qsizetype(given));
    result.rowsGiven = qint64(given);
}

} // namespace

qint64 BatchLedger::askedOf(int batch) const
{
    const auto found = std::find_if(m_open.sent.begin(), m_open.sent.end(),
                                    [batch](const SentBatch &sent) { return sent.batch == batch; });
    return found == m_open.sent.end() ? 0 : found->elements;
}

/// Batches from the next one to `last` whose escrow exists and is not a fence.
Result<std::vector<int>> BatchLedger::present(int last)
{
    Pipeline pipeline;
    for (int batch = m_open.nextBatch; batch <= last; ++batch) {
        pipeline.add({"LINDEX", keyOf(batch), "0"});
    }
    const Result<std::vector<Reply>> headers = m_channel.server().exchange(pipeline, m_channel.exchangeStop());
    if (!headers) {
        return headers.error();
    }
    std::vector<int> found;
    for (std::size_t i = 0; i < headers->size(); ++i) {
        const Reply &header = (*headers)[i];
        if (header.isError() && !header.bytes.startsWith("WRONGTYPE")) {
            return scriptError(header, {keyOf(m_open.nextBatch)}, keyOf(m_open.nextBatch));
        }
        if (header.isError()) {
            m_foreign.insert(m_open.nextBatch + int(i));
        } else if (!header.isNil() && header.bytes != fence) {
            found.push_back(m_open.nextBatch + int(i));
        }
    }
    return found;
}

/// Renews the expiry of escrows, so that they last as long as the operation is open and its server reachable.
Outcome BatchLedger::renew(const std::vector<int> &batches)
{
    const QByteArray week = QByteArray::number(qlonglong(std::chrono::milliseconds(escrowExpiry).count()));
    Pipeline pipeline;
    for (const int batch : batches) {
        for (const QByteArray &key : keysLeft(m_step, m_open.report.id, batch)) {
            pipeline.add({"PEXPIRE", key, week});
        }
    }
    if (pipeline.isEmpty()) {
        return Done{};
    }
    const Result<std::vector<Reply>> renewed = m_channel.server().exchange(pipeline, m_channel.exchangeStop());
    if (!renewed) {
        return renewed.error();
    }
    // A full disk is no reason to fail here; later writes report it.
    static_cast<void>(m_journal.setKeptUntil(m_open.report.id, m_channel.serverNow() + escrowExpiry).ok());
    return Done{};
}

/// Across slots of a cluster: whatever a batch had begun, it has run afterwards.
Outcome BatchLedger::completeCrossing(int batch)
{
    if (!m_step.crossesSlots) {
        return Done{};
    }
    const std::unique_ptr<CrossSlotBatch> crossing = crossSlotBatch(m_channel, m_step, m_open.report.id, batch);
    Outcome completed = crossing->complete(m_report.undoOf.isEmpty() ? std::span<const ArchivedElement>()
                                                                     : std::span<const ArchivedElement>(m_rows));
    m_losses += crossing->losses();
    return completed;
}

BatchResult BatchLedger::reduced(BatchResult result)
{
    if (m_step.takesFromList()) {
        result.skipped = 0; // an element not found in the list counts as skipped later
    }
    if (!m_report.undoOf.isEmpty()) {
        takeRows(m_step, result, m_rows);
    } else if (!m_report.undoable && !m_open.archive) { // as Run::batch() does
        result.elements.clear();
    }
    countOnce(m_step, result);
    return result;
}

Outcome BatchLedger::commit(int batch, const BatchResult &result)
{
    if (m_stop.stop_requested()) {
        return Error{ErrorKind::Cancelled, Words::tr("stopped")};
    }
    if (Outcome committed = m_journal.commitBatches(m_report.id, batch + 1, {result}); !committed) {
        return committed;
    }
    addTo(m_report, result);
    m_channel.letGo(keysLeft(m_step, m_open.report.id, batch)); // the next commit no longer records this batch
    return m_channel.flush() ? Outcome(Done{})
                             : Outcome(Error{m_stop.stop_requested() ? ErrorKind::Cancelled : ErrorKind::Unreachable,
                                             Words::tr("the connection was lost; ask for recovery again")});
}

/// Commits a large escrow in parts, so that it is never in memory as a whole.
Outcome BatchLedger::settleParts(int batch, EscrowReader &reader, const Strings &before, qint64 width)
{
    while (true) {
        Result<Strings> records = reader.next(partBytes, width);
        if (!records) {
            return records.error();
        }
        records->insert(records->begin(), before.begin(), before.end());
        Result<BatchAnswer> answer = readAnswer(m_step, m_open.nextStep, *records, {}, m_channel.serverNow());
        if (!answer) {
            return passUnread(batch);
        }
        BatchResult part = reduced(std::move(answer->result)); // totals of the batch, elements of this part
        if (reader.hasEnded()) {
            return commit(batch, part);
        }
        if (m_stop.stop_requested()) {
            return Error{ErrorKind::Cancelled, Words::tr("stopped")};
        }
        if (Outcome committed = m_journal.commitPart(m_report.id, part, reader.at()); !committed) {
            return committed;
        }
    }
}

Outcome BatchLedger::settle(int batch)
{
    EscrowReader head(m_channel.server(), keyOf(batch), 0, m_channel.exchangeStop());
    Result<Strings> before = head.next(1, escrowLayout(m_step, {}).before);
    if (!before) {
        return before.error();
    }
    const EscrowLayout layout = escrowLayout(m_step, before->empty() ? QByteArrayView() : before->front().bytes);
    before->resize(std::min(before->size(), static_cast<std::size_t>(layout.before)));
    const bool inParts = m_report.undoOf.isEmpty() && !stepKind(m_step).countsRows();
    if (inParts) {
        EscrowReader reader(m_channel.server(), keyOf(batch),
                            batch == m_open.nextBatch ? std::max(m_open.escrowAt, layout.before) : layout.before,
                            m_channel.exchangeStop());
        return settleParts(batch, reader, *before, layout.width);
    }
    // An undo is recorded by whole batches; their records only name elements and were bounded by bytes.
    EscrowReader reader(m_channel.server(), keyOf(batch), 0, m_channel.exchangeStop());
    Strings strings;
    while (true) {
        Result<Strings> more = reader.next(partBytes, 1);
        if (!more) {
            return more.error();
        }
        std::move(more->begin(), more->end(), std::back_inserter(strings));
        if (reader.hasEnded()) {
            break;
        }
    }
    Result<BatchAnswer> answer = readAnswer(m_step, m_open.nextStep, strings, m_rows, m_channel.serverNow());
    return answer ? commit(batch, reduced(std::move(answer->result))) : passUnread(batch);
}

Error BatchLedger::foreign(int batch) const
{
    return {ErrorKind::Refused,
            Words::tr("%1 holds data that this version cannot read; it is left as it is").arg(printable(keyOf(batch)))};
}

/// Skips a batch only if its escrow is gone: an unreadable one may hold the only copy of removed elements.
Outcome BatchLedger::passUnread(int batch)
{
    const Result<Reply> strings = m_channel.server().command({"LLEN", keyOf(batch)}, m_channel.exchangeStop());
    if (!strings) {
        return strings.error();
    }
    return strings->integer > 0 ? Outcome(foreign(batch)) : miss(batch);
}

/// Records a batch whose escrow is gone; it ran, because a later one was sent.
Outcome BatchLedger::miss(int batch)
{
    const qint64 asked = askedOf(batch);
    std::vector<qint64> given; // undo by restoring: rows of the batch
    if (!m_report.undoOf.isEmpty() && stepKind(m_step).countsRows()) {
        for (const ArchivedElement &row : std::span(m_rows).first(std::min(m_rows.size(), std::size_t(asked)))) {
            given.push_back(row.row);
        }
        m_rows.erase(m_rows.begin(), m_rows.begin() + qsizetype(given.size()));
        if (m_step.keyType == ListKey) {
            // It pushed all its elements; pushing them again would duplicate them.
            BatchResult result;
            result.step = m_open.nextStep;
            result.moved = result.rowsGiven = qint64(given.size());
            result.restoredRows = std::move(given);
            return commit(batch, result);
        }
    }
    m_lost += asked;
    return m_journal.passOver(m_report.id, batch, asked, qint64(given.size()));
}

/// Across slots, a batch sends several requests, the last one at any time until its process died; none may arrive while
/// it is completed.
Outcome BatchLedger::waitUntilQuiet()
{
    constexpr std::chrono::minutes longestBatch{5};
    const std::chrono::milliseconds now = m_channel.serverNow();
    return now > m_voidAt + longestBatch ? Outcome(Done{}) : waitUntil(now + requestLife);
}

Outcome BatchLedger::waitUntil(std::chrono::milliseconds time)
{
    while (m_channel.serverNow() <= time) {
        if (m_stop.stop_requested()) {
            return Error{ErrorKind::Cancelled, Words::tr("stopped")};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return Done{};
}

/// True if the batch has run after all. If false, it never will.
Result<bool> BatchLedger::ranMeanwhile(int batch)
{
    if (Outcome copied = completeCrossing(batch); !copied) {
        return copied.error();
    }
    const bool isVoid = m_channel.serverNow() > m_voidAt || m_step.crossesSlots; // waitUntilQuiet()
    if (!isVoid) {
        // The fence must outlive any request of the dead process still in transit.
        const QByteArray stays = QByteArray::number(qlonglong((requestLife + std::chrono::seconds(1)).count()));
        const QByteArray deadline = QByteArray::number(qlonglong((m_channel.serverNow() + requestLife).count()));
        const Result<Reply> held = runScript(m_channel.server(), fenceScript(), {keyOf(batch)}, {stays, deadline}, {},
                                             m_channel.exchangeStop());
        if (!held) {
            return held.error();
        }
        if (!held->isError()) {
            return !(held->elements.size() == 1 && held->elements.front().bytes == fence);
        }
        if (held->bytes.startsWith("WRONGTYPE")) {
            return foreign(batch);
        }
        if (!held->bytes.startsWith("OOM")) {
            return scriptError(*held, {keyOf(batch)}, keyOf(batch));
        }
        // The server has no memory for a fence, so wait until the request is void.
        if (Outcome waited = waitUntil(m_voidAt); !waited) {
            return waited.error();
        }
    }
    // An interrupted recovery may have left its fence.
    const Result<std::vector<int>> found = present(batch);
    return found ? Result<bool>(std::find(found->begin(), found->end(), batch) != found->end()) : found.error();
}

/// True if an escrow may have been lost: expired, evicted, or flushed with the database.
Result<bool> BatchLedger::mayBeGone()
{
    if (m_channel.serverNow() - m_voidAt > escrowExpiry - std::chrono::hours(1)) {
        return true;
    }
    const Result<std::optional<QByteArray>> eviction = evictionPolicy(m_channel.server(), m_channel.exchangeStop());
    if (!eviction || *eviction) {
        return eviction ? Result<bool>(true) : eviction.error();
    }
    if (!m_open.archive) {
        return false; // the operation left no mark
    }
    const Result<bool> marked =
        hasMark(m_channel.server(), {markKey(m_open.steps.front().key, m_open.report.id)}, m_channel.exchangeStop());
    return marked ? Result<bool>(!*marked) : marked.error();
}

Outcome BatchLedger::complete()
{
    Result<std::vector<ArchivedElement>> rows = m_journal.archive().rows(m_open.nextRows);
    if (!rows) {
        return rows.error();
    }
    m_rows = std::move(*rows);
    const int lastSent = m_open.sent.empty() ? m_open.nextBatch - 1 : m_open.sent.back().batch;
    m_voidAt = m_open.sent.empty() ? m_channel.serverNow() + requestLife : m_open.sent.back().voidAt + notedLate;
    if (m_step.crossesSlots) {
        std::vector<int> sent(static_cast<std::size_t>(std::max(0, lastSent + 1 - m_open.nextBatch)));
        std::iota(sent.begin(), sent.end(), m_open.nextBatch);
        Outcome ready = renew(sent);
        if (ready) {
            ready = waitUntilQuiet();
        }
        if (!ready) {
            return ready;
        }
    }
    for (int batch = m_open.nextBatch; batch <= lastSent; ++batch) {
        if (Outcome copied = completeCrossing(batch); !copied) {
            return copied;
        }
    }
    Result<std::vector<int>> found = present(std::max(lastSent, m_open.nextBatch + lookAhead));
    if (!found) {
        return found.error();
    }
    if (Outcome renewed = renew(*found); !renewed) {
        return renewed;
    }
    const int last = std::max(lastSent, found->empty() ? m_open.nextBatch - 1 : found->back());
    for (int batch = m_open.nextBatch; batch <= last; ++batch) {
        if (m_foreign.contains(batch)) {
            return foreign(batch);
        }
        const bool isThere = std::find(found->begin(), found->end(), batch) != found->end();
        Result<bool> ran = isThere;
        if (!isThere && batch == last) {
            ran = ranMeanwhile(batch);
            if (!ran) {
                return ran.error();
            }
            const Result<bool> gone = *ran ? Result<bool>(false) : mayBeGone();
            if (!gone) {
                return gone.error();
            }
            m_unsure = *gone ? askedOf(batch) : 0;
            if (!*ran) {
                return Done{};
            }
        }
        // Those up to the last that was sent have done this above.
        if (Outcome copied = isThere && batch > lastSent ? completeCrossing(batch) : Outcome(Done{}); !copied) {
            return copied;
        }
        if (Outcome done = *ran ? settle(batch) : miss(batch); !done) {
            return done;
        }
    }
    // Batches sent without a record: by an earlier version, or lost in a power cut.
    for (int batch = last + 1;; ++batch) {
        const Result<bool> ran = ranMeanwhile(batch);
        if (!ran) {
            return ran.error();
        }
        if (!*ran) {
            return Done{};
        }
        if (Outcome done = settle(batch); !done) {
            return done;
        }
    }
}

} // namespace plimsoll::redis

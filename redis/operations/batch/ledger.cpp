// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/ledger.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

namespace plimsoll::redis {

namespace {

// Maximum number of elements to recover from escrows after a crash.
constexpr std::size_t groupElements = 20'000;
constexpr std::size_t groupBatches = 200;
constexpr qint64 groupBytes = 16LL * 1'024 * 1'024; ///< bytes in memory, and on the server in escrows
constexpr std::chrono::milliseconds groupAge{250};

} // namespace

Ledger::Ledger(Journal *journal, bool dispensable, OperationChannel &channel, OperationReport &report)
    : m_journal(journal), m_dispensable(dispensable), m_channel(channel), m_report(report)
{
}

Outcome Ledger::orWithout(Outcome outcome)
{
    if (!outcome && m_dispensable) {
        m_journal = nullptr;
        return Done{};
    }
    return outcome;
}

Outcome Ledger::expect(int step, const std::vector<qint64> &rows)
{
    if (Outcome committed = commit(); !committed) {
        return committed;
    }
    m_step = step;
    return m_journal != nullptr ? orWithout(m_journal->expectBatches(m_report.id, m_batch, step, rows))
                                : Outcome(Done{});
}

Outcome Ledger::sending(qint64 elements)
{
    return m_journal == nullptr
        ? Outcome(Done{})
        : orWithout(m_journal->noteSent(m_report.id, {m_batch, elements, m_channel.serverNow() + requestLife}));
}

Outcome Ledger::arranging(const QString &note)
{
    if (std::exchange(m_isArranging, true) || m_journal == nullptr) {
        return Done{};
    }
    return orWithout(m_journal->setNotes(m_report.id, m_report.notes + QStringList{note}));
}

Outcome Ledger::arranged()
{
    if (!std::exchange(m_isArranging, false) || m_journal == nullptr) {
        return Done{};
    }
    return orWithout(m_journal->setNotes(m_report.id, m_report.notes));
}

Outcome Ledger::add(BatchResult result, const std::vector<QByteArray> &escrows)
{
    addTo(m_report, result);
    ++m_batch;
    m_elements += result.elements.size() + result.restoredRows.size();
    for (const ArchivedElement &element : result.elements) {
        m_bytes += element.bytes();
    }
    m_results.push_back(std::move(result));
    m_escrows.insert(m_escrows.end(), escrows.begin(), escrows.end());
    const bool due = m_elements >= groupElements || m_results.size() >= groupBatches || m_bytes >= groupBytes
        || std::chrono::steady_clock::now() - m_committedAt > groupAge;
    return due || m_journal == nullptr ? commit() : Outcome(Done{});
}

Outcome Ledger::commit()
{
    if (m_results.empty()) {
        return Done{};
    }
    if (m_channel.hasReleasedElsewhere()) { // recovery only knows those of the last commit
        static_cast<void>(m_channel.flush());
    }
    if (m_journal != nullptr) {
        if (Outcome committed = orWithout(m_journal->commitBatches(m_report.id, m_batch, m_results)); !committed) {
            return committed;
        }
    }
    m_channel.letGo(m_escrows);
    m_results.clear();
    m_escrows.clear();
    m_elements = 0;
    m_bytes = 0;
    m_committedAt = std::chrono::steady_clock::now();
    return Done{};
}

void addTo(OperationReport &report, const BatchResult &result)
{
    report.moved += result.moved;
    report.deadLettered += result.deadLettered;
    report.removed += result.removed;
    report.skipped += result.skipped;
    report.beside += result.beside;
}

void countOnce(const PlanStep &step, BatchResult &result)
{
    if (step.beside) {
        result.beside = result.moved + result.removed;
        result.moved = result.removed = result.skipped = 0;
    }
}

void takeRestored(BatchResult &result, std::vector<ArchivedElement> &rows)
{
    std::unordered_map<QByteArray, std::deque<std::size_t>> at;
    std::unordered_map<qint64, std::size_t> atRow;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        at[rows[i].element].push_back(i);
        atRow.emplace(rows[i].row, i);
    }
    std::vector<bool> taken(rows.size(), false);
    for (const ArchivedElement &element : result.elements) {
        if (const auto same = atRow.find(element.row); same != atRow.end()) {
            result.restoredRows.push_back(element.row);
            taken[same->second] = true;
        } else if (const auto found = at.find(element.element); found != at.end() && !found->second.empty()) {
            result.restoredRows.push_back(rows[found->second.front()].row);
            taken[found->second.front()] = true;
            found->second.pop_front();
        }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!taken[i]) {
            std::swap(rows[kept++], rows[i]);
        }
    }
    rows.resize(kept);
    result.elements.clear();
}

} // namespace plimsoll::redis

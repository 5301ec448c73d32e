// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/ledger.h"

#include <algorithm>
#include <unordered_map>

namespace plimsoll::redis {

namespace {

// What a crash leaves to be read back from escrows at the most.
constexpr std::size_t groupElements = 20'000;
constexpr std::size_t groupBatches = 200;
constexpr std::chrono::milliseconds groupAge{250};

} // namespace

Ledger::Ledger(Journal *journal, OperationChannel &channel, OperationReport &report)
    : m_journal(journal), m_channel(channel), m_report(report)
{
}

Outcome Ledger::expect(int step, const std::vector<qint64> &rows)
{
    if (Outcome committed = commit(); !committed) {
        return committed;
    }
    m_step = step;
    return m_journal != nullptr ? m_journal->expectBatches(m_report.id, m_batch, step, rows) : Outcome(Done{});
}

Outcome Ledger::add(BatchResult result, const QByteArray &escrow)
{
    addTo(m_report, result);
    ++m_batch;
    m_elements += result.elements.size() + result.restoredRows.size();
    m_results.push_back(std::move(result));
    m_escrows.push_back(escrow);
    const bool due = m_elements >= groupElements || m_results.size() >= groupBatches
        || std::chrono::steady_clock::now() - m_committedAt > groupAge;
    return due || m_journal == nullptr ? commit() : Outcome(Done{});
}

Outcome Ledger::commit()
{
    if (m_results.empty()) {
        return Done{};
    }
    if (m_journal != nullptr) {
        if (Outcome committed = m_journal->commitBatches(m_report.id, m_batch, m_results); !committed) {
            return committed;
        }
    }
    m_channel.letGo(m_escrows);
    m_results.clear();
    m_escrows.clear();
    m_elements = 0;
    m_committedAt = std::chrono::steady_clock::now();
    return Done{};
}

void addTo(OperationReport &report, const BatchResult &result)
{
    report.moved += result.moved;
    report.deadLettered += result.deadLettered;
    report.removed += result.removed;
    report.skipped += result.skipped;
}

void takeRestored(BatchResult &result, std::vector<ArchivedElement> &rows)
{
    std::unordered_multimap<QByteArray, std::size_t> at;
    for (std::size_t i = rows.size(); i > 0; --i) {
        at.emplace(rows[i - 1].element, i - 1);
    }
    std::vector<bool> taken(rows.size(), false);
    for (const ArchivedElement &element : result.elements) {
        if (const auto found = at.find(element.element); found != at.end()) {
            result.restoredRows.push_back(rows[found->second].row);
            taken[found->second] = true;
            at.erase(found);
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

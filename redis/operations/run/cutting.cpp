// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/run/cutting.h"
#include "redis/operations/journal/words.h"

#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr BatchLoad firstCut{16, 64LL * 1'024}; ///< 5 us an element and 5 ns a byte: 2.5 ms on a server 6 times slower
constexpr int looks = 50; ///< attempts at a list whose end moves each time

/// Size of a script that takes 2 to 3 ms with Redis 7.0.15; the budget only reduces it.
BatchLoad largestOf(const PlanStep &step)
{
    constexpr qint64 KiB = 1'024;
    const auto *list = step.as<CutListStep>();
    if (list == nullptr) {
        return {600, 512 * KiB};
    }
    return list->onlyKnown ? BatchLoad{700, 256 * KiB} : BatchLoad{2'000, 512 * KiB}; // SHA-1 takes 3 ns a byte
}

QString markGone()
{
    return Words::tr("%1: the newest element of the preview is gone, or too many were added since, so it is no longer "
                     "as shown; %2 of %3 removed, preview again");
}

} // namespace

Cutting::Cutting(const PlanStep &step, bool archive, std::chrono::microseconds target)
    : m_key(step.key), m_amount(*step.cut()), m_list(step.as<CutListStep>()), m_archive(archive),
      m_budget({target, firstCut, largestOf(step)})
{
    m_last.left = m_amount.count;
}

std::optional<BatchRange> Cutting::next() const
{
    const qint64 left = m_amount.count - m_removed;
    if (m_ended || left <= 0) {
        return std::nullopt;
    }
    const BatchLoad &load = m_budget.next();
    BatchRange range;
    range.count = static_cast<std::size_t>(std::min<qint64>(left, qint64(load.items)));
    range.archive = m_archive;
    range.bytes = load.bytes;
    range.came = m_last.came;
    if (m_list != nullptr && !m_list->onlyKnown) {
        range.beyond = m_amount.keep + m_amount.count - m_removed - 1;
    }
    range.known = m_known;
    return range;
}

BatchTrace Cutting::learn(const BatchAnswer &answer, std::chrono::microseconds took)
{
    const BatchTrace trace{
        m_budget.next(), {static_cast<std::size_t>(answer.result.removed), answer.cut.bytes}, took, m_budget.fixed()};
    m_last = answer.cut;
    m_removed += answer.result.removed;
    m_known += static_cast<std::size_t>(m_last.passed);
    if (m_last.left < -1) {
        lookOnForTheMark();
        return trace;
    }
    m_searchedFrom.reset();
    m_budget.learn(trace.did, took);
    if (m_last.left < 0) {
        end(markGone());
    } else if (m_last.left == 0) {
        m_ended = true;
    } else if (answer.result.removed > 0) {
        m_looked = 0;
    } else {
        lookFor(m_last);
    }
    return trace;
}

/// Handles a batch that removed nothing although elements are left: the end does not hold the expected element.
void Cutting::lookFor(const CutAnswer &cut)
{
    if (m_list != nullptr && cut.other && ++m_looked < looks) {
        const std::vector<quint64> &known = m_list->known;
        auto at = std::find(known.begin() + qsizetype(std::min(m_known, known.size())), known.end(), *cut.other);
        if (at == known.end()) {
            at = std::find(known.begin(), known.end(), *cut.other); // a worker put it back
        }
        if (at != known.end()) {
            m_known = static_cast<std::size_t>(at - known.begin());
            return;
        }
    }
    end(Words::tr("%1: an element that was not shown is in front of the rest; %2 of %3 removed, preview again"));
}

/// Continues the search for a mark that is not among the newest elements one script may search.
void Cutting::lookOnForTheMark()
{
    constexpr qint64 farthest = 100'000;
    if (!m_searchedFrom) {
        m_searchedFrom = m_last.came;
    } else if (m_last.came - *m_searchedFrom > farthest) {
        end(markGone());
    }
}

void Cutting::end(const QString &why)
{
    m_ended = true;
    m_unfinished = why.arg(printable(m_key), QString::number(m_removed), QString::number(m_amount.count));
}

qint64 Cutting::taken() const
{
    return m_unfinished.isEmpty() ? m_amount.count - m_removed : 0;
}

QString Cutting::note() const
{
    if (!m_unfinished.isEmpty() || m_list == nullptr || m_last.came == 0) {
        return {};
    }
    const QString text = m_last.came == 1
        ? Words::tr("%1: 1 was added since the preview and stays")
        : Words::tr("%1: %2 were added since the preview and stay", nullptr, pluralOf(m_last.came));
    return m_last.came == 1 ? text.arg(printable(m_key)) : text.arg(printable(m_key), QString::number(m_last.came));
}

} // namespace plimsoll::redis

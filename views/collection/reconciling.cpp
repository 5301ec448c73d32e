// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/reconciling.h"

#include "models/text/format.h"
#include "redis/types/plural.h"
#include "redis/types/workspace.h"

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr qint64 reconcileBudget = 500'000; // elements and keys, until a person says to go on
constexpr std::size_t mostShown = 1'000;

QString ofTotal(qint64 looked, std::optional<qint64> total)
{
    return total ? models::formatCount(std::max(looked, *total)) : models::unknownText();
}

} // namespace

Reconciling::Reconciling(PageHost *host, QObject *parent) : SteppedWalk(host, reconcileBudget, parent)
{
    tell(this, &Reconciling::addStep);
}

void Reconciling::start(const Place &at)
{
    reset(at);
    m_query = {};
    m_query.part = at.definition().has(Holds::Processing) ? Part::Processing : Part::Queued;
    m_again = m_isCut = m_isProcessingCut = false;
    m_trail.clear();
    m_queued.clear();
    m_candidates.clear();
    m_withoutRecord.clear();
    m_nowhere.clear();
    m_processing = m_keys = m_records = m_finished = 0;
    m_ofProcessing = m_ofKeys = std::nullopt;
    goOn();
}

void Reconciling::keep(const ReconcileStep &step)
{
    switch (m_query.part) {
    case Part::Processing:
        m_ofProcessing = step.total;
        for (const Element &job : step.found) {
            const bool isKnown = std::ranges::any_of(m_withoutRecord, [&job](const Element &known) {
                return known.key == job.key && known.element == job.element;
            });
            m_isProcessingCut = m_isProcessingCut || (!isKnown && m_withoutRecord.size() >= mostShown);
            if (!isKnown && m_withoutRecord.size() < mostShown) {
                m_withoutRecord.push_back(job);
            }
        }
        break;
    case Part::Queued:
        m_queued.insert(step.ids.begin(), step.ids.end());
        break;
    case Part::Records:
        m_keys = step.isAtEnd ? step.total.value_or(m_keys) : m_keys + step.looked;
        m_ofKeys = step.total;
        m_records += qint64(step.found.size());
        for (std::size_t i = 0; i < step.found.size() && i < step.ids.size(); ++i) {
            if (m_queued.contains(step.ids[i])) {
                continue;
            }
            m_isCut = m_isCut || m_candidates.size() >= mostShown;
            if (m_candidates.size() < mostShown) {
                m_candidates.push_back({step.found[i].id, step.ids[i]});
            }
        }
        break;
    case Part::Checked:
        for (const Element &job : step.found) {
            m_finished += job.finishedAt ? 1 : 0;
            if (!job.finishedAt) {
                m_nowhere.push_back(job);
            }
        }
        break;
    }
}

SteppedWalk::Then Reconciling::nextPart()
{
    const Part done = m_query.part;
    m_query = {};
    switch (done) {
    case Part::Processing:
        m_query.part = Part::Queued;
        return Then::GoOn;
    case Part::Queued:
        if (!m_again) {
            m_query.part = Part::Records;
            return Then::GoOn;
        }
        std::erase_if(m_candidates, [this](const Candidate &one) { return m_queued.contains(one.print); });
        m_query.part = Part::Checked;
        for (const Candidate &one : m_candidates) {
            m_query.ids.push_back(one.id);
        }
        return m_candidates.empty() ? Then::End : Then::GoOn;
    case Part::Records:
        m_again = true;
        m_query.part = Part::Queued;
        return m_candidates.empty() ? Then::End : Then::GoOn;
    case Part::Checked:
        break;
    }
    return Then::End;
}

void Reconciling::addStep(const ReconcileStep &step)
{
    keep(step);
    bool isAtEnd = step.isAtEnd;
    if (m_query.part == Part::Processing) {
        const Trail::Step next = m_trail.after(m_query.offset, step.ids, step.total);
        m_processing = std::max(m_trail.met(), next.isAhead ? m_query.offset + step.looked : 0);
        m_query.offset = next.offset;
        isAtEnd = isAtEnd && next.isAhead;
    } else {
        m_query.offset = step.offset;
    }
    m_query.cursor = step.cursor;
    if (m_query.part == Part::Checked) { // a few at a time
        m_query.ids.erase(m_query.ids.begin(),
                          m_query.ids.begin() + std::min<qint64>(step.looked, qint64(m_query.ids.size())));
    }
    const Then then = isAtEnd ? nextPart() : Then::GoOn;
    stepped(step.looked, then);
}

QString Reconciling::cutText()
{
    return tr("there are more: only the first %1 are shown and can be acted on")
        .arg(models::formatCount(qint64(mostShown)));
}

QString Reconciling::processingText() const
{
    QStringList parts{tr("looked at %1 of %2 in processing")
                          .arg(models::formatCount(m_processing), ofTotal(m_processing, m_ofProcessing))};
    if (m_isProcessingCut) {
        parts.append(cutText());
    }
    return parts.join(QStringLiteral(" · "));
}

QString Reconciling::recordsText() const
{
    QStringList parts{tr("looked at %1 of about %2 keys").arg(models::formatCount(m_keys), ofTotal(m_keys, m_ofKeys)),
                      m_records == 1
                          ? tr("1 record")
                          : tr("%1 records", nullptr, pluralOf(m_records)).arg(models::formatCount(m_records))};
    if (m_finished > 0) {
        parts.append(m_finished == 1 ? tr("1 more is finished, by its record")
                                     : tr("%1 more are finished, by their records", nullptr, pluralOf(m_finished))
                                           .arg(models::formatCount(m_finished)));
    }
    if (m_isCut) {
        parts.append(cutText());
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace plimsoll::views

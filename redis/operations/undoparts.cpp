// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/undoparts.h"

#include "redis/collections/joboptions.h"

#include "redis/operations/batch.h"

namespace plimsoll::redis {

namespace {

// Elements that were moved are looked for in a list all at once: each part costs a pass over it.
constexpr ArchiveLimit movedPart{100'000, qint64(32) * 1024 * 1024};
constexpr ArchiveLimit otherPart{5'000, qint64(8) * 1024 * 1024};

void addItem(PlanStep &part, PlanStep::Attempts attempts, const ArchivedElement &element, const QByteArray &record)
{
    PlanItem item{element.element, {}, {}, {}, record};
    switch (part.type) {
    case PlanStep::Type::Move:
        item.newScore = element.score;
        item.attempts = element.attempts;
        if (!record.isEmpty()) {
            const QLatin1StringView mode = attemptsMode(element.outcome == 'd' ? PlanStep::Attempts::Keep : attempts);
            item.attemptsLeft = QByteArray(mode.data(), mode.size());
            item.startLeft = element.start.isNull() ? QByteArray() : '=' + element.start;
        }
        break;
    case PlanStep::Type::Rescore:
        item.score = element.given.isEmpty() ? element.attempts : element.given; // before layout 4
        item.newScore = element.score;
        break;
    case PlanStep::Type::Expire: // the step has the expiry
        break;
    case PlanStep::Type::Restore:
    case PlanStep::Type::CutList:
    case PlanStep::Type::CutZSet:
        item.score = element.score;
        break;
    }
    part.items.push_back(std::move(item));
    part.archiveRows.push_back(element.row);
}

} // namespace

JobReader readerOf(const PlanStep &step)
{
    CollectionDefinition definition;
    if (!step.jobTemplate.isEmpty()) {
        definition.keys.push_back({&jobRole, {step.jobTemplate}});
    }
    if (!step.idOption.isEmpty()) {
        definition.options.insert(QStringLiteral("id"), step.idOption);
    }
    return JobReader(definition);
}

UndoParts::UndoParts(const Journal &journal, const OpenOperation &undone, const PlanStep &step)
    : m_journal(journal), m_undoOf(undone.report.id),
      m_time(step.recordTime.count() > 0 ? step.recordTime : undone.report.time), m_step(step),
      m_attempts(undone.steps[static_cast<std::size_t>(step.archived->step)].attempts), m_reader(readerOf(step))
{
}

Result<std::optional<PlanStep>> UndoParts::next()
{
    const bool moved = m_step.type == PlanStep::Type::Move;
    const Result<std::vector<ArchivedElement>> elements =
        m_journal.archivedPart(m_undoOf, *m_step.archived, m_last, moved ? movedPart : otherPart);
    if (!elements) {
        return elements.error();
    }
    if (elements->empty()) {
        return std::optional<PlanStep>();
    }
    m_last = elements->back().row;
    PlanStep part = m_step;
    part.archived.reset();
    part.count = 0;
    for (const ArchivedElement &element : *elements) {
        addItem(part, m_attempts, element,
                m_reader.hasRecord() ? m_reader.recordKey(m_reader.idOf(element.element), m_time) : QByteArray());
    }
    return std::optional(std::move(part));
}

} // namespace plimsoll::redis

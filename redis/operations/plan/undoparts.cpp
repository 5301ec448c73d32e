// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/undoparts.h"

#include "redis/collections/joboptions.h"
#include "redis/operations/steps/stepkind.h"

#include <QJsonObject>

#include <algorithm>

namespace plimsoll::redis {

JobReader readerOf(const PlanStep &step)
{
    CollectionDefinition definition;
    if (!step.records.keyTemplate.isEmpty()) {
        definition.keys.push_back({&jobRole, {step.records.keyTemplate}});
    }
    if (!step.records.idOption.isEmpty()) {
        definition.options.insert(QStringLiteral("id"), step.records.idOption);
    }
    definition.options.insert(QStringLiteral("fields"),
                              QJsonObject{{QStringLiteral("attempts"), step.records.attemptsField},
                                          {QStringLiteral("maxAttempts"), step.records.maxAttemptsField},
                                          {QStringLiteral("started"), step.records.startedField}});
    return JobReader(definition);
}

QByteArray exampleRecord(const PlanStep &step)
{
    if (const JobReader reader = readerOf(step); step.archived && reader.hasRecord()) {
        return reader.recordKey(absentName, {}); // the items are in the archive
    }
    const auto recorded =
        std::find_if(step.items.begin(), step.items.end(), [](const PlanItem &item) { return !item.record.isEmpty(); });
    return recorded == step.items.end() ? QByteArray() : recorded->record;
}

UndoParts::UndoParts(const Journal &journal, const OpenOperation &undone, const PlanStep &step)
    : m_journal(journal), m_undoOf(undone.report.id),
      m_time(step.records.time.count() > 0 ? step.records.time : undone.report.time), m_step(step),
      m_undone(undone.steps[static_cast<std::size_t>(step.archived->step)]), m_reader(readerOf(step))
{
}

Result<std::optional<PlanStep>> UndoParts::next()
{
    const StepKind &kind = stepKind(m_step);
    const Result<std::vector<ArchivedElement>> elements =
        m_journal.archive().part(m_undoOf, *m_step.archived, m_last, kind.partLimit());
    if (!elements) {
        return elements.error();
    }
    if (elements->empty()) {
        return std::optional<PlanStep>();
    }
    m_last = elements->back().row;
    PlanStep part = m_step;
    part.archived.reset();
    part.items.clear(); // a preview may name some
    for (const ArchivedElement &element : *elements) {
        PlanItem &item = part.items.emplace_back(PlanItem{element.element, {}, {}, {}, {}});
        if (m_reader.hasRecord()) {
            item.record = m_reader.recordKey(m_reader.idOf(element.element), m_time);
        }
        kind.completeItem(item, element, m_undone);
        part.archiveRows.push_back(element.row);
    }
    return std::optional(std::move(part));
}

} // namespace plimsoll::redis

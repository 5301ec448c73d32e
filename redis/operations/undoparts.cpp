// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/undoparts.h"

#include "redis/collections/joboptions.h"

#include "redis/operations/batch.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

// Moved elements are searched for in a list together: each part costs a pass over it.
constexpr ArchiveLimit movedPart{100'000, qint64(32) * 1024 * 1024};
constexpr ArchiveLimit otherPart{5'000, qint64(8) * 1024 * 1024};

/// Parses the key removed with an entry, as clean.lua stores it: "<expiry> <length of its name> <name><DUMP>".
void takeKept(PlanItem &item, const QByteArray &kept)
{
    const qsizetype first = kept.indexOf(' ');
    const qsizetype second = kept.indexOf(' ', first + 1);
    const qsizetype length = second < 0 ? 0 : kept.mid(first + 1, second - first - 1).toLongLong();
    if (second < 0 || second + 1 + length > kept.size()) {
        item.record.clear();
        return;
    }
    item.attempts = kept.first(first);
    item.record = kept.mid(second + 1, length);
    item.newScore = kept.sliced(second + 1 + length);
}

/// Element with attempts counted in its bytes: sets the bytes that were put and those to restore. moving.lua stores the
/// difference: "~<bytes before the attempts> <their length> <new attempts>".
void takeCounted(PlanItem &item, const QByteArray &counted)
{
    const qsizetype first = counted.indexOf(' ');
    const qsizetype second = counted.indexOf(' ', first + 1);
    const qsizetype from = counted.mid(1, first - 1).toLongLong();
    const qsizetype length = counted.mid(first + 1, second - first - 1).toLongLong();
    if (first < 0 || second < 0 || from + length > item.element.size()) {
        return;
    }
    item.becomes = item.element;
    item.element.replace(from, length, counted.sliced(second + 1));
}

void addItem(PlanStep &part, MoveStep::Attempts attempts, const ArchivedElement &element, const QByteArray &record)
{
    PlanItem item{element.element, {}, {}, {}, record};
    if (part.is<MoveStep>()) {
        item.newScore = element.score;
        item.attempts = element.attempts;
        if (element.attempts.startsWith('~')) {
            takeCounted(item, element.attempts);
            item.attempts = "!"; // a record created since shows that the job was worked on
        }
        if (!record.isEmpty()) {
            const QLatin1StringView mode = attemptsMode(element.outcome == 'd' ? MoveStep::Attempts::Keep : attempts);
            item.attemptsLeft = QByteArray(mode.data(), mode.size());
            item.startLeft = element.start.isNull() ? QByteArray() : '=' + element.start;
        }
    } else if (part.is<RescoreStep>()) {
        item.score = element.given.isEmpty() ? element.attempts : element.given; // `attempts` before layout 4
        item.newScore = element.score;
    } else if (part.is<CleanBackStep>()) {
        item.score = element.score;
        takeKept(item, element.given);
    } else if (part.is<GroupIdStep>()) {
        item.score = element.given;
        item.newScore = element.score;
    } else if (part.is<PendingBackStep>()) {
        item.score = element.score;
        item.newScore = element.given;
    } else if (part.is<EditStep>()) {
        item.score = element.score;
        item.after = element.given;
    } else if (part.is<RestoreStep>()) { // an expiry is in the step
        item.score = element.score;
    }
    part.items.push_back(std::move(item));
    part.archiveRows.push_back(element.row);
}

} // namespace

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

UndoParts::UndoParts(const Journal &journal, const OpenOperation &undone, const PlanStep &step)
    : m_journal(journal), m_undoOf(undone.report.id),
      m_time(step.records.time.count() > 0 ? step.records.time : undone.report.time), m_step(step),
      m_attempts(undone.steps[static_cast<std::size_t>(step.archived->step)].attempts()), m_reader(readerOf(step))
{
}

Result<std::optional<PlanStep>> UndoParts::next()
{
    const bool moved = m_step.is<MoveStep>();
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
    part.items.clear(); // a preview may name some
    for (const ArchivedElement &element : *elements) {
        addItem(part, m_attempts, element,
                m_reader.hasRecord() ? m_reader.recordKey(m_reader.idOf(element.element), m_time) : QByteArray());
    }
    return std::optional(std::move(part));
}

} // namespace plimsoll::redis

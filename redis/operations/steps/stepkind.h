// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batchbudget.h"
#include "redis/operations/steps/answers.h"

#include <algorithm>
#include <utility>

class QJsonObject;
class QJsonValue;

namespace plimsoll::redis {

struct Prospect;
struct UndoSource;

/// A key that a script works on besides escrow, source and targets; or another part of the script's head for one of
/// those.
struct StepPart {
    QByteArray part; ///< name in the script's head: "-- Calls on PART: …"
    QByteArray key; ///< an example, if each item has one
    bool isOwnKey = true; ///< the call names it in KEYS; false for escrow, source, targets and keys that each item has
    const Script *script = nullptr; ///< null: the step's own
};

/// Keys of a collection that examples of steps need.
struct ExampleKeys {
    QByteArray record, target; ///< example keys of one id; empty if it has none
    bool isExpiring = false; ///< the step's key is an index by time
};

/// One kind of step, called by planning, running, recovery, undo and the journal. Each has a file in this folder.
/// Stateless; shared by all threads.
class StepKind {
public:
    /// `script`: of lua/, without folder and extension.
    explicit StepKind(const char *script) : m_script(QString::fromLatin1(script)) { }
    virtual ~StepKind() = default;
    Q_DISABLE_COPY_MOVE(StepKind)

    [[nodiscard]] virtual const Script &script(const PlanStep & /*step*/) const { return m_script; }
    /// Returns one or several lines for the preview.
    [[nodiscard]] virtual QString text(const PlanStep &step) const = 0;
    /// Adds the arguments of one batch after the two of the prelude, and the keys besides escrow and source.
    virtual void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const = 0;

    /// Writes the parameters that undo and recovery need, except PlanStep::atLeft(). Journals keep the names.
    virtual void write(QJsonObject & /*json*/, const PlanStep & /*step*/) const { }
    virtual void read(const QJsonValue & /*json*/, PlanStep & /*step*/) const { }

    /// Returns the keys of the parts in its script's head, to ask for permissions.
    [[nodiscard]] virtual std::vector<StepPart> parts(const PlanStep & /*step*/) const { return {}; }
    /// Returns the KeyTypes that it works on.
    [[nodiscard]] virtual unsigned keyTypes() const { return ListKey | SetKey | ZSetKey; }
    /// Returns steps like those that planning makes. `step` has a key of such a type and default parameters.
    [[nodiscard]] virtual std::vector<PlanStep> examples(PlanStep step, const ExampleKeys & /*keys*/) const
    {
        return {std::move(step)};
    }

    /// Returns the layout of its escrow. `header`: the first one, which holds the version; empty for the current one.
    [[nodiscard]] virtual EscrowLayout escrowLayout(QByteArrayView /*header*/) const { return {1, untypedWidth}; }
    [[nodiscard]] virtual Result<BatchAnswer> readAnswer(const PlanStep &step, const RawAnswer &raw) const
    {
        return readRecords(step, raw);
    }
    /// Keeps the fourth string of an element's record.
    virtual void keepLast(const QByteArray &value, ArchivedElement &element) const { element.attempts = value; }

    /// Reduces the step to at most `most` elements.
    virtual void keepWithin(PlanStep &step, std::size_t most) const
    {
        step.items.resize(std::min(step.items.size(), most));
    }
    /// Returns its bytes in the archive in addition to those of the items.
    [[nodiscard]] virtual qint64 archiveBytes(const PlanStep & /*step*/) const { return 0; }
    /// Adjusts the limits of its batches.
    virtual void limit(const PlanStep & /*step*/, BatchBudget::Limits & /*limits*/) const { }
    /// True if the script removes the key in PlanItem::record with its item, so that a batch counts its size.
    [[nodiscard]] virtual bool takesKeys() const { return false; }
    /// Returns the number of items at the end of a batch that did not fit; the next batch takes them.
    [[nodiscard]] virtual std::size_t leftOver(const BatchAnswer & /*answer*/) const { return 0; }
    /// Returns the reason why the elements in BatchAnswer::stayed were left, with %1 for their number; empty if
    /// `stayed` means something else.
    [[nodiscard]] virtual QString whyLeft(const PlanStep & /*step*/) const { return {}; }
    /// Returns notes to the user about one batch; usually none.
    [[nodiscard]] virtual QStringList notesOf(const PlanStep & /*step*/, const BatchRange & /*range*/,
                                              const BatchAnswer & /*answer*/) const
    {
        return {};
    }
    /// True if its answer only names the elements that it did not add: an undo counts its rows from the first.
    [[nodiscard]] virtual bool countsRows() const { return false; }

    /// Turns `back`, which has the step's key and type, into the undo of this outcome. Not called for added elements
    /// ('a'), which a move takes out.
    virtual void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const
    {
        back.does = RestoreStep{.atLeft = step.atLeft()};
    }
    /// Limits how many rows of the archive are put back together.
    [[nodiscard]] virtual ArchiveLimit partLimit() const { return {5'000, qint64(8) * 1024 * 1024}; }
    /// Adds the former state of an element to the preview of an undo.
    virtual void show(const PlanStep & /*step*/, const ArchivedElement & /*element*/, Element & /*shown*/) const { }

    /// Step back: completes its parameters from the archive, and notes in the plan what cannot be restored.
    [[nodiscard]] virtual Outcome completeBack(UndoSource & /*undo*/, PlanStep & /*back*/, Plan & /*plan*/) const
    {
        return Done{};
    }
    /// Step back: completes an item that has its element and the key of its record.
    virtual void completeItem(PlanItem & /*item*/, const ArchivedElement & /*element*/,
                              const PlanStep & /*undone*/) const
    {
    }
    /// Step back: returns the key that gets an expiry, and the expiry, Unix ms; empty for none.
    [[nodiscard]] virtual std::pair<QByteArray, QByteArray> expiring(const PlanStep & /*back*/) const { return {}; }
    /// Step back: returns notes about what Redis cannot restore.
    [[nodiscard]] virtual QStringList losses(const PlanStep & /*back*/) const { return {}; }
    /// Step back: finds the items that can be put back now; false if that takes too long or is impossible.
    [[nodiscard]] virtual bool look(Prospect & /*prospect*/) const { return false; }

private:
    Script m_script;
};

/// Base of the kind whose parameters are a `Step`.
template <typename Step> class KindOf : public StepKind {
protected:
    using StepKind::StepKind;

    static const Step &of(const PlanStep &step) { return *step.as<Step>(); }
    static Step &of(PlanStep &step) { return *step.as<Step>(); }
};

/// Base of the cuts.
template <typename Step> class CutKindOf : public KindOf<Step> {
public:
    [[nodiscard]] EscrowLayout escrowLayout(QByteArrayView /*header*/) const override { return {2, 2}; }
    [[nodiscard]] Result<BatchAnswer> readAnswer(const PlanStep &step, const RawAnswer &raw) const override
    {
        return readCut(step, raw);
    }
    void keepWithin(PlanStep &step, std::size_t most) const override
    {
        step.cut()->count = std::min(step.cut()->count, qint64(most));
    }
    [[nodiscard]] qint64 archiveBytes(const PlanStep &step) const override
    {
        return step.cut()->count * (step.cut()->averageBytes + ArchivedElement::besides);
    }

protected:
    using KindOf<Step>::KindOf;
};

const StepKind &stepKind(const PlanStep &step);
/// Default parameters of each kind of step.
std::vector<PlanStep::Does> allSteps();
/// The lines of the preview.
QStringList textOf(const std::vector<PlanStep> &steps);

const StepKind &stepKind(const MoveStep &);
const StepKind &stepKind(const CutListStep &);
const StepKind &stepKind(const CutZSetStep &);
const StepKind &stepKind(const RestoreStep &);
const StepKind &stepKind(const RescoreStep &);
const StepKind &stepKind(const ExpireStep &);
const StepKind &stepKind(const UnlockStep &);
const StepKind &stepKind(const RelockStep &);
const StepKind &stepKind(const PendingStep &);
const StepKind &stepKind(const PendingBackStep &);
const StepKind &stepKind(const CutStreamStep &);
const StepKind &stepKind(const GroupIdStep &);
const StepKind &stepKind(const ConsumerStep &);
const StepKind &stepKind(const CleanStep &);
const StepKind &stepKind(const CleanBackStep &);
const StepKind &stepKind(const EditStep &);
const StepKind &stepKind(const AdoptStep &);
const StepKind &stepKind(const JobStep &);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batchbudget.h"
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
    QByteArray part; ///< as the script's head names it: "-- Calls on PART: …"
    QByteArray key; ///< an example, if each item has one
    bool isOwnKey = true; ///< in KEYS besides escrow, source and targets, and the same for all items
    const Script *script = nullptr; ///< null: the step's own
};

/// Keys of a collection that examples of steps need.
struct ExampleKeys {
    QByteArray record, target; ///< of some id; empty if it has none
    bool isExpiring = false; ///< the step's key is an index by time
};

/// One kind of step: what running, recovery and the journal ask of it. A file of this folder each. Stateless; shared by
/// all threads.
class StepKind {
public:
    /// `script`: of lua/, without folder and extension.
    explicit StepKind(const char *script) : m_script(QString::fromLatin1(script)) { }
    virtual ~StepKind() = default;
    Q_DISABLE_COPY_MOVE(StepKind)

    [[nodiscard]] virtual const Script &script(const PlanStep & /*step*/) const { return m_script; }
    /// What it does, as the preview shows it: one line or several.
    [[nodiscard]] virtual QString text(const PlanStep &step) const = 0;
    /// Adds the arguments of one batch after the two of the prelude, and the keys besides escrow and source.
    virtual void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const = 0;

    /// Writes what undo and recovery need of the step's parameters besides PlanStep::atLeft(). Journals keep the names.
    virtual void write(QJsonObject & /*json*/, const PlanStep & /*step*/) const { }
    virtual void read(const QJsonValue & /*json*/, PlanStep & /*step*/) const { }

    /// What its script works on, for permissions to be asked.
    [[nodiscard]] virtual std::vector<StepPart> parts(const PlanStep & /*step*/) const { return {}; }
    /// Types of keys that it works on, as KeyType.
    [[nodiscard]] virtual unsigned keyTypes() const { return ListKey | SetKey | ZSetKey; }
    /// Steps as planning makes them of `step`, which has a key of such a type and default parameters.
    [[nodiscard]] virtual std::vector<PlanStep> examples(PlanStep step, const ExampleKeys & /*keys*/) const
    {
        return {std::move(step)};
    }

    /// Strings of its escrow. `header`: the first one, which holds the version; empty for the current one.
    [[nodiscard]] virtual EscrowLayout escrowLayout(QByteArrayView /*header*/) const { return {1, untypedWidth}; }
    [[nodiscard]] virtual Result<BatchAnswer> readAnswer(const PlanStep &step, const RawAnswer &raw) const
    {
        return readRecords(step, raw);
    }
    /// Keeps the fourth string of an element's record.
    virtual void keepLast(const QByteArray &value, ArchivedElement &element) const { element.attempts = value; }

    /// Leaves out what exceeds a number of elements.
    virtual void keepWithin(PlanStep &step, std::size_t most) const
    {
        step.items.resize(std::min(step.items.size(), most));
    }
    /// Bytes in the archive besides those of the items.
    [[nodiscard]] virtual qint64 archiveBytes(const PlanStep & /*step*/) const { return 0; }
    /// Limits its batches beyond what their times say.
    virtual void limit(const PlanStep & /*step*/, BatchBudget::Limits & /*limits*/) const { }
    /// True if PlanItem::record is a key that goes with its item: its size counts in a batch.
    [[nodiscard]] virtual bool takesKeys() const { return false; }
    /// Items at the end of a batch that did not fit; the next one takes them.
    [[nodiscard]] virtual std::size_t leftOver(const BatchAnswer & /*answer*/) const { return 0; }
    /// Why elements counted by BatchAnswer::stayed were left, with %1 for how many; empty if it counts others.
    [[nodiscard]] virtual QString whyLeft() const { return {}; }
    /// Note of one batch for the user; usually empty.
    [[nodiscard]] virtual QString noteOf(const PlanStep & /*step*/, const BatchRange & /*range*/,
                                         const BatchAnswer & /*answer*/) const
    {
        return {};
    }
    /// True if its answer only names what it did not add: an undo counts its rows from the first.
    [[nodiscard]] virtual bool countsRows() const { return false; }

    /// Makes `back`, which has the step's key and type, undo what had this outcome. Elements that were added ('a') are
    /// taken out by a move, whatever added them.
    virtual void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const
    {
        back.does = RestoreStep{.atLeft = step.atLeft()};
    }
    /// Rows of the archive that are put back together.
    [[nodiscard]] virtual ArchiveLimit partLimit() const { return {5'000, qint64(8) * 1024 * 1024}; }
    /// Adds how an element was to the preview of an undo of this step.
    virtual void show(const PlanStep & /*step*/, const ArchivedElement & /*element*/, Element & /*shown*/) const { }

    /// As a step back: completes its parameters from the archive, and notes what cannot be as it was.
    [[nodiscard]] virtual Outcome completeBack(UndoSource & /*undo*/, PlanStep & /*back*/, Plan & /*plan*/) const
    {
        return Done{};
    }
    /// As a step back: completes an item, which has the element's bytes and the key of its record.
    virtual void completeItem(PlanItem & /*item*/, const ArchivedElement & /*element*/,
                              const PlanStep & /*undone*/) const
    {
    }
    /// As a step back: the key that gets an expiry, and when, Unix ms; empty for none.
    [[nodiscard]] virtual std::pair<QByteArray, QByteArray> expiring(const PlanStep & /*back*/) const { return {}; }
    /// As a step back: what Redis cannot restore, as notes of the plan.
    [[nodiscard]] virtual QStringList losses(const PlanStep & /*back*/) const { return {}; }
    /// As a step back: finds which items can be put back now; false if that takes too long or cannot be known.
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

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

/// Steps of a frozen plan: one per key and script, with a struct for the parameters of each script.
namespace plimsoll {

/// Key that an entry of an index stands for.
struct IndexedKey {
    QByteArray shown{}; ///< "-" missing, "+" present, or the SHA-1 of its DUMP; empty if it is restored
    QByteArray expiry{}; ///< Unix ms: as shown "<from>-<to>", empty for never; as archived, "-1" for never
    QByteArray dump{}; ///< archived DUMP
};

struct PlanItem {
    QByteArray element;
    QByteArray score; ///< exact text as shown; empty: any
    QByteArray attempts; ///< new value; only with MoveStep::Attempts::Set
    QByteArray newScore; ///< score at the destination; empty: that of the target, otherwise the old one
    QByteArray record; ///< key of the job record; empty: none
    /// Required values in the record, else the item is skipped: "=…", empty for any. Attempts may also be "!": no
    /// readable record; for an undo, the mode in which they were counted (batch.h).
    QByteArray attemptsLeft{}, startLeft{};
    qint64 place = -1; ///< index in a list, from the old end, after removal of those before it; -1: the script finds it
    QByteArray after{}; ///< edit: new value of `element`
    QByteArray becomes{}; ///< undo of a move: previous bytes, if attempts in it were counted; else empty
    std::shared_ptr<IndexedKey> indexed{}; ///< clean-up: the key `record`; null: none

    /// Approximate number of bytes passed to the script.
    [[nodiscard]] qint64 bytes() const
    {
        return element.size() + newScore.size() + after.size() + becomes.size() + (indexed ? indexed->dump.size() : 0);
    }
    /// Bytes by which the reply of a move and the archive identify it.
    [[nodiscard]] const QByteArray &archivedAs() const { return becomes.isEmpty() ? element : becomes; }
};

/// Destination of a moved element.
struct PlanTarget {
    enum class How { PushLeft, PushRight, AddToSet, AddToZSet, AddToStream };
    QByteArray key;
    How how = How::PushRight;
    QByteArray score; ///< sorted set only; empty: the previous score
};

/// Elements in the archive of the undone operation that a step restores.
struct PlanArchive {
    int step = 0; ///< step of that operation
    char outcome = 'm';
    qint64 count = 0;
};

/// Location of the job records of the step's elements, and the fields that are looked up before the common names.
struct PlanRecords {
    QByteArray keyTemplate; ///< empty: records are not read
    std::chrono::milliseconds time{}; ///< server time that determined periods in the record keys; 0: time of the run
    QString idOption, attemptsField, maxAttemptsField, startedField;
    QString finishedField{};
};

/// move.lua, and take.lua for lists: moves items to a target or removes them.
struct MoveStep {
    enum class Attempts { Keep, Increment, Set };

    std::optional<PlanTarget> target{}, dead{};
    Attempts attempts = Attempts::Keep;
    std::optional<int> maxAttempts{}; ///< limit of the collection; the job's own has precedence
    bool countsInside = false; ///< attempts are in elements without a record
    bool atLeft = false; ///< list: end at which the items are
    bool contiguous = false; ///< list: they are contiguous at that end
    QByteArray guard{}; ///< source is a set: sorted set in which the item must have the score shown
    QByteArray expireAt{}; ///< Unix ms, for a target that did not exist; empty: never

    [[nodiscard]] char outcome() const { return target ? 'm' : 'r'; }
};

/// Parameters of all cuts.
struct CutAmount {
    qint64 count = 0; ///< maximum number of elements
    qint64 keep = 0; ///< minimum number of elements left; for a list, of those present in the preview
    qint64 averageBytes = 64; ///< average bytes of the elements seen

    [[nodiscard]] char outcome() const { return 'r'; }
};

/// cut_list.lua: removes elements from the old end.
struct CutListStep : CutAmount {
    bool atLeft = false; ///< the old end is on the left
    QByteArray mark{}; ///< newest element in the preview; those beyond it are new
    std::vector<quint64> beyondMark{}; ///< fingerprints of its neighbours towards the old end, as `known`
    bool onlyKnown = false; ///< only elements in `known` are removed
    std::vector<quint64> known{}; ///< fingerprints of elements (knownAs), from the old end
};

/// cut_zset.lua: removes the lowest or the highest scores.
struct CutZSetStep : CutAmount {
    bool atMax = false; ///< removes the highest
    QByteArray low = "-inf"; ///< lower bound, if the lowest are removed
    QByteArray bound{}; ///< last score removed, in ZRANGE BYSCORE syntax
};

/// restore.lua: adds items to the key, new or from the archive.
struct RestoreStep {
    bool atLeft = false; ///< end of a list to push to
    QByteArray expireAt{}; ///< Unix ms, for a key that did not exist; empty: never
};

/// rescore.lua: sets PlanItem::newScore on the items.
struct RescoreStep { };

/// expire.lua: sets the expiry of the key, its only item.
struct ExpireStep {
    QByteArray at{}; ///< Unix ms; empty: never
    QByteArray shown{}; ///< expiry required now, Unix ms, "-1" for never; empty: any
};

/// unlock.lua: deletes a lock, if it is held with the token of its only item.
struct UnlockStep { };

/// relock.lua: restores a lock, unless it is held.
struct RelockStep {
    QByteArray expireAt{}; ///< Unix ms, empty for never
};

/// pending.lua: the items are ids of entries pending in a group of a stream; their scores describe them as "<delivery
/// count> <last delivery, Unix ms> <consumer>".
struct PendingStep {
    enum class What { Claim, Release, Acknowledge, DeadLetter, Again };

    What what = What::Claim;
    QByteArray group{};
    QByteArray consumer{}; ///< new consumer; empty: none
    std::optional<PlanTarget> target{}; ///< key to which they are added before they are acknowledged

    [[nodiscard]] char outcome() const
    {
        return what == What::Acknowledge ? 'r' : what == What::DeadLetter ? 'd' : 'm';
    }
};

/// pending_back.lua: reverts a PendingStep.
struct PendingBackStep {
    char how = 'm'; ///< m claimed, r acknowledged, d added elsewhere, a added to the same stream
    QByteArray group{};
    QByteArray consumer{}; ///< consumer that received them
    std::optional<PlanTarget> copies{}; ///< key to which they were added
};

/// cut_stream.lua: removes entries from the old end, up to an id.
struct CutStreamStep : CutAmount {
    QByteArray stays{}; ///< id of the first entry that stays
    bool wholeNodes = false; ///< XTRIM with "~"
};

/// group_id.lua: sets the last-read id of the stream's groups, its items. A score is the position shown, and
/// PlanItem::newScore the new position: "<id> <entries read, empty if unknown>". It is its own undo.
struct GroupIdStep { };

/// consumer.lua: deletes the items, consumers of the group, if nothing is pending there.
struct ConsumerStep {
    QByteArray group{};
    bool isBack = false; ///< undo: creates them again

    static constexpr bool hasElements = false;
    [[nodiscard]] char outcome() const { return 'r'; }
};

/// clean.lua: the items are entries of an index by time, PlanItem::record and `indexed` their target keys.
struct CleanStep {
    qint64 bytes = 0; ///< approximate size of the target keys

    static constexpr bool changesRecords = true;
    [[nodiscard]] char outcome() const { return 'r'; }
};

/// clean_back.lua: reverts a CleanStep.
struct CleanBackStep {
    QByteArray expireAt{}; ///< expiry of the index, Unix ms, if it did not exist; empty: never

    static constexpr bool changesRecords = true;
};

/// edit.lua: replaces the bytes of its only item by PlanItem::after, in place.
struct EditStep {
    enum class Of { Element, Text, Field }; ///< the element; its string record; a field of its hash record

    static constexpr bool isCondition = true;
    Of of = Of::Element;
    bool atLeft = false; ///< list: the old end is on the left
    bool isBack = false; ///< undo: restores the previous bytes
    QByteArray job{}; ///< element of the record, which must still be in the key
    QByteArray record{}, field{};
    std::vector<QByteArray> seen{}; ///< names of all fields of the record, if none of its other fields may have changed
    QByteArray digest{}; ///< digest of their values, as in edit.lua; empty: only the edited field counts
};

/// adopt.lua: adds its items, job ids, if their record is unchanged and no key of the collection contains them.
struct AdoptStep {
    bool atLeft = false; ///< end of a list to push to
    std::vector<QByteArray> elsewhere{}; ///< all other keys
    qint64 listed = 0; ///< elements in those keys that are lists: each id is compared with them
};

/// A script of lua/frameworks, which moves jobs or removes them as their framework does it; or jobs_back.lua, which
/// reverts one.
struct JobStep {
    struct Key {
        QByteArray name; ///< key's name in the script
        QByteArray key;
    };

    QByteArray script{}; ///< name in lua/frameworks
    bool removes = false;
    bool isBack = false;
    bool atLeft = false; ///< list: its old end is on the left
    std::optional<PlanTarget> target{}; ///< destination of the jobs; "target" in the script
    std::vector<Key> keys{};
    /// Keys of a job: the last "{element}" stands for it, or the last "{id}" for it less its last `idTail` bytes.
    std::vector<Key> each{};
    qsizetype idTail = 0;
    std::vector<QByteArray> arguments{};
    QString left{}; ///< why the script holds some jobs back, %1 for their number; not in the journal

    [[nodiscard]] char outcome() const { return removes ? 'r' : 'm'; }
};

/// All changes of one key: the batches of one script.
struct PlanStep {
    /// The journal stores the index: only append.
    using Does = std::variant<MoveStep, CutListStep, CutZSetStep, RestoreStep, RescoreStep, ExpireStep, UnlockStep,
                              RelockStep, PendingStep, PendingBackStep, CutStreamStep, GroupIdStep, ConsumerStep,
                              CleanStep, CleanBackStep, EditStep, AdoptStep, JobStep>;

    QByteArray key;
    KeyType keyType = ListKey;
    Does does{};
    std::vector<PlanItem> items{}; ///< frozen; empty for cuts
    PlanRecords records{};
    bool crossesSlots = false; ///< its keys are in several slots of a cluster, where no script has all (crossslot.h)
    bool beside = false; ///< its elements are the same as in another key: not counted again
    std::vector<qint64> archiveRows{}; ///< undo: archive row of each item
    std::optional<PlanArchive> archived{}; ///< undo: the items are read from the archive at run time

    template <typename Step> [[nodiscard]] bool is() const { return std::holds_alternative<Step>(does); }
    /// Returns null for another type.
    template <typename Step> [[nodiscard]] const Step *as() const { return std::get_if<Step>(&does); }
    template <typename Step> [[nodiscard]] Step *as() { return std::get_if<Step>(&does); }

    [[nodiscard]] const CutAmount *cut() const
    {
        return std::visit(
            [](const auto &step) -> const CutAmount * {
                if constexpr (std::is_base_of_v<CutAmount, std::decay_t<decltype(step)>>) {
                    return &step;
                }
                return nullptr;
            },
            does);
    }
    [[nodiscard]] CutAmount *cut() { return const_cast<CutAmount *>(std::as_const(*this).cut()); }
    /// True if items are removed from a list, where they must be found first.
    [[nodiscard]] bool takesFromList() const { return is<MoveStep>() && keyType == ListKey; }
    /// End of the list that the step works on.
    [[nodiscard]] bool atLeft() const
    {
        return std::visit(
            [](const auto &step) {
                if constexpr (requires { step.atLeft; }) {
                    return step.atLeft;
                }
                return false;
            },
            does);
    }
    /// True if the steps behind it only run if it changed something; an undo runs it last.
    [[nodiscard]] bool isCondition() const
    {
        return std::visit(
            [](const auto &step) {
                return requires
                {
                    std::decay_t<decltype(step)>::isCondition;
                };
            },
            does);
    }
    /// False if its items are something else: consumers.
    [[nodiscard]] bool hasElements() const
    {
        return !std::visit(
            [](const auto &step) {
                return requires
                {
                    std::decay_t<decltype(step)>::hasElements;
                };
            },
            does);
    }
    /// True if it writes or removes the keys in PlanItem::record.
    [[nodiscard]] bool changesRecords() const
    {
        return std::visit(
            [](const auto &step) {
                return requires
                {
                    std::decay_t<decltype(step)>::changesRecords;
                };
            },
            does);
    }
    /// Planned outcome of its elements: m moved or changed, d dead-lettered, r removed.
    [[nodiscard]] char outcome() const
    {
        return std::visit(
            [](const auto &step) {
                if constexpr (requires { step.outcome(); }) {
                    return step.outcome();
                }
                return 'm';
            },
            does);
    }
    /// Destination of elements without attempts left; null if there is none.
    [[nodiscard]] const PlanTarget *dead() const
    {
        return std::visit(
            [](const auto &step) -> const PlanTarget * {
                if constexpr (requires { step.dead; }) {
                    return step.dead ? &*step.dead : nullptr;
                }
                return nullptr;
            },
            does);
    }
    [[nodiscard]] MoveStep::Attempts attempts() const
    {
        return is<MoveStep>() ? as<MoveStep>()->attempts : MoveStep::Attempts::Keep;
    }
    /// True if the script reads job records, to count attempts or to check that they are unchanged.
    [[nodiscard]] bool readsRecords() const
    {
        const auto *const move = as<MoveStep>();
        const bool isInside = move != nullptr && move->countsInside; // also in records, if they exist
        return (attempts() != MoveStep::Attempts::Keep && !isInside) || !records.keyTemplate.isEmpty();
    }
    [[nodiscard]] qint64 planned() const
    {
        return archived ? archived->count : cut() != nullptr ? cut()->count : qint64(items.size());
    }
    /// Destinations of its elements, including dead letters.
    [[nodiscard]] std::vector<PlanTarget> targets() const
    {
        std::vector<PlanTarget> all;
        const auto add = [&all](const std::optional<PlanTarget> &target) {
            if (target) {
                all.push_back(*target);
            }
        };
        std::visit(
            [&add](const auto &step) {
                if constexpr (requires { step.target; }) {
                    add(step.target);
                }
                if constexpr (requires { step.dead; }) {
                    add(step.dead);
                }
                if constexpr (requires { step.copies; }) {
                    add(step.copies);
                }
            },
            does);
        return all;
    }
};

} // namespace plimsoll

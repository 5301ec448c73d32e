// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <chrono>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

/// The steps of a frozen plan: one a key and script, a struct for what each script is told besides its items.
namespace plimsoll {

struct PlanItem {
    QByteArray element;
    QByteArray score; ///< as shown, exact text; empty: any
    QByteArray attempts; ///< to set; only with MoveStep::Attempts::Set
    QByteArray newScore; ///< to give it where it goes; empty: the target's, else the one it has
    QByteArray record; ///< key of its job record, empty without
    /// What its record has to say when it is taken, else it stays: "=…", empty for whatever it says. Attempts also "!":
    /// there is no record to be read; of an undo the mode in which they were counted (batch.h).
    QByteArray attemptsLeft{}, startLeft{};
    qint64 place = -1; ///< in a list, from the old end, when those before it are gone; -1: the script tells
    QByteArray after{}; ///< of an edit: what `element` becomes
    QByteArray becomes{}; ///< of the undo of a move: the bytes it had, where attempts in it were counted; else empty

    /// What its script is told of it, about.
    [[nodiscard]] qint64 bytes() const { return element.size() + newScore.size() + after.size() + becomes.size(); }
    /// How the answer of a move names it, and the archive has it.
    [[nodiscard]] const QByteArray &archivedAs() const { return becomes.isEmpty() ? element : becomes; }
};

/// Where a moved element goes.
struct PlanTarget {
    enum class How { PushLeft, PushRight, AddToSet, AddToZSet, AddToStream };
    QByteArray key;
    How how = How::PushRight;
    QByteArray score; ///< for a sorted set; empty: the score it had
};

/// Which elements of the undone operation's archive a step puts back, and how many they are.
struct PlanArchive {
    int step = 0; ///< of that operation
    char outcome = 'm';
    qint64 count = 0;
};

/// Job records of the step's elements, as the workspace gave them: where they are, and which fields are looked up
/// before the common names.
struct PlanRecords {
    QByteArray keyTemplate; ///< empty: none are read
    std::chrono::milliseconds time{}; ///< the server time that gave periods in their keys; 0: when it ran
    QString idOption, attemptsField, maxAttemptsField, startedField;
    QString finishedField{};
};

/// move.lua, and take.lua of lists: items off the key, to a target or out.
struct MoveStep {
    enum class Attempts { Keep, Increment, Set };

    std::optional<PlanTarget> target{}, dead{};
    Attempts attempts = Attempts::Keep;
    std::optional<int> maxAttempts{}; ///< of the collection; the job's own goes before
    bool countsInside = false; ///< attempts in elements that have no record
    bool atLeft = false; ///< of a list: the end at which the items lie
    bool contiguous = false; ///< of a list: they lie together at that end
    QByteArray guard{}; ///< from a set: a sorted set in which the item has to have its score as shown
    QByteArray expireAt{}; ///< Unix ms, given to a target that did not exist; empty for none
};

/// What both cuts are told.
struct CutAmount {
    qint64 count = 0; ///< how many at the most
    qint64 keep = 0; ///< never leave fewer; of a list, of those that were there when it was shown
    qint64 averageBytes = 64; ///< what an element takes, by what was seen of them
};

/// cut_list.lua: off the old end.
struct CutListStep : CutAmount {
    bool atLeft = false; ///< the old end
    QByteArray mark{}; ///< the newest element when it was shown; what lies behind it came in since
    std::vector<quint64> beyondMark{}; ///< what lay next to it towards the old end, as `known`
    bool onlyKnown = false; ///< only what is in `known` goes
    std::vector<quint64> known{}; ///< elements by their prints (knownAs), from the old end
};

/// cut_zset.lua: the lowest or the highest scores.
struct CutZSetStep : CutAmount {
    bool atMax = false; ///< the highest go
    QByteArray low = "-inf"; ///< from the lowest: where it begins
    QByteArray bound{}; ///< the last score that goes, as ZRANGE BYSCORE takes it
};

/// restore.lua: items onto the key, as new ones or back from the archive.
struct RestoreStep {
    bool atLeft = false; ///< the end of a list that is pushed to
    QByteArray expireAt{}; ///< Unix ms, given to a key that did not exist; empty for none
};

/// rescore.lua: items get their PlanItem::newScore.
struct RescoreStep { };

/// expire.lua: when the key itself, its one item, goes.
struct ExpireStep {
    QByteArray at{}; ///< Unix ms, empty for never
    QByteArray shown{}; ///< when it has to expire now, Unix ms, "-1" for never; empty for any
};

/// unlock.lua: the key, a lock, goes while it is held with the token of its one item.
struct UnlockStep { };

/// relock.lua: it is held again as it was, where nobody holds it.
struct RelockStep {
    QByteArray expireAt{}; ///< Unix ms, empty for never
};

/// pending.lua: the items are ids of entries that are pending in a group of a stream, their scores how they are, as
/// "<times delivered> <when last, Unix ms> <consumer>".
struct PendingStep {
    enum class What { Claim, Release, Acknowledge, DeadLetter, Again };

    What what = What::Claim;
    QByteArray group{};
    QByteArray consumer{}; ///< who gets them; empty: nobody
    std::optional<PlanTarget> target{}; ///< where they are added before they are acknowledged
};

/// pending_back.lua: the undo of it.
struct PendingBackStep {
    char how = 'm'; ///< m claimed, r acknowledged, d added elsewhere, a added to the stream itself
    QByteArray group{};
    QByteArray consumer{}; ///< who had got them
    std::optional<PlanTarget> copies{}; ///< where they were added
};

/// cut_stream.lua: entries off the old end, up to an id.
struct CutStreamStep : CutAmount {
    QByteArray stays{}; ///< id of the first that does
    bool wholeNodes = false; ///< as XTRIM with "~"
};

/// group_id.lua: groups of the stream, its items, read on behind another id. Their scores are how far each has read, as
/// shown, and PlanItem::newScore how far it is to have read: "<id> <entries read, or nothing where that is not known>".
/// It is its own undo.
struct GroupIdStep { };

/// consumer.lua: the items are consumers of the group, which go where they hold nothing.
struct ConsumerStep {
    QByteArray group{};
    bool isBack = false; ///< the undo: they are made again
};

/// clean.lua: the items are entries of an index by time, PlanItem::record the key each stands for (empty: none), and
/// startLeft how that was: "-" not there, "+" there, or the SHA-1 of its DUMP; attemptsLeft when it was to expire, Unix
/// ms: "<from>-<to>", empty for never.
struct CleanStep {
    qint64 bytes = 0; ///< of those keys, about
};

/// clean_back.lua: the undo; PlanItem::newScore is the DUMP of the key, attempts when it expires, Unix ms.
struct CleanBackStep {
    QByteArray expireAt{}; ///< of the index, Unix ms, given to one that did not exist; empty for none
};

/// edit.lua: the bytes of its one item become PlanItem::after, where they are.
struct EditStep {
    enum class Of { Element, Text, Field }; ///< the element itself; its record, a string; a field of its record, a hash

    Of of = Of::Element;
    bool atLeft = false; ///< of a list: the old end
    bool isBack = false; ///< undo: what it became goes, what it was comes
    QByteArray job{}; ///< of a record: the element whose record it is, which has to be in the key still
    QByteArray record{}, field{};
    std::vector<QByteArray> seen{}; ///< names of all fields of the record, where nothing else of it may have changed
    QByteArray digest{}; ///< of their values, as edit.lua has it; empty: the one that is edited counts alone
};

/// adopt.lua: its items, ids of jobs, are added where their record is as it was and no key of the collection holds
/// them.
struct AdoptStep {
    bool atLeft = false; ///< the end of a list that is pushed to
    std::vector<QByteArray> elsewhere{}; ///< the other keys
    qint64 listed = 0; ///< elements of those of all these keys that are lists: each id is compared with them
};

/// All that happens to one key: the batches of one script.
struct PlanStep {
    /// What the journal numbers by its place here: only added to.
    using Does = std::variant<MoveStep, CutListStep, CutZSetStep, RestoreStep, RescoreStep, ExpireStep, UnlockStep,
                              RelockStep, PendingStep, PendingBackStep, CutStreamStep, GroupIdStep, ConsumerStep,
                              CleanStep, CleanBackStep, EditStep, AdoptStep>;

    QByteArray key;
    KeyType keyType = ListKey;
    Does does{};
    std::vector<PlanItem> items{}; ///< frozen; of cuts none
    PlanRecords records{};
    bool beside = false; ///< its elements are the same ones again in another key: no count has them twice
    std::vector<qint64> archiveRows{}; ///< undo: the archive row of each item
    std::optional<PlanArchive> archived{}; ///< undo: its items are read from the archive as it runs

    template <typename Step> [[nodiscard]] bool is() const { return std::holds_alternative<Step>(does); }
    /// Null when it is another one.
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
    /// Items are taken off a list, where they have to be found first.
    [[nodiscard]] bool takesFromList() const { return is<MoveStep>() && keyType == ListKey; }
    /// The end of a list that it is about.
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
    [[nodiscard]] MoveStep::Attempts attempts() const
    {
        return is<MoveStep>() ? as<MoveStep>()->attempts : MoveStep::Attempts::Keep;
    }
    /// Its script reads the job records, to count in them or to see whether they are as they were.
    [[nodiscard]] bool readsRecords() const
    {
        const auto *const move = as<MoveStep>();
        const bool isInside = move != nullptr && move->countsInside; // with records besides, where they are
        return (attempts() != MoveStep::Attempts::Keep && !isInside) || !records.keyTemplate.isEmpty();
    }
    [[nodiscard]] qint64 planned() const
    {
        return archived ? archived->count : cut() != nullptr ? cut()->count : qint64(items.size());
    }
    /// Where its elements go, dead letters included.
    [[nodiscard]] std::vector<PlanTarget> targets() const
    {
        std::vector<PlanTarget> all;
        const auto add = [&all](const std::optional<PlanTarget> &target) {
            if (target) {
                all.push_back(*target);
            }
        };
        if (const auto *move = as<MoveStep>()) {
            add(move->target);
            add(move->dead);
        } else if (const auto *pending = as<PendingStep>()) {
            add(pending->target);
        } else if (const auto *back = as<PendingBackStep>()) {
            add(back->copies);
        }
        return all;
    }
};

} // namespace plimsoll

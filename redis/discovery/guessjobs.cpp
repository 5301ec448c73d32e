// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/drafts.h"

#include <map>
#include <utility>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

/// Queues, schedules, priority queues and streams, whose keys belong together by their names. For use as a local
/// variable.
class JobGuesser {
    Q_DECLARE_TR_FUNCTIONS(Discovery)

public:
    explicit JobGuesser(Drafts &drafts) : m_drafts(drafts) { }

    void run()
    {
        std::map<QByteArray, Group> groups = jobGroups();
        attachOrphans(groups);
        for (auto &[base, group] : groups) {
            guessStreams(base, group);
            if (isScheduleWithReady(group)) {
                guessSchedule(base, group, group.bare, 0.85);
            } else if (!group.ready.empty()) {
                guessQueue(base, group);
            } else {
                guessWithoutReady(base, group);
            }
        }
    }

private:
    /// Keys of one base: a job collection, maybe.
    struct Group {
        Candidates ready, processing, delayed, dead;
        Candidates bare; ///< sorted sets and streams without a role in their name

        [[nodiscard]] bool hasAnchor() const { return !ready.empty() || !bare.empty(); }
    };

    /// Takes "q:mail:work" beside the list "q:mail" for its jobs in work; alone it is a queue of that name.
    void findWork()
    {
        constexpr QByteArrayView work("work");
        std::map<QByteArray, const Candidate *> lists;
        for (const Candidate &candidate : m_drafts.candidates()) {
            if (candidate.type == ListKey && !candidate.role) {
                lists.emplace(candidate.text, &candidate);
            }
        }
        for (Candidate &candidate : m_drafts.candidates()) {
            const bool mayBe = !candidate.role && (candidate.type == ListKey || candidate.type == ZSetKey)
                && candidate.text.endsWith(work) && candidate.text.size() > work.size() + 1
                && QByteArrayView(":./_-|").contains(candidate.text[candidate.text.size() - work.size() - 1]);
            const auto of = mayBe ? lists.find(candidate.text.chopped(work.size() + 1)) : lists.end();
            if (of != lists.end()) {
                candidate.role = RoleWord{Holds::Processing, -1};
                candidate.base = of->second->base;
            }
        }
    }

    std::map<QByteArray, Group> jobGroups()
    {
        findWork();
        std::map<QByteArray, int> tiers; // by base; plain lists and other roles count as well
        for (const Candidate &candidate : m_drafts.candidates()) {
            const bool isTier = candidate.role && candidate.role->tier >= 0;
            if (candidate.role ? !isTier || candidate.type == ListKey : candidate.type == ListKey) {
                ++tiers[candidate.base];
            }
        }
        std::map<QByteArray, Group> groups;
        for (Candidate &candidate : m_drafts.candidates()) {
            if (candidate.isFrameworks) {
                continue;
            }
            if (candidate.role && candidate.role->tier >= 0 && tiers[candidate.base] < 2) {
                candidate.role.reset(); // "queue:default" alone is a queue of that name
                candidate.base = candidate.wholeBase;
            }
            Group &group = groups[candidate.base];
            if (candidate.type == ListKey && (!candidate.role || candidate.role->holds == Holds::Ready)) {
                group.ready.push_back(&candidate);
            } else if (candidate.role && candidate.role->holds == Holds::Processing) {
                group.processing.push_back(&candidate);
            } else if (candidate.role && candidate.role->holds == Holds::Dead) {
                group.dead.push_back(&candidate);
            } else if (candidate.role && candidate.role->holds == Holds::Delayed) {
                group.delayed.push_back(&candidate);
            } else if (candidate.type == ZSetKey || candidate.type == StreamKey) {
                group.bare.push_back(&candidate);
            }
        }
        return groups;
    }

    /// Joins "delayed:email" and "email:dlq" with "queue:email".
    static void attachOrphans(std::map<QByteArray, Group> &groups)
    {
        std::map<QByteArray, std::vector<Group *>> bySubject;
        for (auto &[base, group] : groups) {
            if (!group.ready.empty()) {
                bySubject[subjectOf(base)].push_back(&group);
            }
        }
        for (auto &[base, group] : groups) {
            const auto home = bySubject.find(subjectOf(base));
            if (!group.ready.empty() || home == bySubject.end() || home->second.size() != 1) {
                continue;
            }
            Group &target = *home->second.front();
            const auto move = [](Candidates &from, Candidates &to) {
                if (to.empty()) {
                    to = std::exchange(from, {});
                }
            };
            const bool isSchedule = group.bare.size() == 1 && group.bare.front()->type == ZSetKey
                && group.bare.front()->topic(Topic::Schedule) >= 1;
            if (isSchedule && target.delayed.empty() && group.delayed.empty() && group.processing.empty()
                && group.dead.empty()) {
                move(group.bare, target.delayed);
            }
            if (group.bare.empty()) {
                move(group.processing, target.processing);
                move(group.dead, target.dead);
                move(group.delayed, target.delayed);
            }
        }
    }

    void guessStreams(const QByteArray &base, Group &group)
    {
        for (Candidate *stream : group.bare) {
            if (stream->type != StreamKey) {
                continue;
            }
            Draft draft{L1("stream"), {}, {}, 0.95, {tr("A stream")}, base};
            m_drafts.addRole(draft, Holds::Entries, {stream});
            const auto dead = std::find_if(group.dead.begin(), group.dead.end(),
                                           [](const Candidate *one) { return one->type == StreamKey; });
            if (dead != group.dead.end() && !isFamily({stream})) {
                m_drafts.addRole(draft, Holds::Dead, {*dead});
                draft.reasons.append(tr("%1 takes its dead letters").arg(shownName((*dead)->text)));
                group.dead.erase(dead);
            }
            m_drafts.add(std::move(draft));
        }
        std::erase_if(group.bare, [](const Candidate *one) { return one->type == StreamKey; });
        for (Candidate *stream : group.dead) { // without its stream it is one
            if (stream->type == StreamKey) {
                Draft draft{L1("stream"), {}, {}, 0.9, {tr("A stream")}, stream->wholeBase};
                m_drafts.addRole(draft, Holds::Entries, {stream});
                m_drafts.add(std::move(draft));
            }
        }
        std::erase_if(group.dead, [](const Candidate *one) { return one->type == StreamKey; });
    }

    /// "schedule:mail" with "schedule:mail:ready", the list that due jobs move to.
    static bool isScheduleWithReady(const Group &group)
    {
        const auto isRole = [](const Candidate *one) { return one->role && one->role->tier < 0; };
        return group.ready.size() == 1 && isRole(group.ready.front()) && group.bare.size() == 1
            && isTimes(group.bare.front()->shape) && group.bare.front()->topic(Topic::Schedule) >= 0.9
            && std::none_of(group.processing.begin(), group.processing.end(),
                            [](const Candidate *one) { return one->type == ListKey; });
    }

    void guessQueue(const QByteArray &base, Group &group)
    {
        const auto tierOf = [](const Candidate *one) {
            constexpr int normal = 2;
            return one->role && one->role->tier >= 0 ? one->role->tier : normal;
        };
        std::stable_sort(group.ready.begin(), group.ready.end(),
                         [&](const Candidate *a, const Candidate *b) { return tierOf(a) < tierOf(b); });
        Draft draft{L1("queue"), {}, {}, 0, {}, base};
        const auto most = [&group](auto value) {
            double found = 0;
            for (const Candidate *one : group.ready) {
                found = std::max(found, value(*one));
            }
            return found;
        };
        const double named = most([](const Candidate &one) { return one.topic(Topic::Queue); });
        const double recent = most([](const Candidate &one) { return one.topic(Topic::Recent); });
        const double jobs = most([](const Candidate &one) { return one.jobs; });
        const bool hasReadyWord = std::any_of(group.ready.begin(), group.ready.end(),
                                              [](const Candidate *one) { return one->role.has_value(); });
        m_drafts.addRole(draft, Holds::Ready, group.ready);
        const double siblings =
            isFamily(group.ready) && !isSharded(group) ? leaveSiblings(draft, group) : addSiblings(draft, group);
        double confidence = std::max(siblings, named >= 0.9 ? 0.75 : named > 0 ? 0.55 : 0);
        if (named > 0) {
            draft.reasons.append(tr("A list that is named like a queue"));
        }
        if (hasReadyWord && (named > 0 || siblings > 0)) {
            confidence = std::max(confidence, 0.8);
            draft.reasons.append(group.ready.size() > 1 ? tr("with priorities in the key names") : tr("of ready jobs"));
        }
        constexpr double clearly = 0.75;
        if (jobs >= clearly) {
            confidence = confidence > 0 ? confidence + 0.1 : 0.6;
            draft.reasons.append(tr("its elements are jobs in JSON"));
        }
        if (m_drafts.addRecords(draft, Holds::Record, elementsOf(group.ready))
            || (siblings > 0 && m_drafts.addRecords(draft, Holds::Record, elementsOf(group.processing)))) {
            confidence = confidence > 0 ? confidence + 0.08 : 0.65;
        }
        if (siblings == 0 && recent >= 0.7 && named < 1 && jobs < clearly) {
            return; // the last things
        }
        draft.confidence = confidence;
        m_drafts.add(std::move(draft));
    }

    /// Adds what belongs to a list of ready jobs; returns how sure that makes it a queue.
    double addSiblings(Draft &draft, const Group &group)
    {
        double confidence = 0;
        const auto addOne = [&](const Candidates &candidates, Holds holds, double sure, const QString &reason) {
            if (!candidates.empty()) {
                m_drafts.addRole(draft, holds, candidates);
                draft.reasons.append(reason.arg(shownName(candidates.front()->text)));
                confidence = std::max(confidence, sure);
            }
        };
        addOne(group.processing, Holds::Processing, 0.9, tr("%1 holds the jobs in work"));
        addOne(group.delayed, Holds::Delayed, 0.85, tr("%1 holds the delayed jobs"));
        addOne(group.dead, Holds::Dead, 0.85, tr("%1 holds the dead letters"));
        return confidence;
    }

    /// True if the name stands for several collections, such as those of tenants.
    static bool isFamily(const Candidates &candidates)
    {
        return std::any_of(candidates.begin(), candidates.end(), [](const Candidate *one) {
            return std::any_of(one->parts().begin(), one->parts().end(),
                               [](const TemplatePart &part) { return part.isVariable && !isPeriodPart(part); });
        });
    }

    /// The numbers of a name's shards, if nothing else varies and all of them are known.
    static std::vector<QByteArray> shardsOf(const Candidate &candidate)
    {
        std::vector<QByteArray> shards;
        for (const TemplatePart &part : candidate.parts()) {
            if (part.isVariable && (!shards.empty() || part.partClass != PartClass::Number || part.hasMoreValues)) {
                return {};
            }
            if (part.isVariable) {
                shards = part.values;
            }
        }
        std::sort(shards.begin(), shards.end());
        return shards;
    }

    /// True if every shard has the same keys, so that an operation keeps its jobs there.
    static bool isSharded(const Group &group)
    {
        const std::vector<QByteArray> shards =
            group.ready.size() == 1 ? shardsOf(*group.ready.front()) : std::vector<QByteArray>();
        const auto isOfEach = [&shards](const Candidates &candidates) {
            return candidates.empty() || (candidates.size() == 1 && shardsOf(*candidates.front()) == shards);
        };
        return shards.size() > 1 && isOfEach(group.processing) && isOfEach(group.delayed) && isOfEach(group.dead);
    }

    /// A requeue could take a job of one tenant to the queue of another, so no collection has the keys of all of them.
    static double leaveSiblings(Draft &draft, const Group &group)
    {
        if (group.processing.empty() && group.delayed.empty() && group.dead.empty()) {
            return 0;
        }
        draft.reasons.append(
            tr("keys that belong to each of them are left out: jobs must not move from one to another"));
        return group.processing.empty() ? 0.8 : 0.85;
    }

    void guessWithoutReady(const QByteArray &base, Group &group)
    {
        const bool hasSiblings = !group.processing.empty() || !group.dead.empty();
        Candidate *bare = group.bare.empty() ? nullptr : group.bare.front();
        if (bare != nullptr && hasSiblings) {
            const bool isPriority = bare->shape == ScoreShape::Small || bare->shape == ScoreShape::Banded
                || bare->topic(Topic::Priority) >= 1;
            if (isPriority) {
                Draft draft{L1("priority"), {}, {}, bare->topic(Topic::Priority) > 0 ? 0.9 : 0.7, {}, base};
                draft.reasons.append(tr("A sorted set by priority"));
                m_drafts.addRole(draft, Holds::Ready, {bare});
                if (!isFamily({bare})) {
                    addDead(draft, group);
                }
                m_drafts.addRecords(draft, Holds::Record, bare->elements());
                m_drafts.add(std::move(draft));
                return;
            }
            if (isTimes(bare->shape) && bare->topic(Topic::Expiry) < 1) {
                guessSchedule(base, group, {bare}, 0.85);
                return;
            }
        }
        // An empty list is not there, but its name says that it is a queue.
        const bool isQueue = hasSiblings && !group.delayed.empty() && group.delayed.front()->topic(Topic::Queue) >= 0.9;
        if (isQueue && inferReady(base, group)) {
            return;
        }
        if (!group.delayed.empty()) {
            const double named = group.delayed.front()->topic(Topic::Schedule);
            const bool isList = std::any_of(group.processing.begin(), group.processing.end(),
                                            [](const Candidate *one) { return one->type == ListKey; });
            if (isTimes(group.delayed.front()->shape) && !isList) {
                guessSchedule(base, group, group.delayed, hasSiblings ? 0.85 : named >= 0.9 ? 0.8 : 0.65);
                return;
            }
        }
        inferReady(base, group);
    }

    void addDead(Draft &draft, const Group &group)
    {
        if (!group.dead.empty()) {
            m_drafts.addRole(draft, Holds::Dead, group.dead);
            draft.reasons.append(tr("%1 holds the dead letters").arg(shownName(group.dead.front()->text)));
        }
    }

    void guessSchedule(const QByteArray &base, const Group &group, const Candidates &delayed, double confidence)
    {
        Draft draft{L1("schedule"), {}, {}, confidence, {tr("A sorted set by due time")}, base};
        m_drafts.addRole(draft, Holds::Delayed, delayed);
        if (isFamily(delayed)) {
            leaveSiblings(draft, group);
            m_drafts.add(std::move(draft));
            return;
        }
        Candidates processing = group.processing;
        std::erase_if(processing, [](const Candidate *one) { return one->type != ZSetKey; });
        if (!processing.empty()) {
            m_drafts.addRole(draft, Holds::Processing, processing);
            draft.reasons.append(tr("%1 holds the jobs in work").arg(shownName(processing.front()->text)));
        }
        if (!group.ready.empty()) {
            m_drafts.addRole(draft, Holds::Ready, group.ready);
            draft.reasons.append(tr("%1 is the list that due jobs move to").arg(shownName(group.ready.front()->text)));
        }
        addDead(draft, group);
        if (m_drafts.addRecords(draft, Holds::Record, elementsOf(delayed))) {
            draft.confidence += 0.05;
        }
        m_drafts.add(std::move(draft));
    }

    /// A queue whose ready list is empty now, and so is not there: its siblings tell its name.
    bool inferReady(const QByteArray &base, const Group &group)
    {
        const Candidate *sibling = !group.processing.empty() ? group.processing.front()
            : !group.dead.empty()                            ? group.dead.front()
                                                             : nullptr;
        const int count = int(!group.processing.empty()) + int(!group.dead.empty()) + int(!group.delayed.empty());
        if (sibling == nullptr || sibling->isVariable() || base.isEmpty()) {
            return false;
        }
        const bool isNamed = topicWeight(sibling->words, Topic::Queue) >= 0.9;
        const QByteArray text = sibling->text;
        const std::vector<TemplatePart> &parts = sibling->parts();
        const bool isTail =
            parts.size() > 1 && !sibling->words.back().each.empty() && roleOf(sibling->words.back().whole).has_value();
        if (!isTail || (count < 2 && !isNamed)) {
            return false;
        }
        const QByteArray ready = text.chopped(parts.back().lead.size() + parts.back().text.size());
        const bool isThere = std::any_of(m_drafts.candidates().begin(), m_drafts.candidates().end(),
                                         [&ready](const Candidate &one) { return one.text == ready; });
        if (isThere) {
            return false; // of another type
        }
        Draft draft{L1("queue"), {}, {}, isNamed && count > 1 ? 0.55 : 0.45, {}, base};
        Drafts::addTemplate(draft, *roleOf(draft.kind, Holds::Ready), KeyTemplate::escaped(ready));
        addSiblings(draft, group);
        draft.reasons.append(tr("its list of ready jobs is empty now; its name is derived from the others"));
        m_drafts.addRecords(draft, Holds::Record, elementsOf(group.processing));
        m_drafts.add(std::move(draft));
        return true;
    }

    static std::vector<QByteArray> elementsOf(const Candidates &candidates)
    {
        std::vector<QByteArray> all;
        for (const Candidate *one : candidates) {
            const std::vector<QByteArray> own = one->elements();
            all.insert(all.end(), own.begin(), own.end());
        }
        return all;
    }

    Drafts &m_drafts;
};

} // namespace

void guessJobs(Drafts &drafts)
{
    JobGuesser(drafts).run();
}

} // namespace plimsoll::redis

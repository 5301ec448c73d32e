// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/drafts.h"

#include <array>
#include <map>
#include <utility>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

/// Collections of one key: presence, leaderboards, sets and others. For use as a local variable.
class KeyGuesser {
    Q_DECLARE_TR_FUNCTIONS(Discovery)

public:
    explicit KeyGuesser(Drafts &drafts) : m_drafts(drafts) { }

    void run()
    {
        guessPresence();
        guessOthers();
    }

private:
    // Presence: sorted sets by the last sign of life, with the sets of those connected

    void guessPresence()
    {
        for (Candidate &seen : m_drafts.candidates()) {
            const double named = seen.topic(Topic::Presence);
            if (seen.isUsed || seen.isFrameworks || seen.type != ZSetKey || seen.shape != ScoreShape::Past
                || named < 0.6 || seen.topic(Topic::RateLimit) >= 0.9 || seen.topic(Topic::Recent) > named) {
                continue;
            }
            Draft draft{L1("presence"), {}, {}, named >= 1 ? 0.9 : named >= 0.8 ? 0.75 : 0.55, {}, seen.wholeBase};
            draft.subject.replace("last seen", "");
            draft.reasons.append(tr("A sorted set by the time of the last heartbeat"));
            Candidates connected;
            for (Candidate &set : m_drafts.candidates()) {
                if (set.type == SetKey && !set.isUsed && isOfThosePresent(set) && isPair(set, seen)) {
                    connected.push_back(&set);
                }
            }
            if (!connected.empty()) {
                m_drafts.addRole(draft, Holds::Connected, connected);
                draft.reasons.append(tr("members of %1 are in it").arg(shownName(connected.front()->text)));
                draft.confidence += 0.05;
            }
            m_drafts.addRole(draft, Holds::Seen, {&seen});
            m_drafts.add(std::move(draft));
        }
    }

    static bool isOfThosePresent(const Candidate &set)
    {
        static const QByteArrayList places{"room", "rooms", "lobby", "channel", "channels"};
        const bool isPlace = std::any_of(set.words.begin(), set.words.end(), [](const PartWords &part) {
            return std::any_of(part.each.begin(), part.each.end(),
                               [](const QByteArray &word) { return places.contains(word); });
        });
        return (isPlace || set.topic(Topic::Presence) >= 0.6) && set.topic(Topic::Dedupe) < 0.6;
    }

    [[nodiscard]] bool isPair(const Candidate &set, const Candidate &seen)
    {
        if (set.read->contents.empty() || seen.read->keys.samples.empty()) {
            return false;
        }
        const std::vector<QByteArray> &members = set.read->contents.front().elements;
        return !members.empty()
            && m_drafts.questions().shared(seen.read->keys.samples.front().key, members) * 2 >= members.size();
    }

    void guessOthers()
    {
        for (Candidate &candidate : m_drafts.candidates()) {
            if (candidate.isUsed || candidate.isFrameworks) {
                continue;
            }
            if (candidate.type == ZSetKey) {
                guessSortedSet(candidate);
            } else if (candidate.type == ListKey) {
                guessRecent(candidate, ListKey, candidate.topic(Topic::Recent));
            } else if (candidate.type == SetKey) {
                guessSet(candidate);
            }
        }
        for (const auto &[parent, siblings] : m_recentFamilies) {
            addRecentFamily(parent, siblings);
        }
    }

    /// How well scores of a shape agree with a topic, from 0 to 1.
    static double agreement(Topic topic, ScoreShape shape)
    {
        const bool isNumber = shape == ScoreShape::Small || shape == ScoreShape::Points;
        switch (topic) {
        case Topic::Leaderboard:
            return isNumber ? 1 : shape == ScoreShape::Banded ? 0.7 : 0;
        case Topic::Priority:
            return shape == ScoreShape::Small || shape == ScoreShape::Banded ? 1 : isTimes(shape) ? 0.9 : 0.6;
        case Topic::Schedule:
            return shape == ScoreShape::Future || shape == ScoreShape::Mixed ? 1 : shape == ScoreShape::Past ? 0.7 : 0;
        case Topic::Expiry:
            return isTimes(shape) ? 1 : 0;
        case Topic::Timeline:
        case Topic::Recent:
            return shape == ScoreShape::Past ? 1 : shape == ScoreShape::Mixed ? 0.6 : 0;
        case Topic::Queue:
            return shape == ScoreShape::Small || shape == ScoreShape::Banded ? 0.8 : 0;
        default:
            return 0;
        }
    }

    void guessSortedSet(Candidate &candidate)
    {
        if (candidate.shape == ScoreShape::None || candidate.topic(Topic::RateLimit) >= 0.9) {
            return;
        }
        static constexpr std::array topics{Topic::Leaderboard, Topic::Priority, Topic::Schedule, Topic::Expiry,
                                           Topic::Timeline,    Topic::Recent,   Topic::Queue};
        double best = 0;
        double second = 0;
        Topic topic = Topic::TopicCount;
        for (const Topic one : topics) {
            const double fits = candidate.topic(one) * agreement(one, candidate.shape);
            if (fits > best) {
                second = std::exchange(best, fits);
                topic = one;
            } else {
                second = std::max(second, fits);
            }
        }
        if (topic == Topic::TopicCount) {
            guessUnnamed(candidate);
            return;
        }
        constexpr double sure = 0.9;
        constexpr double close = 0.1;
        const double confidence = sure * best - (best - second < close ? 0.2 : 0);
        const bool isQueue = topic == Topic::Queue; // by priority
        if (topic == Topic::Recent) {
            guessRecent(candidate, ZSetKey, confidence / sure);
            return;
        }
        Draft draft{kindOf(isQueue ? Topic::Priority : topic), {}, {}, confidence, {}, candidate.wholeBase};
        draft.reasons.append(tr("A sorted set whose name and scores (%1) agree").arg(shapeText(candidate.shape)));
        m_drafts.addRole(draft, kindInfo(draft.kind).roles.front().holds, {&candidate});
        if (topic == Topic::Expiry && m_drafts.addRecords(draft, Holds::Target, candidate.elements())) {
            draft.confidence += 0.07;
        } else if (topic == Topic::Schedule || topic == Topic::Priority) {
            m_drafts.addRecords(draft, Holds::Record, candidate.elements());
        }
        m_drafts.add(std::move(draft));
    }

    /// Proposes a sorted set with a name without meaning: its scores alone leave it uncertain.
    void guessUnnamed(Candidate &candidate)
    {
        if (candidate.isVariable()) {
            return;
        }
        const bool isDue = candidate.shape == ScoreShape::Future || candidate.shape == ScoreShape::Mixed;
        const bool isPast = candidate.shape == ScoreShape::Past;
        const bool isPoints = candidate.shape == ScoreShape::Points;
        constexpr double hardly = 0.45;
        constexpr double clearly = 0.75;
        if (!isDue && !isPast && !isPoints && candidate.shape != ScoreShape::Banded) {
            return;
        }
        const Topic topic = isDue ? Topic::Schedule
            : isPast              ? Topic::Timeline
            : isPoints            ? Topic::Leaderboard
                                  : Topic::Priority;
        Draft draft{kindOf(topic), {}, {}, hardly, {}, candidate.wholeBase};
        draft.reasons.append(
            tr("A sorted set whose scores are %1; the name gives no hint").arg(shapeText(candidate.shape)));
        if (isDue && candidate.jobs >= clearly) {
            draft.confidence = 0.6;
            draft.reasons.append(tr("its elements are jobs in JSON"));
        }
        m_drafts.addRole(draft, kindInfo(draft.kind).roles.front().holds, {&candidate});
        m_drafts.add(std::move(draft));
    }

    static QString shapeText(ScoreShape shape)
    {
        switch (shape) {
        case ScoreShape::Past:
            return tr("past times");
        case ScoreShape::Future:
            return tr("future times");
        case ScoreShape::Mixed:
            return tr("times around now");
        case ScoreShape::Small:
            return tr("small whole numbers");
        case ScoreShape::Banded:
            return tr("a priority and a time");
        case ScoreShape::Points:
        case ScoreShape::None:
            break;
        }
        return tr("numbers");
    }

    void guessRecent(Candidate &candidate, unsigned type, double named)
    {
        const double timeline = type == ListKey ? candidate.topic(Topic::Timeline) * 0.65 : 0;
        const double weight = std::max(named, timeline);
        if (weight < 0.6 || candidate.jobs >= 0.75) {
            return;
        }
        static constexpr std::array ofSubjects{"viewed",         "visited",     "history", "watched",
                                               "played",         "browsed",     "opened",  "lastviewed",
                                               "recentlyviewed", "breadcrumbs", "mru"};
        const bool isOfSubjects =
            std::any_of(candidate.words.begin(), candidate.words.end(), [](const PartWords &part) {
                return std::any_of(ofSubjects.begin(), ofSubjects.end(),
                                   [&part](const char *word) { return part.whole == word; });
            });
        const std::optional<QByteArray> parent = candidate.isVariable() ? std::nullopt : idTemplateOfSegment(candidate);
        if (isOfSubjects && parent) {
            m_recentFamilies[*parent].push_back({&candidate, weight});
            return;
        }
        addRecent(candidate, weight);
    }

    void addRecent(Candidate &candidate, double weight)
    {
        Draft draft{L1("recent"), {}, {}, 0.85 * weight, {}, candidate.wholeBase};
        draft.reasons.append(candidate.type == ListKey ? tr("A list named like recent items")
                                                       : tr("A sorted set by time, named like recent items"));
        const std::optional<QByteArray> text = idTemplateOfVarying(candidate);
        if (text) {
            draft.subject = joinedWords(wordsOf(text->left(text->indexOf("{id}"))).each);
            Drafts::addTemplate(draft, *roleOf(draft.kind, Holds::Elements), *text);
            draft.used.push_back(&candidate);
        } else {
            m_drafts.addRole(draft, Holds::Elements, {&candidate});
        }
        m_drafts.add(std::move(draft));
    }

    struct RecentSibling {
        Candidate *candidate;
        double weight;
    };

    /// "viewed:anna" and "viewed:ben" are the same for different people.
    void addRecentFamily(const QByteArray &parent, const std::vector<RecentSibling> &siblings)
    {
        constexpr std::size_t fewest = 3;
        if (siblings.size() < fewest) {
            for (const RecentSibling &one : siblings) {
                addRecent(*one.candidate, one.weight);
            }
            return;
        }
        Draft draft{L1("recent"), {}, {}, 0.8 * siblings.front().weight, {}, parent};
        draft.reasons.append(tr("%1 keys named like recent items").arg(siblings.size()));
        Drafts::addTemplate(draft, *roleOf(draft.kind, Holds::Elements), parent);
        for (const RecentSibling &one : siblings) {
            draft.used.push_back(one.candidate);
        }
        draft.subject = joinedWords(wordsOf(parent.left(parent.indexOf("{id}"))).each);
        m_drafts.add(std::move(draft));
    }

    void guessSet(Candidate &candidate)
    {
        const double seen = candidate.topic(Topic::Dedupe);
        const bool hasPeriod =
            std::any_of(candidate.parts().begin(), candidate.parts().end(), [this](const TemplatePart &part) {
                return isPeriodPart(part) && isCurrentPeriod(part, m_drafts.now());
            });
        const double members = candidate.topic(Topic::Members);
        if (seen >= 0.6 && (hasPeriod || members < 1)) {
            Draft draft{L1("dedupe"), {}, {}, hasPeriod ? 0.92 * seen : 0.65 * seen, {}, candidate.wholeBase};
            draft.reasons.append(hasPeriod ? tr("Sets by period, named like deduplication")
                                           : tr("A set named like deduplication"));
            m_drafts.addRole(draft, Holds::Members, {&candidate});
            m_drafts.add(std::move(draft));
            return;
        }
        Draft draft{L1("members"), {}, {}, members >= 0.8 ? 0.8 : 0.6, {}, candidate.wholeBase};
        draft.reasons.append(members >= 0.8 ? tr("A set named after its members") : tr("A set"));
        m_drafts.addRole(draft, Holds::Members, {&candidate});
        m_drafts.add(std::move(draft));
    }

    std::map<QByteArray, std::vector<RecentSibling>> m_recentFamilies; ///< one for each template
    Drafts &m_drafts;
};

} // namespace

void guessKeys(Drafts &drafts)
{
    KeyGuesser(drafts).run();
}

} // namespace plimsoll::redis

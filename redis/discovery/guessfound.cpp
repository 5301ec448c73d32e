// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/drafts.h"

#include <map>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

/// Collections whose keys are looked for by a template or a glob: rate limits, locks, caches. For use as a local
/// variable.
class FoundGuesser {
    Q_DECLARE_TR_FUNCTIONS(Discovery)

public:
    explicit FoundGuesser(Drafts &drafts) : m_drafts(drafts) { }

    void run()
    {
        guessById(Topic::RateLimit, ZSetKey);
        guessById(Topic::Lock, StringKey);
        guessCaches();
    }

private:
    void guessById(Topic topic, unsigned type)
    {
        struct KeyFamily {
            Candidates keys;
            bool isVariable = false;
        };
        std::map<QByteArray, KeyFamily> families; // by template, or by the key itself
        for (Candidate &candidate : m_drafts.candidates()) {
            const bool isLimit = topic == Topic::RateLimit;
            const double named = candidate.topic(topic);
            if (candidate.isUsed || candidate.isFrameworks || candidate.type != type || named < 0.7
                || (isLimit && candidate.shape != ScoreShape::Past && candidate.shape != ScoreShape::None)) {
                continue;
            }
            if (!isLimit && candidate.topic(Topic::Cache) >= 1) {
                continue;
            }
            const std::optional<std::size_t> part = partOfTopic(candidate, topic);
            std::optional<QByteArray> text;
            if (!isLimit && part) {
                text = idTemplateBehind(candidate, *part); // all locks are alike
            }
            if (!text) {
                text = idTemplateOfVarying(candidate);
            }
            if (!text && isLimit && part && *part + 1 < candidate.parts().size()) {
                text = idTemplateOfSegment(candidate);
            }
            KeyFamily &family = families[text ? *text : KeyTemplate::escaped(candidate.text)];
            family.keys.push_back(&candidate);
            family.isVariable = family.isVariable || candidate.isVariable();
        }
        for (auto &[text, family] : families) {
            const Candidate &first = *family.keys.front();
            const bool isOne = family.keys.size() == 1 && !family.isVariable;
            if (isOne && topic == Topic::RateLimit
                && partOfTopic(first, topic).value_or(0) + 2 != first.parts().size()) {
                m_drafts.add(byIdDraft(topic, KeyTemplate::escaped(first.text), family.keys));
                continue;
            }
            const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
            if (first.isVariable() && (!parsed || !parsed->hasId())) {
                continue; // several parts vary
            }
            m_drafts.add(byIdDraft(
                topic, isOne && topic == Topic::Lock && !endsWithId(first) ? KeyTemplate::escaped(first.text) : text,
                family.keys));
        }
    }

    /// True if one key alone already looks like one of many: "lock:order:7".
    static bool endsWithId(const Candidate &candidate) { return candidate.parts().back().partClass != PartClass::Word; }

    Draft byIdDraft(Topic topic, const QByteArray &text, const Candidates &keys)
    {
        double named = 0;
        bool isExpiring = false;
        bool areAllExpiring = true;
        for (const Candidate *one : keys) {
            named = std::max(named, one->topic(topic));
            isExpiring = isExpiring || one->expiring().value_or(0) > 0;
            areAllExpiring = areAllExpiring && one->expiring().value_or(0) >= 1;
        }
        Draft draft{kindOf(topic), {}, keys, 0, {}, joinedWords(wordsOf(text.left(text.indexOf("{id}"))).each)};
        const KindInfo &kind = kindInfo(draft.kind);
        Drafts::addTemplate(draft, kind.roles.front(), text);
        if (topic == Topic::Lock) {
            draft.confidence = (isExpiring ? 0.92 : 0.7) * named;
            draft.reasons.append(areAllExpiring   ? tr("Strings that are named like locks and expire")
                                     : isExpiring ? tr("Strings that are named like locks; some expire")
                                                  : tr("Strings that are named like locks"));
        } else {
            const bool isRead = keys.front()->shape == ScoreShape::Past;
            draft.confidence = (isRead ? 0.92 : 0.6) * named;
            draft.reasons.append(tr("Sorted sets by time that are named like rate limits"));
            addRefusals(draft, text);
        }
        return draft;
    }

    /// Counters of refusals, one for each subject.
    void addRefusals(Draft &draft, const QByteArray &subject)
    {
        const auto wordsIn = [](const QByteArray &base) { // without those of the topics themselves
            QSet<QByteArray> words;
            for (const QByteArray &word : base.split(' ')) {
                const PartWords part{word, {}};
                if (word != "*" && topicPart(part, Topic::RateLimit) == 0 && topicPart(part, Topic::Refusals) == 0) {
                    words.insert(withoutPlural(word));
                }
            }
            return words;
        };
        const QSet<QByteArray> own = wordsIn(draft.subject);
        for (Candidate &candidate : m_drafts.candidates()) {
            const std::optional<QByteArray> varying = idTemplateOfVarying(candidate);
            const std::optional<QByteArray> text = varying ? varying : idTemplateOfSegment(candidate);
            if (candidate.type != StringKey || candidate.isUsed || candidate.topic(Topic::Refusals) < 1 || !text
                || *text == subject) {
                continue;
            }
            const QByteArray names = text->left(text->indexOf("{id}"));
            const bool isAbout = wordsIn(joinedWords(wordsOf(names).each)) == own
                || text->startsWith(subject.left(subject.indexOf("{id}")));
            if (isAbout) {
                const KindInfo &kind = kindInfo(draft.kind);
                Drafts::addTemplate(draft, kind.roles.back(), *text);
                draft.used.push_back(&candidate);
                draft.reasons.append(tr("%1 counts refusals").arg(shownName(*text)));
                return;
            }
        }
    }

    void guessCaches()
    {
        std::map<QByteArray, Candidates> globs;
        for (Candidate &candidate : m_drafts.candidates()) {
            if (candidate.isUsed || candidate.isFrameworks || candidate.type != StringKey
                || candidate.topic(Topic::Cache) < 0.7) {
                continue;
            }
            globs[globOf(candidate)].push_back(&candidate);
        }
        // A wider glob has the keys of a narrower one.
        for (auto wide = globs.begin(); wide != globs.end(); ++wide) {
            const QByteArray prefix = wide->first.endsWith('*') ? wide->first.chopped(1) : QByteArray();
            const bool isWorth = wide->second.size() > 1 || wide->second.front()->isVariable();
            for (auto narrow = globs.begin(); narrow != globs.end();) {
                const bool isIn = narrow != wide && !prefix.isEmpty() && narrow->first.startsWith(prefix);
                if (isIn && isWorth) {
                    wide->second.insert(wide->second.end(), narrow->second.begin(), narrow->second.end());
                    narrow = globs.erase(narrow);
                } else {
                    ++narrow;
                }
            }
        }
        for (const auto &[glob, keys] : globs) {
            double named = 0;
            double expiring = 0;
            for (const Candidate *one : keys) {
                named = std::max(named, one->topic(Topic::Cache));
                expiring = std::max(expiring, one->expiring().value_or(0));
            }
            Draft draft{
                L1("cache"), {}, keys, (expiring > 0 ? 0.9 : 0.65) * named, {}, joinedWords(wordsOf(glob).each)};
            draft.reasons.append(expiring > 0 ? tr("Strings that are named like a cache and expire")
                                              : tr("Strings that are named like a cache"));
            Drafts::addTemplate(draft, kindInfo(draft.kind).roles.front(), glob);
            m_drafts.add(std::move(draft));
        }
    }

    Drafts &m_drafts;
};

} // namespace

void guessFound(Drafts &drafts)
{
    FoundGuesser(drafts).run();
}

} // namespace plimsoll::redis

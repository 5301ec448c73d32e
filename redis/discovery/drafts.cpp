// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/drafts.h"

#include "redis/collections/keytypes.h"
#include "redis/collections/kinds.h"
#include "redis/discovery/frameworkfinder.h"
#include "redis/frameworks/presets.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

namespace {

constexpr double leastConfidence = 0.4; ///< below it keys are not recognised
constexpr double mostConfidence = 0.97;
constexpr std::size_t mostProposals = 200;
constexpr std::size_t idsProbed = 3;
constexpr std::size_t recordsProbed = 16; ///< templates tried for the records of one collection

Topic topicOf(QLatin1StringView kind)
{
    for (int i = 0; i < static_cast<int>(Topic::TopicCount); ++i) {
        if (kindOf(static_cast<Topic>(i)) == kind) {
            return static_cast<Topic>(i);
        }
    }
    return Topic::TopicCount;
}

/// What is told of the keys of a candidate. Sizes of keys that were not asked are taken to be as the others'.
FoundTemplate foundTemplate(const Candidate &candidate)
{
    const TemplateKeys &keys = candidate.read->keys;
    FoundTemplate found;
    found.text = candidate.text;
    found.form = keys.form();
    found.type = keys.type;
    found.count = keys.count;
    if (keys.sized > 0) {
        const double share = std::max(1.0, static_cast<double>(keys.count) / static_cast<double>(keys.sized));
        found.size = static_cast<double>(keys.elements) * share;
    }
    std::vector<const TemplateKeys::Sample *> measurable;
    for (const TemplateKeys::Sample &sample : keys.samples) {
        if (sample.size >= 0) {
            measurable.push_back(&sample);
        }
    }
    const std::size_t count = std::min(measurable.size(), FoundTemplate::mostSamples);
    for (std::size_t i = 0; i < count; ++i) { // the largest, the smallest and one between them
        const std::size_t at = count == 1 ? 0 : i * (measurable.size() - 1) / (count - 1);
        found.samples.push_back({measurable[at]->key, static_cast<double>(measurable[at]->size)});
    }
    return found;
}

/// Adds keys to those of the same form and type, if they are the last.
void addKeys(std::vector<FoundTemplate> &all, FoundTemplate keys)
{
    if (all.empty() || all.back().form != keys.form || all.back().type != keys.type) {
        all.push_back(std::move(keys));
        return;
    }
    FoundTemplate &same = all.back(); // of short ids some are words, and some are not
    same.count += keys.count;
    same.size += keys.size;
}

/// Joins two keys of a role that takes one, such as "email:delayed" and "email:retry", as one template.
bool joinKeys(QByteArray &one, const Written &other)
{
    if (other.templates.size() != 1 || one.contains('{') || other.templates.front().contains('{')) {
        return false;
    }
    const QByteArray &two = other.templates.front();
    qsizetype same = 0;
    while (same < std::min(one.size(), two.size()) && one[same] == two[same]) {
        ++same;
    }
    while (same > 0 && (QChar::fromLatin1(one[same - 1]).isLetterOrNumber())) {
        --same;
    }
    const QByteArray first = one.sliced(same);
    const QByteArray second = two.sliced(same);
    if (same == 0 || !canBeShard(first) || !canBeShard(second)) {
        return false;
    }
    one = one.first(same) + '{' + first + ',' + second + '}';
    return true;
}

/// How the name of a record agrees with a collection, the better ones first.
enum class RecordName {
    Shared, ///< has a word of its subject: "reminder:{id}" for "schedule:reminders"
    General, ///< names jobs only: "job:{id}"
    Foreign,
};

RecordName recordNameOf(const QByteArray &text, const QByteArrayList &subject)
{
    static const QByteArrayList fillers{"item", "data", "record", "payload", "meta", "info", "detail", "body", "id"};
    constexpr int clearly = 90;
    bool isJob = false;
    bool isForeign = false;
    for (const QByteArray &word : wordsOf(text).each) {
        const bool isJobWord = topicPart({word, {}}, Topic::Queue) >= clearly;
        if (subject.contains(withoutPlural(word))) {
            return RecordName::Shared;
        }
        isJob = isJob || isJobWord;
        isForeign = isForeign || (!isJobWord && !isGeneric(word) && !fillers.contains(withoutPlural(word)));
    }
    return isJob && !isForeign ? RecordName::General : RecordName::Foreign;
}

} // namespace

const KindInfo &kindInfo(QLatin1StringView kind)
{
    return *findKind(QString(kind));
}

const RoleSpec *roleOf(QLatin1StringView kind, Holds holds)
{
    const std::span<const RoleSpec> roles = kindInfo(kind).roles;
    const auto role =
        std::find_if(roles.begin(), roles.end(), [holds](const RoleSpec &one) { return one.holds == holds; });
    return role == roles.end() ? nullptr : &*role;
}

QString shownName(const QByteArray &text)
{
    constexpr qsizetype width = 60;
    return printable(text, width);
}

Drafts::Drafts(const std::vector<ReadTemplate> &templates, const FrameworkFinder &frameworks, milliseconds now,
               const Questions &questions, Discovery &result)
    : m_now(now), m_questions(questions), m_result(result)
{
    m_candidates.reserve(templates.size());
    for (const ReadTemplate &one : templates) {
        m_candidates.push_back(makeCandidate(one, frameworks, now));
    }
}

void Drafts::addRole(Draft &draft, Holds holds, const Candidates &candidates) const
{
    const RoleSpec *role = roleOf(draft.kind, holds);
    if (role == nullptr) {
        return;
    }
    DraftRole keys{role->id, {}};
    for (Candidate *candidate : candidates) {
        if ((role->types & candidate->type) == 0) {
            continue;
        }
        Written written = writtenOf(*candidate, m_now, role->many);
        if (!role->many && !keys.written.templates.empty() && !joinKeys(keys.written.templates.front(), written)) {
            continue;
        }
        if (role->many || keys.written.templates.empty()) {
            keys.written.templates.insert(keys.written.templates.end(), written.templates.begin(),
                                          written.templates.end());
        }
        keys.written.isPart = keys.written.isPart || written.isPart;
        draft.used.push_back(candidate);
    }
    if (!keys.written.templates.empty()) {
        draft.roles.push_back(std::move(keys));
    }
}

void Drafts::addTemplate(Draft &draft, const RoleSpec &role, const QByteArray &text)
{
    draft.roles.push_back({role.id, {{text}, false}});
}

bool Drafts::addRecords(Draft &draft, Holds holds, const std::vector<QByteArray> &elements)
{
    std::vector<QByteArray> ids;
    for (const QByteArray &element : elements) {
        const QByteArray id = m_jobs.idOf(element);
        constexpr qsizetype longestId = 128;
        const bool isNew = std::find(ids.begin(), ids.end(), id) == ids.end();
        if (isNew && !id.isEmpty() && id.size() <= longestId && ids.size() < idsProbed) {
            ids.push_back(id);
        }
    }
    if (ids.empty()) {
        return false;
    }
    for (const auto &[text, candidates] : recordTemplates(draft, holds, ids)) {
        const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
        if (!parsed) {
            continue;
        }
        std::vector<QByteArray> keys;
        keys.reserve(ids.size());
        for (const QByteArray &id : ids) {
            keys.push_back(parsed->expandOne(m_now, id));
        }
        const std::vector<QByteArray> types = m_questions.types(keys);
        const auto there = static_cast<std::size_t>(std::count_if(types.begin(), types.end(), [&](const auto &type) {
            const KeyTypeSpec *spec = findKeyType(type);
            return spec != nullptr && (holds != Holds::Record || ((HashKey | StringKey) & spec->type) != 0);
        }));
        if (there * 2 < ids.size() || there == 0) {
            continue;
        }
        addTemplate(draft, *roleOf(draft.kind, holds), text);
        draft.used.insert(draft.used.end(), candidates.begin(), candidates.end());
        draft.reasons.append(tr("%1 is there for %2 of %3 elements looked at")
                                 .arg(shownName(text), QString::number(there), QString::number(ids.size())));
        return true;
    }
    return false;
}

/// Templates with {id} that may be records, the likelier first. Ids that are plain numbers are everywhere, so the
/// name has to agree; an id that is unique by its length needs no name.
Drafts::RecordTemplates Drafts::recordTemplates(const Draft &draft, Holds holds, const std::vector<QByteArray> &ids)
{
    constexpr qsizetype uniqueLength = 16;
    const bool isUnique =
        std::all_of(ids.begin(), ids.end(), [](const QByteArray &id) { return id.size() >= uniqueLength; });
    constexpr qsizetype shortNumber = 5; // digits
    bool isNumber = false;
    static_cast<void>(ids.front().toLongLong(&isNumber));
    const bool isGuessable = ids.size() == 1 && isNumber && ids.front().size() <= shortNumber;
    const QByteArrayList subject = subjectOf(draft.subject).split(' ');
    std::map<QByteArray, Candidates> byText;
    std::map<QByteArray, RecordName> likely;
    for (Candidate &candidate : m_candidates) {
        const bool isRecord = (candidate.type & (HashKey | StringKey)) != 0;
        const bool isUsable = holds == Holds::Target ? candidate.type != 0 : isRecord;
        if (!isUsable || candidate.isFrameworks) {
            continue;
        }
        std::set<QByteArray> texts;
        for (const std::optional<QByteArray> &text : {idTemplateOf(candidate), idTemplateOfSegment(candidate)}) {
            const qsizetype at = text ? text->indexOf("{id}") : 0;
            const bool isApart = at > 0 && !QChar::fromLatin1((*text)[at - 1]).isLetterOrNumber();
            if (isApart) {
                texts.insert(*text);
            }
        }
        for (const QByteArray &text : texts) {
            const RecordName name = recordNameOf(text, subject);
            if (name == RecordName::Shared || isUnique || (name == RecordName::General && !isGuessable)) {
                byText[text].push_back(&candidate);
                likely[text] = name;
            }
        }
    }
    RecordTemplates all(byText.begin(), byText.end());
    std::stable_sort(all.begin(), all.end(), [&likely](const auto &a, const auto &b) {
        const RecordName one = likely[a.first];
        const RecordName other = likely[b.first];
        return one != other ? one < other : a.first.size() < b.first.size(); // the wider one
    });
    all.resize(std::min(all.size(), recordsProbed));
    return all;
}

/// Adds the templates whose keys a template with {id} or a glob of the collection finds as well.
void Drafts::useMatching(Draft &draft, const CollectionDefinition &definition)
{
    std::vector<std::pair<const RoleSpec *, KeyPattern>> patterns;
    for (const RoleKeys &role : definition.keys) {
        for (const QByteArray &text : role.templates) {
            const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
            if (role.role->named == Named::ByGlob) {
                patterns.emplace_back(role.role, KeyPattern::ofGlob(text));
            } else if (parsed && parsed->hasId()) {
                patterns.emplace_back(role.role, KeyPattern(*parsed, m_now));
            }
        }
    }
    for (Candidate &candidate : m_candidates) {
        const std::vector<TemplateKeys::Sample> &samples = candidate.read->keys.samples;
        const bool isMatch = std::any_of(patterns.begin(), patterns.end(), [&](const auto &pattern) {
            return (pattern.first->types & candidate.type) != 0
                && std::all_of(samples.begin(), samples.end(), [&pattern](const TemplateKeys::Sample &sample) {
                       return pattern.second.idOf(sample.key).has_value();
                   });
        });
        const bool isKnown = std::find(draft.used.begin(), draft.used.end(), &candidate) != draft.used.end();
        if (isMatch && !isKnown && !candidate.isUsed && !candidate.isFrameworks && !samples.empty()) {
            draft.used.push_back(&candidate);
        }
    }
}

void Drafts::addFrameworks(const FrameworkFinder &frameworks)
{
    for (const FrameworkFinder::Found &found : frameworks.found()) {
        Proposal proposal;
        CollectionDefinition &definition = proposal.definition;
        definition.preset = found.use;
        applyPreset(definition, *found.use.preset->layout(found.use.part));
        const QString what = found.use.queue.isEmpty() ? found.use.part : found.use.queue;
        definition.name = uniqueName(found.use.preset->id + u' ' + what, *found.use.prefix);
        proposal.confidence = found.confidence;
        proposal.reason = found.reason;
        m_made.push_back({std::move(proposal), {}});
    }
    for (Candidate &candidate : m_candidates) {
        if (const auto index = frameworks.collectionOf(candidate.read->keys)) {
            candidate.isUsed = true;
            m_made[*index].proposal.count += candidate.read->keys.count;
            m_made[*index].counted.push_back(&candidate);
        }
    }
}

void Drafts::add(Draft draft)
{
    const KindInfo &kind = kindInfo(draft.kind);
    const bool isPart =
        std::any_of(draft.roles.begin(), draft.roles.end(), [](const DraftRole &role) { return role.written.isPart; });
    draft.confidence = std::min(draft.confidence, mostConfidence) * (isPart ? 0.8 : 1);
    const bool isWhole = std::all_of(kind.roles.begin(), kind.roles.end(), [&draft](const RoleSpec &spec) {
        return !spec.required || std::any_of(draft.roles.begin(), draft.roles.end(), [&spec](const DraftRole &role) {
            return role.id == spec.id;
        });
    });
    const bool isValid = std::all_of(draft.roles.begin(), draft.roles.end(), [&draft](const DraftRole &role) {
        return std::all_of(role.written.templates.begin(), role.written.templates.end(), [&](const auto &text) {
            return draft.kind == kindOf(Topic::Cache) || KeyTemplate::parse(text).ok();
        });
    });
    if (draft.confidence < leastConfidence || !isWhole || !isValid) {
        return;
    }
    if (isPart) {
        draft.reasons.append(tr("only the largest of its keys are named"));
    }
    Proposal proposal;
    proposal.definition.kind = &kind;
    proposal.confidence = std::round(draft.confidence * 100) / 100;
    for (const RoleSpec &spec : kind.roles) {
        for (DraftRole &role : draft.roles) {
            if (role.id == spec.id) {
                proposal.definition.keys.push_back({&spec, std::move(role.written.templates)});
                break;
            }
        }
    }
    useMatching(draft, proposal.definition);
    Candidates counted;
    qint64 elements = 0;
    bool isCounted = true;
    for (Candidate *candidate : draft.used) {
        const TemplateKeys &keys = candidate->read->keys;
        if (!std::exchange(candidate->isUsed, true)) {
            proposal.count += keys.count;
            counted.push_back(candidate);
        }
        if ((candidate->type & (HashKey | StringKey)) == 0) { // records are no elements
            elements += keys.elements;
            isCounted = isCounted && keys.sized >= keys.count;
        }
    }
    const bool hasElements = kind.id != kindOf(Topic::Cache) && kind.id != kindOf(Topic::Lock);
    proposal.elements = isCounted && hasElements ? std::optional(elements) : std::nullopt;
    proposal.definition.name = nameOf(draft);
    proposal.reason = draft.reasons.join(QLatin1String("; "));
    m_made.push_back({std::move(proposal), std::move(counted)});
}

/// A short name that no other proposal has.
QString Drafts::nameOf(const Draft &draft)
{
    std::vector<QByteArray> words;
    for (const QByteArray &word : draft.subject.split(' ')) {
        if (!isGeneric(word) && QLatin1StringView(word) != draft.kind && word != "*" && word != "by"
            && !word.isEmpty()) {
            words.push_back(word);
        }
    }
    std::vector<QByteArray> others = words; // what says more than the kind does
    std::erase_if(others, [topic = topicOf(draft.kind)](const QByteArray &word) {
        return topicPart({word, {}}, topic) >= 100;
    });
    words = others.empty() ? words : others;
    constexpr qsizetype longest = 60;
    QByteArray whole = draft.subject;
    QString name = printable(words.empty() ? whole.replace("*", "") : joinedWords(words), longest).simplified();
    if (name.isEmpty()) {
        name = draft.used.empty() ? QString(draft.kind) : printable(draft.used.front()->text, longest).simplified();
    }
    name = name.isEmpty() ? QString(draft.kind) : name;
    return uniqueName(name, QString(draft.kind));
}

/// Returns the name, with `further` or a number behind it if it is taken.
QString Drafts::uniqueName(const QString &name, const QString &further)
{
    QString unique = name;
    if (m_names.contains(unique)) {
        unique = name + u' ' + further;
    }
    for (int i = 2; m_names.contains(unique); ++i) {
        unique = QStringLiteral("%1 %2").arg(name, QString::number(i));
    }
    m_names.insert(unique);
    return unique;
}

void Drafts::conclude()
{
    std::stable_sort(m_made.begin(), m_made.end(),
                     [](const Made &a, const Made &b) { return a.proposal.confidence > b.proposal.confidence; });
    for (Made &one : m_made) {
        if (m_result.found.size() < mostProposals) {
            std::vector<FoundTemplate> keys;
            std::transform(one.counted.begin(), one.counted.end(), std::back_inserter(keys),
                           [](const Candidate *candidate) { return foundTemplate(*candidate); });
            std::stable_sort(keys.begin(), keys.end(), [](const FoundTemplate &a, const FoundTemplate &b) {
                return std::tie(a.form, a.type) < std::tie(b.form, b.type);
            });
            for (FoundTemplate &each : keys) {
                addKeys(one.proposal.templates, std::move(each));
            }
            m_result.found.push_back(std::move(one.proposal));
            continue;
        }
        for (Candidate *candidate : one.counted) {
            candidate->isUsed = false;
        }
    }
    for (const Candidate &candidate : m_candidates) {
        if (!candidate.isUsed && candidate.read->keys.count > 0) {
            addKeys(m_result.unrecognised, foundTemplate(candidate));
        }
    }
    std::stable_sort(m_result.unrecognised.begin(), m_result.unrecognised.end(),
                     [](const FoundTemplate &a, const FoundTemplate &b) { return a.count > b.count; });
}

} // namespace plimsoll::redis

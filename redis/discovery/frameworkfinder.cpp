// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/frameworkfinder.h"

#include "redis/collections/keytypes.h"
#include "redis/discovery/drafts.h"
#include "redis/frameworks/presets.h"
#include "redis/types/keytemplate.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr QByteArrayView prefixVariable{"{prefix}"}, queueVariable{"{queue}"}, anyVariable{"{any}"};
constexpr std::size_t mostQueues = 2'000; ///< names kept
constexpr std::size_t mostDoubtful = 200; ///< queues of a framework each of which needs several questions
constexpr std::size_t mostPrefixes = 500;
constexpr std::size_t mostFound = 200;
constexpr int commandsAtOnce = 400;
constexpr qsizetype mostProblems = 20;
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

QByteArray keyPrefix(const Preset &preset, const QByteArray &prefix)
{
    return PresetUse{&preset, QString::fromUtf8(prefix), {}, {}, {}}.keyPrefix();
}

QByteArray filled(QByteArray text, const Preset &preset, const QByteArray &prefix, const QByteArray &queue)
{
    const qsizetype at = text.indexOf(queueVariable); // first, as the prefix may hold anything
    if (at >= 0) {
        text.replace(at, queueVariable.size(), queue);
    }
    return text.startsWith(prefixVariable) ? keyPrefix(preset, prefix) + text.sliced(prefixVariable.size()) : text;
}

/// `*` alone is special.
bool matches(QByteArrayView glob, QByteArrayView text)
{
    const qsizetype star = glob.indexOf('*');
    if (star < 0) {
        return glob == text;
    }
    if (!text.startsWith(glob.first(star))) {
        return false;
    }
    const QByteArrayView rest = glob.sliced(star + 1);
    for (qsizetype at = star; at <= text.size(); ++at) {
        if (matches(rest, text.sliced(at))) {
            return true;
        }
    }
    return false;
}

bool matchesOne(const std::vector<QByteArray> &globs, const QByteArray &queue)
{
    return std::any_of(globs.begin(), globs.end(), [&queue](const QByteArray &glob) { return matches(glob, queue); });
}

bool isUnusual(const Preset &preset, const QByteArray &queue)
{
    return matchesOne(preset.find.unusual, queue);
}

bool isOneOf(const std::vector<QByteArray> &texts, const QByteArray &text)
{
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool isElementOf(const Preset &preset, QByteArrayView element)
{
    const std::vector<QByteArray> &fields = preset.find.elementFields;
    return !fields.empty() && element.startsWith('{')
        && std::all_of(fields.begin(), fields.end(),
                       [element](const QByteArray &field) { return element.contains(QByteArray('"' + field + '"')); });
}

/// The queue that a member of a registry names; empty: none.
QByteArray queueOfMember(const Preset &preset, const QByteArray &prefix, const QByteArray &member)
{
    QByteArray text = preset.find.member.chopped(queueVariable.size());
    if (text.startsWith(anyVariable)) {
        text = text.sliced(anyVariable.size());
        const qsizetype at = member.lastIndexOf(text);
        return at < 0 ? QByteArray() : member.sliced(at + text.size());
    }
    text = filled(text, preset, prefix, {});
    return member.startsWith(text) ? member.sliced(text.size()) : QByteArray();
}

bool isText(const QByteArray &name)
{
    return QString::fromUtf8(name).toUtf8() == name;
}

/// Reply to EXISTS.
bool isThere(const Reply &reply)
{
    return !reply.isError() && reply.integer > 0;
}

/// Questions of one command each, and what to do with the replies.
class Queries {
public:
    void add(std::initializer_list<QByteArrayView> arguments, std::function<void(const Reply &)> read)
    {
        m_pipeline.add(arguments);
        m_reads.push_back(std::move(read));
    }
    /// False if not all replies came.
    bool ask(const FrameworkFinder::Ask &ask)
    {
        for (int from = 0; from < m_pipeline.size(); from += commandsAtOnce) {
            const int end = std::min(m_pipeline.size(), from + commandsAtOnce);
            Pipeline some;
            for (int i = from; i < end; ++i) {
                some.append(m_pipeline, i);
            }
            const std::vector<Reply> replies = ask(some);
            if (replies.size() != static_cast<std::size_t>(some.size())) {
                return false;
            }
            for (int i = from; i < end; ++i) {
                m_reads[static_cast<std::size_t>(i)](replies[static_cast<std::size_t>(i - from)]);
            }
        }
        return true;
    }

private:
    Pipeline m_pipeline;
    std::vector<std::function<void(const Reply &)>> m_reads;
};

} // namespace

FrameworkFinder::Pattern::Pattern(const Preset &of, QByteArrayView named)
    : preset(&of), text(named.toByteArray()), hasPrefix(named.startsWith(prefixVariable)),
      hasAnyPrefix(of.find.anyPrefix && (of.find.prefixed.empty() || isOneOf(of.find.prefixed, text)))
{
    named = hasPrefix ? named.sliced(prefixVariable.size()) : named;
    const qsizetype variable = named.indexOf(queueVariable);
    hasQueue = variable >= 0;
    before = (hasQueue ? named.first(variable) : named).toByteArray();
    after = (hasQueue ? named.sliced(variable + queueVariable.size()) : QByteArrayView()).toByteArray();
    usual = (hasPrefix ? keyPrefix(of, of.prefix.toUtf8()) : QByteArray()) + before;
    around = of.join.toUtf8() + before;
}

FrameworkFinder::FrameworkFinder()
{
    for (const Preset &preset : presets()) {
        if (!preset.find.registry.isEmpty()) {
            m_patterns.emplace_back(preset, preset.find.registry).isRegistry = true;
        }
        for (const QByteArray &text : preset.find.queues) {
            m_patterns.emplace_back(preset, text);
        }
        if (preset.find.proof && preset.find.proof->key.endsWith('*')) {
            Pattern &pattern =
                m_patterns.emplace_back(preset, preset.find.proof->key.chopped(1) + queueVariable.toByteArray());
            pattern.isProof = true;
            pattern.hasAnyPrefix = preset.find.anyPrefix;
        }
    }
    listOwn();
}

/// Returns what stands for the variables if the pattern may have named the key.
std::optional<FrameworkFinder::Named> FrameworkFinder::namedBy(const Pattern &pattern, const QByteArray &key)
{
    if (!key.endsWith(pattern.after)) {
        return std::nullopt;
    }
    const QByteArrayView rest = QByteArrayView(key).chopped(pattern.after.size());
    if (rest.startsWith(pattern.usual) && (rest.size() > pattern.usual.size()) == pattern.hasQueue) {
        return Named{pattern.preset->prefix.toUtf8(), rest.sliced(pattern.usual.size()).toByteArray()};
    }
    if (!pattern.hasPrefix || !pattern.hasAnyPrefix || pattern.around.isEmpty()
        || (!pattern.hasQueue && !rest.endsWith(pattern.around))) {
        return std::nullopt;
    }
    // Without a start, Qt 6.4 finds one byte behind the end of a view.
    const qsizetype at = pattern.before.isEmpty() || !pattern.hasQueue
        ? rest.lastIndexOf(pattern.around, rest.size() - pattern.around.size())
        : rest.indexOf(pattern.around);
    const qsizetype end = at + pattern.around.size();
    if (at <= 0 || (rest.size() > end) != pattern.hasQueue) {
        return std::nullopt;
    }
    return Named{rest.first(at).toByteArray(), rest.sliced(end).toByteArray()};
}

/// Null for the default prefix of another framework.
FrameworkFinder::Base *FrameworkFinder::base(const Preset &preset, const QByteArray &prefix)
{
    const QByteArray text = keyPrefix(preset, prefix);
    const std::span<const Preset> all = presets();
    const bool isOthers =
        prefix != preset.prefix.toUtf8() && std::any_of(all.begin(), all.end(), [&](const Preset &other) {
            return &other != &preset && !other.prefix.isEmpty() && text == keyPrefix(other, other.prefix.toUtf8());
        });
    if (isOthers || !isText(prefix)
        || (m_bases.size() >= mostPrefixes && !m_bases.contains(std::pair(&preset, prefix)))) {
        return nullptr;
    }
    return &m_bases[{&preset, prefix}];
}

void FrameworkFinder::addQueue(const Preset &preset, const QByteArray &prefix, const QByteArray &name,
                               const Queue &queue)
{
    const bool isDefault = prefix == preset.prefix.toUtf8() && !isUnusual(preset, name);
    std::size_t &count = isDefault ? m_queueCount : m_doubtfulCounts[&preset];
    if (name.isEmpty() || matchesOne(preset.find.ignored, name) || !isText(name)
        || count >= (isDefault ? mostQueues : mostDoubtful)) {
        return;
    }
    if (Base *of = base(preset, prefix)) {
        count += of->queues.contains(name) ? 0 : 1;
        Queue &known = of->queues[name];
        known.sign = known.sign.isEmpty() ? queue.sign : known.sign;
        known.isSure = known.isSure || queue.isSure;
        of->isSure = of->isSure || queue.isSure;
    }
}

void FrameworkFinder::see(const QByteArray &key)
{
    for (const Pattern &pattern : m_patterns) {
        const std::optional<Named> named = namedBy(pattern, key);
        const PresetFind &find = pattern.preset->find;
        const bool isTelling = named
            && (!isUnusual(*pattern.preset, named->queue) || isOneOf(find.beside, pattern.text)
                || (find.proof && find.proof->key == pattern.text));
        if (named && pattern.isProof) {
            if (m_proofs.size() < mostPrefixes) {
                m_proofs.try_emplace({pattern.preset, named->prefix}, key);
            }
        } else if (named && !pattern.isRegistry && !isTelling) {
            continue;
        } else if (named && !pattern.isRegistry) {
            addQueue(*pattern.preset, named->prefix, named->queue, {key});
        } else if (Base *of = named ? base(*pattern.preset, named->prefix) : nullptr) {
            of->registries.insert(key);
        }
    }
    for (const Preset &preset : presets()) {
        if (isOneOf(preset.find.usual, key)) {
            addQueue(preset, preset.prefix.toUtf8(), key, {key});
        }
        if (!preset.find.siblingKey.isEmpty() && key.endsWith(preset.find.siblingKey)) {
            seeSibling(preset, key);
        }
    }
}

void FrameworkFinder::seeSibling(const Preset &preset, const QByteArray &key)
{
    for (const Preset::Sibling &sibling : preset.sibling) {
        const QByteArray tail = sibling.replacement.toUtf8() + preset.find.siblingKey;
        Base *of = key.endsWith(tail) ? base(preset, key.chopped(tail.size()) + sibling.end.toUtf8()) : nullptr;
        if (of != nullptr) {
            of->sibling = key;
            return;
        }
    }
}

/// Where only the second part of a framework shows it, its usual queue is taken.
void FrameworkFinder::addSiblings()
{
    std::set<std::pair<const Preset *, QByteArray>> known; // second parts of queues that were found
    for (const auto &[which, of] : m_bases) {
        if (of.isSure && std::any_of(of.queues.begin(), of.queues.end(), [](const auto &queue) {
                return queue.second.isFound();
            })) {
            const PresetUse use{which.first, QString::fromUtf8(which.second), {}, {}, {}};
            for (QByteArray &sibling : use.siblingPrefixes()) {
                known.insert({which.first, std::move(sibling)});
            }
        }
    }
    for (auto &[which, of] : m_bases) {
        const Preset *preset = which.first;
        if (!of.sibling.isEmpty() && !known.contains({preset, of.sibling.chopped(preset->find.siblingKey.size())})) {
            of.queues[preset->find.siblingQueue] = {of.sibling, true};
            of.isSure = true;
        }
    }
}

QStringList FrameworkFinder::problems() const
{
    QStringList problems;
    for (const auto &[which, of] : m_bases) {
        for (const auto &[name, queue] : of.queues) {
            if (of.isSure && !queue.otherType.isEmpty() && problems.size() < mostProblems) {
                problems += tr("%1: a queue of %2, but with a key of type %3, as only other transports keep their "
                               "messages, such as celery-redis-plus; it is not read")
                                .arg(shownName(name), which.first->title, QString::fromLatin1(queue.otherType));
            }
        }
    }
    return problems;
}

void FrameworkFinder::confirm(const Ask &ask, bool isWhole)
{
    for (const Pattern &pattern : m_patterns) {
        if (isWhole && pattern.isRegistry && !pattern.hasQueue) {
            m_bases[{pattern.preset, pattern.preset->prefix.toUtf8()}].registries.insert(pattern.usual);
        }
    }
    readRegistries(ask);
    askForFurtherKeys(ask);
    askForTypes(ask);
    listOwn();
}

void FrameworkFinder::readRegistries(const Ask &ask)
{
    Queries queries;
    for (auto &[which, of] : m_bases) {
        const auto &[preset, prefix] = which;
        for (const QByteArray &registry : of.registries) {
            queries.add({"SSCAN", registry, "0", "COUNT", "1000"},
                        [this, preset = preset, prefix = prefix, base = &of](const Reply &reply) {
                            if (reply.isError() || reply.elements.size() != 2) {
                                return;
                            }
                            const std::vector<Reply> &members = reply.elements[1].elements;
                            for (const Reply &member : members) {
                                addQueue(*preset, prefix, queueOfMember(*preset, prefix, member.bytes), {});
                            }
                            base->isSure = base->isSure || (preset->find.beside.empty() && !members.empty());
                        });
        }
    }
    queries.ask(ask);
}

/// What is asked for to know whether a queue, or all queues of a registry, are of a framework.
class FrameworkFinder::Judgement {
public:
    Judgement(Base &base, Queue *queue, std::size_t needed) : m_base(base), m_queue(queue), m_needed(needed) { }

    void askForType(Queries &queries, const QByteArray &key, unsigned types)
    {
        queries.add({"TYPE", key}, [this, types](const Reply &reply) {
            const KeyTypeSpec *type = reply.isError() ? nullptr : findKeyType(reply.bytes);
            m_there += type != nullptr && (types & type->type) != 0 ? 1 : 0;
        });
    }
    /// `proof`: a key that was seen where any key of a form proves it; empty: the key of the preset.
    void askForKeys(Queries &queries, const Preset &preset, const QByteArray &prefix, const QByteArray &name,
                    const QByteArray &proof)
    {
        const PresetFind &find = preset.find;
        const auto isAbout = [&name](const QByteArray &text) { return text.contains(queueVariable) != name.isEmpty(); };
        const auto key = [&](const QByteArray &text) { return filled(text, preset, prefix, name); };
        for (const QByteArray &text : m_needed > 0 ? find.beside : std::vector<QByteArray>()) {
            queries.add({"EXISTS", key(text)}, [this](const Reply &reply) { m_there += isThere(reply) ? 1 : 0; });
        }
        for (const QByteArray &text : m_needed > 0 ? find.present : std::vector<QByteArray>()) {
            if (isAbout(text)) {
                queries.add({"EXISTS", key(text)},
                            [this](const Reply &reply) { m_isDenied = m_isDenied || !isThere(reply); });
            }
        }
        for (const PresetFind::Sign &sign : find.absent) {
            if (isAbout(sign.key)) {
                queries.add({"TYPE", key(sign.key)}, [this, type = sign.type](const Reply &reply) {
                    const bool isHere = !reply.isError() && reply.bytes != "none";
                    m_isDenied = m_isDenied || (isHere && (type.isEmpty() || reply.bytes == type));
                });
            }
        }
        if (!find.proof || !isAbout(find.proof->key) || (find.proof->key.endsWith('*') && proof.isEmpty())) {
            return;
        }
        const QByteArray asked = proof.isEmpty() ? key(find.proof->key) : proof;
        if (find.proof->field.isEmpty()) {
            queries.add({"EXISTS", asked}, [this](const Reply &reply) { m_isProven = isThere(reply); });
            return;
        }
        queries.add({"HGET", asked, find.proof->field}, [this, begins = find.proof->begins](const Reply &reply) {
            m_isOther = reply.isError() && reply.bytes.startsWith("WRONGTYPE");
            m_isProven = reply.type == Reply::Type::Bulk && reply.bytes.startsWith(begins);
        });
    }
    /// An element without the first member of those that the framework writes tells that the registry is another
    /// program's.
    void askForElements(Queries &queries, const Preset &preset, const QByteArray &prefix)
    {
        if (preset.find.elementFields.empty()) {
            return;
        }
        const QByteArray member = '"' + preset.find.elementFields.front() + '"';
        std::size_t asked = 0;
        for (const auto &[name, queue] : m_base.queues) {
            if (!queue.isListed() || ++asked > mostAsked) {
                continue;
            }
            queries.add({"LINDEX", filled(preset.find.elementKey, preset, prefix, name), "0"},
                        [this, member](const Reply &reply) {
                            const bool isElement = reply.type == Reply::Type::Bulk && !reply.bytes.isEmpty();
                            m_isDenied = m_isDenied || (isElement && !reply.bytes.contains(member));
                        });
        }
    }
    void conclude() const
    {
        if (m_isProven || (m_there >= m_needed && !m_isDenied && !m_isOther)) {
            m_base.isSure = true;
            if (m_queue != nullptr) {
                m_queue->isSure = true;
            }
        }
    }

private:
    static constexpr std::size_t mostAsked = 20; ///< queues whose elements are looked at

    Base &m_base;
    Queue *m_queue; ///< null: the registry
    std::size_t m_needed, m_there = 0;
    bool m_isDenied = false, m_isProven = false;
    bool m_isOther = false; ///< the key of the proof has another type
};

/// Asks for the further keys of a registry or a queue, and for the types of keys with usual names.
void FrameworkFinder::askForFurtherKeys(const Ask &ask)
{
    std::vector<std::unique_ptr<Judgement>> judgements;
    Queries queries;
    for (auto &[which, of] : m_bases) {
        const auto &[preset, prefix] = which;
        const PresetFind &find = preset->find;
        const auto proof = m_proofs.find(which);
        const QByteArray seen = proof == m_proofs.end() ? QByteArray() : proof->second;
        const bool isDefault = prefix == preset->prefix.toUtf8() && !prefix.isEmpty();
        if (!of.registries.empty() && !of.queues.empty() && !of.isSure) {
            judgements.push_back(std::make_unique<Judgement>(of, nullptr, isDefault ? 0 : 1));
            judgements.back()->askForKeys(queries, *preset, prefix, {}, seen);
            judgements.back()->askForElements(queries, *preset, prefix);
        }
        for (auto &[name, queue] : of.queues) {
            if (queue.isListed()) {
                continue;
            }
            const bool isUsual = queue.sign == name && isOneOf(find.usual, name);
            const bool isPlain = isDefault && !isUnusual(*preset, name);
            const std::size_t least = find.proof && find.proof->key.contains(queueVariable) ? 1 : 0;
            const std::size_t needed = isUsual ? 1 : isPlain ? least : std::min<std::size_t>(2, find.beside.size());
            judgements.push_back(std::make_unique<Judgement>(of, &queue, needed));
            if (isUsual) {
                judgements.back()->askForType(queries, name, preset->layouts.front().roles.front().types);
            } else {
                judgements.back()->askForKeys(queries, *preset, prefix, name, seen);
            }
        }
    }
    if (queries.ask(ask)) {
        for (const auto &judgement : judgements) {
            judgement->conclude();
        }
    }
}

/// Asks whether the keys of listed queues have the type that the framework gives them.
void FrameworkFinder::askForTypes(const Ask &ask)
{
    Queries queries;
    for (auto &[which, of] : m_bases) {
        const auto &[preset, prefix] = which;
        if (preset->find.elementKey.isEmpty() || !of.isSure) {
            continue;
        }
        const unsigned types = preset->layouts.front().roles.front().types;
        for (auto &[name, queue] : of.queues) {
            if (queue.isListed()) {
                queries.add({"TYPE", filled(preset->find.elementKey, *preset, prefix, name)},
                            [&known = queue, types](const Reply &reply) {
                                const KeyTypeSpec *type = reply.isError() ? nullptr : findKeyType(reply.bytes);
                                known.otherType =
                                    type != nullptr && (types & type->type) == 0 ? reply.bytes : QByteArray();
                            });
            }
        }
    }
    queries.ask(ask);
}

void FrameworkFinder::seeElements(const std::vector<ReadTemplate> &templates)
{
    for (const Preset &preset : presets()) {
        if (preset.find.elementKey.isEmpty()) {
            continue;
        }
        const Pattern pattern(preset, preset.find.elementKey);
        const auto isOfPreset = [&preset](const KeyContent &content) {
            return std::any_of(content.elements.begin(), content.elements.end(),
                               [&preset](const QByteArray &element) { return isElementOf(preset, element); });
        };
        for (const ReadTemplate &one : templates) {
            if (std::none_of(one.contents.begin(), one.contents.end(), isOfPreset)) {
                continue;
            }
            for (const TemplateKeys::Sample &sample : one.keys.samples) {
                if (const auto named = namedBy(pattern, sample.key)) {
                    addQueue(preset, named->prefix, named->queue, {sample.key, true});
                }
            }
        }
    }
}

bool FrameworkFinder::isElement(QByteArrayView element)
{
    const std::span<const Preset> all = presets();
    return std::any_of(all.begin(), all.end(),
                       [element](const Preset &preset) { return isElementOf(preset, element); });
}

void FrameworkFinder::addFound(const Preset &preset, const QByteArray &prefix, const QByteArray &queue,
                               const QString &part, const QString &reason, std::vector<QByteArray> partKeys)
{
    constexpr double certain = 0.97, likely = 0.9;
    if (m_found.size() < mostFound) {
        const bool isUsual = prefix == preset.prefix.toUtf8();
        m_found.push_back({{&preset, QString::fromUtf8(prefix), QString::fromUtf8(queue), part, {}},
                           reason,
                           isUsual ? certain : likely,
                           std::move(partKeys)});
    }
}

void FrameworkFinder::conclude(const Ask &ask)
{
    addSiblings();
    Queries queries;
    std::map<std::pair<const Base *, QString>, std::vector<QByteArray>> parts; // the keys that are there
    for (const auto &[which, of] : m_bases) {
        for (const PresetLayout &layout : which.first->layouts) {
            if (!of.isSure || layout.part.isEmpty()) {
                continue;
            }
            const PresetUse use{which.first, QString::fromUtf8(which.second), {}, layout.part, {}};
            for (std::size_t role = 0; role < layout.roles.size(); ++role) {
                for (const QByteArray &text : use.templates(layout, role)) {
                    const Result<KeyTemplate> key = KeyTemplate::parse(text);
                    if (!key || key->hasId()) {
                        continue;
                    }
                    const QByteArray name = key->expandOne({}, {});
                    queries.add({"EXISTS", name}, [&parts, name, at = std::pair(&of, layout.part)](const Reply &reply) {
                        if (isThere(reply)) {
                            parts[at].push_back(name);
                        }
                    });
                }
            }
        }
    }
    queries.ask(ask);
    for (const auto &[which, of] : m_bases) {
        if (!of.isSure) {
            continue;
        }
        const auto &[preset, prefix] = which;
        for (const auto &[name, queue] : of.queues) {
            if (queue.isFound()) {
                addFound(*preset, prefix, name, {},
                         queue.isListed()
                             ? tr("%1 lists it, as %2 does").arg(shownName(*of.registries.begin()), preset->title)
                             : tr("%1 is a key of %2").arg(shownName(queue.sign), preset->title));
            }
        }
        for (const PresetLayout &layout : preset->layouts) {
            if (const auto part = parts.find({&of, layout.part}); part != parts.end()) {
                addFound(*preset, prefix, {}, layout.part,
                         tr("%1 is a key of %2").arg(shownName(part->second.front()), preset->title), part->second);
            }
        }
    }
    listOwn();
}

/// Lists the keys of all collections found.
void FrameworkFinder::listOwn()
{
    m_own.clear();
    /// Index of the collection of a queue; with an empty name, of the first collection with that prefix.
    const auto indexOf = [this](const Preset *preset, const QByteArray &prefix, const QByteArray &queue) {
        const auto found = std::find_if(m_found.begin(), m_found.end(), [&](const Found &one) {
            return one.use.preset == preset && one.use.prefix->toUtf8() == prefix
                && (queue.isEmpty() || one.use.queue.toUtf8() == queue);
        });
        return found == m_found.end() ? nowhere : static_cast<std::size_t>(found - m_found.begin());
    };
    const auto add = [this](const Preset &preset, const QByteArray &prefix, const QByteArray &queue,
                            std::size_t collection) {
        for (const QByteArray &glob : preset.find.own) {
            const bool isOfQueue = glob.contains(queueVariable.data());
            if (isOfQueue ? !queue.isEmpty() : queue.isEmpty() && glob.startsWith(prefixVariable)) {
                m_own.push_back({filled(glob, preset, prefix, queue), collection});
            }
        }
    };
    for (const auto &[which, of] : m_bases) {
        for (auto queue = of.queues.rbegin(); of.isSure && queue != of.queues.rend(); ++queue) { // "a:b" before "a"
            const auto &[name, known] = *queue;
            if (known.isFound()) {
                add(*which.first, which.second, name, indexOf(which.first, which.second, name));
            } else if (!known.otherType.isEmpty()) {
                add(*which.first, which.second, name, nowhere);
            }
        }
    }
    for (std::size_t i = 0; i < m_found.size(); ++i) {
        for (const QByteArray &key : m_found[i].partKeys) {
            m_own.push_back({key, i});
        }
    }
    for (const auto &[which, of] : m_bases) {
        if (!of.isSure) {
            continue;
        }
        const std::size_t first = indexOf(which.first, which.second, {});
        add(*which.first, which.second, {}, first);
        const PresetUse use{which.first, QString::fromUtf8(which.second), {}, {}, {}};
        for (const QByteArray &sibling : first != nowhere ? use.siblingPrefixes() : std::vector<QByteArray>()) {
            m_own.push_back({sibling + '*', first});
        }
    }
    for (const Preset &preset : presets()) {
        if (!preset.prefix.isEmpty()) {
            add(preset, preset.prefix.toUtf8(), {}, nowhere);
        }
        for (const QByteArray &glob : preset.find.own) {
            if (!glob.startsWith(prefixVariable) && !glob.contains(queueVariable.data())) {
                m_own.push_back({glob, nowhere});
            }
        }
    }
}

/// Null if the keys are of no framework.
const FrameworkFinder::Own *FrameworkFinder::ownOf(const TemplateKeys &keys) const
{
    const QByteArray name = keys.samples.empty() ? keys.text() : keys.samples.front().key;
    const auto own =
        std::find_if(m_own.begin(), m_own.end(), [&name](const Own &one) { return matches(one.glob, name); });
    return own == m_own.end() ? nullptr : &*own;
}

bool FrameworkFinder::owns(const TemplateKeys &keys) const
{
    return ownOf(keys) != nullptr;
}

std::optional<std::size_t> FrameworkFinder::collectionOf(const TemplateKeys &keys) const
{
    const Own *own = ownOf(keys);
    return own == nullptr || own->collection == nowhere ? std::nullopt : std::optional(own->collection);
}

} // namespace plimsoll::redis

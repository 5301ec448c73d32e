// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/candidate.h"

#include "redis/collections/keytypes.h"
#include "redis/discovery/frameworkfinder.h"

#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

namespace {

/// Words of the literal parts without the one at `skipPart`, or without `skipWords` of its words from `skipWord` on.
QByteArray baseWithout(const Candidate &candidate, std::size_t skipPart, std::size_t skipWord, std::size_t skipWords)
{
    std::vector<QByteArray> out;
    for (std::size_t i = 0; i < candidate.words.size(); ++i) {
        if (candidate.parts()[i].isVariable) {
            out.emplace_back("*");
        }
        const std::vector<QByteArray> &each = candidate.words[i].each;
        for (std::size_t j = 0; j < each.size(); ++j) {
            if (i != skipPart || j < skipWord || j >= skipWord + skipWords) {
                out.push_back(each[j]);
            }
        }
    }
    return joinedWords(out);
}

unsigned typesOfRole(Holds holds)
{
    switch (holds) {
    case Holds::Ready:
        return ListKey;
    case Holds::Processing:
        return ListKey | ZSetKey;
    case Holds::Dead:
        return ListKey | SetKey | ZSetKey | StreamKey;
    case Holds::Delayed:
        return ZSetKey;
    default:
        return 0;
    }
}

/// Finds the role in a name, from its end on: "email:failed", "email-dlq", "failed_jobs", "delayed:email".
void findRole(Candidate &candidate)
{
    const auto take = [&candidate](const QByteArray &word, std::size_t part, std::size_t first, std::size_t count) {
        const std::optional<RoleWord> role = roleOf(word);
        // "schedule:email:processing" belongs to "schedule:email": in front it says what all of them are.
        const bool isInFront =
            std::any_of(candidate.words.begin() + static_cast<std::ptrdiff_t>(part) + 1, candidate.words.end(),
                        [](const PartWords &one) { return !one.each.empty(); });
        if (!role || (typesOfRole(role->holds) & candidate.type) == 0 || (isInFront && role->holds == Holds::Delayed)) {
            return false;
        }
        candidate.role = role;
        candidate.base = baseWithout(candidate, part, first, count);
        return true;
    };
    candidate.wholeBase = candidate.base = baseWithout(candidate, candidate.words.size(), 0, 0);
    for (std::size_t part = candidate.words.size(); part-- > 0;) {
        const PartWords &words = candidate.words[part];
        const std::size_t count = words.each.size();
        if (count == 0) {
            continue;
        }
        const auto pair = [&words](std::size_t first) { return words.each[first] + words.each[first + 1]; };
        if (take(words.whole, part, 0, count)
            || (count > 1
                && (take(pair(count - 2), part, count - 2, 2) || take(pair(0), part, 0, 2)
                    || take(words.each.back(), part, count - 1, 1) || take(words.each.front(), part, 0, 1)))) {
            return;
        }
    }
}

} // namespace

QByteArray joinedWords(const std::vector<QByteArray> &words)
{
    QByteArray out;
    for (const QByteArray &word : words) {
        out += (out.isEmpty() ? "" : " ") + word;
    }
    return out;
}

QByteArray withoutPlural(const QByteArray &word)
{
    return word.size() > 3 && word.endsWith('s') && !word.endsWith("ss") ? word.chopped(1) : word;
}

QByteArray subjectOf(const QByteArray &base)
{
    std::vector<QByteArray> words;
    const QByteArrayList all = base.split(' ');
    for (const QByteArray &word : all) {
        const std::optional<RoleWord> role = roleOf(word);
        if (!isGeneric(word) && !(role && role->tier < 0)) {
            words.push_back(withoutPlural(word));
        }
    }
    return words.empty() ? base : joinedWords(words);
}

std::optional<std::size_t> partOfTopic(const Candidate &candidate, Topic topic)
{
    constexpr int enough = 70;
    for (std::size_t i = 0; i < candidate.words.size(); ++i) {
        if (topicPart(candidate.words[i], topic) >= enough) {
            return i;
        }
    }
    return std::nullopt;
}

bool isPeriodPart(const TemplatePart &part)
{
    return !periodOf(part.partClass).isEmpty();
}

Candidate makeCandidate(const ReadTemplate &one, const FrameworkFinder &frameworks, milliseconds now)
{
    Candidate candidate;
    candidate.read = &one;
    candidate.text = one.keys.text();
    const KeyTypeSpec *spec = findKeyType(one.keys.type);
    candidate.type = spec == nullptr ? 0U : static_cast<unsigned>(spec->type);
    for (const TemplatePart &part : one.keys.parts) {
        const bool isLiteral = !part.isVariable && part.partClass == PartClass::Word;
        candidate.words.push_back(isLiteral ? wordsOf(part.text) : PartWords{});
        if (!part.isVariable && !isLiteral && !isPeriodPart(part)) {
            candidate.words.back() = wordsOf(part.text); // the only value of a class: a name like any other
        }
    }
    findRole(candidate);
    candidate.isFrameworks = frameworks.owns(one.keys);
    for (const KeyContent &content : one.contents) {
        if (candidate.type == ZSetKey && candidate.shape == ScoreShape::None) {
            candidate.shape = shapeOf(content.scores, now);
        }
        for (const QByteArray &element : content.elements) {
            candidate.isFrameworks = candidate.isFrameworks || FrameworkFinder::isElement(element);
            candidate.jobs = std::max(candidate.jobs, jobLikeness(element));
        }
    }
    return candidate;
}

} // namespace plimsoll::redis

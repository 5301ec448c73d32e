// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/guess.h"
#include "redis/discovery/keywords.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace plimsoll::redis {

class FrameworkFinder;

/// One template and type, with what its name and content say.
struct Candidate {
    const ReadTemplate *read = nullptr;
    QByteArray text;
    unsigned type = 0; ///< KeyType bit; 0: of a module, or unknown
    std::vector<PartWords> words; ///< one for each part; empty for variable parts
    std::optional<RoleWord> role; ///< if its name has a role
    QByteArray base; ///< words of the name without the role
    QByteArray wholeBase; ///< words of the name
    ScoreShape shape = ScoreShape::None;
    double jobs = 0; ///< likeness of its elements to jobs
    bool isFrameworks = false;
    bool isUsed = false;

    [[nodiscard]] const std::vector<TemplatePart> &parts() const { return read->keys.parts; }
    [[nodiscard]] double topic(Topic topic) const { return topicWeight(words, topic); }
    [[nodiscard]] bool isVariable() const
    {
        return std::any_of(parts().begin(), parts().end(), [](const TemplatePart &part) { return part.isVariable; });
    }
    [[nodiscard]] std::vector<QByteArray> elements() const
    {
        std::vector<QByteArray> all;
        for (const KeyContent &content : read->contents) {
            all.insert(all.end(), content.elements.begin(), content.elements.end());
        }
        return all;
    }
    /// Share of the keys looked at that expire; nullopt: none was.
    [[nodiscard]] std::optional<double> expiring() const
    {
        double asked = 0;
        double with = 0;
        for (const KeyContent &content : read->contents) {
            asked += content.hasExpiry ? 1 : 0;
            with += content.hasExpiry.value_or(false) ? 1 : 0;
        }
        return asked > 0 ? std::optional(with / asked) : std::nullopt;
    }
};
using Candidates = std::vector<Candidate *>;

Candidate makeCandidate(const ReadTemplate &one, const FrameworkFinder &frameworks, std::chrono::milliseconds now);

/// Words with a space between two.
QByteArray joinedWords(const std::vector<QByteArray> &words);
QByteArray withoutPlural(const QByteArray &word);
/// The topic of a name: its words without "queue", "processing" and the like.
QByteArray subjectOf(const QByteArray &base);
/// True for a day or an hour, also if it does not vary.
bool isPeriodPart(const TemplatePart &part);
/// First literal part that points to a topic.
std::optional<std::size_t> partOfTopic(const Candidate &candidate, Topic topic);

} // namespace plimsoll::redis

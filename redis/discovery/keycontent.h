// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/templatetree.h"
#include "redis/types/result.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// A few elements of one key, as the guess needs them.
struct KeyContent {
    /// List: both ends, left first. Set: random members. Sorted set: lowest and highest, in order. String: its
    /// beginning.
    std::vector<QByteArray> elements;
    std::vector<double> scores; ///< sorted set only, ascending
    std::optional<bool> hasExpiry; ///< nullopt: not asked
    std::optional<Error> error; ///< reason why a command was refused
};

/// Appends the bounded reads of one key of a type.
void appendContent(Pipeline &pipeline, const QByteArray &key, QByteArrayView type);
/// Number of replies of appendContent().
std::size_t contentReplies(QByteArrayView type);
KeyContent readContent(std::span<const Reply> replies, const QByteArray &key, QByteArrayView type);
/// Bytes of the elements read.
qint64 bytesOf(const KeyContent &content);

/// Meaning of the scores of a sorted set by their magnitude.
enum class ScoreShape {
    None,
    Past, ///< times up to now
    Future,
    Mixed, ///< times before and after now
    Small, ///< whole numbers within ±100
    Banded, ///< band × divisor + time
    Points, ///< other numbers
};
/// True if the scores are times.
inline bool isTimes(ScoreShape shape)
{
    return shape == ScoreShape::Past || shape == ScoreShape::Future || shape == ScoreShape::Mixed;
}
ScoreShape shapeOf(const std::vector<double> &scores, std::chrono::milliseconds now);

/// Likeness of a text to a job in JSON, from 0 to 1, by the names of its fields.
double jobLikeness(QByteArrayView json);

} // namespace plimsoll::redis

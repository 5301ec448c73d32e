// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>

#include <chrono>
#include <vector>

namespace plimsoll {

/// Key as written in a workspace: literal text with `{id}`, periods (`{yyyyMMdd}`, `{yyyyMMddHH}`, `{yyyy-MM-dd}`,
/// `{yyyy-MM-dd-HH}`, UTC), shards (`{a,b,c}`, `{0..15}`) and the escapes `\{` `\}`. Any other brace group is literal,
/// and of nested braces only the innermost pair is a group. Reentrant value; expanding allocates only the results.
class KeyTemplate {
public:
    /// Maximum number of keys of a template; more is an error in the workspace.
    static constexpr std::size_t maxShards = 4096;

    static Result<KeyTemplate> parse(QByteArrayView text);
    /// Returns the template that matches exactly this key.
    static QByteArray escaped(QByteArrayView key);

    [[nodiscard]] bool hasId() const;
    [[nodiscard]] bool hasPeriod() const;
    [[nodiscard]] std::size_t shardCount() const; ///< 1 without shard groups
    [[nodiscard]] std::chrono::seconds periodLength() const; ///< length of the shortest period; 0 without one

    /// Returns all shards for the period at `serverTime`, `periodsBack` periods earlier, with `id` for `{id}`.
    [[nodiscard]] std::vector<QByteArray> expand(std::chrono::milliseconds serverTime, QByteArrayView id = {},
                                                 int periodsBack = 0) const;
    /// Returns the first shard only; for `{id}` templates, which have no shards.
    [[nodiscard]] QByteArray expandOne(std::chrono::milliseconds serverTime, QByteArrayView id) const;
    /// Returns a glob for each shard, in the order of expand(), that matches its keys of every period and id.
    [[nodiscard]] std::vector<QByteArray> globs() const;
    /// Returns a glob that matches only this text.
    static QByteArray globOf(QByteArrayView text);
    /// Returns the texts before, between and after the {id}s, for the period at `serverTime`; the template must not
    /// have shards.
    [[nodiscard]] std::vector<QByteArray> aroundId(std::chrono::milliseconds serverTime) const;
    /// Returns the Unix time at which a period ends and the keys change; max() without a period.
    [[nodiscard]] std::chrono::milliseconds nextChange(std::chrono::milliseconds serverTime) const;

private:
    enum class PartType { Literal, Id, Day, Hour, DashedDay, DashedHour, Shards };
    struct Part {
        PartType type = PartType::Literal;
        QByteArray text; ///< Literal only
        std::vector<QByteArray> shards; ///< Shards only
    };

    static Result<Part> parseGroup(QByteArrayView body);
    void appendLiteral(QByteArrayView text);
    std::vector<Part> m_parts;
};

} // namespace plimsoll

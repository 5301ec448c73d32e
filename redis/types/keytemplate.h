// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>

#include <chrono>
#include <vector>

namespace plimsoll {

/// A key as the workspace writes it (contract.md §3): literal text with `{id}`, periods (`{yyyyMMdd}`,
/// `{yyyyMMddHH}`, `{yyyy-MM-dd}`, `{yyyy-MM-dd-HH}`, UTC), shards (`{a,b,c}`, `{0..15}`) and the escapes `\{` `\}`.
/// A brace group that is none of these is literal, and of nested braces only the innermost pair is a group.
/// Reentrant value; expanding allocates only the results.
class KeyTemplate {
public:
    /// At most this many keys come of one template; more is an error of the workspace.
    static constexpr std::size_t maxShards = 4096;

    static Result<KeyTemplate> parse(QByteArrayView text);
    /// The template that stands for exactly this key.
    static QByteArray escaped(QByteArrayView key);

    [[nodiscard]] bool hasId() const;
    [[nodiscard]] bool hasPeriod() const;
    [[nodiscard]] std::size_t shardCount() const; ///< 1 without shard groups
    [[nodiscard]] std::chrono::seconds periodLength() const; ///< of the finest period; zero without one

    /// All shards for the period that holds `serverTime`, `periodsBack` periods earlier; `{id}` replaced by `id`.
    [[nodiscard]] std::vector<QByteArray> expand(std::chrono::milliseconds serverTime, QByteArrayView id = {},
                                                 int periodsBack = 0) const;
    /// The first shard alone: for `{id}` templates, which have no shards.
    [[nodiscard]] QByteArray expandOne(std::chrono::milliseconds serverTime, QByteArrayView id) const;
    /// What stands before, between and behind its {id}s, for the period that holds the time; of a template without
    /// shards.
    [[nodiscard]] std::vector<QByteArray> aroundId(std::chrono::milliseconds serverTime) const;
    /// When the keys change next because a period ends (Unix time); max() without a period.
    [[nodiscard]] std::chrono::milliseconds nextChange(std::chrono::milliseconds serverTime) const;

private:
    enum class PartType { Literal, Id, Day, Hour, DashedDay, DashedHour, Shards };
    struct Part {
        PartType type = PartType::Literal;
        QByteArray text; ///< for Literal
        std::vector<QByteArray> shards; ///< for Shards
    };

    static Result<Part> parseGroup(QByteArrayView body);
    void appendLiteral(QByteArrayView text);
    std::vector<Part> m_parts;
};

} // namespace plimsoll

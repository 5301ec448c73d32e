// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>

#include <chrono>
#include <optional>
#include <span>
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

/// Glob for SCAN made from a template with {id}, which also checks the keys returned: an id is not empty and equal in
/// all places. Value; reentrant.
class KeyPattern {
public:
    /// For a template without shards; expands periods at `serverTime`.
    KeyPattern(const KeyTemplate &text, std::chrono::milliseconds serverTime);
    /// Uses a glob as it is; the id of a key is the part after the literal beginning of the glob.
    static KeyPattern ofGlob(const QByteArray &glob);

    /// Pattern for MATCH; literal characters are escaped.
    [[nodiscard]] const QByteArray &glob() const { return m_glob; }
    /// Returns the id in a key, or nullopt if the key does not match.
    [[nodiscard]] std::optional<QByteArray> idOf(const QByteArray &key) const;

    friend bool operator==(const KeyPattern &, const KeyPattern &) = default;

private:
    KeyPattern() = default;

    std::vector<QByteArray> m_around; ///< literal text around the ids; for a glob, only its literal beginning
    QByteArray m_glob;
};

/// Source of the keys of a role: a literal, a template (period, shards), or a list of either, as written in the
/// workspace. Callers expand it now, and again from nextChange() on; observations of keys that remain stay valid
/// (Collector::expand). Templates with {id} provide no keys. Value; reentrant.
///
/// Keys that are searched for on the server are found by KeyScan (redis/collections/keyscan.h), using KeyPattern.
class KeySource {
public:
    /// Invalid templates have no keys: redis/workspace has already reported them.
    explicit KeySource(std::span<const QByteArray> templates, int periods = 1);

    /// Returns the keys at this server time, in the order written, for `periods` periods, the current one first.
    [[nodiscard]] std::vector<QByteArray> keys(std::chrono::milliseconds serverTime) const;
    /// Returns the constant number of keys.
    [[nodiscard]] qint64 count() const;
    /// Returns the Unix time of the next change; max() if the keys never change.
    [[nodiscard]] std::chrono::milliseconds nextChange(std::chrono::milliseconds serverTime) const;

private:
    std::vector<KeyTemplate> m_templates;
    int m_periods;
};

} // namespace plimsoll

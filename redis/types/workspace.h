// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/figuretable.h"
#include "redis/types/keypattern.h"
#include "redis/types/keysource.h"
#include "redis/types/state.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

/// The workspace (contract.md §3) as values. Made and checked by redis/workspace; immutable once shared.
namespace plimsoll {

/// One key of a collection as written in the file: a literal or a template (contract.md §3), by role.
struct RoleKeys {
    const RoleSpec *role = nullptr;
    std::vector<QByteArray> templates; ///< one, or several from highest to lowest priority

    friend bool operator==(const RoleKeys &, const RoleKeys &) = default;
};

/// How long a figure may be the same (contract.md §5): one that ought to move and does not is trouble.
struct SilenceLimit {
    std::optional<std::chrono::milliseconds> warning;
    std::optional<std::chrono::milliseconds> critical;

    [[nodiscard]] bool isSet() const { return warning || critical; }
    friend bool operator==(const SilenceLimit &, const SilenceLimit &) = default;
};

/// When a figure turns the collection's state. With none of its values it turns off what would be a warning by itself.
struct Limit {
    int figure = 0; ///< index into CollectionDefinition::figures()
    std::optional<double> warning;
    std::optional<double> critical;
    bool below = false; ///< at or under instead of at or over
    std::optional<std::chrono::milliseconds> holdFor{}; ///< "for": at least so long before it counts
    std::optional<double> clear{}; ///< back to ok only there; default: 5 % inside the limit
    SilenceLimit unchangedFor{};

    [[nodiscard]] bool hasLevel() const { return warning || critical; }
    [[nodiscard]] bool isOff() const { return !hasLevel() && !unchangedFor.isSet(); }
    friend bool operator==(const Limit &, const Limit &) = default;
};

/// How a collection is kept from growing for ever; exactly one is set.
struct Bound {
    std::optional<qint64> keep;
    std::optional<std::chrono::milliseconds> maxAge;
    bool ttl = false;
    QString approved; ///< the reason

    friend bool operator==(const Bound &, const Bound &) = default;
};

struct CollectionDefinition {
    QString name; ///< unique in the workspace
    const KindInfo *kind = nullptr;
    std::vector<RoleKeys> keys; ///< in the order of KindInfo::roles; roles not given are absent
    QJsonObject options; ///< checked against KindInfo::options
    std::vector<Limit> limits;
    std::optional<Bound> bound;
    std::shared_ptr<const FigureTable> ownFigures; ///< null: those of the kind; made of the above

    [[nodiscard]] std::span<const FigureSpec> figures() const { return figuresOf(ownFigures.get(), *kind); }
    /// Null when the role is not given.
    [[nodiscard]] const RoleKeys *role(Holds holds) const;
    [[nodiscard]] bool has(Holds holds) const { return role(holds) != nullptr; }
    [[nodiscard]] const RoleKeys *role(QLatin1StringView id) const;
    [[nodiscard]] bool has(QLatin1StringView id) const { return role(id) != nullptr; }
    /// Where the elements of a state (elementstate.h), of the role of that name, or of a band of a priority queue are.
    /// Null where there are no keys for it.
    [[nodiscard]] const RoleKeys *roleOfState(QStringView state) const;
    /// Of how many periods the keys of a role are watched.
    [[nodiscard]] int periods(const RoleSpec &role) const;
    /// Where the keys of one of the roles come from.
    [[nodiscard]] KeySource source(const RoleKeys &keys) const;
    /// Those of its keys that are looked for on the server.
    [[nodiscard]] std::vector<KeyPattern> patterns(const RoleKeys &keys, std::chrono::milliseconds serverTime) const;
    /// The key is one of the role's, there or not.
    [[nodiscard]] bool isKeyOf(const RoleKeys &keys, const QByteArray &key, std::chrono::milliseconds serverTime) const;
    /// The role whose keys are looked for; null where that is none.
    [[nodiscard]] const RoleKeys *foundRole() const;
    /// In which code the scores of one of its roles are.
    [[nodiscard]] ScoreCodec codec(const RoleSpec &role) const;
    /// A list of the role has the oldest at its right end, which workers take from; what comes goes to the other one.
    [[nodiscard]] bool isOldestRight(const RoleSpec &role) const;
    /// Of a sorted set the highest score stands first: the latest, or the best.
    [[nodiscard]] bool isHighestFirst(const RoleSpec &role) const;
    /// An option as a duration ("30s"); where it is not given, what then holds (OptionSpec::fallback), if anything
    /// does. Only for options the kind declares as Duration.
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(QLatin1StringView option) const;
    /// The same of options declared as Integer.
    [[nodiscard]] std::optional<qint64> integer(QLatin1StringView option) const;
    /// `null` turns off what its fallback says (OptionSpec::mayBeOff).
    [[nodiscard]] bool isOff(QLatin1StringView option) const { return options.value(option).isNull(); }
    /// The fallback of an option that is not given; empty: it is given, or has none.
    [[nodiscard]] QString defaultOf(QLatin1StringView option) const;
    [[nodiscard]] QString text(QLatin1StringView option, const QString &fallback = {}) const;

    friend bool operator==(const CollectionDefinition &a, const CollectionDefinition &b)
    {
        return a.name == b.name && a.kind == b.kind && a.keys == b.keys && a.options == b.options
            && a.limits == b.limits && a.bound == b.bound;
    }
};

struct ConnectionSettings {
    QString url; ///< without a password
    QString caFile, certFile, keyFile; ///< PEM; relative to the workspace's folder
    bool verify = true; ///< false: TLS without checking who answers
    bool readOnly = false;
    bool production = false;
    QString colour; ///< "#rrggbb" or empty

    /// Whether both name the same server, reached in the same way; how it is treated and shown may differ.
    [[nodiscard]] bool isSameServer(ConnectionSettings other) const;

    friend bool operator==(const ConnectionSettings &, const ConnectionSettings &) = default;
};

/// Who is told of alerts (contract.md §5): as long as it is as made here, nobody.
struct NotifySettings {
    State from = State::Warning; ///< this state, or worse
    std::chrono::milliseconds unknownFor{60'000}; ///< without an answer for so long is an alert
    bool desktop = false;
    QStringList command; ///< the program and its arguments; no shell
    QString webhook; ///< a URL; ${NAME} stands for what the environment holds

    friend bool operator==(const NotifySettings &, const NotifySettings &) = default;
};

struct Workspace {
    QString name;
    QString path; ///< where it was read from; empty when never saved
    ConnectionSettings connection;
    std::chrono::milliseconds pollInterval{1000};
    std::vector<CollectionDefinition> collections;
    NotifySettings notify{};

    friend bool operator==(const Workspace &, const Workspace &) = default;
};

using WorkspacePtr = std::shared_ptr<const Workspace>;

/// "500ms", "30s", "5m", "2h", "7d" (contract.md §2); nullopt for anything else, negative or over 10,000 days.
std::optional<std::chrono::milliseconds> parseDuration(QStringView text);
/// The shortest form of the above.
QString durationText(std::chrono::milliseconds duration);

} // namespace plimsoll

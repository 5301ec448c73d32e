// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keytemplate.h"
#include "redis/types/kind.h"
#include "redis/types/preset.h"
#include "redis/types/state.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

/// Values of a workspace. Created and checked by redis/workspace; immutable once shared.
namespace plimsoll {

/// Keys of a role as written in the file: literals or templates.
struct RoleKeys {
    const RoleSpec *role = nullptr;
    std::vector<QByteArray> templates; ///< one, or several from highest to lowest priority

    friend bool operator==(const RoleKeys &, const RoleKeys &) = default;
};

/// Maximum time without a change of a figure that should change.
struct SilenceLimit {
    std::optional<std::chrono::milliseconds> warning;
    std::optional<std::chrono::milliseconds> critical;

    [[nodiscard]] bool isSet() const { return warning || critical; }
    friend bool operator==(const SilenceLimit &, const SilenceLimit &) = default;
};

/// Limits at which a figure changes the collection's state. Without any value, it disables the default warning.
struct Limit {
    int figure = 0; ///< index into CollectionDefinition::figures()
    std::optional<double> warning;
    std::optional<double> critical;
    bool below = false; ///< at or under instead of at or over
    std::optional<std::chrono::milliseconds> holdFor{}; ///< "for": minimum duration before it counts
    std::optional<double> clear{}; ///< value at which the state returns to ok; default: 5 % inside the limit
    SilenceLimit unchangedFor{};

    [[nodiscard]] bool hasLevel() const { return warning || critical; }
    [[nodiscard]] bool isOff() const { return !hasLevel() && !unchangedFor.isSet(); }
    friend bool operator==(const Limit &, const Limit &) = default;
};

/// Protection of a collection against unlimited growth; exactly one member is set.
struct Bound {
    std::optional<qint64> keep;
    std::optional<std::chrono::milliseconds> maxAge;
    bool ttl = false;
    QString approved; ///< reason for accepting it

    friend bool operator==(const Bound &, const Bound &) = default;
};

struct CollectionDefinition {
    QString name; ///< unique in the workspace
    const KindInfo *kind = nullptr;
    std::vector<RoleKeys> keys; ///< ordered like KindInfo::roles; omitted roles are absent
    QJsonObject options; ///< checked against KindInfo::options
    std::vector<Limit> limits;
    std::optional<Bound> bound;
    std::shared_ptr<const FigureTable> ownFigures; ///< null: those of the kind; built from the members above
    /// Framework whose keys these are, as written in the file; `keys`, and what `options` do not say, follow from it.
    std::optional<PresetUse> preset{};

    [[nodiscard]] std::span<const FigureSpec> figures() const { return figuresOf(ownFigures.get(), *kind); }
    /// Returns null if the role is not given.
    [[nodiscard]] const RoleKeys *role(Holds holds) const;
    [[nodiscard]] bool has(Holds holds) const { return role(holds) != nullptr; }
    [[nodiscard]] const RoleKeys *role(QLatin1StringView id) const;
    [[nodiscard]] bool has(QLatin1StringView id) const { return role(id) != nullptr; }
    /// Returns PresetUse::refusal(); empty if it is no preset.
    [[nodiscard]] QString refusal(Action action, QStringView state = {}) const
    {
        return preset ? preset->refusal(action, state) : QString();
    }
    /// Returns the role with the elements of a state (elementstate.h), of a role id, or of a band of a priority queue.
    /// Returns null if there are no keys.
    [[nodiscard]] const RoleKeys *roleOfState(QStringView state) const;
    /// Returns the number of periods for which keys of a role are watched.
    [[nodiscard]] int periods(const RoleSpec &role) const;
    /// Returns the source of the keys of a role.
    [[nodiscard]] KeySource source(const RoleKeys &keys) const;
    /// Returns the patterns of keys to search for on the server.
    [[nodiscard]] std::vector<KeyPattern> patterns(const RoleKeys &keys, std::chrono::milliseconds serverTime) const;
    /// Returns whether the key belongs to the role, even if it does not exist.
    [[nodiscard]] bool isKeyOf(const RoleKeys &keys, const QByteArray &key, std::chrono::milliseconds serverTime) const;
    /// Returns the keys of all roles as the workspace writes them, without those of records, which several collections
    /// may share.
    [[nodiscard]] std::vector<QByteArray> writtenKeys() const;
    /// Returns the role whose keys are searched for; null if there is no such role.
    [[nodiscard]] const RoleKeys *foundRole() const;
    /// Returns the encoding of the scores of a role.
    [[nodiscard]] ScoreCodec codec(const RoleSpec &role) const;
    /// True if the oldest element of a list is at its right end, where workers take it; new elements go to the left.
    [[nodiscard]] bool isOldestRight(const RoleSpec &role) const;
    /// True if the highest score of a sorted set comes first: the latest, or the best.
    [[nodiscard]] bool isHighestFirst(const RoleSpec &role) const;
    /// Returns an option as a duration ("30s"), or its default (OptionSpec::fallback), if any. Only for options of type
    /// Duration.
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(QLatin1StringView option) const;
    /// Returns an option of type Integer, or its default.
    [[nodiscard]] std::optional<qint64> integer(QLatin1StringView option) const;
    /// True if the option is `null`, which disables its default (OptionSpec::mayBeOff).
    [[nodiscard]] bool isOff(QLatin1StringView option) const { return options.value(option).isNull(); }
    /// Returns the default of an option that is not given; empty if it is given or has no default.
    [[nodiscard]] QString defaultOf(QLatin1StringView option) const;
    [[nodiscard]] QString text(QLatin1StringView option, const QString &fallback = {}) const;

    friend bool operator==(const CollectionDefinition &a, const CollectionDefinition &b)
    {
        return a.name == b.name && a.kind == b.kind && a.keys == b.keys && a.options == b.options
            && a.limits == b.limits && a.bound == b.bound && a.preset == b.preset;
    }
};

struct ConnectionSettings {
    QString url; ///< without a password
    QString caFile, certFile, keyFile; ///< PEM; relative to the workspace's folder
    bool verify = true; ///< false: TLS without verifying the server
    QString serverName; ///< name that certificates must be for; empty: that of the URL
    std::vector<std::pair<QString, QString>> addressMap; ///< announced addresses and what to connect to instead
    struct Sentinel {
        QString user, caFile, certFile, keyFile; ///< login of the sentinels, where it differs from that of the servers
        bool verify = true;

        friend bool operator==(const Sentinel &, const Sentinel &) = default;
    };
    std::optional<Sentinel> sentinel;
    QString ssh; ///< "user@bastion:port" that connections go through; empty: none
    QString proxy; ///< URL that connections go through; empty: none
    bool replicas = false; ///< read from replicas
    QStringList passwordCommand; ///< program and arguments; the first line of its output is the password
    bool readOnly = false;
    bool production = false;
    QString colour; ///< "#rrggbb" or empty

    /// Returns whether both name the same server with the same access; settings for safety and display may differ.
    [[nodiscard]] bool isSameServer(ConnectionSettings other) const;

    friend bool operator==(const ConnectionSettings &, const ConnectionSettings &) = default;
};

/// Notification settings; the defaults notify no one.
struct NotifySettings {
    State from = State::Warning; ///< minimum severity
    std::chrono::milliseconds unknownFor{60'000}; ///< an unanswered poll for this long raises an alert
    bool desktop = false;
    QStringList command; ///< program and arguments; no shell
    QString webhook; ///< URL; ${NAME} is replaced from the environment

    friend bool operator==(const NotifySettings &, const NotifySettings &) = default;
};

/// Which collections are asked at each poll.
enum class Polling : quint8 {
    Auto, ///< Tracking if they have many keys, otherwise All
    All,
    Tracking, ///< those that may have changed, as the server tells which keys do (CLIENT TRACKING)
};

struct Workspace {
    QString name;
    QString path; ///< file it was read from; empty: never saved
    ConnectionSettings connection;
    std::chrono::milliseconds pollInterval{1000};
    std::vector<CollectionDefinition> collections;
    NotifySettings notify{};
    static constexpr qint64 defaultMaxKeys = 200'000;
    qint64 maxKeys = defaultMaxKeys; ///< maximum number of keys read at each poll
    Polling polling = Polling::Auto;

    /// Returns the number of keys in the collections, all read at each poll. Keys to be searched for do not count.
    [[nodiscard]] qint64 keyCount() const;
    /// Explains why the workspace cannot be opened or saved, with the cost; empty if it can.
    [[nodiscard]] QString tooManyKeys() const;
    /// Describes number and cost of the keys if they deserve a warning; else empty.
    [[nodiscard]] QString manyKeys() const;

    friend bool operator==(const Workspace &, const Workspace &) = default;
};

using WorkspacePtr = std::shared_ptr<const Workspace>;

/// Parses "500ms", "30s", "5m", "2h" or "7d"; nullopt for anything else, negative or over 10,000 days.
std::optional<std::chrono::milliseconds> parseDuration(QStringView text);
/// Returns the shortest of these forms.
QString durationText(std::chrono::milliseconds duration);

} // namespace plimsoll

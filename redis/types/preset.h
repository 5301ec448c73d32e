// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QHash>
#include <QJsonObject>
#include <QString>

#include <optional>
#include <span>
#include <utility>
#include <vector>

/// Layouts of job frameworks, so that a workspace can name a queue instead of its keys. redis/frameworks reads them
/// from resources/presets. All of static lifetime.
namespace plimsoll {

enum class Action; // redis/types/operation.h

namespace redis {
struct FrameworkCode;
}

/// An action on jobs of a framework that is possible, or why it is not.
struct PresetAction {
    QLatin1StringView part{}; ///< empty: of a queue
    Action action;
    std::optional<Holds> of{}; ///< jobs of this role only; empty: of any
    const char *refusal = nullptr; ///< translated in the context "presets", %1 for the framework; null: it is possible
};

/// Layout of one collection of a framework: a queue, or a set that all its queues share.
struct PresetLayout {
    QString part; ///< "retry"; empty: a queue
    const KindInfo *kind = nullptr;
    /// Roles as the framework fills them: types, codes of scores. A definition points at these in place of the kind's.
    std::vector<RoleSpec> roles;
    /// Key templates of each role, before {prefix} and {queue} are replaced.
    std::vector<std::vector<QByteArray>> templates;
    QJsonObject options; ///< defaults for options of the kind that the collection does not set
};

/// How keys show that a framework is used. Names of keys may hold {prefix} (default or found, with what joins it) and
/// {queue}. Keys in `proof`, `present` and `absent` are of a queue if they name it, else of all queues with a prefix.
struct PresetFind {
    /// A key that proves it, or disproves it.
    struct Sign {
        QByteArray key; ///< may end with "*": any such key
        QByteArray type{}; ///< type that it needs; empty: any
        QByteArray field{}, begins{}; ///< field of a hash, and how it begins
    };

    bool anyPrefix = false; ///< false: only the default prefix is known
    std::vector<QByteArray> prefixed; ///< the only keys by which other prefixes are known; empty: all
    QByteArray registry; ///< key of a set of queues; empty: no such key
    QByteArray member{
        "{queue}"}; ///< its members; "{any}" at the beginning: whatever is before the last of what follows
    std::vector<QByteArray> usual; ///< usual names of queues that show by one key
    std::vector<QByteArray> queues; ///< keys that a queue alone has
    /// Further keys: one of them is needed for a registry, two for a queue with a prefix that is not the default or
    /// with an unusual name.
    std::vector<QByteArray> beside;
    std::vector<QByteArray> present; ///< keys that must exist where further ones are needed
    std::vector<Sign> absent; ///< keys that must not exist
    std::optional<Sign> proof; ///< makes all others needless; a queue with its key but of another type is none
    /// Key of the framework's second part, behind its prefix, that shows it, and its usual queue; empty: none.
    QByteArray siblingKey, siblingQueue;
    QByteArray elementKey; ///< a key of elements that show it
    std::vector<QByteArray> elementFields; ///< members of such an element, which is JSON
    std::vector<QByteArray> unusual; ///< globs of names that need further keys, also with the default prefix
    std::vector<QByteArray> ignored; ///< globs of names that are no queues
    /// Globs of keys that are the framework's: with {queue} of each queue found, with {prefix} of each prefix found and
    /// the default one if that is not empty, others always.
    std::vector<QByteArray> own;
};

struct Preset {
    QString id; ///< "bullmq"
    QString title; ///< "BullMQ"
    QString versions; ///< versions with this layout, for display
    std::span<const PresetAction> actions; ///< all others are refused; empty: what is of it is only watched
    QString prefix; ///< default prefix
    QString join; ///< between a prefix that is not empty and what follows
    /// How the prefix of a second part of the framework may be made of the prefix.
    struct Sibling {
        QString end; ///< ending of the prefix
        QString replacement; ///< of that ending
        QString hyphen; ///< replaces each "-" of the rest
    };
    std::vector<Sibling> sibling; ///< the likeliest first
    PresetFind find;
    QHash<QString, QString> words; ///< titles of figures, by id, as the framework calls them
    std::vector<PresetLayout> layouts;
    const redis::FrameworkCode *code = nullptr; ///< functions for what the layout cannot express; null: none

    std::vector<QByteArray> texts; ///< storage of the string views in `layouts`

    /// Returns null if there is no such part.
    [[nodiscard]] const PresetLayout *layout(QStringView part) const;
};

/// Preset of a collection, as written in the workspace.
struct PresetUse {
    /// Names of its members in the file.
    static constexpr QLatin1StringView presetMember{QT_TRANSLATE_NOOP("fields", "preset")},
        prefixMember{QT_TRANSLATE_NOOP("fields", "prefix")}, queueMember{QT_TRANSLATE_NOOP("fields", "queue")},
        partMember{QT_TRANSLATE_NOOP("fields", "part")};

    const Preset *preset = nullptr;
    std::optional<QString> prefix; ///< nullopt: the preset's
    QString queue, part; ///< one of them is given
    QJsonObject options; ///< without those of the preset

    /// Returns the keys of a role of a layout as templates of a workspace, with each sibling of the prefix; empty if it
    /// has none where one is needed.
    [[nodiscard]] std::vector<QByteArray> templates(const PresetLayout &layout, std::size_t role) const;
    /// Returns the text before the names of keys.
    [[nodiscard]] QByteArray keyPrefix() const;
    /// Returns the prefixes that the framework's second part may have, the likeliest first.
    [[nodiscard]] std::vector<QByteArray> siblingPrefixes() const;
    /// Returns false if every action is refused.
    [[nodiscard]] bool mayOperate() const;
    /// Returns the reason why an action is refused, translated; empty if it is possible. `state`: as in
    /// OperationRequest.
    [[nodiscard]] QString refusal(Action action, QStringView state = {}) const;
    friend bool operator==(const PresetUse &, const PresetUse &) = default;
};

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QHash>
#include <QJsonObject>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

/// Layouts of job frameworks, so that a workspace can name a queue instead of its keys. redis/frameworks reads them
/// from resources/presets. All of static lifetime.
namespace plimsoll {

namespace redis {
struct FrameworkCode;
}

/// One thing of a framework that is a collection: a queue, or a set that all its queues share.
struct PresetLayout {
    QString part; ///< "retry"; empty: a queue
    const KindInfo *kind = nullptr;
    /// Roles as the framework fills them: types, codes of scores. A definition points at these in place of the kind's.
    std::vector<RoleSpec> roles;
    /// Of each role, with {prefix} and {queue} still in them.
    std::vector<std::vector<QByteArray>> templates;
    QJsonObject options; ///< of the kind; those of a collection go before
};

struct Preset {
    QString id; ///< "bullmq"
    QString title; ///< "BullMQ"
    QString versions; ///< of the framework, as a person would say it
    bool mayOperate = false; ///< false: what is of it is only watched
    QString prefix; ///< if a collection gives none
    QString join; ///< between a prefix that is not empty and what follows
    /// The prefix of a second part of the framework: the end of the prefix that is replaced, and by what.
    std::vector<std::pair<QString, QString>> sibling;
    QHash<QString, QString> words; ///< titles of figures, by id, as the framework calls them
    std::vector<PresetLayout> layouts;
    const redis::FrameworkCode *code = nullptr; ///< what the layout cannot say; null: nothing

    std::vector<QByteArray> texts; ///< what views in `layouts` refer to

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

    /// Returns the keys of a role of a layout as templates of a workspace; empty if the prefix has no sibling where one
    /// is needed.
    [[nodiscard]] std::vector<QByteArray> templates(const PresetLayout &layout, std::size_t role) const;
    /// Text before the names of keys.
    [[nodiscard]] QByteArray keyPrefix() const;
    /// The same of the framework's second part; nullopt if the prefix has none.
    [[nodiscard]] std::optional<QByteArray> siblingPrefix() const;
    /// Why no operation may change the collection, for a person; empty if it may.
    [[nodiscard]] QString refusal() const;
    friend bool operator==(const PresetUse &, const PresetUse &) = default;
};

} // namespace plimsoll

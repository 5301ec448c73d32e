// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <QJsonObject>
#include <QStringList>

namespace plimsoll::app {

/// External actions of a workspace: programs it runs and addresses it sends to, by member of the workspace file. Any
/// new member of this sort must be added here to require consent.
QJsonObject outsideActions(const Workspace &workspace);
/// Text of the external actions for the consent dialog: one full line each, invisible characters escaped.
QStringList outsideActionLines(const Workspace &workspace);

/// consent.json in the data folder: by canonical path of a workspace file, the SHA-256 of the outside actions that the
/// person has allowed it. Readable and writable by its owner alone. Touches the disk: not for the GUI thread.
class ConsentStore final {
public:
    explicit ConsentStore(QString dataFolder) : m_folder(std::move(dataFolder)) { }

    /// True where there is nothing to allow, or exactly this was allowed for this file.
    [[nodiscard]] Result<bool> isAllowed(const Workspace &workspace) const;
    /// Takes the place of what was allowed for the file before.
    [[nodiscard]] Outcome allow(const Workspace &workspace) const;

private:
    [[nodiscard]] QString path() const;
    /// Empty where there is no such file.
    [[nodiscard]] Result<QJsonObject> read() const;

    QString m_folder;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <QJsonObject>
#include <QStringList>

namespace plimsoll::app {

/// What a workspace has this computer do besides reading Redis: the programs that it runs and the places that it sends
/// to. By member of the workspace file; empty: nothing. A new member of this sort is added here, and is covered then.
QJsonObject outsideActions(const Workspace &workspace);
/// The same for a person to judge: one line each, in full, with nothing invisible in it.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>
#include <QStringList>

#include <set>

namespace plimsoll::redis {

/// User who lacks permissions, and the version of the server, on which the wording of a permission depends.
struct AclUser {
    QByteArray name; ///< empty: the default user
    QString version; ///< empty: unknown
};

/// Returns the ACL command that an administrator can paste to permit what this user lacks: of reading commands all of
/// them, of others those that are named.
QString permissionFor(const std::set<QByteArray> &lacks, const AclUser &user);
/// Returns the ACL command that grants these rules to a user.
QString permissionLine(const QByteArray &user, const QStringList &rules);
/// Adds to an error for want of a permission (Error::lacks) how to grant it.
Error withPermission(Error error, const AclUser &user);
/// Says which permissions (Error::lacks) are missing, and how to grant them.
QString lackingText(const std::set<QByteArray> &lacks, const AclUser &user);

} // namespace plimsoll::redis

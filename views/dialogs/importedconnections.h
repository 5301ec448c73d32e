// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "views/dialogs/connectiondialog.h"

#include <QStringList>

#include <vector>

namespace plimsoll::views {

/// A connection from the export of another tool.
struct ImportedConnection {
    ConnectionForm form; ///< read-only; TLS verifies the server
    QStringList left; ///< what could not be imported, a sentence each
};

/// Largest file that is read; a hundred connections take some 100 kB.
inline constexpr qint64 mostImportBytes = 1024LL * 1024;

/// Reads the connections that RedisInsight (JSON), Another Redis Desktop Manager (.ano), Tiny RDM (YAML) or RESP.app
/// (JSON) exported. Groups are flattened; entries without a usable address are left out. Fails if none is left; the
/// error contains nothing of the file.
Result<std::vector<ImportedConnection>> importedConnections(const QByteArray &file);

} // namespace plimsoll::views

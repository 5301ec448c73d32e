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
    QStringList left; ///< sentences about parts that could not be imported
};

/// Largest file that is read; a hundred connections take some 100 kB.
inline constexpr qint64 mostImportBytes = 1024LL * 1024;

/// The connections of a file.
struct ImportedConnections {
    std::vector<ImportedConnection> all;
    int skipped = 0; ///< entries without a usable address
};

/// Reads the connections that RedisInsight (JSON), Another Redis Desktop Manager (.ano), Tiny RDM (YAML) or RESP.app
/// (JSON) exported. Groups are flattened. Fails if there is none, or more than a person can have made; the error
/// contains nothing of the file.
Result<ImportedConnections> importedConnections(const QByteArray &file);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace plimsoll::redis {

/// Cursor of a SCAN over all nodes of a server, one after the other. It is written as the node's own cursor where there
/// is only one node; "0" begins the scan, and ends it in a reply. A value.
struct ScanCursor {
    QByteArray cursor = "0"; ///< node's own cursor
    int node = 0;
    int nodes = 1;
    qint64 generation = 0; ///< version of the map of slots; if it changes, keys may have been missed

    /// Returns nothing for what is no cursor.
    static std::optional<ScanCursor> parse(const QByteArray &text);
    [[nodiscard]] QByteArray text() const;
    /// Share of the keys scanned so far, from 0 to 1.
    [[nodiscard]] double progress() const;
};

} // namespace plimsoll::redis

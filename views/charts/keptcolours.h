// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QHash>
#include <QString>

#include <utility>
#include <vector>

namespace plimsoll::views {

/// Assigns colours to the entries of a chart that shows some of many. An entry keeps its colour while it is shown, and
/// gets it back later if it is free, also in the next run of the program. GUI thread.
class KeptColours final {
public:
    /// Colours are numbered from 0 to `count` - 1.
    explicit KeptColours(int count) : m_count(count) { }

    /// Loads the colours stored under `name`, and stores later assignments there.
    void keepAs(const QString &name);
    /// Returns a colour for each entry shown, in their order. A new entry gets the first free colour, so the order
    /// should not depend on current values. `shown` has at most one entry for each colour.
    std::vector<int> of(const QByteArrayList &shown);

private:
    void remember(const QByteArray &who, int colour);

    int m_count;
    QString m_name;
    QHash<QByteArray, int> m_shown;
    std::vector<std::pair<QByteArray, int>> m_known; ///< name hashes, most recent last
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QHash>
#include <QString>

#include <utility>
#include <vector>

namespace plimsoll::views {

/// Who has which colour in a chart that shows some of many: whoever stays in it keeps its own, whoever comes back gets
/// it again where it is free, and another run of the program goes on from there. GUI thread.
class KeptColours final {
public:
    /// So many colours, numbered from 0.
    explicit KeptColours(int count) : m_count(count) { }

    /// What the colours are of: those kept under that name are taken, and what comes to be is kept.
    void keepAs(const QString &name);
    /// Those in the chart now, at most as many as there are colours; a colour for each, in their order. Who is new gets
    /// the first that is free: they should come in an order that does not depend on the figures of the moment.
    std::vector<int> of(const QByteArrayList &shown);

private:
    void remember(const QByteArray &who, int colour);

    int m_count;
    QString m_name;
    QHash<QByteArray, int> m_shown;
    std::vector<std::pair<QByteArray, int>> m_known; ///< by their hashes, the last to come in last
};

} // namespace plimsoll::views

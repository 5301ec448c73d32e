// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <vector>

namespace plimsoll::support {

/// A workspace made by hand, and snapshots of it with the figures a test sets: what a poller would send, without a
/// server.
class SampleWorkspace {
public:
    explicit SampleWorkspace(const QString &name = QStringLiteral("orders"));

    /// Index of the new collection; its figures are not known until set. `key` is the first role's key; the kind's
    /// name and the collection's when empty.
    std::size_t add(const QString &name, const KindInfo *kind, const QByteArray &key = {});
    void addLimit(std::size_t collection, QLatin1StringView figure, double warning, double critical);
    void set(std::size_t collection, QLatin1StringView figure, double value);
    void setState(std::size_t collection, State state, const QString &problem = {});
    void setHead(std::size_t collection, std::vector<HeadElement> elements);

    /// Changes of these are for the next workspace().
    ConnectionSettings &connection() { return m_workspace.connection; }
    ServerInfo &server() { return m_server; }

    /// The same pointer until a collection is added.
    [[nodiscard]] WorkspacePtr workspace();
    /// A tick at this server time.
    [[nodiscard]] SnapshotPtr snapshot(std::chrono::milliseconds serverTime);

private:
    void share();

    Workspace m_workspace;
    ServerInfo m_server;
    std::vector<std::vector<double>> m_figures; ///< by collection
    std::vector<Snapshot::Row> m_rows;
    std::shared_ptr<const SnapshotLayout> m_layout; ///< null: to be made anew
    quint64 m_sequence = 0;
};

} // namespace plimsoll::support

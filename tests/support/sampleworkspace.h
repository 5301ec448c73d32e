// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <optional>
#include <vector>

namespace plimsoll::support {

/// A workspace built by a test, and snapshots of it with figures set by the test, as a poller would send them but
/// without a server.
class SampleWorkspace {
public:
    explicit SampleWorkspace(const QString &name = QStringLiteral("orders"));

    /// Returns the index of the new collection; its figures are unknown until set. `key` is the key of the first role;
    /// if empty, it is made of the names of kind and collection.
    std::size_t add(const QString &name, const KindInfo *kind, const QByteArray &key = {});
    void addLimit(std::size_t collection, QLatin1StringView figure, double warning, double critical);
    void setBound(std::size_t collection, const std::optional<Bound> &bound);
    /// Adds the keys of a further role; they have no parts.
    void addKeys(std::size_t collection, QLatin1StringView role, const QByteArray &text);
    void set(std::size_t collection, QLatin1StringView figure, double value);
    void note(std::size_t collection, QLatin1StringView figure, FigureNote note);
    /// `figure`: index of the one that the problem is about; -1: none.
    void setState(std::size_t collection, State state, const QString &problem = {}, int figure = -1);
    void setFound(std::size_t collection, KeysFound found);
    void setHead(std::size_t collection, std::vector<HeadElement> elements);

    /// Changes apply to the next workspace().
    ConnectionSettings &connection() { return m_workspace.connection; }
    ServerInfo &server() { return m_server; }

    /// Returns the same pointer until a collection is added.
    [[nodiscard]] WorkspacePtr workspace();
    /// A snapshot at this server time.
    [[nodiscard]] SnapshotPtr snapshot(std::chrono::milliseconds serverTime);

private:
    void share();

    Workspace m_workspace;
    ServerInfo m_server;
    std::vector<std::vector<double>> m_figures; ///< figures, by collection
    std::vector<std::vector<quint8>> m_notes; ///< notes of the figures
    SharedChunks<Snapshot::Row> m_rows;
    std::shared_ptr<const SnapshotLayout> m_layout; ///< null: must be rebuilt
    quint64 m_sequence = 0;
};

} // namespace plimsoll::support

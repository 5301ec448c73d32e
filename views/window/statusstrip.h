// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/rate.h"
#include "redis/types/snapshot.h"

#include <QStatusBar>

#include <array>

namespace plimsoll::views {

class StatusLine;
class Theme;
struct ConnectionStatus;
enum class HistoryIs;

/// The bottom line: what the last tick cost, and what the server's settings mean for the data. GUI thread.
class StatusStrip final : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusStrip(const Theme *theme, QWidget *parent = nullptr);

    void setWorkspace(const WorkspacePtr &workspace);
    /// The same workspace edited: whether operations are allowed.
    void showMode(const WorkspacePtr &workspace);
    void setAllowance(const Allowance &allowance);
    /// `memory`: how what the server uses changes.
    void apply(const SnapshotPtr &snapshot, const Rate &memory = {});
    void setConnection(const ConnectionStatus &status);
    void setOld(bool old);

    void setHistory(HistoryIs is, const QString &why);

    /// A line that goes away by itself.
    void showMessage(const QString &text);
    /// As a message, but none replaces it: what comes while it stands is put behind it.
    void showProblem(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    StatusLine *addLine(const char *name);
    /// All but history and mode, which stand at the other end.
    [[nodiscard]] std::array<StatusLine *, 8> lines() const;
    void showTick();
    void showEvents();
    void showServer();
    void showMemory(const ServerInfo &server);
    void showPolicy();
    void showPersistence();

    const Theme *m_theme;
    WorkspacePtr m_workspace;
    SnapshotPtr m_snapshot;
    Rate m_memoryRate;
    std::vector<ServerEvent> m_events; ///< those that are still told
    Allowance m_allowance;
    QString m_problem; ///< that still stands
    bool m_old = false;
    StatusLine *m_tick, *m_event, *m_widened, *m_server, *m_memory, *m_policy, *m_persistence, *m_role, *m_history,
        *m_mode;
};

/// What a crash or restart of the server would cost, in a few words ("AOF everysec: at most 1 s lost"); empty when
/// not known.
QString persistenceText(const ServerInfo &server);

} // namespace plimsoll::views

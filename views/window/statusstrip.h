// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/connectionstatus.h"
#include "redis/types/allowance.h"
#include "redis/types/rate.h"
#include "redis/types/snapshot.h"

#include <QStatusBar>

#include <array>

namespace plimsoll::views {

class StatusLine;
class Theme;
enum class HistoryIs;

/// The status bar: cost of the last tick, and effects of the server settings on data safety. GUI thread.
class StatusStrip final : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusStrip(const Theme *theme, QWidget *parent = nullptr);

    void setWorkspace(const WorkspacePtr &workspace);
    /// Shows whether operations are allowed after an edit of the workspace.
    void showMode(const WorkspacePtr &workspace);
    void setAllowance(const Allowance &allowance);
    /// Shows that changes are off on a production connection, where nothing is asked then.
    void setChangesAllowed(bool allowed);
    /// `memory` is the rate of change of used memory.
    void apply(const SnapshotPtr &snapshot, const Rate &memory = {});
    void setConnection(const models::ConnectionStatus &status);
    void setOld(bool old);

    void setHistory(HistoryIs is, const QString &why);

    /// Shows a message that disappears after a while.
    void showMessage(const QString &text);
    /// Shows a message that others do not replace; they are appended while it is visible.
    void showProblem(const QString &text);

    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void slowLogWanted(); ///< its line was clicked

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    StatusLine *addLine(const char *name);
    /// Returns all lines except history and mode, which are at the other end.
    [[nodiscard]] std::array<StatusLine *, 9> lines() const;
    [[nodiscard]] std::vector<StatusLine *> shownLines() const;
    void fit();
    void showTick();
    void showEvents();
    void showServer();
    void showNodes(const QString &title);
    void showMemory(const ServerInfo &server);
    void showPolicy();
    void showPersistence();
    void showSlowLog();

    const Theme *m_theme;
    WorkspacePtr m_workspace;
    SnapshotPtr m_snapshot;
    Rate m_memoryRate;
    std::vector<ServerEvent> m_events; ///< still displayed
    bool m_areChangesAllowed = true;
    Allowance m_allowance;
    QString m_problem; ///< problem still displayed
    bool m_old = false;
    int m_squeeze = 0; ///< see StatusLine::leastAt()
    StatusLine *m_tick, *m_event, *m_widened, *m_server, *m_memory, *m_policy, *m_persistence, *m_slowLog, *m_role,
        *m_history, *m_mode;
};

/// Describes the data loss of a server crash or restart ("AOF everysec: at most 1 s lost"); empty if unknown.
QString persistenceText(const ServerInfo &server);

} // namespace plimsoll::views

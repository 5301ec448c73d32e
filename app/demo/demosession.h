// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demoserver.h"
#include "app/demo/workload.h"
#include "redis/types/workspace.h"

#include <QObject>

namespace plimsoll::demo {

/// The workspace of the demonstration (resources/demo.workspace.json), connected to `endpoint`.
Result<Workspace> demoWorkspace(const redis::Endpoint &endpoint);

/// All of `plimsoll demo` except the window: the private server, its workload and its workspace. Created and destroyed
/// on the main thread.
class DemoSession final : public QObject {
    Q_OBJECT

public:
    struct Options {
        quint32 seed = 1;
        double pace = 1;
    };

    explicit DemoSession(const Options &options, QObject *parent = nullptr);
    ~DemoSession() override;
    Q_DISABLE_COPY_MOVE(DemoSession)

    void start();

    [[nodiscard]] Workload &workload() { return m_workload; }
    [[nodiscard]] DemoServer &server() { return m_server; }

signals:
    /// Emitted once, when the server holds the workload's keys.
    void ready(const plimsoll::WorkspacePtr &workspace, const plimsoll::redis::Endpoint &endpoint);
    void message(const QString &text); ///< message that disappears by itself
    void failed(const QString &text); ///< the demonstration cannot start; `text` says what to do

private:
    void onSeeded();

    DemoServer m_server; // before the workload, which must end first
    Workload m_workload;
    bool m_readySaid = false;
};

} // namespace plimsoll::demo

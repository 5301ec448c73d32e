// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demosession.h"
#include "app/session/labcontroller.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace plimsoll::views {
class DemoBar;
class SessionView;
class Theme;
} // namespace plimsoll::views

namespace plimsoll::app {

/// The demonstration in a window: the private server with its workload, and the bar that controls it. GUI thread.
class DemoController final : public QObject {
    Q_OBJECT

public:
    DemoController(views::SessionView &view, LabController &lab, const views::Theme &theme, QObject *parent = nullptr);
    ~DemoController() override;
    Q_DISABLE_COPY_MOVE(DemoController)

    void start(const demo::DemoSession::Options &options);
    /// Ends the server and the workload and removes the bar.
    void stop();
    [[nodiscard]] bool isRunning() const { return m_session != nullptr; }

signals:
    void ready(const plimsoll::WorkspacePtr &workspace, const plimsoll::redis::Endpoint &endpoint);
    void message(const QString &text);

private:
    void showBar();

    views::SessionView &m_view;
    LabController &m_lab; ///< runs on the session's server
    const views::Theme &m_theme;
    std::unique_ptr<demo::DemoSession> m_session;
    QPointer<views::DemoBar> m_bar;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demosession.h"

#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"

#include <QFile>

namespace plimsoll::demo {

Result<Workspace> demoWorkspace(const redis::Endpoint &endpoint)
{
    const QString name = QStringLiteral("demo.workspace.json");
    QFile file(QStringLiteral(":/plimsoll/") + name);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{ErrorKind::Storage, file.errorString()};
    }
    redis::WorkspaceResult parsed = redis::parseWorkspace(file.readAll(), redis::kindInfos());
    if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&parsed)) {
        return Error{ErrorKind::Invalid, problems->empty() ? name : problems->front().line(name)};
    }
    Workspace workspace = std::get<Workspace>(std::move(parsed));
    workspace.connection.url = endpoint.url();
    return workspace;
}

DemoSession::DemoSession(const Options &options, QObject *parent) : QObject(parent), m_workload(options.seed)
{
    m_workload.setPace(options.pace);
    connect(&m_server, &DemoServer::ready, this, [this] { m_workload.start(m_server.endpoint()); });
    connect(&m_server, &DemoServer::died, this, &DemoSession::message);
    connect(&m_server, &DemoServer::failed, this, &DemoSession::failed);
    connect(&m_workload, &Workload::seeded, this, &DemoSession::onSeeded);
    connect(&m_workload, &Workload::troubled, this, &DemoSession::message);
}

DemoSession::~DemoSession() = default;

void DemoSession::start()
{
    m_server.start();
}

void DemoSession::onSeeded()
{
    if (m_readySaid) {
        return; // after a restart of the server, the connections reconnect by themselves
    }
    Result<Workspace> workspace = demoWorkspace(m_server.endpoint());
    if (!workspace) {
        emit failed(workspace.error().message);
        return;
    }
    m_readySaid = true;
    emit ready(std::make_shared<const Workspace>(std::move(workspace).value()), m_server.endpoint());
}

} // namespace plimsoll::demo

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/democontroller.h"

#include "views/window/demobar.h"
#include "views/window/sessionview.h"

namespace plimsoll::app {

DemoController::DemoController(views::SessionView &view, LabController &lab, const views::Theme &theme, QObject *parent)
    : QObject(parent), m_view(view), m_lab(lab), m_theme(theme)
{
}

DemoController::~DemoController()
{
    stop();
}

void DemoController::start(const demo::DemoSession::Options &options)
{
    stop();
    m_session = std::make_unique<demo::DemoSession>(options);
    const demo::DemoSession *session = m_session.get();
    connect(session, &demo::DemoSession::message, this, &DemoController::message);
    connect(session, &demo::DemoSession::failed, this, &DemoController::message);
    connect(session, &demo::DemoSession::ready, this,
            [this](const WorkspacePtr &workspace, const redis::Endpoint &endpoint) {
                showBar();
                m_lab.close();
                emit ready(workspace, endpoint);
                // Offered last: opening another workspace rebuilds the view's pages, which would miss the offer.
                m_lab.open(endpoint);
            });
    m_session->start();
}

void DemoController::stop()
{
    m_lab.close();
    m_session.reset();
    delete m_bar.data();
}

void DemoController::showBar()
{
    if (m_bar) {
        return; // the server was restarted
    }
    m_bar = new views::DemoBar(&m_theme, &m_view);
    demo::Workload *workload = &m_session->workload();
    m_bar->setPace(workload->pace());
    connect(m_bar, &views::DemoBar::paceChanged, workload, &demo::Workload::setPace);
    connect(m_bar, &views::DemoBar::pauseToggled, workload, &demo::Workload::setPaused);
    connect(m_bar, &views::DemoBar::burstRequested, workload, &demo::Workload::burst);
    connect(m_bar, &views::DemoBar::crashRequested, workload, &demo::Workload::crashWorker);
    connect(workload, &demo::Workload::told, m_bar, &views::DemoBar::say);
    m_view.addToolBar(Qt::BottomToolBarArea, m_bar);
}

} // namespace plimsoll::app

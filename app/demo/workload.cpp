// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/workload.h"

#include "app/demo/workloadrunner.h"

#include <algorithm>

namespace plimsoll::demo {

Workload::Workload(quint32 seed, QObject *parent)
    : QObject(parent), m_runner(new WorkloadRunner(seed, m_stop.get_token()))
{
    m_thread.setObjectName(QStringLiteral("workload"));
    m_runner->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_runner, &QObject::deleteLater);
    connect(m_runner, &WorkloadRunner::seeded, this, &Workload::seeded);
    connect(m_runner, &WorkloadRunner::told, this, &Workload::told);
    connect(m_runner, &WorkloadRunner::troubled, this, &Workload::troubled);
    m_thread.start();
}

Workload::~Workload()
{
    m_stop.request_stop();
    m_thread.quit();
    m_thread.wait();
}

void Workload::start(const redis::Endpoint &endpoint)
{
    QMetaObject::invokeMethod(m_runner, [runner = m_runner, endpoint] { runner->start(endpoint); });
}

void Workload::stop()
{
    QMetaObject::invokeMethod(m_runner, [runner = m_runner] { runner->stop(); });
}

void Workload::setPace(double pace)
{
    m_pace = std::clamp(pace, slowest, fastest);
    QMetaObject::invokeMethod(m_runner, [runner = m_runner, bounded = m_pace] { runner->setPace(bounded); });
}

void Workload::setPaused(bool paused)
{
    m_paused = paused;
    QMetaObject::invokeMethod(m_runner, [runner = m_runner, paused] { runner->setPaused(paused); });
}

void Workload::burst()
{
    QMetaObject::invokeMethod(m_runner, &WorkloadRunner::burst);
}

void Workload::crashWorker()
{
    QMetaObject::invokeMethod(m_runner, &WorkloadRunner::crashWorker);
}

} // namespace plimsoll::demo

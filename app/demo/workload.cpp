// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/workload.h"

#include <algorithm>

namespace plimsoll::demo {

Workload::Workload(quint32 seed, QObject *parent) : QObject(parent)
{
    m_runner.begin(seed);
    m_runner.forward(&WorkloadRunner::seeded, this, &Workload::seeded);
    m_runner.forward(&WorkloadRunner::told, this, &Workload::told);
    m_runner.forward(&WorkloadRunner::troubled, this, &Workload::troubled);
}

void Workload::start(const redis::Endpoint &endpoint)
{
    m_runner.call(&WorkloadRunner::open, endpoint, m_runner.stop());
}

void Workload::setPace(double pace)
{
    m_pace = std::clamp(pace, slowest, fastest);
    m_runner.call(&WorkloadRunner::setPace, m_pace);
}

void Workload::setPaused(bool paused)
{
    m_paused = paused;
    m_runner.call(&WorkloadRunner::setPaused, paused);
}

void Workload::burst()
{
    m_runner.call(&WorkloadRunner::burst);
}

void Workload::crashWorker()
{
    m_runner.call(&WorkloadRunner::crashWorker);
}

} // namespace plimsoll::demo

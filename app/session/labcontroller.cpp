// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/labcontroller.h"

#include "app/lab/lab.h"

#include <utility>

namespace plimsoll::app {

LabController::~LabController()
{
    close();
}

void LabController::open(const redis::Endpoint &endpoint)
{
    close();
    m_endpoint = endpoint;
    m_abandoned = {};
    emit offered(lab::patterns());
}

void LabController::close()
{
    if (m_endpoint) {
        LabController::stop();
        m_abandoned.request_stop();
        m_runner = {}; // joins; the run ends within 50 ms
        m_endpoint.reset();
        emit offered({});
    }
}

/// Stops the run; its later reports are dropped.
void LabController::stop()
{
    ++m_run;
    m_runner.request_stop();
    m_runControl.reset();
}

void LabController::setPaused(bool paused)
{
    if (m_runControl != nullptr) {
        m_runControl->paused = paused;
    }
}

void LabController::kill()
{
    if (m_runControl != nullptr) {
        ++m_runControl->kills;
    }
}

/// A step asked for while the run is on its way to a fault makes it stop.
void LabController::step(bool toFault)
{
    if (m_runControl != nullptr) {
        m_runControl->steps = toFault ? lab::toNextFault : 1;
    }
}

void LabController::start(const models::LabChoice &choice)
{
    stop();
    const lab::Experiment *experiment = lab::findExperiment(choice.pattern);
    if (experiment == nullptr || !m_endpoint) {
        return;
    }
    lab::Settings settings;
    settings.seconds = choice.seconds;
    settings.seed = choice.seed;
    settings.producers = choice.producers;
    settings.contention = choice.contention;
    settings.crash = choice.crash;
    settings.switched = choice.switched;
    settings.guarded = choice.guarded;
    settings.slow = choice.slow;
    settings.dial = choice.dial;
    settings.watched = true;
    m_runControl = std::make_shared<lab::RunControl>();
    settings.runControl = m_runControl;
    settings.abandoned = m_abandoned.get_token();
    m_runner = std::jthread([this, experiment, settings, endpoint = *m_endpoint, run = m_run,
                             before = std::move(m_runner)](const std::stop_token &stop) mutable {
        before = {};
        const auto told = [this, run](const auto &tell) {
            QMetaObject::invokeMethod(this, [this, run, tell] {
                if (run == m_run) {
                    tell();
                }
            });
        };
        const auto report = lab::run(*experiment, endpoint, settings, stop,
                                     [&](const models::LabReport &now) { told([this, now] { emit reported(now); }); });
        told([this, report] {
            if (report) {
                emit reported(*report);
            }
            emit ended(report ? QString() : report.error().message);
        });
    });
}

} // namespace plimsoll::app

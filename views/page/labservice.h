// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/lab.h"

#include <QObject>

#include <vector>

namespace plimsoll::views {

/// Performs runs of the Lab, one at a time, while there is a private server for them. GUI thread; no function waits.
class LabService : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void start(const plimsoll::models::LabChoice &choice) = 0; ///< replaces the current run
    virtual void stop() = 0;
    virtual void setPaused(bool paused) = 0;
    virtual void step(bool toFault) = 0; ///< one step of slow motion, or as many as it takes to the next fault
    virtual void kill() = 0; ///< stops a client on either side at its next attempt

signals:
    void offered(const std::vector<plimsoll::models::LabPattern> &patterns); ///< empty if the Lab is gone
    void reported(const plimsoll::models::LabReport &report); ///< current state
    void ended(const QString &why); ///< empty if it finished
};

} // namespace plimsoll::views

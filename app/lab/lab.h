// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/trial.h"

#include <functional>
#include <span>

/// The Lab: what people write beside what is right, run side by side on a private server, counted (docs/lab.md).
namespace plimsoll::lab {

std::span<const Experiment *const> experiments();
/// As a page shows them.
std::vector<models::LabPattern> patterns();
const Experiment *findExperiment(const QString &id);

/// For how long there may be load, in seconds, until the memory of a demonstration's server is full.
double mostSeconds(const Experiment &experiment, int producers);

/// Runs it on that server, which must be of one's own; what it wrote there is removed at its end, however that comes.
/// Blocks, on threads and connections of its own, for the time of load (never over mostSeconds()) and at most 2.5 s
/// more; `progress` is told how it stands meanwhile. Stopped, it ends within 50 ms, and tidies up.
Result<models::LabReport> run(const Experiment &experiment, const redis::Endpoint &endpoint, const Settings &settings,
                              const std::stop_token &stop = {},
                              const std::function<void(const models::LabReport &)> &progress = {});

} // namespace plimsoll::lab

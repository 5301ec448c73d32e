// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/trial.h"

#include <functional>
#include <span>

/// The Lab runs common mistakes next to correct code on a private server and counts the faults (docs/lab.md).
namespace plimsoll::lab {

std::span<const Experiment *const> experiments();
/// The patterns as the page shows them.
std::vector<models::LabPattern> patterns();
const Experiment *findExperiment(const QString &id);

/// Maximum duration of the load in seconds, before the memory of a demonstration's server is full.
double mostSeconds(const Experiment &experiment, int producers);

/// Runs an experiment on `endpoint`, which must be a private server, and removes its keys however the run ends. Blocks,
/// on its own threads and connections, while the load lasts (at most mostSeconds()) and at most 2.5 s longer; reports
/// to `progress` meanwhile. If stopped, returns within 50 ms after cleaning up.
Result<models::LabReport> run(const Experiment &experiment, const redis::Endpoint &endpoint, const Settings &settings,
                              const std::stop_token &stop = {},
                              const std::function<void(const models::LabReport &)> &progress = {});

} // namespace plimsoll::lab

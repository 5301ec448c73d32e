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

/// Runs it on that server, which must be of one's own: keys of earlier runs are removed first. Blocks, on threads and
/// connections of its own, for the time of load and at most 2.5 s more; `progress` is told how it stands meanwhile.
Result<models::LabReport> run(const Experiment &experiment, const redis::Endpoint &endpoint, const Settings &settings,
                              const std::stop_token &stop = {},
                              const std::function<void(const models::LabReport &)> &progress = {});

} // namespace plimsoll::lab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/discovery.h"

#include <QByteArray>

namespace plimsoll::app {

/// A discovery as a JSON document (docs/discovery.md).
QByteArray discoveryJson(const Discovery &discovery);
/// For people: the proposals with their keys and reasons, the largest templates that were not recognised, the cost.
QByteArray discoveryTable(const Discovery &discovery);

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/incident.h"

#include <QByteArray>

namespace plimsoll::app {

/// A report in one HTML file without scripts or external resources, light or dark as the reader's system is. It
/// contains no elements of collections.
QByteArray reportHtml(const Incident &incident);

} // namespace plimsoll::app

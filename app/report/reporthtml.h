// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/incident.h"

#include <QByteArray>

namespace plimsoll::app {

/// One file that opens anywhere: no script, nothing that is fetched, light or dark as its reader has it. Elements of
/// collections are not in it.
QByteArray reportHtml(const Incident &incident);

} // namespace plimsoll::app

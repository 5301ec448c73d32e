// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plimsoll::models {

/// Formats a CSV field (RFC 4180), quoted if necessary. An apostrophe precedes text that a spreadsheet would run as a
/// formula. Numbers do not need this function.
QString csvField(QString text);

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plimsoll::models {

/// A text as a field of a CSV line (RFC 4180), between quotes where it needs them. What a spreadsheet would run as a
/// formula has an apostrophe in front. Numbers that are written as such are none of its business.
QString csvField(QString text);

} // namespace plimsoll::models

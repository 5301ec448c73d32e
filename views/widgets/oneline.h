// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace plimsoll::views {

/// Turns pasted text into one line: removes line breaks around it and replaces those within it by spaces.
void keepToOneLine(QLineEdit *field);

} // namespace plimsoll::views

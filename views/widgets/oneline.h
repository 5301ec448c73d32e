// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace plimsoll::views {

/// What is pasted with line breaks, as from a terminal or a table, is the one line that the field shows: breaks around
/// it go, those within it are spaces.
void keepToOneLine(QLineEdit *field);

} // namespace plimsoll::views

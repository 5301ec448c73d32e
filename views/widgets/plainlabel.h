// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace plimsoll::views {

/// Makes a label for untrusted text, never shown as HTML. `name` is its objectName, `role` its style ("secondary",
/// "mono"). Owned by `parent`.
QLabel *plainLabel(QWidget *parent, const QString &name, const char *role = "secondary");

} // namespace plimsoll::views

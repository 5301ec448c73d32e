// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace plimsoll::views {

/// A label for text that may come from outside: shown as it is, never as HTML. `name`: its objectName; `role`: how the
/// theme shows it ("secondary", "mono"). Owned by `parent`.
QLabel *plainLabel(QWidget *parent, const QString &name, const char *role = "secondary");

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace plimsoll {

/// The text with what `valueOf` gives in place of each ${NAME}; a name is of letters, digits and "_". Null where a name
/// has no value (a null QString) or a brace is not closed.
QString withEnvironment(const QString &text, const std::function<QString(const QString &name)> &valueOf);

} // namespace plimsoll

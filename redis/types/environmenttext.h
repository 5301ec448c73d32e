// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace plimsoll {

/// Replaces each ${NAME} by `valueOf(NAME)`; a name consists of letters, digits and "_". Returns a null QString if a
/// value is null or a brace is not closed.
QString withEnvironment(const QString &text, const std::function<QString(const QString &name)> &valueOf);

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QString>

namespace plimsoll::models {

/// Names of members of the workspace file, such as roles and options, translated: "last seen".
QString fieldWords(QLatin1StringView id);
/// "Last seen".
QString fieldTitle(QLatin1StringView id);

} // namespace plimsoll::models

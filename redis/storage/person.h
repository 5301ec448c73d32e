// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plimsoll::redis {

/// Returns the system's name of the user who runs this process, for example "ada".
QString personName();

} // namespace plimsoll::redis

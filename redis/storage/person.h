// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plimsoll::redis {

/// "ada": who runs this process, as the system calls them.
QString personName();

} // namespace plimsoll::redis

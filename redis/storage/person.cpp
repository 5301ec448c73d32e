// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/storage/person.h"

#include <pwd.h>
#include <unistd.h>

namespace plimsoll::redis {

QString personName()
{
    const passwd *const user = ::getpwuid(::geteuid());
    return user == nullptr ? QString::number(::geteuid()) : QString::fromLocal8Bit(user->pw_name);
}

} // namespace plimsoll::redis

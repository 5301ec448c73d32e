// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace plimsoll::lab {

/// One script of lua/cookbook.
struct Script {
    QByteArray name; ///< "queue_finish"
    QByteArray text;
    QByteArray sha;
};

/// Lines that end in "-- guard" are those without which the script is a wrong way: `guarded` false leaves them out.
Script cookbook(QByteArrayView name, bool guarded = true);
/// As the switch of its experiment makes it.
Script switchedCookbook(QByteArrayView name);

} // namespace plimsoll::lab

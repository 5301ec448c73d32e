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

/// What the switch of an experiment changes in a script.
struct Patch {
    QByteArrayView before{}; ///< is there exactly once; empty: nothing is changed
    QByteArrayView after{};
};

/// Lines that end in "-- guard" are those without which the script is a wrong way: `guarded` false leaves them out. A
/// patch that does not fit the script ends the program: a switch that changes nothing would be a lie.
Script cookbook(QByteArrayView name, bool guarded = true, const Patch &patch = {});

} // namespace plimsoll::lab

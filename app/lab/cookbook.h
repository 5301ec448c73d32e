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

/// A change that an experiment's switch makes to a script.
struct Patch {
    QByteArrayView before{}; ///< text that occurs exactly once; empty: no change
    QByteArrayView after{};
};

/// Loads a script by its path in lua/, such as "lab/shift".
Script script(QByteArrayView path);
/// Loads a script of lua/cookbook. Without `guarded`, drops the lines that end in "-- guard", which leaves a wrong way.
/// A patch that does not fit ends the program, because the switch would then have no effect.
Script cookbook(QByteArrayView name, bool guarded = true, const Patch &patch = {});

} // namespace plimsoll::lab

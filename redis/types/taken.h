// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace plimsoll {

/// An element that an operation took from where it was, as the archive has it.
struct TakenElement {
    QByteArray key; ///< where it was
    QByteArray element;
    char outcome = 'm'; ///< m moved, d dead-lettered, r removed
};

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace plimsoll {

/// Element that an operation took away, as stored in the archive.
struct TakenElement {
    QByteArray key; ///< original key
    QByteArray element;
    char outcome = 'm'; ///< m moved, d dead-lettered, r removed
};

} // namespace plimsoll

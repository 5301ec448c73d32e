// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plimsoll {

/// The message with what differs from job to job taken out, so that dead letters of one cause fall into one group:
/// UUIDs become "<uuid>", hexadecimal runs of eight or more "<hex>", other digits "#"; white space is folded.
QString errorGroup(const QString &message);

} // namespace plimsoll

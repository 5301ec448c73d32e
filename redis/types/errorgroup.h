// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace plimsoll {

/// A message taken apart: what stands between the parts that may differ from job to job, and those parts.
struct ErrorParts {
    QStringList literals; ///< one more than there are values
    QStringList placeholders; ///< "<uuid>", "<hex>", "#"
    QStringList values; ///< as the message has them

    /// Placeholders in place of all values.
    [[nodiscard]] QString group() const;
    /// The message as it is, white space folded.
    [[nodiscard]] QString text() const;
    /// Values that another message of the group has otherwise become placeholders.
    void keepCommon(const ErrorParts &other);
};

ErrorParts errorParts(const QString &message);

/// The message with what differs from job to job taken out, so that dead letters of one cause fall into one group:
/// UUIDs become "<uuid>", hexadecimal runs of eight or more "<hex>", other digits "#"; white space is folded.
QString errorGroup(const QString &message);

} // namespace plimsoll

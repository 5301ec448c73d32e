// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace plimsoll {

/// An error message split into fixed text and the parts that may vary from job to job.
struct ErrorParts {
    QStringList literals; ///< one more than values
    QStringList placeholders; ///< "<uuid>", "<hex>", "#"
    QStringList values; ///< original text of the varying parts

    /// Returns the message with placeholders for all values.
    [[nodiscard]] QString group() const;
    /// Returns the original message with white space folded.
    [[nodiscard]] QString text() const;
    /// Replaces values that differ in another message of the group by placeholders.
    void keepCommon(const ErrorParts &other);
};

ErrorParts errorParts(const QString &message);

/// Returns the message without the parts that vary from job to job, so that dead letters with one cause form one group:
/// UUIDs become "<uuid>", hexadecimal runs of eight or more "<hex>", other digits "#"; white space is folded.
QString errorGroup(const QString &message);

} // namespace plimsoll

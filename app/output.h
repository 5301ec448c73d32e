// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace plimsoll::app {

/// Before anything else is opened: a closed standard stream would give its number to the next file or socket, and
/// figures would be printed into a connection.
void guardStandardStreams();

/// Writes a result to standard output at once. False when that cannot be written (a full disk, closed), with the
/// reason on standard error; a reader that went away ends the process by SIGPIPE, as it ends every tool in a pipe.
[[nodiscard]] bool print(const QByteArray &result);

/// One line on standard error.
void complain(const QString &line);

} // namespace plimsoll::app

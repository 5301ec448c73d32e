// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace plimsoll::app {

/// Opens closed standard streams on /dev/null. Call first: the next file or socket would otherwise get their number and
/// receive printed output.
void guardStandardStreams();

/// Writes a result to standard output at once. On failure (disk full, stream closed) returns false and reports the
/// reason on standard error. If the reader has closed the pipe, the process ends by SIGPIPE.
[[nodiscard]] bool print(const QByteArray &result);

/// Whether printLong() may start a pager; true at first.
void setPaging(bool isOn);
/// Prints like print(); on a terminal with fewer lines than the result, through the pager: PAGER, or less.
[[nodiscard]] bool printLong(const QByteArray &result);

/// True if standard output is a terminal that shows colours, and NO_COLOR is not set.
[[nodiscard]] bool showsColour();

/// One line on standard error.
void complain(const QString &line);

} // namespace plimsoll::app

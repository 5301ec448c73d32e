// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "redis/types/printable.h"

#include <QCoreApplication>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <utility>

namespace plimsoll::app {

namespace {

/// Writes all bytes; returns 0 or errno.
int writeAll(int descriptor, const QByteArray &bytes)
{
    qsizetype written = 0;
    while (written < bytes.size()) {
        const ssize_t step =
            ::write(descriptor, bytes.constData() + written, static_cast<std::size_t>(bytes.size() - written));
        if (step < 0 && errno != EINTR) {
            return errno;
        }
        written += step > 0 ? step : 0;
    }
    return 0;
}

bool isPaging = true;

bool hasControl()
{
    const QByteArray terminal = qgetenv("TERM");
    return ::isatty(STDOUT_FILENO) != 0 && !terminal.isEmpty() && terminal != "dumb";
}

/// The command of the pager for a result; empty if it is printed as it is.
QByteArray pagerFor(const QByteArray &result)
{
    winsize size{};
    if (!isPaging || !hasControl() || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0
        || result.count('\n') < size.ws_row) {
        return {};
    }
    const QByteArray pager = qEnvironmentVariableIsSet("PAGER") ? qgetenv("PAGER").trimmed() : "less";
    return pager == "cat" ? QByteArray() : pager;
}

} // namespace

void guardStandardStreams()
{
    // Opened in the opposite direction, so that reading or writing them fails instead of succeeding silently.
    constexpr std::array streams{std::pair(STDIN_FILENO, O_WRONLY), std::pair(STDOUT_FILENO, O_RDONLY),
                                 std::pair(STDERR_FILENO, O_RDONLY)};
    for (const auto &[descriptor, mode] : streams) {
        if (::fcntl(descriptor, F_GETFD) < 0) { // NOLINT(cppcoreguidelines-pro-type-vararg)
            static_cast<void>(
                ::open("/dev/null", mode)); // NOLINT(cppcoreguidelines-pro-type-vararg): lowest free number
        }
    }
}

bool print(const QByteArray &result)
{
    const int error = writeAll(STDOUT_FILENO, result);
    if (error == EPIPE) {
        static_cast<void>(std::signal(SIGPIPE, SIG_DFL)); // ignored because of sockets
        static_cast<void>(std::raise(SIGPIPE));
    }
    if (error != 0) {
        complain(QCoreApplication::translate("cli", "plimsoll: standard output cannot be written: %1")
                     .arg(qt_error_string(error)));
    }
    return error == 0;
}

void setPaging(bool isOn)
{
    isPaging = isOn;
}

bool printLong(const QByteArray &result)
{
    const QByteArray pager = pagerFor(result);
    if (pager.isEmpty()) {
        return print(result);
    }
    if (!qEnvironmentVariableIsSet("LESS")) {
        qputenv("LESS", "FRX"); // as git: colours, and the text stays on the terminal
    }
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN)); // a person who quits has seen enough
    std::FILE *const pipe = ::popen(pager.constData(), "w");
    if (pipe == nullptr) {
        return print(result);
    }
    static_cast<void>(std::fwrite(result.constData(), 1, static_cast<std::size_t>(result.size()), pipe));
    const int status = ::pclose(pipe);
    constexpr int notFound = 127;
    return WIFEXITED(status) && WEXITSTATUS(status) == notFound ? print(result) : true;
}

bool showsColour()
{
    return hasControl() && qEnvironmentVariableIsEmpty("NO_COLOR");
}

void complain(const QString &line)
{
    // A name may contain line ends or terminal control characters.
    const QByteArray bytes = line.toUtf8();
    const QString shown = isPrintable(bytes) ? line : printable(bytes);
    static_cast<void>(writeAll(STDERR_FILENO, shown.toLocal8Bit() + '\n'));
}

} // namespace plimsoll::app

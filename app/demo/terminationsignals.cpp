// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/terminationsignals.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace plimsoll {

namespace {

constexpr std::array handledSignals{SIGINT, SIGTERM, SIGHUP};
std::array<int, 2> wake{-1, -1}; // a pipe; write() is async-signal-safe

extern "C" void wakeUp(int signal)
{
    const char byte = static_cast<char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(wake[1], &byte, 1);
}

} // namespace

TerminationSignals::TerminationSignals(QObject *parent) : QObject(parent)
{
    if (::pipe2(wake.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return; // no descriptors left: signals keep their default action
    }
    m_notifier = std::make_unique<QSocketNotifier>(wake[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        [[maybe_unused]] const ssize_t got = ::read(wake[0], &byte, 1);
        emit asked();
    });
    struct sigaction action { };
    action.sa_handler = wakeUp;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND); // a second signal has its default action
    for (const int signal : handledSignals) {
        ::sigaction(signal, &action, nullptr);
    }
}

TerminationSignals::~TerminationSignals()
{
    for (const int signal : handledSignals) {
        struct sigaction action { };
        action.sa_handler = SIG_DFL;
        ::sigaction(signal, &action, nullptr);
    }
    for (int &end : wake) {
        if (end >= 0) {
            ::close(end);
            end = -1;
        }
    }
}

} // namespace plimsoll

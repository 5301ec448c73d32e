// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QString>
#include <QThread>

#include <memory>

namespace plimsoll::app {

/// Address of the running session bus, or empty; never starts a bus.
QString sessionBusAddress();

/// A name for a connection to the bus, such as "plimsoll-alerts-1", that no other code shares or closes. On any thread.
QString busConnectionName(QLatin1StringView purpose);

/// Makes an object that the bus calls, shared with the pool thread that connects it. It is deleted at once on its own
/// thread, as deleteLater() has no effect after the event loop has ended.
template <typename Listener> std::shared_ptr<Listener> makeBusListener()
{
    return {new Listener, [](Listener *listener) {
                if (listener->thread() == QThread::currentThread()) {
                    delete listener;
                } else {
                    listener->deleteLater();
                }
            }};
}

} // namespace plimsoll::app

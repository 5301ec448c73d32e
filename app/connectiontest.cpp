// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connectiontest.h"

#include "redis/poll/serverwatch.h"
#include "redis/types/plural.h"
#include "redis/wire/client.h"

#include <QCoreApplication>
#include <QLocale>

#include <chrono>

namespace plimsoll::app {

ConnectionTest testConnection(const redis::Endpoint &endpoint, const std::stop_token &stop)
{
    redis::ClientOptions options;
    options.name = "plimsoll:test";
    options.readOnly = true;
    redis::Client client(endpoint, options);
    if (const Outcome connected = client.connect(stop); !connected) {
        return {false, connected.error().message};
    }
    const auto started = std::chrono::steady_clock::now();
    const auto answered = client.command({"PING"}, stop);
    if (!answered) {
        return {false, answered.error().message};
    }
    const std::chrono::duration<double, std::milli> roundTrip = std::chrono::steady_clock::now() - started;
    QStringList parts{QCoreApplication::translate("ConnectionTest", "Connected to %1").arg(endpoint.display())};
    // A user with few rights may not ask for these two; the connection is good all the same.
    if (const auto info = client.command({"INFO", "server"}, stop)) {
        ServerInfo server;
        redis::readInfo(info->bytes, server);
        parts << serverTitle(server);
        parts.removeAll(QString());
    }
    parts << QCoreApplication::translate("ConnectionTest", "%1 ms").arg(QLocale().toString(roundTrip.count(), 'f', 1));
    if (const auto keys = client.command({"DBSIZE"}, stop)) {
        parts << (keys->integer == 1
                      ? QCoreApplication::translate("ConnectionTest", "1 key")
                      : QCoreApplication::translate("ConnectionTest", "%1 keys", nullptr, pluralOf(keys->integer))
                            .arg(QLocale().toString(keys->integer)));
    }
    return {true, parts.join(QStringLiteral(", "))};
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connectiontest.h"

#include "redis/topology/server.h"
#include "redis/types/plural.h"

#include <QCoreApplication>
#include <QLocale>

#include <chrono>

namespace plimsoll::app {

ConnectionTest testConnection(const redis::Endpoint &endpoint, const std::stop_token &stop)
{
    redis::ClientOptions options;
    options.name = "plimsoll:test";
    options.readOnly = true;
    const auto server = redis::makeServer(endpoint, options);
    if (const Outcome connected = server->connect(stop); !connected) {
        return {false, connected.error().message};
    }
    const auto started = std::chrono::steady_clock::now();
    const auto answered = server->command({"PING"}, stop);
    if (!answered) {
        return {false, answered.error().message};
    }
    const std::chrono::duration<double, std::milli> roundTrip = std::chrono::steady_clock::now() - started;
    QStringList parts{QCoreApplication::translate("ConnectionTest", "Connected to %1").arg(endpoint.display())};
    // A user without permission for INFO or DBSIZE can still connect.
    if (const auto info = server->command({"INFO", "server"}, stop)) {
        ServerInfo said;
        redis::readInfo(info->bytes, said);
        parts << serverTitle(said);
        parts.removeAll(QString());
    }
    parts << QCoreApplication::translate("ConnectionTest", "%1 ms").arg(QLocale().toString(roundTrip.count(), 'f', 1));
    if (const auto keys = server->command({"DBSIZE"}, stop)) {
        parts << (keys->integer == 1
                      ? QCoreApplication::translate("ConnectionTest", "1 key")
                      : QCoreApplication::translate("ConnectionTest", "%1 keys", nullptr, pluralOf(keys->integer))
                            .arg(QLocale().toString(keys->integer)));
    }
    return {true, parts.join(QStringLiteral(", "))};
}

} // namespace plimsoll::app

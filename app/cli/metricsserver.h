// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QHostAddress>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

class QHttpServer;

namespace plimsoll::app {

/// Address at which metrics are served.
struct ListenAddress {
    QHostAddress host{QHostAddress::LocalHost};
    quint16 port = 0; ///< 0: any that is free

    /// Parses "127.0.0.1:9400", "[::1]:9400" or "localhost:9400"; ":9400" and "9400" listen on the loopback interface.
    /// nullopt if the text is no such address.
    static std::optional<ListenAddress> parse(const QString &typed);
    /// Text that parse() accepts.
    [[nodiscard]] QString text() const;
};

/// Answers GET /metrics in the OpenMetrics text format, for a Prometheus to scrape; everything else is "not found".
/// Serves on the thread that created it, while its event loop runs.
class MetricsServer final {
public:
    /// `metrics` is asked at every scrape.
    explicit MetricsServer(std::function<QByteArray()> metrics);
    ~MetricsServer();
    Q_DISABLE_COPY_MOVE(MetricsServer)

    /// Starts to listen; returns the actual address.
    Result<ListenAddress> listen(const ListenAddress &address);

private:
    std::unique_ptr<QHttpServer> m_server;
};

} // namespace plimsoll::app

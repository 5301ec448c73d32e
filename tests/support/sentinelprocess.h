// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"

#include <QProcess>
#include <QTemporaryDir>

namespace plimsoll::testing {

class RedisServer;

/// A private redis-server as a sentinel that watches one master. RedisServer cannot do that: a sentinel has neither
/// keys nor users. Does not wait until the sentinel answers.
class SentinelProcess final {
public:
    /// `name`: of the master. `further`: lines of its configuration.
    SentinelProcess(const RedisServer &master, const QByteArray &name, const QByteArray &further = {});
    ~SentinelProcess();
    Q_DISABLE_COPY_MOVE(SentinelProcess)

    /// Endpoint of the sentinel as a plain server.
    [[nodiscard]] const redis::Endpoint &endpoint() const { return m_endpoint; }
    /// redis+sentinel:// with this sentinel alone.
    [[nodiscard]] QString url() const;

private:
    QTemporaryDir m_folder;
    redis::Endpoint m_endpoint;
    QString m_name;
    QProcess m_process;
};

} // namespace plimsoll::testing

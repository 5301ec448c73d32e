// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"

#include <QProcess>
#include <QTemporaryDir>

namespace plimsoll::testing {

class RedisServer;

/// A private redis-server as a sentinel that watches one master, which the fixture of servers cannot be: it has neither
/// keys nor users. Nobody waits until it answers.
class SentinelProcess final {
public:
    /// `name`: of the master. `further`: lines of its configuration.
    SentinelProcess(const RedisServer &master, const QByteArray &name, const QByteArray &further = {});
    ~SentinelProcess();
    Q_DISABLE_COPY_MOVE(SentinelProcess)

    /// As a plain server.
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

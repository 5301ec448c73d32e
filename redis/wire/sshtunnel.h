// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/result.h"

#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include <sys/types.h>

namespace plimsoll::redis {

/// One run of the system's ssh that leads a stream to the address of an endpoint, as seen from the bastion (ssh -W).
/// It is killed with the object. Any thread, one at a time.
class SshTunnel final {
public:
    /// Whether ssh may ask the person (passphrase, new host key): only where there is a screen, and a program to ask
    /// with.
    static bool mayAsk();
    /// Starts ssh; returns at once. `patience`: how long it may take to reach the bastion.
    static Result<std::unique_ptr<SshTunnel>> start(const Endpoint &endpoint, std::chrono::milliseconds patience);
    ~SshTunnel();
    Q_DISABLE_COPY_MOVE(SshTunnel)

    /// Returns the socket of the stream; the caller owns it from then on.
    [[nodiscard]] int takeStream() { return std::exchange(m_stream, -1); }
    /// Why ssh has ended, in its own words: "ssh to ops@bastion: Permission denied (publickey)"; empty if it ended
    /// because the server closed the stream, or still runs. Call when the stream has ended; waits a moment for the
    /// process.
    [[nodiscard]] QString whyEnded() const;

private:
    SshTunnel(pid_t process, int stream, int messages, QString name);

    pid_t m_process;
    int m_stream;
    int m_messages; ///< memory file with what ssh says on standard error
    QString m_name; ///< bastion's name
    mutable std::optional<int> m_code; ///< exit code of the process; nullopt: not read yet
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/endpoint.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

class CommandGate;

struct ClientOptions {
    QByteArray name{}; ///< for CLIENT SETNAME: "plimsoll:poll"
    bool readOnly = false;
    /// Scripts of ours that change nothing (SHA-1, lower case hex), allowed through the read-only gate.
    std::set<QByteArray> readOnlyScripts{};
    std::chrono::milliseconds connectDeadline{5'000};
    std::chrono::milliseconds exchangeDeadline{5'000};
    /// Memory for the replies of one exchange; over it: Protocol error, connection dropped.
    qint64 maxReplyBytes = 512LL * 1024 * 1024;
    qsizetype maxArrayLength = 1'000'000;
};

/// One connection, blocking and bound by deadlines; made, used and destroyed on one thread (needs no event loop).
/// Any failure but error replies and a refusal by the gate drops the connection, so that a late reply never
/// reaches a later request; the next exchange then says Unreachable until connect() is called again.
class Client final {
public:
    Client(Endpoint endpoint, ClientOptions options);
    ~Client();
    Q_DISABLE_COPY_MOVE(Client)

    /// Opens the transport, logs in (AUTH with user), selects the database, sets the name; where read-only, learns
    /// from COMMAND which commands may be sent.
    Outcome connect(const std::stop_token &stop = {});
    [[nodiscard]] bool isConnected() const;
    void disconnect();

    /// Sends all commands and reads as many replies, reading while writing, so that pipelines of any size are safe.
    /// Error replies are values. Read-only: refuses the whole before anything is sent when one command may write.
    /// Cancelled within 50 ms of the stop.
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop = {});
    /// One command, its one reply; an error reply becomes the Error.
    Result<Reply> command(std::initializer_list<QByteArrayView> arguments, const std::stop_token &stop = {});

    /// Whether the server has it, and exchange() would send it; `command` as Pipeline::commands() has it ("SINTERCARD",
    /// "CONFIG|GET"). For leaving out what an older server does not have. Known only where read-only.
    [[nodiscard]] bool allows(const QByteArray &command) const;

    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }

private:
    struct Wire; ///< transport and hiredis reader

    std::optional<Error> logIn(std::chrono::steady_clock::time_point deadline, const std::stop_token &stop);
    std::optional<Error> learnCommands(const Reply &reply);

    Endpoint m_endpoint;
    ClientOptions m_options;
    std::unique_ptr<Wire> m_wire;
    std::unique_ptr<CommandGate> m_gate;
};

} // namespace plimsoll::redis

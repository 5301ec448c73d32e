// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/endpoint.h"
#include "redis/wire/connector.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

class Client;
class CommandGate;

/// Commands for one of several clients, and what came of them; see Client::exchangeAll().
struct ClientPart {
    ClientPart() = default;
    /// All commands of a pipeline, which must outlive the exchange.
    ClientPart(Client &to, const Pipeline &pipeline)
        : client(&to), bytes(pipeline.bytes()), commands(pipeline.size()), names(&pipeline.commands())
    {
    }

    Client *client = nullptr;
    QByteArray bytes{};
    int commands = 0; ///< number encoded in `bytes`
    const std::vector<QByteArray> *names = nullptr; ///< command names, for the read-only gate
    /// Optional; sees all replies so far each time some have arrived, also the last, and may move them away.
    std::function<void(std::span<Reply>)> sink{};
    Result<std::vector<Reply>> replies = std::vector<Reply>();
    std::chrono::microseconds took{}; ///< until the last reply, without the time that replies waited for a sink
};

struct ClientOptions {
    QByteArray name{}; ///< CLIENT SETNAME argument, for example "plimsoll:poll"
    bool readOnly = false;
    /// Reads from replicas if the endpoint asks for it. Only for figures: never where anything is changed, or looked at
    /// in order to change it.
    bool readsReplicas = false;
    /// Our scripts that change nothing (SHA-1, lower-case hex); the read-only gate allows them.
    std::set<QByteArray> readOnlyScripts{};
    std::chrono::milliseconds connectDeadline{5'000};
    std::chrono::milliseconds exchangeDeadline{5'000};
    /// Memory for the replies of one exchange, in bytes; exceeding it is a Protocol error and drops the connection.
    qint64 maxReplyBytes = 512LL * 1024 * 1024;
    qsizetype maxArrayLength = 1'000'000;
    ConnectSink passed{}; ///< told of each stage of connect(), on its thread
};

/// One blocking connection with deadlines; created, used and destroyed on one thread (needs no event loop). Any failure
/// other than an error reply or a refusal by the gate drops the connection, so that a late reply never reaches a later
/// request; exchange() then returns Unreachable until connect() is called again.
class Client final {
public:
    Client(Endpoint endpoint, ClientOptions options);
    ~Client();
    Q_DISABLE_COPY_MOVE(Client)

    /// Opens the transport, logs in (AUTH with user), selects the database and sets the name; if read-only, also learns
    /// from COMMAND which commands may be sent. `within`: instead of the options' deadline.
    Outcome connect(const std::stop_token &stop = {}, std::optional<std::chrono::milliseconds> within = {});
    [[nodiscard]] bool isConnected() const;
    void disconnect();

    /// Sends all commands and reads one reply each, reading while writing, so that pipelines of any size are safe.
    /// Error replies are values. If read-only, sends nothing when one command may write. Returns within 50 ms of a stop
    /// request. `sink` sees the replies as they arrive.
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop = {},
                                        const ReplySink &sink = {});
    /// Does the exchange of every part at the same time: writes to all, then reads from all as they answer. A failure
    /// concerns its own part only; but if one client refuses its part (read-only), nothing is sent and every part has
    /// that error. No client may be in two parts.
    static void exchangeAll(std::span<ClientPart> parts, const std::stop_token &stop);
    /// Bytes received since the connection was opened.
    [[nodiscard]] qint64 bytesRead() const;
    /// Time that the sink of the last exchange took while further replies lay waiting.
    [[nodiscard]] std::chrono::microseconds sinkTime() const;
    /// Subscribes to a channel: from now on no exchange may follow, only messages().
    Outcome subscribe(QByteArrayView channel, const std::stop_token &stop = {});
    /// Sends PING on a subscribed connection, without waiting.
    void askForMessages();
    /// Call after askForMessages(). Waits for the reply and returns the messages in front of it: all those that the
    /// server sent before it got the PING, however many. Some later ones may follow.
    Result<std::vector<Reply>> messages(const std::stop_token &stop = {});
    /// Sends one command and returns its reply; an error reply becomes the Error.
    Result<Reply> command(std::initializer_list<QByteArrayView> arguments, const std::stop_token &stop = {});

    /// Returns whether the server has `command` and exchange() would send it, for omitting commands that an older
    /// server lacks; always true unless read-only. Names as in Pipeline::commands() ("SINTERCARD", "CONFIG|GET").
    [[nodiscard]] bool allows(const QByteArray &command) const;

    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }

private:
    struct Wire; ///< transport and hiredis reader

    std::optional<Error> whyNot(const std::vector<QByteArray> &commands);
    Result<std::vector<Reply>> finished(std::vector<Reply> replies);
    Outcome connectOnce(std::chrono::milliseconds within, const std::stop_token &stop);
    [[nodiscard]] bool asksForPassword() const;
    void reportTls() const;
    std::optional<Error> logIn(std::chrono::steady_clock::time_point deadline, const std::stop_token &stop);
    std::optional<Error> learnCommands(const Reply &reply);

    Endpoint m_endpoint;
    ClientOptions m_options;
    QByteArray m_password; ///< password of the endpoint, or output of its passwordCommand
    std::unique_ptr<Wire> m_wire;
    std::unique_ptr<CommandGate> m_gate;
};

/// Returns the reply to the only command of an exchange; an error reply becomes the Error.
Result<Reply> onlyReply(const Pipeline &pipeline, Result<std::vector<Reply>> replies);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"

#include "redis/types/printable.h"
#include "redis/wire/gate.h"
#include "redis/wire/passwordcommand.h"
#include "redis/wire/replyreader.h"
#include "redis/wire/sshtunnel.h"
#include "redis/wire/tls.h"

#include <QCoreApplication>
#include <QIODevice>

#include <poll.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace plimsoll::redis {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t chunkSize = 65'536;
constexpr std::chrono::milliseconds sshPatience{3'000}; ///< it takes a dozen round trips
constexpr std::chrono::seconds answerPatience{60}; ///< time for a user whom ssh asks for a passphrase

/// Purpose of a log-in command; selects the text of its error.
enum class Step : quint8 { Login, Database, Name, Replica, Commands, Greeting };

Error withPlace(Error error, const Endpoint &endpoint)
{
    error.message = QStringLiteral("%1: %2").arg(endpoint.display(), error.message);
    return error;
}

/// The user has no password, and is logged in all the same.
bool wantsNoPassword(const Reply &reply)
{
    return reply.isError()
        && (reply.bytes.contains("without any password configured")
            || reply.bytes.contains("but no password is set")); // before Redis 6
}

Error loginError(const Reply &reply)
{
    Error error = reply.toError();
    if (wantsNoPassword(reply)) {
        error.message = QCoreApplication::translate("Wire", "The server has no password set; leave the password out");
        error.isPasswordUnwanted = true;
    } else if ((error.kind == ErrorKind::Server || error.kind == ErrorKind::Refused) && reply.bytes.contains("AUTH")) {
        error.message = QCoreApplication::translate(
            "Wire", "The server does not accept this login: it supports no users, or has no password");
    }
    error.kind = ErrorKind::LoginRefused;
    return error;
}

/// Errors such as "max number of clients reached" answer any command; the server then closes the connection.
Error turnedAway(const Reply &reply)
{
    Error error = reply.toError();
    const bool isOther = error.kind == ErrorKind::Server || error.kind == ErrorKind::NotNow;
    error.kind = isOther ? ErrorKind::Unreachable : error.kind;
    return error;
}

/// The server's administrator renamed or removed the command.
bool isUnknownCommand(const Reply &reply)
{
    return reply.isError() && reply.bytes.startsWith("ERR unknown command");
}

/// The reply to PING on a subscribed connection.
bool isPong(const Reply &reply)
{
    return reply.elements.size() == 2 && reply.elements.front().bytes == "pong";
}

/// Returns the error that ends connect(), or nothing if the connection is usable.
std::optional<Error> stepError(Step step, const Reply &reply, int database)
{
    if (!reply.isError()) {
        return std::nullopt;
    }
    const Error error = reply.toError();
    if (step == Step::Login) {
        return loginError(reply);
    }
    if (error.kind == ErrorKind::LoginRefused) {
        return error;
    }
    if (step == Step::Database && reply.bytes.contains("out of range")) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("Wire", "The server has no database %1").arg(database)};
    }
    if (step == Step::Database && reply.bytes.contains("not allowed in cluster mode")) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("Wire", "A cluster has only database 0, not %1").arg(database)};
    }
    // A rejected client name, or a greeting while the server loads, does no harm.
    const bool needed = step == Step::Database
        || (step == Step::Replica && !reply.bytes.contains("cluster support disabled"))
        || (step == Step::Commands && !isUnknownCommand(reply));
    return needed ? std::optional(error) : std::nullopt;
}

} // namespace

/// Transport and reply reader of one connection.
struct Client::Wire {
    Wire(Transport opened, ReplyReader::Limits limits) : transport(std::move(opened)), reader(limits) { }

    /// Writes all commands and reads one reply each; on failure sets `error` and returns the replies already received.
    std::vector<Reply> exchange(const Pipeline &pipeline, Clock::time_point deadline, const std::stop_token &stop,
                                const ReplySink &sink = {});
    /// Writes all commands without waiting for replies.
    void start(const QByteArray &bytes, int commands);
    /// Reads and writes what can be without waiting; sets `error` if the exchange cannot go on.
    void advance(Clock::time_point deadline, const std::stop_token &stop);
    [[nodiscard]] bool isRunning() const { return !error && !reader.isComplete(); }
    /// Returns the replies; on failure those already received.
    std::vector<Reply> takeReplies();
    /// Reads messages until that of a PING is among them.
    void readToPong(Clock::time_point deadline, const std::stop_token &stop);
    [[nodiscard]] bool isOpen() const { return transport.device->isOpen() && transport.isOpen(); }

    Transport transport;
    ReplyReader reader;
    std::optional<Error> error;
    Clock::duration sinkTime{};
    qint64 received = 0; ///< bytes

private:
    void takeUnasked();
    /// Reads the available bytes without waiting.
    void drain();
    void waitForMore(Clock::time_point deadline, const std::stop_token &stop);
    [[nodiscard]] std::optional<Error> whyOver(Clock::time_point deadline, const std::stop_token &stop) const;
    void showReplies(const ReplySink &sink);

    std::array<char, chunkSize> m_chunk{};
};

std::vector<Reply> Client::Wire::exchange(const Pipeline &pipeline, Clock::time_point deadline,
                                          const std::stop_token &stop, const ReplySink &sink)
{
    start(pipeline.bytes(), pipeline.size());
    // Every wait also writes pending bytes, so that full buffers on both sides cannot deadlock.
    while (isRunning()) {
        waitForMore(deadline, stop);
        drain();
        if (sink && isRunning()) {
            showReplies(sink);
        }
    }
    return takeReplies();
}

void Client::Wire::start(const QByteArray &bytes, int commands)
{
    takeUnasked();
    reader.begin(commands);
    sinkTime = {};
    if (!error && isOpen()) {
        transport.device->write(bytes);
    }
}

void Client::Wire::advance(Clock::time_point deadline, const std::stop_token &stop)
{
    transport.device->waitForReadyRead(0);
    drain();
    if (isRunning()) {
        error = whyOver(deadline, stop);
    }
}

std::vector<Reply> Client::Wire::takeReplies()
{
    std::vector<Reply> replies = reader.take();
    if (error) {
        replies.resize(std::min(replies.size(), static_cast<std::size_t>(reader.completed())));
    }
    return replies;
}

/// If nothing has arrived when the sink is done, the server worked all the while: then that time is the server's.
void Client::Wire::showReplies(const ReplySink &sink)
{
    const Clock::time_point start = Clock::now();
    sink(reader.replies());
    const Clock::duration took = Clock::now() - start;
    transport.device->waitForReadyRead(0);
    sinkTime += transport.device->bytesAvailable() > 0 ? took : Clock::duration::zero();
}

/// Bytes received since the last exchange belong to no request: the server closed the connection, or says why.
void Client::Wire::takeUnasked()
{
    transport.device->waitForReadyRead(0);
    if (transport.device->bytesAvailable() > 0) {
        reader.begin(1);
        drain();
        const std::vector<Reply> replies = reader.take();
        const bool isReason = !error && reader.isComplete() && replies.front().isError();
        error = isReason ? turnedAway(replies.front())
                         : Error{ErrorKind::Protocol,
                                 QCoreApplication::translate("Wire", "The server sent data that was not requested")};
    }
}

void Client::Wire::drain()
{
    while (!error && transport.device->bytesAvailable() > 0) {
        const qint64 got = transport.device->read(m_chunk.data(), static_cast<qint64>(m_chunk.size()));
        if (got <= 0) {
            return;
        }
        received += got;
        error = reader.feed(QByteArrayView(m_chunk.data(), got));
    }
}

void Client::Wire::readToPong(Clock::time_point deadline, const std::stop_token &stop)
{
    std::size_t seen = 0;
    for (bool isThere = false; !isThere && !error;) {
        drain();
        const std::span<const Reply> read = reader.messages().subspan(seen);
        isThere = std::any_of(read.begin(), read.end(), isPong);
        seen += read.size();
        if (!isThere && !error) {
            waitForMore(deadline, stop);
        }
    }
}

/// Returns the reason to stop waiting, if any.
std::optional<Error> Client::Wire::whyOver(Clock::time_point deadline, const std::stop_token &stop) const
{
    if (stop.stop_requested()) {
        return Error{ErrorKind::Cancelled, QCoreApplication::translate("Wire", "Cancelled")};
    }
    if (Clock::now() >= deadline) {
        return Error{ErrorKind::TimedOut,
                     QCoreApplication::translate("Wire", "The server did not answer within the time allowed")};
    }
    if (!isOpen()) {
        const QString why = transport.whyClosed ? transport.whyClosed() : QString();
        return Error{ErrorKind::Unreachable,
                     why.isEmpty() ? QCoreApplication::translate("Wire", "The server closed the connection") : why};
    }
    return std::nullopt;
}

void Client::Wire::waitForMore(Clock::time_point deadline, const std::stop_token &stop)
{
    error = whyOver(deadline, stop);
    if (!error) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        // A timeout of one slice is no error. A close is noticed in the next iteration, after the data before it is
        // read.
        transport.device->waitForReadyRead(static_cast<int>(std::clamp(left, 0ms, stopCheckInterval).count()));
    }
}

Client::Client(Endpoint endpoint, ClientOptions options)
    : m_endpoint(std::move(endpoint)), m_options(std::move(options))
{
}

Client::~Client() = default;

bool Client::asksForPassword() const
{
    return m_endpoint.password.isEmpty() && !m_endpoint.programs.passwordCommand.isEmpty();
}

void Client::reportTls() const
{
    if (m_options.passed) {
        m_options.passed(ConnectStage::Tls, m_wire->transport.security);
    }
}

Outcome Client::connect(const std::stop_token &stop, std::optional<std::chrono::milliseconds> within)
{
    std::chrono::milliseconds patience = within.value_or(m_options.connectDeadline);
    if (m_endpoint.programs.ssh) {
        patience = !within && SshTunnel::mayAsk() ? patience + answerPatience : std::max(patience, sshPatience);
    }
    Outcome connected = connectOnce(patience, stop);
    if (!connected && connected.error().kind == ErrorKind::LoginRefused && asksForPassword() && !m_password.isEmpty()) {
        // The server's password may have been replaced since the program was run.
        forgetPassword(m_endpoint.programs.passwordCommand, m_password);
        const Result<QByteArray> fresh = passwordBy(m_endpoint.programs.passwordCommand, stop);
        return fresh && *fresh != m_password ? connectOnce(patience, stop) : connected;
    }
    return connected;
}

Outcome Client::connectOnce(std::chrono::milliseconds within, const std::stop_token &stop)
{
    disconnect();
    Clock::time_point deadline = Clock::now() + within;
    auto transport = openTransport(m_endpoint, deadline, stop, m_options.passed);
    if (!transport) {
        return transport.error();
    }
    m_wire = std::make_unique<Wire>(*std::move(transport),
                                    ReplyReader::Limits{m_options.maxReplyBytes, m_options.maxArrayLength});
    m_password = m_endpoint.password;
    if (asksForPassword()) {
        const Clock::time_point start = Clock::now();
        Result<QByteArray> password = passwordBy(m_endpoint.programs.passwordCommand, stop);
        if (!password) {
            reportTls();
            disconnect();
            return withPlace(password.error(), m_endpoint);
        }
        m_password = *std::move(password);
        deadline += Clock::now() - start;
    }
    if (auto error = logIn(deadline, stop)) {
        disconnect();
        return withPlace(*std::move(error), m_endpoint);
    }
    return Done{};
}

/// Sends everything in one exchange: the server also refuses the commands after a refused AUTH.
std::optional<Error> Client::logIn(std::chrono::steady_clock::time_point deadline, const std::stop_token &stop)
{
    Pipeline pipeline;
    std::vector<Step> steps;
    const auto add = [&](Step step, std::initializer_list<QByteArrayView> arguments) {
        pipeline.add(arguments);
        steps.push_back(step);
    };
    if (!m_endpoint.user.isEmpty()) {
        add(Step::Login, {"AUTH", m_endpoint.user, m_password});
    } else if (!m_password.isEmpty()) {
        add(Step::Login, {"AUTH", m_password});
    }
    if (m_endpoint.database != 0) {
        add(Step::Database, {"SELECT", QByteArray::number(m_endpoint.database)});
    }
    if (!m_options.name.isEmpty()) {
        add(Step::Name, {"CLIENT", "SETNAME", m_options.name});
    }
    if (m_options.readsReplicas && m_endpoint.replicas) {
        add(Step::Replica, {"READONLY"}); // else replicas of a cluster send every command to their master
    }
    if (m_options.readOnly) {
        add(Step::Commands, {"COMMAND"});
    }
    if (steps.empty()) {
        add(Step::Greeting, {"PING"});
    }
    const std::vector<Reply> replies = m_wire->exchange(pipeline, deadline, stop);
    if (!replies.empty()) {
        reportTls();
    }
    // A server that rejects the connection sends its reason in place of the first reply.
    if (!replies.empty() && replies.front().isError()
        && (replies.front().bytes.startsWith("ERR max number of clients")
            || replies.front().bytes.startsWith("DENIED"))) {
        return turnedAway(replies.front());
    }
    for (std::size_t i = 0; i < replies.size(); ++i) {
        if (steps[i] == Step::Login && m_endpoint.passwordUnused && wantsNoPassword(replies[i])) {
            (*m_endpoint.passwordUnused)();
            continue;
        }
        if (auto error = stepError(steps[i], replies[i], m_endpoint.database)) {
            if (steps[i] == Step::Login && m_password.isEmpty() && replies[i].bytes.startsWith("WRONGPASS")) {
                error->message =
                    QCoreApplication::translate("Wire",
                                                "The user %1 needs a password, and none was given; or there is "
                                                "no such user, or it is switched off")
                        .arg(printable(m_endpoint.user, 60));
            }
            return error;
        }
    }
    if (m_wire->error) {
        const auto &whyClosed = m_wire->transport.whyClosed;
        const bool isExplained = whyClosed && !whyClosed().isEmpty();
        const bool isSshOver = isExplained && m_endpoint.programs.ssh; // ssh has ended: no connection to ask again
        const bool strange =
            !isSshOver && (m_wire->error->kind == ErrorKind::Unreachable || m_wire->error->kind == ErrorKind::Protocol);
        const bool isTcp = m_endpoint.transport == Endpoint::Transport::Tcp;
        if (strange && replies.empty() && isTcp && !m_endpoint.tls && answersTls(m_endpoint, deadline, stop)) {
            return Error{ErrorKind::Unreachable,
                         QCoreApplication::translate("Wire", "The server speaks TLS; its URL begins with rediss://")};
        }
        if (replies.empty() && !isExplained) {
            reportTls();
        }
        if (strange && replies.empty() && isTcp && answersHttp(m_endpoint, deadline, stop)) {
            return Error{ErrorKind::Protocol,
                         QCoreApplication::translate("Wire", "A web server answers there (HTTP), not Redis")};
        }
        const bool isReason =
            m_wire->error->kind == ErrorKind::Unreachable && replies.size() == 1 && replies.front().isError();
        return isReason ? turnedAway(replies.front()) : *m_wire->error;
    }
    return m_options.readOnly ? learnCommands(replies.back()) : std::nullopt;
}

std::optional<Error> Client::learnCommands(const Reply &reply)
{
    auto gate = isUnknownCommand(reply) ? Result<CommandGate>(CommandGate::builtIn(m_options.readOnlyScripts))
                                        : CommandGate::fromCommandReply(reply, m_options.readOnlyScripts);
    if (!gate) {
        return gate.error();
    }
    m_gate = std::make_unique<CommandGate>(*std::move(gate));
    return std::nullopt;
}

bool Client::isConnected() const
{
    return m_wire && m_wire->isOpen();
}

void Client::disconnect()
{
    m_wire.reset();
    m_gate.reset();
}

bool Client::allows(const QByteArray &command) const
{
    return !m_options.readOnly || (m_gate && m_gate->allows(command));
}

qint64 Client::bytesRead() const
{
    return m_wire == nullptr ? 0 : m_wire->received;
}

std::chrono::microseconds Client::sinkTime() const
{
    return m_wire ? std::chrono::duration_cast<std::chrono::microseconds>(m_wire->sinkTime)
                  : std::chrono::microseconds::zero();
}

/// Returns the reason why the commands cannot be sent, if any.
std::optional<Error> Client::whyNot(const std::vector<QByteArray> &commands)
{
    if (!isConnected()) {
        disconnect();
        return withPlace({ErrorKind::Unreachable, QCoreApplication::translate("Wire", "Not connected")}, m_endpoint);
    }
    return m_options.readOnly ? m_gate->judge(commands) : std::nullopt;
}

Result<std::vector<Reply>> Client::finished(std::vector<Reply> replies)
{
    if (auto error = std::exchange(m_wire->error, std::nullopt)) {
        disconnect();
        return withPlace(*std::move(error), m_endpoint);
    }
    return replies;
}

Result<std::vector<Reply>> Client::exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                            const ReplySink &sink)
{
    if (auto error = whyNot(pipeline.commands())) {
        return *std::move(error);
    }
    if (pipeline.isEmpty()) {
        return std::vector<Reply>();
    }
    return finished(m_wire->exchange(pipeline, Clock::now() + m_options.exchangeDeadline, stop, sink));
}

void Client::exchangeAll(std::span<ClientPart> parts, const std::stop_token &stop)
{
    struct Running {
        ClientPart *part = nullptr;
        Clock::duration inSinks{}; ///< value of `inSinks` when it was read the last time
    };
    const Clock::time_point start = Clock::now();
    std::vector<Running> running;
    for (ClientPart &part : parts) {
        if (auto error = part.client->whyNot(*part.names)) {
            part.replies = *error;
            if (error->kind == ErrorKind::Refused) {
                std::for_each(parts.begin(), parts.end(), [&](ClientPart &each) { each.replies = *error; });
                return;
            }
        } else if (part.commands > 0) {
            running.push_back({&part});
        }
    }
    for (const auto &[part, unused] : running) {
        part->client->m_wire->start(part->bytes, part->commands);
    }
    Clock::duration inSinks{}; // of all parts: the servers work on meanwhile
    while (true) {
        std::vector<pollfd> waited;
        std::erase_if(running, [&](Running &each) {
            ClientPart &part = *each.part;
            Client &client = *part.client;
            Wire &wire = *client.m_wire;
            const int before = wire.reader.completed();
            wire.advance(start + client.m_options.exchangeDeadline, stop);
            const bool isNews = wire.reader.completed() > before;
            wire.sinkTime += isNews ? inSinks - each.inSinks : Clock::duration::zero();
            each.inSinks = inSinks;
            const Clock::time_point read = Clock::now();
            if (isNews && part.sink && !wire.error) {
                part.sink(wire.reader.replies());
                inSinks += Clock::now() - read;
            }
            if (wire.isRunning()) {
                const bool isWriting = wire.transport.device->bytesToWrite() > 0;
                waited.push_back(
                    {wire.transport.descriptor, static_cast<short>(isWriting ? POLLIN | POLLOUT : POLLIN), 0});
                return false;
            }
            part.took = std::chrono::duration_cast<std::chrono::microseconds>(read - start - wire.sinkTime);
            part.replies = client.finished(wire.takeReplies());
            return true;
        });
        if (running.empty()) {
            return;
        }
        ::poll(waited.data(), waited.size(), static_cast<int>(stopCheckInterval.count()));
    }
}

Outcome Client::subscribe(QByteArrayView channel, const std::stop_token &stop)
{
    if (auto error = whyNot({})) {
        return *std::move(error);
    }
    Pipeline pipeline;
    pipeline.add(
        {"SUBSCRIBE", channel}); // sent past the gate, which permits no SUBSCRIBE: after it no exchange may follow
    const Result<Reply> subscribed =
        onlyReply(pipeline, finished(m_wire->exchange(pipeline, Clock::now() + m_options.exchangeDeadline, stop)));
    if (!subscribed) {
        return subscribed.error();
    }
    m_wire->reader.beginMessages();
    return Done{};
}

void Client::askForMessages()
{
    if (isConnected()) {
        Pipeline pipeline;
        pipeline.add({"PING"});
        m_wire->transport.device->write(pipeline.bytes());
        m_wire->transport.device->waitForReadyRead(0); // every wait also writes
    }
}

Result<std::vector<Reply>> Client::messages(const std::stop_token &stop)
{
    if (auto error = whyNot({})) {
        return *std::move(error);
    }
    m_wire->readToPong(Clock::now() + m_options.exchangeDeadline, stop);
    Result<std::vector<Reply>> messages = finished(m_wire->reader.takeMessages());
    if (messages) {
        std::erase_if(*messages, isPong);
    }
    return messages;
}

Result<Reply> Client::command(std::initializer_list<QByteArrayView> arguments, const std::stop_token &stop)
{
    Pipeline pipeline;
    pipeline.add(arguments);
    return onlyReply(pipeline, exchange(pipeline, stop));
}

Result<Reply> onlyReply(const Pipeline &pipeline, Result<std::vector<Reply>> replies)
{
    if (!replies) {
        return replies.error();
    }
    Reply &reply = replies->front();
    // Other errors are told with the place of the key by those who asked.
    const bool isOfKey = reply.isError() && reply.bytes.startsWith("NOPERM") && pipeline.at(0).keyCount > 0;
    return reply.isError() ? Result<Reply>(reply.toError(isOfKey ? pipeline.key(0, 0) : QByteArrayView()))
                           : Result<Reply>(std::move(reply));
}

} // namespace plimsoll::redis

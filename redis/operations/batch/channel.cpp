// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/channel.h"

#include "redis/operations/batch/escrow.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"
#include "redis/wire/serveranswers.h"
#include "redis/types/slot.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>

namespace plimsoll::redis {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr int leastAttempts = 3; ///< minimum attempts before a batch or a command fails
constexpr qsizetype longestErrorText = 200;

/// True if reconnecting may help; other errors would repeat.
bool isPassing(const Error &error)
{
    return error.kind == ErrorKind::Unreachable || error.kind == ErrorKind::TimedOut
        || error.kind == ErrorKind::Protocol;
}

bool isPassing(const Reply &reply)
{
    return reply.isError()
        && (reply.bytes.startsWith("LOADING") || reply.bytes.startsWith("BUSY ")
            || reply.bytes.startsWith("PLIMSOLLLATE") || reply.bytes.startsWith("TRYAGAIN"));
}

/// True if this request certainly had no effect. Redis returns the first of these errors only while the script has
/// written nothing; the others come before it runs, without its name, or from the script before its first write.
bool isRefusal(const Reply &reply, const Script &script)
{
    static constexpr std::array untilItWrites{"OOM ", "READONLY ", "MISCONF ", "NOREPLICAS ", "MASTERDOWN "};
    static constexpr std::array beforeItRuns{"NOPERM ",      "NOAUTH ", "WRONGTYPE ", "PLIMSOLL",
                                             "CLUSTERDOWN ", "MOVED ",  "ASK ",       "CROSSSLOT "};
    const auto begins = [&reply](const char *code) { return reply.bytes.startsWith(code); };
    return reply.isError()
        && (std::any_of(untilItWrites.begin(), untilItWrites.end(), begins)
            || (std::any_of(beforeItRuns.begin(), beforeItRuns.end(), begins) && !reply.bytes.contains(script.sha1())));
}

/// Pauses; ends at once on a stop.
void pauseFor(milliseconds pause, const std::stop_token &stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, stop, pause, [] { return false; });
}

} // namespace

Outcome connectAgain(Server &server, const std::stop_token &stop)
{
    if (server.isConnected()) {
        Pipeline pipeline;
        pipeline.add({"TIME"});
        const Result<std::vector<Reply>> answer = server.exchange(pipeline, stop); // error replies count as answers
        if (answer || answer.error().kind != ErrorKind::Unreachable) {
            return answer ? Outcome(Done{}) : answer.error();
        }
    }
    return server.connect(stop);
}

Result<ServerIdentity> readIdentity(Server &server, const std::stop_token &stop)
{
    const Result<Reply> said = server.command({"INFO", "server"}, stop);
    if (!said) {
        return said.error();
    }
    ServerIdentity identity;
    identity.address = server.endpoint().url();
    identity.database = server.endpoint().database;
    identity.runId = infoField(said->bytes, "run_id");
    identity.version = infoField(said->bytes, "redis_version");
    identity.uptime = std::chrono::seconds(infoField(said->bytes, "uptime_in_seconds").toLongLong());
    if (const Result<Reply> replication = server.command({"INFO", "replication"}, stop)) {
        identity.replicationId = infoField(replication->bytes, "master_replid");
        identity.replicationOffset = infoField(replication->bytes, "master_repl_offset").toLongLong();
        identity.replicationId2 = infoField(replication->bytes, "master_replid2");
        identity.replicationOffset2 = infoField(replication->bytes, "second_repl_offset").toLongLong();
        if (identity.replicationId2.count('0') == identity.replicationId2.size()) {
            identity.replicationId2.clear(); // forty zeros: no previous replication
        }
    }
    return identity;
}

Result<std::optional<QByteArray>> evictionPolicy(Server &server, const std::stop_token &stop)
{
    const Result<Reply> memory = server.command({"INFO", "memory"}, stop);
    if (!memory) {
        return memory.error();
    }
    QByteArray policy = infoField(memory->bytes, "maxmemory_policy");
    const bool mayEvict = infoField(memory->bytes, "maxmemory").toLongLong() > 0 && policy != "noeviction";
    return mayEvict ? std::optional(std::move(policy)) : std::nullopt;
}

Result<bool> hasMark(Server &server, const std::vector<QByteArray> &keys, const std::stop_token &stop)
{
    for (const QByteArray &key : keys) {
        const Result<Reply> length = server.command({"LLEN", key}, stop);
        if (!length && length.error().kind != ErrorKind::WrongType) {
            return length.error();
        }
        if (length && length->integer > 0) {
            return true;
        }
    }
    return false;
}

Error differentServer(const Server &server)
{
    return {ErrorKind::Refused,
            Words::tr("%1 is a different server now, or came back without its data; the operation stops here")
                .arg(server.endpoint().display())};
}

OperationChannel::OperationChannel(Server &server, milliseconds reconnectFor, std::stop_token stop, StopsAt stopsAt)
    : m_server(server), m_reconnectFor(reconnectFor), m_stop(std::move(stop)),
      m_exchangeStop(stopsAt == StopsAt::Once ? m_stop : std::stop_token())
{
}

Outcome OperationChannel::open()
{
    if (Outcome clock = synchroniseClock(); !clock) {
        return clock;
    }
    Result<ServerIdentity> identity = readIdentity(m_server, m_exchangeStop);
    if (!identity) {
        return identity.error();
    }
    m_node.identity = std::move(*identity);
    return Done{};
}

Outcome OperationChannel::turnTo(const QByteArray &key)
{
    const unsigned slot = slotOf(key);
    if (m_server.endpoint().topology != Endpoint::Topology::Cluster || m_slot == slot) {
        return Done{};
    }
    if (m_slot) {
        m_others.insert_or_assign(*m_slot, m_node);
    }
    m_slot = slot;
    m_server.anchorAt(key);
    if (const auto known = m_others.find(slot); known != m_others.end()) {
        m_node = known->second;
        return Done{};
    }
    const steady_clock::time_point first = steady_clock::now();
    for (int attempt = 1;; ++attempt) {
        Outcome opened = open();
        if (opened || !isPassing(opened.error()) || !isWorthwhile(attempt, first) || m_stop.stop_requested()) {
            if (!opened) {
                m_slot.reset(); // nothing is known of it
            }
            return opened;
        }
        pauseFor(milliseconds(100), m_stop);
        static_cast<void>(m_server.connect(m_stop).ok());
    }
}

unsigned OperationChannel::slotAt(const QByteArray &key) const
{
    return m_server.endpoint().topology == Endpoint::Topology::Cluster ? slotOf(key) : 0;
}

std::vector<unsigned> OperationChannel::addUnlinks(Pipeline &pipeline, std::optional<unsigned> slot) const
{
    std::map<unsigned, std::vector<QByteArrayView>> unlinks;
    for (const QByteArray &escrow : m_toUnlink) {
        if (const unsigned its = slotAt(escrow); !slot || its == *slot) {
            std::vector<QByteArrayView> &unlink = unlinks.try_emplace(its, 1, "UNLINK").first->second;
            unlink.emplace_back(escrow);
        }
    }
    std::vector<unsigned> theirSlots;
    for (const auto &[number, unlink] : unlinks) {
        pipeline.add(unlink);
        theirSlots.push_back(number);
    }
    return theirSlots;
}

bool OperationChannel::hasReleasedElsewhere() const
{
    return std::any_of(m_toUnlink.begin(), m_toUnlink.end(),
                       [this](const QByteArray &key) { return m_slot && slotAt(key) != *m_slot; });
}

void OperationChannel::forgetUnlinked(unsigned slot)
{
    std::erase_if(m_toUnlink, [&](const QByteArray &key) { return slotAt(key) == slot; });
}

Outcome OperationChannel::synchroniseClock()
{
    const Result<milliseconds> time = m_server.time(m_exchangeStop);
    if (!time) {
        return time.error();
    }
    m_node.serverTime = *time;
    m_node.serverTimeAt = steady_clock::now();
    return Done{};
}

milliseconds OperationChannel::serverNow() const
{
    return m_node.serverTime + std::chrono::duration_cast<milliseconds>(steady_clock::now() - m_node.serverTimeAt);
}

Result<bool> OperationChannel::isMarked()
{
    const auto mark = m_slot ? m_marks.find(*m_slot) : m_marks.end();
    return mark == m_marks.end() ? Result<bool>(true) : hasMark(m_server, {mark->second}, m_exchangeStop);
}

Result<bool> OperationChannel::isSettled(const QByteArray &runBefore, milliseconds voidAt)
{
    if (Outcome connected = m_server.connect(m_stop); !connected) {
        return connected.error();
    }
    if (Outcome clock = synchroniseClock(); !clock) {
        return clock.error();
    }
    const Result<ServerIdentity> identity = readIdentity(m_server, m_exchangeStop);
    if (!identity) {
        return identity.error();
    }
    if (!m_node.identity.isSame(*identity)) {
        const auto mark = m_slot ? m_marks.find(*m_slot) : m_marks.begin();
        const Result<bool> marked =
            mark == m_marks.end() ? Result<bool>(false) : hasMark(m_server, {mark->second}, m_exchangeStop);
        if (!marked) {
            return marked.error();
        }
        if (!*marked) {
            return differentServer(m_server);
        }
    }
    // A server that has not restarted may still receive the lost request; after `voidAt` it ignores it.
    if (identity->runId == runBefore && serverNow() <= voidAt) {
        return false;
    }
    m_node.identity = *identity;
    return true;
}

bool OperationChannel::isWorthwhile(int attempt, steady_clock::time_point first) const
{
    return attempt < leastAttempts || steady_clock::now() - first <= m_reconnectFor;
}

Outcome OperationChannel::reconnect(milliseconds life)
{
    const QByteArray runBefore = m_node.identity.runId;
    const steady_clock::time_point until = steady_clock::now() + m_reconnectFor;
    const milliseconds voidAt = life.count() > 0 ? serverNow() + life : milliseconds::min();
    Error last{ErrorKind::Unreachable, Words::tr("the connection was lost")};
    for (milliseconds pause{20}; steady_clock::now() < until && !m_stop.stop_requested();
         pause = std::min(pause * 2, milliseconds(250))) {
        const Result<bool> settled = isSettled(runBefore, voidAt);
        if (settled && *settled) {
            return Done{};
        }
        if (!settled) {
            last = settled.error();
            if (!isPassing(last) && last.kind != ErrorKind::NotNow && last.kind != ErrorKind::Server) {
                return last;
            }
        }
        pauseFor(pause, m_stop);
    }
    return last;
}

Result<Reply> OperationChannel::whole(Reply answer, const QByteArray &escrow)
{
    if (answer.type == Reply::Type::Integer) { // no script of ours returns a number
        return Error{ErrorKind::Protocol, Words::tr("a batch was answered with a number")};
    }
    if (const std::optional<qint64> strings = heldStrings(answer)) {
        Result<std::vector<Reply>> held = readEscrow(m_server, escrow, *strings, m_exchangeStop);
        if (!held) {
            return held.error();
        }
        answer.type = Reply::Type::Array;
        answer.elements = std::move(*held);
    }
    return answer;
}

Result<Reply> OperationChannel::decide(const BatchCall &call, Result<Reply> failed, bool isFirst,
                                       const IsReadable &isReadable)
{
    const bool isRefused = failed.ok() && isRefusal(*failed, *call.script);
    if (isRefused && isFirst) {
        m_uncertain = false;
        return failed;
    }
    // An error that names the script comes from the server after the script ended. Any other may come from a proxy
    // while the request is still in transit.
    const bool hasEnded =
        isRefused || (failed.ok() && failed->isError() && failed->bytes.contains(call.script->sha1()));
    if (!hasEnded) {
        m_server.disconnect();
        if (!reconnect()) {
            return failed;
        }
    }
    const QByteArray &escrow = call.keys.front();
    const Result<Reply> strings = ask({"LLEN", escrow});
    if (!strings || strings->type != Reply::Type::Integer) {
        return failed;
    }
    Reply answer;
    answer.type = Reply::Type::Array;
    if (strings->integer > 0) {
        Result<std::vector<Reply>> held = readEscrow(m_server, escrow, strings->integer, m_exchangeStop);
        if (!held || (isReadable && !isReadable(*held))) {
            return failed;
        }
        answer.elements = std::move(*held);
    }
    m_uncertain = false;
    return strings->integer > 0 ? Result<Reply>(std::move(answer)) : failed;
}

Result<Reply> OperationChannel::send(const BatchCall &call, std::chrono::microseconds &took,
                                     const IsReadable &isReadable)
{
    const steady_clock::time_point first = steady_clock::now();
    const unsigned slot = slotAt(call.keys.front()); // its escrows are at the same node
    for (int attempt = 1;; ++attempt) {
        std::vector<QByteArray> arguments{QByteArray::number(qlonglong(call.expiry.count())),
                                          QByteArray::number(qlonglong((serverNow() + requestLife).count()))};
        arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
        Pipeline before;
        addUnlinks(before, slot);
        m_uncertain = true;
        Result<Reply> reply = runScript(m_server, *call.script, call.keys, arguments, before, m_exchangeStop, &took);
        if (reply) {
            reply = whole(*std::move(reply), call.keys.front());
        }
        if (reply && !reply->isError() && (!isReadable || isReadable(reply->elements))) {
            forgetUnlinked(slot);
            m_uncertain = false;
            return reply;
        }
        const bool isUnreadable = reply && !reply->isError();
        if (isUnreadable || !(reply ? isPassing(*reply) : isPassing(reply.error()))) {
            if (isUnreadable) {
                reply = Error{ErrorKind::Protocol, Words::tr("the answer to a batch cannot be read")};
            }
            return decide(call, std::move(reply), attempt == 1, isReadable);
        }
        m_server.disconnect();
        if (!isWorthwhile(attempt, first)) {
            // The server is reachable but fails to complete the request.
            return Error{reply ? ErrorKind::Server : reply.error().kind,
                         Words::tr("a batch was sent %1 times without a usable answer (%2)")
                             .arg(QString::number(attempt),
                                  reply ? printable(reply->bytes, longestErrorText) : reply.error().message)};
        }
        if (Outcome back = reconnect(); !back) {
            return back.error();
        }
    }
}

void OperationChannel::letGo(const std::vector<QByteArray> &escrows)
{
    m_toUnlink.insert(m_toUnlink.end(), escrows.begin(), escrows.end());
}

Result<Reply> OperationChannel::ask(std::initializer_list<QByteArrayView> arguments)
{
    Pipeline pipeline;
    pipeline.add(arguments);
    Result<std::vector<Reply>> replies = ask(pipeline);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError()) {
        return replies->front().toError(arguments.size() > 1 ? *(arguments.begin() + 1) : QByteArrayView());
    }
    return std::move(replies->front());
}

Result<std::vector<Reply>> OperationChannel::ask(const Pipeline &pipeline, TooMuch tooMuch)
{
    const steady_clock::time_point first = steady_clock::now();
    for (int attempt = 1;; ++attempt) {
        Result<std::vector<Reply>> replies = m_server.exchange(pipeline, m_exchangeStop);
        if (replies || !isPassing(replies.error())) {
            return replies;
        }
        m_server.disconnect();
        if (!isWorthwhile(attempt, first)) {
            return Error{replies.error().kind,
                         Words::tr("the server was asked %1 times without a usable answer (%2)")
                             .arg(QString::number(attempt), replies.error().message)};
        }
        // The commands change nothing, so a late arrival at the server is harmless.
        if (Outcome back = reconnect(milliseconds(0)); !back) {
            return back.error();
        }
        if (tooMuch == TooMuch::Tell && replies.error().kind != ErrorKind::Unreachable) {
            return replies;
        }
        if (m_slot && attempt > 1) { // the node that was asked may be another one than that which is back
            pauseFor(milliseconds(100), m_stop);
        }
    }
}

Result<std::vector<Reply>> OperationChannel::askAll(const Pipeline &pipeline)
{
    const steady_clock::time_point first = steady_clock::now();
    for (int attempt = 1;; ++attempt) {
        Result<std::vector<Reply>> replies = ask(pipeline);
        const bool isWhole = !replies || std::none_of(replies->begin(), replies->end(), [](const Reply &reply) {
            return reply.type == Reply::Type::Unanswered;
        });
        if (isWhole || !isWorthwhile(attempt, first) || m_stop.stop_requested()) {
            return replies;
        }
        pauseFor(milliseconds(100), m_stop);
        static_cast<void>(m_server.connect(m_stop).ok()); // those that closed; the next answer tells
    }
}

bool OperationChannel::flush()
{
    if (m_toUnlink.empty() || m_uncertain) {
        return m_toUnlink.empty();
    }
    for (int attempt = 0; attempt < 2; ++attempt) {
        Pipeline pipeline;
        const std::vector<unsigned> theirSlots = addUnlinks(pipeline);
        const Result<std::vector<Reply>> done = m_server.exchange(pipeline, m_exchangeStop);
        for (std::size_t i = 0; i < theirSlots.size() && done; ++i) {
            const Reply &reply = (*done)[i];
            if (reply.type != Reply::Type::Unanswered && !isPassing(reply) && !reply.bytes.startsWith("CLUSTERDOWN")) {
                forgetUnlinked(theirSlots[i]); // those that are refused expire; the journal has their contents
            }
        }
        if (m_toUnlink.empty()) {
            return true;
        }
        if ((!done && !isPassing(done.error())) || !reconnect()) {
            return false;
        }
    }
    return false;
}

} // namespace plimsoll::redis

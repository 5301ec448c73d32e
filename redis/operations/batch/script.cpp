// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/script.h"

#include <QCryptographicHash>
#include <QFile>

#include <optional>

namespace plimsoll::redis {

using std::chrono::microseconds;
using std::chrono::steady_clock;

namespace {

QByteArray resource(const QString &name)
{
    QFile file(QLatin1String(":/lua/") + name + QLatin1String(".lua"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Source that precedes the script.
QByteArray before(const QString &name)
{
    if (name == QLatin1String("copy_back")) { // its first key is the mark that makes a prelude answer
        return {};
    }
    if (name == QLatin1String("record")) {
        return resource(QStringLiteral("records"));
    }
    QByteArray joined = resource(QStringLiteral("prelude"));
    if (name == QLatin1String("move") || name == QLatin1String("take")) {
        joined += resource(QStringLiteral("records")) + resource(QStringLiteral("moving"));
    } else if (name == QLatin1String("adopt")) {
        joined += resource(QStringLiteral("records"));
    } else if (name.startsWith(QLatin1String("frameworks/")) || name == QLatin1String("jobs_back")) {
        joined += resource(QStringLiteral("records")) + resource(QStringLiteral("jobs"));
    }
    return joined;
}

/// Time in a reply to TIME; nullopt for other replies.
std::optional<microseconds> serverTimeIn(const Reply &reply)
{
    if (reply.elements.size() != 2) {
        return std::nullopt;
    }
    return std::chrono::seconds(reply.elements[0].toInteger().value_or(0))
        + microseconds(reply.elements[1].toInteger().value_or(0));
}

/// Sends the script and returns its reply.
Result<Reply> exchangeScript(Server &server, const Pipeline &before, const std::vector<QByteArrayView> &argv,
                             const std::stop_token &stop, microseconds *took)
{
    Pipeline pipeline = before;
    if (took != nullptr) {
        pipeline.add({"TIME"});
    }
    const std::size_t script = pipeline.size();
    pipeline.add(argv);
    if (took != nullptr) {
        pipeline.add({"TIME"});
    }
    const steady_clock::time_point begun = steady_clock::now();
    Result<std::vector<Reply>> replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    if (took != nullptr) {
        const auto whole = std::chrono::duration_cast<microseconds>(steady_clock::now() - begun);
        const std::optional<microseconds> from = serverTimeIn((*replies)[script - 1]),
                                          to = serverTimeIn((*replies)[script + 1]);
        // The time cannot exceed that of the exchange, unless the server's clock was set meanwhile.
        *took = from && to && *to >= *from && *to - *from <= whole ? *to - *from : whole;
    }
    if ((*replies)[script].type == Reply::Type::Unanswered) { // earlier replies may come from a different node
        return (*replies)[script].toError();
    }
    return std::move((*replies)[script]);
}

} // namespace

Script::Script(const QString &name)
    : m_source(before(name) + resource(name)),
      m_sha1(QCryptographicHash::hash(m_source, QCryptographicHash::Sha1).toHex())
{
    constexpr QByteArrayView declares = "-- Calls on ";
    for (const QByteArray &line : m_source.split('\n')) {
        if (const qsizetype end = line.indexOf(": "); line.startsWith(declares) && end > 0) {
            m_calls[line.sliced(declares.size(), end - declares.size())] += line.sliced(end + 2).split(' ');
        }
    }
}

Result<Reply> runScript(Server &server, const Script &script, const std::vector<QByteArray> &keys,
                        const std::vector<QByteArray> &arguments, const Pipeline &before, const std::stop_token &stop,
                        microseconds *took)
{
    const QByteArray count = QByteArray::number(qulonglong(keys.size()));
    std::vector<QByteArrayView> argv{"EVALSHA", script.sha1(), count};
    argv.reserve(argv.size() + keys.size() + arguments.size());
    argv.insert(argv.end(), keys.begin(), keys.end());
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    Result<Reply> reply = exchangeScript(server, before, argv, stop, took);
    if (!reply || !reply->isError() || !reply->bytes.startsWith("NOSCRIPT")) {
        return reply;
    }
    // EVAL loads and runs it in one request: between two, the scripts could be flushed again.
    argv[0] = "EVAL";
    argv[1] = script.source();
    return exchangeScript(server, {}, argv, stop, took);
}

} // namespace plimsoll::redis

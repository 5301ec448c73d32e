// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/script.h"

#include <QCryptographicHash>
#include <QFile>

namespace plimsoll::redis {

namespace {

QByteArray resource(const QString &name)
{
    QFile file(QLatin1String(":/lua/") + name + QLatin1String(".lua"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What a script is joined with, in front of it.
QByteArray before(const QString &name)
{
    QByteArray joined = resource(QStringLiteral("prelude"));
    if (name == QLatin1String("move") || name == QLatin1String("take")) {
        joined += resource(QStringLiteral("records")) + resource(QStringLiteral("moving"));
    } else if (name == QLatin1String("adopt")) {
        joined += resource(QStringLiteral("records"));
    }
    return joined;
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
                        const std::vector<QByteArray> &arguments, const Pipeline &before, const std::stop_token &stop)
{
    const QByteArray count = QByteArray::number(qulonglong(keys.size()));
    std::vector<QByteArrayView> argv{"EVALSHA", script.sha1(), count};
    argv.reserve(argv.size() + keys.size() + arguments.size());
    argv.insert(argv.end(), keys.begin(), keys.end());
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    Pipeline pipeline = before;
    pipeline.add(argv);
    Result<std::vector<Reply>> replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    if (replies->back().type == Reply::Type::Unanswered) { // what went before may be of another node
        return replies->back().toError();
    }
    if (!replies->back().isError() || !replies->back().bytes.startsWith("NOSCRIPT")) {
        return std::move(replies->back());
    }
    // EVAL runs and loads it in one: between two requests it could be flushed once more.
    argv[0] = "EVAL";
    argv[1] = script.source();
    pipeline.clear();
    pipeline.add(argv);
    replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    return std::move(replies->back());
}

} // namespace plimsoll::redis

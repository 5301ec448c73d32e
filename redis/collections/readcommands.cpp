// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/readcommands.h"

#include "redis/collections/keytypes.h"

#include <QHash>

#include <memory>

namespace plimsoll::redis {

namespace {

/// Reads the number after the mark, up to the end of its line, and moves behind that.
qsizetype takeNumber(const QByteArray &bytes, qsizetype &at)
{
    const qsizetype end = bytes.indexOf("\r\n", at);
    const qsizetype number = bytes.sliced(at + 1, end - at - 1).toLongLong();
    at = end + 2;
    return number;
}

void append(Commands &commands, const Pipeline &pipeline)
{
    for (int i = 0; i < pipeline.size(); ++i) {
        qsizetype at = pipeline.at(i).offset;
        std::vector<QByteArray> arguments(static_cast<std::size_t>(takeNumber(pipeline.bytes(), at)));
        for (QByteArray &argument : arguments) {
            const qsizetype length = takeNumber(pipeline.bytes(), at);
            argument = pipeline.bytes().sliced(at, length);
            at += length + 2;
        }
        commands.push_back(std::move(arguments));
    }
}

} // namespace

Commands readCommands(const CollectionDefinition &definition, const Collector &known, std::chrono::milliseconds now)
{
    // Another collector, because asking one for its commands changes what it waits for.
    const std::unique_ptr<Collector> collector = makeCollector(definition);
    collector->expand(now);
    QHash<QByteArray, KeyType> types;
    for (const PolledKey &key : known.keys()) {
        types.insert(key.key, key.type);
    }
    std::vector<Reply> replies;
    for (const PolledKey &key : collector->keys()) {
        if (!key.typeKnown) {
            Reply reply;
            reply.type = Reply::Type::Status;
            reply.bytes = specOf(types.value(key.key, key.type)).name.toByteArray();
            replies.push_back(reply);
        }
    }
    ReplyCursor cursor(replies);
    collector->readTypes(cursor);

    Commands commands;
    CountSegment counts;
    collector->appendCounts(counts);
    append(commands, counts.at(now));
    Pipeline more;
    collector->appendHead(more, now);
    collector->appendFollowUp(more, now);
    if (collector->searches()) {
        collector->appendSearch(more, now);
    }
    append(commands, more);
    return commands;
}

} // namespace plimsoll::redis

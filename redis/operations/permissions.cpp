// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/permissions.h"

#include "redis/operations/batch.h"
#include "redis/operations/undoparts.h"
#include "redis/operations/words.h"
#include "redis/types/printable.h"

#include <QStringList>

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// redis.acl_check_cmd, which lua/prelude.lua asks for, came with 7.0. A version that is not told is taken for older.
bool scriptsCanAsk(const QByteArray &version)
{
    return version.left(version.indexOf('.')).toInt() >= 7;
}

// Nothing of this is ever run (askPermissions()). Were it, by a server or a proxy that does not know transactions, it
// would still change nothing: each is refused when it runs ("x" is no number), finds nothing (`nothing`), or acts on
// the escrow's key, which goes again at the end.
constexpr const char *nothing = "plimsoll:nothing";
constexpr qsizetype longestText = 200;
constexpr std::size_t shownKeys = 5; ///< escrow, source, targets, one job record
constexpr int noBatch = -1; ///< the escrow of none

using Commands = std::vector<WireCommand>;

void append(Commands &commands, const Commands &more)
{
    commands.insert(commands.end(), more.begin(), more.end());
}

void addSource(Commands &commands, const PlanStep &step, const MoveStep &move, const QByteArray &escrow)
{
    const QByteArray &key = step.key;
    commands.push_back({"PTTL", key});
    if (step.keyType == SetKey) {
        append(commands, {{"SMISMEMBER", key, nothing}, {"SREM", key, nothing}});
        if (!move.guard.isEmpty()) {
            append(commands, {{"TYPE", move.guard}, {"ZMSCORE", move.guard, nothing}});
        }
    } else if (step.keyType == ZSetKey) {
        append(commands, {{"ZMSCORE", key, nothing}, {"ZREM", key, nothing}});
    } else {
        // Searched one by one, from an end, or gathered there: which it takes shows on the way.
        append(commands,
               {{"LREM", key, "x", nothing},
                {"LPOS", key, nothing, "COUNT", "x"},
                {"LLEN", key},
                {"LSET", key, "x", nothing},
                {"LRANGE", key, "0", "0"},
                {"LTRIM", key, "x", "x"},
                {"LPUSH", escrow, "x"},
                {"RPUSH", escrow, "x"}});
    }
}

void addTarget(Commands &commands, const PlanTarget &target, const QByteArray &escrow)
{
    const QByteArray &key = target.key;
    commands.push_back({"TYPE", key});
    switch (target.how) {
    case PlanTarget::How::PushLeft:
        commands.push_back({"LPUSH", escrow, "x"});
        break;
    case PlanTarget::How::PushRight:
        commands.push_back({"RPUSH", escrow, "x"});
        break;
    case PlanTarget::How::AddToSet:
        append(commands, {{"SISMEMBER", key, nothing}, {"SADD", escrow, "x"}});
        break;
    case PlanTarget::How::AddToZSet:
        append(commands, {{"ZSCORE", key, nothing}, {"ZADD", key, "x", nothing}});
        break;
    }
}

void addCommands(Commands &commands, const PlanStep &step, const MoveStep &move, const QByteArray &escrow)
{
    addSource(commands, step, move, escrow);
    for (const PlanTarget &target : step.targets()) {
        addTarget(commands, target, escrow);
    }
    if (move.target && !move.expireAt.isEmpty()) {
        append(commands, {{"EXISTS", move.target->key}, {"PEXPIREAT", move.target->key, "x"}});
    }
    const auto recorded =
        std::find_if(step.items.begin(), step.items.end(), [](const PlanItem &item) { return !item.record.isEmpty(); });
    QByteArray record = recorded == step.items.end() ? QByteArray() : recorded->record;
    if (const JobReader reader = readerOf(step); step.archived && reader.hasRecord()) {
        record = reader.recordKey(nothing, {}); // its items are in the archive; one stands for all
    }
    if (step.readsRecords() && !record.isEmpty()) {
        append(commands, {{"TYPE", record}, {"HMGET", record, nothing}, {"GETRANGE", record, "0", "0"}});
    }
    if (move.attempts != MoveStep::Attempts::Keep && !record.isEmpty()) {
        append(commands,
               {{"HSET", record, nothing, "x", "x"}, // a field without a value
                {"HLEN", record},
                {"HDEL", record, nothing},
                {"SET", record, "x", "NX", "XX"}});
    }
}

void addCommands(Commands &commands, const PlanStep &step, const CutListStep & /*cut*/, const QByteArray &escrow)
{
    const QByteArray &key = step.key;
    append(commands,
           {{"LINDEX", key, "0"},
            {"LRANGE", key, "0", "0"},
            {"LLEN", key},
            {"PTTL", key},
            {"LMOVE", key, escrow, "x", "x"},
            {"LPOP", key, "x"},
            {"RPOP", key, "x"},
            {"LPUSH", escrow, "x"}});
}

void addCommands(Commands &commands, const PlanStep &step, const CutZSetStep & /*cut*/, const QByteArray &escrow)
{
    const QByteArray &key = step.key;
    append(commands,
           {{"ZCARD", key},
            {"ZCOUNT", key, "0", "0"},
            {"PTTL", key},
            {"ZRANGE", key, "0", "0"},
            {"ZREM", key, nothing},
            {"LPUSH", escrow, "x"}});
}

void addCommands(Commands &commands, const PlanStep &step, const RestoreStep & /*restore*/, const QByteArray &escrow)
{
    append(commands, {{"EXISTS", step.key}, {"PEXPIREAT", step.key, "x"}});
    addTarget(commands, {step.key, endOf(step), {}}, escrow);
}

void addCommands(Commands &commands, const PlanStep &step, const RescoreStep & /*rescore*/,
                 const QByteArray & /*escrow*/)
{
    append(commands, {{"ZSCORE", step.key, nothing}, {"ZADD", step.key, "x", nothing}});
}

void addCommands(Commands &commands, const PlanStep &step, const ExpireStep & /*expire*/, const QByteArray &escrow)
{
    append(commands, {{"PTTL", step.key}, {"PEXPIREAT", step.key, "x"}, {"PERSIST", escrow}});
}

/// All keys of a script at once, as it names them itself; of records one stands for all.
WireCommand scriptCall(const PlanStep &step, const QByteArray &escrow)
{
    std::vector<QByteArray> keys{escrow, step.key};
    for (const PlanTarget &target : step.targets()) {
        keys.push_back(target.key);
    }
    if (const auto *move = step.as<MoveStep>(); move != nullptr && !move->guard.isEmpty()) {
        keys.push_back(move->guard);
    }
    WireCommand call{"EVALSHA", QByteArray(40, '0'), QByteArray::number(qulonglong(keys.size()))};
    call.insert(call.end(), keys.begin(), keys.end());
    return call;
}

Commands escrowCommands(const QByteArray &escrow)
{
    return {
        {"LLEN", escrow}, {"LRANGE", escrow, "0", "-1"}, {"TIME"}, {"RPUSH", escrow, "x"}, {"PEXPIRE", escrow, "x"}};
}

} // namespace

std::vector<WireCommand> commandsOf(const PlanStep &step, const QByteArray &escrow)
{
    Commands commands = escrowCommands(escrow);
    commands.push_back({"TYPE", step.key});
    std::visit([&](const auto &does) { addCommands(commands, step, does, escrow); }, step.does);
    append(commands, {scriptCall(step, escrow), {"UNLINK", escrow}}); // last: what is forbidden alone is named better
    return commands;
}

Result<std::vector<std::size_t>> queuedAndRefused(Server &server, const std::vector<WireCommand> &commands,
                                                  const std::stop_token &stop, std::optional<Error> *first)
{
    const auto cannotAsk = [&server] {
        return Error{ErrorKind::Refused,
                     Words::tr("%1 is older than Redis 7, where a script cannot ask what its user may do, and this "
                               "user may not ask beforehand either (MULTI and DISCARD); nothing was changed")
                         .arg(server.endpoint().display())};
    };
    // Alone, and only what is queued after it: without a transaction they would run.
    const Result<Reply> begun = server.command({"MULTI"}, stop);
    if (!begun) {
        return begun.error().kind == ErrorKind::Refused ? cannotAsk() : begun.error();
    }
    Pipeline pipeline;
    for (const WireCommand &command : commands) {
        const std::vector<QByteArrayView> argv(command.begin(), command.end());
        pipeline.add(argv);
    }
    pipeline.add({"DISCARD"});
    const Result<std::vector<Reply>> replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    if (replies->back().isError()) {
        server.disconnect(); // which ends the transaction, too
        return cannotAsk();
    }
    std::vector<std::size_t> refused;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (!(*replies)[i].isError()) {
            continue;
        }
        if (refused.empty() && first != nullptr) {
            *first = (*replies)[i].toError(commands[i].size() > 1 ? commands[i][1] : QByteArray());
        }
        refused.push_back(i);
    }
    return refused;
}

Outcome askPermissions(Server &server, const std::vector<WireCommand> &commands, const std::stop_token &stop)
{
    std::optional<Error> first;
    const Result<std::vector<std::size_t>> refused = queuedAndRefused(server, commands, stop, &first);
    if (!refused) {
        return refused.error();
    }
    if (first) {
        first->message +=
            Words::tr(" (%1); nothing was changed").arg(QString::fromLatin1(commands[refused->front()][0]));
        return *first;
    }
    return Done{};
}

Error scriptError(const Reply &reply, const std::vector<QByteArray> &keys, const QByteArray &collectionKey)
{
    constexpr QByteArrayView noPermission = "NOPERM ";
    constexpr QByteArrayView asked = " is not permitted"; // lua/prelude.lua, also in the middle of a script's error
    constexpr QByteArrayView wrongType = "WRONGTYPE ";
    constexpr QByteArrayView notThat = " is no ";
    if (const qsizetype end = reply.bytes.lastIndexOf(notThat); end > 0 && reply.bytes.startsWith(wrongType)) {
        return Reply{Reply::Type::Error, 0, "WRONGTYPE", {}}.toError(
            reply.bytes.sliced(wrongType.size(), end - wrongType.size()));
    }
    const auto refused = [](const QString &what) {
        return Error{ErrorKind::Refused, Words::tr("The server's ACL does not allow this user %1").arg(what)};
    };
    const qsizetype from = reply.bytes.indexOf(noPermission);
    if (const qsizetype end = reply.bytes.indexOf(asked, std::max<qsizetype>(from, 0)); from >= 0 && end > 0) {
        const qsizetype begin = from + noPermission.size();
        return refused(printable(reply.bytes.sliced(begin, end - begin), longestText));
    }
    if (from != 0) {
        return reply.toError(collectionKey);
    }
    if (reply.bytes.contains('\'') || keys.empty()) {
        return reply.toError(collectionKey); // names the command
    }
    // EVALSHA names all its keys, and the server does not say which of them it is.
    QStringList names;
    for (std::size_t i = 0; i < std::min<std::size_t>(keys.size(), shownKeys); ++i) {
        names += printable(keys[i], longestText);
    }
    if (keys.size() > shownKeys) {
        names += QStringLiteral("…");
    }
    return refused(Words::tr("one of the keys %1").arg(names.join(QLatin1String(", "))));
}

Outcome mayRun(Server &server, const Plan &plan, const QByteArray &version)
{
    if (scriptsCanAsk(version)) {
        return Done{};
    }
    Commands commands;
    for (const PlanStep &step : plan.steps) {
        append(commands, commandsOf(step, escrowKey(step.key, plan.id, noBatch)));
    }
    return askPermissions(server, commands);
}

Outcome mayArrange(Server &server, const QByteArray &key, const QByteArray &version)
{
    return scriptsCanAsk(version)
        ? Outcome(Done{})
        : askPermissions(server, {{"LSET", key, "x", nothing}, {"LRANGE", key, "0", "0"}, {"LLEN", key}});
}

Outcome mayRecover(Server &server, const OpenOperation &open, const QByteArray &version, const std::stop_token &stop)
{
    if (scriptsCanAsk(version)) {
        return Done{};
    }
    Commands commands;
    for (const PlanStep &step : open.steps) {
        append(commands, escrowCommands(escrowKey(step.key, open.report.id, noBatch)));
    }
    return askPermissions(server, commands, stop);
}

} // namespace plimsoll::redis

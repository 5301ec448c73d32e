// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/permissions.h"

#include "redis/collections/keytypes.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <vector>

namespace plimsoll::redis {

namespace {

/// redis.acl_check_cmd, used by lua/prelude.lua, exists since 7.0. An unknown version counts as older.
bool scriptsCanAsk(const QByteArray &version)
{
    return version.left(version.indexOf('.')).toInt() >= 7;
}

// These commands never run (askPermissions()). If a server or proxy without transactions ran them, they would still
// change nothing: each fails ("x" is no number), finds nothing (`nothing`), or acts on the escrow's key, which is
// unlinked at the end.
constexpr const char *nothing = absentName;
constexpr qsizetype longestPermission = 200;
constexpr std::size_t shownKeys = 5; ///< escrow, source, targets, one job record
constexpr int unwrittenBatch = -1; ///< batch number of an escrow that is never written

using Commands = std::vector<WireCommand>;

void append(Commands &commands, const Commands &more)
{
    commands.insert(commands.end(), more.begin(), more.end());
}

constexpr const char *theEscrow = "escrow"; // placeholder for the escrow's key

/// Harmless form of a command: its name, a key, and the other arguments.
struct Form {
    const char *command;
    std::vector<const char *> rest;
    bool onEscrow = false; ///< uses the escrow's key, because it would change any other
};

const Form &formOf(QByteArrayView command)
{
    static const std::array forms{
        Form{"DUMP", {}},
        Form{"EXISTS", {}},
        Form{"GET", {}},
        Form{"GETRANGE", {"0", "0"}},
        Form{"HDEL", {nothing}},
        Form{"HEXISTS", {nothing}},
        Form{"HGET", {nothing}},
        Form{"HLEN", {}},
        Form{"HMGET", {nothing}},
        Form{"HSET", {nothing, "x", "x"}}, // a field without a value
        Form{"HSTRLEN", {nothing}},
        Form{"LINDEX", {"0"}},
        Form{"LINSERT", {"x", nothing, nothing}}, // neither before nor after
        Form{"LLEN", {}},
        Form{"LMOVE", {theEscrow, "x", "x"}},
        Form{"LPOP", {"x"}},
        Form{"LPOS", {nothing, "COUNT", "x"}},
        Form{"LPUSH", {"x"}, true},
        Form{"LRANGE", {"0", "0"}},
        Form{"LREM", {"x", nothing}},
        Form{"LSET", {"x", nothing}},
        Form{"LTRIM", {"x", "x"}},
        Form{"PERSIST", {}, true},
        Form{"PEXPIRE", {"x"}},
        Form{"PEXPIREAT", {"x"}},
        Form{"PTTL", {}},
        Form{"PUBLISH", {"x"}},
        Form{"RESTORE", {"x", "x"}}, // "x" is no number
        Form{"RPOP", {"x"}},
        Form{"RPUSH", {"x"}, true},
        Form{"SADD", {"x"}, true},
        Form{"SCARD", {}},
        Form{"SET", {"x", "NX", "XX"}},
        Form{"SISMEMBER", {nothing}},
        Form{"SMISMEMBER", {nothing}},
        Form{"SREM", {nothing}},
        Form{"STRLEN", {}},
        Form{"TYPE", {}},
        Form{"UNLINK", {}, true},
        Form{"XACK", {nothing, "x"}}, // no id
        Form{"XADD", {"x", "x", "x"}},
        Form{"XCLAIM", {nothing, nothing, "x", "0"}},
        Form{"XDEL", {"x"}},
        Form{"XGROUP|CREATECONSUMER", {nothing, nothing}, true},
        Form{"XGROUP|DELCONSUMER", {nothing, nothing}, true},
        Form{"XGROUP|SETID", {nothing, "x"}}, // no id
        Form{"XINFO|GROUPS", {}},
        Form{"XLEN", {}},
        Form{"XPENDING", {nothing}},
        Form{"XRANGE", {"0", "0"}},
        Form{"XTRIM", {"MINID", "x"}},
        Form{"ZADD", {"x", nothing}},
        Form{"ZCARD", {}},
        Form{"ZCOUNT", {"0", "0"}},
        Form{"ZMSCORE", {nothing}},
        Form{"ZRANGE", {"0", "0"}},
        Form{"ZREM", {nothing}},
        Form{"ZSCORE", {nothing}},
    };
    static const Form another{"", {}, true};
    const auto *const found =
        std::find_if(forms.begin(), forms.end(), [&](const Form &form) { return command == form.command; });
    return found == forms.end() ? another : *found;
}

WireCommand harmless(const QByteArray &command, const QByteArray &key, const QByteArray &escrow)
{
    if (command == "TIME") {
        return {command};
    }
    const Form &form = formOf(command);
    WireCommand asked; // a command with a subcommand is two words before its key
    for (const QByteArray &word : command.split('|')) {
        asked.push_back(word);
    }
    asked.push_back(form.onEscrow ? escrow : key);
    for (const char *const word : form.rest) {
        asked.push_back(QByteArrayView(word) == theEscrow ? escrow : QByteArray(word));
    }
    return asked;
}

/// Adds the commands that a script calls on one kind of key.
void addCalls(Commands &commands, const Script &script, QByteArrayView part, const QByteArray &key,
              const QByteArray &escrow)
{
    for (const QByteArray &command : script.callsOn(part.toByteArray())) {
        commands.push_back(harmless(command, key, escrow));
    }
}

/// EVALSHA with all keys of a script; one record stands for all.
WireCommand scriptCall(const PlanStep &step, const QByteArray &escrow)
{
    std::vector<QByteArray> keys{escrow, step.key};
    for (const PlanTarget &target : step.targets()) {
        keys.push_back(target.key);
    }
    for (StepPart &part : stepKind(step).parts(step)) {
        if (part.isOwnKey) {
            keys.push_back(std::move(part.key));
        }
    }
    WireCommand call{"EVALSHA", QByteArray(40, '0'), QByteArray::number(qulonglong(keys.size()))};
    call.insert(call.end(), keys.begin(), keys.end());
    return call;
}

} // namespace

std::vector<WireCommand> commandsOf(const PlanStep &step, const QByteArray &escrow)
{
    Commands commands;
    const Script &script = scriptOf(step);
    const auto add = [&](QByteArrayView part, const QByteArray &key) { addCalls(commands, script, part, key, escrow); };
    add("escrow", escrow);
    add("source", step.key);
    add(specOf(step.keyType).name, step.key);
    for (const PlanTarget &target : step.targets()) {
        add(addsBy(target.how), target.key);
    }
    for (const StepPart &part : stepKind(step).parts(step)) {
        addCalls(commands, part.script != nullptr ? *part.script : script, part.part, part.key, escrow);
    }
    // Last, because a command forbidden by itself gets a better error.
    append(commands, {scriptCall(step, escrow), {"UNLINK", escrow}});
    return commands;
}

Result<std::vector<std::size_t>> queuedAndRefused(Server &server, const std::vector<WireCommand> &commands,
                                                  const std::stop_token &stop, std::optional<Error> *first)
{
    const auto cannotAsk = [&server] {
        return Error{ErrorKind::Refused,
                     Words::tr("%1 is older than Redis 7, so a script cannot check what its user may do, and this user "
                               "may not check beforehand either (MULTI and DISCARD); nothing was changed")
                         .arg(server.endpoint().display())};
    };
    // MULTI is sent alone first: without a transaction, the commands would run.
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
        server.disconnect(); // also ends the transaction
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
    constexpr QByteArrayView asked = " is not permitted"; // from lua/prelude.lua, possibly inside a script's error
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
        return refused(printable(reply.bytes.sliced(begin, end - begin), longestPermission));
    }
    if (from != 0) {
        return reply.toError(collectionKey);
    }
    if (reply.bytes.contains('\'') || keys.empty()) {
        return reply.toError(collectionKey); // the error names the command
    }
    // The server does not say which of EVALSHA's keys is forbidden.
    QStringList names;
    for (std::size_t i = 0; i < std::min<std::size_t>(keys.size(), shownKeys); ++i) {
        names += printable(keys[i], longestPermission);
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
    if (std::any_of(plan.steps.begin(), plan.steps.end(), [](const auto &step) { return step.crossesSlots; })) {
        return Error{
            ErrorKind::Refused,
            Words::tr("an operation between slots of a cluster needs Redis 7: before it, a script cannot check what "
                      "its user may do")};
    }
    Commands commands;
    for (const PlanStep &step : plan.steps) {
        append(commands, commandsOf(step, escrowKey(step.key, plan.id, unwrittenBatch)));
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
        const QByteArray escrow = escrowKey(step.key, open.report.id, unwrittenBatch);
        addCalls(commands, scriptOf(step), "escrow", escrow, escrow);
    }
    return askPermissions(server, commands, stop);
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/askallowance.h"

#include "redis/operations/batch/permissions.h"
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/types/keytemplate.h"
#include "redis/types/printable.h"
#include "redis/wire/gate.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace plimsoll::redis {

namespace {

constexpr std::size_t collectionsATurn = 100; ///< each takes a few dozen commands
constexpr std::size_t mostKeysAsked = 8; ///< keys checked per collection
constexpr qsizetype mostTold = 12;
constexpr qsizetype longestRefusal = 120;
constexpr const char *someId = "plimsoll"; ///< placeholder id in the key of a job record

QString allowanceText(const char *text)
{
    return QCoreApplication::translate("Allowance", text);
}

bool isScriptCall(const WireCommand &command)
{
    return command.front() == "EVALSHA";
}

bool isEscrow(const QByteArray &key)
{
    return key.startsWith(escrowPrefix);
}

bool mayWrite(const QByteArray &name)
{
    static const CommandGate reading = CommandGate::builtIn({});
    return name != "DUMP" && !reading.allows(name);
}

} // namespace

/// Commands of the scripts for one collection.
struct AllowanceSurvey::Asked {
    std::vector<WireCommand> commands;
    std::map<QByteArray, QByteArray> globs; ///< glob of the template of each key

    void addGlobs(const KeyTemplate &text, std::chrono::milliseconds now, int periods);
    [[nodiscard]] std::vector<WireCommand> probes(const std::vector<std::size_t> &refused) const;
};

/// Commands that ask about keys for which only refused commands are known: one that this user may run, on each of them.
/// If a key itself is permitted, ACL SETUSER would refuse a line that grants it again.
std::vector<WireCommand> AllowanceSurvey::Asked::probes(const std::vector<std::size_t> &refused) const
{
    std::set<QByteArray> unknown, writable;
    const WireCommand *sample = nullptr;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const WireCommand &words = commands[i];
        const bool isOnOneKey = !isScriptCall(words) && words.size() > 1 && words.front() != "XGROUP";
        // Only on the escrow's key is it harmless to ask (batch/permissions.cpp).
        if (!isOnOneKey || isEscrow(words[1]) || !mayWrite(words.front())) {
            continue;
        }
        const bool isRefused = std::binary_search(refused.begin(), refused.end(), i);
        (isRefused ? unknown : writable).insert(words[1]);
        sample = isRefused ? sample : &words;
    }
    std::vector<WireCommand> asked;
    for (const QByteArray &key : sample == nullptr ? std::set<QByteArray>() : unknown) {
        if (!writable.contains(key)) {
            asked.push_back(*sample);
            asked.back()[1] = key;
        }
    }
    return asked;
}

void AllowanceSurvey::Asked::addGlobs(const KeyTemplate &text, std::chrono::milliseconds now, int periods)
{
    const std::vector<QByteArray> all = text.globs();
    for (int period = 0; period < periods; ++period) {
        const std::vector<QByteArray> keys = text.expand(now, someId, period);
        for (std::size_t i = 0; i < all.size(); ++i) {
            globs.insert({keys[i], all[i]});
        }
    }
}

void AllowanceSurvey::note(const Asked &asked, const WireCommand &words, bool isRefused)
{
    const bool hasSubcommand = words.front() == "XGROUP" || words.front() == "XINFO" || words.front() == "MEMORY";
    const QByteArray name = hasSubcommand ? words[0] + '|' + words[1] : words[0];
    const std::size_t at = hasSubcommand ? 2 : 1;
    // A script names all its keys; its commands, which are asked for as well, one each.
    QByteArray key = !isScriptCall(words) && words.size() > at ? words[at] : QByteArray();
    if (isEscrow(key)) {
        key = escrowPrefix.toByteArray() + '*';
    } else if (!key.isEmpty()) {
        const auto found = asked.globs.find(key);
        key = found == asked.globs.end() ? KeyTemplate::globOf(key) : found->second;
    }
    if (isRefused) {
        m_refused.insert({name, key});
    } else {
        m_allowedNames.insert(name);
        m_allowedKeys.insert({key, mayWrite(name)});
    }
}

std::set<QByteArray> AllowanceSurvey::lacks() const
{
    std::set<QByteArray> lacks;
    for (const auto &[name, key] : m_refused) {
        const bool isNameAllowed = m_allowedNames.contains(name);
        if (!isNameAllowed) {
            lacks.insert('+' + name.toLower());
            if (name == "EVALSHA") {
                lacks.insert("+eval"); // which loads a script
            }
        }
        const bool isKeyAllowed =
            m_allowedKeys.contains({key, true}) || (!mayWrite(name) && m_allowedKeys.contains({key, false}));
        if (!key.isEmpty() && (isNameAllowed || !isKeyAllowed)) {
            lacks.insert('~' + key);
        }
    }
    return lacks;
}

namespace {

/// Steps that stand for what may be done with a collection.
std::vector<PlanStep> stepsFor(const CollectionDefinition &collection, std::chrono::milliseconds now)
{
    if (collection.preset) {
        return planning::exampleSteps(collection, someId);
    }
    std::vector<PlanStep> steps;
    const auto addSteps = [&](PlanStep step, const ExampleKeys &known) {
        for (PlanStep::Does &does : allSteps()) {
            step.does = std::move(does);
            const StepKind &kind = stepKind(step);
            for (PlanStep &example :
                 (kind.keyTypes() & step.keyType) != 0 ? kind.examples(step, known) : std::vector<PlanStep>()) {
                steps.push_back(std::move(example));
            }
        }
    };
    const auto someOf = [&](Holds holds) {
        const RoleKeys *keys = collection.role(holds);
        const auto parsed = keys == nullptr || keys->templates.empty() ? Result<KeyTemplate>(Error{})
                                                                       : KeyTemplate::parse(keys->templates.front());
        return parsed ? parsed->expandOne(now, someId) : QByteArray();
    };
    const QByteArray record = someOf(Holds::Record);
    const QByteArray target = someOf(Holds::Target);
    std::size_t asked = 0;
    for (const RoleKeys &keys : collection.keys) {
        std::vector<QByteArray> all = collection.source(keys).keys(now);
        for (const QByteArray &text : keys.templates) { // one name stands for all keys matching a template
            const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
            if (keys.role->named == Named::ById && parsed && parsed->hasId()) {
                all.push_back(parsed->expandOne(now, someId));
            }
        }
        for (const QByteArray &key : all) {
            if (asked++ >= mostKeysAsked) {
                break;
            }
            for (const KeyType type : {ListKey, SetKey, ZSetKey, StringKey, StreamKey}) {
                if ((keys.role->types & type) != 0) {
                    addSteps({.key = key, .keyType = type},
                             {.record = record, .target = target, .isExpiring = keys.role->holds == Holds::Expiring});
                }
            }
        }
    }
    return steps;
}

std::vector<WireCommand> commandsFor(const CollectionDefinition &collection, std::chrono::milliseconds now)
{
    std::vector<WireCommand> commands;
    std::set<WireCommand> known;
    for (const PlanStep &step : stepsFor(collection, now)) {
        for (WireCommand &command : commandsOf(step, escrowKey(step.key, QStringLiteral("plimsoll"), -1))) {
            if (known.insert(command).second) {
                commands.push_back(std::move(command));
            }
        }
    }
    return commands;
}

/// Indexes of the refused commands; nullopt if ACL DRYRUN is not available.
std::optional<std::vector<std::size_t>> dryRun(Server &server, const QByteArray &user,
                                               const std::vector<WireCommand> &commands, const std::stop_token &stop)
{
    Pipeline pipeline;
    for (const WireCommand &command : commands) {
        std::vector<QByteArrayView> words{"ACL", "DRYRUN", user};
        words.insert(words.end(), command.begin(), command.end());
        pipeline.add(words);
    }
    const Result<std::vector<Reply>> replies = server.exchange(pipeline, stop);
    if (!replies || std::any_of(replies->begin(), replies->end(), [](const Reply &reply) { return reply.isError(); })) {
        return std::nullopt;
    }
    std::vector<std::size_t> refused;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].bytes != QByteArrayView("OK")) {
            refused.push_back(i);
        }
    }
    return refused;
}

/// Indexes of the refused commands, by a script; `noScripts` is set if this user may not run scripts.
std::optional<std::vector<std::size_t>> byScript(Server &server, const std::vector<WireCommand> &commands,
                                                 const std::stop_token &stop, bool &noScripts)
{
    QFile file(QStringLiteral(":/lua/allowed.lua"));
    const QByteArray source = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    std::vector<QByteArray> words{"EVAL", source, "0"};
    for (const WireCommand &command : commands) {
        words.push_back(QByteArray::number(qulonglong(command.size())));
        words.insert(words.end(), command.begin(), command.end());
    }
    Pipeline pipeline;
    pipeline.add(words);
    const Result<std::vector<Reply>> replies = server.exchange(pipeline, stop);
    if (!replies || replies->front().isError()) {
        noScripts = replies.ok() && replies->front().bytes.startsWith("NOPERM");
        return std::nullopt;
    }
    std::vector<std::size_t> refused;
    for (const Reply &number : replies->front().elements) {
        refused.push_back(static_cast<std::size_t>(number.integer));
    }
    return refused;
}

class AllowanceQuestions {
public:
    AllowanceQuestions(Server &server, const std::stop_token &stop) : m_server(server), m_stop(stop)
    {
        const Result<Reply> user = server.command({"ACL", "WHOAMI"}, stop);
        m_user = user ? user->bytes : QByteArray();
    }

    Result<std::vector<std::size_t>> refused(const std::vector<WireCommand> &commands)
    {
        if (!m_user.isEmpty()) {
            if (auto found = dryRun(m_server, m_user, commands, m_stop)) {
                return *std::move(found);
            }
            m_user.clear();
        }
        bool noScripts = false;
        if (auto found = byScript(m_server, commands, m_stop, noScripts)) {
            return *std::move(found);
        }
        Result<std::vector<std::size_t>> queued = queuedAndRefused(m_server, commands, m_stop);
        if (queued || !noScripts) {
            return queued;
        }
        m_knowsScriptsAlone = true;
        std::vector<std::size_t> refused; // refused commands already found
        for (std::size_t i = 0; i < commands.size(); ++i) {
            if (isScriptCall(commands[i])) {
                refused.push_back(i);
            }
        }
        return refused;
    }

    /// True if the user may not even ask: only the scripts are known, which are refused.
    [[nodiscard]] bool knowsScriptsAlone() const { return m_knowsScriptsAlone; }

private:
    Server &m_server;
    std::stop_token m_stop;
    QByteArray m_user; ///< empty: ACL DRYRUN is missing or not permitted
    bool m_knowsScriptsAlone = false;
};

QString textOf(const WireCommand &command)
{
    const QString name = QString::fromLatin1(command.front());
    const std::size_t key = isScriptCall(command) ? 3 : 1;
    return command.size() > key ? allowanceText("%1 on %2").arg(name, printable(command[key], longestRefusal)) : name;
}

} // namespace

const Allowance &AllowanceSurvey::askSome(Server &server, const std::stop_token &stop)
{
    const auto unknown = [this](const QString &why) -> const Allowance & {
        m_allowance.answer = Allowance::Answer::Unknown;
        m_allowance.missing = {why};
        m_isDone = true;
        return m_allowance;
    };
    const Result<std::chrono::milliseconds> now = server.time(stop);
    if (!now) {
        return unknown(now.error().message);
    }
    AllowanceQuestions asking(server, stop);
    const std::vector<CollectionDefinition> &collections = m_workspace->collections;
    for (const std::size_t end = std::min(m_next + collectionsATurn, collections.size()); m_next < end; ++m_next) {
        const CollectionDefinition &collection = collections[m_next];
        Asked asked{commandsFor(collection, *now), {}};
        const std::vector<WireCommand> &commands = asked.commands;
        const Result<std::vector<std::size_t>> refused = asking.refused(commands);
        if (!refused) {
            return unknown(refused.error().message);
        }
        std::vector<WireCommand> probes =
            asking.knowsScriptsAlone() ? std::vector<WireCommand>() : asked.probes(*refused);
        const Result<std::vector<std::size_t>> refusedProbes =
            probes.empty() ? Result<std::vector<std::size_t>>(std::vector<std::size_t>()) : asking.refused(probes);
        if (!refusedProbes) {
            return unknown(refusedProbes.error().message);
        }
        for (const RoleKeys &keys : collection.keys) {
            for (const QByteArray &text : keys.templates) {
                if (const Result<KeyTemplate> parsed = KeyTemplate::parse(text)) {
                    asked.addGlobs(*parsed, *now, collection.periods(*keys.role));
                }
            }
        }
        for (const WireCommand &command : commands) { // keys of jobs of a framework, which are in no template
            for (const QByteArray &key : collection.preset ? command : WireCommand()) {
                if (key.contains(someId)) {
                    asked.globs.insert({key, KeyTemplate::globOf(key).replace(someId, "*")});
                }
            }
        }
        for (std::size_t command = 0; command < commands.size(); ++command) {
            const bool isUnasked = asking.knowsScriptsAlone() && mayWrite(commands[command].front());
            note(asked, commands[command], isUnasked || std::binary_search(refused->begin(), refused->end(), command));
        }
        for (std::size_t probe = 0; probe < probes.size(); ++probe) {
            note(asked, probes[probe], std::binary_search(refusedProbes->begin(), refusedProbes->end(), probe));
        }
        const auto scripts = std::count_if(commands.begin(), commands.end(), isScriptCall);
        const auto refusedScripts = std::count_if(refused->begin(), refused->end(),
                                                  [&](std::size_t command) { return isScriptCall(commands[command]); });
        m_withoutScripts += refusedScripts == scripts ? 1 : 0;
        for (const std::size_t command : *refused) {
            if (m_allowance.missing.size() < mostTold) {
                m_allowance.missing.append(allowanceText("%1: %2").arg(collection.name, textOf(commands[command])));
            }
        }
    }
    m_isDone = m_next == collections.size();
    // "All" and "none" are known only after the last turn; missing permissions at once.
    if (!m_allowance.missing.isEmpty()) {
        const bool isNone = m_isDone && m_withoutScripts == m_next;
        m_allowance.answer = isNone ? Allowance::Answer::None : Allowance::Answer::Some;
    } else {
        m_allowance.answer = m_isDone ? Allowance::Answer::All : Allowance::Answer::NotAsked;
    }
    return m_allowance;
}

Result<bool> movesBetweenSlots(const CollectionDefinition &collection, std::chrono::milliseconds now)
{
    std::vector<QByteArray> keys;
    const bool isOfJobs = collection.has(Holds::Ready);
    for (const RoleKeys &role : collection.keys) {
        const std::vector<QByteArray> all = isOfJobs ? collection.source(role).keys(now) : std::vector<QByteArray>();
        keys.insert(keys.end(), all.begin(), all.end()); // jobs are moved from each to each
    }
    const Outcome together = inOneSlot(keys);
    if (isOfJobs && !collection.preset) {
        return !together;
    }
    if (!together) {
        return together.error();
    }
    for (const WireCommand &command : commandsFor(collection, now)) {
        if (isScriptCall(command)) {
            if (Outcome one = inOneSlot(std::span(command).subspan(3)); !one) {
                return one.error();
            }
        }
    }
    return false;
}

} // namespace plimsoll::redis

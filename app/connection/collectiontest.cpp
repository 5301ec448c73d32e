// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/collectiontest.h"

#include "redis/collections/keytypes.h"
#include "redis/collections/watchrights.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>

namespace plimsoll::app {

namespace {

using redis::WatchedKey;

constexpr std::size_t mostKeysTested = 5'000; ///< keys of one collection
constexpr int commandsATurn = 5'000;
constexpr int mostSearches = 100; ///< collections whose keys are searched for
constexpr int searchSteps = 4; ///< SCANs for each
constexpr qsizetype mostMatches = 20;
constexpr qsizetype longestName = 60;

struct CollectionWords {
    Q_DECLARE_TR_FUNCTIONS(ConnectionTest)
};

QString shown(const QByteArray &key)
{
    return QStringLiteral("“%1”").arg(printable(key, longestName));
}

QString nameOf(const CollectionDefinition &definition)
{
    return printable(definition.name.toUtf8(), longestName);
}

QString typesOf(const RoleSpec &role)
{
    QStringList names;
    for (const redis::KeyTypeSpec &spec : redis::keyTypes) {
        if ((spec.type & role.types) != 0) {
            names += QString::fromLatin1(spec.name);
        }
    }
    return names.join(CollectionWords::tr(" or "));
}

unsigned typesOf(const CollectionDefinition &definition)
{
    unsigned types = 0;
    for (const RoleKeys &keys : definition.keys) {
        types |= keys.role->types;
    }
    return types;
}

bool isOfThisNode(const Error &error)
{
    return error.kind == ErrorKind::Server || error.kind == ErrorKind::NotNow || error.kind == ErrorKind::Unreachable
        || error.kind == ErrorKind::TimedOut;
}

/// True if other nodes answer, so that the error is about the keys of one.
bool isOfOneNode(const redis::Server &server, const Error &error)
{
    return isOfThisNode(error) && server.nodes().size() > 1 && server.isConnected();
}

/// Keys of a role that exist and do not.
struct RoleCount {
    const RoleSpec *role = nullptr;
    int all = 0, there = 0;
    QByteArray type; ///< type of the last existing key
    QByteArray missing; ///< first missing key
};

/// Judges the keys of one collection by their TYPEs.
class CollectionJudge {
public:
    explicit CollectionJudge(const CollectionDefinition &definition) : m_definition(definition) { }

    void read(const WatchedKey &key, const redis::Reply &reply, WatchLacks &lacks);
    /// Adds what a search for keys has found.
    void addFound(const QString &text) { m_found += text; }
    [[nodiscard]] CollectionFinding finding() const;
    void fail(const Error &error)
    {
        if (!m_failure) {
            m_failure = error;
        }
    }

private:
    const CollectionDefinition &m_definition;
    std::vector<RoleCount> m_roles;
    QStringList m_found;
    std::optional<Error> m_failure;
    bool m_isForbidden = false;
};

void CollectionJudge::read(const WatchedKey &key, const redis::Reply &reply, WatchLacks &lacks)
{
    if (reply.isError()) {
        Error error = reply.toError(key.key);
        if (!error.lacks.isEmpty()) {
            m_isForbidden = true;
            const bool isKey = error.lacks.startsWith('%');
            const QByteArray keyRule = "%R~" + key.glob;
            lacks.rules[isKey ? keyRule : error.lacks] += nameOf(m_definition);
            if (!isKey) {
                lacks.unasked.insert(keyRule);
            }
        } else if (isOfThisNode(error)) {
            fail(error);
        }
        return;
    }
    if (key.isExample) {
        return;
    }
    if (m_roles.empty() || m_roles.back().role != key.role) {
        m_roles.push_back({key.role, 0, 0, {}, {}});
    }
    RoleCount &count = m_roles.back();
    ++count.all;
    if (reply.bytes == "none") {
        count.missing = count.missing.isEmpty() ? key.key : count.missing;
        return;
    }
    const redis::KeyTypeSpec *type = redis::findKeyType(reply.bytes);
    if (key.role->types != 0 && (type == nullptr || (type->type & key.role->types) == 0)) {
        Error error = redis::wrongType(key.key, reply.bytes, *key.role);
        error.message += CollectionWords::tr("; it takes a %1").arg(typesOf(*key.role));
        fail(error);
        return;
    }
    ++count.there;
    count.type = reply.bytes;
}

CollectionFinding CollectionJudge::finding() const
{
    const QString step = collectionStep(m_definition);
    if (m_failure) {
        return {{step, StepState::Failed, m_failure->message}, m_failure};
    }
    if (m_isForbidden) {
        return {{step, StepState::Skipped, CollectionWords::tr("this user may not read its keys; see rights")}, {}};
    }
    QStringList there, missing;
    for (const RoleCount &count : m_roles) {
        if (count.all > 1) {
            there += CollectionWords::tr("%1: %2 of %3 keys exist")
                         .arg(count.role->id, QString::number(count.there), QString::number(count.all));
        } else if (count.there == 1) {
            there += CollectionWords::tr("%1 is a %2").arg(count.role->id, QString::fromLatin1(count.type));
        } else {
            missing += CollectionWords::tr("%1 (%2)").arg(count.role->id, shown(count.missing));
        }
    }
    if (!missing.isEmpty()) {
        there += CollectionWords::tr("no key yet for %1, which counts as 0").arg(missing.join(QLatin1String(", ")));
    } else if (std::any_of(m_roles.begin(), m_roles.end(), [](const RoleCount &c) { return c.there < c.all; })) {
        there += CollectionWords::tr("missing ones count as 0");
    }
    return {{step, StepState::Ok, (there + m_found).join(QLatin1String("; "))}, {}};
}

/// Searches for keys of a role, a few thousand at most; returns the sentence about them.
Result<QString> search(redis::Server &server, const CollectionDefinition &definition, const RoleKeys &role,
                       std::chrono::milliseconds now, std::vector<QByteArray> &matches, const std::stop_token &stop)
{
    const std::vector<KeyPattern> patterns = definition.patterns(role, now);
    bool isWhole = true;
    QStringList globs;
    for (const KeyPattern &pattern : patterns) {
        globs += shown(pattern.glob());
        QByteArray cursor = "0";
        for (int step = 0; step < searchSteps && qsizetype(matches.size()) < mostMatches; ++step) {
            const Result<redis::Reply> reply =
                server.command({"SCAN", cursor, "MATCH", pattern.glob(), "COUNT", "1000"}, stop);
            if (!reply) {
                return reply.error();
            }
            if (reply->elements.size() != 2) {
                break;
            }
            for (const redis::Reply &key : reply->elements[1].elements) {
                matches.push_back(key.bytes);
            }
            cursor = reply->elements[0].bytes;
            if (cursor == "0") {
                break;
            }
        }
        isWhole = isWhole && cursor == "0";
    }
    const QString like = globs.join(QLatin1String(", "));
    return !matches.empty() ? CollectionWords::tr("keys like %1 exist").arg(like)
        : isWhole           ? CollectionWords::tr("no key like %1 exists, which counts as 0").arg(like)
                  : CollectionWords::tr("no key like %1 among the first %2 keys; polling looks at all of them")
                        .arg(like, QString::number(searchSteps * 1000));
}

/// Finds keys of a collection by searching, if it has such, and judges the types of some.
Outcome searchFor(redis::Server &server, const CollectionDefinition &definition, CollectionJudge &judge,
                  std::chrono::milliseconds now, WatchLacks &lacks, const std::stop_token &stop)
{
    const RoleKeys *role = definition.foundRole();
    std::vector<QByteArray> matches;
    const Result<QString> text = search(server, definition, *role, now, matches, stop);
    if (!text && isOfOneNode(server, text.error())) {
        judge.fail(text.error());
        return Done{};
    }
    if (!text) {
        // A missing permission was found by testWatchCommands().
        return isOfThisNode(text.error()) || text.error().kind == ErrorKind::Cancelled ? Outcome(text.error())
                                                                                       : Outcome(Done{});
    }
    judge.addFound(*text);
    matches.resize(std::min<std::size_t>(matches.size(), std::size_t(mostMatches)));
    redis::Pipeline types;
    for (const QByteArray &key : matches) {
        types.add({"TYPE", key});
    }
    if (types.isEmpty()) {
        return Done{};
    }
    const auto replies = server.exchange(types, stop);
    if (!replies) {
        return replies.error();
    }
    const auto fits = [&](const redis::Reply &reply) {
        const redis::KeyTypeSpec *type = redis::findKeyType(reply.bytes);
        return reply.isError() || reply.bytes == "none" || role->role->types == 0
            || (type != nullptr && (type->type & role->role->types) != 0);
    };
    const bool isAnyFit = std::any_of(replies->begin(), replies->end(), fits);
    if (!isAnyFit) { // where some fit, polling leaves the others out
        judge.read({matches.front(), matches.front(), role->role, false}, replies->front(), lacks);
    }
    return Done{};
}

} // namespace

QString collectionStep(const CollectionDefinition &definition)
{
    return QLatin1String("collection ") + nameOf(definition);
}

Result<WatchLacks> testWatchCommands(redis::Server &server, const Workspace &workspace, const std::stop_token &stop)
{
    unsigned types = 0;
    bool searches = workspace.collections.empty();
    for (const CollectionDefinition &definition : workspace.collections) {
        types |= typesOf(definition);
        searches = searches || definition.foundRole() != nullptr;
    }
    if (workspace.collections.empty()) {
        for (const redis::KeyTypeSpec &spec : redis::keyTypes) {
            types |= spec.type;
        }
    }
    const std::vector<redis::WatchCommand> commands = redis::watchCommands(types, searches);
    redis::Pipeline pipeline;
    for (const redis::WatchCommand &command : commands) {
        pipeline.add(command.words);
    }
    const auto replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    WatchLacks lacks;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (!(*replies)[i].isError()) {
            continue;
        }
        const Error error = (*replies)[i].toError();
        if (error.lacks.startsWith('+')) {
            QStringList &names = lacks.rules[error.lacks];
            for (const CollectionDefinition &definition : workspace.collections) {
                if ((typesOf(definition) & commands[i].types) != 0) {
                    names += nameOf(definition);
                }
            }
        } else if ((*replies)[i].bytes.startsWith("ERR unknown command")) {
            lacks.renamed.insert(error.message);
        }
    }
    return lacks;
}

Result<std::vector<CollectionFinding>> testCollections(redis::Server &server, const Workspace &workspace,
                                                       std::chrono::milliseconds now, WatchLacks &lacks,
                                                       const std::stop_token &stop)
{
    struct Asked {
        std::size_t collection;
        WatchedKey key;
    };
    std::vector<CollectionJudge> judges(workspace.collections.begin(), workspace.collections.end());
    std::vector<Asked> asked;
    redis::Pipeline pipeline;
    const auto flush = [&]() -> Outcome {
        const auto replies = server.exchange(pipeline, stop);
        if (!replies && !isOfOneNode(server, replies.error())) {
            return replies.error();
        }
        for (std::size_t i = 0; i < asked.size(); ++i) {
            judges[asked[i].collection].read(
                asked[i].key, replies ? (*replies)[i] : redis::Reply::unanswered(replies.error()), lacks);
        }
        asked.clear();
        pipeline.clear();
        return Done{};
    };
    int searches = 0;
    for (std::size_t i = 0; i < judges.size(); ++i) {
        const CollectionDefinition &definition = workspace.collections[i];
        for (WatchedKey &key : redis::watchedKeys(definition, now, mostKeysTested)) {
            pipeline.add({"TYPE", key.key});
            asked.push_back({i, std::move(key)});
        }
        if (definition.foundRole() != nullptr && searches++ < mostSearches) {
            if (Outcome found = searchFor(server, definition, judges[i], now, lacks, stop); !found) {
                return found.error();
            }
        }
        if (pipeline.size() >= commandsATurn || (i + 1 == judges.size() && !pipeline.isEmpty())) {
            if (Outcome flushed = flush(); !flushed) {
                return flushed.error();
            }
        }
    }
    for (auto &[lack, names] : lacks.rules) {
        names.removeDuplicates();
    }
    std::vector<CollectionFinding> findings;
    findings.reserve(judges.size());
    for (const CollectionJudge &judge : judges) {
        findings.push_back(judge.finding());
    }
    return findings;
}

} // namespace plimsoll::app

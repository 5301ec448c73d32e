// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/momentrecord.h"

#include "redis/types/snapshot.h"
#include "redis/types/workspace.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

using std::chrono::milliseconds;
using L1 = QLatin1StringView;

template <typename Value> void put(QJsonObject &into, L1 name, const std::optional<Value> &value)
{
    if (value) {
        into.insert(name, *value);
    }
}

void put(QJsonObject &into, L1 name, const std::optional<milliseconds> &value)
{
    if (value) {
        into.insert(name, qint64(value->count()));
    }
}

std::optional<double> number(const QJsonObject &from, L1 name)
{
    const QJsonValue value = from.value(name);
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

/// Exact for all integers.
std::optional<qint64> whole(const QJsonObject &from, L1 name)
{
    const QJsonValue value = from.value(name);
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

std::optional<milliseconds> duration(const QJsonObject &from, L1 name)
{
    const auto value = whole(from, name);
    return value ? std::optional(milliseconds(*value)) : std::nullopt;
}

template <typename Levels> void putLevels(QJsonObject &into, const Levels &levels)
{
    put(into, L1("warning"), levels.warning);
    put(into, L1("critical"), levels.critical);
}

QJsonObject written(const Limit &limit)
{
    QJsonObject all;
    putLevels(all, limit);
    if (limit.below) {
        all.insert(L1("below"), true);
    }
    put(all, L1("for"), limit.holdFor);
    put(all, L1("clear"), limit.clear);
    if (limit.unchangedFor.isSet()) {
        QJsonObject silence;
        putLevels(silence, limit.unchangedFor);
        all.insert(L1("unchangedFor"), silence);
    }
    return all;
}

Limit readLimit(int figure, const QJsonObject &kept)
{
    Limit limit;
    limit.figure = figure;
    limit.warning = number(kept, L1("warning"));
    limit.critical = number(kept, L1("critical"));
    limit.below = kept.value(L1("below")).toBool();
    limit.holdFor = duration(kept, L1("for"));
    limit.clear = number(kept, L1("clear"));
    const QJsonObject silence = kept.value(L1("unchangedFor")).toObject();
    limit.unchangedFor = {duration(silence, L1("warning")), duration(silence, L1("critical"))};
    return limit;
}

QJsonObject written(const Bound &bound)
{
    QJsonObject all;
    put(all, L1("keep"), bound.keep);
    put(all, L1("maxAge"), bound.maxAge);
    if (bound.ttl) {
        all.insert(L1("ttl"), true);
    }
    if (!bound.approved.isEmpty()) {
        all.insert(L1("approved"), bound.approved);
    }
    return all;
}

Bound readBound(const QJsonObject &kept)
{
    Bound bound;
    bound.keep = whole(kept, L1("keep"));
    bound.maxAge = duration(kept, L1("maxAge"));
    bound.ttl = kept.value(L1("ttl")).toBool();
    bound.approved = kept.value(L1("approved")).toString();
    return bound;
}

/// Other options define what is read, not what counts as a problem.
bool isJudgedBy(const OptionSpec &option)
{
    return option.type == OptionType::Duration || option.type == OptionType::Integer;
}

std::optional<QJsonObject> parsed(const QByteArray &kept)
{
    const QJsonDocument document = QJsonDocument::fromJson(kept);
    return document.isObject() ? std::optional(document.object()) : std::nullopt;
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

QByteArray judgedBy(const CollectionDefinition &collection)
{
    QJsonObject limits;
    const auto figures = collection.figures();
    for (const Limit &limit : collection.limits) {
        limits.insert(figures[static_cast<std::size_t>(limit.figure)].id, written(limit));
    }
    QJsonObject options;
    for (const OptionSpec &option : collection.kind->options) {
        const QJsonValue value = isJudgedBy(option) ? collection.options.value(option.id) : QJsonValue::Undefined;
        if (!value.isUndefined()) {
            options.insert(option.id, value);
        }
    }
    QJsonObject all{{L1("limits"), limits}};
    if (!options.isEmpty()) {
        all.insert(L1("options"), options);
    }
    if (collection.bound) {
        all.insert(L1("bound"), written(*collection.bound));
    }
    return compact(all);
}

QByteArray judgedBy(const Workspace &workspace)
{
    return compact({{L1("unknownFor"), qint64(workspace.notify.unknownFor.count())},
                    {L1("pollMs"), qint64(workspace.pollInterval.count())}});
}

std::optional<CollectionDefinition> asJudgedBy(const QByteArray &kept, const CollectionDefinition &now)
{
    const auto all = parsed(kept);
    if (!all || !all->value(L1("limits")).isObject()) {
        return std::nullopt;
    }
    CollectionDefinition then = now;
    then.limits.clear();
    const QJsonObject limits = all->value(L1("limits")).toObject();
    for (auto limit = limits.begin(); limit != limits.end(); ++limit) {
        if (const int figure = figureIndex(now.figures(), limit.key()); figure >= 0) {
            then.limits.push_back(readLimit(figure, limit.value().toObject()));
        }
    }
    const QJsonObject options = all->value(L1("options")).toObject();
    for (const OptionSpec &option : now.kind->options) {
        if (!isJudgedBy(option)) {
            continue;
        }
        const QJsonValue value = options.value(option.id);
        if (value.isUndefined()) {
            then.options.remove(option.id);
        } else {
            then.options.insert(option.id, value);
        }
    }
    then.bound =
        all->contains(L1("bound")) ? std::optional(readBound(all->value(L1("bound")).toObject())) : std::nullopt;
    return then;
}

bool judgeBy(const QByteArray &kept, Workspace &workspace)
{
    const auto all = parsed(kept);
    const auto unknownFor = all ? duration(*all, L1("unknownFor")) : std::nullopt;
    const auto poll = all ? duration(*all, L1("pollMs")) : std::nullopt;
    if (!unknownFor || !poll) {
        return false;
    }
    workspace.notify.unknownFor = *unknownFor;
    workspace.pollInterval = *poll;
    return true;
}

const QStringList &serverFigureIds()
{
    static const QStringList ids{
        QStringLiteral("usedMemory"),       QStringLiteral("maxMemory"),      uptimeFigure,
        QStringLiteral("connectedClients"), QStringLiteral("blockedClients"), QStringLiteral("evictedKeys"),
        QStringLiteral("slowLogLength")};
    return ids;
}

std::array<double, 7> serverFigures(const ServerInfo &server)
{
    const auto number = [](const std::optional<qint64> &value) {
        return value ? static_cast<double>(*value) : unknownFigure;
    };
    const double uptime =
        server.uptime ? static_cast<double>(std::chrono::milliseconds(*server.uptime).count()) : unknownFigure;
    return {number(server.usedMemory),       number(server.maxMemory),      uptime,
            number(server.connectedClients), number(server.blockedClients), number(server.evictedKeys),
            number(server.slowLogLength)};
}

ServerInfo serverOf(const QStringList &ids, const std::vector<double> &values)
{
    ServerInfo server;
    const auto number = [&](qsizetype figure) -> std::optional<qint64> {
        const qsizetype at = ids.indexOf(serverFigureIds()[figure]);
        const double value = at < 0 ? unknownFigure : values[static_cast<std::size_t>(at)];
        return isKnown(value) ? std::optional(std::llround(value)) : std::nullopt;
    };
    server.usedMemory = number(0);
    server.maxMemory = number(1);
    if (const auto uptime = number(2)) {
        server.uptime = std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(*uptime));
    }
    server.connectedClients = number(3);
    server.blockedClients = number(4);
    server.evictedKeys = number(5);
    server.slowLogLength = number(6);
    return server;
}

} // namespace plimsoll

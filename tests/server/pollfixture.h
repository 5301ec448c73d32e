// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/kinds.h"
#include "redis/poll/pollsession.h"
#include "tests/support/redisserver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

/// Common parts of the tests of polling: collections in the form of the workspace file, and figures by name.
namespace plimsoll::testing {

inline std::vector<QByteArray> keyTexts(const QJsonValue &value)
{
    std::vector<QByteArray> texts;
    const QJsonArray many = value.isArray() ? value.toArray() : QJsonArray{value};
    for (const auto &text : many) {
        texts.push_back(text.toString().toUtf8());
    }
    return texts;
}

inline std::optional<double> limitOf(const QJsonValue &value)
{
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

/// A collection of valid JSON, without the checks of redis/workspace.
inline CollectionDefinition collection(const QJsonObject &json)
{
    CollectionDefinition definition;
    definition.name = json[QLatin1String("name")].toString(QStringLiteral("it"));
    definition.kind = redis::findKind(json[QLatin1String("kind")].toString());
    const QJsonObject keys = json[QLatin1String("keys")].toObject();
    for (const RoleSpec &role : definition.kind->roles) {
        if (keys.contains(role.id)) {
            definition.keys.push_back({&role, keyTexts(keys[role.id])});
        }
    }
    definition.options = json[QLatin1String("options")].toObject();
    if (definition.kind->furtherFigures != nullptr) {
        definition.ownFigures = definition.kind->furtherFigures(definition);
    }
    const QJsonObject limits = json[QLatin1String("limits")].toObject();
    for (auto limit = limits.begin(); limit != limits.end(); ++limit) {
        const QJsonObject at = limit.value().toObject();
        definition.limits.push_back({figureIndex(definition.figures(), limit.key()),
                                     limitOf(at[QLatin1String("warning")]), limitOf(at[QLatin1String("critical")]),
                                     at[QLatin1String("below")].toBool()});
    }
    if (const QJsonObject bound = json[QLatin1String("bound")].toObject(); !bound.isEmpty()) {
        definition.bound.emplace().ttl = bound[QLatin1String("ttl")].toBool();
        definition.bound->maxAge = parseDuration(bound[QLatin1String("maxAge")].toString());
        if (const QJsonValue keep = bound[QLatin1String("keep")]; keep.isDouble()) {
            definition.bound->keep = keep.toInteger();
        }
    }
    return definition;
}

/// A collection from text, with ' for " (moc of Qt 6.4 cannot parse raw string literals).
inline CollectionDefinition collection(const char *json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray(json).replace('\'', '"'), &error);
    if (error.error != QJsonParseError::NoError) {
        qFatal("bad JSON in a test: %s", json);
    }
    return collection(document.object());
}

template <typename... Json> WorkspacePtr workspace(const Json &...json)
{
    auto out = std::make_shared<Workspace>();
    out->name = QStringLiteral("test");
    (out->collections.push_back(collection(json)), ...);
    return out;
}

inline double figure(const SnapshotPtr &snapshot, std::size_t row, const char *name)
{
    const int index = snapshot->layout->rows[row].figureIndex(QString::fromLatin1(name));
    return index < 0 ? qFatal("no figure %s", name), 0.0 : snapshot->figure(row, index);
}

inline bool atLeast(const SnapshotPtr &snapshot, std::size_t row, const char *name)
{
    return snapshot->isAtLeast(row, snapshot->layout->rows[row].figureIndex(QString::fromLatin1(name)));
}

inline QStringList problemTexts(const SnapshotPtr &snapshot, std::size_t row)
{
    QStringList texts;
    if (const auto &problems = snapshot->rows[row].problems) {
        for (const Problem &problem : *problems) {
            texts += problem.text;
        }
    }
    return texts;
}

inline double partOf(const SnapshotPtr &snapshot, QByteArrayView key)
{
    for (std::size_t i = 0; i < snapshot->layout->parts.size(); ++i) {
        if (snapshot->layout->parts[i].key == key) {
            return snapshot->parts[i];
        }
    }
    return -1;
}

/// A snapshot or the end of the test; a null one after a failure.
inline SnapshotPtr tick(redis::PollSession &session)
{
    const Result<SnapshotPtr> result = session.tick();
    if (!result) {
        QTest::qFail(qPrintable(result.error().message), __FILE__, __LINE__);
        return nullptr;
    }
    return *result;
}

/// One-shot: everything is read in the first tick.
inline redis::PollOptions oneShot()
{
    redis::PollOptions options;
    options.headBudget = 0;
    return options;
}

inline SnapshotPtr snapshotOf(RedisServer &server, const WorkspacePtr &workspace)
{
    redis::PollSession session(workspace, server.local(), oneShot());
    return tick(session);
}

} // namespace plimsoll::testing

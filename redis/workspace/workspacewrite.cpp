// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/printable.h"
#include "redis/types/endpoint.h"
#include "redis/workspace/checker.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include <utility>

namespace plimsoll::redis {

namespace {

/// In the order people read them (contract.md §3), where QJsonObject sorts by name.
using Members = std::vector<std::pair<QString, QJsonValue>>;

QByteArray inOneLine(const QJsonValue &value)
{
    const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return array.sliced(1, array.size() - 2);
}

/// One member a line, indented by `indent` spaces; `texts` are JSON already.
QByteArray block(const std::vector<std::pair<QString, QByteArray>> &members, int indent)
{
    const QByteArray margin(indent, ' ');
    QByteArray out("{");
    for (const auto &[name, json] : members) {
        out += out.size() > 1 ? ",\n" : "\n";
        out += margin + "  " + inOneLine(name) + ": " + json;
    }
    return out + '\n' + margin + '}';
}

QByteArray block(const Members &members, int indent)
{
    std::vector<std::pair<QString, QByteArray>> lines;
    lines.reserve(members.size());
    for (const auto &[name, value] : members) {
        lines.emplace_back(name, inOneLine(value));
    }
    return block(lines, indent);
}

QJsonObject asObject(const Members &members)
{
    QJsonObject object;
    for (const auto &[name, value] : members) {
        object.insert(name, value);
    }
    return object;
}

Members keyMembers(const CollectionDefinition &collection)
{
    Members members;
    for (const RoleKeys &keys : collection.keys) {
        QJsonArray templates;
        for (const QByteArray &key : keys.templates) {
            templates.append(jsonBytes(key));
        }
        members.emplace_back(keys.role->id, templates.size() == 1 ? templates.first() : QJsonValue(templates));
    }
    return members;
}

Members optionMembers(const CollectionDefinition &collection)
{
    Members members;
    for (const OptionSpec &option : collection.kind->options) {
        const QJsonValue value = collection.options.value(option.id);
        if (!value.isUndefined()) {
            members.emplace_back(option.id, value);
        }
    }
    return members;
}

QJsonValue limitJson(const Limit &limit)
{
    if (limit.isOff()) {
        return QJsonValue::Null;
    }
    QJsonObject json;
    if (limit.warning) {
        json.insert(QLatin1String("warning"), *limit.warning);
    }
    if (limit.critical) {
        json.insert(QLatin1String("critical"), *limit.critical);
    }
    if (limit.below) {
        json.insert(QLatin1String("below"), true);
    }
    return json;
}

Members limitMembers(const CollectionDefinition &collection)
{
    Members members;
    for (const Limit &limit : collection.limits) {
        members.emplace_back(collection.figures()[static_cast<std::size_t>(limit.figure)].id, limitJson(limit));
    }
    return members;
}

QJsonObject boundJson(const Bound &bound)
{
    if (bound.keep) {
        return {{QStringLiteral("keep"), *bound.keep}};
    }
    if (bound.maxAge) {
        return {{QStringLiteral("maxAge"), durationText(*bound.maxAge)}};
    }
    if (bound.ttl) {
        return {{QStringLiteral("ttl"), true}};
    }
    return {{QStringLiteral("approved"), bound.approved}};
}

QByteArray collectionText(const CollectionDefinition &collection, int indent)
{
    std::vector<std::pair<QString, QByteArray>> members{
        {QStringLiteral("name"), inOneLine(collection.name)},
        {QStringLiteral("kind"), inOneLine(QString(collection.kind->id))},
        {QStringLiteral("keys"), block(keyMembers(collection), indent + 2)}};
    if (!collection.options.isEmpty()) {
        members.emplace_back(QStringLiteral("options"), block(optionMembers(collection), indent + 2));
    }
    if (!collection.limits.empty()) {
        members.emplace_back(QStringLiteral("limits"), block(limitMembers(collection), indent + 2));
    }
    if (collection.bound) {
        members.emplace_back(QStringLiteral("bound"), inOneLine(boundJson(*collection.bound)));
    }
    return block(members, indent);
}

Members connectionMembers(const ConnectionSettings &connection)
{
    // Whoever made the value, the file holds no password.
    const QString url = holdsPassword(connection.url) ? withoutPassword(connection.url) : connection.url;
    Members members{{QStringLiteral("url"), url}};
    const std::pair<QString, QString> texts[] = {{QStringLiteral("caFile"), connection.caFile},
                                                 {QStringLiteral("certFile"), connection.certFile},
                                                 {QStringLiteral("keyFile"), connection.keyFile}};
    for (const auto &[name, value] : texts) {
        if (!value.isEmpty()) {
            members.emplace_back(name, value);
        }
    }
    if (!connection.verify) {
        members.emplace_back(QStringLiteral("verify"), false);
    }
    members.emplace_back(QStringLiteral("readOnly"), connection.readOnly);
    if (connection.production) {
        members.emplace_back(QStringLiteral("production"), true);
    }
    if (!connection.colour.isEmpty()) {
        members.emplace_back(QStringLiteral("colour"), connection.colour);
    }
    return members;
}

QByteArray collectionsText(const std::vector<CollectionDefinition> &collections)
{
    QByteArray out("[");
    for (const CollectionDefinition &collection : collections) {
        out += (out.size() > 1 ? ",\n    " : "\n    ") + collectionText(collection, 4);
    }
    return out + (collections.empty() ? "]" : "\n  ]");
}

Error notSaved(const QString &path, const QString &reason)
{
    return {ErrorKind::Storage,
            QCoreApplication::translate("Workspace", "%1 could not be saved: %2").arg(path, reason)};
}

QString errorText(const QFileDevice &file)
{
    return file.error() == QFileDevice::NoError ? QCoreApplication::translate("Workspace", "the disk refused it")
                                                : file.errorString();
}

/// All of it on the disk under `path`, or nothing changed.
Outcome writeAtomically(const QString &path, const QByteArray &bytes, std::optional<QFile::Permissions> permissions)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return Error{ErrorKind::Storage, errorText(file)};
    }
    if (permissions) {
        file.setPermissions(*permissions);
    }
    if (file.write(bytes) != bytes.size() || !file.commit()) {
        return Error{ErrorKind::Storage, errorText(file)};
    }
    return Done{};
}

} // namespace

QJsonObject collectionToJson(const CollectionDefinition &collection)
{
    QJsonObject json{{QStringLiteral("name"), collection.name},
                     {QStringLiteral("kind"), collection.kind->id},
                     {QStringLiteral("keys"), asObject(keyMembers(collection))}};
    if (!collection.options.isEmpty()) {
        json.insert(QLatin1String("options"), collection.options);
    }
    if (!collection.limits.empty()) {
        json.insert(QLatin1String("limits"), asObject(limitMembers(collection)));
    }
    if (collection.bound) {
        json.insert(QLatin1String("bound"), boundJson(*collection.bound));
    }
    return json;
}

QByteArray workspaceToJson(const Workspace &workspace)
{
    std::vector<std::pair<QString, QByteArray>> members{{QStringLiteral("plimsoll"), "1"}};
    if (!workspace.name.isEmpty()) {
        members.emplace_back(QStringLiteral("name"), inOneLine(workspace.name));
    }
    members.emplace_back(QStringLiteral("connection"), block(connectionMembers(workspace.connection), 2));
    members.emplace_back(QStringLiteral("pollMs"), QByteArray::number(qint64{workspace.pollInterval.count()}));
    members.emplace_back(QStringLiteral("collections"), collectionsText(workspace.collections));
    return block(members, 0) + '\n';
}

Outcome saveWorkspace(const Workspace &workspace, const QString &path)
{
    // A link stays a link: what it points at is replaced, beside its own backup.
    const QFileInfo info(path);
    const QString target = info.isSymLink() && info.exists() ? info.canonicalFilePath() : path;
    std::optional<QFile::Permissions> permissions;
    QFile old(target);
    if (old.exists()) {
        if (!old.open(QIODevice::ReadOnly)) {
            return notSaved(path, errorText(old));
        }
        permissions = old.permissions();
        const QByteArray before = old.readAll();
        if (old.error() != QFileDevice::NoError) {
            return notSaved(path, errorText(old));
        }
        if (const Outcome kept = writeAtomically(target + u'~', before, permissions); !kept) {
            return notSaved(
                path,
                QCoreApplication::translate("Workspace", "no backup of the old one: %1").arg(kept.error().message));
        }
    }
    const Outcome written = writeAtomically(target, workspaceToJson(workspace), permissions);
    return written ? Outcome(Done{}) : notSaved(path, written.error().message);
}

} // namespace plimsoll::redis

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

#include <rapidjson/prettywriter.h>

#include <utility>

namespace plimsoll::redis {

namespace {

/// In reading order; QJsonObject would sort by name.
using Members = std::vector<std::pair<QString, QJsonValue>>;

QByteArray inOneLine(const QJsonValue &value)
{
    const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return array.sliced(1, array.size() - 2);
}

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>; ///< one member per line

void writeName(Writer &json, const QString &name)
{
    const QByteArray utf8 = name.toUtf8();
    json.Key(utf8.constData(), static_cast<rapidjson::SizeType>(utf8.size()));
}

/// Writes any value in one line.
void write(Writer &json, const QString &name, const QJsonValue &value)
{
    writeName(json, name);
    const QByteArray text = inOneLine(value);
    json.RawValue(text.constData(), static_cast<std::size_t>(text.size()), rapidjson::kObjectType);
}

void write(Writer &json, const QString &name, const Members &members)
{
    writeName(json, name);
    json.StartObject();
    for (const auto &[member, value] : members) {
        write(json, member, value);
    }
    json.EndObject();
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

/// The options as written, without those of a preset.
const QJsonObject &ownOptions(const CollectionDefinition &collection)
{
    return collection.preset ? collection.preset->options : collection.options;
}

/// Members that name what a collection is: its preset with prefix and queue or part, else its kind.
Members sourceMembers(const CollectionDefinition &collection)
{
    if (!collection.preset) {
        return {{QStringLiteral("kind"), collection.kind->id}};
    }
    const PresetUse &use = *collection.preset;
    Members members{{PresetUse::presetMember, use.preset->id}};
    if (use.prefix) {
        members.emplace_back(PresetUse::prefixMember, *use.prefix);
    }
    const bool isPart = !use.part.isEmpty();
    members.emplace_back(isPart ? PresetUse::partMember : PresetUse::queueMember, isPart ? use.part : use.queue);
    return members;
}

Members optionMembers(const CollectionDefinition &collection)
{
    Members members;
    for (const OptionSpec &option : collection.kind->options) {
        const QJsonValue value = ownOptions(collection).value(option.id);
        if (!value.isUndefined()) {
            members.emplace_back(option.id, value);
        }
    }
    return members;
}

QJsonObject silenceJson(const SilenceLimit &silence)
{
    QJsonObject json;
    if (silence.warning) {
        json.insert(QLatin1String("warning"), durationText(*silence.warning));
    }
    if (silence.critical) {
        json.insert(QLatin1String("critical"), durationText(*silence.critical));
    }
    return json;
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
    if (limit.holdFor) {
        json.insert(QLatin1String("for"), durationText(*limit.holdFor));
    }
    if (limit.clear) {
        json.insert(QLatin1String("clear"), *limit.clear);
    }
    if (limit.unchangedFor.isSet()) {
        json.insert(QLatin1String("unchangedFor"), silenceJson(limit.unchangedFor));
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

void write(Writer &json, const CollectionDefinition &collection)
{
    json.StartObject();
    write(json, QStringLiteral("name"), collection.name);
    for (const auto &[name, value] : sourceMembers(collection)) {
        write(json, name, value);
    }
    if (!collection.preset) {
        write(json, QStringLiteral("keys"), keyMembers(collection));
    }
    if (!ownOptions(collection).isEmpty()) {
        write(json, QStringLiteral("options"), optionMembers(collection));
    }
    if (!collection.limits.empty()) {
        write(json, QStringLiteral("limits"), limitMembers(collection));
    }
    if (collection.bound) {
        write(json, QStringLiteral("bound"), boundJson(*collection.bound));
    }
    json.EndObject();
}

template <typename Settings> void addTls(Members &members, const Settings &settings)
{
    const std::pair<QString, QString> texts[] = {{QStringLiteral("caFile"), settings.caFile},
                                                 {QStringLiteral("certFile"), settings.certFile},
                                                 {QStringLiteral("keyFile"), settings.keyFile}};
    for (const auto &[name, value] : texts) {
        if (!value.isEmpty()) {
            members.emplace_back(name, value);
        }
    }
    if (!settings.verify) {
        members.emplace_back(QStringLiteral("verify"), false);
    }
}

Members connectionMembers(const ConnectionSettings &connection)
{
    // The file must never contain a password, whatever the source of the value.
    const QString url = holdsPassword(connection.url) ? withoutPassword(connection.url) : connection.url;
    Members members{{QStringLiteral("url"), url}};
    addTls(members, connection);
    if (!connection.serverName.isEmpty()) {
        members.emplace_back(QStringLiteral("serverName"), connection.serverName);
    }
    if (!connection.addressMap.empty()) {
        QJsonObject map;
        for (const auto &[from, to] : connection.addressMap) {
            map.insert(from, to);
        }
        members.emplace_back(QStringLiteral("addressMap"), map);
    }
    if (connection.sentinel) {
        Members own;
        if (!connection.sentinel->user.isEmpty()) {
            own.emplace_back(QStringLiteral("user"), connection.sentinel->user);
        }
        addTls(own, *connection.sentinel);
        members.emplace_back(QStringLiteral("sentinel"), asObject(own));
    }
    const std::pair<QString, QString> ways[] = {{QStringLiteral("ssh"), connection.ssh},
                                                {QStringLiteral("proxy"), connection.proxy}};
    for (const auto &[name, value] : ways) {
        if (!value.isEmpty()) {
            members.emplace_back(name, value);
        }
    }
    if (connection.replicas) {
        members.emplace_back(QStringLiteral("replicas"), true);
    }
    if (!connection.passwordCommand.isEmpty()) {
        members.emplace_back(QStringLiteral("passwordCommand"), QJsonArray::fromStringList(connection.passwordCommand));
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

Members notifyMembers(const NotifySettings &notify)
{
    Members members{{QStringLiteral("from"), stateId(notify.from)}};
    if (notify.unknownFor != NotifySettings().unknownFor) {
        members.emplace_back(QStringLiteral("unknownFor"), durationText(notify.unknownFor));
    }
    if (notify.desktop) {
        members.emplace_back(QStringLiteral("desktop"), true);
    }
    if (!notify.command.isEmpty()) {
        members.emplace_back(QStringLiteral("command"), QJsonArray::fromStringList(notify.command));
    }
    if (!notify.webhook.isEmpty()) {
        members.emplace_back(QStringLiteral("webhook"), notify.webhook);
    }
    return members;
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

/// Writes the file completely, or leaves it unchanged.
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
    QJsonObject json = asObject(sourceMembers(collection));
    json.insert(QLatin1String("name"), collection.name);
    if (!collection.preset) {
        json.insert(QLatin1String("keys"), asObject(keyMembers(collection)));
    }
    if (!ownOptions(collection).isEmpty()) {
        json.insert(QLatin1String("options"), ownOptions(collection));
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
    rapidjson::StringBuffer out;
    Writer json(out);
    json.SetIndent(' ', 2);
    json.StartObject();
    write(json, QStringLiteral("plimsoll"), 1);
    if (!workspace.name.isEmpty()) {
        write(json, QStringLiteral("name"), workspace.name);
    }
    write(json, QStringLiteral("connection"), connectionMembers(workspace.connection));
    write(json, QStringLiteral("pollMs"), qint64{workspace.pollInterval.count()});
    if (workspace.maxKeys != Workspace::defaultMaxKeys) {
        write(json, QStringLiteral("maxKeys"), workspace.maxKeys);
    }
    if (workspace.polling != Polling::Auto) {
        write(json, QStringLiteral("polling"), pollingWords().at(static_cast<qsizetype>(workspace.polling)));
    }
    writeName(json, QStringLiteral("collections"));
    json.StartArray();
    for (const CollectionDefinition &collection : workspace.collections) {
        write(json, collection);
    }
    json.EndArray();
    if (workspace.notify != NotifySettings()) {
        write(json, QStringLiteral("notify"), notifyMembers(workspace.notify));
    }
    json.EndObject();
    return QByteArray(out.GetString(), static_cast<qsizetype>(out.GetSize())) + '\n';
}

Outcome saveWorkspace(const Workspace &workspace, const QString &path)
{
    // A link stays a link: its target is replaced, with the backup next to the target.
    const QFileInfo info(path);
    const QString target = info.isSymLink() && info.exists() ? info.canonicalFilePath() : path;
    std::optional<QFile::Permissions> permissions;
    QFile old(target);
    if (old.exists()) {
        if (!QFileInfo(target).isFile()) {
            return notSaved(path, QCoreApplication::translate("Workspace", "it is no regular file"));
        }
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

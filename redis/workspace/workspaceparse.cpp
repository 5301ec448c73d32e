// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/printable.h"
#include "redis/types/endpoint.h"
#include "redis/workspace/checker.h"
#include "redis/workspace/jsonscan.h"
#include "redis/workspace/workspaceendpoint.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <array>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

constexpr qint64 formatVersion = 1;
constexpr qint64 shortestPoll = 100; ///< ms: a tick of 10,000 collections takes about 20
constexpr qint64 longestPoll = 3'600'000; ///< ms: an hour
constexpr qint64 largestMaxKeys = 2'000'000; ///< 1.4 GiB
constexpr qint64 largestFile = 64LL * 1024 * 1024; ///< 10,000 collections take about 4 MiB

WorkspaceResult single(const QString &where, const QString &text)
{
    return WorkspaceProblems{{where, text}};
}

/// Returns the offset of a pointer's value; if it is missing, that of the enclosing value.
qsizetype offsetOf(const QHash<QString, qsizetype> &offsets, QString pointer)
{
    while (!pointer.isEmpty()) {
        const auto found = offsets.find(pointer);
        if (found != offsets.end()) {
            return *found;
        }
        pointer.truncate(pointer.lastIndexOf(u'/'));
    }
    return 0;
}

WorkspaceProblems inFileOrder(const QByteArray &json, const WorkspaceProblems &problems)
{
    const JsonScan scan = scanJson(json, ScanOffsets::Keep);
    std::vector<std::pair<qsizetype, const WorkspaceProblem *>> order;
    order.reserve(problems.size());
    for (const WorkspaceProblem &problem : problems) {
        order.emplace_back(offsetOf(scan.offsets, problem.where), &problem);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    WorkspaceProblems sorted;
    sorted.reserve(problems.size());
    for (const auto &[offset, problem] : order) {
        // Member names are user text: a line break must not split the message.
        sorted.push_back({printable(problem->where.toUtf8()), problem->text});
    }
    return sorted;
}

/// Reads the document's root.
class WorkspaceReader {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    WorkspaceReader(Checker &checker, std::span<const KindInfo *const> kinds) : m_checker(checker), m_kinds(kinds) { }

    Workspace read(const QJsonObject &root)
    {
        constexpr L1 version("plimsoll");
        constexpr L1 connection("connection");
        constexpr L1 collections("collections");
        constexpr L1 notify("notify");
        constexpr L1 maxKeys("maxKeys");
        constexpr L1 polling("polling");
        m_checker.members(root, {}, {version, m_name, connection, L1("pollMs"), maxKeys, polling, collections, notify},
                          {version, connection, collections});
        readVersion(root, version);
        m_workspace.name = m_checker.filled(root, {}, m_name).value_or(QString());
        if (const auto json = m_checker.object(root, {}, connection)) {
            readConnection(*json, JsonPlace({}, connection));
        }
        if (const auto ms = m_checker.whole(root, {}, L1("pollMs"), shortestPoll, longestPoll)) {
            m_workspace.pollInterval = std::chrono::milliseconds(*ms);
        }
        m_workspace.maxKeys = m_checker.whole(root, {}, maxKeys, 1, largestMaxKeys).value_or(m_workspace.maxKeys);
        m_workspace.polling = static_cast<Polling>(m_checker.choice(root, {}, polling, pollingWords()).value_or(0));
        if (const auto json = m_checker.array(root, {}, collections)) {
            readCollections(*json, JsonPlace({}, collections));
        }
        if (const auto json = m_checker.object(root, {}, notify)) {
            m_workspace.notify = readNotify(m_checker, *json, JsonPlace({}, notify));
        }
        if (m_checker.problems().empty()) { // otherwise templates may be invalid
            if (const QString tooMany = m_workspace.tooManyKeys(); !tooMany.isEmpty()) {
                m_checker.report(JsonPlace({}, collections), tooMany);
            }
        }
        return std::move(m_workspace);
    }

private:
    void readVersion(const QJsonObject &root, L1 member)
    {
        const QJsonValue version = root.value(member);
        if (version.isUndefined()) {
            return; // reported as missing
        }
        if (!version.isDouble()) {
            m_checker.wrongType(JsonPlace({}, member), tr("the number %1").arg(formatVersion), version);
        } else if (version.toDouble() != static_cast<double>(formatVersion)) {
            m_checker.report(JsonPlace({}, member),
                             tr("version %1 of the format is unknown; this Plimsoll reads version %2")
                                 .arg(QString::number(version.toDouble(), 'g', 15), QString::number(formatVersion)));
        }
    }

    void readConnection(const QJsonObject &json, const JsonPlace &place)
    {
        constexpr L1 url("url");
        m_checker.members(json, place,
                          {url, L1("caFile"), L1("certFile"), L1("keyFile"), L1("verify"), L1("readOnly"),
                           L1("production"), L1("colour"), L1("serverName"), L1("addressMap"), L1("sentinel"),
                           L1("passwordCommand"), L1("ssh"), L1("proxy"), L1("replicas")},
                          {url});
        ConnectionSettings &connection = m_workspace.connection;
        readUrl(json, place, url);
        readTls(json, place, connection);
        connection.serverName = m_checker.filled(json, place, L1("serverName")).value_or(QString());
        readAddressMap(json, place);
        readSentinel(json, place);
        connection.passwordCommand = m_checker.command(json, place, L1("passwordCommand")).value_or(QStringList());
        readWay(json, place);
        connection.replicas = m_checker.boolean(json, place, L1("replicas")).value_or(false);
        connection.readOnly = m_checker.boolean(json, place, L1("readOnly")).value_or(false);
        connection.production = m_checker.boolean(json, place, L1("production")).value_or(false);
        readColour(json, place);
        if (m_checker.problems().empty()) { // otherwise the URL may be invalid
            if (const auto endpoint = endpointOf(m_workspace); !endpoint) {
                m_checker.report(place, endpoint.error().message);
            }
        }
    }

    /// Reads the hosts between here and the server.
    void readWay(const QJsonObject &json, const JsonPlace &place)
    {
        constexpr L1 ssh("ssh");
        if (const auto bastion = m_checker.filled(json, place, ssh)) {
            if (const auto parsed = SshBastion::parse(*bastion); !parsed) {
                m_checker.report(JsonPlace(place, ssh), parsed.error().message);
            }
            m_workspace.connection.ssh = *bastion;
        }
        constexpr L1 proxy("proxy");
        if (const auto url = m_checker.filled(json, place, proxy)) {
            if (const auto parsed = Proxy::parse(*url); !parsed) {
                m_checker.report(JsonPlace(place, proxy), parsed.error().message);
            }
            m_workspace.connection.proxy = *url;
        }
    }

    template <typename Settings> void readTls(const QJsonObject &json, const JsonPlace &place, Settings &settings)
    {
        settings.caFile = m_checker.filled(json, place, L1("caFile")).value_or(QString());
        settings.certFile = m_checker.filled(json, place, L1("certFile")).value_or(QString());
        settings.keyFile = m_checker.filled(json, place, L1("keyFile")).value_or(QString());
        settings.verify = m_checker.boolean(json, place, L1("verify")).value_or(true);
        pair(json, place, L1("certFile"), L1("keyFile"));
        pair(json, place, L1("keyFile"), L1("certFile"));
    }

    void readSentinel(const QJsonObject &json, const JsonPlace &place)
    {
        constexpr L1 member("sentinel");
        if (const auto own = m_checker.object(json, place, member)) {
            const JsonPlace at(place, member);
            m_checker.members(*own, at, {L1("user"), L1("caFile"), L1("certFile"), L1("keyFile"), L1("verify")});
            ConnectionSettings::Sentinel &sentinel = m_workspace.connection.sentinel.emplace();
            sentinel.user = m_checker.filled(*own, at, L1("user")).value_or(QString());
            readTls(*own, at, sentinel);
        }
    }

    void readAddressMap(const QJsonObject &json, const JsonPlace &place)
    {
        constexpr L1 member("addressMap");
        const auto map = m_checker.object(json, place, member);
        if (!map) {
            return;
        }
        const JsonPlace at(place, member);
        for (auto entry = map->begin(); entry != map->end(); ++entry) {
            const QString from = entry.key();
            const auto to = m_checker.filled(*map, at, from);
            if (!to) {
                continue;
            }
            // Each side is written as the hosts of a URL are.
            const bool isName = from == u"*" || Endpoint::parse(QLatin1StringView("redis://") + from);
            if (!isName || from.isEmpty() || to->contains(u'/')
                || !Endpoint::parse(QLatin1StringView("redis://") + *to)) {
                m_checker.report(JsonPlace(at, from),
                                 tr("must lead from a host or host:port to another, as in \"redis-0:6379\": "
                                    "\"redis.example:7001\"; \"*\" means every host"));
                continue;
            }
            m_workspace.connection.addressMap.emplace_back(from, *to);
        }
    }

    void pair(const QJsonObject &json, const JsonPlace &place, L1 member, L1 other)
    {
        if (json.contains(member) && !json.contains(other)) {
            m_checker.report(JsonPlace(place, member), tr("needs %1 as well").arg(quoted(QString(other))));
        }
    }

    void readUrl(const QJsonObject &json, const JsonPlace &place, L1 member)
    {
        const auto url = m_checker.filled(json, place, member);
        if (!url) {
            return;
        }
        const Result<Endpoint> endpoint = Endpoint::parse(*url);
        if (!endpoint) {
            m_checker.report(JsonPlace(place, member), endpoint.error().message);
        } else if (holdsPassword(*url)) {
            m_checker.report(
                JsonPlace(place, member),
                tr("contains a password, which a workspace must not; use the system keychain or PLIMSOLL_PASSWORD"));
        }
        m_workspace.connection.url = *url;
    }

    void readColour(const QJsonObject &json, const JsonPlace &place)
    {
        constexpr L1 member("colour");
        const auto colour = m_checker.text(json, place, member);
        if (!colour) {
            return;
        }
        const bool isHex = colour->size() == 7 && colour->startsWith(u'#')
            && std::all_of(colour->begin() + 1, colour->end(), [](QChar c) {
                               return (c >= u'0' && c <= u'9') || (c.toLower() >= u'a' && c.toLower() <= u'f');
                           });
        if (!isHex) {
            m_checker.report(JsonPlace(place, member),
                             tr("%1 is not a colour; write it like \"#c0392b\"").arg(quoted(*colour)));
        }
        m_workspace.connection.colour = *colour;
    }

    void readCollections(const QJsonArray &items, const JsonPlace &parent)
    {
        m_workspace.collections.reserve(static_cast<std::size_t>(items.size()));
        QHash<QString, qsizetype> taken;
        for (qsizetype i = 0; i < items.size(); ++i) {
            const JsonPlace place(parent, i);
            const QJsonValue item = items[i];
            if (!item.isObject()) {
                m_checker.wrongType(place, tr("an object"), item);
                continue;
            }
            CollectionDefinition collection = readCollection(m_checker, item.toObject(), place, m_kinds);
            const auto first = taken.constFind(collection.name);
            if (first != taken.constEnd()) {
                m_checker.report(JsonPlace(place, m_name),
                                 tr("%1 is the name of %2 already; every collection needs its own")
                                     .arg(quoted(collection.name), JsonPlace(parent, *first).pointer()));
            } else if (!collection.name.isEmpty()) {
                taken.insert(collection.name, i);
            }
            m_workspace.collections.push_back(std::move(collection));
        }
    }

    static constexpr L1 m_name{"name"}; ///< member name
    Checker &m_checker;
    std::span<const KindInfo *const> m_kinds;
    Workspace m_workspace;
};

QString readingFailed(const QString &reason)
{
    return QCoreApplication::translate("Workspace", "cannot be read: %1").arg(reason);
}

} // namespace

WorkspaceResult parseWorkspace(const QByteArray &json, std::span<const KindInfo *const> kinds)
{
    const JsonScan scan = scanJson(json, ScanOffsets::Skip);
    if (scan.error) {
        return single(lineAndColumn(json, scan.error->offset), scan.error->text);
    }
    QJsonParseError parseError;
    const QJsonDocument document = QJsonDocument::fromJson(json, &parseError);
    if (!document.isObject()) {
        // Valid JSON by RFC 8259, but not accepted: not an object, or more than Qt can hold.
        return single(lineAndColumn(json, 0),
                      QCoreApplication::translate("Workspace", "a workspace is a JSON object, in braces"));
    }
    Checker checker;
    for (const QString &pointer : scan.twice) {
        checker.report(pointer, QCoreApplication::translate("Workspace", "is given twice"));
    }
    Workspace workspace = WorkspaceReader(checker, kinds).read(document.object());
    if (!checker.problems().empty()) {
        return inFileOrder(json, checker.problems());
    }
    return workspace;
}

WorkspaceResult readWorkspace(const QString &path, std::span<const KindInfo *const> kinds)
{
    // "1:1": an unreadable file has no position, but all messages have the same form.
    const QString start = QStringLiteral("1:1");
    if (QFileInfo(path).isDir()) {
        return single(start, QCoreApplication::translate("Workspace", "is a folder, not a workspace file"));
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return single(start, readingFailed(file.errorString()));
    }
    const QByteArray json = file.read(largestFile + 1);
    if (file.error() != QFileDevice::NoError) {
        return single(start, readingFailed(file.errorString()));
    }
    if (json.size() > largestFile) {
        return single(start,
                      QCoreApplication::translate("Workspace", "is larger than %1 MiB, too large for a workspace")
                          .arg(largestFile / (1024LL * 1024)));
    }
    WorkspaceResult result = parseWorkspace(json, kinds);
    if (auto *const workspace = std::get_if<Workspace>(&result)) {
        workspace->path = path;
        if (workspace->name.isEmpty()) {
            workspace->name = QFileInfo(path).completeBaseName();
        }
    }
    return result;
}

CheckedCollection checkCollection(const QJsonObject &collection, std::span<const KindInfo *const> kinds,
                                  const QStringList &otherNames)
{
    Checker checker;
    CheckedCollection checked;
    const JsonPlace whole;
    checked.definition = readCollection(checker, collection, whole, kinds);
    if (otherNames.contains(checked.definition.name)) {
        checker.report(JsonPlace(whole, L1("name")),
                       QCoreApplication::translate("Workspace", "%1 is the name of another collection already")
                           .arg(quoted(checked.definition.name)));
    }
    checked.problems = checker.problems();
    return checked;
}

} // namespace plimsoll::redis

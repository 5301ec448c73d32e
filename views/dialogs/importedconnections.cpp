// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/importedconnections.h"

#include "redis/types/sshbastion.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include <yaml-cpp/yaml.h>

namespace plimsoll::views {

namespace {

struct ImportWords {
    Q_DECLARE_TR_FUNCTIONS(imports)
};

constexpr int deepest = 24;
constexpr int mostNodes = 20'000; ///< limit for YAML, because aliases multiply nodes
constexpr int mostConnections = 1'000;
constexpr int defaultSshPort = 22;
constexpr int highestPort = 65'535;

/// YAML as JSON. Beyond the limits `left` is negative, and what is returned is not complete.
QJsonValue jsonOf(const YAML::Node &node, int depth, int &left)
{
    left = depth > deepest ? -1 : left - 1;
    if (left < 0) {
        return {};
    }
    if (node.IsSequence()) {
        QJsonArray array;
        for (auto each = node.begin(); each != node.end() && left >= 0; ++each) {
            array.append(jsonOf(*each, depth + 1, left));
        }
        return array;
    }
    if (node.IsMap()) {
        QJsonObject object;
        for (auto each = node.begin(); each != node.end() && left >= 0; ++each) {
            object.insert(QString::fromStdString(each->first.Scalar()), jsonOf(each->second, depth + 1, left));
        }
        return object;
    }
    return node.IsScalar() ? QJsonValue(QString::fromStdString(node.Scalar())) : QJsonValue();
}

QJsonValue fromYaml(const QByteArray &file)
{
    try {
        int left = mostNodes;
        const QJsonValue content = jsonOf(YAML::Load(file.toStdString()), 0, left);
        return left < 0 ? QJsonValue() : content;
    } catch (const YAML::Exception &) {
        return {};
    }
}

/// JSON, JSON in base64, or YAML.
QJsonValue contentOf(const QByteArray &file)
{
    for (const QByteArray &text : {file, QByteArray::fromBase64(file)}) {
        const QJsonDocument json = QJsonDocument::fromJson(text);
        if (!json.isNull()) {
            return json.isArray() ? QJsonValue(json.array()) : QJsonValue(json.object());
        }
    }
    return fromYaml(file);
}

/// The fields of one exported connection, which each tool names in its own way.
class Fields {
public:
    explicit Fields(QJsonObject object) : m_object(std::move(object)) { }

    /// Returns the first value that is there, of names such as "sshOptions.host".
    [[nodiscard]] QJsonValue value(std::initializer_list<const char *> names) const
    {
        for (const char *name : names) {
            QJsonValue at = m_object;
            for (const QString &part : QString::fromLatin1(name).split(u'.')) {
                at = at.toObject().value(part);
            }
            if (!at.isUndefined() && !at.isNull()) {
                return at;
            }
        }
        return {};
    }
    [[nodiscard]] QString text(std::initializer_list<const char *> names) const
    {
        const QJsonValue found = value(names);
        return found.isDouble() ? QString::number(found.toInteger()) : found.toString().trimmed();
    }
    /// Returns the text untrimmed: a password may end in a space.
    [[nodiscard]] QString secret(std::initializer_list<const char *> names) const { return value(names).toString(); }
    [[nodiscard]] int number(std::initializer_list<const char *> names, int usual) const
    {
        bool isNumber = false;
        const int read = text(names).toInt(&isNumber);
        return isNumber ? read : usual;
    }
    [[nodiscard]] bool isOn(std::initializer_list<const char *> names) const
    {
        const QJsonValue found = value(names);
        return found.toBool() || found.toString() == QLatin1String("true");
    }
    [[nodiscard]] bool has(std::initializer_list<const char *> names) const { return !text(names).isEmpty(); }

private:
    QJsonObject m_object;
};

bool isOfCluster(const Fields &fields)
{
    const QString type = fields.text({"connectionType", "type"});
    return type.compare(QLatin1String("cluster"), Qt::CaseInsensitive) == 0 || fields.isOn({"cluster"})
        || fields.isOn({"cluster.enable"});
}

QString masterOf(const Fields &fields)
{
    const bool isOff = !fields.value({"sentinel.enable"}).isNull() && !fields.isOn({"sentinel.enable"});
    return isOff ? QString() : fields.text({"sentinelMaster.name", "sentinelOptions.masterName", "sentinel.master"});
}

void readTls(const Fields &fields, redis::Endpoint &endpoint, ImportedConnection &imported)
{
    ConnectionSettings &settings = imported.form.connection;
    const bool isOn = fields.isOn({"tls"}) || fields.isOn({"ssl"}) || fields.isOn({"ssl.enable"})
        || fields.value({"sslOptions"}).isObject();
    if (!isOn) {
        return;
    }
    endpoint.tls.emplace();
    bool hasText = false;
    const auto path = [&](std::initializer_list<const char *> names) {
        const QString found = fields.text(names);
        const bool isText = found.startsWith(QLatin1String("-----BEGIN"));
        hasText = hasText || isText;
        return isText ? QString() : found;
    };
    settings.caFile = path({"sslOptions.ca", "ssl_ca_cert_path", "ssl.ca_file", "caCert.certificate"});
    settings.certFile = path({"sslOptions.cert", "ssl_local_cert_path", "ssl.cert_file", "clientCert.certificate"});
    settings.keyFile = path({"sslOptions.key", "ssl_private_key_path", "ssl.key_file", "clientCert.key"});
    if (settings.certFile.isEmpty() != settings.keyFile.isEmpty()) { // each is useless alone
        settings.certFile.clear();
        settings.keyFile.clear();
    }
    settings.serverName = fields.text({"tlsServername", "sslOptions.servername", "ssl.sni"});
    if (hasText) {
        imported.left +=
            ImportWords::tr("Certificates and keys that the export contains were not imported: save each as "
                            "a PEM file and choose it here.");
    }
    const QJsonValue verifies = fields.value({"verifyServerCert"});
    if ((verifies.isBool() && !verifies.toBool()) || fields.isOn({"ssl.allow_insecure"})) {
        imported.left += ImportWords::tr("There the server was not verified. Here it is, until you switch that off.");
    }
}

void readWay(const Fields &fields, ImportedConnection &imported)
{
    const QJsonValue ssh = fields.value({"ssh"});
    const bool isOff = (ssh.isBool() && !ssh.toBool()) || (ssh.isObject() && !fields.isOn({"ssh.enable"}));
    const QString host = isOff ? QString() : fields.text({"sshOptions.host", "ssh_host", "ssh.addr"});
    if (!host.isEmpty()) {
        redis::SshBastion bastion;
        bastion.user = fields.text({"sshOptions.username", "ssh_user", "ssh.username"});
        bastion.host = host;
        const int port = fields.number({"sshOptions.port", "ssh_port", "ssh.port"}, defaultSshPort);
        bastion.port = port == defaultSshPort ? quint16(0) : static_cast<quint16>(port);
        if (port < 1 || port > highestPort || !redis::SshBastion::parse(bastion.display())) {
            imported.left += ImportWords::tr("The way through ssh was not imported: its address cannot be used here.");
            return;
        }
        imported.form.connection.ssh = bastion.display();
        if (fields.has({"sshOptions.password", "ssh_password", "ssh.password"})
            || fields.has({"sshOptions.privateKey", "sshOptions.privatekey", "ssh_private_key_path", "ssh.pk_file"})) {
            imported.left += ImportWords::tr("The password or key of ssh was not imported: the ssh of this computer is "
                                             "used, with your agent and ~/.ssh/config.");
        }
    }
    if (fields.number({"proxy.type"}, 0) > 0) {
        imported.left += ImportWords::tr("The proxy was not imported.");
    }
}

std::optional<ImportedConnection> importedConnection(const Fields &fields)
{
    ImportedConnection imported;
    redis::Endpoint endpoint;
    if (fields.text({"network"}) == QLatin1String("unix")) {
        endpoint.transport = redis::Endpoint::Transport::Local;
        endpoint.path = fields.text({"sock"});
    } else {
        endpoint.host = fields.text({"host", "addr"});
        const int port = fields.number({"port"}, endpoint.port);
        if (endpoint.host.isEmpty() || port < 1 || port > highestPort) {
            return std::nullopt;
        }
        endpoint.port = static_cast<quint16>(port);
    }
    endpoint.user = fields.text({"username"}).toUtf8();
    QString password = fields.secret({"password", "auth"});
    if (const QString master = masterOf(fields); !master.isEmpty()) {
        endpoint.topology = redis::Endpoint::Topology::Sentinel;
        endpoint.masterName = master.toUtf8();
        if (!endpoint.user.isEmpty()) { // the login at the top is that of the sentinels
            imported.form.connection.sentinel.emplace().user = QString::fromUtf8(endpoint.user);
        }
        if (!password.isEmpty()) {
            imported.left += ImportWords::tr("The password of the sentinels was not imported.");
        }
        endpoint.user = fields.text({"sentinelMaster.username", "sentinel.username"}).toUtf8();
        password = fields.secret({"sentinelMaster.password", "sentinelOptions.nodePassword", "sentinel.password"});
    } else if (isOfCluster(fields)) {
        endpoint.topology = redis::Endpoint::Topology::Cluster;
    }
    if (endpoint.topology != redis::Endpoint::Topology::Cluster) {
        endpoint.database = std::max(0, fields.number({"db"}, 0));
    }
    readTls(fields, endpoint, imported);
    readWay(fields, imported);
    imported.form.connection.url = endpoint.url();
    imported.form.connection.readOnly = true;
    imported.form.password = password.toUtf8();
    imported.form.name = fields.text({"name", "connectionName"});
    if (imported.form.name.isEmpty()) {
        imported.form.name = endpoint.display();
    }
    // A host that contains other parts of a URL would change the address, or show a password.
    const Result<redis::Endpoint> read = redis::Endpoint::parse(imported.form.connection.url);
    const bool isSame = read && read->host == endpoint.host && read->port == endpoint.port
        && read->path == endpoint.path && read->user == endpoint.user && read->database == endpoint.database
        && read->masterName == endpoint.masterName && !endpoint.host.contains(u'@');
    return isSame ? std::optional(std::move(imported)) : std::nullopt;
}

void addFrom(const QJsonValue &value, int depth, ImportedConnections &found)
{
    if (depth > deepest || std::ssize(found.all) > mostConnections) {
        return;
    }
    if (value.isArray()) {
        for (const QJsonValue &each : value.toArray()) {
            addFrom(each, depth + 1, found);
        }
        return;
    }
    const QJsonObject object = value.toObject();
    if (const QJsonValue group = object.value(QLatin1String("connections")); group.isArray()) {
        addFrom(group, depth + 1, found);
    } else if (auto one = importedConnection(Fields(object))) {
        found.all.push_back(*std::move(one));
    } else {
        ++found.skipped;
    }
}

} // namespace

Result<ImportedConnections> importedConnections(const QByteArray &file)
{
    if (file.startsWith("PK")) {
        return Error{ErrorKind::Invalid,
                     ImportWords::tr("This is a ZIP file: unpack it and choose connections.yaml in it")};
    }
    ImportedConnections found;
    addFrom(contentOf(file), 0, found);
    if (found.all.empty()) {
        return Error{
            ErrorKind::Invalid,
            ImportWords::tr("It has no connections as RedisInsight, Another Redis Desktop Manager, Tiny RDM or "
                            "RESP.app export them")};
    }
    if (std::ssize(found.all) > mostConnections) {
        return Error{ErrorKind::Invalid, ImportWords::tr("It has more than %1 connections").arg(mostConnections)};
    }
    return found;
}

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/consent.h"

#include "redis/storage/processlock.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include <utility>

namespace plimsoll::app {

namespace {

constexpr qint64 largestConsentFile = 16 * 1024 * 1024; ///< bytes; some 100,000 workspaces
const QString commandMember = QStringLiteral("command");
const QString webhookMember = QStringLiteral("webhook");
const QString sshMember = QStringLiteral("ssh");
const QString passwordCommandMember = QStringLiteral("passwordCommand");
const QString passwordToMember = QStringLiteral("passwordTo");

struct ConsentWords {
    Q_DECLARE_TR_FUNCTIONS(Consent)
};

/// QJsonObject keeps its members sorted, so that equal actions have equal hashes.
QString hashOf(const QJsonObject &actions)
{
    const QByteArray canonical = QJsonDocument(actions).toJson(QJsonDocument::Compact);
    return QString::fromLatin1(QCryptographicHash::hash(canonical, QCryptographicHash::Sha256).toHex());
}

Error consentTrouble(const QString &path, const QString &why)
{
    return {ErrorKind::Storage,
            ConsentWords::tr("it is unknown what workspaces are allowed to do: %1: %2").arg(path, why)};
}

} // namespace

QJsonObject outsideActions(const Workspace &workspace)
{
    QJsonObject actions;
    if (!workspace.notify.command.isEmpty()) {
        actions.insert(commandMember, QJsonArray::fromStringList(workspace.notify.command));
    }
    if (!workspace.notify.webhook.isEmpty()) {
        actions.insert(webhookMember, workspace.notify.webhook);
    }
    const ConnectionSettings &connection = workspace.connection;
    if (!connection.ssh.isEmpty()) {
        actions.insert(sshMember, connection.ssh);
    }
    if (!connection.passwordCommand.isEmpty()) {
        actions.insert(passwordCommandMember, QJsonArray::fromStringList(connection.passwordCommand));
        // The receiver gets the password, so consent covers everything that selects the receiver.
        QJsonObject to{{QStringLiteral("url"), connection.url}};
        for (const auto &[from, address] : connection.addressMap) {
            to.insert(from, address);
        }
        for (const auto &[name, value] : {std::pair(QStringLiteral("proxy"), connection.proxy),
                                          std::pair(QStringLiteral("caFile"), connection.caFile),
                                          std::pair(QStringLiteral("serverName"), connection.serverName)}) {
            if (!value.isEmpty()) {
                to.insert(name, value);
            }
        }
        if (!connection.verify || (connection.sentinel && !connection.sentinel->verify)) {
            to.insert(QStringLiteral("verify"), false);
        }
        actions.insert(passwordToMember, to);
    }
    return actions;
}

QStringList outsideActionLines(const Workspace &workspace)
{
    const QJsonObject actions = outsideActions(workspace);
    // JSON keeps the argument boundaries, which are part of the consent.
    const auto words = [&actions](const QString &member) {
        return printable(QJsonDocument(actions.value(member).toArray()).toJson(QJsonDocument::Compact));
    };
    QStringList lines;
    if (actions.contains(sshMember)) {
        lines += ConsentWords::tr("run ssh to connect through %1")
                     .arg(printable(actions.value(sshMember).toString().toUtf8()));
    }
    if (actions.contains(passwordCommandMember)) {
        const QByteArray to = QJsonDocument(actions.value(passwordToMember).toObject()).toJson(QJsonDocument::Compact);
        lines += ConsentWords::tr("run the command %1, and send the first line of its output as the password to %2")
                     .arg(words(passwordCommandMember), printable(to));
    }
    if (actions.contains(commandMember)) {
        lines += ConsentWords::tr("run the command %1").arg(words(commandMember));
    }
    if (actions.contains(webhookMember)) {
        lines += ConsentWords::tr("send alerts to the webhook %1")
                     .arg(printable(actions.value(webhookMember).toString().toUtf8()));
    }
    return lines;
}

QString ConsentStore::path() const
{
    return m_folder + QLatin1String("/consent.json");
}

Result<QJsonObject> ConsentStore::read() const
{
    QFile file(path());
    if (!file.exists()) {
        return QJsonObject();
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return consentTrouble(path(), file.errorString());
    }
    const QByteArray text = file.read(largestConsentFile);
    const QJsonValue allowed = QJsonDocument::fromJson(text).object().value(QStringLiteral("allowed"));
    if (!allowed.isObject()) {
        return consentTrouble(path(),
                              ConsentWords::tr("is damaged; remove it, and Plimsoll asks about each workspace again"));
    }
    return allowed.toObject();
}

Result<bool> ConsentStore::isAllowed(const Workspace &workspace) const
{
    const QJsonObject actions = outsideActions(workspace);
    if (actions.isEmpty()) {
        return true;
    }
    const QString file = QFileInfo(workspace.path).canonicalFilePath();
    if (file.isEmpty()) { // no file, hence no key for stored consent
        return false;
    }
    const Result<QJsonObject> allowed = read();
    if (!allowed) {
        return allowed.error();
    }
    return allowed->value(file).toString() == hashOf(actions);
}

Outcome ConsentStore::allow(const Workspace &workspace) const
{
    const QString file = QFileInfo(workspace.path).canonicalFilePath();
    if (file.isEmpty()) {
        return Error{ErrorKind::Storage,
                     ConsentWords::tr("the workspace is not saved in a file, so Plimsoll will ask again")};
    }
    if (!QDir().mkpath(m_folder)) {
        return Error{ErrorKind::Storage, ConsentWords::tr("%1 cannot be made").arg(m_folder)};
    }
    redis::ProcessLock lock(path() + QLatin1String(".lock")); // read, changed and written by one process at a time
    if (!lock.tryLock()) {
        return consentTrouble(
            path(), lock.trouble().isEmpty() ? ConsentWords::tr("another process is writing it") : lock.trouble());
    }
    Result<QJsonObject> allowed = read();
    if (!allowed) {
        return allowed.error();
    }
    allowed->insert(file, hashOf(outsideActions(workspace)));
    QSaveFile written(path());
    const QByteArray text =
        QJsonDocument(QJsonObject{{QStringLiteral("plimsoll"), 1}, {QStringLiteral("allowed"), *allowed}}).toJson();
    if (!written.open(QIODevice::WriteOnly) || !written.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        || written.write(text) != text.size() || !written.commit()) {
        return Error{ErrorKind::Storage,
                     ConsentWords::tr("%1 cannot be written: %2").arg(path(), written.errorString())};
    }
    return Done{};
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/wayfields.h"

#include "views/widgets/dialogparts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QProcess>

#include <algorithm>

namespace plimsoll::views {

namespace {

/// Writes a command so that QProcess::splitCommand() takes it apart again.
QString commandText(const QStringList &command)
{
    QStringList words;
    for (QString word : command) {
        word.replace(u'"', QLatin1StringView("\"\"\""));
        const bool isQuoted =
            word.isEmpty() || std::any_of(word.begin(), word.end(), [](QChar c) { return c.isSpace(); });
        words += isQuoted ? u'"' + word + u'"' : word;
    }
    return words.join(u' ');
}

} // namespace

WayFields::WayFields(QFormLayout *form, QWidget *dialog) : QObject(dialog), m_form(form)
{
    m_way = named(new QComboBox, "connectionWay");
    m_way->addItems({tr("Directly"), tr("Through ssh"), tr("Through a proxy")});
    addRow(m_form, tr("&Way"), m_way);
    m_ssh = named(new QLineEdit, "connectionSsh");
    m_ssh->setPlaceholderText(QStringLiteral("user@bastion:22"));
    addRow(m_form, tr("&Jump host"), m_ssh);
    m_proxy = named(new QLineEdit, "connectionProxy");
    m_proxy->setPlaceholderText(QStringLiteral("socks5://host:1080"));
    m_proxy->setToolTip(tr("socks5://[user@]host:port or http://[user@]host:port; its password comes from "
                           "PLIMSOLL_PROXY_PASSWORD"));
    addRow(m_form, tr("Pro&xy"), m_proxy);
    m_replicas = named(new QCheckBox(tr("Read from replicas, whose figures may be late")), "connectionReplicas");
    m_form->addRow(QString(), m_replicas);
    m_command = named(new QLineEdit, "connectionPasswordCommand");
    m_command->setPlaceholderText(tr("none; as in pass show redis"));
    m_command->setToolTip(tr("A program that prints the password if none is given above; it runs without a shell"));
    addRow(m_form, tr("Password co&mmand"), m_command);

    for (const QLineEdit *const text : {m_ssh, m_proxy, m_command}) {
        connect(text, &QLineEdit::textEdited, this, &WayFields::edited);
    }
    connect(m_way, &QComboBox::currentIndexChanged, this, &WayFields::showRows);
    connect(m_way, &QComboBox::activated, this, &WayFields::edited);
    connect(m_replicas, &QCheckBox::clicked, this, &WayFields::edited);
    showRows();
}

WayFields::Way WayFields::way() const
{
    return m_isTcp ? static_cast<Way>(m_way->currentIndex()) : Direct;
}

void WayFields::showRows()
{
    m_form->setRowVisible(m_way, m_isTcp);
    m_form->setRowVisible(m_ssh, way() == Ssh);
    m_form->setRowVisible(m_proxy, way() == Proxy);
    m_form->setRowVisible(m_replicas, m_hasReplicas);
}

void WayFields::setEndpoint(const redis::Endpoint &endpoint)
{
    m_isTcp = endpoint.transport == redis::Endpoint::Transport::Tcp;
    m_hasReplicas = endpoint.topology != redis::Endpoint::Topology::Standalone;
    showRows();
}

void WayFields::setSettings(const ConnectionSettings &settings)
{
    m_ssh->setText(settings.ssh);
    m_proxy->setText(settings.proxy);
    m_way->setCurrentIndex(!settings.ssh.isEmpty() ? Ssh : !settings.proxy.isEmpty() ? Proxy : Direct);
    m_replicas->setChecked(settings.replicas);
    m_given = settings.passwordCommand;
    m_command->setText(commandText(m_given));
    showRows();
}

void WayFields::fill(ConnectionSettings &settings) const
{
    settings.ssh = way() == Ssh ? m_ssh->text().trimmed() : QString();
    settings.proxy = way() == Proxy ? m_proxy->text().trimmed() : QString();
    settings.replicas = m_hasReplicas && m_replicas->isChecked();
    const bool isAsGiven = m_command->text() == commandText(m_given);
    settings.passwordCommand = isAsGiven ? m_given : QProcess::splitCommand(m_command->text());
}

QString WayFields::mistake() const
{
    if (way() == Ssh) {
        const auto bastion = redis::SshBastion::parse(m_ssh->text().trimmed());
        return bastion ? QString() : tr("The bastion %1").arg(bastion.error().message);
    }
    if (way() == Proxy) {
        const auto proxy = redis::Proxy::parse(m_proxy->text().trimmed());
        return proxy ? QString() : tr("The proxy %1").arg(proxy.error().message);
    }
    return {};
}

} // namespace plimsoll::views

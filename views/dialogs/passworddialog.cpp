// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/passworddialog.h"

#include "models/text/format.h"
#include "redis/types/printable.h"
#include "views/theme/px.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/fieldmessage.h"
#include "views/widgets/wrappedlabel.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace plimsoll::views {

namespace {

constexpr Px passwordDialogWidth{460};

}

QString loginText(const redis::Endpoint &endpoint)
{
    return endpoint.user.isEmpty() ? endpoint.display() : printable(endpoint.user) + u'@' + endpoint.display();
}

PasswordDialog::PasswordDialog(Theme *theme, const redis::Endpoint &endpoint, const Workspace &workspace,
                               const QString &why, QWidget *parent)
    : QDialog(parent), m_field(named(new QLineEdit, "passwordField"))
{
    setObjectName(QStringLiteral("passwordDialog"));
    setWindowTitle(tr("Password"));
    QVBoxLayout *const layout = dialogLayout(this);
    auto *const head = new QHBoxLayout;
    head->addWidget(dialogTitle(tr("Enter the password"), this), 1);
    QLabel *const badge = productionBadge(theme, this);
    badge->setText(productionText(workspace.name));
    badge->setVisible(workspace.connection.production);
    head->addWidget(badge);
    layout->addLayout(head);

    QFormLayout *const form = dialogForm(layout);
    const auto say = [&](const QString &label, const QString &text, const char *name) {
        auto *const value = named(new WrappedLabel, name);
        value->setFullText(text);
        addRow(form, label, value);
    };
    say(tr("Login"), loginText(endpoint), "passwordLogin");
    say(tr("Workspace"), printable(workspace.name.toUtf8()), "passwordWorkspace");
    m_field->setEchoMode(QLineEdit::Password);
    addRow(form, tr("&Password"), columnOf(m_field, tr("Kept in memory until Plimsoll ends."), &m_message), m_field);
    m_message->setProblem(models::asSentence(why));
    connect(m_field, &QLineEdit::textEdited, this, [this] { m_message->setProblem({}); });

    QDialogButtonBox *const buttons = dialogButtons(this);
    m_connect = addAccept(buttons, tr("Connect"), "passwordAccept");
    addCancel(buttons, "passwordCancel");
    disconnect(buttons, &QDialogButtonBox::accepted, this, nullptr);
    connect(buttons, &QDialogButtonBox::accepted, this, &PasswordDialog::give);
    layout->addWidget(buttons);
    m_field->setFocus();
    resize(passwordDialogWidth, sizeHint().height());
}

void PasswordDialog::give()
{
    m_isTrying = true;
    m_connect->setEnabled(false);
    m_field->setEnabled(false);
    m_message->setProblem({});
    m_message->setHelp(tr("Connecting…"));
    emit given(m_field->text().toUtf8());
}

void PasswordDialog::showRefused(const QString &why)
{
    m_isTrying = false;
    m_connect->setEnabled(true);
    m_field->setEnabled(true);
    m_message->setProblem(models::asSentence(why));
    m_field->selectAll();
    m_field->setFocus();
}

} // namespace plimsoll::views

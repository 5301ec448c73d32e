// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/tlsfields.h"

#include "views/widgets/dialogparts.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace plimsoll::views {

TlsFields::TlsFields(QFormLayout *form, QWidget *dialog) : QObject(dialog), m_form(form), m_dialog(dialog)
{
    m_on = named(new QCheckBox(tr("Encrypted: T&LS")), "connectionTls");
    m_form->addRow(QString(), m_on);
    m_ca = addFile(tr("&Authorities"), "connectionCaFile", tr("those of the system"));
    m_certificate = addFile(tr("Cert&ificate"), "connectionCertFile", tr("none"));
    m_key = addFile(tr("Its &key"), "connectionKeyFile", tr("none"));
    m_verify = named(new QCheckBox(tr("&Verify the server's certificate")), "connectionVerify");
    m_form->addRow(QString(), m_verify);
    m_warning = named(new QLabel(tr("Any server that answers is trusted, and can read and change the traffic.")),
                      "connectionUnverified");
    m_warning->setWordWrap(true);
    setRole(m_warning, QLatin1String("critical"));
    m_form->addRow(QString(), m_warning);

    for (const QLineEdit *const file : {m_ca, m_certificate, m_key}) {
        connect(file, &QLineEdit::textEdited, this, &TlsFields::edited);
    }
    for (const QCheckBox *const box : {m_on, m_verify}) {
        connect(box, &QCheckBox::toggled, this, &TlsFields::showRows);
        connect(box, &QCheckBox::clicked, this, &TlsFields::edited);
    }
    m_verify->setChecked(true);
    showRows();
}

QLineEdit *TlsFields::addFile(const QString &label, const char *name, const QString &without)
{
    auto *const file = named(new QLineEdit, name);
    file->setPlaceholderText(without);
    auto *const browse = new QPushButton(tr("Choose…"));
    browse->setObjectName(QLatin1String(name) + QLatin1String("Choose"));
    browse->setAccessibleName(tr("Choose: %1").arg(QString(label).remove(u'&')));
    addRow(m_form, label, rowOf({file, browse}), file);
    connect(browse, &QPushButton::clicked, this, [this, file] { choose(file); });
    return file;
}

void TlsFields::choose(QLineEdit *into)
{
    // Opened asynchronously, without a nested event loop.
    auto *const chooser = new QFileDialog(m_dialog, tr("Choose a file for TLS"), QString(),
                                          tr("PEM files (*.pem *.crt *.cer *.key);;All files (*)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, into, [this, into](const QString &path) {
        into->setText(path);
        emit edited();
    });
    chooser->open();
}

void TlsFields::showRows()
{
    const bool on = isOn();
    m_form->setRowVisible(m_on, m_possible);
    for (QLineEdit *const file : {m_ca, m_certificate, m_key}) {
        m_form->setRowVisible(file->parentWidget(), on);
    }
    m_form->setRowVisible(m_verify, on);
    const bool anybody = on && !m_verify->isChecked();
    m_form->setRowVisible(m_warning, anybody);
    emit trustsAnybody(anybody);
}

void TlsFields::setOn(bool on)
{
    m_on->setChecked(on);
}

bool TlsFields::isOn() const
{
    return m_possible && m_on->isChecked();
}

void TlsFields::setPossible(bool possible)
{
    m_possible = possible;
    showRows();
}

void TlsFields::setSettings(const ConnectionSettings &settings)
{
    m_ca->setText(settings.caFile);
    m_certificate->setText(settings.certFile);
    m_key->setText(settings.keyFile);
    m_verify->setChecked(settings.verify);
}

void TlsFields::fill(ConnectionSettings &settings) const
{
    settings.caFile = m_ca->text().trimmed();
    settings.certFile = m_certificate->text().trimmed();
    settings.keyFile = m_key->text().trimmed();
    settings.verify = m_verify->isChecked();
    if (settings.certFile.isEmpty() || settings.keyFile.isEmpty()) {
        // Half a pair, which is possible while TLS is off, is not stored.
        settings.certFile.clear();
        settings.keyFile.clear();
    }
}

QString TlsFields::mistake() const
{
    const bool half = m_certificate->text().trimmed().isEmpty() != m_key->text().trimmed().isEmpty();
    return isOn() && half ? tr("A client certificate needs its key, and a key its certificate") : QString();
}

} // namespace plimsoll::views

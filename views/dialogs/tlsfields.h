// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QObject>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace plimsoll::views {

/// The TLS rows of the connection dialog: enabling, verification and certificates. Values are kept while TLS is off.
/// The widgets belong to the dialog. GUI thread.
class TlsFields final : public QObject {
    Q_OBJECT

public:
    /// Adds its rows to the form.
    TlsFields(QFormLayout *form, QWidget *dialog);

    void setOn(bool on);
    [[nodiscard]] bool isOn() const;
    /// Local sockets have no TLS.
    void setPossible(bool possible);
    void setSettings(const ConnectionSettings &settings);
    /// Writes certificates and verification into `settings`.
    void fill(ConnectionSettings &settings) const;
    [[nodiscard]] QString mistake() const; ///< error in the files; empty if valid or TLS is off

signals:
    void edited();
    void trustsAnybody(bool anybody); ///< TLS without server verification

private:
    QLineEdit *addFile(const QString &label, const char *name, const QString &without);
    void choose(QLineEdit *into);
    void showRows();

    QFormLayout *m_form;
    QWidget *m_dialog;
    QCheckBox *m_on = nullptr;
    QLineEdit *m_ca = nullptr;
    QLineEdit *m_certificate = nullptr;
    QLineEdit *m_key = nullptr;
    QCheckBox *m_verify = nullptr;
    QLabel *m_warning = nullptr;
    bool m_possible = true;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QObject>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace plimsoll::views {

/// The rows of the connection dialog about TLS: whether, whom to trust, who we are. What they hold stays while TLS is
/// off. Its widgets belong to the dialog. GUI thread.
class TlsFields final : public QObject {
    Q_OBJECT

public:
    /// Adds its rows to the form.
    TlsFields(QFormLayout *form, QWidget *dialog);

    void setOn(bool on);
    [[nodiscard]] bool isOn() const;
    /// A socket of this computer has no TLS.
    void setPossible(bool possible);
    void setSettings(const ConnectionSettings &settings);
    /// Puts certificates and whether they are checked into it.
    void fill(ConnectionSettings &settings) const;
    [[nodiscard]] QString mistake() const; ///< of the files; empty when they are right, or TLS is off

signals:
    void edited();
    void trustsAnybody(bool anybody); ///< TLS without checking who answers

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace plimsoll::views {

class FieldMessage;
class Theme;

/// Asks for the password of a server's user, and says for whom and why. Stays open while the password is tried, and
/// after it was refused, with the reason. GUI thread.
class PasswordDialog final : public QDialog {
    Q_OBJECT

public:
    /// `why` is the reason why the server refused the last login; empty if it is unknown.
    PasswordDialog(Theme *theme, const redis::Endpoint &endpoint, const Workspace &workspace, const QString &why,
                   QWidget *parent = nullptr);

    /// True between given() and the answer of the server.
    [[nodiscard]] bool isTrying() const { return m_isTrying; }
    /// Shows why the password was not accepted, and asks for another one.
    void showRefused(const QString &why);

signals:
    void given(const QByteArray &password);

private:
    void give();

    QLineEdit *m_field;
    FieldMessage *m_message = nullptr;
    QPushButton *m_connect;
    bool m_isTrying = false;
};

/// The user and the server of a connection ("ada@cache.example:6379").
QString loginText(const redis::Endpoint &endpoint);

} // namespace plimsoll::views

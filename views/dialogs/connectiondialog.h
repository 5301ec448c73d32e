// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace plimsoll::views {

class Theme;
class TlsFields;

/// What the connection dialog is filled with and gives back.
struct ConnectionForm {
    QString name; ///< of the workspace
    ConnectionSettings connection;
    QByteArray password; ///< for this session and the keychain; never part of the workspace
    bool rememberPassword = false; ///< in the system keychain
};

/// Where the server is, how to log in and how careful to be: by URL or by fields, which stay in step. It asks for a
/// test by a signal and never talks to a server itself. GUI thread.
class ConnectionDialog final : public QDialog {
    Q_OBJECT

public:
    explicit ConnectionDialog(Theme *theme, QWidget *parent = nullptr);
    ~ConnectionDialog() override;
    Q_DISABLE_COPY_MOVE(ConnectionDialog)

    /// The connection of an open workspace: says so, and saves instead of connecting.
    void setEditing();
    /// Before it is shown; without it the dialog offers a new read-only connection to this computer.
    /// Without one no password can be remembered.
    void setKeychain(bool there);
    void setForm(const ConnectionForm &form);
    [[nodiscard]] ConnectionForm form() const;
    /// With the password, without the certificates of form(); only meaningful when it is valid.
    [[nodiscard]] redis::Endpoint endpoint() const { return m_endpoint; }
    [[nodiscard]] bool isValid() const { return m_mistake.isEmpty(); }

    /// What came of the test with that number ("Connected to 127.0.0.1:6379, Redis 7.0.15, 0.3 ms; 12 keys", or what
    /// failed and what to do next). One that is not the last, or was changed since, is ignored.
    void showTestResult(quint64 test, bool ok, const QString &text);

signals:
    void testRequested(quint64 test); ///< of what form() and endpoint() are now

private:
    void build(Theme *theme);
    void buildAddress();
    void buildLogin();
    void buildManner();
    void buildButtons(QVBoxLayout *layout);
    void fillColours(const QString &chosen);

    void urlEdited(const QString &text);
    void urlFinished();
    void fieldsEdited();
    void showFields(const redis::Endpoint &endpoint);
    void showTransport(bool socket);
    void chooseSocket();
    void startTest();
    void changed();
    void say(const QString &text, const char *role);
    [[nodiscard]] redis::Endpoint fromFields() const;

    QLabel *m_title = nullptr;
    QFormLayout *m_form = nullptr;
    QLineEdit *m_name = nullptr;
    QLineEdit *m_url = nullptr;
    QComboBox *m_transport = nullptr;
    QLineEdit *m_host = nullptr;
    QSpinBox *m_port = nullptr;
    QLineEdit *m_path = nullptr;
    QWidget *m_hostRow = nullptr;
    QWidget *m_pathRow = nullptr;
    QSpinBox *m_database = nullptr;
    QLineEdit *m_user = nullptr;
    QLineEdit *m_password = nullptr;
    QCheckBox *m_remember = nullptr;
    QComboBox *m_colour = nullptr;
    QCheckBox *m_readOnly = nullptr;
    QCheckBox *m_production = nullptr;
    QLabel *m_productionBadge = nullptr;
    QLabel *m_unverifiedBadge = nullptr;
    TlsFields *m_tls = nullptr;
    QPushButton *m_test = nullptr;
    QLabel *m_result = nullptr;
    QPushButton *m_accept = nullptr;

    ConnectionSettings m_settings; ///< members this dialog has no field for stay as they were
    redis::Endpoint m_endpoint;
    QString m_mistake; ///< of the address; empty when it is right
    quint64 m_testNumber = 0;
};

} // namespace plimsoll::views

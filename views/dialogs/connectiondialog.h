// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/connectionreport.h"
#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QSpinBox;
class QVBoxLayout;

namespace plimsoll::views {

class ElidedLabel;
struct ImportedConnection;
struct ImportedConnections;
class Theme;
class TlsFields;
class WayFields;

/// Input and output of the connection dialog.
struct ConnectionForm {
    QString name; ///< name of the workspace
    ConnectionSettings connection;
    QByteArray password; ///< password for this session and the keychain; never stored in the workspace
    bool rememberPassword = false; ///< store it in the system keychain
};

/// Edits the server address, credentials and safety settings, by URL or by fields that are kept in sync. It requests a
/// connection test by a signal and never contacts a server itself. GUI thread.
class ConnectionDialog final : public QDialog {
    Q_OBJECT

public:
    explicit ConnectionDialog(Theme *theme, QWidget *parent = nullptr);
    ~ConnectionDialog() override;
    Q_DISABLE_COPY_MOVE(ConnectionDialog)

    /// Edits the connection of an open workspace: changes the texts and saves instead of connecting.
    void setEditing();
    /// Why no keychain can store the password: with a text, "remember" is unavailable and says it.
    void setKeychainProblem(const QString &problem);
    void setForm(const ConnectionForm &form);
    [[nodiscard]] ConnectionForm form() const;
    /// Returns the endpoint with the password, without certificates. Only meaningful if isValid().
    [[nodiscard]] redis::Endpoint endpoint() const { return m_endpoint; }
    [[nodiscard]] bool isValid() const { return m_mistake.isEmpty(); }

    /// Shows the steps of a test, and in one line how it ended. Ignored if a later test started or the address changed.
    void showTestResult(quint64 test, const ConnectionReport &report);

signals:
    void testRequested(quint64 test); ///< tests the current form() and endpoint()
    void testCancelled(); ///< the test stops; its result shows how far it came

private:
    void build(Theme *theme);
    void grow();
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
    [[nodiscard]] QString mistakeInSections() const;
    void chooseSocket();
    void chooseImport();
    void importFrom(const QString &path);
    void chooseImported(const ImportedConnections &found);
    void fillFrom(const ImportedConnection &imported, int skipped);
    void startOrStopTest();
    void endTest();
    void showSteps(const std::vector<ConnectionStep> &steps);
    void changed();
    void say(const QString &text, const char *role);
    [[nodiscard]] redis::Endpoint fromFields() const;

    ElidedLabel *m_title = nullptr;
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
    WayFields *m_way = nullptr;
    QPushButton *m_test = nullptr;
    QPushButton *m_import = nullptr;
    QLabel *m_imported = nullptr; ///< tells the parts that were not imported; hidden until an import
    QLabel *m_result = nullptr;
    QScrollArea *m_steps = nullptr; ///< steps of the last test
    QPushButton *m_accept = nullptr;

    ConnectionSettings m_settings; ///< keeps members without a field
    redis::Endpoint m_endpoint;
    QString m_mistake; ///< error in the address; empty if valid
    quint64 m_testNumber = 0;
    bool m_isTesting = false;
};

} // namespace plimsoll::views

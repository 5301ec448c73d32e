// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

#include <QObject>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;

namespace plimsoll::views {

/// The rows of the connection dialog that say how the server is reached: directly, through ssh or a proxy, from which
/// program its password comes, and whether replicas are read. Offers only what works with the URL. The widgets belong
/// to the dialog. GUI thread.
class WayFields final : public QObject {
    Q_OBJECT

public:
    /// Adds its rows to the form.
    WayFields(QFormLayout *form, QWidget *dialog);

    /// Shows the rows that work with the URL; values are kept while they do not.
    void setEndpoint(const redis::Endpoint &endpoint);
    void setSettings(const ConnectionSettings &settings);
    /// Writes what is shown into `settings`; what is not shown is left out.
    void fill(ConnectionSettings &settings) const;
    [[nodiscard]] QString mistake() const; ///< error in what is shown; empty: none

signals:
    void edited();

private:
    enum Way { Direct, Ssh, Proxy };

    [[nodiscard]] Way way() const;
    void showRows();

    QFormLayout *m_form;
    QComboBox *m_way = nullptr;
    QLineEdit *m_ssh = nullptr;
    QLineEdit *m_proxy = nullptr;
    QCheckBox *m_replicas = nullptr;
    QLineEdit *m_command = nullptr;
    QStringList m_given; ///< password command; an empty argument cannot be typed
    bool m_isTcp = true;
    bool m_hasReplicas = false;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dialogs/settingsdialog.h"
#include "views/widgets/preferences.h"

#include <QString>
#include <QStringList>

namespace plimsoll::app {

/// What the dashboard keeps between runs, beside the workspaces themselves. Never holds a secret. GUI thread.
class Settings final {
public:
    /// Reads what was kept.
    Settings();
    /// Waits until all is written.
    ~Settings();
    Q_DISABLE_COPY_MOVE(Settings)

    [[nodiscard]] views::SettingsValues values() const;
    void setValues(const views::SettingsValues &values);

    [[nodiscard]] QStringList recent() const;
    void addRecent(const QString &path);
    /// The workspace that was open last, empty when there was none.
    [[nodiscard]] QString last() const;

    [[nodiscard]] views::Preferences &layout() { return m_settings; }

private:
    views::Preferences &m_settings;
};

} // namespace plimsoll::app

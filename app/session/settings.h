// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dialogs/settingsdialog.h"
#include "views/widgets/preferences.h"

#include <QString>
#include <QStringList>

namespace plimsoll::app {

/// Settings of the dashboard that persist between runs, except workspaces. Never contains secrets. GUI thread.
class Settings final {
public:
    /// Reads what was kept.
    Settings();
    /// Waits until all settings are written.
    ~Settings();
    Q_DISABLE_COPY_MOVE(Settings)

    [[nodiscard]] views::SettingsValues values() const;
    void setValues(const views::SettingsValues &values);

    [[nodiscard]] QStringList recent() const;
    void addRecent(const QString &path);
    /// The last open workspace; empty if there was none.
    [[nodiscard]] QString last() const;

    [[nodiscard]] views::Preferences &layout() { return m_settings; }

private:
    views::Preferences &m_settings;
};

} // namespace plimsoll::app

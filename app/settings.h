// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/settingsdialog.h"

#include <QSettings>
#include <QStringList>

namespace plimsoll::app {

/// What the dashboard keeps between runs, beside the workspaces themselves. Never holds a secret. GUI thread.
class Settings final {
public:
    [[nodiscard]] views::SettingsValues values() const;
    void setValues(const views::SettingsValues &values);

    [[nodiscard]] QStringList recent() const;
    void addRecent(const QString &path);
    /// The workspace that was open last, empty when there was none.
    [[nodiscard]] QString last() const;

    [[nodiscard]] QSettings &layout() { return m_settings; }

private:
    QSettings m_settings;
};

} // namespace plimsoll::app

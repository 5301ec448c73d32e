// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"
#include "views/theme/theme.h"

#include <QDialog>

#include <chrono>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace plimsoll::views {

/// Settings of the whole program; app stores (QSettings) and applies them.
struct SettingsValues {
    Theme::Choice theme = Theme::Choice::System;
    int zoom = 100; ///< %, Theme::leastZoom to Theme::mostZoom
    std::chrono::milliseconds pollInterval{1000}; ///< default of new workspaces, and of servers opened by URL
    int pageRows = defaultPageRows; ///< elements per page of a collection, 10 to 1,000
    bool reopenLast = true; ///< open the last workspace at start
    bool confirmRemove = true; ///< ask before removing a collection from the workspace

    int historyMegabytes = 500; ///< size limit of a workspace's history, 10 to 100,000 MiB
    int historyDays = 400; ///< age limit of the history, 1 to 400 days

    friend bool operator==(const SettingsValues &, const SettingsValues &) = default;
};

/// Edits the settings, which apply once the dialog is accepted. GUI thread.
class SettingsDialog final : public QDialog {
    Q_OBJECT

public:
    explicit SettingsDialog(QWidget *parent = nullptr);

    void setValues(const SettingsValues &values);
    [[nodiscard]] SettingsValues values() const;

private:
    QComboBox *m_theme;
    QComboBox *m_zoom;
    QComboBox *m_interval;
    QSpinBox *m_rows;
    QSpinBox *m_size, *m_age;
    QCheckBox *m_reopen;
    QCheckBox *m_confirm;
};

} // namespace plimsoll::views

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

/// What a person can set for the whole program; app keeps it (QSettings) and puts it into force.
struct SettingsValues {
    Theme::Choice theme = Theme::Choice::System;
    std::chrono::milliseconds pollInterval{1000}; ///< of new workspaces, and of servers opened by URL
    int pageRows = defaultPageRows; ///< elements read for one page of a collection, 10 to 1,000
    bool reopenLast = true; ///< start with the workspace that was open last
    bool confirmRemove = true; ///< ask before a collection is taken out of the workspace

    int historyMegabytes = 500; ///< of one workspace's history, 10 to 100,000 MiB
    int historyDays = 400; ///< that it reaches back at most, 1 to 400

    friend bool operator==(const SettingsValues &, const SettingsValues &) = default;
};

/// Takes values and gives values back; what is chosen holds once it is accepted. GUI thread.
class SettingsDialog final : public QDialog {
    Q_OBJECT

public:
    explicit SettingsDialog(QWidget *parent = nullptr);

    void setValues(const SettingsValues &values);
    [[nodiscard]] SettingsValues values() const;

private:
    QComboBox *m_theme;
    QComboBox *m_interval;
    QSpinBox *m_rows;
    QSpinBox *m_size, *m_age;
    QCheckBox *m_reopen;
    QCheckBox *m_confirm;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QDialog>
#include <QHash>

namespace plimsoll::views {

class AlertsService;
class WrappedLabel;

/// Sends a test message through each channel of the workspace, and shows what came of each. GUI thread.
class TestNotification final : public QDialog {
    Q_OBJECT

public:
    TestNotification(AlertsService *alerts, const NotifySettings &notify, QWidget *parent = nullptr);

    /// Returns the configured channels, by their names in the workspace file.
    [[nodiscard]] static QStringList channelsOf(const NotifySettings &notify);

private:
    void showOutcome(const QString &channel, const QString &outcome);

    QHash<QString, WrappedLabel *> m_outcomes;
};

} // namespace plimsoll::views

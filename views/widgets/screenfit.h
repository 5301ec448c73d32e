// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace plimsoll::views {

/// Brings every window and dialog, when it is shown, onto the screen it is shown on: its frame too, no larger than what
/// the desktop's panels leave. Where a person moves it later is their affair. GUI thread.
class ScreenFit final : public QObject {
    Q_OBJECT

public:
    /// Watches all windows of the application for as long as it lives.
    explicit ScreenFit(QObject *parent = nullptr);

    static void fit(QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace plimsoll::views {

/// Fits every window and dialog, with its frame, into the available area of its screen when it is shown; the user may
/// then move it anywhere. GUI thread.
class ScreenFit final : public QObject {
    Q_OBJECT

public:
    /// Watches all windows of the application during its lifetime.
    explicit ScreenFit(QObject *parent = nullptr);

    static void fit(QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dialogs/overlay.h"

#include <QList>

class QAction;
class QGridLayout;

namespace plimsoll::views {

class ElidedLabel;

/// Lists the actions that have a shortcut over the window (? or F1); any key or click closes it. GUI thread.
class ShortcutOverlay final : public Overlay {
    Q_OBJECT

public:
    ShortcutOverlay(const Theme *theme, const QList<QAction *> &actions, QWidget *parent);

    void open();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    ElidedLabel *addLine(const QString &what, const QString &keys);

    QGridLayout *m_grid;
    int m_lines = 0;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dialogs/overlay.h"

#include <QList>

#include <vector>

class QAction;
class QGridLayout;
class QLabel;
class QScrollArea;

namespace plimsoll::views {

class ElidedLabel;

/// Lists the actions that have a shortcut over the window (? or F1); any key or click closes it, except the keys that
/// scroll a list that does not fit. GUI thread.
class ShortcutOverlay final : public Overlay {
    Q_OBJECT

public:
    ShortcutOverlay(const Theme *theme, const QList<QAction *> &actions, QWidget *parent);

    void open();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Line {
        ElidedLabel *name;
        QLabel *keys;
    };

    ElidedLabel *addLine(const QString &what, const QString &keys);
    [[nodiscard]] std::size_t rowsOf(std::size_t columns) const { return (m_lines.size() + columns - 1) / columns; }
    [[nodiscard]] int widthOf(std::size_t columns) const;
    void fit();

    QLabel *m_title;
    QScrollArea *m_scroll;
    QGridLayout *m_grid;
    std::vector<Line> m_lines; ///< never empty
};

} // namespace plimsoll::views

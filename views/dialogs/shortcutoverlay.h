// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

class QAction;
class QGridLayout;
class QLabel;

namespace plimsoll::views {

class Theme;

/// Lists the shortcuts over the window (? or F1); any key or click closes it. GUI thread.
class ShortcutOverlay final : public QWidget {
    Q_OBJECT

public:
    ShortcutOverlay(const Theme *theme, const QList<QAction *> &actions, QWidget *parent);

    void open();

protected:
    void paintEvent(QPaintEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLabel *addLine(QGridLayout *grid, const QString &what, const QString &keys);

    const Theme *m_theme;
    QWidget *m_card;
    QPointer<QWidget> m_focusBefore;
};

} // namespace plimsoll::views

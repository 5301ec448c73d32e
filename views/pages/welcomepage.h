// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/actions.h"

#include <QWidget>

class QVBoxLayout;

namespace plimsoll::views {

class Theme;

/// The page shown without a workspace: connect, open a file, try the demo, or reopen a recent workspace. GUI thread.
class WelcomePage final : public QWidget {
    Q_OBJECT

public:
    WelcomePage(const Theme *theme, const Actions &actions, QWidget *parent = nullptr);

    void setRecent(const QStringList &paths);
    void focusFirst();

signals:
    void recentChosen(const QString &path);

private:
    void addChoice(QVBoxLayout *layout, QAction *action, QLatin1StringView icon, const QString &title,
                   const QString &help);

    const Theme *m_theme;
    QWidget *m_first = nullptr;
    QWidget *m_recentBox;
    QVBoxLayout *m_recentLayout;
};

} // namespace plimsoll::views

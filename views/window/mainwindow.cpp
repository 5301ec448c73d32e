// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/mainwindow.h"

#include "views/widgets/preferences.h"
#include "views/window/sessionview.h"

#include <QCloseEvent>
#include <QStackedWidget>

#include <utility>

namespace plimsoll::views {

MainWindow::MainWindow(QWidget *parent) : QMainWindow(parent), m_views(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/plimsoll/icons/plimsoll.svg")));
    setContextMenuPolicy(Qt::NoContextMenu);
    setMinimumSize(smallest);
    resize(1280, 800);
    setCentralWidget(m_views);
}

void MainWindow::setCloseGuard(std::function<bool()> guard)
{
    m_closeGuard = std::move(guard);
}

void MainWindow::add(SessionView *view)
{
    m_views->addWidget(view);
    setWindowTitle(view->windowTitle());
    connect(view, &QWidget::windowTitleChanged, this, &QWidget::setWindowTitle);
    connect(view, &SessionView::closeRequested, this, &QWidget::close);
}

void MainWindow::saveLayout(Preferences &preferences) const
{
    preferences.setValue(QStringLiteral("window/geometry"), saveGeometry());
}

void MainWindow::restoreLayout(const Preferences &preferences)
{
    restoreGeometry(preferences.value(QStringLiteral("window/geometry")).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_closeGuard && !m_closeGuard()) {
        event->ignore();
        return;
    }
    QMainWindow::closeEvent(event);
}

} // namespace plimsoll::views

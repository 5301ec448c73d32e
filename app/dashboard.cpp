// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard.h"

#include <QApplication>

#include <utility>

namespace plimsoll::app {

Dashboard::Dashboard(QApplication &application)
    : m_theme(application, m_settings.values().theme), m_systemTheme(SystemTheme::sessionBusAddress()),
      m_session(m_settings, m_theme, m_files)
{
    m_files.setMaxThreadCount(1);
    m_window.add(&view());
    connect(&m_systemTheme, &SystemTheme::preferenceChanged, &m_theme, &views::Theme::setSystemDark);
    connect(&m_session, &SessionController::settingsChosen, this, &Dashboard::takeSettings);
    connect(&m_session, &SessionController::opened, this, [this](const QString &path) {
        m_settings.addRecent(path);
        view().setRecent(m_settings.recent());
    });
    m_window.setCloseGuard([this] {
        WorkspaceDocument &document = m_session.session().document();
        const bool dirty = document.isDirty();
        if (dirty) {
            document.leave([this] { m_window.close(); });
        }
        return !dirty;
    });
    // The menu of the window chooses colours, too.
    connect(&m_theme, &views::Theme::changed, this, [this] {
        views::SettingsValues values = m_settings.values();
        if (std::exchange(values.theme, m_theme.choice()) != m_theme.choice()) {
            m_settings.setValues(values);
        }
    });
    connect(&application, &QCoreApplication::aboutToQuit, this, &Dashboard::leave);
}

Dashboard::~Dashboard()
{
    leave();
}

void Dashboard::leave()
{
    if (!std::exchange(m_left, true)) {
        m_window.saveLayout(m_settings.layout());
        view().saveLayout(m_settings.layout());
        m_session.leave();
    }
}

void Dashboard::takeSettings(const views::SettingsValues &values)
{
    m_settings.setValues(values);
    m_theme.setChoice(values.theme);
    view().setPageRows(values.pageRows);
}

void Dashboard::start(const Arguments &arguments)
{
    m_session.session().operations().setDataDir(arguments.dataDir);
    m_session.setDemoOptions({arguments.seed, arguments.pace});
    m_window.restoreLayout(m_settings.layout());
    view().restoreLayout(m_settings.layout());
    view().setRecent(m_settings.recent());
    m_window.show();
    const QString named = arguments.target.isEmpty() ? arguments.workspace : arguments.target;
    if (arguments.command == Command::Demo) {
        m_session.startDemo();
    } else if (named.contains(QLatin1String("://"))) {
        m_session.openUrl(named);
    } else if (!named.isEmpty()) {
        m_session.openFile(named, arguments.url);
    } else if (!arguments.url.isEmpty()) {
        m_session.openUrl(arguments.url);
    } else if (m_settings.values().reopenLast && !m_settings.last().isEmpty()) {
        m_session.openFile(m_settings.last());
    }
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/settings.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::app {

namespace {

constexpr qsizetype maxRecent = 8;
constexpr std::array themes{
    std::pair(views::Theme::Choice::System, QLatin1StringView("system")),
    std::pair(views::Theme::Choice::Light, QLatin1StringView("light")),
    std::pair(views::Theme::Choice::Dark, QLatin1StringView("dark")),
};

constexpr QLatin1StringView themeKey("theme");
constexpr QLatin1StringView zoomKey("zoom");
constexpr QLatin1StringView intervalKey("pollMs");
constexpr QLatin1StringView rowsKey("pageRows");
constexpr QLatin1StringView historySizeKey("historyMiB");
constexpr QLatin1StringView historyAgeKey("historyDays");
constexpr QLatin1StringView reopenKey("reopenLast");
constexpr QLatin1StringView confirmKey("confirmRemove");
constexpr QLatin1StringView recentKey("recent");
constexpr QLatin1StringView lastKey("lastWorkspace");

} // namespace

Settings::Settings() : m_settings(views::Preferences::ofPerson())
{
    m_settings.load();
}

Settings::~Settings()
{
    m_settings.finishWriting();
}

views::SettingsValues Settings::values() const
{
    views::SettingsValues values;
    const QString theme = m_settings.value(themeKey).toString();
    for (const auto &[choice, name] : themes) {
        values.theme = theme == name ? choice : values.theme;
    }
    values.zoom = m_settings.value(zoomKey, values.zoom).toInt();
    values.zoom = std::clamp(values.zoom, views::Theme::leastZoom, views::Theme::mostZoom);
    // Clamps values, because the file may have been edited by hand.
    const qint64 interval = m_settings.value(intervalKey, qlonglong(values.pollInterval.count())).toLongLong();
    values.pollInterval = std::chrono::milliseconds(std::clamp<qint64>(interval, 100, 3'600'000));
    values.pageRows = std::clamp(m_settings.value(rowsKey, values.pageRows).toInt(), 10, 1'000);
    values.historyMegabytes =
        std::clamp(m_settings.value(historySizeKey, values.historyMegabytes).toInt(), 10, 100'000);
    values.historyDays = std::clamp(m_settings.value(historyAgeKey, values.historyDays).toInt(), 1, 400);
    values.reopenLast = m_settings.value(reopenKey, values.reopenLast).toBool();
    values.confirmRemove = m_settings.value(confirmKey, values.confirmRemove).toBool();
    return values;
}

void Settings::setValues(const views::SettingsValues &values)
{
    const auto *theme =
        std::find_if(themes.begin(), themes.end(), [&](const auto &entry) { return entry.first == values.theme; });
    m_settings.setValue(themeKey, QString(theme->second));
    m_settings.setValue(zoomKey, values.zoom);
    m_settings.setValue(intervalKey, qlonglong(values.pollInterval.count()));
    m_settings.setValue(rowsKey, values.pageRows);
    m_settings.setValue(historySizeKey, values.historyMegabytes);
    m_settings.setValue(historyAgeKey, values.historyDays);
    m_settings.setValue(reopenKey, values.reopenLast);
    m_settings.setValue(confirmKey, values.confirmRemove);
}

QStringList Settings::recent() const
{
    return m_settings.value(recentKey).toStringList();
}

QString Settings::last() const
{
    return m_settings.value(lastKey).toString();
}

void Settings::addRecent(const QString &path)
{
    QStringList paths = recent();
    paths.removeAll(path);
    paths.prepend(path);
    m_settings.setValue(recentKey, paths.mid(0, maxRecent));
    m_settings.setValue(lastKey, path);
}

} // namespace plimsoll::app

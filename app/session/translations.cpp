// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/translations.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QTranslator>

namespace plimsoll::app {

namespace {

constexpr QLatin1StringView folder(":/plimsoll/translations");

void install(const QString &file, const QString &from, QCoreApplication &application)
{
    auto *translator = new QTranslator(&application);
    if (translator->load(file, from)) {
        QCoreApplication::installTranslator(translator);
    }
}

} // namespace

QString languageFor(const QStringList &wanted, const QStringList &translated)
{
    for (const QString &name : wanted) {
        QString language = name.section(QLatin1Char('-'), 0, 0);
        if (language == QLatin1String("en") || language == QLatin1String("C")) {
            break;
        }
        if (translated.contains(language)) {
            return language;
        }
    }
    return {};
}

void translate(QCoreApplication &application, const QStringList &wanted)
{
    QStringList translated;
    for (const QString &file : QDir(folder).entryList({QStringLiteral("plimsoll_*.qm")})) {
        translated << file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0);
    }
    const QString language = languageFor(wanted, translated);
    if (!language.isEmpty()) {
        install(QLatin1String("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath), application);
        install(QLatin1String("plimsoll_") + language, folder, application);
    }
}

} // namespace plimsoll::app

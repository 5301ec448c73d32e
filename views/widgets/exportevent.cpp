// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/exportevent.h"

#include <QCoreApplication>
#include <QWidget>

namespace plimsoll::views {

ExportEvent::ExportEvent(QString name, QByteArray content)
    : QEvent(id()), m_name(std::move(name)), m_content(std::move(content))
{
    ignore();
}

QEvent::Type ExportEvent::id()
{
    static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
    return type;
}

void ExportEvent::send(QWidget *from, const QString &name, const QByteArray &content)
{
    ExportEvent event(name, content);
    for (QObject *at = from; at != nullptr && !event.isAccepted(); at = at->parent()) {
        QCoreApplication::sendEvent(at, &event);
    }
}

QString exportName(const QString &title, QLatin1StringView ending)
{
    constexpr qsizetype longest = 60; // file systems take 255 bytes
    QString name;
    for (const QChar letter : title.simplified().left(longest)) {
        name += letter.isLetterOrNumber() || letter == u'-' ? letter : QChar(u'-');
    }
    return (name.isEmpty() ? QStringLiteral("plimsoll") : name) + u'.' + ending;
}

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/exportevent.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

namespace plimsoll::views {

namespace {

void sendUp(QObject *from, QEvent &event)
{
    for (QObject *at = from; at != nullptr && !event.isAccepted(); at = at->parent()) {
        QCoreApplication::sendEvent(at, &event);
    }
}

} // namespace

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
    sendUp(from, event);
}

ReportEvent::ReportEvent(std::chrono::milliseconds from, std::chrono::milliseconds to)
    : QEvent(id()), m_from(from), m_to(to)
{
    ignore();
}

QEvent::Type ReportEvent::id()
{
    static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
    return type;
}

void ReportEvent::send(QWidget *from, std::chrono::milliseconds begin, std::chrono::milliseconds end)
{
    ReportEvent event(begin, end);
    sendUp(from, event);
}

const QAction *ReportEvent::offerFor(const QWidget *from)
{
    for (const QObject *at = from; at != nullptr; at = at->parent()) {
        if (const auto *offer = at->findChild<QAction *>(QStringLiteral("reportAction"), Qt::FindDirectChildrenOnly)) {
            return offer;
        }
    }
    return nullptr;
}

QString exportName(const QString &title, QLatin1StringView ending)
{
    constexpr qsizetype longest = 60; // characters; file systems allow 255 bytes
    QString name;
    for (const QChar letter : title.simplified().left(longest)) {
        name += letter.isLetterOrNumber() || letter == u'-' ? letter : QChar(u'-');
    }
    return (name.isEmpty() ? QStringLiteral("plimsoll") : name) + u'.' + ending;
}

} // namespace plimsoll::views

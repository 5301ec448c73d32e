// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QEvent>
#include <QString>

#include <chrono>

class QAction;
class QWidget;

namespace plimsoll::views {

/// Asks to save content as a file. It travels from a widget up to the window, so that the widget need not know the code
/// that saves.
class ExportEvent final : public QEvent {
public:
    ExportEvent(QString name, QByteArray content);

    [[nodiscard]] static QEvent::Type id();
    /// Sends the event to the widget and its ancestors until one accepts it.
    static void send(QWidget *from, const QString &name, const QByteArray &content);

    [[nodiscard]] const QString &name() const { return m_name; } ///< suggested file name
    [[nodiscard]] const QByteArray &content() const { return m_content; }

private:
    QString m_name;
    QByteArray m_content;
};

/// Asks for a report of a time range, which the user may change; it travels likewise.
class ReportEvent final : public QEvent {
public:
    ReportEvent(std::chrono::milliseconds from, std::chrono::milliseconds to);

    [[nodiscard]] static QEvent::Type id();
    static void send(QWidget *from, std::chrono::milliseconds begin, std::chrono::milliseconds end);
    /// Returns the report action of the window, whose tooltip tells why it is disabled; null if there is no such
    /// action.
    [[nodiscard]] static const QAction *offerFor(const QWidget *from);

    [[nodiscard]] std::chrono::milliseconds from() const { return m_from; }
    [[nodiscard]] std::chrono::milliseconds to() const { return m_to; }

private:
    std::chrono::milliseconds m_from, m_to;
};

/// Makes a file name of a title such as "daily board: members".
QString exportName(const QString &title, QLatin1StringView ending);

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QEvent>
#include <QString>

#include <chrono>

class QAction;
class QWidget;

namespace plimsoll::views {

/// Something on screen is to be saved as a file. It goes up from whatever has it to the window, which hands it on: what
/// has a menu need not know who saves.
class ExportEvent final : public QEvent {
public:
    ExportEvent(QString name, QByteArray content);

    [[nodiscard]] static QEvent::Type id();
    /// Up from that widget, its dialog or page, to who takes it.
    static void send(QWidget *from, const QString &name, const QByteArray &content);

    [[nodiscard]] const QString &name() const { return m_name; } ///< of the file, as a suggestion
    [[nodiscard]] const QByteArray &content() const { return m_content; }

private:
    QString m_name;
    QByteArray m_content;
};

/// A report of that time is wanted, which the person may change: it goes up likewise.
class ReportEvent final : public QEvent {
public:
    ReportEvent(std::chrono::milliseconds from, std::chrono::milliseconds to);

    [[nodiscard]] static QEvent::Type id();
    static void send(QWidget *from, std::chrono::milliseconds begin, std::chrono::milliseconds end);
    /// What offers reports in the window of that widget, or says why there are none; null: nobody takes it.
    [[nodiscard]] static const QAction *offerFor(const QWidget *from);

    [[nodiscard]] std::chrono::milliseconds from() const { return m_from; }
    [[nodiscard]] std::chrono::milliseconds to() const { return m_to; }

private:
    std::chrono::milliseconds m_from, m_to;
};

/// "daily board: members" as the name of a file with that ending.
QString exportName(const QString &title, QLatin1StringView ending);

} // namespace plimsoll::views

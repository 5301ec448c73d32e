// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/writewindow.h"

#include <algorithm>

namespace plimsoll::views {

WriteWindow::WriteWindow(QObject *parent, std::chrono::milliseconds length) : QObject(parent), m_length(length)
{
    m_second.setInterval(std::min(length, std::chrono::milliseconds(1'000)));
    connect(&m_second, &QTimer::timeout, this, &WriteWindow::look);
}

void WriteWindow::setOpen(bool open)
{
    if (open == isOpen()) {
        return;
    }
    if (open) {
        m_end = QDeadlineTimer(m_length);
        m_endOnClock = QDateTime::currentDateTimeUtc().addMSecs(m_length.count());
        m_second.start();
    } else {
        m_second.stop();
    }
    emit changed(open);
}

std::chrono::seconds WriteWindow::left() const
{
    if (!isOpen()) {
        return {};
    }
    const qint64 onClock = QDateTime::currentDateTimeUtc().msecsTo(m_endOnClock);
    const std::chrono::milliseconds left(std::max<qint64>(0, std::min(m_end.remainingTime(), onClock)));
    return std::chrono::ceil<std::chrono::seconds>(left);
}

void WriteWindow::look()
{
    if (left() == std::chrono::seconds(0)) {
        emit ended();
        setOpen(false);
    } else {
        emit ticked();
    }
}

} // namespace plimsoll::views

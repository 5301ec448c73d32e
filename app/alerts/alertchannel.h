// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/alertstore.h"

#include <QObject>

#include <deque>

namespace plimsoll::app {

/// Delivers alerts in one way, in the order of their arrival. GUI (main) thread; never blocks.
class AlertChannel : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t mostWaiting = 1'000; ///< limit of the queue; beyond it the oldest is dropped

    explicit AlertChannel(QObject *parent) : QObject(parent) { }
    Q_DISABLE_COPY_MOVE(AlertChannel)

    void tell(const redis::AlertMessage &message);

signals:
    /// The message was delivered or given up; `outcome`: short result without secrets, may be empty.
    void told(qint64 message, const QString &outcome);
    /// Delivery failed and will be retried; `why`: short reason without secrets.
    void delayed(qint64 message, const QString &why);
    /// Failure to report, in one line without secrets; not emitted for each attempt.
    void failed(const QString &why);

protected:
    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }
    [[nodiscard]] std::size_t size() const { return m_waiting.size(); }
    [[nodiscard]] const redis::AlertMessage &first() const { return m_waiting.front(); }
    /// Removes the first message and reports its outcome.
    void conclude(const QString &outcome);
    /// Reports a delay for all waiting messages.
    void delay(const QString &why);
    /// Removes the first message; the caller emits told() later.
    redis::AlertMessage take();
    /// Called when a message was added; the one in flight continues.
    virtual void wake() = 0;
    /// True while the first message is in flight and must stay.
    [[nodiscard]] virtual bool isBusy() const = 0;

private:
    std::deque<redis::AlertMessage> m_waiting;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/alertstore.h"

#include <QObject>

#include <deque>

namespace plimsoll::app {

/// One way in which people are told of alerts, in the order in which they came. GUI (main) thread; waits for nothing.
class AlertChannel : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t mostWaiting = 1'000; ///< more than that: the oldest is not told

    explicit AlertChannel(QObject *parent) : QObject(parent) { }
    Q_DISABLE_COPY_MOVE(AlertChannel)

    void tell(const redis::AlertMessage &message);

signals:
    /// It was told, or never will be; in a few words what came of it, without a secret, where there is anything to say.
    void told(qint64 message, const QString &outcome);
    /// It could not be told yet, and is tried again: why, in a few words, without a secret.
    void delayed(qint64 message, const QString &why);
    /// In one line, without a secret; not for each attempt.
    void failed(const QString &why);

protected:
    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }
    [[nodiscard]] std::size_t size() const { return m_waiting.size(); }
    [[nodiscard]] const redis::AlertMessage &first() const { return m_waiting.front(); }
    /// Done with the first.
    void conclude(const QString &outcome);
    /// Of all that wait behind what is tried again.
    void delay(const QString &why);
    /// The first, for who says told() of it later.
    redis::AlertMessage take();
    /// There is one more; what is under way goes on.
    virtual void wake() = 0;
    /// The first is under way and stays.
    [[nodiscard]] virtual bool isBusy() const = 0;

private:
    std::deque<redis::AlertMessage> m_waiting;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDeadlineTimer>
#include <QMetaObject>
#include <QThread>

#include <chrono>
#include <memory>
#include <stop_token>
#include <utility>

namespace plimsoll::app {

/// An object at work on a thread of its own, seen from the thread that asks it: Poller, Browser, Operator, the demo's
/// workload. One at a time; another one never waits for the one before.
template <typename Object> class Worker final {
public:
    /// Belongs to `owner`. `patience`: at the end it is left alone when it has not stopped by then.
    explicit Worker(QLatin1StringView name, QObject *owner, std::chrono::milliseconds patience = std::chrono::hours(1))
        : m_name(name), m_owner(owner), m_patience(patience)
    {
    }

    /// Waits for the ends of all that it had.
    ~Worker()
    {
        close();
        const QDeadlineTimer deadline(m_patience);
        for (QThread *thread : m_owner->findChildren<QThread *>(m_name)) {
            if (!thread->wait(deadline)) {
                thread->setParent(nullptr); // both go when what it waits for ends
                if (QThread::currentThread()->loopLevel() == 0) {
                    // Unless the process ends before: nothing of it may be deleted beside that.
                    QObject::disconnect(thread, nullptr, nullptr, nullptr);
                }
            }
        }
    }
    Q_DISABLE_COPY_MOVE(Worker)

    /// Another object, made of these; the one before is closed.
    template <typename... Given> void begin(Given &&...given)
    {
        close();
        m_ear = std::make_unique<QObject>();
        m_stop = std::stop_source();
        m_object = new Object(std::forward<Given>(given)...);
        auto *thread = new QThread(m_owner);
        thread->setObjectName(m_name);
        m_object->moveToThread(thread);
        QObject::connect(thread, &QThread::finished, m_object, &QObject::deleteLater);
        QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
        thread->start();
    }

    /// Lets go of it without waiting: its thread ends when it has stopped, and nothing that it still says, or has said
    /// and nobody heard yet, is heard any more.
    void close()
    {
        if (m_object != nullptr) {
            m_ear.reset();
            m_stop.request_stop();
            std::exchange(m_object, nullptr)->thread()->quit();
        }
    }

    /// Lets go of it as close() does, but once it has done what it was asked for.
    void finish()
    {
        if (m_object != nullptr) {
            m_ear.reset();
            Object *const object = std::exchange(m_object, nullptr);
            QMetaObject::invokeMethod(object, [object] { object->thread()->quit(); });
        }
    }

    /// Requested by close(): whatever waits for a server ends within 50 ms of it.
    [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }
    /// The object, for what may be called from any thread; null where none is open.
    [[nodiscard]] Object *object() const { return m_object; }

    /// Has it do that on its thread; nothing where none is open.
    template <typename... Taken, typename... Given> void call(void (Object::*what)(Taken...), const Given &...given)
    {
        if (m_object != nullptr) {
            QMetaObject::invokeMethod(m_object, [object = m_object, what, given...] { (object->*what)(given...); });
        }
    }

    /// What this one says goes there.
    template <typename Receiver, typename... Said, typename... Taken>
    void hear(void (Object::*said)(Said...), Receiver *receiver, void (Receiver::*take)(Taken...))
    {
        QObject::connect(m_object, said, m_ear.get(), [receiver, take](Said... what) { (receiver->*take)(what...); });
    }

private:
    QLatin1StringView m_name;
    QObject *m_owner;
    std::chrono::milliseconds m_patience;
    std::stop_source m_stop;
    std::unique_ptr<QObject> m_ear; ///< goes with what it hears
    Object *m_object = nullptr;
};

} // namespace plimsoll::app

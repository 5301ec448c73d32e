// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/background.h"

#include <QDeadlineTimer>
#include <QMetaObject>
#include <QThread>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <tuple>
#include <type_traits>
#include <utility>

namespace plimsoll::app {

/// Runs an object (Poller, Browser, Operator, the demo's workload) on a thread of its own and is used from the owner's
/// thread. It has at most one object; a new one does not wait for the end of the previous one.
template <typename Object> class Worker final {
public:
    /// `owner`: parent of the threads. `patience`: maximum wait in the destructor before it abandons a thread.
    explicit Worker(QLatin1StringView name, QObject *owner, std::chrono::milliseconds patience = std::chrono::hours(1))
        : m_name(name), m_owner(owner), m_patience(patience)
    {
    }

    /// Waits for all threads that it has started.
    ~Worker()
    {
        close();
        const QDeadlineTimer deadline(m_patience);
        for (QThread *thread : m_owner->findChildren<QThread *>(m_name)) {
            if (!thread->wait(deadline)) {
                thread->setParent(nullptr); // deleted when the thread ends
                if (QThread::currentThread()->loopLevel() == 0) {
                    // The process may end before the thread, which then must not delete anything.
                    QObject::disconnect(thread, nullptr, nullptr, nullptr);
                }
            }
        }
    }
    Q_DISABLE_COPY_MOVE(Worker)

    /// Closes the current object and creates a new one from `given`.
    template <typename... Given> void begin(Given &&...given)
    {
        close();
        m_forwarding = std::make_unique<QObject>();
        m_stop = std::stop_source();
        m_object = new Object(std::forward<Given>(given)...);
        auto *thread = new QThread(m_owner);
        thread->setObjectName(m_name);
        m_object->moveToThread(thread);
        QObject::connect(thread, &QThread::finished, m_object, &QObject::deleteLater);
        QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
        thread->start();
    }

    /// Closes the object without waiting: its thread ends once it has stopped, and signals not yet delivered are
    /// dropped.
    void close()
    {
        if (m_object != nullptr) {
            m_forwarding.reset();
            m_stop.request_stop();
            std::exchange(m_object, nullptr)->thread()->quit();
        }
    }

    /// Like close(), but lets the object finish its queued calls.
    void finish()
    {
        if (m_object != nullptr) {
            m_forwarding.reset();
            Object *const object = std::exchange(m_object, nullptr);
            QMetaObject::invokeMethod(object, [object] { object->thread()->quit(); });
        }
    }

    /// Stop requested by close(): waits for a server end within 50 ms.
    [[nodiscard]] std::stop_token stop() const { return m_stop.get_token(); }
    /// The object, for thread-safe functions; null if closed.
    [[nodiscard]] Object *object() const { return m_object; }

    /// Calls a function of the object on its thread; does nothing if closed.
    template <typename... Received, typename... Given>
    void call(void (Object::*what)(Received...), const Given &...given)
    {
        if (m_object != nullptr) {
            QMetaObject::invokeMethod(m_object, [object = m_object, what, given...] { (object->*what)(given...); });
        }
    }

    /// Calls a function of the object on its thread, and `then` with what it returns on the owner's thread, unless the
    /// object is closed before that.
    template <typename Answer, typename... Received, typename... Given, typename Then>
    void ask(Answer (Object::*what)(Received...), const std::tuple<Given...> &given, const Then &then)
    {
        if (m_object != nullptr) {
            runFor(
                m_forwarding.get(), [object = m_object](const auto &run) { QMetaObject::invokeMethod(object, run); },
                [object = m_object, what, given] {
                    return std::apply([&](const Given &...each) { return (object->*what)(each...); }, given);
                },
                then);
        }
    }

    /// Connects a signal of the current object to the receiver.
    template <typename Receiver, typename Base, typename... Sent, typename... Received>
    void forward(void (Object::*signal)(Sent...), Receiver *receiver, void (Base::*slot)(Received...))
    {
        QObject::connect(m_object, signal, m_forwarding.get(),
                         [receiver, slot](Sent... what) { (receiver->*slot)(what...); });
    }

private:
    QLatin1StringView m_name;
    QObject *m_owner;
    std::chrono::milliseconds m_patience;
    std::stop_source m_stop;
    std::unique_ptr<QObject> m_forwarding; ///< context of the connections, deleted with the object
    Object *m_object = nullptr;
};

/// Questions of one kind, asked one at a time: of those that come meanwhile, only the newest is asked next.
template <typename Question> class NewestQuestion final {
public:
    /// `ask` starts a question, whose answer calls end().
    explicit NewestQuestion(std::function<void(const Question &question)> ask) : m_ask(std::move(ask)) { }
    Q_DISABLE_COPY_MOVE(NewestQuestion)

    void ask(const Question &question)
    {
        if (m_isAsking) {
            m_next = question;
            return;
        }
        m_isAsking = m_isWanted = true;
        m_ask(question);
    }
    /// Drops the waiting question and the answer that is still to come.
    void forget()
    {
        m_next.reset();
        m_isWanted = false;
    }
    /// Calls `tell` if the answer is still wanted; then asks the question that waited.
    template <typename Tell> void end(const Tell &tell)
    {
        m_isAsking = false;
        if (std::exchange(m_isWanted, false)) {
            tell();
        }
        if (const auto next = std::exchange(m_next, std::nullopt)) {
            ask(*next);
        }
    }

private:
    std::function<void(const Question &question)> m_ask;
    bool m_isAsking = false, m_isWanted = false;
    std::optional<Question> m_next;
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <type_traits>

namespace plimsoll::app {

/// Signals from a pool thread that work is done. Has no thread affinity, so any thread may destroy it.
class Courier final : public QObject {
    Q_OBJECT

signals:
    void arrived();
};

/// Runs work where `start` starts it, and passes its result to `done` in the context's thread, unless the context has
/// been destroyed.
template <typename Start, typename Work, typename Done>
void runFor(QObject *context, const Start &start, Work work, Done done)
{
    // Uses a connection instead of a QFuture continuation, because its receiver may be destroyed at any time.
    const auto courier = std::make_shared<Courier>();
    const auto result = std::make_shared<std::optional<std::invoke_result_t<Work>>>();
    QObject::connect(
        courier.get(), &Courier::arrived, context, [result, done] { done(std::as_const(**result)); },
        Qt::QueuedConnection);
    courier->moveToThread(nullptr);
    start([courier, result, work] {
        *result = work();
        emit courier->arrived();
    });
}

/// Runs work (reading or writing a file) on the pool and passes its result to `done` in the context's thread, unless
/// the context has been destroyed. A pool with one thread keeps the order: of two saves the later one lasts.
template <typename Work, typename Done> void inBackground(QThreadPool &pool, QObject *context, Work work, Done done)
{
    runFor(
        context, [&pool](const auto &run) { pool.start(run); }, std::move(work), std::move(done));
}

} // namespace plimsoll::app

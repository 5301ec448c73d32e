// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <type_traits>

namespace plimsoll::app {

/// Says on the pool's thread that work is done. Belongs to no thread, so that any may end it.
class Courier final : public QObject {
    Q_OBJECT

signals:
    void arrived();
};

/// Runs work (a file to read or write) on the pool and gives its result to `done` in the context's thread, unless the
/// context is gone by then. A pool of one thread keeps the order: of two saves the later one lasts.
template <typename Work, typename Done> void inBackground(QThreadPool &pool, QObject *context, Work work, Done done)
{
    // A connection, and not a continuation of QFuture: only a connection may lose its receiver at any moment.
    const auto courier = std::make_shared<Courier>();
    const auto result = std::make_shared<std::optional<std::invoke_result_t<Work>>>();
    QObject::connect(
        courier.get(), &Courier::arrived, context, [result, done] { done(std::as_const(**result)); },
        Qt::QueuedConnection);
    courier->moveToThread(nullptr);
    pool.start([courier, result, work] {
        *result = work();
        emit courier->arrived();
    });
}

} // namespace plimsoll::app

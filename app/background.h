// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <type_traits>

namespace plimsoll::app {

/// Runs work (a file to read or write) on the pool and gives its result to `done` in the context's thread, unless the
/// context is gone by then. A pool of one thread keeps the order: of two saves the later one lasts.
template <typename Work, typename Done> void inBackground(QThreadPool &pool, QObject *context, Work work, Done done)
{
    using Value = std::invoke_result_t<Work>;
    const auto promise = std::make_shared<QPromise<Value>>();
    promise->future().then(context, [done](const QFuture<Value> &future) { done(future.result()); });
    pool.start([promise, work] {
        promise->start();
        promise->addResult(work());
        promise->finish();
    });
}

} // namespace plimsoll::app

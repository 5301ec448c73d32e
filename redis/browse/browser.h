// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/keysampler.h"
#include "redis/types/browse.h"
#include "redis/types/endpoint.h"
#include "redis/types/slowlog.h"

#include <QObject>

#include <memory>
#include <stop_token>

namespace plimsoll::redis {

class Server;

/// Answers one question on a connected server (blocking, bounded). Shared by the window's browser and `jobs`.
BrowseResult browse(Server &server, const BrowseRequest &request, const std::stop_token &stop = {});

/// Answers the questions of open pages on its own thread and connection ("plimsoll:browse"). Slots by queued
/// connections. Reconnects by itself; while it cannot, answers are errors.
class Browser final : public QObject {
    Q_OBJECT

public:
    explicit Browser(QObject *parent = nullptr);
    ~Browser() override;
    Q_DISABLE_COPY_MOVE(Browser)

public slots:
    /// The caller owns the source of `stop`. After a stop request, the request in flight ends within 50 ms and later
    /// ones are dropped.
    void open(const plimsoll::redis::Endpoint &endpoint, const std::stop_token &stop);
    void ask(const plimsoll::BrowseRequest &request);
    void readSlowLog();
    /// Measures some of these keys; see KeySampler.
    void sampleKeys(const plimsoll::KeySizesRequest &request);

signals:
    void answered(const plimsoll::BrowseResult &result);
    void slowLogRead(const plimsoll::SlowLog &log);
    void keysSampled(const plimsoll::KeySizes &sizes);

private:
    template <typename Try, typename ErrorOf> auto askAgain(const Try &attempt, const ErrorOf &errorOf);
    BrowseResult tryOnce(const BrowseRequest &request);

    std::unique_ptr<Server> m_server;
    KeySampler m_sampler;
    std::stop_token m_stop; ///< cancels the connection's requests
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/endpoint.h"

#include <QObject>

#include <memory>
#include <mutex>
#include <stop_token>

namespace plimsoll::redis {

class Client;

/// Answers one question on a connected client (blocking, bounded). Shared by the window's browser and `jobs`.
BrowseResult browse(Client &client, const BrowseRequest &request, const std::stop_token &stop = {});

/// Answers the questions of open pages on its own thread and connection ("plimsoll:browse"). Slots by queued
/// connections. Reconnects by itself; while it cannot, answers are errors.
class Browser final : public QObject {
    Q_OBJECT

public:
    explicit Browser(QObject *parent = nullptr);
    ~Browser() override;
    Q_DISABLE_COPY_MOVE(Browser)

    /// Cancels what is under way within 50 ms; until the next open() every question is dropped. Thread-safe.
    void stop();

public slots:
    void open(const plimsoll::redis::Endpoint &endpoint);
    void ask(const plimsoll::BrowseRequest &request);
    void close();

signals:
    void answered(const plimsoll::BrowseResult &result);

private:
    [[nodiscard]] std::stop_token stopToken();
    BrowseResult tryOnce(const BrowseRequest &request, const std::stop_token &stop);

    std::unique_ptr<Client> m_client;
    std::mutex m_stopMutex; ///< stop() comes from other threads
    std::stop_source m_stop;
};

} // namespace plimsoll::redis

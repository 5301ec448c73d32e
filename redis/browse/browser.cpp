// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"

#include "redis/wire/client.h"

#include <QCoreApplication>

namespace plimsoll::redis {

namespace {

ClientOptions browseOptions()
{
    ClientOptions options;
    options.name = "plimsoll:browse";
    options.readOnly = true; // pages only ever read, whatever the workspace permits
    return options;
}

} // namespace

Browser::Browser(QObject *parent) : QObject(parent)
{
    qRegisterMetaType<BrowseResult>();
}

Browser::~Browser() = default;

void Browser::stop()
{
    const std::lock_guard lock(m_stopMutex);
    m_stop.request_stop();
}

std::stop_token Browser::stopToken()
{
    const std::lock_guard lock(m_stopMutex);
    return m_stop.get_token();
}

void Browser::open(const Endpoint &endpoint)
{
    {
        const std::lock_guard lock(m_stopMutex);
        m_stop = std::stop_source();
    }
    m_client = std::make_unique<Client>(endpoint, browseOptions());
}

void Browser::close()
{
    m_client.reset();
}

void Browser::ask(const BrowseRequest &request)
{
    const std::stop_token stop = stopToken();
    if (stop.stop_requested()) {
        return; // nobody waits any more
    }
    if (!m_client) {
        emit answered({request.id, request.collection, request.query,
                       Error{ErrorKind::Unreachable, QCoreApplication::translate("browse", "not connected")}});
        return;
    }
    // Every question is a try of its own: pages ask again with their next refresh, which paces the reconnects. A
    // connection that broke since the last question shows only now, so that one is asked once more.
    const bool used = m_client->isConnected();
    BrowseResult result = tryOnce(request, stop);
    const auto *error = std::get_if<Error>(&result.answer);
    if (used && error != nullptr && error->kind == ErrorKind::Unreachable && !stop.stop_requested()) {
        result = tryOnce(request, stop);
    }
    if (!stop.stop_requested()) {
        emit answered(result);
    }
}

BrowseResult Browser::tryOnce(const BrowseRequest &request, const std::stop_token &stop)
{
    if (!m_client->isConnected()) {
        if (const Outcome connected = m_client->connect(stop); !connected) {
            return {request.id, request.collection, request.query, connected.error()};
        }
    }
    return browse(*m_client, request, stop);
}

} // namespace plimsoll::redis

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

Browser::Browser(QObject *parent) : QObject(parent) { }

Browser::~Browser() = default;

void Browser::stop()
{
    m_stop.request_stop();
}

void Browser::open(const Endpoint &endpoint)
{
    m_client = std::make_unique<Client>(endpoint, browseOptions());
}

void Browser::close()
{
    m_client.reset();
}

void Browser::ask(const BrowseRequest &request)
{
    if (m_stop.stop_requested()) {
        return;
    }
    BrowseResult result{request.id, request.collection, request.query, Error{}};
    if (!m_client) {
        result.answer = Error{ErrorKind::Unreachable, QCoreApplication::translate("browse", "not connected")};
        emit answered(result);
        return;
    }
    // Every question is a try of its own: pages ask again with their next refresh, which paces the reconnects. A
    // connection that broke since the last question shows only now, so that one is asked once more.
    const bool used = m_client->isConnected();
    result = tryOnce(request);
    const auto *error = std::get_if<Error>(&result.answer);
    if (used && error != nullptr && error->kind == ErrorKind::Unreachable && !m_stop.stop_requested()) {
        result = tryOnce(request);
    }
    emit answered(result);
}

BrowseResult Browser::tryOnce(const BrowseRequest &request)
{
    if (!m_client->isConnected()) {
        if (const Outcome connected = m_client->connect(m_stop.get_token()); !connected) {
            return {request.id, request.collection, request.query, connected.error()};
        }
    }
    return browse(*m_client, request, m_stop.get_token());
}

} // namespace plimsoll::redis

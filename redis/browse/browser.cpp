// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"

#include "redis/browse/slowlogreading.h"
#include "redis/topology/server.h"

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
    qRegisterMetaType<SlowLog>();
}

Browser::~Browser() = default;

void Browser::open(const Endpoint &endpoint, const std::stop_token &stop)
{
    m_stop = stop;
    m_server = makeServer(endpoint, browseOptions());
}

void Browser::ask(const BrowseRequest &request)
{
    if (m_stop.stop_requested()) {
        return; // the request was cancelled
    }
    if (!m_server) {
        emit answered({request.id, request.collection, request.query,
                       Error{ErrorKind::Unreachable, QCoreApplication::translate("browse", "not connected")}});
        return;
    }
    // Every question is a try of its own: pages ask again with their next refresh, which paces the reconnects. A
    // connection that broke since the last question shows only now, so that one is asked once more.
    const bool used = m_server->isConnected();
    BrowseResult result = tryOnce(request);
    const auto *error = std::get_if<Error>(&result.answer);
    if (used && error != nullptr && error->kind == ErrorKind::Unreachable && !m_stop.stop_requested()) {
        result = tryOnce(request);
    }
    if (!m_stop.stop_requested()) {
        emit answered(result);
    }
}

void Browser::readSlowLog()
{
    if (m_stop.stop_requested() || !m_server) {
        return;
    }
    const bool used = m_server->isConnected();
    SlowLog log;
    for (int attempt = 0; attempt < (used ? 2 : 1); ++attempt) { // as in ask()
        const Outcome connected = m_server->connect(m_stop);
        log = connected ? redis::readSlowLog(*m_server, m_stop) : SlowLog();
        if (!connected) {
            log.error = connected.error();
        }
        if (!log.error || log.error->kind != ErrorKind::Unreachable) {
            break;
        }
    }
    if (!m_stop.stop_requested()) {
        emit slowLogRead(log);
    }
}

BrowseResult Browser::tryOnce(const BrowseRequest &request)
{
    if (const Outcome connected = m_server->connect(m_stop); !connected) {
        return {request.id, request.collection, request.query, connected.error()};
    }
    return browse(*m_server, request, m_stop);
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"

#include "redis/browse/slowlogreading.h"
#include "redis/topology/server.h"

#include <QCoreApplication>

#include <algorithm>

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
    qRegisterMetaType<KeySizes>();
}

Browser::~Browser() = default;

void Browser::open(const Endpoint &endpoint, const std::stop_token &stop)
{
    m_stop = stop;
    m_server = makeServer(endpoint, browseOptions());
}

/// Every question is a try of its own: pages ask again with their next refresh, which paces the reconnects. A
/// connection that broke since the last question shows only now, so that one is asked once more.
template <typename Try, typename ErrorOf> auto Browser::askAgain(const Try &attempt, const ErrorOf &errorOf)
{
    const bool used = m_server->isConnected();
    auto result = attempt();
    const Error *const error = errorOf(result);
    if (used && error != nullptr && error->kind == ErrorKind::Unreachable && !m_stop.stop_requested()) {
        result = attempt();
    }
    return result;
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
    const qint64 before = m_server->bytesRead();
    BrowseResult result = askAgain([&] { return tryOnce(request); },
                                   [](const BrowseResult &one) { return std::get_if<Error>(&one.answer); });
    result.bytes = std::max<qint64>(0, m_server->bytesRead() - before); // less if it was connected again
    if (!m_stop.stop_requested()) {
        emit answered(result);
    }
}

void Browser::readSlowLog()
{
    if (m_stop.stop_requested() || !m_server) {
        return;
    }
    const SlowLog log = askAgain(
        [this] {
            const Outcome connected = m_server->connect(m_stop);
            SlowLog read;
            if (connected) {
                read = redis::readSlowLog(*m_server, m_stop);
            } else {
                read.error = connected.error();
            }
            return read;
        },
        [](const SlowLog &one) { return one.error ? &*one.error : nullptr; });
    if (!m_stop.stop_requested()) {
        emit slowLogRead(log);
    }
}

void Browser::sampleKeys(const KeySizesRequest &request)
{
    if (m_stop.stop_requested() || !m_server) {
        return;
    }
    KeySizes measured;
    if (const Outcome connected = m_server->connect(m_stop); connected) {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        measured =
            m_sampler.sample(*m_server, request, std::chrono::duration_cast<std::chrono::milliseconds>(now), m_stop);
    } else {
        measured.error = connected.error();
    }
    if (!m_stop.stop_requested()) {
        emit keysSampled(measured);
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

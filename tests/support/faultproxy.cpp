// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/faultproxy.h"

#include <QFile>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <utility>

namespace plimsoll::testing {

namespace {

using Clock = std::chrono::steady_clock;
constexpr qsizetype pieceSize = 65'536;
constexpr qsizetype fullAt = 1'048'576; ///< stops reading one side until the other accepts more

struct Address {
    sockaddr_storage storage{};
    socklen_t size = 0;

    [[nodiscard]] const sockaddr *get() const { return reinterpret_cast<const sockaddr *>(&storage); }
    [[nodiscard]] sockaddr *get() { return reinterpret_cast<sockaddr *>(&storage); }
};

Address addressOf(const redis::Endpoint &endpoint)
{
    Address address;
    if (endpoint.transport == redis::Endpoint::Transport::Local) {
        sockaddr_un local{};
        local.sun_family = AF_UNIX;
        const QByteArray path = QFile::encodeName(endpoint.path);
        std::copy(path.begin(), path.end(), local.sun_path);
        std::memcpy(&address.storage, &local, sizeof local);
        address.size = sizeof local;
    } else {
        sockaddr_in tcp{};
        tcp.sin_family = AF_INET;
        tcp.sin_port = htons(endpoint.port);
        tcp.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        std::memcpy(&address.storage, &tcp, sizeof tcp);
        address.size = sizeof tcp;
    }
    return address;
}

int checked(int result, const char *what)
{
    if (result < 0) {
        qFatal("FaultProxy: %s: %s", what, std::strerror(errno));
    }
    return result;
}

/// Returns nullopt if the connection is closed or broken.
std::optional<QByteArray> received(int descriptor)
{
    QByteArray piece(pieceSize, Qt::Uninitialized);
    const ssize_t got = ::recv(descriptor, piece.data(), static_cast<size_t>(piece.size()), MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        return std::nullopt;
    }
    piece.truncate(std::max(got, ssize_t(0)));
    return piece;
}

/// Sends bytes and removes what was sent from the front.
bool sent(int descriptor, QByteArray &bytes)
{
    const ssize_t put =
        ::send(descriptor, bytes.constData(), static_cast<size_t>(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (put < 0 && errno != EAGAIN && errno != EINTR) {
        return false;
    }
    bytes.remove(0, std::max(put, ssize_t(0)));
    return true;
}

} // namespace

struct FaultProxy::Pair {
    struct Piece {
        Clock::time_point due;
        QByteArray bytes;
    };

    int client = -1;
    int server = -1;
    QByteArray toServer{};
    std::deque<Piece> toClient{};
    qint64 passed = 0; ///< reply bytes since the faults last changed
    int generation = 0;
    bool answered = false;
    bool cut = false; ///< close when toClient is empty
    bool dead = false;

    void close(bool reset)
    {
        if (reset) {
            const linger now{1, 0};
            ::setsockopt(client, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        }
        ::close(client);
        ::close(server);
        dead = true;
    }

    void reply(QByteArray bytes, std::chrono::milliseconds delay)
    {
        if (!bytes.isEmpty()) {
            passed += bytes.size();
            toClient.push_back({Clock::now() + delay, std::move(bytes)});
        }
    }

    [[nodiscard]] bool hasDue() const { return !toClient.empty() && toClient.front().due <= Clock::now(); }
    [[nodiscard]] qsizetype held() const
    {
        return toClient.empty() ? 0 : toClient.front().bytes.size() * static_cast<qsizetype>(toClient.size());
    }
};

FaultProxy::FaultProxy(redis::Endpoint upstream, Transport transport)
    : m_upstream(upstream), m_endpoint(std::move(upstream))
{
    m_endpoint.transport = transport;
    m_endpoint.host = QStringLiteral("127.0.0.1");
    m_endpoint.port = 0;
    m_endpoint.path = m_folder.filePath(QStringLiteral("proxy.sock"));
    listen();
    m_wake = checked(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd");
    m_thread = std::thread([this] { run(); });
}

FaultProxy::~FaultProxy()
{
    {
        const std::lock_guard lock(m_mutex);
        m_orders.quit = true;
    }
    wake();
    m_thread.join();
    ::close(m_listener);
    ::close(m_wake);
}

void FaultProxy::listen()
{
    Address address = addressOf(m_endpoint);
    m_listener = checked(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), "socket");
    checked(::bind(m_listener, address.get(), address.size), "bind");
    checked(::listen(m_listener, SOMAXCONN), "listen");
    if (m_endpoint.transport == Transport::Tcp) {
        sockaddr_in bound{};
        address.size = sizeof address.storage;
        checked(::getsockname(m_listener, address.get(), &address.size), "getsockname");
        std::memcpy(&bound, &address.storage, sizeof bound);
        m_endpoint.port = ntohs(bound.sin_port);
    }
}

void FaultProxy::set(const Faults &faults)
{
    {
        const std::lock_guard lock(m_mutex);
        m_orders.faults = faults;
        ++m_orders.generation;
    }
    wake();
}

void FaultProxy::setUpstream(const redis::Endpoint &upstream)
{
    const std::scoped_lock lock(m_mutex);
    m_upstream = upstream;
}

void FaultProxy::dropAll()
{
    {
        const std::lock_guard lock(m_mutex);
        m_orders.drop = true;
    }
    wake();
}

void FaultProxy::refuse(bool on)
{
    {
        const std::lock_guard lock(m_mutex);
        m_orders.refuse = on;
    }
    wake();
}

void FaultProxy::wake() const
{
    const quint64 one = 1;
    checked(static_cast<int>(::write(m_wake, &one, sizeof one)), "write");
}

FaultProxy::Orders FaultProxy::takeOrders()
{
    const std::lock_guard lock(m_mutex);
    Orders orders = m_orders;
    m_orders.drop = false;
    return orders;
}

void FaultProxy::run()
{
    Orders orders = takeOrders();
    while (!orders.quit) {
        std::vector<pollfd> waited{{m_wake, POLLIN, 0}, {m_listener, POLLIN, 0}};
        auto timeout = std::chrono::milliseconds(-1);
        for (const Pair &pair : m_pairs) {
            const auto wanted = [](bool read, bool write) {
                return static_cast<short>((read ? POLLIN : 0) | (write ? POLLOUT : 0));
            };
            waited.push_back({pair.client, wanted(pair.toServer.size() < fullAt, pair.hasDue()), 0});
            waited.push_back({pair.server, wanted(pair.held() < fullAt, !pair.toServer.isEmpty()), 0});
            if (!pair.toClient.empty() && !pair.hasDue()) {
                const auto left =
                    std::chrono::ceil<std::chrono::milliseconds>(pair.toClient.front().due - Clock::now());
                timeout = timeout.count() < 0 ? left : std::min(timeout, left);
            }
        }
        ::poll(waited.data(), waited.size(), static_cast<int>(timeout.count()));
        if (waited[0].revents != 0) {
            quint64 count = 0;
            checked(static_cast<int>(::read(m_wake, &count, sizeof count)), "read");
        }
        orders = takeOrders();
        for (Pair &pair : m_pairs) {
            serve(pair, orders);
        }
        std::erase_if(m_pairs, [](const Pair &pair) { return pair.dead; });
        if (waited[1].revents != 0) {
            accept(orders);
        }
    }
    for (Pair &pair : m_pairs) {
        pair.close(false);
    }
}

void FaultProxy::accept(const Orders &orders)
{
    const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) {
        return;
    }
    const Address address = [this] {
        const std::scoped_lock lock(m_mutex);
        return addressOf(m_upstream);
    }();
    const int server = checked(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
    if (orders.refuse || ::connect(server, address.get(), address.size) != 0) {
        ::close(client);
        ::close(server);
        return;
    }
    ++m_accepted;
    m_pairs.push_back({.client = client, .server = server, .generation = orders.generation});
}

void FaultProxy::serve(Pair &pair, const Orders &orders)
{
    if (pair.generation != orders.generation) {
        pair.generation = orders.generation;
        pair.passed = 0;
        pair.answered = false;
    }
    if (orders.drop) {
        pair.close(orders.faults.reset);
        return;
    }
    readRequests(pair, orders.faults);
    if (!pair.dead) {
        readReplies(pair, orders.faults);
    }
    if (!pair.dead && !pair.toServer.isEmpty() && !sent(pair.server, pair.toServer)) {
        pair.close(false);
    }
    while (!pair.dead && pair.hasDue()) {
        s_hasReplied = true;
        if (!sent(pair.client, pair.toClient.front().bytes)) {
            pair.close(false);
            return;
        }
        if (!pair.toClient.front().bytes.isEmpty()) {
            return;
        }
        pair.toClient.pop_front();
    }
    if (!pair.dead && pair.cut && pair.toClient.empty()) {
        pair.close(orders.faults.reset);
    }
}

void FaultProxy::readRequests(Pair &pair, const Faults &faults)
{
    if (pair.toServer.size() >= fullAt) {
        return;
    }
    const auto bytes = received(pair.client);
    if (!bytes || (faults.closeOn && bytes->contains(*faults.closeOn))) {
        pair.close(false);
        return;
    }
    m_requestBytes += bytes->size();
    s_roundTrips += !bytes->isEmpty() && s_hasReplied.exchange(false) ? 1 : 0;
    if (!faults.answer) {
        pair.toServer += *bytes;
    } else if (!bytes->isEmpty() && !pair.answered) {
        pair.answered = true;
        pair.reply(*faults.answer, faults.delay);
        pair.cut = pair.cut || faults.cutAfter.has_value();
    }
}

void FaultProxy::readReplies(Pair &pair, const Faults &faults)
{
    if (pair.held() >= fullAt || pair.cut) {
        return;
    }
    auto bytes = received(pair.server);
    if (!bytes) {
        pair.cut = true; // data in flight is still delivered
        return;
    }
    if (faults.replace) {
        bytes->replace(faults.replace->first, faults.replace->second);
    }
    const auto room = [&](qint64 limit) { return std::clamp<qint64>(limit - pair.passed, 0, bytes->size()); };
    if (faults.garbleAfter) {
        for (qint64 i = room(*faults.garbleAfter); i < bytes->size(); ++i) {
            (*bytes)[i] = static_cast<char>(bytes->at(i) ^ 0x55);
        }
    }
    if (faults.stallAfter) {
        bytes->truncate(room(*faults.stallAfter));
    }
    if (faults.cutAfter && pair.passed + bytes->size() >= *faults.cutAfter && !bytes->isEmpty()) {
        bytes->truncate(room(*faults.cutAfter));
        pair.cut = true;
    }
    pair.reply(*std::move(bytes), faults.delay);
}

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/subscriber.h"

#include "redis/wire/pipeline.h"

#include <QCoreApplication>

#include <utility>

namespace plimsoll::lab {

namespace {

constexpr std::chrono::milliseconds deadline{5'000};
// A message is seven lines, "*3 $7 message $N CHANNEL $N TEXT". The reply to SUBSCRIBE ends in ":1" and has one less.
constexpr std::size_t linesOfMessage = 7;
constexpr std::size_t linesOfAnswer = 6;

} // namespace

Outcome Subscriber::subscribe(const redis::Endpoint &endpoint, const QByteArray &channel, const std::stop_token &stop)
{
    close();
    const auto until = std::chrono::steady_clock::now() + deadline;
    auto opened = redis::openTransport(endpoint, until, stop);
    if (!opened) {
        return opened.error();
    }
    m_transport = std::make_unique<redis::Transport>(*std::move(opened));
    redis::Pipeline pipeline;
    pipeline.add({"SUBSCRIBE", channel});
    m_transport->device->write(pipeline.bytes());
    while (m_lines.size() < linesOfAnswer) {
        for (QByteArray &line : lines(redis::stopCheckInterval)) {
            m_lines.push_back(std::move(line));
        }
        if (stop.stop_requested() || std::chrono::steady_clock::now() > until || !m_transport->isOpen()) {
            close();
            return Error{ErrorKind::TimedOut,
                         QCoreApplication::translate("Wire", "The server did not answer within the time allowed")};
        }
    }
    m_lines.erase(m_lines.begin(), m_lines.begin() + linesOfAnswer);
    return Done{};
}

std::vector<QByteArray> Subscriber::readMessages(std::chrono::milliseconds wait)
{
    // A whole message may have arrived with the reply to SUBSCRIBE; then do not wait.
    const bool isWhole = m_lines.size() >= linesOfMessage;
    for (QByteArray &line : lines(isWhole ? std::chrono::milliseconds(0) : wait)) {
        m_lines.push_back(std::move(line));
    }
    std::vector<QByteArray> heard;
    while (m_lines.size() >= linesOfMessage) {
        heard.push_back(std::move(m_lines[linesOfMessage - 1]));
        m_lines.erase(m_lines.begin(), m_lines.begin() + linesOfMessage);
    }
    if (heard.empty() && m_transport != nullptr && !m_transport->isOpen()) {
        close(); // the caller subscribes again
    }
    return heard;
}

std::vector<QByteArray> Subscriber::lines(std::chrono::milliseconds wait)
{
    std::vector<QByteArray> whole;
    if (m_transport == nullptr) {
        return whole;
    }
    QIODevice &device = *m_transport->device;
    if (device.bytesAvailable() == 0) {
        device.waitForReadyRead(static_cast<int>(wait.count()));
    }
    m_begun += device.readAll();
    for (qsizetype end = m_begun.indexOf("\r\n"); end >= 0; end = m_begun.indexOf("\r\n")) {
        whole.push_back(m_begun.first(end));
        m_begun.remove(0, end + 2);
    }
    return whole;
}

void Subscriber::close()
{
    m_transport.reset();
    m_begun.clear();
    m_lines.clear();
}

} // namespace plimsoll::lab

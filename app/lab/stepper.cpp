// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/stepper.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::lab {

/// Waits until the client is released. The thread that releases it counts it as running, so settle() cannot miss it.
void Stepper::stay(std::unique_lock<std::mutex> &lock, int client)
{
    --m_running;
    m_changed.notify_all();
    m_changed.wait(lock, [this, client] { return m_over || m_clients[client].stage == Stage::Released; });
}

void Stepper::pass(int client, const Waiting &waiting)
{
    std::unique_lock lock(m_mutex);
    if (!m_over) {
        m_clients[client].stage = Stage::AtGate;
        m_clients[client].waiting = waiting;
        m_gate[{m_round, client}] = client;
        stay(lock, client);
    }
}

void Stepper::sleepUntil(int client, Milliseconds time)
{
    std::unique_lock lock(m_mutex);
    if (!m_over && time > m_time) {
        m_clients[client].stage = Stage::Asleep;
        m_clients[client].wakesAt = Milliseconds(std::ceil(time.count()));
        stay(lock, client);
    }
}

bool Stepper::isNews(int client, const QString &command, const QString &reply)
{
    const std::lock_guard lock(m_mutex);
    QHash<QString, QString> &said = m_clients[client].said;
    const auto before = said.constFind(command);
    if (before != said.constEnd() && *before == reply) {
        return false;
    }
    if (before != said.constEnd() || said.size() > 1) { // an idle client alternates two commands at most
        said.clear();
    }
    said.insert(command, reply);
    m_news = true;
    return true;
}

void Stepper::leave()
{
    const std::lock_guard lock(m_mutex);
    --m_running;
    m_changed.notify_all();
}

void Stepper::settle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !isRunning(); });
    ++m_round;
}

std::optional<Stepper::Waiting> Stepper::next() const
{
    const std::lock_guard lock(m_mutex);
    return m_gate.empty() ? std::nullopt : std::optional(m_clients.at(m_gate.begin()->second).waiting);
}

void Stepper::release()
{
    const std::lock_guard lock(m_mutex);
    if (!m_gate.empty()) {
        m_clients[m_gate.begin()->second].stage = Stage::Released;
        m_gate.erase(m_gate.begin());
        ++m_running;
        m_changed.notify_all();
    }
}

bool Stepper::hadNews()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_news, false);
}

std::optional<Milliseconds> Stepper::wakesAt() const
{
    const std::lock_guard lock(m_mutex);
    std::optional<Milliseconds> first;
    for (const auto &[number, client] : m_clients) {
        if (client.stage == Stage::Asleep) {
            first = std::min(first.value_or(client.wakesAt), client.wakesAt);
        }
    }
    return first;
}

void Stepper::advance(Milliseconds to)
{
    const std::lock_guard lock(m_mutex);
    m_time = std::max(m_time, to);
    for (auto &[number, client] : m_clients) {
        if (client.stage == Stage::Asleep && client.wakesAt <= m_time) {
            client.stage = Stage::Released;
            ++m_running;
        }
    }
    m_changed.notify_all();
}

void Stepper::end()
{
    const std::lock_guard lock(m_mutex);
    m_over = true;
    m_changed.notify_all();
}

Milliseconds Stepper::time() const
{
    const std::lock_guard lock(m_mutex);
    return m_time;
}

} // namespace plimsoll::lab

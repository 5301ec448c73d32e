// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/overtime.h"

#include <QCryptographicHash>

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds slowStep = std::chrono::minutes(5);
constexpr milliseconds slowWindow = std::chrono::hours(1);
constexpr qsizetype longestFingerprint = 64;

} // namespace

void LowWater::CountAt::leaveOut(double before, double change)
{
    if (change > 0) { // an undo, or dead letters of a requeue
        const double back = std::min(change, taken);
        taken -= back;
        given += change - back;
        count += change - back;
    } else {
        const double back = std::clamp(given, 0.0, -change);
        const double grown = std::clamp(before - count, 0.0, -change - back);
        taken += grown;
        given += change + grown;
        count = std::min(count - back, before + change);
    }
}

void LowWater::add(milliseconds time, double count)
{
    if (!isKnown(count)) {
        return;
    }
    if (!m_least.empty() && time < m_least.back().time) {
        m_least.clear(); // the server's clock was set back
    }
    if (std::exchange(m_leavesOut, false)) {
        for (CountAt &least : m_least) {
            least.leaveOut(m_last, count - m_last);
        }
    }
    m_last = count;
    m_lastAt = time;
    if (m_least.empty() || time - m_least.back().time >= slowStep) {
        m_least.push_back({time, count});
    } else {
        m_least.back().count = std::min(m_least.back().count, count);
    }
    std::erase_if(m_least, [time](const CountAt &least) { return time - least.time > slowWindow; });
}

void LowWater::hold(const TicksPassed &passed)
{
    const milliseconds first = m_lastAt;
    for (int i = 1; i <= passed.ticks && passed.until > first && !m_least.empty() && !m_leavesOut; ++i) {
        add(first + (passed.until - first) * i / passed.ticks, m_last);
    }
}

void Growth::add(milliseconds now, double count)
{
    m_window.add(now, count);
    const qint64 at = stepAt(now);
    const bool isBack = now < std::exchange(m_last, now); // the clock was set
    if (!isKnown(count)) { // an unknown count neither grows nor stands still
        m_rate = std::make_shared<const Rate>();
        return;
    }
    const bool hasMoved =
        m_rate != nullptr && m_rate->stillFor > milliseconds::zero() && m_window.unchangedSince() == now;
    if (m_rate == nullptr || isBack || at != m_worked || hasMoved
        || (!isKnown(m_rate->perMinute) && m_window.mayHaveRate())) {
        m_worked = at;
        m_rate = m_window.rate();
    }
}

void Growth::hold(const TicksPassed &passed)
{
    m_window.hold(passed.ticks, passed.until);
    if (const qint64 at = stepAt(passed.until); m_rate != nullptr && at > m_worked) {
        m_worked = at;
        m_rate = m_window.rate();
    }
}

milliseconds Growth::changesAt() const
{
    if (m_rate == nullptr) {
        return Collector::always;
    }
    if (m_rate->stillFor > milliseconds::zero() && m_rate->anewAt == milliseconds::zero()
        && m_window.unchangedSince() <= m_rate->to) {
        return Collector::never;
    }
    return isKnown(m_rate->perMinute) ? milliseconds((m_worked + 1) * step - m_turn) : m_window.hasRateFrom();
}

void Growth::startAnew(milliseconds now)
{
    m_window.startAnew(now);
    m_rate.reset();
}

milliseconds LowWater::leastAt() const
{
    const auto least = std::min_element(m_least.rbegin(), m_least.rend(),
                                        [](const CountAt &a, const CountAt &b) { return a.count < b.count; });
    return least == m_least.rend() ? milliseconds::zero() : least->time;
}

double LowWater::above() const
{
    double least = m_last;
    for (const CountAt &one : m_least) {
        least = std::min(least, one.count);
    }
    return m_last - least;
}

void Expiry::append(Pipeline &pipeline, const std::vector<PolledKey> &keys)
{
    for (const PolledKey &key : keys) {
        pipeline.add({"PTTL", key.key});
    }
}

std::optional<Error> Expiry::read(ReplyCursor &replies, const std::vector<PolledKey> &keys, milliseconds now)
{
    std::optional<Error> error;
    clear();
    bool isAny = false;
    for (const PolledKey &key : keys) {
        const Reply &reply = replies.next();
        if (reply.isError() && !error) {
            error = reply.toError(key.key);
        }
        if (reply.type == Reply::Type::Integer && reply.integer == -1) { // -2: there is no key
            isAny = true;
        } else if (reply.type == Reply::Type::Integer && reply.integer >= 0) {
            const milliseconds at = now + milliseconds(reply.integer);
            m_expiresAt = m_expiresAt ? std::min(*m_expiresAt, at) : at;
        }
    }
    m_never = isAny && !error && !m_expiresAt;
    return error;
}

void Expiry::tell(Reading &reading, int figure) const
{
    const bool expires = m_expiresAt && *m_expiresAt > reading.now;
    if (expires) {
        reading.rest.run({figure, true, *m_expiresAt}, reading.now);
    }
    reading.figures[static_cast<std::size_t>(figure)] =
        expires ? static_cast<double>((*m_expiresAt - reading.now).count()) : unknownFigure;
    if (m_never) {
        reading.note(figure, FigureNote::Never);
    }
}

std::vector<HeadElement> scoredElements(const Reply &reply)
{
    std::vector<HeadElement> out;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        out.push_back({reply.elements[i].bytes, reply.elements[i + 1].toDouble().value_or(unknownFigure)});
    }
    return out;
}

QByteArray fingerprint(const QByteArray &element)
{
    return element.size() <= longestFingerprint ? element : QCryptographicHash::hash(element, QCryptographicHash::Sha1);
}

} // namespace plimsoll::redis

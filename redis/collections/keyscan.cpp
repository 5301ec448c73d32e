// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/keyscan.h"

#include "redis/collections/keytypes.h"
#include "redis/wire/scancursor.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Server time of one step, which is how long other clients wait.
constexpr microseconds shortStep{200};
constexpr microseconds longStep{500};
constexpr qint64 leastCount = 10;
constexpr qint64 mostCount = 500;
/// Rest between two passes: the duration of the last one, within these limits.
constexpr milliseconds shortestRest{5'000};
constexpr milliseconds longestRest{60'000};

} // namespace

void KeyScan::setPatterns(std::vector<KeyPattern> patterns)
{
    if (patterns != m_patterns) {
        m_patterns = std::move(patterns);
        m_restUntil = {};
        restart();
    }
}

void KeyScan::restart()
{
    ++m_pass;
    m_at = 0;
    m_cursor = "0";
    m_begun = {};
}

std::optional<QByteArray> KeyScan::idOf(const QByteArray &key) const
{
    std::optional<QByteArray> id;
    for (auto pattern = m_patterns.begin(); pattern != m_patterns.end() && !id; ++pattern) {
        id = pattern->idOf(key);
    }
    return id;
}

void KeyScan::append(Pipeline &pipeline) const
{
    const QByteArray count = QByteArray::number(m_count);
    const bool isOneType = (m_types & (m_types - 1)) == 0;
    const QByteArrayView glob = m_patterns[m_at].glob();
    if (isOneType) {
        pipeline.add({"SCAN", m_cursor, "MATCH", glob, "COUNT", count, "TYPE", specOf(KeyType(m_types)).name});
    } else {
        pipeline.add({"SCAN", m_cursor, "MATCH", glob, "COUNT", count});
    }
}

KeyScan::Step KeyScan::read(const Reply &reply, milliseconds now, microseconds work)
{
    Step step;
    if (reply.isError() || reply.elements.size() != 2) {
        step.error = reply.isError() ? reply.toError() : Error{ErrorKind::Protocol, QStringLiteral("SCAN")};
        m_restUntil = now + shortestRest;
        restart();
        return step;
    }
    m_begun = m_begun.count() == 0 ? now : m_begun;
    step.begun = m_begun;
    if (work < shortStep) {
        m_count = std::min(m_count * 2, mostCount);
    } else if (work > longStep) {
        m_count = std::max(m_count / 2, leastCount);
    }
    for (const Reply &key : reply.elements[1].elements) {
        if (std::optional<QByteArray> id = m_patterns[m_at].idOf(key.bytes)) {
            step.matches.push_back({key.bytes, *std::move(id)});
        }
    }
    m_cursor = reply.elements[0].bytes;
    if (m_cursor == "0" && ++m_at == m_patterns.size()) {
        step.endsPass = true;
        m_restUntil = now + std::clamp(now - m_begun, shortestRest, longestRest);
        restart();
    }
    return step;
}

double KeyScan::progress() const
{
    return m_patterns.empty()
        ? 1
        : (static_cast<double>(m_at) + ScanCursor::parse(m_cursor).value_or(ScanCursor()).progress())
            / static_cast<double>(m_patterns.size());
}

} // namespace plimsoll::redis

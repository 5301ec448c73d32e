// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/serverclock.h"

#include "redis/types/limits.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

constexpr double memoryWarning = 90, memoryCritical = 97; ///< % of maxmemory

QString serverText(const char *text)
{
    return QCoreApplication::translate("problems", text);
}

QString countText(qint64 count)
{
    return limitValueText(Unit::Count, static_cast<double>(count));
}

/// An event that lost data is worse than one that did not.
std::pair<Cause, State> judged(const ServerEvent &event)
{
    const Cause cause = causeOf(event.type);
    const bool isCritical = event.elementsGone > 0 || cause == Cause::Emptied || cause == Cause::Flushed;
    return {cause, isCritical ? State::Critical : State::Warning};
}

/// Total number of entries: by ID, which SLOWLOG RESET does not restart, else the length, which a full log keeps.
std::optional<qint64> entriesOf(const ServerInfo &info)
{
    return info.slowLogNewest ? std::optional(*info.slowLogNewest + 1) : info.slowLogLength;
}

QDataStream &operator>>(QDataStream &in, std::optional<qint64> &number)
{
    bool isKnown = false;
    qint64 known = 0;
    in >> isKnown >> known;
    number = isKnown ? std::optional(known) : std::nullopt;
    return in;
}

QDataStream &operator<<(QDataStream &out, const std::optional<qint64> &number)
{
    return out << number.has_value() << number.value_or(0);
}

} // namespace

Cause causeOf(ServerEvent::Type type)
{
    switch (type) {
    case ServerEvent::Type::Emptied:
        return Cause::Emptied;
    case ServerEvent::Type::Flushed:
        return Cause::Flushed;
    case ServerEvent::Type::Failover:
        return Cause::Failover;
    case ServerEvent::Type::Restarted:
        break;
    }
    return Cause::Restarted;
}

void ServerClock::set(Cause cause, State state, milliseconds now, const QString &text, double value, double limit,
                      std::vector<StateTurn> &turns)
{
    const auto found = m_troubles.find(cause);
    const State before = found == m_troubles.end() ? State::Ok : found->second.state.state;
    if (before == state) {
        return;
    }
    const StateSince turned{state, now, false, before};
    if (state == State::Ok) {
        m_troubles.erase(found);
    } else {
        m_troubles[cause].state = turned;
    }
    turns.push_back({{{}, {}, {}, cause}, turned, value, limit, text});
}

void ServerClock::apply(const ClockTick &tick, const Snapshot &snapshot, const ServerEvent *unseen,
                        std::vector<StateTurn> &turns)
{
    if (!m_isSeen || m_answers.state == State::Error) {
        const bool wasAway = std::exchange(m_isSeen, true);
        m_answers = {State::Ok, tick.now, !wasAway, wasAway ? std::optional(State::Error) : std::nullopt};
    }
    m_awayFor = {};
    set(Cause::Away, State::Ok, tick.now, serverText(QT_TRANSLATE_NOOP("problems", "the server answers again")),
        unknownFigure, unknownFigure, turns);
    for (const ServerEvent &event : snapshot.events) {
        happened(tick, event, turns);
    }
    if (unseen != nullptr) {
        happened(tick, *unseen, turns);
    }
    endEvents(tick, turns);
    takeEvicted(tick, snapshot.server, turns);
    m_isRestored = false;
    for (const NodeState &node : snapshot.server.nodes) {
        m_nodes[node.info.address] = {node.info.runId, node.info.evictedKeys, node.info.flushes, node.info.keys};
    }
    takeSlowLog(tick, snapshot.server, turns);
    takeMemory(tick, snapshot.server, turns);
}

void ServerClock::away(milliseconds now, milliseconds watched, milliseconds unknownFor, const QString &why,
                       std::vector<StateTurn> &turns)
{
    const bool isNews = !m_isSeen || m_answers.state != State::Error;
    if (isNews) {
        m_answers = {State::Error, now, !m_isSeen, m_isSeen ? std::optional(m_answers.state) : std::nullopt};
        m_isSeen = true;
        m_awayFor = {};
    } else {
        m_awayFor += watched;
    }
    if (m_awayFor >= unknownFor) {
        const std::size_t before = turns.size();
        set(Cause::Away, State::Error, now, why, unknownFigure, unknownFigure, turns);
        if (turns.size() > before) { // it began with the first unanswered poll
            m_troubles[Cause::Away].state.since = turns.back().state.since = m_answers.since;
            turns.back().state.isAtLeast = m_answers.isAtLeast;
        }
    }
}

/// Starts a trouble for an event. A repeated or less severe event only extends it.
void ServerClock::happened(const ClockTick &tick, const ServerEvent &event, std::vector<StateTurn> &turns)
{
    const auto [cause, state] = judged(event);
    if (const auto known = m_troubles.find(cause);
        known != m_troubles.end() && known->second.at != event.time && known->second.state.state == state) {
        set(cause, State::Ok, event.time, serverText(QT_TRANSLATE_NOOP("problems", "it happened again")), unknownFigure,
            unknownFigure, turns);
    }
    if (const auto standing = m_troubles.find(cause);
        standing == m_troubles.end() || standing->second.state.state < state) {
        const double gone = event.elementsGone > 0 ? event.elementsGone : unknownFigure;
        set(cause, state, event.time, event.text, gone, unknownFigure, turns);
        m_troubles[cause].at = event.time;
    }
    m_troubles[cause].until = tick.now + eventFor;
}

void ServerClock::endEvents(const ClockTick &tick, std::vector<StateTurn> &turns)
{
    for (const Cause cause : {Cause::Restarted, Cause::Emptied, Cause::Failover, Cause::Flushed, Cause::Evicted}) {
        const auto found = m_troubles.find(cause);
        const bool isOver = found != m_troubles.end()
            && (tick.now >= found->second.until || found->second.until > tick.now + 2 * eventFor);
        if (isOver) { // also if the server's clock was set back
            set(cause, State::Ok, tick.now,
                cause == Cause::Evicted ? serverText(QT_TRANSLATE_NOOP("problems", "no more keys are evicted"))
                                        : serverText(QT_TRANSLATE_NOOP("problems", "nothing more has happened since")),
                unknownFigure, unknownFigure, turns);
        }
    }
}

std::optional<ServerEvent> ServerClock::unseen(const ClockTick &tick, const Snapshot &snapshot)
{
    using Type = ServerEvent::Type;
    constexpr milliseconds slack{2'000}; // uptime has a resolution of 1 s
    if (!m_isRestored || !tick.last || !snapshot.events.empty()) {
        return std::nullopt;
    }
    std::optional<ServerEvent> found;
    for (const NodeState &node : snapshot.server.nodes) {
        const ServerInfo &info = node.info;
        const auto known = m_nodes.find(info.address);
        if (known == m_nodes.end() || known->second.runId.isEmpty() || info.runId.isEmpty()) {
            continue;
        }
        const Node &before = known->second;
        if (before.runId != info.runId && info.uptime) {
            const milliseconds started = tick.now - *info.uptime;
            found = started >= *tick.last - slack // not before it was last seen, so that events stay in order
                ? ServerEvent{std::min(std::max(started, *tick.last), tick.now), Type::Restarted, 0,
                              serverText(QT_TRANSLATE_NOOP("problems", "restarted while nobody was watching"))}
                : ServerEvent{tick.now, Type::Failover, 0,
                              serverText(QT_TRANSLATE_NOOP("problems", "failed over while nobody was watching"))};
        } else if (before.runId == info.runId && before.flushes && info.flushes && *info.flushes > *before.flushes
                   && before.keys && info.keys && *info.keys < *before.keys && !found) { // else of another database
            found = ServerEvent{tick.now, Type::Flushed, 0,
                                serverText(QT_TRANSLATE_NOOP("problems", "flushed while nobody was watching"))};
        }
    }
    return found;
}

void ServerClock::takeEvicted(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns)
{
    for (const NodeState &node : server.nodes) {
        const auto known = m_nodes.find(node.info.address);
        if (known == m_nodes.end() || known->second.runId != node.info.runId) {
            continue;
        }
        const qint64 more = node.info.evictedKeys.value_or(0) - known->second.evicted.value_or(0);
        if (node.info.evictedKeys && known->second.evicted && more > 0) {
            const QString text = more == 1
                ? serverText(QT_TRANSLATE_NOOP("problems", "1 key was evicted"))
                : serverText(QT_TRANSLATE_NOOP("problems", "%1 keys were evicted")).arg(countText(more));
            set(Cause::Evicted, State::Warning, tick.now, text, static_cast<double>(more), unknownFigure, turns);
            m_troubles[Cause::Evicted].until = tick.now + evictedFor;
        }
    }
}

void ServerClock::takeSlowLog(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns)
{
    qint64 most = 0; // entries of other clients; slow commands of Plimsoll are not a problem of the server
    qint64 own = 0;
    bool isKnown = false;
    for (const NodeState &node : server.nodes) {
        const std::optional<qint64> entries = entriesOf(node.info);
        if (!entries) {
            continue;
        }
        isKnown = true;
        auto &points = m_slow[node.info.address];
        const qint64 ownNow = node.info.slowLogOwn.value_or(0);
        const bool isReset = !points.empty()
            && (points.back().entries > *entries || points.back().own > ownNow || points.back().at > tick.now);
        if (isReset) { // a restart or a clock set back; without IDs also SLOWLOG RESET
            points.clear();
        }
        const bool isFirstOfAll = points.size() == 1 && points.back().entries == 0 && node.info.slowLogLength;
        if (isFirstOfAll) { // the first entry of an empty log may have any ID
            points.back().entries = *entries - *node.info.slowLogLength;
        }
        if (points.empty() || points.back().entries != *entries) {
            points.push_back({tick.now, *entries, ownNow});
        }
        // The first remaining point is the one at the start of the window.
        while (points.size() > 1 && points[1].at <= tick.now - slowLogFor) {
            points.pop_front();
        }
        const qint64 ownHere = points.back().own - points.front().own;
        if (const qint64 others = points.back().entries - points.front().entries - ownHere; others > most) {
            most = others;
            own = ownHere;
        }
    }
    if (!isKnown) {
        return; // not permitted or not queried: unknown
    }
    const bool fills = most >= slowLogEntries;
    const QString within = limitValueText(Unit::Duration, static_cast<double>(milliseconds(slowLogFor).count()));
    const QString text = !fills ? serverText(QT_TRANSLATE_NOOP("problems", "no new slow-log entries"))
        : own == 0
        ? serverText(QT_TRANSLATE_NOOP("problems", "%1 new slow-log entries in %2")).arg(countText(most), within)
        : serverText(QT_TRANSLATE_NOOP("problems", "%1 new slow-log entries in %2, besides %3 of Plimsoll's own"))
              .arg(countText(most), within, countText(own));
    set(Cause::SlowLog, fills ? State::Warning : State::Ok, tick.now, text, static_cast<double>(most),
        static_cast<double>(slowLogEntries), turns);
}

void ServerClock::takeMemory(const ClockTick &tick, const ServerState &server, std::vector<StateTurn> &turns)
{
    double fullest = unknownFigure;
    for (const NodeState &node : server.nodes) {
        const ServerInfo &info = node.info;
        if (info.usedMemory && info.maxMemory && *info.maxMemory > 0) {
            const double percent = 100.0 * static_cast<double>(*info.usedMemory) / static_cast<double>(*info.maxMemory);
            fullest = isKnown(fullest) ? std::max(fullest, percent) : percent;
        }
    }
    const Limit limit{0, memoryWarning, memoryCritical, false};
    m_memory.judge(tick, limit, fullest, false);
    const State state = m_memory.state().state;
    const QString text = isKnown(fullest)
        ? serverText(QT_TRANSLATE_NOOP("problems", "%1 % of the server's memory limit is used"))
              .arg(countText(static_cast<qint64>(fullest)))
        : serverText(QT_TRANSLATE_NOOP("problems", "the server has no memory limit"));
    set(Cause::Memory, state, tick.now, text, fullest, state == State::Critical ? memoryCritical : memoryWarning,
        turns);
}

std::vector<AlertSubject> ServerClock::inTrouble() const
{
    std::vector<AlertSubject> all;
    for (const auto &[cause, trouble] : m_troubles) {
        all.push_back({{}, {}, {}, cause});
    }
    return all;
}

void ServerClock::save(QDataStream &out) const
{
    out << m_answers << m_isSeen << m_awayFor << m_memory << static_cast<quint32>(m_troubles.size());
    for (const auto &[cause, trouble] : m_troubles) {
        out << cause << trouble.state << trouble.until << trouble.at;
    }
    out << static_cast<quint32>(m_nodes.size());
    for (const auto &[address, node] : m_nodes) {
        out << address << node.runId << node.evicted << node.flushes << node.keys;
    }
}

void ServerClock::restore(QDataStream &in, bool isWhole)
{
    quint32 count = 0;
    m_isRestored = true;
    in >> m_answers >> m_isSeen >> m_awayFor >> m_memory >> count;
    for (quint32 i = 0; i < count && hasMore(in); ++i) {
        Cause cause = Cause::Away;
        Trouble trouble;
        in >> cause >> trouble.state >> trouble.until;
        if (isWhole) {
            in >> trouble.at;
        }
        m_troubles[cause] = trouble;
    }
    in >> count;
    for (quint32 i = 0; i < count && hasMore(in); ++i) {
        QString address;
        Node node;
        in >> address >> node.runId;
        if (isWhole) {
            in >> node.evicted >> node.flushes >> node.keys;
        } else {
            in >> node.evicted.emplace();
        }
        m_nodes[address] = node;
    }
}

} // namespace plimsoll::models

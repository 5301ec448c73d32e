// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/changedrows.h"

#include "redis/poll/pollplan.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <numeric>
#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

namespace {

constexpr std::size_t manyKeys = 5'000; ///< from which on Polling::Auto tracks
constexpr std::chrono::minutes longestUnasked{1};
constexpr std::chrono::minutes longestRest{5};
constexpr int mostBusyTicks = 3;
constexpr std::size_t busyPart = 4; ///< a tick is busy if it asks more than one in so many rows
constexpr std::size_t mostLosses = 5; ///< of the connection that hears of changes, in a minute
constexpr int mostTimeouts = 5; ///< one after another, of nodes that are asked to tell
constexpr int mostRefusals = 1; ///< further connections that are closed when they are asked to tell
constexpr qint64 assumedMostKeys = 800'000; ///< of a server that does not tell tracking-table-max-keys

QString reasonText(const char *text)
{
    return QCoreApplication::translate("Polling", text);
}

} // namespace

void ChangedRows::edit(Polling wanted)
{
    m_wanted = wanted;
    m_refusals = 0;
    m_restsUntil.reset();
    m_layout = nullptr;
    askAllAgain();
}

bool ChangedRows::wantsTracking(const PollPlan &plan) const
{
    return m_wanted == Polling::Tracking || (m_wanted == Polling::Auto && plan.keyCount() >= manyKeys);
}

void ChangedRows::rest(Server &server, const QString &why, const std::stop_token &stop)
{
    for (const std::unique_ptr<Node> &node : server.nodes()) {
        node->untrack(stop);
    }
    m_isTracking = false;
    m_whyNot = why;
    m_restsUntil = why.isEmpty() ? std::nullopt : std::optional(Clock::now() + longestRest);
    m_rowsByKey.clear();
    m_busyTicks = 0;
    m_timeouts = 0;
    askAllAgain();
}

/// Returns why the node cannot tell of changes; empty if it does from now on, already did, or is only slow: then it is
/// tried again with the next poll, a few times.
QString ChangedRows::startOn(Node &node, const std::stop_token &stop)
{
    if (node.isTracking()) {
        return {};
    }
    const Outcome tracked = node.track(stop);
    // A proxy may close the connection at a command that it does not know.
    const bool isClosed = !tracked && !node.isConnected() && tracked.error().kind != ErrorKind::TimedOut
        && tracked.error().kind != ErrorKind::Cancelled;
    m_refusals += isClosed ? 1 : 0;
    const bool isSlow = !tracked && tracked.error().kind == ErrorKind::TimedOut;
    m_timeouts = isSlow ? m_timeouts + 1 : 0;
    if (isSlow && m_timeouts < mostTimeouts) {
        askAllAgain();
        return {};
    }
    return tracked ? QString()
                   : reasonText(QT_TRANSLATE_NOOP("Polling", "the server does not tell which keys change: %1"))
                         .arg(tracked.error().message);
}

/// Counts how often the connection is lost that hears of changes. True if that is too often: each new one costs the
/// server the list of its commands.
bool ChangedRows::isLostTooOften(std::size_t nodes)
{
    const Clock::time_point now = Clock::now();
    if (now - m_lossesSince > longestUnasked) {
        m_lossesSince = now;
        m_losses = 0;
    }
    return ++m_losses > mostLosses * nodes;
}

/// Returns why the node's table of tracked keys, which all its clients share, is too small; empty if it is not.
/// `watched`: number of our keys there.
QString ChangedRows::tooFull(const Node &node, qint64 watched) const
{
    const qint64 most = node.mostKeysTracked().value_or(assumedMostKeys);
    if (most == 0) {
        return {};
    }
    if (watched > most / 2) {
        return reasonText(
                   QT_TRANSLATE_NOOP("Polling",
                                     "%1 keys are too many for the server's table of tracked keys, which holds %2 for "
                                     "all clients (tracking-table-max-keys)"))
            .arg(QLocale().toString(watched), QLocale().toString(most));
    }
    return node.keysTracked().value_or(0) < most
        ? QString()
        : reasonText(
              QT_TRANSLATE_NOOP("Polling", "the server's table of tracked keys is full (tracking-table-max-keys %1)"))
              .arg(QLocale().toString(most));
}

/// Takes what one node tells. Returns why it cannot; empty if it does.
QString ChangedRows::hearFrom(Node &node, std::size_t nodes, qint64 watched, const std::stop_token &stop)
{
    const bool hasTracked = node.isTracking();
    const std::optional<std::vector<QByteArray>> changed = node.changedKeys(stop);
    if (!changed) {
        askAllAgain();
    } else {
        std::for_each(changed->begin(), changed->end(), [this](const QByteArray &key) { noteChanged(key); });
    }
    if (!node.isConnected()) {
        askAllAgain(); // those on it say so
        return {};
    }
    if (hasTracked && !node.isTracking()) { // tried again with the next poll: the node may be too slow for now
        return isLostTooOften(nodes)
            ? reasonText(QT_TRANSLATE_NOOP("Polling", "the connection that hears of changes is closed again and again"))
            : QString();
    }
    QString why = startOn(node, stop);
    return why.isEmpty() ? tooFull(node, watched) : why;
}

void ChangedRows::hear(Server &server, const PollPlan &plan, const std::stop_token &stop)
{
    if (m_refusals > mostRefusals || (m_restsUntil && Clock::now() < *m_restsUntil)) {
        return;
    }
    QString why = m_busyTicks < mostBusyTicks
        ? QString()
        : reasonText(
            QT_TRANSLATE_NOOP("Polling", "more than a quarter of the collections has to be asked at each poll"));
    const bool isWanted = wantsTracking(plan);
    if (isWanted && plan.readsOtherKeys()) {
        why = reasonText(QT_TRANSLATE_NOOP("Polling",
                                           "some collections read keys that they do not name, such as records of jobs, "
                                           "and the server would have to remember each of them"));
    }
    if (std::exchange(m_generation, server.generation()) != server.generation()) {
        askAllAgain();
    }
    if (why.isEmpty() && isWanted) { // at the same time, so that the tick waits for the slowest node alone
        for (const std::unique_ptr<Node> &node : server.nodes()) {
            node->askForChangedKeys();
        }
    }
    const auto watched = static_cast<qint64>(plan.keyCount() / server.nodes().size()); // slots are spread evenly
    for (const std::unique_ptr<Node> &node : server.nodes()) {
        why = why.isEmpty() && isWanted ? hearFrom(*node, server.nodes().size(), watched, stop) : why;
    }
    if (!why.isEmpty() || (!isWanted && m_isTracking)) {
        rest(server, why, stop);
        return;
    }
    m_isTracking = isWanted;
    m_whyNot.clear();
}

void ChangedRows::noteChanged(QByteArrayView key)
{
    for (const quint32 row : m_rowsByKey.take(key)) { // the server has forgotten it as well
        m_isChanged[row] = 1;
    }
}

void ChangedRows::noteKeys(std::size_t row, const Pipeline &pipeline, int firstCommand, int count)
{
    for (int command = firstCommand; command < firstCommand + count; ++command) {
        for (int key = 0; key < pipeline.at(command).keyCount; ++key) {
            m_rowsByKey.add(pipeline.key(command, key), static_cast<quint32>(row));
        }
    }
}

ChangedRows::Chosen ChangedRows::choose(const PollPlan &plan, milliseconds now)
{
    Chosen chosen;
    const bool isOther = std::exchange(m_layout, plan.layout().get()) != plan.layout().get();
    const bool areAllChanged = std::exchange(m_areAllChanged, false) || isOther;
    const Clock::time_point time = Clock::now();
    const auto since = time - std::exchange(m_turnedAt, time).value_or(time);
    if (areAllChanged || !m_isTracking) {
        chosen.rows.resize(plan.size());
        std::iota(chosen.rows.begin(), chosen.rows.end(), std::size_t(0));
    }
    if (areAllChanged) {
        chosen.changed = chosen.rows;
        m_isChanged.assign(plan.size(), 0);
        m_askFrom.assign(plan.size(), Collector::never);
        m_rowsByKey.clear();
    }
    if (!chosen.rows.empty() || plan.size() == 0) {
        return chosen;
    }
    const auto part = static_cast<std::size_t>(double(plan.size()) * std::chrono::duration<double>(since)
                                               / std::chrono::duration<double>(longestUnasked))
        + 1;
    for (std::size_t row = 0; row < plan.size(); ++row) {
        const bool isChanged = m_isChanged[row] != 0;
        const bool isTurn = (row < m_turn ? row + plan.size() : row) - m_turn < part;
        if (isChanged) {
            chosen.changed.push_back(row);
        }
        if (isChanged || isTurn || m_askFrom[row] <= now) {
            chosen.rows.push_back(row);
            m_isChanged[row] = 0;
            m_askFrom[row] = Collector::never;
        }
    }
    m_turn = (m_turn + part) % plan.size();
    m_busyTicks = chosen.rows.size() * busyPart > plan.size() + part * busyPart ? m_busyTicks + 1 : 0;
    return chosen;
}

} // namespace plimsoll::redis

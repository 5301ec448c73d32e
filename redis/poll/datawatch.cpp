// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/datawatch.h"

#include "redis/types/limits.h"
#include "redis/types/loss.h"
#include "redis/types/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;
using Type = ServerEvent::Type;

/// Uptime has a resolution of a second, and is not read exactly at the tick.
constexpr milliseconds uptimeSlack = std::chrono::seconds(2);
/// Small collections are emptied constantly; a loss is more than half, and at least this many elements.
constexpr double leastGone = 10;

bool isLoss(double before, double now)
{
    return before - now >= leastGone && now < before / 2;
}

double sumOf(const Snapshot &snapshot, std::span<const std::size_t> searching)
{
    double sum = 0;
    for (const double part : snapshot.parts) {
        sum += isKnown(part) ? part : 0;
    }
    for (const std::size_t row : searching) {
        const std::shared_ptr<const KeysFound> &found = snapshot.rows[row].found;
        sum += found != nullptr ? static_cast<double>(found->seen) : 0;
    }
    return sum;
}

/// Keys, each of which counts once although several collections may have it.
class KeysOnce {
public:
    /// Returns the elements in those keys of a row that were not added before; NaN if one is unknown.
    double add(const Snapshot &snapshot, std::size_t row)
    {
        const SnapshotLayout::Row &at = snapshot.layout->rows[row];
        double sum = 0;
        const auto first = static_cast<std::size_t>(at.firstPart);
        for (std::size_t part = first; part < first + static_cast<std::size_t>(at.partCount); ++part) {
            sum += m_keys.insert(snapshot.layout->parts[part].key).second ? snapshot.parts[part] : 0;
        }
        return sum;
    }

private:
    std::set<QByteArray> m_keys;
};

/// Sums all counts; unknown if one is unknown, or if keys are searched for, since they are found gradually.
double wholeOf(const Snapshot &snapshot)
{
    double sum = 0;
    KeysOnce keys;
    for (std::size_t row = 0; row < snapshot.size(); ++row) {
        sum += snapshot.rows[row].found != nullptr ? unknownFigure : keys.add(snapshot, row);
    }
    return sum;
}

/// Returns the time of the last save before a restart, whose data the server then loaded; 0 if unknown or the AOF is
/// on.
milliseconds lastSaveOf(const ServerInfo &server, milliseconds then)
{
    if (server.aofEnabled.value_or(true) || !server.lastSaveUnix || !server.uptime) {
        return {};
    }
    // A server that never saved reports its start time.
    const milliseconds saved = std::chrono::seconds(*server.lastSaveUnix);
    return saved > then - *server.uptime + uptimeSlack ? saved : milliseconds::zero();
}

/// Returns true if at least half of the watched keys have lost all elements, or none had any. Finished jobs take their
/// records with them, and a server may have few other keys.
bool areMostGone(const Snapshot &before, const Snapshot &now)
{
    int had = 0;
    int lost = 0;
    for (std::size_t i = 0; i < std::min(before.parts.size(), now.parts.size()); ++i) {
        had += before.parts[i] > 0 ? 1 : 0;
        lost += before.parts[i] > 0 && !(now.parts[i] > 0) ? 1 : 0;
    }
    return 2 * lost >= had;
}

} // namespace

/// Detects a restart, or a failover to another server that was already running.
void DataWatch::noteIdentity(const Known &before, const ServerInfo &server, milliseconds now)
{
    const ServerInfo &known = before.server;
    const bool another = !known.runId.isEmpty() && !server.runId.isEmpty() && known.runId != server.runId;
    if (another) {
        const milliseconds started = now - server.uptime.value_or(std::chrono::seconds(0));
        const bool isNew = server.uptime.has_value() && started >= before.at - uptimeSlack;
        add(isNew ? Type::Restarted : Type::Failover, isNew ? started : now);
        m_found.back().savedAt = isNew ? lastSaveOf(known, before.at) : milliseconds::zero();
        return;
    }
    const bool turned = !known.role.isEmpty() && !server.role.isEmpty() && known.role != server.role;
    // A master that gets its first replica may get a new id, too; only a replica whose id changes has a new master.
    const bool follows = server.role == QLatin1StringView("slave") && !known.replicationId.isEmpty()
        && known.replicationId != server.replicationId && known.replicationId != server.replicationIdBefore;
    if (turned || follows) {
        add(Type::Failover, now);
    }
}

/// True for a replica that was promoted: it continues the history of a server that was watched until now.
bool DataWatch::isSuccessor(const ServerInfo &server) const
{
    return !server.replicationIdBefore.isEmpty() && std::any_of(m_known.begin(), m_known.end(), [&](const auto &known) {
        return known.second.server.replicationId == server.replicationIdBefore;
    });
}

void DataWatch::note(const ServerInfo &server, milliseconds now)
{
    if (const auto before = m_known.find(server.address); before != m_known.end()) {
        const ServerInfo &known = before->second.server;
        const std::size_t found = m_found.size();
        noteIdentity(before->second, server, now);
        const bool same = m_found.size() == found;
        const bool fewer = known.keys && server.keys && *server.keys < *known.keys;
        const bool flushed = same && known.flushes && server.flushes && *server.flushes > *known.flushes;
        const bool mayHaveMoved = server.mode == QLatin1StringView("cluster"); // with their slots, to another node
        // FLUSHDB may have affected another database.
        if (flushed && fewer) {
            add(Type::Flushed, now);
        } else if (same && known.lastingKeys && server.lastingKeys && !mayHaveMoved
                   && isLoss(static_cast<double>(*known.lastingKeys), static_cast<double>(*server.lastingKeys))) {
            add(Type::Emptied, now);
        }
    } else if (isSuccessor(server)) {
        add(Type::Failover, now);
    }
    m_known[server.address] = {server, now};
}

bool DataWatch::wantsLook(const Snapshot &snapshot, std::span<const std::size_t> searching)
{
    m_sum = sumOf(snapshot, searching);
    const bool isEmptied = m_sumBefore > 0 && m_sum == 0; // by a flush, maybe, however few there were
    return m_before != nullptr && m_found.empty() && (isEmptied || isLoss(m_sumBefore, m_sum));
}

bool DataWatch::mayHaveLost() const
{
    return std::any_of(m_found.begin(), m_found.end(),
                       [](const ServerEvent &event) { return event.type != Type::Failover; });
}

/// Returns the number of elements in the previous snapshot, by collection name, because an edit moves rows.
double DataWatch::countBefore(const Snapshot &snapshot, std::size_t row) const
{
    if (m_before->layout == snapshot.layout) {
        return elementsOf(*m_before, row);
    }
    const int same = m_before->layout->rowNamed(snapshot.layout->rows[row].name);
    return same < 0 ? unknownFigure : elementsOf(*m_before, static_cast<std::size_t>(same));
}

/// Returns the number of keys on all nodes, as last reported.
std::optional<qint64> DataWatch::keysOnServer() const
{
    qint64 keys = 0;
    for (const auto &[address, known] : m_known) {
        if (!known.server.keys) {
            return std::nullopt;
        }
        keys += *known.server.keys;
    }
    return keys;
}

void DataWatch::lose(const Snapshot &snapshot, std::size_t row, double before, double now, ServerEvent &event)
{
    if (!isKnown(before) || !isKnown(now) || now > before / 2) {
        return;
    }
    event.elementsGone += before - now;
    if (now == before / 2) {
        return; // counted, but a loss ends when half of the elements are back
    }
    // A loss that is still reported is not hidden by the next one.
    std::shared_ptr<const Loss> &told = m_losses[snapshot.layout->rows[row].name];
    const bool isSecond = told != nullptr && told->time != event.time && !isOver(*told, snapshot, row);
    const double earlier = isSecond ? told->gone : 0;
    const QString text = withEarlierText(goneText(happenedText(event.type), before - now), earlier);
    told = std::make_shared<const Loss>(Loss{event.time, snapshot.serverTime,
                                             isSecond ? std::max(before, told->before) : before, text, -1,
                                             before - now + earlier});
}

/// The snapshot has search results from before the event: only an empty server has surely lost all keys. Keys of caches
/// and limits come and go by the thousand: without a restart, flush or failover, none count as lost.
void DataWatch::judgeFound(const Snapshot &snapshot, std::size_t row)
{
    const QString &name = snapshot.layout->rows[row].name;
    const int same = m_before->layout->rowNamed(name);
    std::shared_ptr<const KeysFound> found = same < 0 ? nullptr : m_before->rows[static_cast<std::size_t>(same)].found;
    if (m_last->type == Type::Emptied || found == nullptr) {
        return; // an earlier event may still be responsible
    }
    if (const auto awaited = m_awaited.find(name); awaited != m_awaited.end()) {
        const bool isMore = elementsLasting(snapshot, row, *awaited->second.found, snapshot.serverTime)
            > elementsLasting(snapshot, row, *found, snapshot.serverTime);
        found = isMore ? awaited->second.found : found;
        m_awaited.erase(awaited);
    }
    const double before = elementsLasting(snapshot, row, *found, snapshot.serverTime);
    if (keysOnServer() == 0) {
        lose(snapshot, row, before, 0, *m_last);
    } else if (before > 0) {
        m_awaited[name] = {std::move(found), m_last, snapshot.serverTime};
    }
}

/// Computes the losses of each collection in the last event.
void DataWatch::judge(Snapshot &snapshot)
{
    m_last = std::make_shared<ServerEvent>(m_found.back());
    m_last->time = std::min(m_last->time, snapshot.serverTime);
    const auto &parts = snapshot.layout->parts;
    const auto &partsBefore = m_before->layout->parts;
    const bool isSame = m_before->layout == snapshot.layout
        || std::equal(parts.begin(), parts.end(), partsBefore.begin(), partsBefore.end(),
                      [](const auto &a, const auto &b) { return a.key == b.key; });
    if (isSame) {
        m_last->before = wholeOf(*m_before);
        m_last->after = wholeOf(snapshot);
    }
    KeysOnce keysBefore;
    KeysOnce keysNow;
    for (std::size_t row = 0; row < snapshot.size(); ++row) {
        if (snapshot.rows[row].found != nullptr) {
            judgeFound(snapshot, row);
            continue;
        }
        const double gone = m_last->elementsGone;
        lose(snapshot, row, countBefore(snapshot, row), elementsOf(snapshot, row), *m_last);
        if (m_before->layout == snapshot.layout
            && m_last->elementsGone > gone) { // of the keys that no collection before it has lost
            m_last->elementsGone = gone + keysBefore.add(*m_before, row) - keysNow.add(snapshot, row);
        }
    }
    m_found.back() = *m_last;
}

/// When a search has completed since an event, adds the newly found losses and reports the event again. Keys that
/// expired meanwhile are not lost.
void DataWatch::resolve(Snapshot &snapshot)
{
    std::vector<std::shared_ptr<const ServerEvent>> again;
    for (std::size_t row = 0; row < snapshot.size() && !m_awaited.empty(); ++row) {
        const auto at = m_awaited.find(snapshot.layout->rows[row].name);
        if (at == m_awaited.end()) {
            continue;
        }
        const Awaited &awaited = at->second;
        const double now = elementsSince(snapshot, row, awaited.since);
        if (isKnown(now)) {
            const double before = awaited.event->elementsGone;
            // Elements that have left a window are not lost if their key is still there.
            if (!hasFoundWindow(snapshot, row)
                || snapshot.rows[row].found->about <= keysLasting(*awaited.found, snapshot.serverTime) / 2) {
                lose(snapshot, row, elementsLasting(snapshot, row, *awaited.found, snapshot.serverTime), now,
                     *awaited.event);
            }
            if (awaited.event->elementsGone > before
                && std::find(again.begin(), again.end(), awaited.event) == again.end()) {
                again.push_back(awaited.event);
            }
            m_awaited.erase(at);
        }
    }
    for (const auto &told : again) {
        ServerEvent &event = snapshot.events.emplace_back(*told);
        event.text = goneText(happenedText(event.type), event.elementsGone);
    }
}

bool DataWatch::finish(Snapshot &snapshot)
{
    if (!m_found.empty() && m_found.back().type == Type::Emptied && m_before != nullptr
        && m_before->layout == snapshot.layout && !areMostGone(*m_before, snapshot)) {
        m_found.pop_back();
    }
    const bool isNews = !m_found.empty();
    if (isNews && m_before != nullptr) {
        judge(snapshot);
    }
    for (ServerEvent &event : m_found) {
        event.time = std::min(event.time, snapshot.serverTime); // an extrapolated clock may be ahead
        event.text = goneText(happenedText(event.type), event.elementsGone);
        snapshot.events.push_back(std::move(event));
    }
    m_found.clear();
    if (!isNews) {
        resolve(snapshot);
    }
    tellLosses(snapshot);
    return isNews;
}

void DataWatch::tellLosses(Snapshot &snapshot)
{
    m_rowsWithLosses.clear();
    if (m_losses.empty()) {
        return;
    }
    for (std::size_t row = 0; row < snapshot.size(); ++row) {
        const auto loss = m_losses.find(snapshot.layout->rows[row].name);
        if (loss == m_losses.end()) {
            continue;
        }
        m_rowsWithLosses.push_back(row);
        if (isOver(*loss->second, snapshot, row)) {
            m_losses.erase(loss);
            continue;
        }
        Snapshot::Row &out = snapshot.rows[row];
        auto problems = out.problems ? *out.problems : std::vector<Problem>();
        problems.push_back(lossProblem(loss->second, snapshot, row));
        out.state = std::max(out.state, State::Warning);
        out.problems = std::make_shared<const std::vector<Problem>>(std::move(problems));
    }
}

} // namespace plimsoll::redis

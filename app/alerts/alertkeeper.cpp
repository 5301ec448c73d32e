// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertkeeper.h"

#include "models/history/marks.h"

#include <QDateTime>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>

namespace plimsoll::app {

using redis::AlertMessage;
using redis::AlertStore;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

namespace {

constexpr milliseconds keptEvery{10'000}; ///< ms; interval for storing the state clock if nothing else changed
constexpr std::size_t mostUnkept = 10'000;
constexpr std::chrono::hours keptFor{24 * 400};
constexpr std::chrono::hours forgottenEvery{24};

const QString desktop = QStringLiteral("desktop");

QString newId()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

} // namespace

AlertKeeper::AlertKeeper(QString path, WorkspacePtr workspace, milliseconds interval)
    : m_path(std::move(path)), m_workspace(std::move(workspace)), m_interval(interval), m_clock(makeClock()),
      m_book({}, newId), m_nextMessage(QDateTime::currentMSecsSinceEpoch() * 1000)
{
}

models::StateClock AlertKeeper::makeClock() const
{
    return models::StateClock({m_interval, m_workspace->notify.unknownFor});
}

AlertKeeper::~AlertKeeper()
{
    close();
}

bool AlertKeeper::open()
{
    if (m_store != nullptr && m_store->isLost()) {
        leaveFile();
    }
    if (m_store != nullptr) {
        return true;
    }
    Result<std::unique_ptr<AlertStore>> opened = AlertStore::open(m_path, AlertStore::For::Judging);
    if (!opened) {
        m_trouble = opened.error().message;
        m_isElsewhere = opened.error().kind == ErrorKind::Refused;
        if (m_isElsewhere) {
            m_lost.reset();
        }
        return !m_isElsewhere;
    }
    m_isElsewhere = false;
    const Outcome begun = m_lost ? goOnIn(**opened) : begin(**opened);
    if (!begun) {
        m_trouble = begun.error().message;
        return true;
    }
    m_store = std::move(*opened);
    m_trouble.clear();
    m_kept.reset();
    m_forgotten.reset();
    return true;
}

/// Closes a file that was removed or replaced, after reading it once more while it is open.
void AlertKeeper::leaveFile()
{
    if (m_store->isOutdated()) {
        Result<std::vector<Alert>> active = m_store->activeInFull();
        Result<std::vector<AlertMessage>> waiting = m_store->waiting();
        m_lost = Lost{m_book.active(), {}, QFileInfo::exists(m_path)};
        if (active) {
            m_lost->active = std::move(*active);
        }
        if (waiting) {
            m_lost->waiting = std::move(*waiting);
        }
    } else {
        keep(); // the lock alone is gone: others may have the file
    }
    m_store.reset();
}

/// Continues in a new file with the current alerts.
Outcome AlertKeeper::goOnIn(AlertStore &store)
{
    Result<std::vector<AlertMessage>> waiting = store.waiting();
    if (!waiting) {
        return waiting.error();
    }
    if (Outcome taken = store.takeOver(m_lost->active, m_clock.saved(), m_lost->waiting, serverTime()); !taken) {
        return taken;
    }
    takeWaiting(std::move(*waiting));
    m_notice = m_lost->isReplaced
        ? tr("%1: replaced by another file; alerts continue there, with those that are active").arg(m_path)
        : tr("%1: removed; alerts continue in a new file, with those that are active; past ones are lost").arg(m_path);
    m_lost.reset();
    return Done{};
}

/// Starts with the alerts of a file and evaluates again: a second notification is better than none.
Outcome AlertKeeper::begin(AlertStore &store)
{
    Result<std::vector<Alert>> active = store.active();
    const Result<QByteArray> clock = store.clock();
    Result<std::vector<AlertMessage>> waiting = store.waiting();
    if (!active || !clock || !waiting) {
        return !active ? active.error() : !clock ? clock.error() : waiting.error();
    }
    m_clock = makeClock();
    m_layout.reset();
    m_unkept.clear();
    m_clock.restore(*clock);
    m_book = models::AlertBook(std::move(*active), newId);
    takeWaiting(std::move(*waiting));
    return Done{};
}

void AlertKeeper::takeWaiting(std::vector<AlertMessage> waiting)
{
    m_waiting = std::move(waiting);
    {
        // Messages in flight, or delivered while another process owned the file, are not sent again.
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_waiting, [this](const AlertMessage &message) {
            return m_underWay.contains(message.id)
                || std::any_of(m_told.begin(), m_told.end(),
                               [&message](const Told &told) { return told.message == message.id; });
        });
        for (const AlertMessage &message : m_waiting) { // outdated desktop notifications are useless
            if (message.channel == desktop) {
                m_told.push_back({message.id, std::nullopt});
            }
        }
    }
    std::erase_if(m_waiting, [](const AlertMessage &message) { return message.channel == desktop; });
    for (const AlertMessage &message : m_waiting) {
        m_nextMessage = std::max(m_nextMessage, message.id + 1);
    }
    for (const AlertMessage &message : m_unkeptMessages) { // on their way, and not on the disk yet
        m_nextMessage = std::max(m_nextMessage, message.id + 1);
    }
}

std::vector<AlertMessage> AlertKeeper::apply(const Snapshot &snapshot)
{
    if (!open()) {
        return {};
    }
    m_serverTime = snapshot.serverTime;
    m_taken = Steady::now();
    forgetOld();
    std::vector<AlertChange> changes = m_book.apply(m_clock.apply(snapshot), snapshot.serverTime);
    if (m_layout != snapshot.layout) {
        m_layout = snapshot.layout;
        const std::vector<AlertChange> gone = m_book.settle(m_clock.inTrouble(), snapshot.serverTime);
        changes.insert(changes.end(), gone.begin(), gone.end());
    }
    m_book.observe(snapshot);
    noteEvents(snapshot);
    return recordChanges(std::move(changes), snapshot.serverTime);
}

/// Removes old alerts when the file is opened and daily; uses the earlier of both clocks, as one may be wrong.
void AlertKeeper::forgetOld()
{
    const milliseconds now = *m_serverTime;
    if (m_store != nullptr && (!m_forgotten || now - *m_forgotten >= forgottenEvery || now < *m_forgotten)) {
        m_forgotten = now;
        (void)m_store->forget(std::min(now, milliseconds(QDateTime::currentMSecsSinceEpoch())) - keptFor);
    }
}

/// Stores server events, including those during gaps in polling, for later charts.
void AlertKeeper::noteEvents(const Snapshot &snapshot)
{
    for (const ServerEvent &event : snapshot.events) {
        m_unkeptEvents.push_back(models::markOf(event));
    }
    if (const auto &unseen = m_clock.unseen()) {
        m_unkeptEvents.push_back(models::markOf(*unseen));
    }
}

/// Estimates the server time between replies; the local time before the first one.
milliseconds AlertKeeper::serverTime() const
{
    return m_serverTime ? *m_serverTime + std::chrono::duration_cast<milliseconds>(Steady::now() - m_taken)
                        : milliseconds(QDateTime::currentMSecsSinceEpoch());
}

std::vector<AlertMessage> AlertKeeper::away(const QString &why)
{
    if (!open()) {
        return {};
    }
    const milliseconds now = serverTime();
    return recordChanges(m_book.apply(m_clock.away(now, why), now), now);
}

std::vector<AlertMessage> AlertKeeper::messagesOf(const std::vector<AlertChange> &changes)
{
    std::vector<AlertMessage> messages;
    const NotifySettings &notify = m_workspace->notify;
    for (const AlertChange &change : changes) {
        if (!models::isToldFrom(notify.from, change)) {
            continue;
        }
        // The user may have muted the alert in another process.
        const auto known = m_store ? m_store->alert(change.alert.id) : Result<std::optional<Alert>>(std::nullopt);
        if (known && *known && (*known)->mutedUntil && *(*known)->mutedUntil > change.time) {
            continue;
        }
        const QByteArray payload = models::alertJson(change, m_workspace->name);
        if (!notify.command.isEmpty()) {
            messages.push_back({m_nextMessage++, QStringLiteral("command"), payload, change.time, change.alert.id});
        }
        if (!notify.webhook.isEmpty()) {
            messages.push_back({m_nextMessage++, QStringLiteral("webhook"), payload, change.time, change.alert.id});
        }
        if (notify.desktop) {
            messages.push_back({m_nextMessage++, desktop, payload, change.time, change.alert.id});
        }
    }
    return messages;
}

std::vector<AlertMessage> AlertKeeper::recordChanges(std::vector<AlertChange> changes, milliseconds now)
{
    std::vector<AlertMessage> messages = messagesOf(changes);
    m_unkept.insert(m_unkept.end(), std::make_move_iterator(changes.begin()), std::make_move_iterator(changes.end()));
    m_unkeptMessages.insert(m_unkeptMessages.end(), messages.begin(), messages.end());
    if (!m_unkept.empty() || !m_unkeptEvents.empty() || !m_kept || now - *m_kept >= keptEvery || now < *m_kept) {
        m_kept = now;
        keep();
    }
    keepDelays();
    forgetTold();
    // First what is left of before.
    std::vector<AlertMessage> all = std::exchange(m_waiting, {});
    all.insert(all.end(), std::make_move_iterator(messages.begin()), std::make_move_iterator(messages.end()));
    const std::lock_guard lock(m_mutex);
    for (const AlertMessage &message : all) {
        m_underWay.insert(message.id);
    }
    return all;
}

/// While nothing can be written the oldest go first.
void AlertKeeper::boundUnkept()
{
    const auto bound = [](auto &all) {
        const std::size_t over = all.size() > mostUnkept ? all.size() - mostUnkept : 0;
        all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(over));
    };
    bound(m_unkept);
    bound(m_unkeptEvents);
}

void AlertKeeper::keep()
{
    boundUnkept();
    if (m_store == nullptr) {
        return;
    }
    // If storing a worse value fails, the next step of the alert stores it.
    if (const Outcome kept =
            m_store->keep(m_unkept, m_clock.saved(), m_unkeptMessages, m_book.takeWorse(), m_unkeptEvents);
        !kept) {
        m_trouble = kept.error().message;
        return;
    }
    m_trouble.clear();
    m_unkept.clear();
    m_unkeptMessages.clear();
    m_unkeptEvents.clear();
}

void AlertKeeper::told(qint64 message, const QString &outcome)
{
    const milliseconds now(QDateTime::currentMSecsSinceEpoch());
    {
        const std::lock_guard lock(m_mutex);
        m_told.push_back({message, AlertTelling{{}, now, outcome}});
        m_underWay.erase(message);
        m_delays.erase(message);
    }
    m_isTold.notify_all();
}

void AlertKeeper::delayed(qint64 message, const QString &why)
{
    const std::lock_guard lock(m_mutex);
    if (m_underWay.contains(message) && m_delays[message].why != why) {
        m_delays[message] = {why, false};
    }
}

/// Stores the reasons of delays for messages already on disk, so that the user sees them.
void AlertKeeper::keepDelays()
{
    std::map<qint64, Delay> delays;
    {
        const std::lock_guard lock(m_mutex);
        delays = m_delays;
    }
    for (const auto &[message, delay] : delays) {
        if (delay.isKept || m_store == nullptr || !m_store->delayed(message, delay.why)) {
            continue;
        }
        const std::lock_guard lock(m_mutex);
        if (const auto now = m_delays.find(message); now != m_delays.end() && now->second.why == delay.why) {
            now->second.isKept = true;
        }
    }
}

void AlertKeeper::forgetTold()
{
    std::vector<Told> told;
    {
        const std::lock_guard lock(m_mutex);
        told.swap(m_told);
    }
    for (const Told &one : told) {
        std::erase_if(m_unkeptMessages, [&one](const AlertMessage &unkept) { return unkept.id == one.message; });
        if (m_store != nullptr && !m_store->told(one.message, one.how)) {
            const std::lock_guard lock(m_mutex);
            m_told.push_back(one); // at the next opportunity
        }
    }
}

void AlertKeeper::waitUntilTold(const std::stop_token &stop, milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    m_isTold.wait_for(lock, stop, patience, [this] { return m_underWay.empty(); });
}

void AlertKeeper::setInterval(milliseconds interval)
{
    m_interval = interval;
    m_clock.setInterval(interval);
}

void AlertKeeper::close()
{
    const bool hasFolder = QFileInfo::exists(QFileInfo(m_path).absolutePath()); // else all of it was taken away
    if (m_store != nullptr && (!m_store->isLost() || (hasFolder && open())) && m_store != nullptr) {
        keep();
        forgetTold();
    }
    m_store.reset();
}

} // namespace plimsoll::app

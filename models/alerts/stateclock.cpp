// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/stateclock.h"

#include "redis/types/loss.h"

#include <QIODevice>

#include <algorithm>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds leastGap{10'000};
constexpr int intervalsInAGap = 3;
constexpr milliseconds longestTry{60'000}; ///< maximum time between connection attempts; more is a gap

constexpr quint8 version = 2; ///< format version of saved()
constexpr quint8 versionWithoutLosses = 1;

/// Default values of the fields that the version without losses lacks.
QByteArray withoutLosses()
{
    QByteArray bytes;
    QDataStream(&bytes, QIODevice::WriteOnly) << unknownFigure << quint8(0);
    return bytes;
}

} // namespace

ClockTick StateClock::tickAt(milliseconds now) const
{
    if (!m_last) {
        return {now, {}, true};
    }
    const milliseconds passed = now - *m_last;
    const bool isGap =
        m_wasAway || passed < milliseconds::zero() || passed > std::max(leastGap, intervalsInAGap * m_pace.interval);
    return {now, isGap ? milliseconds::zero() : passed, isGap, m_last};
}

std::vector<StateTurn> StateClock::apply(const Snapshot &snapshot)
{
    setLayout(snapshot.layout);
    const ClockTick tick = tickAt(snapshot.serverTime);
    std::vector<StateTurn> turns;
    m_unseen = m_server.unseen(tick, snapshot);
    if (m_unseen) {
        loseUnseen(snapshot);
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        m_rows[row].apply(tick, snapshot, row, m_pace.unknownFor, turns);
    }
    m_server.apply(tick, snapshot, m_unseen ? &*m_unseen : nullptr, turns);
    m_last = snapshot.serverTime;
    m_wasAway = false;
    return turns;
}

std::vector<StateTurn> StateClock::away(milliseconds time, const QString &why)
{
    std::vector<StateTurn> turns;
    const milliseconds passed = m_last ? time - *m_last : milliseconds::zero();
    m_server.away(time, std::clamp(passed, milliseconds::zero(), longestTry), m_pace.unknownFor, why, turns);
    for (CollectionClock &row : m_rows) {
        row.setAway(time);
    }
    m_last = m_last ? std::max(*m_last, time) : time;
    m_wasAway = true;
    return turns;
}

/// Keeps states by the names of collections and figures.
void StateClock::setLayout(const std::shared_ptr<const SnapshotLayout> &layout)
{
    if (m_layout == layout) {
        return;
    }
    const bool isSameWorkspace = m_layout != nullptr && layout->workspace != nullptr
        && m_layout->workspace == layout->workspace && m_rows.size() == layout->rows.size();
    if (!isSameWorkspace) {
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            const SnapshotLayout::Row &at = m_layout->rows[row];
            m_restored[{at.name, at.kind->id}] = m_rows[row].saved(*m_layout, row);
        }
        m_rows.clear();
        for (std::size_t row = 0; row < layout->rows.size(); ++row) {
            m_rows.emplace_back(*layout, row);
        }
    }
    m_layout = layout;
    if (!isSameWorkspace) {
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            const SnapshotLayout::Row &at = layout->rows[row];
            if (const auto known = m_restored.find({at.name, at.kind->id}); known != m_restored.end()) {
                m_rows[row].restore(known->second, *layout, row);
            }
        }
        m_restored.clear();
    }
}

void StateClock::loseUnseen(const Snapshot &snapshot)
{
    const bool isEmpty = snapshot.server.isEmpty();
    const QString what = happenedText(m_unseen->type);
    double lost = 0;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        lost += m_rows[row].loseUnseen(snapshot, row, what, isEmpty);
    }
    m_unseen->elementsGone = isEmpty ? lost : 0;
    m_unseen->text = isEmpty ? goneText(m_unseen->text, lost) : fewerText(m_unseen->text, lost);
}

SnapshotPtr StateClock::judged(const SnapshotPtr &snapshot) const
{
    if (snapshot->layout != m_layout) {
        return snapshot;
    }
    std::shared_ptr<Snapshot> other;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (!m_rows[row].isJudgedOtherwise(*snapshot, row)) {
            continue;
        }
        if (other == nullptr) {
            other = std::make_shared<Snapshot>(*snapshot);
        }
        std::vector<Problem> problems = m_rows[row].judgedProblems(*snapshot, row);
        State state = State::Ok;
        for (const Problem &problem : problems) {
            state = std::max(state, problem.level);
        }
        other->rows[row].state = state;
        other->rows[row].problems =
            problems.empty() ? nullptr : std::make_shared<const std::vector<Problem>>(std::move(problems));
    }
    return other == nullptr ? snapshot : other;
}

std::vector<AlertSubject> StateClock::inTrouble() const
{
    std::vector<AlertSubject> all = m_server.inTrouble();
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        m_rows[row].addTrouble(*m_layout, row, all);
    }
    return all;
}

QByteArray StateClock::saved() const
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << version << m_last.has_value() << m_last.value_or(milliseconds()) << m_wasAway;
    m_server.save(out);
    for (const auto &[name, collection] : m_restored) {
        out << name.first << name.second << collection;
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const SnapshotLayout::Row &at = m_layout->rows[row];
        out << at.name << QString(at.kind->id) << m_rows[row].saved(*m_layout, row);
    }
    return bytes;
}

void StateClock::restore(const QByteArray &saved)
{
    QDataStream in(saved);
    quint8 found = 0;
    bool hasLast = false, wasAway = false;
    milliseconds last{};
    ServerClock server;
    in >> found;
    if (found != version && found != versionWithoutLosses) {
        return;
    }
    in >> hasLast >> last >> wasAway;
    server.restore(in, found == version);
    std::map<std::pair<QString, QString>, QByteArray> collections;
    while (hasMore(in)) {
        std::pair<QString, QString> name;
        QByteArray collection;
        in >> name.first >> name.second >> collection;
        if (found == versionWithoutLosses && !collection.isEmpty()) {
            collection.prepend(withoutLosses());
        }
        collections[name] = collection;
    }
    if (in.status() == QDataStream::Ok) {
        m_last = hasLast ? std::optional(last) : std::nullopt;
        m_wasAway = wasAway;
        m_server = server;
        m_restored = std::move(collections);
    }
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stateclock.h"

#include "redis/types/loss.h"

#include <QIODevice>

// The state of the clocks, saved between two processes. Binary, because JSON of 10,000 collections takes 1/3 s.
namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

constexpr quint8 version = 2;
constexpr quint8 versionWithoutLosses = 1;
constexpr qint64 mostTime = 1'000'000'000'000'000; ///< ms, in both directions: prevents overflow

QDataStream &operator>>(QDataStream &in, State &state)
{
    quint8 number = 0;
    in >> number;
    state = stateOfNumber(number);
    if (stateNumber(state) != number) {
        in.setStatus(QDataStream::ReadCorruptData);
        state = State::Ok;
    }
    return in;
}

QDataStream &operator<<(QDataStream &out, State state)
{
    return out << stateNumber(state);
}

QDataStream &operator>>(QDataStream &in, Cause &cause)
{
    quint8 number = 0;
    in >> number;
    if (number > static_cast<quint8>(Cause::Memory)) {
        in.setStatus(QDataStream::ReadCorruptData);
        number = 0;
    }
    cause = static_cast<Cause>(number);
    return in;
}

QDataStream &operator<<(QDataStream &out, Cause cause)
{
    return out << static_cast<quint8>(cause);
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

/// True while data is left: foreign bytes may hold any count.
bool goesOn(const QDataStream &in)
{
    return in.status() == QDataStream::Ok && !in.atEnd();
}

} // namespace

QDataStream &operator<<(QDataStream &out, milliseconds time)
{
    return out << qint64{time.count()};
}

QDataStream &operator>>(QDataStream &in, milliseconds &time)
{
    qint64 count = 0;
    in >> count;
    if (count < -mostTime || count > mostTime) {
        in.setStatus(QDataStream::ReadCorruptData);
        count = 0;
    }
    time = milliseconds(count);
    return in;
}

QDataStream &operator<<(QDataStream &out, const StateSince &state)
{
    return out << state.state << state.since << state.isAtLeast << state.was.has_value()
               << state.was.value_or(State::Ok);
}

QDataStream &operator>>(QDataStream &in, StateSince &state)
{
    bool hasWas = false;
    State was = State::Ok;
    in >> state.state >> state.since >> state.isAtLeast >> hasWas >> was;
    state.was = hasWas ? std::optional(was) : std::nullopt;
    return in;
}

QDataStream &operator<<(QDataStream &out, const LimitClock &clock)
{
    out << clock.m_state << clock.m_isSeen << clock.m_unread << clock.m_last << clock.m_unchanged;
    for (const LimitClock::Step *step : {&clock.m_warning, &clock.m_critical}) {
        out << step->isOver << step->isOn << step->held << step->since << step->isAtLeast;
    }
    return out;
}

QDataStream &operator>>(QDataStream &in, LimitClock &clock)
{
    in >> clock.m_state >> clock.m_isSeen >> clock.m_unread >> clock.m_last >> clock.m_unchanged;
    for (LimitClock::Step *step : {&clock.m_warning, &clock.m_critical}) {
        in >> step->isOver >> step->isOn >> step->held >> step->since >> step->isAtLeast;
    }
    return in;
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
    for (quint32 i = 0; i < count && goesOn(in); ++i) {
        Cause cause = Cause::Away;
        Trouble trouble;
        in >> cause >> trouble.state >> trouble.until;
        if (isWhole) {
            in >> trouble.at;
        }
        m_troubles[cause] = trouble;
    }
    in >> count;
    for (quint32 i = 0; i < count && goesOn(in); ++i) {
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

/// Default values of the fields that the version without losses lacks.
QByteArray withoutLosses()
{
    QByteArray bytes;
    QDataStream(&bytes, QIODevice::WriteOnly) << unknownFigure << quint8(0);
    return bytes;
}

QByteArray StateClock::saved(std::size_t row) const
{
    const Row &at = m_rows[row];
    if (!at.isSeen && !at.error) {
        return {};
    }
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << at.elements << static_cast<quint8>(at.losses.size());
    for (const std::shared_ptr<const Loss> &loss : at.losses) {
        out << loss->time << loss->noticed << loss->before << loss->text
            << subject(row, loss->figure, Cause::Level).figure;
    }
    out << at.judged << at.error.has_value() << at.error.value_or(StateSince()) << at.unknownFor << at.isUnknown;
    for (const Condition &condition : at.conditions) {
        const bool isNews = condition.clock.state().state != State::Ok || condition.clock.isHeldBack()
            || condition.cause == Cause::Unchanged;
        if (isNews) {
            out << subject(row, condition.figure, condition.cause).figure << condition.cause << condition.clock;
        }
    }
    return bytes;
}

void StateClock::restore(const QByteArray &saved, std::size_t row)
{
    if (saved.isEmpty()) {
        return;
    }
    Row &at = m_rows[row];
    QDataStream in(saved);
    bool isError = false, isUnknown = false;
    StateSince judged, error;
    milliseconds unknownFor{};
    quint8 losses = 0;
    in >> at.elements >> losses;
    for (quint8 i = 0; i < losses && goesOn(in); ++i) {
        Loss loss;
        QString id;
        in >> loss.time >> loss.noticed >> loss.before >> loss.text >> id;
        loss.figure = id.isEmpty() ? -1 : m_layout->rows[row].figureIndex(id);
        if (in.status() == QDataStream::Ok && (id.isEmpty() || loss.figure >= 0)) {
            keepLoss(row, std::make_shared<const Loss>(std::move(loss)));
        }
    }
    in >> judged >> isError >> error >> unknownFor >> isUnknown;
    if (in.status() != QDataStream::Ok) {
        return;
    }
    at.judged = judged;
    at.isSeen = true;
    at.error = isError ? std::optional(error) : std::nullopt;
    at.unknownFor = unknownFor;
    at.isUnknown = isUnknown;
    while (goesOn(in)) {
        QString id;
        Cause cause = Cause::Level;
        LimitClock clock;
        in >> id >> cause >> clock;
        const int figure = id.isEmpty() ? -1 : m_layout->rows[row].figureIndex(id);
        if (in.status() != QDataStream::Ok || (figure < 0 && !id.isEmpty())) {
            continue;
        }
        const auto found = std::find_if(at.conditions.begin(), at.conditions.end(), [&](const Condition &condition) {
            return condition.figure == figure && condition.cause == cause;
        });
        if (found != at.conditions.end()) {
            found->clock = clock;
        } else if (cause == Cause::Level && clock.state().state != State::Ok) {
            at.conditions.push_back({figure, cause, -1, clock}); // its limit was removed: uses the snapshot's state
        }
    }
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
        out << at.name << QString(at.kind->id) << saved(row);
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
    while (goesOn(in)) {
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

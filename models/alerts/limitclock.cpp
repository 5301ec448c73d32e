// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/limitclock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

constexpr double inside = 0.05; ///< fraction of the limit

bool isBeyond(double value, double limit, bool below)
{
    return below ? value <= limit : value >= limit;
}

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

} // namespace

double clearsAt(const Limit &limit, State level)
{
    const double at =
        (level == State::Critical || !limit.warning ? limit.critical : limit.warning).value_or(unknownFigure);
    const double byItself = limit.below ? at + std::abs(at) * inside : at - std::abs(at) * inside;
    if (!limit.clear) {
        return byItself;
    }
    const bool isLowest = level == State::Warning || !limit.warning;
    if (isLowest) {
        return *limit.clear;
    }
    return limit.below ? std::min(byItself, *limit.clear) : std::max(byItself, *limit.clear);
}

void doubtStart(StateSince &state, milliseconds now)
{
    if (isTrouble(state.state)) {
        state = {state.state, now, true, std::nullopt};
    }
}

void LimitClock::turn(State state, milliseconds since, bool isAtLeast)
{
    if (!m_isSeen) {
        m_isSeen = true;
        m_state = {state, since, true, std::nullopt};
    } else if (m_state.state != state) {
        m_state = {state, since, isAtLeast, m_state.state};
    } else if (m_state.since > since) {
        m_state.since = since; // the server's clock was set back
        m_state.isAtLeast = true;
    }
}

void LimitClock::judgeStep(const ClockTick &tick, const Limit &limit, std::optional<double> at, double leave,
                           double value, Step &step) const
{
    if (!at) {
        step = {};
        return;
    }
    const bool isOver = isBeyond(value, *at, limit.below);
    if (step.isOn) {
        step = !isOver && isBeyond(value, leave, !limit.below) ? Step{} : step;
        return;
    }
    if (!isOver) {
        step = {};
        return;
    }
    if (step.isOver) {
        step.held += tick.watched;
    } else {
        step = {true, false, {}, tick.now, !m_isSeen || tick.isGap};
    }
    step.isOn = step.held >= limit.holdFor.value_or(milliseconds::zero());
}

ClockTick LimitClock::seen(const ClockTick &tick)
{
    return std::exchange(m_isBlind, false) ? ClockTick{tick.now, {}, true, tick.last} : tick;
}

void LimitClock::judge(const ClockTick &now, const Limit &limit, double value, bool atLeast)
{
    if (!isKnown(value)) {
        unread(now);
        return;
    }
    const auto mayBeBeyond = [&](std::optional<double> at) { return at && isBeyond(value, *at, limit.below); };
    if (atLeast && limit.below && (mayBeBeyond(limit.warning) || mayBeBeyond(limit.critical))) {
        suspend(); // the true value may be higher
        return;
    }
    const ClockTick tick = seen(now);
    m_unread = {};
    judgeStep(tick, limit, limit.warning, clearsAt(limit, State::Warning), value, m_warning);
    judgeStep(tick, limit, limit.critical, clearsAt(limit, State::Critical), value, m_critical);
    const State state = m_critical.isOn ? State::Critical : m_warning.isOn ? State::Warning : State::Ok;
    if (state > m_state.state) {
        // The state began with the first value beyond the limit, before the hold time.
        const Step &step = state == State::Critical ? m_critical : m_warning;
        turn(state, step.since, step.isAtLeast);
    } else {
        turn(state, tick.now, tick.isGap);
    }
}

void LimitClock::judge(const ClockTick &now, const SilenceLimit &limit, double value)
{
    if (!isKnown(value)) {
        unread(now);
        return;
    }
    const ClockTick tick = seen(now);
    m_unread = {};
    if (isKnown(m_last) && m_last == value) {
        m_unchanged += tick.watched;
        m_isUnchangedAtLeast = m_isUnchangedAtLeast || tick.isGap;
    } else {
        m_last = value;
        m_unchanged = {};
        m_isUnchangedAtLeast = false;
    }
    const bool isCritical = limit.critical && m_unchanged >= *limit.critical;
    const bool isWarning = limit.warning && m_unchanged >= *limit.warning;
    turn(isCritical ? State::Critical : isWarning ? State::Warning : State::Ok, tick.now, tick.isGap);
}

void LimitClock::judge(const ClockTick &tick, State state, std::optional<milliseconds> began)
{
    m_unread = {};
    turn(state, began.value_or(tick.now), tick.isGap);
    if (began == m_state.since) {
        m_state.isAtLeast = false;
    }
}

void LimitClock::unread(const ClockTick &tick)
{
    m_unread += tick.watched;
    if (m_unread >= unreadFor) {
        m_warning = m_critical = {};
        m_last = unknownFigure;
        m_unchanged = {};
        turn(State::Ok, tick.now, true);
    }
}

void LimitClock::doubt(milliseconds now)
{
    doubtStart(m_state, now);
    for (Step *step : {&m_warning, &m_critical}) {
        if (step->isOn) {
            step->since = now;
            step->isAtLeast = true;
        }
    }
}

StateSince LimitClock::trouble() const
{
    StateSince began = m_state;
    if (m_warning.isOn && m_warning.since < began.since) {
        began.since = m_warning.since;
        began.isAtLeast = m_warning.isAtLeast;
    } else if (m_state.was && isTrouble(*m_state.was)) {
        began.isAtLeast = true; // the start of that state is not kept
    }
    return began;
}

bool LimitClock::isHeldBack() const
{
    return (m_warning.isOver && !m_warning.isOn) || (m_critical.isOver && !m_critical.isOn);
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

bool hasMore(const QDataStream &in)
{
    return in.status() == QDataStream::Ok && !in.atEnd();
}

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

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stateclock.h"

#include <QJsonArray>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

constexpr QLatin1StringView timeMember("time");
constexpr QLatin1StringView awayMember("away");
constexpr QLatin1StringView serverMember("server");
constexpr QLatin1StringView collectionsMember("collections");
constexpr QLatin1StringView stateMember("state");
constexpr QLatin1StringView sinceMember("since");
constexpr QLatin1StringView atLeastMember("atLeast");
constexpr QLatin1StringView wasMember("was");
constexpr QLatin1StringView errorMember("error");
constexpr QLatin1StringView unknownForMember("unknownFor");
constexpr QLatin1StringView unknownMember("unknown");
constexpr QLatin1StringView conditionsMember("conditions");
constexpr QLatin1StringView figureMember("figure");
constexpr QLatin1StringView causeMember("cause");
constexpr QLatin1StringView clockMember("clock");

} // namespace

QJsonObject savedState(const StateSince &state)
{
    QJsonObject json{{stateMember, static_cast<int>(state.state)},
                     {sinceMember, qint64{state.since.count()}},
                     {atLeastMember, state.isAtLeast}};
    if (state.was) {
        json.insert(wasMember, static_cast<int>(*state.was));
    }
    return json;
}

StateSince restoredState(const QJsonObject &saved)
{
    const auto state = [](const QJsonValue &value) {
        return static_cast<State>(std::clamp(value.toInt(), 0, static_cast<int>(State::Error)));
    };
    return {state(saved[stateMember]), milliseconds(saved[sinceMember].toInteger()), saved[atLeastMember].toBool(true),
            saved.contains(wasMember) ? std::optional(state(saved[wasMember])) : std::nullopt};
}

QJsonObject StateClock::saved(std::size_t row) const
{
    const Row &at = m_rows[row];
    if (!at.isSeen && !at.error) {
        return {};
    }
    QJsonObject json{{stateMember, savedState(at.judged)}};
    if (at.error) {
        json.insert(errorMember, savedState(*at.error));
        json.insert(unknownForMember, qint64{at.unknownFor.count()});
        json.insert(unknownMember, at.isUnknown);
    }
    QJsonArray conditions;
    for (const Condition &condition : at.conditions) {
        const bool isNews = condition.clock.state().state != State::Ok || condition.clock.isHeldBack()
            || condition.cause == Cause::Unchanged;
        if (isNews) {
            conditions.append(QJsonObject{{figureMember, subject(row, condition.figure, condition.cause).figure},
                                          {causeMember, causeId(condition.cause)},
                                          {clockMember, condition.clock.saved()}});
        }
    }
    if (!conditions.isEmpty()) {
        json.insert(conditionsMember, conditions);
    }
    return json;
}

void StateClock::restore(const QJsonObject &saved, std::size_t row)
{
    if (saved.isEmpty()) {
        return;
    }
    Row &at = m_rows[row];
    at.judged = restoredState(saved[stateMember].toObject());
    at.isSeen = true;
    if (saved.contains(errorMember)) {
        at.error = restoredState(saved[errorMember].toObject());
        at.unknownFor = milliseconds(saved[unknownForMember].toInteger());
        at.isUnknown = saved[unknownMember].toBool();
    }
    for (const auto &item : saved[conditionsMember].toArray()) {
        const QJsonObject json = item.toObject();
        const QString id = json[figureMember].toString();
        const int figure = id.isEmpty() ? -1 : m_layout->rows[row].figureIndex(id);
        const std::optional<Cause> cause = causeOf(json[causeMember].toString());
        if (!cause || (figure < 0 && !id.isEmpty())) {
            continue;
        }
        const auto found = std::find_if(at.conditions.begin(), at.conditions.end(), [&](const Condition &condition) {
            return condition.figure == figure && condition.cause == *cause;
        });
        const LimitClock clock = LimitClock::restored(json[clockMember].toObject());
        if (found != at.conditions.end()) {
            found->clock = clock;
        } else if (*cause == Cause::Level && clock.state().state != State::Ok) {
            at.conditions.push_back({figure, *cause, -1, clock}); // its limit is gone: what the snapshot says
        }
    }
}

QJsonObject StateClock::saved() const
{
    QJsonObject collections = m_restored;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const SnapshotLayout::Row &at = m_layout->rows[row];
        collections.insert(at.name + u'\n' + at.kind->id, saved(row));
    }
    QJsonObject json{{collectionsMember, collections}, {serverMember, m_server.saved()}, {awayMember, m_wasAway}};
    if (m_last) {
        json.insert(timeMember, qint64{m_last->count()});
    }
    return json;
}

void StateClock::restore(const QJsonObject &saved)
{
    m_restored = saved[collectionsMember].toObject();
    m_server.restore(saved[serverMember].toObject());
    m_wasAway = saved[awayMember].toBool();
    if (saved.contains(timeMember)) {
        m_last = milliseconds(saved[timeMember].toInteger());
    }
}

} // namespace plimsoll::models

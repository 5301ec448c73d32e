// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/concerns.h"

#include "redis/collections/framework.h"
#include "redis/types/boundrole.h"
#include "redis/types/limits.h"
#include "redis/types/loss.h"
#include "redis/types/operation.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// Time within which a rate, an age or a head that was not read yet has to come.
constexpr std::chrono::minutes longestAwaited{1};

QString concernText(const char *text)
{
    return QCoreApplication::translate("problems", text);
}

QString boundText(BoundSentence sentence, const QString &subject, const QString &bound)
{
    return concernText(boundSentences[static_cast<std::size_t>(sentence)]).arg(subject, bound);
}

} // namespace

Concerns::Concerns(const CollectionDefinition &definition, int bounded) : m_figures(definition.figures())
{
    const auto free = [&definition](int figure) { return hasOwnLimit(definition.limits, figure) ? -1 : figure; };
    for (int figure = 0; figure < static_cast<int>(m_figures.size()); ++figure) {
        if (m_figures[static_cast<std::size_t>(figure)].means == Means::Trouble && free(figure) >= 0) {
            m_never.push_back(figure);
        }
    }
    if (const FrameworkCode *code = codeOf(definition); code != nullptr && code->staleMeans != nullptr) {
        m_staleMeans = code->staleMeans;
        m_canRequeue = definition.refusal(Action::Requeue).isEmpty();
    }
    m_dead = free(figureIndex(m_figures, Means::Lost));
    const std::optional<Bound> &bound = definition.bound;
    const int counted = free(bounded >= 0 ? bounded : definition.kind->mainFigure);
    m_isBoundByAge = bound && bound->maxAge;
    if (const int over = figureIndex(m_figures, Means::OverBound); bound && bound->keep && over >= 0) {
        if (free(over) >= 0) { // each key has its own bound: the sum says nothing
            m_never.push_back(over);
        }
    } else if (bound && bound->keep) {
        const RoleKeys *role = boundRole(definition);
        const bool isEachKeys = role != nullptr && role->role->named == Named::ById && role->role->types == ZSetKey;
        m_isBoundOfEachKey = isBoundOfEachKey(definition);
        (isEachKeys || m_isBoundOfEachKey ? m_beyond : m_bound) =
            BoundCheck{counted, static_cast<double>(*bound->keep)};
    } else if (bound && bound->maxAge) {
        const int age = figureIndex(m_figures, Means::Age);
        (age < 0 ? m_beyond : m_bound) =
            BoundCheck{age < 0 ? counted : free(age), static_cast<double>(bound->maxAge->count())};
    } else if (bound && bound->ttl) {
        m_expiry = figureIndex(m_figures, Means::Expiry);
        m_boundByExpiry = m_expiry < 0 || free(m_expiry) >= 0;
        const int endless = free(figureIndex(m_figures, u"withoutTtl")); // of keys found by a scan
        if (endless >= 0 && m_figures[static_cast<std::size_t>(endless)].means != Means::Trouble) {
            m_never.push_back(endless);
        }
    }
}

bool Concerns::hasChecks(const Collector &collector) const
{
    const auto isCounted = [&collector](int figure) { return figure >= 0 && collector.hasKeysFor(figure); };
    // Stale jobs of a framework may be in keys of its workers.
    return m_staleMeans != nullptr || std::any_of(m_never.begin(), m_never.end(), isCounted) || isCounted(m_dead)
        || (m_bound && isCounted(m_bound->figure)) || (m_beyond && isCounted(m_beyond->figure)) || m_boundByExpiry;
}

QString Concerns::troubleText(const QString &subject) const
{
    if (m_staleMeans == nullptr) {
        return subject;
    }
    const QString text = concernText(QT_TRANSLATE_NOOP("problems", "%1: %2")).arg(subject, concernText(m_staleMeans));
    return m_canRequeue ? concernText(QT_TRANSLATE_NOOP("problems", "%1. Requeue puts them back now")).arg(text) : text;
}

void Concerns::check(Reading &reading)
{
    const auto value = [&reading](int figure) { return reading.figures[static_cast<std::size_t>(figure)]; };
    const auto warn = [&](int figure, const QString &sentence) {
        reading.problems.push_back({figure, State::Warning, sentence});
    };
    const auto subject = [&](int figure) {
        return figureText(m_figures[static_cast<std::size_t>(figure)], value(figure),
                          reading.has(figure, FigureNote::AtLeast));
    };
    for (const int figure : m_never) {
        if (value(figure) > 0) {
            warn(figure, troubleText(subject(figure)));
        }
    }
    if (m_bound && m_bound->figure >= 0 && value(m_bound->figure) > m_bound->most) {
        const Unit unit = m_figures[static_cast<std::size_t>(m_bound->figure)].unit;
        warn(m_bound->figure,
             boundText(BoundSentence::Total, subject(m_bound->figure), limitValueText(unit, m_bound->most)));
    }
    if (m_beyond && m_beyond->figure >= 0 && reading.beyondBound > 0) {
        const BoundSentence sentence = m_isBoundByAge ? BoundSentence::Age
            : m_isBoundOfEachKey                      ? BoundSentence::EachKey
                                                      : BoundSentence::SomeOfAKey;
        const Unit unit = m_isBoundByAge ? Unit::Duration : Unit::Count;
        warn(m_beyond->figure, boundText(sentence, subject(m_beyond->figure), limitValueText(unit, m_beyond->most)));
    }
    if (m_boundByExpiry && reading.neverExpiring > 0) {
        const QString endless = limitValueText(Unit::Count, reading.neverExpiring);
        warn(
            m_expiry,
            reading.parts.size() == 1 ? concernText(QT_TRANSLATE_NOOP("problems", "never expires, bound by expiry"))
                : reading.parts.empty() // they were found
                ? concernText(QT_TRANSLATE_NOOP("problems", "keys that never expire, bound by expiry: %1")).arg(endless)
                : concernText(QT_TRANSLATE_NOOP("problems", "never expires: %1 of %2 keys, bound by expiry"))
                      .arg(endless, limitValueText(Unit::Count, static_cast<double>(reading.parts.size()))));
    }
    if (m_dead >= 0) {
        m_deadBefore.add(reading.now, value(m_dead));
        if (const double more = m_deadBefore.above(); isKnown(value(m_dead)) && more > 0) {
            const QString text = moreDeadText(m_figures[static_cast<std::size_t>(m_dead)], value(m_dead),
                                              reading.has(m_dead, FigureNote::AtLeast), more);
            const Loss loss{m_deadBefore.leastAt(), reading.now, value(m_dead) - more, text, m_dead};
            reading.problems.push_back({m_dead, State::Warning, text, std::make_shared<const Loss>(loss)});
        }
    }
}

std::optional<Problem> Concerns::unknown(const Reading &reading, const Limit &limit, const Collector &collector,
                                         bool isOnly)
{
    const int figure = limit.figure;
    const auto has = [&reading, figure](FigureNote note) { return reading.has(figure, note); };
    // A lower bound counts against limits: one of 0 is beyond none, but may be beyond one from below.
    const bool isWithin = has(FigureNote::LeastZero) && !limit.below && !isOnly;
    if (isKnown(reading.figures[static_cast<std::size_t>(figure)]) || has(FigureNote::Never) || has(FigureNote::Absent)
        || isWithin) {
        m_awaited.erase(figure);
        return std::nullopt;
    }
    const bool isAwaited = has(FigureNote::NotYet) || collector.isHeadDue(reading.now);
    if (isAwaited && !isOnly) {
        std::chrono::milliseconds &since = m_awaited.try_emplace(figure, reading.now).first->second;
        since = std::min(since, reading.now); // the server's clock was set back
        if (reading.now - since < longestAwaited) {
            return std::nullopt;
        }
    }
    const bool takesMore = isAwaited || has(FigureNote::LeastZero);
    const char *why =
        takesMore && isOnly ? QT_TRANSLATE_NOOP("problems", "one poll cannot tell") : collector.whyUnknown(figure);
    return unknownProblem(m_figures, limit, why == nullptr ? QString() : concernText(why));
}

std::optional<Problem> Concerns::unknownBound(const Reading &reading, const Collector &collector, bool isOnly)
{
    if (m_isBoundByAge && m_bound && m_bound->figure >= 0) {
        return unknown(reading, {.figure = m_bound->figure, .warning = m_bound->most, .critical = {}}, collector,
                       isOnly);
    }
    if (!m_beyond || m_beyond->figure < 0 || isKnown(reading.beyondBound) || collector.isHeadDue(reading.now)) {
        return std::nullopt;
    }
    return Problem{m_beyond->figure, State::Unknown,
                   m_isBoundByAge ? concernText(QT_TRANSLATE_NOOP("problems", "oldest unknown, bound %1"))
                                        .arg(limitValueText(Unit::Duration, m_beyond->most))
                                  : concernText(QT_TRANSLATE_NOOP("problems", "largest unknown, bound %1"))
                                        .arg(limitValueText(Unit::Count, m_beyond->most))};
}

void Concerns::endRest(Reading &reading, const std::vector<Limit> &limits) const
{
    if (!m_awaited.empty() || (m_beyond && !isKnown(reading.beyondBound))) {
        reading.rest.end();
    }
    const std::vector<RunningFigure> running(reading.rest.running().begin(), reading.rest.running().end());
    for (const RunningFigure &figure : running) {
        for (const Limit &limit : limits) {
            for (const std::optional<double> &level : {limit.warning, limit.critical}) {
                if (level && limit.figure == figure.figure) {
                    reading.rest.endAtValue(figure, *level, reading.now);
                }
            }
        }
        if (m_bound && m_bound->figure == figure.figure) {
            reading.rest.endAtValue(figure, m_bound->most, reading.now);
        }
    }
}

void Concerns::leaveOutJumps(const Reading &reading)
{
    if (m_dead >= 0 && reading.has(m_dead, FigureNote::Jumped)) {
        m_deadBefore.leaveOutNext();
    }
}

void Concerns::startAnew(const Reading &reading)
{
    if (m_dead >= 0) {
        m_deadBefore.clear();
        m_deadBefore.add(reading.now, reading.figures[static_cast<std::size_t>(m_dead)]);
    }
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/health.h"

#include "redis/collections/framework.h"
#include "redis/types/limits.h"

#include <QCoreApplication>

#include <utility>

namespace plimsoll::redis {

HealthLooks::HealthLooks(const CollectionDefinition &definition)
    : m_definition(definition), m_checks(codeOf(definition)->checks(definition))
{
}

std::unique_ptr<HealthLooks> HealthLooks::of(const CollectionDefinition &definition)
{
    const FrameworkCode *code = codeOf(definition);
    return code == nullptr || code->checks == nullptr ? nullptr
                                                      : std::unique_ptr<HealthLooks>(new HealthLooks(definition));
}

void HealthLooks::restart()
{
    m_checks = codeOf(m_definition)->checks(m_definition);
    m_round = {};
    m_next = 0;
    m_nextAt = std::chrono::milliseconds::min();
}

bool HealthLooks::append(Pipeline &pipeline, std::chrono::milliseconds now)
{
    if (m_round.commands.empty() && m_next == 0) {
        if (now < m_nextAt && m_nextAt - now <= every) { // more: the server's clock was set back
            return false;
        }
        m_nextAt = now + every;
    }
    while (m_round.commands.empty() && m_next < m_checks.size()) {
        m_round = m_checks[m_next++]->look(now);
    }
    if (m_round.commands.empty()) {
        m_next = 0;
        return false;
    }
    for (const std::vector<QByteArray> &command : m_round.commands) {
        pipeline.add(command);
    }
    return true;
}

void HealthLooks::read(ReplyCursor &replies)
{
    const HealthCheck::Round round = std::exchange(m_round, {});
    const HealthCheck::Replies own = replies.take(round.commands.size());
    if (own.size() == round.commands.size() && round.then) {
        m_round = round.then(own);
    }
}

void HealthLooks::addProblems(std::vector<Problem> &problems) const
{
    for (const std::unique_ptr<HealthCheck> &check : m_checks) {
        if (const QString text = check->problem(); !text.isEmpty()) {
            problems.push_back({-1, State::Warning, text});
        }
    }
}

QString healthCount(std::size_t count, bool isAtLeast)
{
    const QString number = limitValueText(Unit::Count, static_cast<double>(count));
    return isAtLeast ? QCoreApplication::translate("problems", "at least %1").arg(number) : number;
}

QString healthText(const char *sentence, std::size_t count, bool isAtLeast)
{
    return count == 0 ? QString()
                      : QCoreApplication::translate("problems", sentence).arg(healthCount(count, isAtLeast));
}

} // namespace plimsoll::redis

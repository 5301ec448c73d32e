// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/checker.h"
#include "redis/workspace/jsonscan.h"

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

constexpr L1 warningMember("warning");
constexpr L1 criticalMember("critical");
constexpr L1 belowMember("below");
constexpr L1 forMember("for");
constexpr L1 clearMember("clear");
constexpr L1 unchangedMember("unchangedFor");

/// Reads the limit of one figure.
class LimitReader {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    LimitReader(Checker &checker, const QJsonObject &json, const JsonPlace &place)
        : m_checker(checker), m_json(json), m_place(place)
    {
    }

    Limit read(int figure)
    {
        const bool allKnown = m_checker.members(
            m_json, m_place, {warningMember, criticalMember, belowMember, forMember, clearMember, unchangedMember});
        Limit limit;
        limit.figure = figure;
        limit.warning = m_checker.number(m_json, m_place, warningMember);
        limit.critical = m_checker.number(m_json, m_place, criticalMember);
        limit.below = m_checker.boolean(m_json, m_place, belowMember).value_or(false);
        limit.holdFor = m_checker.duration(m_json, m_place, forMember);
        limit.clear = m_checker.number(m_json, m_place, clearMember);
        limit.unchangedFor = readSilence();
        const bool hasLevel = m_json.contains(warningMember) || m_json.contains(criticalMember);
        if (allKnown && !hasLevel && !m_json.contains(unchangedMember)) {
            m_checker.report(m_place, tr(R"(names neither "warning" nor "critical")"));
        } else if (allKnown && !hasLevel) {
            wantLevel();
        }
        checkOrder(limit);
        checkClear(limit);
        return limit;
    }

private:
    /// Reports members that require a level.
    void wantLevel()
    {
        for (const L1 member : {belowMember, forMember, clearMember}) {
            if (m_json.contains(member)) {
                m_checker.report(JsonPlace(m_place, member), tr(R"(needs "warning" or "critical" as well)"));
            }
        }
    }

    void checkOrder(const Limit &limit)
    {
        if (!limit.warning || !limit.critical) {
            return;
        }
        if (!limit.below && *limit.warning > *limit.critical) {
            m_checker.report(m_place, tr(R"("warning" must not be higher than "critical")"));
        } else if (limit.below && *limit.warning < *limit.critical) {
            m_checker.report(m_place, tr(R"("warning" must not be lower than "critical" in a limit from below)"));
        }
    }

    void checkClear(const Limit &limit)
    {
        if (!limit.clear || !limit.hasLevel()) {
            return;
        }
        const double level = limit.warning ? *limit.warning : *limit.critical;
        const QString name = limit.warning ? warningMember : criticalMember;
        if (!limit.below && *limit.clear > level) {
            m_checker.report(JsonPlace(m_place, clearMember), tr("must not be higher than %1").arg(quoted(name)));
        } else if (limit.below && *limit.clear < level) {
            m_checker.report(JsonPlace(m_place, clearMember),
                             tr("must not be lower than %1 in a limit from below").arg(quoted(name)));
        }
    }

    SilenceLimit readSilence()
    {
        const auto json = m_checker.object(m_json, m_place, unchangedMember);
        if (!json) {
            return {};
        }
        const JsonPlace place(m_place, unchangedMember);
        const bool allKnown = m_checker.members(*json, place, {warningMember, criticalMember});
        const SilenceLimit silence{m_checker.duration(*json, place, warningMember),
                                   m_checker.duration(*json, place, criticalMember)};
        if (allKnown && json->isEmpty()) {
            m_checker.report(place, tr(R"(names neither "warning" nor "critical")"));
        }
        if (silence.warning && silence.critical && *silence.warning > *silence.critical) {
            m_checker.report(place, tr(R"("warning" must not be longer than "critical")"));
        }
        return silence;
    }

    Checker &m_checker;
    const QJsonObject &m_json;
    const JsonPlace &m_place;
};

} // namespace

Limit readLimit(Checker &checker, const QJsonObject &limit, const JsonPlace &place, int figure)
{
    return LimitReader(checker, limit, place).read(figure);
}

} // namespace plimsoll::redis

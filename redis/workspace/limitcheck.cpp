// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/checker.h"
#include "redis/workspace/jsonscan.h"

namespace plimsoll::redis {

namespace {

const QString warningMember = QStringLiteral("warning");
const QString criticalMember = QStringLiteral("critical");
const QString belowMember = QStringLiteral("below");
const QString forMember = QStringLiteral("for");
const QString clearMember = QStringLiteral("clear");
const QString unchangedMember = QStringLiteral("unchangedFor");

/// Reads the limit of one figure.
class LimitReader {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    LimitReader(Checker &checker, const QJsonObject &json, const QString &pointer)
        : m_checker(checker), m_json(json), m_pointer(pointer)
    {
    }

    Limit read(int figure)
    {
        const bool allKnown = m_checker.members(
            m_json, m_pointer, {warningMember, criticalMember, belowMember, forMember, clearMember, unchangedMember});
        Limit limit;
        limit.figure = figure;
        limit.warning = m_checker.number(m_json, m_pointer, warningMember);
        limit.critical = m_checker.number(m_json, m_pointer, criticalMember);
        limit.below = m_checker.boolean(m_json, m_pointer, belowMember).value_or(false);
        limit.holdFor = m_checker.duration(m_json, m_pointer, forMember);
        limit.clear = m_checker.number(m_json, m_pointer, clearMember);
        limit.unchangedFor = readSilence();
        const bool hasLevel = m_json.contains(warningMember) || m_json.contains(criticalMember);
        if (allKnown && !hasLevel && !m_json.contains(unchangedMember)) {
            m_checker.report(m_pointer, tr(R"(names neither "warning" nor "critical")"));
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
        for (const QString &member : {belowMember, forMember, clearMember}) {
            if (m_json.contains(member)) {
                m_checker.report(pointerTo(m_pointer, member), tr(R"(wants "warning" or "critical" beside it)"));
            }
        }
    }

    void checkOrder(const Limit &limit)
    {
        if (!limit.warning || !limit.critical) {
            return;
        }
        if (!limit.below && *limit.warning > *limit.critical) {
            m_checker.report(m_pointer, tr(R"("warning" must not be higher than "critical")"));
        } else if (limit.below && *limit.warning < *limit.critical) {
            m_checker.report(m_pointer, tr(R"("warning" must not be lower than "critical" in a limit from below)"));
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
            m_checker.report(pointerTo(m_pointer, clearMember), tr("must not be higher than %1").arg(quoted(name)));
        } else if (limit.below && *limit.clear < level) {
            m_checker.report(pointerTo(m_pointer, clearMember),
                             tr("must not be lower than %1 in a limit from below").arg(quoted(name)));
        }
    }

    SilenceLimit readSilence()
    {
        const auto json = m_checker.object(m_json, m_pointer, unchangedMember);
        if (!json) {
            return {};
        }
        const QString pointer = pointerTo(m_pointer, unchangedMember);
        const bool allKnown = m_checker.members(*json, pointer, {warningMember, criticalMember});
        const SilenceLimit silence{m_checker.duration(*json, pointer, warningMember),
                                   m_checker.duration(*json, pointer, criticalMember)};
        if (allKnown && json->isEmpty()) {
            m_checker.report(pointer, tr(R"(names neither "warning" nor "critical")"));
        }
        if (silence.warning && silence.critical && *silence.warning > *silence.critical) {
            m_checker.report(pointer, tr(R"("warning" must not be longer than "critical")"));
        }
        return silence;
    }

    Checker &m_checker;
    const QJsonObject &m_json;
    const QString &m_pointer;
};

} // namespace

Limit readLimit(Checker &checker, const QJsonObject &limit, const QString &pointer, int figure)
{
    return LimitReader(checker, limit, pointer).read(figure);
}

} // namespace plimsoll::redis

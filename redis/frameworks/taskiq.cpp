// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"

#include <QCoreApplication>

#include <algorithm>

/// taskiq claims entries that are pending for ten minutes under a lock, autoclaim:GROUP:STREAM, which by default has no
/// expiry: a worker that is killed while it has it ends all recovery.
namespace plimsoll::redis {

namespace taskiq {
namespace {

class StuckAutoclaim final : public HealthCheck {
public:
    explicit StuckAutoclaim(const CollectionDefinition &definition)
        : m_stream(definition.preset->keyPrefix() + definition.preset->queue.toUtf8()),
          m_group(definition.text(QLatin1StringView("group")).toUtf8()),
          m_lock(QByteArray("autoclaim:") + m_group + ':' + m_stream)
    {
    }

    Round look(std::chrono::milliseconds /*now*/) override
    {
        return {{{"PTTL", m_lock}, {"XPENDING", m_stream, m_group, "-", "+", "10"}, {"PTTL", m_lock}},
                [this](Replies replies) {
                    m_isStuck = hasNoExpiry(replies[0]) && isOverdue(replies[1]) && hasNoExpiry(replies[2]);
                    return Round();
                }};
    }

    [[nodiscard]] QString problem() const override
    {
        return m_isStuck
            ? QCoreApplication::translate("problems",
                                          "The lock %1 has no expiry and its worker is gone: taskiq claims no pending "
                                          "entries any more until the key is deleted")
                  .arg(QString::fromUtf8(m_lock))
            : QString();
    }

private:
    /// A worker that is alive claims at ten minutes, and looks every few seconds.
    static constexpr std::chrono::milliseconds overdue{std::chrono::minutes(11)};

    static bool hasNoExpiry(const Reply &reply) { return reply.type == Reply::Type::Integer && reply.integer == -1; }

    static bool isOverdue(const Reply &pending)
    {
        constexpr std::size_t idle = 2; // id, consumer, idle ms, deliveries
        return std::any_of(pending.elements.begin(), pending.elements.end(), [](const Reply &entry) {
            return entry.elements.size() > idle && entry.elements[idle].integer > overdue.count();
        });
    }

    QByteArray m_stream, m_group, m_lock;
    bool m_isStuck = false;
};

HealthChecks checks(const CollectionDefinition &definition)
{
    HealthChecks checks;
    checks.push_back(std::make_unique<StuckAutoclaim>(definition));
    return checks;
}

} // namespace
} // namespace taskiq

extern const FrameworkCode taskiqCode;
constinit const FrameworkCode taskiqCode{.id = QLatin1StringView("taskiq"), .checks = &taskiq::checks};

} // namespace plimsoll::redis

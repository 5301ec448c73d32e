// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"
#include "redis/types/operation.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

/// Bee-Queue keeps jobs as JSON in one hash; what a monitor wants of one lies in its member `options`.
namespace plimsoll::redis {

namespace beequeue {
namespace {

using L1 = QLatin1StringView;
constexpr qsizetype largestJob = 256LL * 1024; ///< bytes; of larger ones the id alone is known

void complete(JobReader::Values &values, QByteArrayView /*element*/, std::span<const QByteArray> record)
{
    if (record.empty() || record[0].size() > largestJob) {
        return;
    }
    const QJsonObject options = QJsonDocument::fromJson(record[0]).object().value(L1("options")).toObject();
    if (const qint64 created = options.value(L1("timestamp")).toInteger(); created > 0) {
        values[JobReader::Created] = QByteArray::number(created);
    }
    const QString trace = options.value(L1("stacktraces")).toArray().first().toString();
    values[JobReader::LastError] = trace.section(u'\n', 0, 0).toUtf8();
}

constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RequeueDead},
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
};

HealthChecks checks(const CollectionDefinition &definition)
{
    HealthChecks checks;
    checks.push_back(idsWithoutRecord(definition));
    return checks;
}

} // namespace
} // namespace beequeue

extern const FrameworkCode beequeueCode;
constinit const FrameworkCode beequeueCode{.id = QLatin1StringView("bee-queue"),
                                           .complete = &beequeue::complete,
                                           .actions = beequeue::actions,
                                           .checks = &beequeue::checks};

} // namespace plimsoll::redis

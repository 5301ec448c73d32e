// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"

#include <QJsonDocument>
#include <QJsonObject>

/// Faktory keeps a job as JSON, and how it failed in its member `failure`.
namespace plimsoll::redis {

namespace faktory {
namespace {

using L1 = QLatin1StringView;
constexpr qsizetype largestJob = 256LL * 1024; ///< bytes; of larger ones the failure is unknown

void complete(JobReader::Values &values, QByteArrayView element, std::span<const QByteArray> /*record*/)
{
    if (element.size() > largestJob || element.indexOf("\"failure\"") < 0) {
        return;
    }
    const QJsonObject failure = QJsonDocument::fromJson(element.toByteArray()).object().value(L1("failure")).toObject();
    const QString type = failure.value(L1("errtype")).toString(), message = failure.value(L1("message")).toString();
    values[JobReader::LastError] =
        (type.isEmpty() || message.isEmpty() ? type + message : type + L1(": ") + message).toUtf8();
    values[JobReader::Failed] = failure.value(L1("failed_at")).toString().toUtf8();
    if (const QJsonValue retries = failure.value(L1("retry_count")); retries.isDouble()) {
        values[JobReader::Attempts] = QByteArray::number(retries.toInteger());
    }
}

} // namespace
} // namespace faktory

extern const FrameworkCode faktoryCode;
constinit const FrameworkCode faktoryCode{.id = QLatin1StringView("faktory"), .complete = &faktory::complete};

} // namespace plimsoll::redis

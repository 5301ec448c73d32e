// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

/// Celery keeps a message as JSON whose member `headers` describes the task; the body, which may be a pickle, is not
/// looked at. A message that was not acknowledged is [message, exchange, routing key] in the hash `unacked`.
namespace plimsoll::redis {

namespace celery {
namespace {

using L1 = QLatin1StringView;
constexpr qsizetype largestMessage = 256LL * 1024; ///< bytes; of larger ones nothing is known

QJsonObject headersOf(QByteArrayView text)
{
    if (text.size() > largestMessage) {
        return {};
    }
    const QJsonDocument json = QJsonDocument::fromJson(text.toByteArray());
    return (json.isArray() ? json.array().first() : QJsonValue(json.object()))
        .toObject()
        .value(L1("headers"))
        .toObject();
}

void complete(JobReader::Values &values, QByteArrayView element, std::span<const QByteArray> record)
{
    const QJsonObject headers = headersOf(record.empty() ? element : QByteArrayView(record[0]));
    values = {}; // no member of the message itself is about the task
    values[JobReader::Class] = headers.value(L1("task")).toString().toUtf8();
    if (const QJsonValue retries = headers.value(L1("retries")); retries.isDouble()) {
        values[JobReader::Attempts] = QByteArray::number(retries.toInteger());
    }
}

QByteArray idOf(QByteArrayView element)
{
    return element.startsWith('{') ? headersOf(element).value(L1("id")).toString().toUtf8() : QByteArray();
}

} // namespace
} // namespace celery

extern const FrameworkCode celeryCode;
constinit const FrameworkCode celeryCode{
    .id = QLatin1StringView("celery"), .complete = &celery::complete, .idOf = &celery::idOf};

} // namespace plimsoll::redis

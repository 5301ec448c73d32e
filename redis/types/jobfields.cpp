// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/jobfields.h"

#include "redis/types/redaction.h"
#include "redis/types/workspace.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct FieldNames {
    const char *title; ///< the name in options.fields; each of the candidates will do as well
    std::vector<QByteArray> candidates;
};

const FieldNames &commonNames(JobField field)
{
    static const std::array<FieldNames, JobFields::FieldCount> all{
        FieldNames{"created", {"created_at", "createdAt", "enqueued_at", "enqueuedAt", "timestamp"}},
        FieldNames{"started", {"started_at", "startedAt", "processedOn"}},
        FieldNames{"attempts", {"attempts", "attempt_count", "attemptsMade", "atm"}},
        FieldNames{"maxAttempts", {"max_attempts", "maxAttempts"}},
        FieldNames{"error", {"last_error", "error", "failedReason"}},
        FieldNames{"worker", {"worker", "worker_id"}},
        FieldNames{"class", {"class", "job_class", "jobClass", "type", "task", "name"}},
        FieldNames{"finished", {"finished_at", "finishedAt", "finishedOn", "completed_at", "completedAt", "ended_at"}},
        FieldNames{"failed", {"failed_at", "failedAt", "failedOn"}},
        FieldNames{"queue", {"queue", "queue_name", "queueName"}},
        FieldNames{"priority", {"priority"}},
    };
    return all.at(field);
}

bool isNameOf(const FieldNames &known, const QByteArray &name)
{
    return name == known.title
        || std::find(known.candidates.begin(), known.candidates.end(), name) != known.candidates.end();
}

} // namespace

std::vector<QByteArray> jobFieldNames(JobField field, const QByteArray &chosen)
{
    std::vector<QByteArray> all = commonNames(field).candidates;
    if (!chosen.isEmpty()) {
        std::erase(all, chosen);
        all.insert(all.begin(), chosen);
    }
    return all;
}

QStringList jobFieldTitles()
{
    QStringList titles;
    for (int field = 0; field < JobFields::FieldCount; ++field) {
        titles << QString::fromLatin1(commonNames(static_cast<JobField>(field)).title);
    }
    return titles;
}

bool isJobFieldName(const QString &name)
{
    const QByteArray title = name.toUtf8();
    for (int field = 0; field < JobFields::FieldCount; ++field) {
        if (isNameOf(commonNames(static_cast<JobField>(field)), title)) {
            return true;
        }
    }
    return false;
}

QByteArray chosenJobField(const CollectionDefinition &definition, JobField field)
{
    const QJsonObject fields = definition.options.value(QLatin1StringView("fields")).toObject();
    const FieldNames &known = commonNames(field);
    QByteArray name;
    for (auto given = fields.begin(); given != fields.end(); ++given) {
        const QByteArray title = given.key().toUtf8();
        const bool mine = title == known.title || (name.isEmpty() && isNameOf(known, title));
        if (mine && given.value().isString()) {
            name = given.value().toString().toUtf8();
        }
    }
    return name;
}

bool isRedacted(const CollectionDefinition &definition, JobField field)
{
    const std::vector<QByteArray> names = jobFieldNames(field, chosenJobField(definition, field));
    const QStringList hidden = redactedFields(definition);
    return std::any_of(hidden.begin(), hidden.end(), [&names](const QString &name) {
        return std::find(names.begin(), names.end(), name.toUtf8()) != names.end();
    });
}

} // namespace plimsoll

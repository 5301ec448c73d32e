// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace plimsoll {

struct CollectionDefinition;

/// Fields of a job in its record or in its own JSON, in the order read. A name for each, and an index in arrays.
struct JobFields {
    enum Field : unsigned char {
        Created,
        Started,
        Attempts,
        MaxAttempts,
        LastError,
        Worker,
        Class,
        Finished,
        Failed,
        Queue,
        Priority,
        FieldCount
    };
};
using JobField = JobFields::Field;

/// Names under which a field is looked up, `chosen` (of `options.fields`; empty: none) before the common ones.
std::vector<QByteArray> jobFieldNames(JobField field, const QByteArray &chosen = {});
/// The name that `options.fields` of the collection gives; empty if none.
QByteArray chosenJobField(const CollectionDefinition &definition, JobField field);
/// Names that `options.fields` gives to the fields; their common names will do as well.
QStringList jobFieldTitles();
bool isJobFieldName(const QString &name);
/// Returns true if `options.redact` names a field from which this is read.
bool isRedacted(const CollectionDefinition &definition, JobField field);

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QString>

#include <vector>

/// Editing a job: what of it there is to edit, how it reads in an editor, and what became of it line by line.
namespace plimsoll::models {

struct EditChoice {
    QString title; ///< "payload", "element"
    JobEdit edit; ///< without what it becomes
    QString text; ///< in the editor
    bool isJson = false;
    bool isSpread = false; ///< laid out; written back as it was written
};

struct EditChoices {
    std::vector<EditChoice> choices;
    std::size_t preferred = 0; ///< the one that the request names
    QString none; ///< why there is none; else empty
};

/// What a person may edit of the one job of the request, whose `edit` says what was shown of it. Nothing that hides
/// something (options.redact), is no text, or was not shown whole.
EditChoices editChoices(const OperationRequest &request);

/// What the text of an editor is to become on the server.
QByteArray editedBytes(const EditChoice &choice, const QString &text);
/// Why the text cannot be what it becomes; empty: it can.
QString whyNot(const EditChoice &choice, const QString &text);

/// How the job of the request comes back to be worked on.
enum class WayBack : unsigned char {
    None, ///< it is queued, or a worker has it
    Offered,
    Usual, ///< what is edited for: a dead letter, or a stale job
};
WayBack wayBack(const OperationRequest &request);

struct DifferenceLine {
    enum class Is : unsigned char { Same, Gone, New, LeftOut };

    Is is = Is::Same;
    QString text;
};

/// What an edit changes, JSON laid out; of what stays the lines around it. Empty: the plan edits nothing.
std::vector<DifferenceLine> differenceOf(const Plan &plan);

/// All that is known of a job, as one JSON document, without what is not to be shown.
QString jobJson(const Element &element, const JobDetail &detail, const QStringList &redacted);

} // namespace plimsoll::models

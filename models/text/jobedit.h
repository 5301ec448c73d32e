// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/elementtext.h"
#include "redis/types/operation.h"

#include <QString>

#include <vector>

/// Editing a job: its editable parts, their text in an editor, and the changed lines.
namespace plimsoll::models {

struct EditChoice {
    QString title; ///< "payload", "element"
    JobEdit edit; ///< without the new value
    QString text; ///< text in the editor
    bool isJson = false;
    bool isSpread = false; ///< pretty-printed; written back in the original style
};

struct EditChoices {
    std::vector<EditChoice> choices;
    std::size_t preferred = 0; ///< index of the choice that the request names
    QString none; ///< reason for an empty list; else empty
};

/// The parts of the request's single job that can be edited, as its `edit` was shown. Excludes redacted, non-text and
/// truncated parts.
EditChoices editChoices(const OperationRequest &request);

/// Converts the editor's text to the bytes to be written.
QByteArray editedBytes(const EditChoice &choice, const QString &text);
/// Reason why the text cannot be written; empty: it can.
QString whyNot(const EditChoice &choice, const QString &text);

/// How an edited job returns to the queue.
enum class WayBack : unsigned char {
    None, ///< queued or held by a worker
    Offered,
    Usual, ///< the usual purpose of the edit: a dead letter or a stale job
};
WayBack wayBack(const OperationRequest &request);

struct DifferenceLine {
    enum class Is : unsigned char { Same, Gone, New, LeftOut };

    Is is = Is::Same;
    QString text;
};

/// Changed lines of an edit with the lines around them, JSON pretty-printed. Empty if the plan edits nothing.
std::vector<DifferenceLine> differenceOf(const Plan &plan);

/// All that is known of a job as one JSON document, redacted.
QString jobJson(const Element &element, const JobDetail &detail, const ElementRules &rules);

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats/texttable.h"
#include "redis/types/operation.h"

#include <QByteArray>
#include <QStringList>

#include <optional>
#include <vector>

/// Operations as text for users; models/text/journaltext.h has the machine-readable documents.
namespace plimsoll::app {

/// One paragraph: the result and how to undo it.
QByteArray operationText(const OperationReport &report);
QByteArray operationsTable(const std::vector<OperationReport> &operations, Colour colour = Colour::Off);
/// Shows a plan: counts, a sample, keys and scripts. `hidden`: fields to redact (options.redact); nullopt if unknown,
/// in which case JSON elements are shown only by ID.
QByteArray planText(const Plan &plan, const std::optional<QStringList> &hidden);
/// The report of a plan whose elements do not change before it runs.
OperationReport dryReport(const Plan &plan, const QString &server);

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QByteArray>
#include <QStringList>

#include <optional>
#include <vector>

/// Operations as a person reads them; models/journaltext.h has the documents for programs.
namespace plimsoll::app {

/// One paragraph: what was done, and how to undo it.
QByteArray operationText(const OperationReport &report);
QByteArray operationsTable(const std::vector<OperationReport> &operations);
/// What a plan would do: counts, a sample, keys and scripts. `hidden`: fields that are not to be shown
/// (options.redact); nullopt where no workspace says so: then elements of JSON are shown by their ids alone.
QByteArray planText(const Plan &plan, const std::optional<QStringList> &hidden);
/// The report a plan would have if nothing moved meanwhile.
OperationReport dryReport(const Plan &plan, const QString &server);

} // namespace plimsoll::app

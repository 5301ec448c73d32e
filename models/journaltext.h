// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QByteArray>

#include <vector>

/// The journal as documents for other tools (contract.md §2).
namespace plimsoll::models {

QByteArray operationJson(const OperationReport &report);
/// `{"operations": [ … ]}`, with time, keys and server of each.
QByteArray operationsJson(const std::vector<OperationReport> &operations);
/// A line each under a line of names (RFC 4180); text that a spreadsheet would run as a formula is quoted for it.
QByteArray journalCsv(const std::vector<OperationReport> &operations);

} // namespace plimsoll::models

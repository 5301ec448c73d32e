// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QByteArray>

#include <vector>

/// The journal as documents for other tools (docs/cli.md).
namespace plimsoll::models {

QByteArray operationJson(const OperationReport &report);
/// `{"operations": [ … ]}`, each with time, keys and server.
QByteArray operationsJson(const std::vector<OperationReport> &operations);
/// A header line, then one line per operation (RFC 4180). Escapes text that a spreadsheet would run as a formula.
QByteArray journalCsv(const std::vector<OperationReport> &operations);

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonDocument>

/// Rules for edited texts, shared by window and planner.
namespace plimsoll {

/// Maximum bytes; one script reads, compares, stores and writes them in about a millisecond.
inline constexpr qsizetype longestEdit = 1024LL * 1024;

/// Text that was JSON must remain JSON.
inline bool isJson(const QByteArray &bytes)
{
    return !QJsonDocument::fromJson(bytes).isNull();
}

} // namespace plimsoll

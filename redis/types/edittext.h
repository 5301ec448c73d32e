// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonDocument>

/// What window and planning have to see alike of a text that is edited.
namespace plimsoll {

/// Read, compared, kept and written by one script: about a millisecond.
inline constexpr qsizetype longestEdit = 1024LL * 1024;

/// What was JSON stays JSON.
inline bool isJson(const QByteArray &bytes)
{
    return !QJsonDocument::fromJson(bytes).isNull();
}

} // namespace plimsoll

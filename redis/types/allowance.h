// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace plimsoll {

/// Permissions that the server grants this user for the collections of a workspace.
struct Allowance {
    enum class Answer { NotAsked, Unknown, All, Some, None };
    Answer answer = Answer::NotAsked;
    /// First few missing permissions ("email: HSET on job:1"), or why they are unknown.
    QStringList missing;
    /// Reason why the journal cannot be written, which blocks all operations; empty if it can.
    QString journal{};
};

} // namespace plimsoll

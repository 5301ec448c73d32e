// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace plimsoll {

/// What the server lets this user do to the collections of a workspace.
struct Allowance {
    enum class Answer { NotAsked, Unknown, All, Some, None };
    Answer answer = Answer::NotAsked;
    /// "email: HSET on job:1"; where it could not be asked, why. The first few.
    QStringList missing;
    /// Why nothing is operated, whatever the server allows: the journal cannot be written. Empty: it can.
    QString journal{};
};

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace plimsoll::redis {

/// One RESP2 reply, or why there is none. Built by the reader straight into this tree; there is no second copy.
struct Reply {
    enum class Type : quint8 { Nil, Integer, Bulk, Status, Error, Array, Unanswered };

    Type type = Type::Nil;
    qint64 integer = 0; ///< of Integer; the ErrorKind of Unanswered
    QByteArray bytes; ///< of Bulk, Status and Error; the message of Unanswered
    std::vector<Reply> elements; ///< of Array

    /// The place of an answer that its node owes, while others have answered.
    static Reply unanswered(const Error &error);

    [[nodiscard]] bool isError() const { return type == Type::Error || type == Type::Unanswered; }
    /// An error that is not about a key or a command: who was asked answers nothing at all for now.
    [[nodiscard]] bool concernsNode() const;
    [[nodiscard]] bool isNil() const { return type == Type::Nil; }
    /// Integer, or digits in a bulk or status; nullopt otherwise.
    [[nodiscard]] std::optional<qint64> toInteger() const;
    /// A score as Redis writes it ("inf", "-inf", "1.5"); nullopt for anything else.
    [[nodiscard]] std::optional<double> toDouble() const;
    /// What an error reply means to a person, with the key it is about; only when isError(). The raw text of the
    /// server is part of it only for errors without a name of their own, cut to one printable line.
    [[nodiscard]] Error toError(QByteArrayView key = {}) const;
};

} // namespace plimsoll::redis

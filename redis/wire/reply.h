// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// One RESP2 reply, or the reason why it is missing. The reader builds this tree directly, without a second copy.
struct Reply {
    enum class Type : quint8 { Nil, Integer, Bulk, Status, Error, Array, Unanswered };

    Type type = Type::Nil;
    qint64 integer = 0; ///< value of Integer; ErrorKind of Unanswered
    QByteArray bytes; ///< content of Bulk, Status and Error; message of Unanswered
    std::vector<Reply> elements; ///< Array only

    /// Stands for the reply of a node that did not answer while others did.
    static Reply unanswered(const Error &error);

    [[nodiscard]] bool isError() const { return type == Type::Error || type == Type::Unanswered; }
    /// True for an error that is not about a key or a command: the node answers nothing for now.
    [[nodiscard]] bool concernsNode() const;
    [[nodiscard]] bool isNil() const { return type == Type::Nil; }
    /// Integer, or digits in a bulk or status; nullopt otherwise.
    [[nodiscard]] std::optional<qint64> toInteger() const;
    /// Parses a score as Redis writes it ("inf", "-inf", "1.5"); nullopt for anything else.
    [[nodiscard]] std::optional<double> toDouble() const;
    /// Translates an error reply into a message that names `key`; only if isError(). Includes the raw text of the
    /// server only for errors without an entry of their own, cut to one printable line.
    [[nodiscard]] Error toError(QByteArrayView key = {}) const;
};

/// Called during an exchange, each time replies have arrived, with all of them so far, in order: the caller can work on
/// them while the server works on the rest. The replies remain the exchange's.
using ReplySink = std::function<void(std::span<const Reply>)>;

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace plimsoll::redis {

/// One RESP2 reply. Built by the reader straight into this tree; there is no second copy.
struct Reply {
    enum class Type : quint8 { Nil, Integer, Bulk, Status, Error, Array };

    Type type = Type::Nil;
    qint64 integer = 0;
    QByteArray bytes; ///< of Bulk, Status and Error
    std::vector<Reply> elements; ///< of Array

    [[nodiscard]] bool isError() const { return type == Type::Error; }
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "redis/types/result.h"

#include <QByteArrayView>

#include <algorithm>
#include <array>

namespace plimsoll::redis {

/// A type of key as the server knows it.
struct KeyTypeSpec {
    KeyType type;
    QByteArrayView name; ///< reply of TYPE
    QByteArrayView size; ///< command that counts it in constant time
};

inline constexpr std::array keyTypes{
    KeyTypeSpec{ListKey, "list", "LLEN"},       KeyTypeSpec{SetKey, "set", "SCARD"},
    KeyTypeSpec{ZSetKey, "zset", "ZCARD"},      KeyTypeSpec{HashKey, "hash", "HLEN"},
    KeyTypeSpec{StringKey, "string", "STRLEN"}, KeyTypeSpec{StreamKey, "stream", "XLEN"},
};

inline const KeyTypeSpec &specOf(KeyType type)
{
    const auto *const found =
        std::find_if(keyTypes.begin(), keyTypes.end(), [type](const KeyTypeSpec &spec) { return spec.type == type; });
    return found == keyTypes.end() ? keyTypes.front() : *found;
}

/// Null for "none" and for the types of modules.
inline const KeyTypeSpec *findKeyType(QByteArrayView name)
{
    const auto *const found =
        std::find_if(keyTypes.begin(), keyTypes.end(), [name](const KeyTypeSpec &spec) { return spec.name == name; });
    return found == keyTypes.end() ? nullptr : found;
}

/// A key that holds, as TYPE says it, what its role does not take.
Error wrongType(QByteArrayView key, QByteArrayView holds, const RoleSpec &role);

} // namespace plimsoll::redis

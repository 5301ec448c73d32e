// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "redis/wire/pipeline.h"

#include <QDateTime>

namespace plimsoll::testing {

/// A hundred elements for a key of the role, each beginning with "zz"; some of a stream's are pending.
inline void addSample(redis::Pipeline &pipeline, const RoleSpec &role, const QByteArray &key)
{
    for (int i = 0; i < 100; ++i) {
        const QByteArray at = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + (i - 50) * 1'000);
        const QByteArray element = "zz" + QByteArray::number(i);
        if ((role.types & ListKey) != 0) {
            pipeline.add({"LPUSH", key, element});
        } else if ((role.types & SetKey) != 0) {
            pipeline.add({"SADD", key, element});
        } else if ((role.types & ZSetKey) != 0) {
            pipeline.add({"ZADD", key, at, element});
        } else if ((role.types & StreamKey) != 0) {
            pipeline.add({"XADD", key, at, "zzfield", element});
        }
    }
    if (role.types == StreamKey) {
        pipeline.add({"XGROUP", "CREATE", key, "zzgroup", "0"});
        pipeline.add({"XREADGROUP", "GROUP", "zzgroup", "zzone", "COUNT", "20", "STREAMS", key, ">"});
    }
}

} // namespace plimsoll::testing

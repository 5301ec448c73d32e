// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <functional>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// What a key takes. `bytes` is all of it; of one with too many elements to be measured it is more than any may take.
struct KeyWeight {
    qint64 bytes = 0;
    qint64 elements = 0;
};

/// How the server is asked.
using AskServer = std::function<Result<std::vector<Reply>>(const Pipeline &)>;

/// What each of the keys takes; none where there is no such key. A sample of its elements would say nothing: the large
/// ones may be among the others. So all are measured, which takes some 0.13 us each, of keys with at most 5,000.
Result<std::vector<std::optional<KeyWeight>>> weightsOf(const std::vector<QByteArray> &keys, const AskServer &ask);

} // namespace plimsoll::redis

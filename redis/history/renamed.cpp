// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/renamed.h"

#include "redis/history/alertstore.h"
#include "redis/history/words.h"
#include "redis/storage/samefile.h"

#include <QFileInfo>

#include <array>
#include <utility>

namespace plimsoll::redis {

Outcome takeAlong(const QString &former, const QString &path)
{
    if (!QFileInfo::exists(QFileInfo(former).absolutePath())) {
        return Done{}; // no history was ever stored
    }
    const std::array places{std::pair(former, path), std::pair(alertPath(former), alertPath(path))};
    for (const auto &[before, now] : places) {
        if (!isFree(now) && !isSamePlace(before, now)) {
            return Error{
                ErrorKind::Refused,
                HistoryWords::tr(
                    "A history of that name exists already and is continued; earlier data stay under the old name")};
        }
    }
    for (const auto &[before, now] : places) {
        if (Outcome done = leadTo(before, now); !done) {
            return done;
        }
    }
    return Done{};
}

} // namespace plimsoll::redis

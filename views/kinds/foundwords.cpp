// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/foundwords.h"

#include "models/text/format.h"

#include <QCoreApplication>

namespace plimsoll::views {

namespace {

struct FoundWords {
    Q_DECLARE_TR_FUNCTIONS(found)
};

} // namespace

QString seenText(const KeysFound &found)
{
    if (found.isWhole()) {
        return FoundWords::tr("all seen, scan %1").arg(models::formatTime(found.wholeAt));
    }
    const QString seen = models::formatCount(found.seen);
    return isKnown(found.about)
        ? FoundWords::tr("seen %1 of about %2").arg(seen, models::formatCount(std::round(found.about)))
        : FoundWords::tr("seen %1, still scanning").arg(seen);
}

QString unreadText(const KeysFound &found)
{
    return found.unread > 0 ? FoundWords::tr("%1 not read yet").arg(models::formatCount(found.unread)) : QString();
}

QString firstText(const KeysFound &found)
{
    const auto shown = static_cast<qint64>(found.first.size());
    return shown < found.seen
        ? FoundWords::tr("the first %1 of %2").arg(models::formatCount(shown), models::formatCount(found.seen))
        : QString();
}

} // namespace plimsoll::views

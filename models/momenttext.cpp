// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "models/moment.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

struct MomentTextWords {
    Q_DECLARE_TR_FUNCTIONS(moment)
};

/// Names of collections with records whose limits have the given source.
QStringList recorded(const Moment &moment, LimitsThen limits)
{
    QStringList names;
    for (std::size_t row = 0; row < moment.limits.size(); ++row) {
        if (moment.limits[row] == limits && moment.snapshot->rows[row].state != State::Error) {
            names.append(moment.present->rows[row].name);
        }
    }
    return names;
}

/// The first names, at most three.
QString some(const QStringList &names)
{
    constexpr qsizetype most = 3;
    const QString first = names.mid(0, most).join(QStringLiteral(", "));
    return names.size() <= most
        ? first
        : MomentTextWords::tr("%1 and %2 more").arg(first, formatCount(double(names.size() - most)));
}

} // namespace

QString momentTitle(milliseconds time, milliseconds now)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(time.count());
    const bool isThisYear = local.date().year() == QDateTime::fromMSecsSinceEpoch(now.count()).date().year();
    //: A past moment: weekday, day and month, time; as QLocale::toString() takes it.
    const QString format =
        isThisYear ? MomentTextWords::tr("ddd d MMM, HH:mm:ss") : MomentTextWords::tr("ddd d MMM yyyy, HH:mm:ss");
    return QLocale().toString(local, format);
}

QString limitsText(const Moment &moment)
{
    const QStringList others = recorded(moment, LimitsThen::Others);
    const bool isAnyKept = !others.isEmpty() || !recorded(moment, LimitsThen::AsNow).isEmpty();
    const bool isAnyOfNow = !recorded(moment, LimitsThen::NotKept).isEmpty();
    if (!isAnyKept) {
        return isAnyOfNow ? MomentTextWords::tr("states by the limits of today") : QString();
    }
    if (!others.isEmpty()) {
        return MomentTextWords::tr("other limits than today: %1").arg(some(others));
    }
    return isAnyOfNow ? MomentTextWords::tr("limits of then, as far as they were kept")
                      : MomentTextWords::tr("limits as today");
}

QString limitsHelp(const Moment &moment)
{
    const QStringList others = recorded(moment, LimitsThen::Others);
    const QStringList ofNow = recorded(moment, LimitsThen::NotKept);
    QStringList lines;
    if (!others.isEmpty()) {
        lines.append(
            MomentTextWords::tr("Judged by the limits of then, which are others today: %1.").arg(some(others)));
    }
    if (!ofNow.isEmpty()) {
        lines.append(MomentTextWords::tr("Which limits there were then was not kept; judged by those of today: %1.")
                         .arg(some(ofNow)));
    }
    if (lines.isEmpty() && !limitsText(moment).isEmpty()) {
        lines.append(MomentTextWords::tr("States are by the limits of then, which are those of today."));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace plimsoll::models

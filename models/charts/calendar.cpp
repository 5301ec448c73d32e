// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/charts/chartmath.h"

#include "models/text/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>

/// Ticks at round local times.
namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

/// The distance between two ticks: a time within a day, whole days or whole months.
struct Round {
    milliseconds length; ///< approximate for months
    int months;
};

constexpr Round clockStep(std::chrono::seconds length)
{
    return {length, 0};
}

using namespace std::chrono_literals;
constexpr std::array clockSteps{clockStep(1s),      clockStep(2s),       clockStep(5s),       clockStep(10s),
                                clockStep(30s),     clockStep(1min),     clockStep(2min),     clockStep(5min),
                                clockStep(10min),   clockStep(30min),    clockStep(1h),       clockStep(2h),
                                clockStep(3h),      clockStep(6h),       clockStep(12h),      clockStep(24h),
                                clockStep(48h),     clockStep(7 * 24h),  Round{31 * 24h, 1},  Round{62 * 24h, 2},
                                Round{92 * 24h, 3}, Round{184 * 24h, 6}, Round{366 * 24h, 12}};

/// Returns the first round time at or after `time`.
QDateTime roundAfter(const QDateTime &time, const Round &step)
{
    const QDate day = time.date();
    if (step.months > 0) {
        QDateTime month(QDate(day.year(), (day.month() - 1) / step.months * step.months + 1, 1), QTime(0, 0));
        return month < time ? QDateTime(month.date().addMonths(step.months), QTime(0, 0)) : month;
    }
    const auto days = step.length / 24h;
    if (days >= 1) {
        QDateTime midnight(day, QTime(0, 0));
        while (midnight < time || midnight.date().toJulianDay() % days != 0) {
            midnight = QDateTime(midnight.date().addDays(1), QTime(0, 0));
        }
        return midnight;
    }
    const qint64 length = step.length.count();
    const qint64 since = time.time().msecsSinceStartOfDay();
    const qint64 next = (since + length - 1) / length * length;
    return next >= milliseconds(24h).count() ? QDateTime(day.addDays(1), QTime(0, 0))
                                             : QDateTime(day, QTime::fromMSecsSinceStartOfDay(static_cast<int>(next)));
}

QString textOf(const QDateTime &time, const Round &step)
{
    const QLocale locale;
    if (step.months > 0) {
        return time.date().month() == 1 ? locale.toString(time.date(), QStringLiteral("yyyy"))
                                        : locale.toString(time.date(), QStringLiteral("MMM"));
    }
    if (time.time() == QTime(0, 0)) {
        //: A day of a chart's axis, as QDate::toString() takes it: "16 Nov"
        return locale.toString(time.date(), QCoreApplication::translate("chart", "d MMM"));
    }
    return time.toString(step.length < 1min ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
}

} // namespace

std::vector<AxisTick> calendarTicks(milliseconds from, milliseconds to, double width)
{
    constexpr double room = 64; // px; a label and the space next to it
    const auto length = static_cast<double>((to - from).count());
    const double most = std::max(1.0, width / room);
    const auto *step = std::find_if(clockSteps.begin(), clockSteps.end() - 1, [&](const Round &round) {
        return length / static_cast<double>(round.length.count()) <= most;
    });
    std::vector<AxisTick> ticks;
    for (QDateTime time = roundAfter(localTime(from), *step); ticks.size() < 1000;
         time = roundAfter(time.addMSecs(1), *step)) {
        const double place = static_cast<double>(time.toMSecsSinceEpoch() - from.count()) / length;
        if (place > 1) {
            break;
        }
        ticks.push_back({place, textOf(time, *step)});
    }
    return ticks;
}

std::optional<milliseconds> typedTime(const QString &text, milliseconds now)
{
    const QString typed = text.simplified();
    const auto unix = [](const QDateTime &time) { return milliseconds(time.toMSecsSinceEpoch()); };
    if (typed.isEmpty() || typed == QStringLiteral("now") || typed == QCoreApplication::translate("chart", "now")) {
        return typed.isEmpty() ? std::nullopt : std::optional(now);
    }
    for (const char *clock : {"H:mm", "H:mm:ss"}) {
        if (const QTime time = QTime::fromString(typed, QLatin1String(clock)); time.isValid()) {
            const QDateTime today(localTime(now).date(), time);
            return unix(unix(today) > now ? today.addDays(-1) : today); // the most recent such time
        }
    }
    for (const char *form : {"yyyy-M-d", "yyyy-M-d H:mm", "yyyy-M-d H:mm:ss"}) {
        if (const QDateTime time = QDateTime::fromString(typed, QLatin1String(form)); time.isValid()) {
            return unix(time);
        }
    }
    return std::nullopt;
}

QString stretchTitle(milliseconds from, milliseconds to)
{
    const QLocale locale;
    const QDateTime begin = localTime(from);
    const QDateTime end = localTime(to);
    const QString day = QCoreApplication::translate("chart", "d MMM");
    const QString time = to - from < 10min ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm");
    const bool isToday = begin.date() == QDate::currentDate();
    if (to - from > 7 * 24h) {
        return locale.toString(begin.date(), day) + QStringLiteral(" – ") + locale.toString(end.date(), day);
    }
    const auto dated = [&](const QDateTime &at) {
        return locale.toString(at.date(), day) + QLatin1Char(' ') + at.toString(time);
    };
    return (isToday ? begin.toString(time) : dated(begin)) + QStringLiteral(" – ")
        + (begin.date() == end.date() ? end.toString(time) : dated(end));
}

QString spanTitle(Span span)
{
    return span == Span::Year ? QCoreApplication::translate("chart", "1 year") : rangeTitle(spanLength(span));
}

} // namespace plimsoll::models

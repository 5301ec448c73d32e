// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/ratetext.h"

#include "models/text/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

struct RateWords {
    Q_DECLARE_TR_FUNCTIONS(rates)
};

QString counted(const Rate &rate)
{
    if (rate.polls == 0) {
        return {};
    }
    const milliseconds length = rate.to - rate.from;
    if (!isKnown(rate.perMinute)) {
        return RateWords::tr("No rate yet: it takes %1 of polls.").arg(formatDuration(rateLeast));
    }
    if (rate.stillFor > milliseconds::zero()) {
        return RateWords::tr("No change in the last %1.").arg(formatDuration(rate.stillFor));
    }
    if (rate.turnedAt > milliseconds::zero()) {
        return RateWords::tr("Net change since the trend turned %1 ago, from %2 polls.")
            .arg(formatDuration(rate.to - rate.turnedAt), formatCount(rate.polls));
    }
    return RateWords::tr("Net change over the last %1, from %2 polls.")
        .arg(formatDuration(length), formatCount(rate.polls));
}

QStringList help(const Rate &rate, const AmountText &amount)
{
    QStringList lines{counted(rate)};
    if (std::abs(rate.latest) > 0) {
        lines += RateWords::tr("Left out until it is clear whether it goes on: %1 in the last seconds.")
                     .arg(amount(rate.latest));
    }
    if (rate.jump > 0 || rate.jump < 0) {
        lines += RateWords::tr("Left out: a single jump by %1.").arg(amount(rate.jump));
    }
    if (rate.anewAt > milliseconds::zero()) {
        lines += RateWords::tr("Left out: what an operation or an event changed %1 ago, and all before.")
                     .arg(formatDuration(rate.to - rate.anewAt));
    }
    lines.removeAll(QString());
    return lines;
}

} // namespace

AmountText amountOf(const FigureSpec &figure)
{
    return [figure](double amount) {
        const bool counts = figure.unit == Unit::Count;
        const QString text = formatFigure(figure, counts ? std::round(std::abs(amount)) : std::abs(amount));
        return amount < 0 ? QStringLiteral("\u2212") + text : u'+' + text;
    };
}

QString rateHelp(const Rate &rate, const AmountText &amount)
{
    return help(rate, amount).join(u'\n');
}

QString forecastHelp(const Rate &rate, const AmountText &amount)
{
    QStringList lines = help(rate, amount);
    if (rate.points > 0) {
        lines += rate.isSteady ? RateWords::tr("Steady: the trend is clear in both halves of that time.")
                               : RateWords::tr("No forecast: the trend isn't clear.");
    }
    return lines.join(u'\n');
}

QString averageHelp(double perMinute, milliseconds over)
{
    const double count = perMinute * std::chrono::duration<double, std::ratio<60>>(over).count();
    return RateWords::tr("Mean over %1, in which there were about %2.")
        .arg(formatDuration(over), formatCount(std::round(count)));
}

QString averageHelp(double perMinute, milliseconds window, milliseconds knownFor)
{
    const milliseconds over = std::min(window, knownFor + rateLeast); // the rate is shown from rateLeast on
    const QString help = averageHelp(perMinute, over);
    return over < window ? help + u' ' + RateWords::tr("It has not been known for longer.") : help;
}

std::optional<NextBound> nextBound(const Rate &rate, const Limit &limit, double value)
{
    for (const bool isCritical : {false, true}) {
        const std::optional<double> &bound = isCritical ? limit.critical : limit.warning;
        if (!bound || (limit.below ? value <= *bound : value >= *bound)) {
            continue; // already reached
        }
        const auto in = timeUntil(rate, value, *bound);
        return in && *in <= longestForecast ? std::optional(NextBound{isCritical, *bound, *in}) : std::nullopt;
    }
    return std::nullopt;
}

QString nextBoundText(const Rate &rate, const Limit &limit, const FigureSpec &figure, double value)
{
    const std::optional<NextBound> next = nextBound(rate, limit, value);
    if (!next) {
        return {};
    }
    return (next->isCritical ? RateWords::tr("critical %1 in %2") : RateWords::tr("warning %1 in %2"))
        .arg(formatFigure(figure, next->bound), formatDuration(next->in));
}

QString changeOrJumpText(const Rate &rate)
{
    if (std::abs(rate.latest) > 0) {
        return rate.latest > 0 ? RateWords::tr("rising now") : RateWords::tr("falling now");
    }
    constexpr std::chrono::seconds recent{30}; // within 20 s it is found to be a jump
    const bool isJump = std::abs(rate.jump) > std::abs(rate.perMinute)
        && (rate.to - rate.jumpAt < recent || shownRate(rate.perMinute) == 0);
    return isJump
        ? (rate.jump > 0 ? RateWords::tr("jump +%1") : RateWords::tr("jump −%1")).arg(formatCount(std::abs(rate.jump)))
        : formatPerMinute(rate.perMinute);
}

QString formatChange(double perMinute)
{
    const double change = shownRate(perMinute);
    if (!isKnown(change) || change == 0) {
        return isKnown(change) ? QChar(0x00B1) + QLocale().toString(0) : unknownText();
    }
    return (change < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + formatScore(std::abs(change));
}

QString shortChangeText(double perMinute, double latest)
{
    return latest > 0 ? RateWords::tr("rising") : latest < 0 ? RateWords::tr("falling") : formatChange(perMinute);
}

QString memoryForecast(const Rate &rate, double used, double limit)
{
    const auto in = limit > 0 ? timeUntil(rate, used, limit) : std::nullopt;
    return in && *in <= longestForecast && used < limit ? RateWords::tr("full in %1").arg(formatDuration(*in))
                                                        : QString();
}

} // namespace plimsoll::models

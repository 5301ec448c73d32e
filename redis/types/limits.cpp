// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/limits.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace plimsoll {

namespace {

QString problemText(const char *text)
{
    return QCoreApplication::translate("problems", text);
}

/// English digits and separators in every locale: scripts also read problems.
QString numberText(double value)
{
    const QLocale locale;
    if (std::abs(value) < 1e15 && value == std::floor(value)) {
        return locale.toString(static_cast<qint64>(value));
    }
    return locale.toString(value, 'g', 6);
}

QString durationValueText(double ms)
{
    struct Step {
        double size;
        const char *name;
    };
    static constexpr std::array steps{Step{86'400'000, " d"}, Step{3'600'000, " h"}, Step{60'000, " min"},
                                      Step{1'000, " s"}};
    const auto *const step =
        std::find_if(steps.begin(), steps.end(), [ms](const Step &each) { return ms >= each.size; });
    if (step == steps.end()) {
        return numberText(std::round(ms)) + QLatin1String(" ms");
    }
    const auto *const smaller = std::next(step);
    if (smaller == steps.end()) {
        return numberText(std::floor(ms / step->size * 10) / 10) + QLatin1String(step->name);
    }
    // Two units, as in the rest of the window.
    const QString whole = numberText(std::floor(ms / step->size)) + QLatin1String(step->name);
    const double rest = std::floor(std::fmod(ms, step->size) / smaller->size);
    return rest > 0 ? whole + QLatin1Char(' ') + numberText(rest) + QLatin1String(smaller->name) : whole;
}

bool isBeyond(double figure, double limit, bool below)
{
    return below ? figure <= limit : figure >= limit;
}

} // namespace

QString limitValueText(Unit unit, double value)
{
    switch (unit) {
    case Unit::Duration:
        return durationValueText(value);
    case Unit::PerMinute:
    case Unit::Frequency: {
        const double tenths = std::round(value * 10) / 10;
        const bool isSmall = unit == Unit::Frequency && value < 10;
        return problemText(QT_TRANSLATE_NOOP("problems", "%1/min"))
            .arg(numberText(isSmall ? tenths : std::round(value)));
    }
    case Unit::Count:
    case Unit::Score:
        break;
    }
    return numberText(value);
}

QString figureText(const FigureSpec &figure, double value, bool atLeast)
{
    const QString title = QCoreApplication::translate("figures", figure.title);
    const QString text = (atLeast ? QStringLiteral("≥ ") : QString()) + limitValueText(figure.unit, value);
    // A count reads "1,200 ready", a measure "oldest ready 4.2 s".
    return figure.unit == Unit::Count ? text + QLatin1Char(' ') + title : title + QLatin1Char(' ') + text;
}

std::optional<Problem> checkLimit(std::span<const FigureSpec> figures, const Limit &limit, double figure, bool atLeast)
{
    if (!isKnown(figure)) {
        return std::nullopt;
    }
    const bool critical = limit.critical && isBeyond(figure, *limit.critical, limit.below);
    const bool warning = limit.warning && isBeyond(figure, *limit.warning, limit.below);
    if (!critical && !warning) {
        return std::nullopt;
    }
    if (atLeast && limit.below) { // the true value may be higher
        return unknownProblem(figures, limit,
                              figureText(figures[static_cast<std::size_t>(limit.figure)], figure, true));
    }
    const State level = critical ? State::Critical : State::Warning;
    return Problem{limit.figure, level, limitSentence(figures, limit, level, figure, atLeast)};
}

Problem unknownProblem(std::span<const FigureSpec> figures, const Limit &limit, const QString &reason)
{
    const FigureSpec &spec = figures[static_cast<std::size_t>(limit.figure)];
    const QString title = QCoreApplication::translate("figures", spec.title);
    const std::optional<double> &bound = limit.warning ? limit.warning : limit.critical;
    const QString limited = limit.below ? problemText(QT_TRANSLATE_NOOP("problems", "%1 unknown, lower limit %2"))
                                        : problemText(QT_TRANSLATE_NOOP("problems", "%1 unknown, limit %2"));
    const QString text = bound ? limited.arg(title, limitValueText(spec.unit, *bound))
                               : problemText(QT_TRANSLATE_NOOP("problems", "%1 unknown")).arg(title);
    return {limit.figure, State::Unknown,
            reason.isEmpty() ? text : problemText(QT_TRANSLATE_NOOP("problems", "%1: %2")).arg(text, reason)};
}

bool hasOwnLimit(const std::vector<Limit> &limits, int figure)
{
    return std::any_of(limits.begin(), limits.end(), [figure](const Limit &limit) {
        return limit.figure == figure && (limit.hasLevel() || limit.isOff());
    });
}

void noteDefault(std::vector<Problem> &problems, int figure, QLatin1StringView option, const QString &value)
{
    for (Problem &problem : problems) {
        if (problem.figure == figure && isTrouble(problem.level)) {
            problem.text =
                problemText(QT_TRANSLATE_NOOP("problems", "%1 (default %2: %3)")).arg(problem.text, option, value);
        }
    }
}

QString limitSentence(std::span<const FigureSpec> figures, const Limit &limit, State level, double figure, bool atLeast)
{
    const FigureSpec &spec = figures[static_cast<std::size_t>(limit.figure)];
    const bool isCritical = level == State::Critical || !limit.warning;
    const QString bound =
        limitValueText(spec.unit, (isCritical ? limit.critical : limit.warning).value_or(unknownFigure));
    const QString sentence = limit.below ? problemText(QT_TRANSLATE_NOOP("problems", "%1, lower limit %2"))
                                         : problemText(QT_TRANSLATE_NOOP("problems", "%1, limit %2"));
    // "consumers 1, lower limit 2", as "1 consumers" is no English.
    const bool isOneOfSeveral =
        spec.unit == Unit::Count && figure == 1 && !atLeast && QLatin1StringView(spec.title).endsWith(u's');
    const QString what = isOneOfSeveral ? QCoreApplication::translate("figures", spec.title) + QLatin1String(" 1")
                                        : figureText(spec, figure, atLeast);
    return sentence.arg(what, bound);
}

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"

#include "models/text/atleast.h"
#include "redis/types/loss.h"
#include "redis/types/plural.h"

#include <QCoreApplication>
#include <QDateTime>

#include <array>
#include <cmath>

namespace plimsoll::models {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Leaves out seconds from here on: minutes are exact enough, and the text changes less often.
constexpr minutes coarseMinutes{10};
/// A double represents whole numbers exactly up to this one.
constexpr double exactIntegers = 9'007'199'254'740'992.0;

struct FormatWords {
    Q_DECLARE_TR_FUNCTIONS(format)
};

/// Adds a real minus sign to the locale's number: a hyphen is too short next to tabular figures.
QString withMinus(const QString &text, bool negative)
{
    return negative ? QChar(0x2212) + text : text;
}

QString wholeNumber(double magnitude)
{
    const double rounded = std::round(magnitude);
    return rounded < exactIntegers ? QLocale().toString(static_cast<qint64>(rounded))
                                   : QLocale().toString(rounded, 'g', QLocale::FloatingPointShortest);
}

/// One decimal, omitted if it is 0.
QString oneDecimal(double magnitude)
{
    const double tenths = std::round(magnitude * 10);
    return std::fmod(tenths, 10) == 0 ? wholeNumber(tenths / 10) : QLocale().toString(tenths / 10, 'f', 1);
}

QString twoUnits(const QString &first, qint64 rest, const char *restText)
{
    return rest == 0 ? first : first + QLatin1Char(' ') + FormatWords::tr(restText).arg(QLocale().toString(rest));
}

QString durationOf(milliseconds duration)
{
    const QLocale locale;
    if (duration < milliseconds(1)) {
        return FormatWords::tr("%1 s").arg(locale.toString(0));
    }
    if (duration < milliseconds(100)) {
        return FormatWords::tr("%1 ms").arg(locale.toString(static_cast<qint64>(duration.count())));
    }
    if (duration < seconds(1)) {
        return FormatWords::tr("%1 s").arg(
            locale.toString(std::floor(static_cast<double>(duration.count()) / 100) / 10, 'f', 1));
    }
    const auto whole = std::chrono::floor<seconds>(duration);
    if (whole < minutes(1)) {
        return FormatWords::tr("%1 s").arg(locale.toString(static_cast<qint64>(whole.count())));
    }
    if (whole < coarseMinutes) {
        return twoUnits(FormatWords::tr("%1 min").arg(locale.toString(static_cast<qint64>(whole / minutes(1)))),
                        (whole % minutes(1)).count(), QT_TRANSLATE_NOOP("format", "%1 s"));
    }
    if (whole < hours(1)) {
        return FormatWords::tr("%1 min").arg(locale.toString(static_cast<qint64>(whole / minutes(1))));
    }
    if (whole < days(1)) {
        return twoUnits(FormatWords::tr("%1 h").arg(locale.toString(static_cast<qint64>(whole / hours(1)))),
                        (whole % hours(1)) / minutes(1), QT_TRANSLATE_NOOP("format", "%1 min"));
    }
    const qint64 wholeDays = whole / days(1);
    const qint64 restHours = wholeDays < 30 ? (whole % days(1)) / hours(1) : 0;
    const QString first =
        wholeDays == 1 ? FormatWords::tr("%1 day") : FormatWords::tr("%1 days", nullptr, pluralOf(wholeDays));
    return twoUnits(first.arg(locale.toString(wholeDays)), restHours, QT_TRANSLATE_NOOP("format", "%1 h"));
}

/// Rounding step of durationOf(): durations with the same step have the same text.
milliseconds durationStep(milliseconds duration)
{
    if (duration < milliseconds(100)) {
        return milliseconds(1);
    }
    if (duration < seconds(1)) {
        return milliseconds(100);
    }
    if (duration < coarseMinutes) {
        return seconds(1);
    }
    if (duration < days(1)) {
        return minutes(1);
    }
    return duration < days(30) ? milliseconds(hours(1)) : milliseconds(days(1));
}

QString rateText(double perMinute)
{
    const double magnitude = std::abs(perMinute);
    return magnitude < 10 ? oneDecimal(magnitude) : wholeNumber(magnitude);
}

/// Longer durations are broken scores; the bound also keeps the conversion to integers defined.
constexpr double longestDuration = 1e17;

milliseconds toDuration(double value)
{
    return milliseconds(static_cast<qint64>(std::floor(std::clamp(value, -longestDuration, longestDuration))));
}

} // namespace

QString formatCount(double count)
{
    if (!isKnown(count)) {
        return unknownText();
    }
    if (std::isinf(count)) {
        return withMinus(QString(QChar(0x221E)), count < 0);
    }
    return withMinus(wholeNumber(std::abs(count)), std::round(count) < 0);
}

QString formatShare(double share)
{
    const double all = share * 100;
    return isKnown(share) ? FormatWords::tr("%1 %").arg(QLocale().toString(all, 'f', all < 10 && all > 0 ? 1 : 0))
                          : unknownText();
}

QString formatScore(double score)
{
    if (!isKnown(score) || std::isinf(score) || (std::trunc(score) == score && std::abs(score) < exactIntegers)) {
        return formatCount(score);
    }
    return withMinus(QLocale().toString(std::abs(score), 'g', QLocale::FloatingPointShortest), score < 0);
}

QString formatDuration(milliseconds duration)
{
    return duration < milliseconds::zero() ? withMinus(durationOf(-duration), true) : durationOf(duration);
}

QString formatBytes(qint64 bytes)
{
    static constexpr std::array units{QT_TRANSLATE_NOOP("format", "%1 B"),   QT_TRANSLATE_NOOP("format", "%1 KiB"),
                                      QT_TRANSLATE_NOOP("format", "%1 MiB"), QT_TRANSLATE_NOOP("format", "%1 GiB"),
                                      QT_TRANSLATE_NOOP("format", "%1 TiB"), QT_TRANSLATE_NOOP("format", "%1 PiB"),
                                      QT_TRANSLATE_NOOP("format", "%1 EiB")};
    double magnitude = std::abs(static_cast<double>(bytes));
    std::size_t unit = 0;
    // 1023.95 would round to "1,024.0"
    while (magnitude >= 1023.95 && unit + 1 < units.size()) {
        magnitude /= 1024;
        ++unit;
    }
    return withMinus(FormatWords::tr(units.at(unit)).arg(oneDecimal(magnitude)), bytes < 0);
}

QString formatPerMinute(double perMinute)
{
    if (!isKnown(perMinute)) {
        return unknownText();
    }
    if (std::abs(perMinute) < 0.05) {
        return QChar(0x00B1) + QLocale().toString(0);
    }
    const QString sign = perMinute < 0 ? QString(QChar(0x2212)) : QStringLiteral("+");
    return FormatWords::tr("%1/min").arg(sign + rateText(perMinute));
}

QString formatTime(milliseconds unix)
{
    return localTime(unix).toString(QStringLiteral("HH:mm:ss"));
}

QDateTime localTime(milliseconds unix)
{
    return QDateTime::fromMSecsSinceEpoch(unix.count());
}

QString formatDateTime(milliseconds unix)
{
    return localTime(unix).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString formatRelative(milliseconds unix, milliseconds now)
{
    const milliseconds ahead = unix - now;
    if (ahead <= seconds(-1)) {
        return FormatWords::tr("%1 ago").arg(formatDuration(-ahead));
    }
    return ahead < seconds(1) ? FormatWords::tr("now") : FormatWords::tr("in %1").arg(formatDuration(ahead));
}

QString eventText(const ServerEvent &event)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("format", "restarted %1"), QT_TRANSLATE_NOOP("format", "emptied %1"),
        QT_TRANSLATE_NOOP("format", "failed over %1"), QT_TRANSLATE_NOOP("format", "flushed %1")};
    QString what = FormatWords::tr(words.at(static_cast<std::size_t>(event.type)))
                       .arg(localTime(event.time).toString(QStringLiteral("HH:mm")));
    if (event.elementsGone <= 0) {
        return what;
    }
    return event.elementsGone == 1
        ? FormatWords::tr("%1, 1 element gone").arg(what)
        : FormatWords::tr("%1, %2 elements gone", nullptr, pluralOf(static_cast<qint64>(event.elementsGone)))
              .arg(what, formatCount(event.elementsGone));
}

std::span<const ServerEvent> newEvents(const std::vector<ServerEvent> &events, std::chrono::milliseconds now)
{
    const auto end = std::find_if(events.begin(), events.end(), [now](const auto &event) { return event.time > now; });
    const auto first =
        std::find_if(events.begin(), end, [now](const auto &event) { return now - event.time <= eventsTold; });
    return {first, end};
}

QString eventsBeforeText(qint64 events)
{
    return events <= 0 ? QString()
        : events == 1  ? FormatWords::tr("1 event before")
                      : FormatWords::tr("%1 events before", nullptr, pluralOf(events)).arg(formatCount(double(events)));
}

QString newestEventText(std::span<const ServerEvent> events)
{
    const QString newest = eventText(events.back());
    const QString before = eventsBeforeText(std::ssize(events) - 1);
    return before.isEmpty() ? newest : FormatWords::tr("%1; %2").arg(newest, before);
}

void addEvents(std::vector<ServerEvent> &events, const std::vector<ServerEvent> &more)
{
    for (const ServerEvent &event : more) {
        std::erase_if(events, [&event](const ServerEvent &known) {
            return known.type == event.type && known.time == event.time;
        });
        events.push_back(event);
    }
}

QString asSentence(const QString &text)
{
    static const QString ends = QStringLiteral(".!?…");
    return text.isEmpty() || ends.contains(text.back()) ? text : text + QLatin1Char('.');
}

QString neverText()
{
    return FormatWords::tr("never");
}

QString formatFigure(const FigureSpec &figure, double value, bool atLeast)
{
    if (!isKnown(value) || (atLeast && value <= 0)) { // "at least 0" says nothing
        return unknownText();
    }
    QString text;
    switch (figure.unit) {
    case Unit::Count:
        text = formatCount(value);
        break;
    case Unit::Duration:
        text = formatDuration(toDuration(value));
        break;
    case Unit::PerMinute:
        text = formatPerMinute(value);
        break;
    case Unit::Frequency:
        text = FormatWords::tr("%1/min").arg(rateText(value));
        break;
    case Unit::Score:
        text = formatScore(value);
        break;
    }
    return atLeastText(text, atLeast);
}

QString formatFigure(const Snapshot &snapshot, std::size_t row, int figure)
{
    if (snapshot.isNever(row, figure)) {
        return neverText();
    }
    const double value = snapshot.figure(row, figure);
    const QString text =
        formatFigure(snapshot.layout->rows[row].figure(figure), value, snapshot.isAtLeast(row, figure));
    return estimateText(text, isKnown(value) && snapshot.has(row, figure, FigureNote::Estimate));
}

double shownValue(const FigureSpec &figure, double value)
{
    if (!std::isfinite(value)) {
        return value;
    }
    switch (figure.unit) {
    case Unit::Duration: {
        const milliseconds duration = toDuration(value);
        const milliseconds step = durationStep(duration < milliseconds::zero() ? -duration : duration);
        return static_cast<double>((duration / step) * step.count());
    }
    case Unit::PerMinute:
    case Unit::Frequency:
        return shownRate(value);
    case Unit::Count:
        return std::round(value);
    case Unit::Score:
        break;
    }
    return value;
}

double shownRate(double perMinute)
{
    if (std::abs(perMinute) < 0.05) {
        return 0;
    }
    return std::abs(perMinute) < 10 ? std::round(perMinute * 10) / 10 : std::round(perMinute);
}

QString figureTitle(const FigureSpec &figure)
{
    return QCoreApplication::translate("figures", figure.title);
}

QString figureHelp(const FigureSpec &figure)
{
    return QCoreApplication::translate("figures", figure.help);
}

QString kindTitle(const KindInfo &kind)
{
    return QCoreApplication::translate("kinds", kind.title);
}

QString kindPlural(const KindInfo &kind)
{
    return QCoreApplication::translate("kinds", kind.plural);
}

QString collectionsText(qint64 count)
{
    return count == 1 ? FormatWords::tr("1 collection")
                      : FormatWords::tr("%1 collections", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString stateTitle(State state)
{
    static constexpr std::array titles{QT_TRANSLATE_NOOP("format", "ok"), QT_TRANSLATE_NOOP("format", "unknown"),
                                       QT_TRANSLATE_NOOP("format", "warning"), QT_TRANSLATE_NOOP("format", "critical"),
                                       QT_TRANSLATE_NOOP("format", "error")};
    return FormatWords::tr(titles.at(static_cast<std::size_t>(state)));
}

QString formatSince(const StateSince &state)
{
    const QString time = formatDateTime(state.since);
    const QString since =
        state.isAtLeast ? FormatWords::tr("since %1 or longer").arg(time) : FormatWords::tr("since %1").arg(time);
    return state.was && *state.was != state.state ? FormatWords::tr("%1, %2 before").arg(since, stateTitle(*state.was))
                                                  : since;
}

milliseconds shownSince(const StateSince &state, milliseconds now)
{
    const milliseconds passed = std::max(milliseconds(0), now - state.since);
    const milliseconds step = passed < minutes(1) ? milliseconds(seconds(10)) : milliseconds(minutes(1));
    const milliseconds shown = passed - passed % step;
    return shown < days(1) ? shown : shown - shown % durationStep(shown);
}

QString stateSinceText(const StateSince &state, milliseconds now)
{
    const QString title = stateTitle(state.state);
    const milliseconds shown = shownSince(state, now);
    if (state.state == State::Ok || shown == milliseconds(0)) {
        return title;
    }
    return (state.isAtLeast ? FormatWords::tr("%1 for \u2265 %2") : FormatWords::tr("%1 for %2"))
        .arg(title, formatDuration(shown));
}

QString stateSinceText(const StateSince &state, const std::optional<StateSince> &trouble, milliseconds now)
{
    if (!trouble || shownSince(*trouble, now) <= shownSince(state, now)) {
        return stateSinceText(state, now);
    }
    return (trouble->isAtLeast ? FormatWords::tr("%1, in trouble for \u2265 %2")
                               : FormatWords::tr("%1, in trouble for %2"))
        .arg(stateSinceText(state, now), formatDuration(shownSince(*trouble, now)));
}

QString lossText(const Loss &loss)
{
    const qsizetype comma = loss.text.indexOf(QLatin1String(", "));
    const QString what = comma < 0 ? loss.text : loss.text.left(comma);
    return FormatWords::tr("%1 %2", "what happened, time").arg(what, formatTime(loss.time))
        + (comma < 0 ? QString() : loss.text.mid(comma));
}

QString problemText(const Problem &problem, const std::optional<StateSince> &since)
{
    return since
        ? FormatWords::tr("%1, %2").arg(problem.text, formatSince({since->state, since->since, since->isAtLeast}))
        : problem.text;
}

} // namespace plimsoll::models

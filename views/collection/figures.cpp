// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/figures.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/marks.h"
#include "models/text/ratetext.h"
#include "redis/types/boundrole.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

using namespace std::chrono_literals;

namespace plimsoll::views {

namespace {

struct FigureWords {
    Q_DECLARE_TR_FUNCTIONS(figurenotes)
};

} // namespace

Figures::Figures(const Snapshot &snapshot, std::size_t row, const models::History &history)
    : m_snapshot(snapshot), m_row(row), m_history(history)
{
}

double Figures::value(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    return index < 0 ? unknownFigure : m_snapshot.figure(m_row, index);
}

QString Figures::text(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    return index < 0 ? models::unknownText() : models::formatFigure(m_snapshot, m_row, index);
}

bool Figures::isEstimate(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    return index >= 0 && m_snapshot.has(m_row, index, FigureNote::Estimate);
}

bool Figures::isAtLeast(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    return index >= 0 && m_snapshot.isAtLeast(m_row, index);
}

Rate Figures::rate(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    return index < 0 ? Rate() : m_history.rate(m_row, index);
}

double Figures::change(QLatin1StringView figure) const
{
    return rate(figure).perMinute;
}

models::Series Figures::series(QLatin1StringView figure, const models::Reach &reach) const
{
    const int index = indexOf(figure);
    return index < 0 ? models::Series{} : m_history.figure(m_row, index, reach);
}

std::vector<TimeChart::LimitLine> Figures::limits(QLatin1StringView figure) const
{
    std::vector<TimeChart::LimitLine> lines;
    const int index = indexOf(figure);
    for (const Limit &limit : definition().limits) {
        if (limit.figure != index) {
            continue;
        }
        if (limit.warning) {
            lines.push_back({limitText(limit, false), *limit.warning, false, m_row, QString(figure)});
        }
        if (limit.critical) {
            lines.push_back({limitText(limit, true), *limit.critical, true, m_row, QString(figure)});
        }
    }
    return lines;
}

/// Current definition, if its limits differ from those at the displayed moment; else null.
const CollectionDefinition *Figures::present() const
{
    const models::MomentPtr moment = isPast() ? m_history.moment() : nullptr;
    const bool isOther =
        moment != nullptr && m_row < moment->limits.size() && moment->limits[m_row] == models::LimitsThen::Others;
    return isOther ? &moment->present->workspace->collections[m_row] : nullptr;
}

/// "warning 1,400", with today's limit if it differs.
QString Figures::limitText(const Limit &limit, bool isCritical) const
{
    const FigureSpec &spec = layout().figure(limit.figure);
    const auto levelOf = [isCritical](const Limit &of) { return isCritical ? of.critical : of.warning; };
    const QString text = (isCritical ? FigureWords::tr("critical %1") : FigureWords::tr("warning %1"))
                             .arg(models::formatFigure(spec, levelOf(limit).value_or(unknownFigure)));
    const CollectionDefinition *now = present();
    if (now == nullptr) {
        return text;
    }
    const auto same = std::find_if(now->limits.begin(), now->limits.end(),
                                   [&limit](const Limit &other) { return other.figure == limit.figure; });
    const std::optional<double> today = same == now->limits.end() ? std::nullopt : levelOf(*same);
    if (today == levelOf(limit)) {
        return text;
    }
    return today ? FigureWords::tr("%1, today %2").arg(text, models::formatFigure(spec, *today))
                 : FigureWords::tr("%1, none today").arg(text);
}

State Figures::state(QLatin1StringView figure) const
{
    State worst = State::Ok;
    const int index = indexOf(figure);
    const auto &problems = row().problems;
    for (std::size_t i = 0; problems && i < problems->size(); ++i) {
        if ((*problems)[i].figure == index) {
            worst = std::max(worst, (*problems)[i].level);
        }
    }
    return worst;
}

QString Figures::reasonUnknown(int figure) const
{
    const auto &problems = row().problems;
    for (std::size_t i = 0; problems && i < problems->size(); ++i) {
        const Problem &problem = (*problems)[i];
        if (problem.figure == figure || (problem.figure < 0 && problem.level == State::Error)) {
            return problem.text;
        }
    }
    if (m_snapshot.has(m_row, figure, FigureNote::Absent)) {
        return FigureWords::tr("There is nothing to measure now.");
    }
    return FigureWords::tr("Unknown: the server did not say, or there is not enough data yet.");
}

QString Figures::limitNote(int figure) const
{
    const FigureSpec &spec = layout().figure(figure);
    const bool isCritical = state(spec.id) == State::Critical;
    for (const Limit &limit : definition().limits) {
        // The limit that set the colour; without a colour, the one reached first.
        const std::optional<double> &near = isCritical ? limit.critical : limit.warning;
        const std::optional<double> &other = isCritical ? limit.warning : limit.critical;
        if (limit.figure == figure && (near || other)) {
            return FigureWords::tr("limit %1").arg(models::formatFigure(spec, near ? *near : *other));
        }
    }
    const std::optional<Bound> &bound = definition().bound;
    if (!bound || state(spec.id) == State::Ok) {
        return {};
    }
    const bool isSize = spec.means == Means::Nothing && spec.unit == Unit::Count;
    return isSize && bound->keep
        ? (isBoundOfEachKey(definition()) ? FigureWords::tr("bound %1 for each key") : FigureWords::tr("bound %1"))
              .arg(models::formatCount(*bound->keep))
        : spec.means == Means::Age && bound->maxAge
        ? FigureWords::tr("bound %1").arg(models::formatDuration(*bound->maxAge))
        : QString();
}

TileText Figures::tile(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    if (index < 0) {
        return {};
    }
    const FigureSpec &spec = layout().figure(index);
    const bool counts = spec.unit == Unit::Count;
    QString note = state(figure) != State::Ok || !counts ? limitNote(index) : QString();
    Rate change;
    if (note.isEmpty() && counts && known(figure)) {
        change = rate(figure);
        note = isKnown(change.perMinute) ? models::changeOrJumpText(change) : limitNote(index);
    }
    TileText text = tile(figure, note);
    if (const QString how = models::rateHelp(change, models::amountOf(layout().figure(index))); !how.isEmpty()) {
        text.help += QLatin1Char('\n')
            + (change.stillFor > std::chrono::milliseconds::zero() ? how : FigureWords::tr("Change: %1").arg(how));
    }
    return text;
}

TileText Figures::tile(QLatin1StringView figure, const QString &note) const
{
    const int index = indexOf(figure);
    if (index < 0) {
        return {};
    }
    const FigureSpec &spec = layout().figure(index);
    TileText tile{models::figureTitle(spec), text(figure),  note,
                  models::figureHelp(spec),  state(figure), QString(spec.id)};
    if (!known(figure) && !m_snapshot.isNever(m_row, index)) {
        tile.help += QLatin1Char('\n') + reasonUnknown(index);
    }
    if (present() != nullptr) {
        for (const TimeChart::LimitLine &line : limits(figure)) {
            tile.help += QLatin1Char('\n') + line.label;
        }
    }
    if (spec.means == Means::Growth && m_snapshot.rows[m_row].rate != nullptr) {
        tile.help += QLatin1Char('\n')
            + models::rateHelp(rateAt(*m_snapshot.rows[m_row].rate, m_snapshot.serverTime),
                               models::amountOf(layout().figure(layout().kind->mainFigure)));
    }
    if (m_snapshot.isAtLeast(m_row, index)) {
        tile.help +=
            QLatin1Char('\n') + FigureWords::tr("Not all of it was seen or read: the true value may be larger.");
    }
    return tile;
}

TileText Figures::tile(QLatin1StringView figure, const QString &note, std::chrono::milliseconds window) const
{
    TileText text = tile(figure, note);
    const int index = indexOf(figure);
    if (index < 0 || !known(figure) || isPast()) {
        return text;
    }
    const std::vector<models::Series::Point> &points = m_history.figure(m_row, index, models::Span::QuarterHour).points;
    const auto unknown =
        std::find_if(points.rbegin(), points.rend(), [](const auto &point) { return !isKnown(point.value); });
    if (unknown != points.rbegin()) { // else it is not kept
        const std::chrono::milliseconds since = std::prev(unknown)->time;
        text.help += QLatin1Char('\n')
            + models::averageHelp(value(figure), window, std::max(0ms, m_snapshot.serverTime - since));
    }
    return text;
}

std::vector<TimeChart::Mark> marksOf(const std::vector<Mark> &marks, const QStringList &collections,
                                     const std::function<std::vector<TimeRange>(const QString &)> &unknownOf)
{
    using Shape = TimeChart::Mark::Shape;
    std::vector<TimeChart::Mark> drawn;
    for (const Mark &mark : marks) {
        // An event of the server explains the lines of every collection. An alert of the server is no alert of theirs.
        const bool isOurs = collections.contains(mark.collection) || (mark.collection.isEmpty() && !mark.isOngoing());
        if (!isOurs || mark.kind == Mark::Kind::Cleared) { // the end of the bar says so
            continue;
        }
        const bool isNamed = collections.size() > 1 && (!mark.collection.isEmpty() || mark.isOngoing());
        TimeChart::Mark &made = drawn.emplace_back();
        made.time = mark.time;
        made.level = mark.level;
        made.word = models::markWord(mark);
        made.text = models::markText(mark);
        made.later = mark.isOngoing() ? models::markTextLater(mark) : QString();
        for (QString *text : {&made.text, &made.later}) {
            if (isNamed && !text->isEmpty()) {
                text->prepend(models::alertAbout({mark.collection, {}, {}}) + QStringLiteral(" · "));
            }
        }
        switch (mark.kind) {
        case Mark::Kind::Raised:
        case Mark::Kind::Changed:
            made.shape = Shape::Bar;
            made.until = mark.until;
            made.unknown = unknownOf && mark.level != State::Error ? unknownOf(mark.collection) : made.unknown;
            break;
        case Mark::Kind::Operation:
            made.shape = Shape::Triangle;
            break;
        case Mark::Kind::Note:
            made.shape = Shape::Diamond;
            made.id = mark.id;
            made.note = mark.text;
            break;
        default:
            break;
        }
    }
    return drawn;
}

std::vector<TimeChart::Mark> marksOf(models::History &history, const ChartRange &range, std::chrono::milliseconds now,
                                     const QStringList &collections, const QString &alert)
{
    const models::Reach reach = range.reach();
    const std::chrono::milliseconds end = range.moment() ? range.present() : now;
    const MarkQuestion stretch =
        reach.isLive() ? MarkQuestion{end - models::spanLength(reach.span), end} : MarkQuestion{reach.from, reach.to};
    history.lookForMarks(stretch);
    std::map<QString, std::vector<TimeRange>> unknown; // computed once for all alerts of a collection
    std::vector<Mark> marks = history.marks(stretch);
    std::erase_if(marks,
                  [&alert](const Mark &mark) { return mark.isOngoing() && !alert.isEmpty() && mark.id != alert; });
    return marksOf(marks, collections, [&](const QString &collection) {
        const auto [at, isNew] = unknown.try_emplace(collection);
        if (isNew) {
            at->second = history.unknownTimes(collection.isEmpty() ? collections : QStringList{collection}, reach);
        }
        return at->second;
    });
}

namespace {

/// Returns the length of the words at the end of all names, with the colon before them: 11 of "0:2026113018" and
/// "1:2026113018"; 0 if they have none in common, or consist of them.
qsizetype commonEndOf(const QByteArrayList &names)
{
    qsizetype common = 0;
    for (qsizetype at = names.front().lastIndexOf(':'); at > 0; at = names.front().lastIndexOf(':', at - 1)) {
        const QByteArray end = names.front().mid(at);
        const bool isCommon = std::all_of(names.begin(), names.end(), [&end](const QByteArray &name) {
            return name.size() > end.size() && name.endsWith(end);
        });
        if (!isCommon) {
            break;
        }
        common = end.size();
    }
    return common;
}

} // namespace

QStringList distinctNames(const std::vector<QByteArray> &keys)
{
    QStringList names;
    if (keys.empty()) {
        return names;
    }
    qsizetype common = keys.front().size();
    for (const QByteArray &key : keys) {
        const auto mismatch = std::mismatch(keys.front().begin(), keys.front().end(), key.begin(), key.end());
        common = std::min(common, static_cast<qsizetype>(mismatch.first - keys.front().begin()));
    }
    // "queue:email:high" and "queue:email:highest" part at the word, not in it.
    while (common > 0 && keys.front()[common - 1] != ':') {
        const bool wholeWord = std::all_of(keys.begin(), keys.end(), [common](const QByteArray &key) {
            return key.size() == common || key[common] == ':';
        });
        if (wholeWord) {
            break;
        }
        --common;
    }
    QByteArrayList parts;
    for (const QByteArray &key : keys) {
        QByteArray name = keys.size() == 1 ? QByteArray() : key.mid(common);
        while (name.startsWith(':')) {
            name.remove(0, 1);
        }
        if (name.isEmpty()) {
            name = key.mid(key.lastIndexOf(':') + 1);
        }
        parts.append(name.isEmpty() ? key : name);
    }
    const qsizetype end = keys.size() == 1 ? 0 : commonEndOf(parts);
    for (const QByteArray &part : parts) {
        names.append(printable(part.chopped(end), 40));
    }
    return names;
}

} // namespace plimsoll::views

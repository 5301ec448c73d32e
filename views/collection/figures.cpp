// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/figures.h"

#include "models/format.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::views {

namespace {

struct Words {
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
    if (index < 0) {
        return models::unknownText();
    }
    if (m_snapshot.isNever(m_row, index)) {
        return models::neverText();
    }
    return models::formatFigure(layout().figure(index), m_snapshot.figure(m_row, index),
                                m_snapshot.isAtLeast(m_row, index));
}

bool Figures::isAtLeast(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    return index >= 0 && m_snapshot.isAtLeast(m_row, index);
}

double Figures::change(QLatin1StringView figure) const
{
    const int index = indexOf(figure);
    return index < 0 ? unknownFigure : m_history.changePerMinute(m_row, index);
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
        const FigureSpec &spec = layout().figure(index);
        if (limit.warning) {
            lines.push_back(
                {Words::tr("warning %1").arg(models::formatFigure(spec, *limit.warning)), *limit.warning, false});
        }
        if (limit.critical) {
            lines.push_back(
                {Words::tr("critical %1").arg(models::formatFigure(spec, *limit.critical)), *limit.critical, true});
        }
    }
    return lines;
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
    return Words::tr("Not known: the server did not say, or there is nothing to tell it by yet.");
}

QString Figures::limitNote(int figure) const
{
    const FigureSpec &spec = layout().figure(figure);
    const bool isCritical = state(spec.id) == State::Critical;
    for (const Limit &limit : definition().limits) {
        // The one the colour stands for; while there is none, the one that comes first.
        const std::optional<double> &near = isCritical ? limit.critical : limit.warning;
        const std::optional<double> &other = isCritical ? limit.warning : limit.critical;
        if (limit.figure == figure && (near || other)) {
            return Words::tr("limit %1").arg(models::formatFigure(spec, near ? *near : *other));
        }
    }
    return {};
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
    if (note.isEmpty() && counts) {
        const double rate = change(figure);
        note = isKnown(rate) ? models::formatPerMinute(rate) : limitNote(index);
    }
    return tile(figure, note);
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
    } else if (m_snapshot.isAtLeast(m_row, index)) {
        tile.help += QLatin1Char('\n') + Words::tr("Observed since Plimsoll watches: the true value may be larger.");
    }
    return tile;
}

std::vector<TimeChart::Mark> marksOf(const std::vector<ServerEvent> &events)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("figurenotes", "restarted"), QT_TRANSLATE_NOOP("figurenotes", "emptied"),
        QT_TRANSLATE_NOOP("figurenotes", "failover"), QT_TRANSLATE_NOOP("figurenotes", "flushed")};
    std::vector<TimeChart::Mark> marks;
    for (const ServerEvent &event : events) {
        const bool lost = event.elementsGone > 0;
        marks.push_back({event.time, Words::tr(words.at(static_cast<std::size_t>(event.type))),
                         lost ? State::Critical : State::Warning});
    }
    return marks;
}

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
    for (const QByteArray &key : keys) {
        QByteArray name = keys.size() == 1 ? QByteArray() : key.mid(common);
        while (name.startsWith(':')) {
            name.remove(0, 1);
        }
        if (name.isEmpty()) {
            name = key.mid(key.lastIndexOf(':') + 1);
        }
        names.append(printable(name.isEmpty() ? key : name, 40));
    }
    return names;
}

} // namespace plimsoll::views

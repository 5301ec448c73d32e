// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/bandsmodel.h"

#include "models/text/atleast.h"
#include "models/text/format.h"
#include "models/text/samefigure.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

struct BandsWords {
    Q_DECLARE_TR_FUNCTIONS(bands)
};

bool isSameRow(const BandRow &a, const BandRow &b)
{
    return a.name == b.name && a.starves == b.starves && isSameFigure(a.waiting, b.waiting)
        && isSameFigure(a.change, b.change) && isSameFigure(a.arrive, b.arrive) && isSameFigure(a.taken, b.taken)
        && a.isFlowAtLeast == b.isFlowAtLeast && isSameFigure(a.longestMs, b.longestMs)
        && isSameFigure(a.idleMs, b.idleMs) && a.longestAtLeast == b.longestAtLeast && a.idleAtLeast == b.idleAtLeast;
}

QString boundText(double value, bool isAtLeast, const QString &text)
{
    return isKnown(value) ? atLeastText(text, isAtLeast) : unknownText();
}

QString durationText(double duration, bool isAtLeast)
{
    return boundText(duration, isAtLeast,
                     isKnown(duration) ? formatDuration(milliseconds(std::llround(duration))) : QString());
}

QString paceText(double perMinute, bool isAtLeast)
{
    return boundText(perMinute, isAtLeast, isKnown(perMinute) ? formatCount(std::round(perMinute)) : QString());
}

QString flowTip(const BandRow &row)
{
    return row.isFlowAtLeast || !isKnown(row.arrive)
        ? BandsWords::tr("By the times in the scores, over the last five minutes. Jobs that arrive and are taken "
                         "between two polls are not counted.")
        : BandsWords::tr("By the times in the scores, over the last five minutes.");
}

QString starvesTip(const BandRow &row)
{
    return row.starves ? BandsWords::tr("Jobs wait here, but none was taken for %1, while other bands are served: a "
                                        "job of this band is taken only when no lower score waits.")
                             .arg(durationText(row.idleMs, row.idleAtLeast))
                       : QString();
}

/// Number to sort by; none if it is unknown.
template <double BandRow::*Value> QVariant rawBand(const BandRow &row)
{
    return isKnown(row.*Value) ? QVariant(row.*Value) : QVariant();
}

} // namespace

BandsModel::BandsModel(QObject *parent) : TableModel("bands", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("bands", "band"), Cell::Series, &BandRow::name},
        {QT_TRANSLATE_NOOP("bands", "waiting"), Cell::Figure,
         [](auto &row) { return isKnown(row.waiting) ? formatCount(row.waiting) : unknownText(); },
         rawBand<&BandRow::waiting>},
        {"", Cell::Bar},
        {QT_TRANSLATE_NOOP("bands", "change"), Cell::Figure,
         [](auto &row) { return isKnown(row.change) ? formatPerMinute(row.change) : unknownText(); },
         rawBand<&BandRow::change>},
        {QT_TRANSLATE_NOOP("bands", "arriving/min"), Cell::Figure,
         [](auto &row) { return paceText(row.arrive, row.isFlowAtLeast); }, rawBand<&BandRow::arrive>, flowTip},
        {QT_TRANSLATE_NOOP("bands", "taken/min"), Cell::Figure,
         [](auto &row) { return paceText(row.taken, row.isFlowAtLeast); }, rawBand<&BandRow::taken>, flowTip},
        {QT_TRANSLATE_NOOP("bands", "longest wait"), Cell::Figure,
         [](auto &row) { return durationText(row.longestMs, row.longestAtLeast); }, rawBand<&BandRow::longestMs>},
        {QT_TRANSLATE_NOOP("bands", "not served for"), Cell::Figure,
         [](auto &row) { return durationText(row.idleMs, row.idleAtLeast); }, rawBand<&BandRow::idleMs>},
        {"", Cell::Badge, [](auto &row) { return row.starves ? BandsWords::tr("starves") : QString(); }},
    });
    setRowValues(
        {{Qt::ToolTipRole, starvesTip},
         {ShareRole, [this](auto &row) { return m_most > 0 && isKnown(row.waiting) ? row.waiting / m_most : 0.0; }},
         {SeriesRole, [this](auto &row) { return rowNumber(row); }},
         {SeverityRole, [](auto &row) { return static_cast<int>(row.starves ? State::Warning : State::Ok); }}});
}

void BandsModel::apply(const Snapshot &snapshot, std::size_t collection, const History &history)
{
    const SnapshotLayout::Row &layout = snapshot.layout->rows[collection];
    const CollectionDefinition &definition = snapshot.layout->workspace->collections[collection];
    const Bands bands = Bands::of(definition);
    const double after =
        static_cast<double>(definition.duration(QLatin1StringView("starveAfter")).value_or(milliseconds(0)).count());
    const int starving = layout.figureIndex(u"starving");
    std::vector<Row> next;
    double most = 0;
    for (std::size_t band = 0; band < bands.size(); ++band) {
        Row &row = next.emplace_back();
        row.name = bands.name(band);
        row.state = Bands::idOf(row.name);
        const auto value = [&](const QString &id, double &to, bool *isAtLeast) {
            const int figure = layout.figureIndex(id);
            if (figure >= 0) {
                to = snapshot.figure(collection, figure);
                if (isAtLeast != nullptr) {
                    *isAtLeast = snapshot.isAtLeast(collection, figure);
                }
            }
            return figure;
        };
        const int counted = value(row.state, row.waiting, nullptr);
        row.change = counted < 0 ? unknownFigure : history.changePerMinute(collection, counted);
        value(row.state + QLatin1String(".arrivedPerMinute"), row.arrive, &row.isFlowAtLeast);
        value(row.state + QLatin1String(".takenPerMinute"), row.taken, nullptr);
        value(row.state + QLatin1String(".oldestMs"), row.longestMs, &row.longestAtLeast);
        value(row.state + QLatin1String(".idleMs"), row.idleMs, &row.idleAtLeast);
        row.starves = starving >= 0 && snapshot.figure(collection, starving) > 0 && row.idleMs >= after;
        most = std::max(most, isKnown(row.waiting) ? row.waiting : 0);
    }
    const bool isOther = most != m_most; // changes all bars
    m_most = most;
    show(std::move(next), &BandRow::name, isSameRow);
    if (isOther) {
        signalColumns(static_cast<int>(Column::Bar), static_cast<int>(Column::Bar));
    }
}

} // namespace plimsoll::models

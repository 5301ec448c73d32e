// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/bandsmodel.h"

#include "models/atleast.h"
#include "models/columninfo.h"
#include "models/format.h"
#include "models/samefigure.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

using BandsColumn = BandsModel::Column;
using std::chrono::milliseconds;

struct BandsWords {
    Q_DECLARE_TR_FUNCTIONS(bands)
};

constexpr std::array bandsColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("bands", "band"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("bands", "waiting"), true},
    ColumnInfo{"", false},
    ColumnInfo{QT_TRANSLATE_NOOP("bands", "change"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("bands", "arrive a min"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("bands", "taken a min"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("bands", "longest wait"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("bands", "none taken for"), true},
    ColumnInfo{"", false},
};

bool isSameRow(const BandsModel::Row &a, const BandsModel::Row &b)
{
    return a.name == b.name && a.starves == b.starves && isSameFigure(a.waiting, b.waiting)
        && isSameFigure(a.change, b.change) && isSameFigure(a.arrive, b.arrive) && isSameFigure(a.taken, b.taken)
        && a.isFlowAtLeast == b.isFlowAtLeast && isSameFigure(a.longestMs, b.longestMs)
        && isSameFigure(a.idleMs, b.idleMs) && a.longestAtLeast == b.longestAtLeast && a.idleAtLeast == b.idleAtLeast;
}

std::vector<QString> namesOf(const std::vector<BandsModel::Row> &rows)
{
    std::vector<QString> names(rows.size());
    std::transform(rows.begin(), rows.end(), names.begin(), [](const BandsModel::Row &row) { return row.name; });
    return names;
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

} // namespace

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
    arrange(m_rows, next, originsOf(namesOf(next), namesOf(m_rows)), [] {});
    update(m_rows, std::move(next), isSameRow);
    if (isOther && !m_rows.empty()) {
        emit dataChanged(index(0, static_cast<int>(BandsColumn::Bar)),
                         index(rowCount() - 1, static_cast<int>(BandsColumn::Bar)));
    }
}

void BandsModel::clear()
{
    if (!m_rows.empty()) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_rows.clear();
        endRemoveRows();
    }
}

int BandsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BandsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(bandsColumns.size());
}

QString BandsModel::text(const Row &row, BandsColumn column) const
{
    switch (column) {
    case BandsColumn::Band:
        return row.name;
    case BandsColumn::Waiting:
        return isKnown(row.waiting) ? formatCount(row.waiting) : unknownText();
    case BandsColumn::Bar:
        return {};
    case BandsColumn::Change:
        return isKnown(row.change) ? formatPerMinute(row.change) : unknownText();
    case BandsColumn::Arrive:
        return paceText(row.arrive, row.isFlowAtLeast);
    case BandsColumn::Taken:
        return paceText(row.taken, row.isFlowAtLeast);
    case BandsColumn::Longest:
        return durationText(row.longestMs, row.longestAtLeast);
    case BandsColumn::Idle:
        return durationText(row.idleMs, row.idleAtLeast);
    case BandsColumn::Verdict:
        return row.starves ? BandsWords::tr("starves") : QString();
    }
    return {};
}

QVariant BandsModel::raw(const Row &row, BandsColumn column)
{
    const auto known = [](double value) { return isKnown(value) ? QVariant(value) : QVariant(); };
    switch (column) {
    case BandsColumn::Waiting:
        return known(row.waiting);
    case BandsColumn::Change:
        return known(row.change);
    case BandsColumn::Arrive:
        return known(row.arrive);
    case BandsColumn::Taken:
        return known(row.taken);
    case BandsColumn::Longest:
        return known(row.longestMs);
    case BandsColumn::Idle:
        return known(row.idleMs);
    case BandsColumn::Band:
    case BandsColumn::Bar:
    case BandsColumn::Verdict:
        break;
    }
    return {};
}

QVariant BandsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<BandsColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case SortRole:
        return raw(row, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(bandsColumns.at(static_cast<std::size_t>(index.column())).number);
    case Qt::ToolTipRole:
        if (column == BandsColumn::Arrive || column == BandsColumn::Taken) {
            return row.isFlowAtLeast || !isKnown(row.arrive)
                ? BandsWords::tr(
                    "By the times in the scores, over the last five minutes. Jobs that come and go between two "
                    "polls are not seen.")
                : BandsWords::tr("By the times in the scores, over the last five minutes.");
        }
        return row.starves
            ? BandsWords::tr("Jobs wait here, and none was taken for %1, while others were: a job of this "
                             "band is only taken when none with a lower score waits.")
                  .arg(durationText(row.idleMs, row.idleAtLeast))
            : QString();
    case ShareRole:
        return m_most > 0 && isKnown(row.waiting) ? row.waiting / m_most : 0.0;
    case SeriesRole:
        return index.row();
    case SeverityRole:
        return static_cast<int>(row.starves ? State::Warning : State::Ok);
    default:
        return {};
    }
}

QVariant BandsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(bandsColumns, "bands", section, orientation, role);
}

} // namespace plimsoll::models

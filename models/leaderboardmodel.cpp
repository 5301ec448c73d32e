// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/leaderboardmodel.h"

#include "models/columninfo.h"
#include "models/elementtext.h"
#include "models/format.h"

#include <QDateTime>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr qsizetype longestMemberCell = 300;

/// Rank as text: "1,205", "≤ 1,205".
QString formatRank(const Element &element, qint64 rank)
{
    const QString number = formatCount(rank + 1);
    return element.rankAtMost ? QStringLiteral("≤ ") + number : number;
}

/// Score at the start of bars: zero if the bars then differ visibly, else a round number below the lowest score.
double barBase(double lowest, double best)
{
    const double range = best - lowest;
    constexpr double tellable = 0.25; // fraction of the longest bar
    if (!(lowest > 0) || !(range > 0) || range >= tellable * best) {
        return std::min(0.0, lowest);
    }
    const double step = std::pow(10.0, std::floor(std::log10(range)));
    return std::max(0.0, std::floor((lowest - range / 4) / step) * step);
}

QString ellipsis()
{
    return QString(QChar(0x2026));
}

/// Signed text: "+120", "−3".
QString signedScore(double change)
{
    return change > 0 ? QLatin1Char('+') + formatScore(change) : formatScore(change);
}

bool sameNumber(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

LeaderboardModel::LeaderboardModel(QObject *parent) : RowsModel(parent) { }

void LeaderboardModel::apply(const ElementsPage &page)
{
    m_page = page;
    m_memory.remember(page);
    if (page.offset == 0 && !page.elements.empty()) {
        m_bestScore = page.elements.front().score;
    }
    rebuild();
}

void LeaderboardModel::setPinned(const MemberAnswer &answer)
{
    m_pinned = answer.found ? std::optional(answer) : std::nullopt;
    rebuild();
}

void LeaderboardModel::clearPinned()
{
    m_pinned.reset();
    rebuild();
}

void LeaderboardModel::setReference(std::optional<milliseconds> time)
{
    if (time == m_reference) {
        return;
    }
    m_reference = time;
    rebuild();
    emit headerDataChanged(Qt::Horizontal, GainColumn, ChangeColumn);
}

void LeaderboardModel::clear()
{
    m_page = {};
    m_pinned.reset();
    m_memory.clear();
    m_bestScore = unknownFigure;
    rebuild();
}

void LeaderboardModel::rebuild()
{
    std::vector<Row> next = makeRows();
    fill(next);
    const auto identities = [](const std::vector<Row> &rows) {
        std::vector<std::pair<QByteArray, int>> result;
        result.reserve(rows.size());
        for (const Row &row : rows) {
            result.emplace_back(row.element.element, row.separator);
        }
        return result;
    };
    const std::vector<int> origins = originsOf(identities(next), identities(m_rows));
    arrange(m_rows, next, origins, [] {});
    update(m_rows, std::move(next), same);
}

/// The page, then the looked-up member and its neighbours if they are not on it, with "…" where ranks are missing.
std::vector<LeaderboardModel::Row> LeaderboardModel::makeRows() const
{
    std::map<qint64, Row> byRank;
    QSet<QByteArray> members;
    for (std::size_t i = 0; i < m_page.elements.size(); ++i) {
        Row row;
        row.element = m_page.elements[i];
        if (members.contains(row.element.element)) {
            continue; // a repeated member is shown once
        }
        row.rank = row.element.rank.value_or(m_page.offset + static_cast<qint64>(i));
        row.pinned = m_pinned && row.element.element == m_pinned->member;
        row.isOfPage = true;
        members.insert(row.element.element);
        byRank.insert_or_assign(row.rank, row);
    }
    if (m_pinned) {
        std::vector<Element> around = m_pinned->neighbours;
        around.push_back(m_pinned->element);
        for (const Element &element : around) {
            // The page is newer, so its row wins for a common member or rank.
            if (!element.rank || members.contains(element.element) || byRank.contains(*element.rank)) {
                continue;
            }
            Row row;
            row.element = element;
            row.rank = *element.rank;
            row.pinned = element.element == m_pinned->member;
            members.insert(element.element);
            byRank.emplace(row.rank, row);
        }
    }
    std::vector<Row> rows;
    int separators = 0;
    for (auto &[rank, row] : byRank) {
        if (!rows.empty() && rank != rows.back().rank + 1) {
            Row separator;
            separator.separator = ++separators;
            separator.rank = rank - 1;
            rows.push_back(separator);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Fills in values that depend on neighbours, the best score and earlier pages.
void LeaderboardModel::fill(std::vector<Row> &rows)
{
    double best = std::isfinite(m_bestScore) ? m_bestScore : unknownFigure;
    double lowest = unknownFigure;
    for (const Row &row : rows) {
        if (row.separator == 0 && std::isfinite(row.element.score)) {
            best = isKnown(best) ? std::max(best, row.element.score) : row.element.score;
            lowest = isKnown(lowest) ? std::min(lowest, row.element.score) : row.element.score;
        }
    }
    const double base = isKnown(lowest) ? barBase(lowest, best) : 0;
    if (base != m_barBase) {
        m_barBase = base;
        emit headerDataChanged(Qt::Horizontal, BarColumn, BarColumn);
    }
    const RankMemory::Page *last = m_memory.previous();
    const RankMemory::Page *reference = m_reference ? m_memory.at(*m_reference) : last;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Row &row = rows[i];
        if (row.separator != 0) {
            continue;
        }
        if (std::isfinite(row.element.score) && best > base) {
            row.bar = std::clamp((row.element.score - base) / (best - base), 0.0, 1.0);
        }
        if (i > 0 && rows[i - 1].separator == 0 && rows[i - 1].element.score == row.element.score) {
            row.tieAbove = true;
            rows[i - 1].tieBelow = true;
        }
        row.sinceLast = changeSince(last, row);
        row.sinceReference = changeSince(reference, row);
    }
}

LeaderboardModel::Change LeaderboardModel::changeSince(const RankMemory::Page *before, const Row &row) const
{
    Change change;
    if (before == nullptr) {
        return change;
    }
    const auto place = before->places.constFind(row.element.element);
    if (place == before->places.constEnd()) {
        change.isNew = before->covers(row.rank);
        return change;
    }
    change.known = true;
    change.ranks = place->rank - row.rank;
    change.score = row.element.score - place->score;
    return change;
}

bool LeaderboardModel::same(const Row &a, const Row &b)
{
    return a.rank == b.rank && sameNumber(a.element.score, b.element.score) && a.bar == b.bar
        && a.element.shards == b.element.shards && a.element.rankAtMost == b.element.rankAtMost
        && a.tieAbove == b.tieAbove && a.tieBelow == b.tieBelow && a.pinned == b.pinned && a.sinceLast == b.sinceLast
        && a.sinceReference == b.sinceReference;
}

std::optional<milliseconds> LeaderboardModel::referenceTime() const
{
    const RankMemory::Page *page = m_reference ? m_memory.at(*m_reference) : m_memory.previous();
    return page == nullptr ? std::nullopt : std::optional(page->time);
}

int LeaderboardModel::tieCount() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const Row &row) { return row.tieAbove || row.tieBelow; }));
}

bool LeaderboardModel::isOfPage(int row) const
{
    return rowAt(row).isOfPage;
}

const Element *LeaderboardModel::elementAt(int row) const
{
    return rowAt(row).separator != 0 ? nullptr : &rowAt(row).element;
}

int LeaderboardModel::rowOf(const QByteArray &member) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) {
        return row.separator == 0 && row.element.element == member;
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int LeaderboardModel::repeatedCount() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const Row &row) { return row.element.shards > 1; }));
}

QString LeaderboardModel::asText(const QModelIndexList &rows) const
{
    std::set<int> wanted;
    for (const QModelIndex &at : rows) {
        if (at.isValid() && at.model() == this && rowAt(at.row()).separator == 0) {
            wanted.insert(at.row());
        }
    }
    QString out;
    for (const int row : wanted) {
        QStringList cells;
        for (const int column : {RankColumn, MemberColumn, ScoreColumn, GainColumn, ChangeColumn}) {
            cells += column == MemberColumn ? elementText(rowAt(row).element.element, longestMemberCell)
                                            : text(rowAt(row), column);
        }
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return out;
}

int LeaderboardModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LeaderboardModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags LeaderboardModel::flags(const QModelIndex &index) const
{
    if (!index.isValid() || rowAt(index.row()).separator != 0) {
        return Qt::NoItemFlags;
    }
    return RowsModel::flags(index);
}

QString LeaderboardModel::changeText(const Row &row)
{
    const Change &change = row.sinceReference;
    QString moved;
    if (change.isNew) {
        moved = tr("new");
    } else if (change.ranks != 0) {
        const QChar arrow(change.ranks > 0 ? 0x25B2 : 0x25BC);
        moved = arrow + QStringLiteral(" ") + formatCount(std::abs(change.ranks));
    }
    if (row.tieAbove) {
        return moved.isEmpty() ? tr("tie") : tr("tie, %1").arg(moved);
    }
    return moved.isEmpty() ? unknownText() : moved;
}

QString LeaderboardModel::text(const Row &row, int column) const
{
    if (row.separator != 0) {
        return column == RankColumn ? ellipsis() : QString();
    }
    switch (column) {
    case RankColumn:
        return formatRank(row.element, row.rank);
    case MemberColumn: {
        const QString member = elementText(row.element.element, longestMemberCell);
        return row.element.shards > 1 ? tr("%1 · in %n shards", nullptr, row.element.shards).arg(member) : member;
    }
    case ScoreColumn:
        return formatScore(row.element.score);
    case GainColumn:
        return row.sinceReference.known && row.sinceReference.score != 0 ? signedScore(row.sinceReference.score)
                                                                         : unknownText();
    case ChangeColumn:
        return changeText(row);
    default:
        return {};
    }
}

QVariant LeaderboardModel::sortValue(const Row &row, int column) const
{
    switch (column) {
    case MemberColumn:
        return elementText(row.element.element, longestMemberCell);
    case ScoreColumn:
    case BarColumn:
        return row.element.score;
    case GainColumn:
        return row.sinceReference.score;
    case ChangeColumn:
        return static_cast<double>(row.sinceReference.ranks);
    default:
        return static_cast<double>(row.rank);
    }
}

QString LeaderboardModel::toolTip(const Row &row, int column)
{
    if (row.tieAbove && column == ChangeColumn) {
        return tr("The score of the member above; equal scores are ordered by the member's name");
    }
    if (row.element.shards > 1 && column == MemberColumn) {
        return tr("In %n shards with a score of its own in each; the best counts", nullptr, row.element.shards);
    }
    if (row.element.rankAtMost && column == RankColumn) {
        return tr("No worse than this: those above that are in several shards may have been counted in each");
    }
    return {};
}

QVariant LeaderboardModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row &row = rowAt(index.row());
    const bool member = row.separator == 0;
    const auto ranks = [](const Change &change) {
        return change.known ? QVariant(static_cast<int>(change.ranks)) : QVariant();
    };
    const auto score = [](const Change &change) { return change.known ? QVariant(change.score) : QVariant(); };
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return toolTip(row, index.column());
    case Qt::TextAlignmentRole: {
        const bool number = index.column() >= GainColumn || index.column() == ScoreColumn;
        return columnAlignment(number);
    }
    case SortRole:
        return sortValue(row, index.column());
    case BytesRole:
        return row.element.element;
    case RankRole:
        return member ? QVariant(row.rank + 1) : QVariant();
    case BarRole:
        return row.bar;
    case RankChangeRole:
        return ranks(row.sinceReference);
    case ScoreChangeRole:
        return score(row.sinceReference);
    case LastRankChangeRole:
        return ranks(row.sinceLast);
    case LastScoreChangeRole:
        return score(row.sinceLast);
    case TieRole:
        return row.tieAbove || row.tieBelow;
    case PinnedRole:
        return row.pinned;
    case SeparatorRole:
        return !member;
    case ChangedRole:
        return row.sinceLast.known && (row.sinceLast.ranks != 0 || row.sinceLast.score != 0);
    case MonospaceRole:
        return member && index.column() == MemberColumn && blankText(row.element.element).isNull();
    default:
        return {};
    }
}

QVariant LeaderboardModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool number = section >= GainColumn || section == ScoreColumn;
        return columnAlignment(number);
    }
    if (role == Qt::ToolTipRole && section == BarColumn && m_barBase > 0) {
        return tr("The bars begin at %1, not at zero: from there they tell the scores apart")
            .arg(formatScore(m_barBase));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (section == BarColumn) {
        return m_barBase > 0 ? tr("from %1").arg(formatScore(m_barBase)) : QString();
    }
    if (section == ChangeColumn && m_reference) {
        const auto time = referenceTime().value_or(*m_reference);
        return tr("since %1").arg(QDateTime::fromMSecsSinceEpoch(time.count()).toString(QStringLiteral("HH:mm")));
    }
    static constexpr std::array titles{QT_TR_NOOP("rank"), QT_TR_NOOP("member"), QT_TR_NOOP("score"), "",
                                       QT_TR_NOOP("gain"), QT_TR_NOOP("change")};
    const char *title = titles.at(static_cast<std::size_t>(section));
    return *title == '\0' ? QString() : tr(title);
}

} // namespace plimsoll::models

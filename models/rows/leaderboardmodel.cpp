// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/leaderboardmodel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"

#include <QDateTime>
#include <QSet>
#include <QStringList>

#include <algorithm>
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

QString memberText(const RankRow &row)
{
    return elementText(row.element.element, longestMemberCell);
}

QString changeText(const RankRow &row)
{
    const RankChange &change = row.sinceReference;
    QString moved;
    if (change.isNew) {
        moved = LeaderboardModel::tr("new");
    } else if (change.ranks != 0) {
        const QChar arrow(change.ranks > 0 ? 0x25B2 : 0x25BC);
        moved = arrow + QStringLiteral(" ") + formatCount(std::abs(change.ranks));
    }
    if (row.tieAbove) {
        return moved.isEmpty() ? LeaderboardModel::tr("tie") : LeaderboardModel::tr("tie, %1").arg(moved);
    }
    return moved.isEmpty() ? unknownText() : moved;
}

bool sameRank(const RankRow &a, const RankRow &b)
{
    return a.rank == b.rank && sameNumber(a.element.score, b.element.score) && a.bar == b.bar
        && a.element.shards == b.element.shards && a.element.rankAtMost == b.element.rankAtMost
        && a.tieAbove == b.tieAbove && a.tieBelow == b.tieBelow && a.pinned == b.pinned && a.sinceLast == b.sinceLast
        && a.sinceReference == b.sinceReference;
}

} // namespace

LeaderboardModel::LeaderboardModel(QObject *parent) : TableModel(staticMetaObject.className(), parent)
{
    // A row "…" has no text in other columns.
    const auto ofMember = [](auto text) {
        return [text](const RankRow &row) { return row.separator == 0 ? text(row) : QString(); };
    };
    Columns all{
        {QT_TR_NOOP("rank"), Cell::Text,
         [](auto &row) { return row.separator == 0 ? formatRank(row.element, row.rank) : ellipsis(); },
         [](auto &row) { return static_cast<double>(row.rank); },
         [](auto &row) {
             return row.element.rankAtMost
                 ? tr("At worst this: members above that are in several shards may have been counted in each")
                 : QString();
         }},
        {QT_TR_NOOP("member"),
         Cell::Mono,
         ofMember([](auto &row) {
             return row.element.shards > 1 ? tr("%1 · in %n shards", nullptr, row.element.shards).arg(memberText(row))
                                           : memberText(row);
         }),
         memberText,
         [](auto &row) {
             return row.element.shards > 1
                 ? tr("In %n shards with a score of its own in each; the best counts", nullptr, row.element.shards)
                 : QString();
         },
         {{MonospaceRole, [](auto &row) { return row.separator == 0 && blankText(row.element.element).isNull(); }}}},
        {QT_TR_NOOP("score"), Cell::Figure, ofMember([](auto &row) { return formatScore(row.element.score); }),
         [](auto &row) { return row.element.score; }},
        {"", Cell::Bar, nullptr, [](auto &row) { return row.element.score; }},
        {QT_TR_NOOP("gain"), Cell::Figure, ofMember([](auto &row) {
             return row.sinceReference.known && row.sinceReference.score != 0 ? signedScore(row.sinceReference.score)
                                                                              : unknownText();
         }),
         [](auto &row) { return row.sinceReference.score; }},
        {QT_TR_NOOP("change"), Cell::Figure, ofMember(changeText),
         [](auto &row) { return static_cast<double>(row.sinceReference.ranks); },
         [](auto &row) {
             return row.tieAbove ? tr("The score of the member above; equal scores are ordered by the member's name")
                                 : QString();
         }},
    };
    all[BarColumn].heading = [this] { return m_barBase > 0 ? tr("from %1").arg(formatScore(m_barBase)) : QString(); };
    all[BarColumn].help = [this] {
        return m_barBase > 0 ? tr("The bars start at %1, not at zero, to show the differences between scores")
                                   .arg(formatScore(m_barBase))
                             : QString();
    };
    all[ChangeColumn].heading = [this] {
        const auto time = referenceTime().value_or(m_reference.value_or(milliseconds(0)));
        return m_reference
            ? tr("since %1").arg(QDateTime::fromMSecsSinceEpoch(time.count()).toString(QStringLiteral("HH:mm")))
            : tr("change");
    };
    setColumns(std::move(all));
    setRowValues(
        {{IdRole, [](auto &row) { return row.element.element; }},
         {RankRole, [](auto &row) { return row.separator == 0 ? QVariant(row.rank + 1) : QVariant(); }},
         {ShareRole, [](auto &row) { return row.bar; }},
         {LastRankChangeRole,
          [](auto &row) { return row.sinceLast.known ? QVariant(static_cast<int>(row.sinceLast.ranks)) : QVariant(); }},
         {TieRole, [](auto &row) { return row.tieAbove || row.tieBelow; }},
         {PinnedRole, [](auto &row) { return row.pinned; }},
         {ChangedRole,
          [](auto &row) { return row.sinceLast.known && (row.sinceLast.ranks != 0 || row.sinceLast.score != 0); }}});
}

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
    std::vector<RankRow> next = makeRows();
    fill(next);
    const auto id = [](const RankRow &row) { return std::pair(row.element.element, row.separator); };
    show(std::move(next), id, sameRank);
}

/// The page, then the looked-up member and its neighbours if they are not on it, with "…" where ranks are missing.
std::vector<RankRow> LeaderboardModel::makeRows() const
{
    std::map<qint64, RankRow> byRank;
    QSet<QByteArray> members;
    for (std::size_t i = 0; i < m_page.elements.size(); ++i) {
        RankRow row;
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
            RankRow row;
            row.element = element;
            row.rank = *element.rank;
            row.pinned = element.element == m_pinned->member;
            members.insert(element.element);
            byRank.emplace(row.rank, row);
        }
    }
    std::vector<RankRow> rows;
    int separators = 0;
    for (auto &[rank, row] : byRank) {
        if (!rows.empty() && rank != rows.back().rank + 1) {
            RankRow separator;
            separator.separator = ++separators;
            separator.rank = rank - 1;
            rows.push_back(separator);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Fills in values that depend on neighbours, the best score and earlier pages.
void LeaderboardModel::fill(std::vector<RankRow> &rows)
{
    double best = std::isfinite(m_bestScore) ? m_bestScore : unknownFigure;
    double lowest = unknownFigure;
    for (const RankRow &row : rows) {
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
        RankRow &row = rows[i];
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

RankChange LeaderboardModel::changeSince(const RankMemory::Page *before, const RankRow &row) const
{
    RankChange change;
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

std::optional<milliseconds> LeaderboardModel::referenceTime() const
{
    const RankMemory::Page *page = m_reference ? m_memory.at(*m_reference) : m_memory.previous();
    return page == nullptr ? std::nullopt : std::optional(page->time);
}

int LeaderboardModel::tieCount() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const RankRow &row) { return row.tieAbove || row.tieBelow; }));
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
    return findRow([&](const RankRow &row) { return row.separator == 0 && row.element.element == member; });
}

int LeaderboardModel::repeatedCount() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const RankRow &row) { return row.element.shards > 1; }));
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
        for (const std::size_t column : {RankColumn, MemberColumn, ScoreColumn, GainColumn, ChangeColumn}) {
            cells += column == MemberColumn ? memberText(rowAt(row)) : columns()[column].text(rowAt(row));
        }
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return out;
}

Qt::ItemFlags LeaderboardModel::flags(const QModelIndex &index) const
{
    if (!index.isValid() || rowAt(index.row()).separator != 0) {
        return Qt::NoItemFlags;
    }
    return TableModel::flags(index);
}

} // namespace plimsoll::models

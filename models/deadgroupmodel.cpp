// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadgroupmodel.h"

#include "models/columninfo.h"
#include "models/elementoutcomes.h"
#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <tuple>

namespace plimsoll::models {

namespace {

using DeadGroupColumn = DeadGroupModel::Column;

constexpr int mostClasses = 50; // different classes per group; more are shown as "many"
constexpr int longestErrorCell = 300;
constexpr std::size_t mostLetters = 100; // letters stored per group,
constexpr qsizetype mostBytes = 64LL * 1024; // and their total size

struct DeadGroupWords {
    Q_DECLARE_TR_FUNCTIONS(deadLetters)
};

constexpr std::array deadGroupColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("deadLetters", "error"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("deadLetters", "class"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("deadLetters", "count"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("deadLetters", "first"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("deadLetters", "last"), true},
};

QString classesText(const DeadGroup &group)
{
    if (group.classes == 0) {
        return unknownText();
    }
    return group.classes == 1
        ? group.jobClass
        : DeadGroupWords::tr("%1 and %2 more").arg(group.jobClass, formatCount(group.classes - 1));
}

bool sameGroup(const DeadGroup &a, const DeadGroup &b)
{
    return a.error == b.error && a.text == b.text && a.jobClass == b.jobClass && a.classes == b.classes
        && a.count == b.count && a.first == b.first && a.last == b.last;
}

std::vector<QString> errorsOf(const std::vector<DeadGroup> &groups)
{
    std::vector<QString> errors(groups.size());
    std::transform(groups.begin(), groups.end(), errors.begin(), [](const DeadGroup &group) { return group.error; });
    return errors;
}

} // namespace

void DeadGroupModel::begin()
{
    m_counting.clear();
    m_counted = 0;
}

void DeadGroupModel::add(const std::vector<Element> &letters)
{
    m_counted += static_cast<qint64>(letters.size());
    for (const Element &letter : letters) {
        const ErrorParts parts = errorParts(letter.error);
        const QString error = parts.group();
        Counting &counting = m_counting[error];
        DeadGroup &group = counting.group;
        group.error = error;
        if (++group.count == 1) {
            counting.parts = parts;
        } else {
            counting.parts.keepCommon(parts);
        }
        group.text = errorText(counting.parts.text(), m_rules);
        if (group.letters.size() < mostLetters && counting.bytes + letter.element.size() <= mostBytes) {
            counting.bytes += letter.element.size();
            group.letters.push_back(letter);
        }
        if (!letter.jobClass.isEmpty() && counting.classes.size() < mostClasses
            && !counting.classes.contains(letter.jobClass)) {
            counting.classes.append(letter.jobClass);
            group.jobClass = classText(counting.classes.front(), m_rules);
            group.classes = static_cast<int>(counting.classes.size());
        }
        // Time of the failure, else of the last known earlier step.
        std::optional<std::chrono::milliseconds> time;
        for (const auto &known : {letter.failedAt, letter.finishedAt, letter.startedAt, letter.createdAt}) {
            time = time ? time : known;
        }
        if (time) {
            group.first = group.first ? std::min(*group.first, *time) : *time;
            group.last = group.last ? std::max(*group.last, *time) : *time;
        }
    }
}

void DeadGroupModel::setOutcomes(ElementOutcomes *outcomes)
{
    m_outcomes = outcomes;
    if (outcomes != nullptr) {
        connect(outcomes, &ElementOutcomes::changed, this, [this] {
            if (!m_rows.empty()) {
                emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
            }
        });
    }
}

void DeadGroupModel::finish(std::chrono::milliseconds serverNow, bool held)
{
    const bool moved = m_now != serverNow;
    m_now = serverNow;
    std::vector<DeadGroup> next;
    next.reserve(static_cast<std::size_t>(m_counting.size()) + m_rows.size());
    for (const DeadGroup &row : m_rows) {
        if (held) {
            next.push_back(m_counting.take(row.error).group);
            next.back().error = row.error;
            next.back().text = next.back().count == 0 ? row.text : next.back().text;
        }
    }
    const auto kept = static_cast<std::ptrdiff_t>(next.size());
    for (const Counting &counting : std::as_const(m_counting)) {
        next.push_back(counting.group);
    }
    std::sort(next.begin() + kept, next.end(), [](const DeadGroup &a, const DeadGroup &b) {
        return std::tuple(-a.count, a.error) < std::tuple(-b.count, b.error);
    });
    arrange(m_rows, next, originsOf(errorsOf(next), errorsOf(m_rows)), [] {});
    update(m_rows, std::move(next), sameGroup);
    m_counting.clear();
    if (moved && !m_rows.empty()) { // texts such as "3 min ago" change with time
        emit dataChanged(index(0, static_cast<int>(DeadGroupColumn::First)),
                         index(rowCount() - 1, static_cast<int>(DeadGroupColumn::Last)));
    }
}

int DeadGroupModel::causes() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const DeadGroup &group) { return group.count > 0; }));
}

void DeadGroupModel::clear()
{
    begin();
    if (!m_rows.empty()) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_rows.clear();
        endRemoveRows();
    }
}

int DeadGroupModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DeadGroupModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(deadGroupColumns.size());
}

QVariant DeadGroupModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const DeadGroup &group = groupAt(index.row());
    const auto column = static_cast<DeadGroupColumn>(index.column());
    const std::optional<std::chrono::milliseconds> &time = column == DeadGroupColumn::First ? group.first : group.last;
    const bool isTime = column == DeadGroupColumn::First || column == DeadGroupColumn::Last;
    if (role == Qt::TextAlignmentRole) {
        return columnAlignment(deadGroupColumns.at(static_cast<std::size_t>(index.column())).number);
    }
    switch (role) {
    case ErrorRole:
        return group.error;
    case EmptyRole:
        return group.count == 0;
    case OutcomeRole:
        return m_outcomes != nullptr && column == DeadGroupColumn::Error ? m_outcomes->ofGroup(group.error) : QString();
    default:
        break;
    }
    if (isTime) {
        if (role == Qt::DisplayRole) {
            return time ? formatRelative(*time, m_now) : unknownText();
        }
        if (role == Qt::ToolTipRole) {
            return time ? formatDateTime(*time) : DeadGroupWords::tr("Not known: the job records hold no time");
        }
        return role == SortRole && time ? QVariant(static_cast<qint64>(time->count())) : QVariant();
    }
    if (column == DeadGroupColumn::Count && role == SortRole) {
        return group.count;
    }
    if (role != Qt::DisplayRole && role != SortRole && role != Qt::ToolTipRole) {
        return {};
    }
    switch (column) {
    case DeadGroupColumn::Error:
        return group.text.isEmpty() ? DeadGroupWords::tr("no error is recorded") : group.text.left(longestErrorCell);
    case DeadGroupColumn::Class:
        return classesText(group);
    default:
        return formatCount(group.count);
    }
}

QVariant DeadGroupModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(deadGroupColumns, "deadLetters", section, orientation, role);
}

} // namespace plimsoll::models

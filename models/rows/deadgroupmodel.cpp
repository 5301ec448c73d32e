// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/deadgroupmodel.h"

#include "models/text/elementoutcomes.h"
#include "models/text/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <tuple>
#include <utility>

namespace plimsoll::models {

namespace {

constexpr int mostClasses = 50; // different classes per group; more are shown as "many"
constexpr int longestErrorCell = 300;
constexpr std::size_t mostLetters = 100; // letters stored per group,
constexpr qsizetype mostBytes = 64LL * 1024; // and their total size

struct DeadGroupWords {
    Q_DECLARE_TR_FUNCTIONS(deadLetters)
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

QString timeTip(const DeadGroup &group, std::optional<std::chrono::milliseconds> time)
{
    if (!time) {
        return DeadGroupWords::tr("Unknown: the job records do not say when these jobs failed");
    }
    return group.untimed > 0
        ? DeadGroupWords::tr("%1, of those whose record says when they failed").arg(formatDateTime(*time))
        : formatDateTime(*time);
}

bool sameGroup(const DeadGroup &a, const DeadGroup &b)
{
    return a.error == b.error && a.text == b.text && a.jobClass == b.jobClass && a.classes == b.classes
        && a.count == b.count && a.share == b.share && a.first == b.first && a.last == b.last && a.untimed == b.untimed;
}

} // namespace

DeadGroupModel::DeadGroupModel(QObject *parent) : TableModel("deadLetters", parent)
{
    // `bound`: "≥" or "≤", shown before the time if some letters have none, which may change it.
    const auto timeColumn = [this](const char *title, auto member, QChar bound) -> TableColumn<DeadGroup> {
        return {title, Cell::Figure,
                [this, member, bound](auto &group) {
                    const QString text = group.*member ? formatRelative(*(group.*member), m_now) : unknownText();
                    return group.*member && group.untimed > 0 ? bound + u' ' + text : text;
                },
                [member](auto &group) {
                    return group.*member ? QVariant(static_cast<qint64>((group.*member)->count())) : QVariant();
                },
                [member](auto &group) { return timeTip(group, group.*member); }};
    };
    const auto isEmpty = [](const DeadGroup &group) { return group.count == 0; };
    const auto isTaken = [this](const DeadGroup &group) { // by an operation: what the server lost is grey alone
        return group.count == 0 && m_outcomes != nullptr && !m_outcomes->ofGroup(group.error, true).isEmpty();
    };
    const auto shownCount = [isTaken](const DeadGroup &group) { // struck
        return isTaken(group) ? group.before : group.count;
    };
    setColumns({
        {QT_TRANSLATE_NOOP("deadLetters", "error"),
         Cell::Text,
         [](auto &group) {
             return group.text.isEmpty() ? DeadGroupWords::tr("no error is recorded")
                                         : group.text.left(longestErrorCell);
         },
         nullptr,
         nullptr,
         {{NoteRole,
           [this](auto &group) {
               return m_outcomes != nullptr ? m_outcomes->ofGroup(group.error, group.count == 0) : QString();
           }}}},
        {QT_TRANSLATE_NOOP("deadLetters", "class"), Cell::Text, classesText},
        {QT_TRANSLATE_NOOP("deadLetters", "count"), Cell::Figure,
         [shownCount](auto &group) { return formatCount(shownCount(group)); },
         [shownCount](auto &group) { return shownCount(group); }},
        {QT_TRANSLATE_NOOP("deadLetters", "share"), Cell::Figure,
         [isTaken](auto &group) { return isTaken(group) ? unknownText() : formatShare(group.share); },
         [isTaken](auto &group) { return isTaken(group) ? QVariant() : QVariant(group.share); }},
        timeColumn(QT_TRANSLATE_NOOP("deadLetters", "first"), &DeadGroup::first, u'≥'),
        timeColumn(QT_TRANSLATE_NOOP("deadLetters", "last"), &DeadGroup::last, u'≤'),
    });
    showTextsAsTips();
    setRowValues({{IdRole, [](auto &group) { return group.error; }},
                  {StaleRole, [isEmpty](auto &group) { return isEmpty(group); }},
                  {StruckRole, isTaken}});
}

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
        group.untimed += letter.failedAt || letter.finishedAt ? 0 : 1;
        if (const auto time = letter.failedAt ? letter.failedAt : letter.finishedAt) {
            group.first = group.first ? std::min(*group.first, *time) : *time;
            group.last = group.last ? std::max(*group.last, *time) : *time;
        }
    }
}

void DeadGroupModel::setOutcomes(ElementOutcomes *outcomes)
{
    m_outcomes = outcomes;
    if (outcomes != nullptr) {
        connect(outcomes, &ElementOutcomes::changed, this, [this] { signalAll(); });
    }
}

void DeadGroupModel::finish(std::chrono::milliseconds serverNow, bool held)
{
    std::vector<DeadGroup> next;
    next.reserve(static_cast<std::size_t>(m_counting.size()));
    for (const Counting &counting : std::as_const(m_counting)) {
        next.push_back(counting.group);
        next.back().share = static_cast<double>(counting.group.count) / static_cast<double>(m_counted);
    }
    std::sort(next.begin(), next.end(), [](const DeadGroup &a, const DeadGroup &b) {
        return std::tuple(-a.count, a.error) < std::tuple(-b.count, b.error);
    });
    if (held) {
        next = inPlaces(std::move(next), &DeadGroup::error, [](const DeadGroup &row) {
            DeadGroup gone;
            gone.error = row.error;
            gone.text = row.text;
            gone.before = row.count > 0 ? row.count : row.before;
            return gone;
        });
    }
    show(std::move(next), &DeadGroup::error, sameGroup);
    setNow(std::max(m_now, serverNow));
}

void DeadGroupModel::setNow(std::chrono::milliseconds serverNow)
{
    if (!isStale() && std::exchange(m_now, serverNow) != serverNow) { // texts such as "3 min ago" change with time
        signalColumns(static_cast<int>(Column::First), static_cast<int>(Column::Last));
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
    TableModel::clear();
}

} // namespace plimsoll::models

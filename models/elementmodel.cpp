// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/elementmodel.h"

#include "models/columninfo.h"
#include "models/format.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <set>
#include <utility>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;
using ElementColumn = ElementModel::Column;

/// Longer IDs and errors are truncated in a cell; the inspector shows them in full.
constexpr qsizetype longestElementCell = 300;
constexpr qsizetype longestToolTip = 2000;

struct Info {
    ColumnInfo shown;
    bool moves; ///< its text changes with time
};

const Info &infoOf(ElementColumn column)
{
    static constexpr std::array infos{
        Info{QT_TRANSLATE_NOOP("elements", "job"), false, false},
        Info{QT_TRANSLATE_NOOP("elements", "member"), false, false},
        Info{QT_TRANSLATE_NOOP("elements", "state"), false, false},
        Info{QT_TRANSLATE_NOOP("elements", "class"), false, false},
        Info{QT_TRANSLATE_NOOP("elements", "age"), true, true},
        Info{QT_TRANSLATE_NOOP("elements", "deadline"), true, true},
        Info{QT_TRANSLATE_NOOP("elements", "due"), true, true},
        Info{QT_TRANSLATE_NOOP("elements", "attempts"), true, false},
        Info{QT_TRANSLATE_NOOP("elements", "last error"), false, false},
        Info{QT_TRANSLATE_NOOP("elements", "rank"), true, false},
        Info{QT_TRANSLATE_NOOP("elements", "score"), true, false},
        Info{QT_TRANSLATE_NOOP("elements", "consumer"), false, false},
        Info{QT_TRANSLATE_NOOP("elements", "idle"), true, true},
        Info{QT_TRANSLATE_NOOP("elements", "fields"), false, false},
        Info{QT_TRANSLATE_NOOP("elements", "target"), false, false},
    };
    return infos.at(static_cast<std::size_t>(column));
}

struct ElementModelWords {
    Q_DECLARE_TR_FUNCTIONS(elements)
};

/// Formats one line of at most `longest` characters, because line breaks and tabs would split rows and clipboard text.
QString oneLine(const QString &text, qsizetype longest)
{
    const QString simple = text.left(longest + 1).simplified();
    return simple.size() > longest ? simple.left(longest) + QChar(0x2026) : simple;
}

QString orUnknown(const QString &text)
{
    return text.isEmpty() ? unknownText() : text;
}

bool sameScore(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// True if both display alike, except ages, which setNow() updates.
bool sameElement(const Element &a, const Element &b)
{
    return a.id == b.id && a.state == b.state && sameScore(a.score, b.score) && a.rank == b.rank
        && a.ageAtLeast == b.ageAtLeast && a.due == b.due && a.startedAt == b.startedAt && a.createdAt == b.createdAt
        && a.finishedAt == b.finishedAt && a.failedAt == b.failedAt && a.attempts == b.attempts
        && a.maxAttempts == b.maxAttempts && a.error == b.error && a.jobClass == b.jobClass && a.worker == b.worker
        && a.group == b.group && a.fields == b.fields && a.fieldsUnread == b.fieldsUnread;
}

std::vector<std::pair<QByteArray, QByteArray>> identities(const std::vector<Element> &elements)
{
    std::vector<std::pair<QByteArray, QByteArray>> result;
    result.reserve(elements.size());
    for (const Element &element : elements) {
        result.emplace_back(element.key, element.element);
    }
    return result;
}

} // namespace

QString elementStateTitle(QLatin1StringView state)
{
    const ElementState *known = findState(state);
    return known != nullptr ? ElementModelWords::tr(known->title) : QString(state);
}

State elementSeverity(QLatin1StringView state)
{
    const ElementState *known = findState(state);
    return known != nullptr ? known->severity : State::Ok;
}

ElementModel::ElementModel(std::span<const Shown> columns, QObject *parent) : RowsModel(parent), m_columns(columns) { }

void ElementModel::apply(const ElementsPage &page)
{
    const std::vector<int> origins = originsOf(identities(page.elements), identities(m_page.elements));
    const milliseconds readBefore = m_page.readAt;
    std::vector<Element> old = m_page.elements;
    m_before.clear();
    arrange(m_page.elements, page.elements, origins, [&] {
        m_page.total = page.total;
        m_page.totalAtLeast = page.totalAtLeast;
        m_page.offset = page.offset;
        m_page.nextCursor = page.nextCursor;
        m_page.readAt = page.readAt;
    });
    // Ages refer to the time of reading; two are equal if they start at the same time.
    const auto same = [&](const Element &a, const Element &b) {
        const auto begin = [](const Element &element, milliseconds readAt) {
            return element.age ? std::optional(readAt - *element.age) : std::nullopt;
        };
        return begin(a, readBefore) == begin(b, page.readAt) && sameElement(a, b);
    };
    m_before.resize(origins.size());
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] >= 0 && !sameElement(old[static_cast<std::size_t>(origins[i])], page.elements[i])) {
            m_before[i] = std::move(old[static_cast<std::size_t>(origins[i])]);
        }
    }
    update(m_page.elements, std::vector<Element>(page.elements), same);
    setNow(std::max(m_now, page.readAt));
}

void ElementModel::setNow(milliseconds serverNow)
{
    if (serverNow == m_now) {
        return;
    }
    const milliseconds before = std::exchange(m_now, serverNow);
    int firstRow = -1;
    int lastRow = -1;
    int firstColumn = columnCount();
    int lastColumn = -1;
    for (int column = 0; column < columnCount(); ++column) {
        if (!infoOf(columnAt(column)).moves) {
            continue;
        }
        firstColumn = std::min(firstColumn, column);
        lastColumn = column;
        for (int row = 0; row < rowCount(); ++row) {
            const QString now = text(elementAt(row), columnAt(column));
            m_now = before;
            const bool moved = text(elementAt(row), columnAt(column)) != now;
            m_now = serverNow;
            if (moved) {
                firstRow = firstRow < 0 ? row : std::min(firstRow, row);
                lastRow = std::max(lastRow, row);
            }
        }
    }
    if (firstRow >= 0) {
        emit dataChanged(index(firstRow, firstColumn), index(lastRow, lastColumn));
    }
}

void ElementModel::clear()
{
    m_before.clear();
    if (m_page.elements.empty()) {
        m_page = {};
        return;
    }
    beginRemoveRows({}, 0, rowCount() - 1);
    m_page.elements.clear();
    m_page = {};
    endRemoveRows();
}

void ElementModel::setRules(ElementRules rules)
{
    if (rules == m_rules) {
        return;
    }
    m_rules = std::move(rules);
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

QString ElementModel::asText(const QModelIndexList &rows) const
{
    std::set<int> wanted;
    for (const QModelIndex &at : rows) {
        if (at.isValid() && at.model() == this) {
            wanted.insert(at.row());
        }
    }
    QString out;
    for (const int row : wanted) {
        QStringList cells;
        for (const Shown &shown : m_columns) {
            cells += text(elementAt(row), shown.column);
        }
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return out;
}

int ElementModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_page.elements.size());
}

int ElementModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

std::optional<milliseconds> ElementModel::age(const Element &element) const
{
    if (element.createdAt) {
        return std::max(m_now - *element.createdAt, milliseconds::zero());
    }
    if (element.age) {
        return std::max(*element.age + m_now - m_page.readAt, milliseconds::zero());
    }
    return std::nullopt;
}

QString ElementModel::text(const Element &element, ElementColumn column) const
{
    switch (column) {
    case ElementColumn::Job:
        return elementName(element, m_rules, longestElementCell);
    case ElementColumn::Member:
        return elementBytes(element, m_rules, longestElementCell);
    case ElementColumn::State:
        return orUnknown(elementStateTitle(element.state));
    case ElementColumn::Class:
        return orUnknown(oneLine(classText(element.jobClass, m_rules), longestElementCell));
    case ElementColumn::Age: {
        const auto known = age(element);
        const QString lead = known && element.ageAtLeast && !element.createdAt ? QStringLiteral("\u2265 ") : QString();
        return known ? lead + formatDuration(*known) : unknownText();
    }
    case ElementColumn::Deadline:
    case ElementColumn::Due: {
        const auto due = deadlineOf(element, m_rules);
        return due ? formatRelative(*due, m_now) : unknownText();
    }
    case ElementColumn::Attempts:
        return attemptsText(element, m_rules);
    case ElementColumn::LastError:
        return orUnknown(oneLine(errorText(element.error, m_rules), longestElementCell));
    case ElementColumn::Rank:
        return element.rank ? formatCount(static_cast<double>(*element.rank + 1)) : unknownText();
    case ElementColumn::Score:
        return isKnown(element.score) ? formatScore(element.score) : unknownText();
    case ElementColumn::Consumer:
        return orUnknown(oneLine(workerText(element.worker, m_rules), longestElementCell));
    case ElementColumn::Idle:
        return element.startedAt ? formatDuration(std::max(m_now - *element.startedAt, milliseconds::zero()))
                                 : unknownText();
    case ElementColumn::Fields:
        return fieldsText(element, m_rules, longestElementCell);
    case ElementColumn::Target:
        return !element.hasTarget ? unknownText()
            : *element.hasTarget  ? ElementModelWords::tr("there")
                                  : ElementModelWords::tr("gone");
    }
    return {};
}

QVariant ElementModel::sortValue(const Element &element, ElementColumn column) const
{
    const auto inMilliseconds = [](const auto &duration) {
        return duration ? QVariant(static_cast<double>(duration->count())) : QVariant();
    };
    switch (column) {
    case ElementColumn::Age:
        return inMilliseconds(age(element));
    case ElementColumn::Deadline:
    case ElementColumn::Due:
        return inMilliseconds(deadlineOf(element, m_rules));
    case ElementColumn::Idle:
        return element.startedAt ? QVariant(static_cast<double>((m_now - *element.startedAt).count())) : QVariant();
    case ElementColumn::Attempts:
        return element.attempts ? QVariant(static_cast<double>(*element.attempts)) : QVariant();
    case ElementColumn::Rank:
        return element.rank ? QVariant(static_cast<double>(*element.rank)) : QVariant();
    case ElementColumn::Score:
        return isKnown(element.score) ? QVariant(element.score) : QVariant();
    default:
        return text(element, column);
    }
}

QString ElementModel::toolTip(const Element &element, ElementColumn column) const
{
    const auto moment = [](const std::optional<milliseconds> &time) {
        return time ? formatDateTime(*time) : ElementModelWords::tr("Not known");
    };
    switch (column) {
    case ElementColumn::Job:
    case ElementColumn::Member:
        return element.key.isEmpty() ? elementBytes(element, m_rules, longestToolTip)
                                     : elementBytes(element, m_rules, longestToolTip) + QLatin1Char('\n')
                + ElementModelWords::tr("in %1").arg(printable(element.key));
    case ElementColumn::Age:
        if (element.createdAt) {
            return moment(element.createdAt);
        }
        if (!element.age) {
            return ElementModelWords::tr(
                "Not known: there is no job record with the time, and it has not been seen for long enough");
        }
        return element.ageAtLeast ? ElementModelWords::tr("Seen here for so long; it can be older")
                                  : formatDateTime(m_page.readAt - *element.age);
    case ElementColumn::Deadline:
    case ElementColumn::Due:
        return moment(deadlineOf(element, m_rules));
    case ElementColumn::Idle:
        return moment(element.startedAt);
    case ElementColumn::Fields:
        return fieldsText(element, m_rules, longestToolTip);
    case ElementColumn::LastError:
        return errorText(element.error, m_rules).left(longestToolTip);
    case ElementColumn::Target:
        return !element.hasTarget ? ElementModelWords::tr("The workspace names no target, or it cannot be read")
            : *element.hasTarget
            ? ElementModelWords::tr("The key that the entry stands for is there")
            : ElementModelWords::tr("The key that the entry stands for is gone: the entry alone is left");
    default:
        return {};
    }
}

/// Ignores ages and other texts that change with time alone.
bool ElementModel::cellChanged(int row, ElementColumn column) const
{
    const auto at = static_cast<std::size_t>(row);
    if (at >= m_before.size() || !m_before[at] || column == ElementColumn::Age || column == ElementColumn::Idle) {
        return false;
    }
    return sortValue(*m_before[at], column) != sortValue(elementAt(row), column);
}

QVariant ElementModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Element &element = elementAt(index.row());
    const ElementColumn column = columnAt(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(element, column);
    case Qt::ToolTipRole:
        return toolTip(element, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(infoOf(column).shown.number);
    case SortRole:
        return sortValue(element, column);
    case BytesRole:
        return element.element;
    case StateRole:
        return QString(element.state);
    case SeverityRole:
        return static_cast<int>(elementSeverity(element.state));
    case MonospaceRole:
        return column == ElementColumn::Fields
            || (column == ElementColumn::Member && blankText(element.element).isNull())
            || (column == ElementColumn::Job
                && blankText(element.id.isEmpty() ? element.element : element.id).isNull());
    case ChangedRole:
        return cellChanged(index.row(), column);
    default:
        return {};
    }
}

QVariant ElementModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    ColumnInfo info = infoOf(columnAt(section)).shown;
    const char *const given = m_columns[static_cast<std::size_t>(section)].title;
    info.title = given != nullptr ? given : info.title;
    return columnHeader(info, "elements", role);
}

} // namespace plimsoll::models

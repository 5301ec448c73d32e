// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/elementmodel.h"

#include "models/text/atleast.h"
#include "models/text/format.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QStringList>

#include <set>
#include <utility>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;
using ElementColumn = ElementModel::Column;

/// Longer IDs and errors are truncated in a cell; the inspector shows them in full.
constexpr qsizetype longestElementCell = 300;
constexpr qsizetype longestToolTip = 2000;

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

std::pair<QByteArray, QByteArray> identityOf(const Element &element)
{
    return {element.key, element.element};
}

/// True if the text of a column changes with time alone.
bool movesOn(ElementColumn column)
{
    return column == ElementColumn::Age || column == ElementColumn::Deadline || column == ElementColumn::Due
        || column == ElementColumn::Idle;
}

QString timeTip(const std::optional<milliseconds> &time)
{
    return time ? formatDateTime(*time) : ElementModelWords::tr("Unknown");
}

template <typename Number> QVariant sortNumber(const std::optional<Number> &number)
{
    return number ? QVariant(static_cast<double>(*number)) : QVariant();
}

QVariant sortNumber(const std::optional<milliseconds> &time)
{
    return time ? QVariant(static_cast<double>(time->count())) : QVariant();
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

ElementModel::ElementModel(std::span<const Shown> columns, QObject *parent)
    : TableModel("elements", parent), m_shown(columns)
{
    const auto idle = [this](const Element &element) {
        return element.startedAt ? std::optional(m_now - *element.startedAt) : std::nullopt;
    };
    const auto bytesTip = [this](const Element &element) {
        const QString bytes = elementBytes(element, m_rules, longestToolTip);
        return element.key.isEmpty()
            ? bytes
            : bytes + QLatin1Char('\n') + ElementModelWords::tr("in %1").arg(printable(element.key));
    };
    const auto dueColumn = [this](const char *title) -> TableColumn<Element> {
        return {title, Cell::Figure,
                [this](auto &element) {
                    const auto due = deadlineOf(element, m_rules);
                    return due ? formatRelative(*due, m_now) : unknownText();
                },
                [this](auto &element) { return sortNumber(deadlineOf(element, m_rules)); },
                [this](auto &element) { return timeTip(deadlineOf(element, m_rules)); }};
    };
    Columns all{
        {QT_TRANSLATE_NOOP("elements", "job"),
         Cell::Mono,
         [this](auto &element) { return elementName(element, m_rules, longestElementCell); },
         nullptr,
         bytesTip,
         {{MonospaceRole,
           [](auto &element) { return blankText(element.id.isEmpty() ? element.element : element.id).isNull(); }}}},
        {QT_TRANSLATE_NOOP("elements", "member"),
         Cell::Mono,
         [this](auto &element) { return elementBytes(element, m_rules, longestElementCell); },
         nullptr,
         bytesTip,
         {{MonospaceRole, [](auto &element) { return blankText(element.element).isNull(); }}}},
        {QT_TRANSLATE_NOOP("elements", "state"), Cell::Badge,
         [](auto &element) { return orUnknown(elementStateTitle(element.state)); }},
        {QT_TRANSLATE_NOOP("elements", "class"), Cell::Text,
         [this](auto &element) {
             return orUnknown(oneLine(classText(element.jobClass, m_rules), longestElementCell));
         }},
        {QT_TRANSLATE_NOOP("elements", "age"), Cell::Figure,
         [this](auto &element) {
             const auto known = age(element);
             const bool isAtLeast = known && element.ageAtLeast && !element.createdAt;
             return known ? atLeastText(formatDuration(*known), isAtLeast) : unknownText();
         },
         [this](auto &element) { return sortNumber(age(element)); }, [this](auto &element) { return ageTip(element); }},
        dueColumn(QT_TRANSLATE_NOOP("elements", "deadline")),
        dueColumn(QT_TRANSLATE_NOOP("elements", "due")),
        {QT_TRANSLATE_NOOP("elements", "attempts"), Cell::Figure,
         [this](auto &element) { return attemptsText(element, m_rules); },
         [](auto &element) { return sortNumber(element.attempts); }},
        {QT_TRANSLATE_NOOP("elements", "last error"), Cell::Text,
         [this](auto &element) { return orUnknown(oneLine(errorText(element.error, m_rules), longestElementCell)); },
         nullptr, [this](auto &element) { return errorText(element.error, m_rules).left(longestToolTip); }},
        {QT_TRANSLATE_NOOP("elements", "rank"), Cell::Figure,
         [](auto &element) {
             return element.rank ? formatCount(static_cast<double>(*element.rank + 1)) : unknownText();
         },
         [](auto &element) { return sortNumber(element.rank); }},
        {QT_TRANSLATE_NOOP("elements", "score"), Cell::Figure,
         [](auto &element) { return isKnown(element.score) ? formatScore(element.score) : unknownText(); },
         [](auto &element) { return isKnown(element.score) ? QVariant(element.score) : QVariant(); }},
        {QT_TRANSLATE_NOOP("elements", "consumer"), Cell::Text,
         [this](auto &element) { return orUnknown(oneLine(workerText(element.worker, m_rules), longestElementCell)); }},
        {QT_TRANSLATE_NOOP("elements", "idle"), Cell::Figure,
         [idle](auto &element) {
             const auto known = idle(element);
             return known ? formatDuration(std::max(*known, milliseconds::zero())) : unknownText();
         },
         [idle](auto &element) { return sortNumber(idle(element)); },
         [](auto &element) { return timeTip(element.startedAt); }},
        {QT_TRANSLATE_NOOP("elements", "fields"), Cell::Mono,
         [this](auto &element) { return fieldsText(element, m_rules, longestElementCell); }, nullptr,
         [this](auto &element) { return fieldsText(element, m_rules, longestToolTip); }},
        {QT_TRANSLATE_NOOP("elements", "target"), Cell::Text,
         [](auto &element) {
             return !element.hasTarget ? unknownText()
                 : *element.hasTarget  ? ElementModelWords::tr("there")
                                       : ElementModelWords::tr("gone");
         },
         nullptr,
         [](auto &element) {
             return !element.hasTarget ? ElementModelWords::tr("The workspace names no target, or it cannot be read")
                 : *element.hasTarget  ? ElementModelWords::tr("The key of this entry exists")
                                       : ElementModelWords::tr("The key of this entry is gone; only the entry is left");
         }},
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto column = static_cast<Column>(i);
        if (column != Column::Age && column != Column::Idle) { // texts that change with time alone do not flash
            const auto value = all[i].sort ? all[i].sort : all[i].text;
            all[i].values.emplace_back(ChangedRole, [this, value](const Element &element) {
                const auto at = static_cast<std::size_t>(rowNumber(element));
                return at < m_before.size() && m_before[at] && value(*m_before[at]) != value(element);
            });
        }
    }
    setColumns(std::move(all));
    pickColumns(columns);
    setRowValues({{IdRole, [](auto &element) { return element.element; }},
                  {FilterRole, [this](auto &element) { return filterText(element); }},
                  {SeverityRole, [](auto &element) { return static_cast<int>(elementSeverity(element.state)); }}});
}

void ElementModel::apply(const ElementsPage &page)
{
    const std::vector<int> origins = originsOf(page.elements, m_rows, identityOf);
    const milliseconds readBefore = m_readAt;
    std::vector<Element> old = m_rows;
    m_before.clear();
    arrange(page.elements, origins, [&] { m_readAt = page.readAt; });
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
    update(page.elements, same);
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
        if (!movesOn(columnAt(column))) {
            continue;
        }
        const auto &text = columns()[static_cast<std::size_t>(column)].text;
        firstColumn = std::min(firstColumn, column);
        lastColumn = column;
        for (int row = 0; row < rowCount(); ++row) {
            const QString now = text(elementAt(row));
            m_now = before;
            const bool moved = text(elementAt(row)) != now;
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
    TableModel::clear();
    m_readAt = {};
}

void ElementModel::setRules(ElementRules rules)
{
    if (rules == m_rules) {
        return;
    }
    m_rules = std::move(rules);
    signalAll();
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
        for (const TableColumn<Element> &column : columns()) {
            cells += column.text(elementAt(row));
        }
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return out;
}

/// All known text of the element, including hidden columns, so that the filter finds everything.
QString ElementModel::filterText(const Element &element) const
{
    const QStringList parts{elementName(element, m_rules, longestToolTip),
                            elementBytes(element, m_rules, longestToolTip),
                            classText(element.jobClass, m_rules),
                            workerText(element.worker, m_rules),
                            errorText(element.error, m_rules),
                            fieldsText(element, m_rules, longestToolTip),
                            printable(element.key)};
    return parts.join(u'\n');
}

std::optional<milliseconds> ElementModel::age(const Element &element) const
{
    if (element.createdAt) {
        return std::max(m_now - *element.createdAt, milliseconds::zero());
    }
    if (element.age) {
        return std::max(*element.age + m_now - m_readAt, milliseconds::zero());
    }
    return std::nullopt;
}

QString ElementModel::ageTip(const Element &element) const
{
    if (element.createdAt) {
        return timeTip(element.createdAt);
    }
    if (!element.age) {
        return ElementModelWords::tr("Unknown: no job record holds the time, and it has not been seen for long enough");
    }
    return element.ageAtLeast ? ElementModelWords::tr("Seen here for at least this long; it may be older")
                              : formatDateTime(m_readAt - *element.age);
}

} // namespace plimsoll::models

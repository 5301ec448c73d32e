// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/table/ranges.h"
#include "models/text/ratetext.h"
#include "models/text/samefigure.h"
#include "models/text/sentence.h"
#include "redis/types/limits.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace plimsoll::models {

namespace {

/// Weight of a state, more than any growth.
constexpr double troubleOfState = 1e15;

bool sameProblems(const Snapshot::Row &a, const Snapshot::Row &b)
{
    if (a.problems == b.problems) {
        return true;
    }
    const std::size_t countA = a.problems ? a.problems->size() : 0;
    const std::size_t countB = b.problems ? b.problems->size() : 0;
    return countA == countB
        && (countA == 0
            || std::equal(a.problems->begin(), a.problems->end(), b.problems->begin(),
                          [](const Problem &x, const Problem &y) {
                              return x.figure == y.figure && x.level == y.level && x.text == y.text;
                          }));
}

/// Compares only the first two elements, which the sentence of a leaderboard shows.
bool sameHead(const Snapshot::Row &a, const Snapshot::Row &b)
{
    if (a.head == b.head || !a.head || !b.head) {
        return a.head == b.head;
    }
    constexpr std::size_t shown = 2;
    const auto &x = a.head->elements;
    const auto &y = b.head->elements;
    if (std::min(x.size(), shown) != std::min(y.size(), shown)) {
        return false;
    }
    for (std::size_t i = 0; i < std::min(x.size(), shown); ++i) {
        if (x[i].element != y[i].element || !isSameFigure(x[i].score, y[i].score)) {
            return false;
        }
    }
    return true;
}

bool sameFigure(const Snapshot &a, const Snapshot &b, std::size_t collection, int figure)
{
    const double valueA = a.figure(collection, figure);
    const double valueB = b.figure(collection, figure);
    if (a.isAtLeast(collection, figure) != b.isAtLeast(collection, figure)
        || a.isNever(collection, figure) != b.isNever(collection, figure)
        || a.has(collection, figure, FigureNote::Estimate) != b.has(collection, figure, FigureNote::Estimate)) {
        return false;
    }
    const FigureSpec &spec = a.layout->rows[collection].figure(figure);
    return isSameFigure(valueA, valueB) || isSameFigure(shownValue(spec, valueA), shownValue(spec, valueB));
}

/// Identity of a row in a layout.
auto identityIn(const SnapshotLayout &layout)
{
    return [&layout](const CollectionRow &row) {
        return std::pair(layout.rows[row.collection].name, layout.rows[row.collection].kind);
    };
}

} // namespace

CollectionModel::CollectionModel(const History *history, QObject *parent)
    : TableModel("collections", parent), m_history(history)
{
    setColumns(columnsOf(nullptr));
    setRowValues({{RowRole, [](auto &row) { return static_cast<int>(row.collection); }},
                  {SeverityRole, [this](auto &row) { return static_cast<int>(stateAt(row.collection)); }},
                  {CollectionKeysRole, [this](auto &row) { return keysOf(row.collection); }},
                  {TrendRole, [this](auto &row) { return trend(row.collection); }},
                  {LimitRole, [this](auto &row) { return trendLimit(row.collection); }},
                  {TroubleRole, [this](auto &row) { return trouble(row); }},
                  {KindRole, [this](auto &row) { return QString(layoutOf(row).kind->id); }},
                  {Qt::ToolTipRole, [this](auto &row) { return sentenceOf(row); }}});
}

CollectionModel::Columns CollectionModel::columnsOf(const KindInfo *kind) const
{
    const auto trouble = [this](const Row &row) { return this->trouble(row); };
    Columns all{
        {QT_TRANSLATE_NOOP("collections", "collection"), Cell::Text, [this](auto &row) { return layoutOf(row).name; },
         nullptr,
         [this](auto &row) {
             return (QStringList{layoutOf(row).name} + keysOf(row.collection)).join(QLatin1Char('\n'));
         }},
        {QT_TRANSLATE_NOOP("collections", "kind"), Cell::Text,
         [this](auto &row) { return kindTitle(*layoutOf(row).kind); }},
        // Tables of one kind use the space for figures and show the start of the state in the tooltip.
        {QT_TRANSLATE_NOOP("collections", "state"),
         Cell::Badge,
         [this](auto &row) {
             return m_kind == nullptr || isUnrecorded(row.collection) ? stateOf(row.collection)
                                                                      : stateTitle(stateAt(row.collection));
         },
         trouble,
         [this](auto &row) { return stateTip(row); },
         {{ChangedRole,
           [this](auto &row) {
               return m_previous && m_previous->rows[row.collection].state != m_snapshot->rows[row.collection].state;
           }},
          {ShortStateRole, [this](auto &row) { return shortStateOf(row.collection); }}}},
    };
    if (kind == nullptr) {
        all.front().values = {{Qt::AccessibleTextRole, [this](auto &row) { return spoken(row); }}};
        all.push_back(figureColumn(QT_TRANSLATE_NOOP("collections", "main figure"),
                                   [this](const Row &row) { return headlineFigure(*m_snapshot, row.collection); }));
        all.push_back({QT_TRANSLATE_NOOP("collections", "change"),
                       Cell::Figure,
                       [this](auto &row) {
                           return isKnown(row.change) ? changeOrJumpText(frontRate(row.collection))
                                                      : formatPerMinute(row.change);
                       },
                       [](auto &row) { return row.change; },
                       [this](auto &row) { return changeTip(row); },
                       {{ShortChangeRole, [](auto &row) { return shortChangeText(row.change, row.latest); }}}});
    }
    for (int figure = 0; kind != nullptr && figure < static_cast<int>(kind->figures.size()); ++figure) {
        const FigureSpec *spec = &kind->figures[static_cast<std::size_t>(figure)];
        all.push_back(figureColumn("", [figure](const Row & /*row*/) { return figure; }));
        all.back().heading = [spec] { return figureTitle(*spec); };
        all.back().help = [spec] { return figureHelp(*spec); };
    }
    all.push_back({QT_TRANSLATE_NOOP("collections", "trend"), Cell::Sparkline});
    if (kind == nullptr) {
        all.back().sort = [](auto &row) { return row.change; };
        all.push_back(
            {QT_TRANSLATE_NOOP("collections", "now"), Cell::Text, [this](auto &row) { return sentenceOf(row); }});
    }
    return all;
}

TableColumn<CollectionRow> CollectionModel::figureColumn(const char *title, const FigureOf &figureOf) const
{
    const auto state = [this, figureOf](const Row &row) { return figureState(row.collection, figureOf(row)); };
    const auto text = [this, figureOf](const Row &row) { return figureText(row.collection, figureOf(row)); };
    return {
        title,
        Cell::Figure,
        text,
        [this, figureOf](auto &row) { return m_snapshot->figure(row.collection, figureOf(row)); },
        [this, figureOf](auto &row) { return figureTip(row.collection, figureOf(row)); },
        {{FigureRole, figureOf},
         {FigureTitleRole, [this, figureOf](auto &row) { return figureTitle(layoutOf(row).figure(figureOf(row))); }},
         {FigureStateRole, [state](auto &row) { return static_cast<int>(state(row)); }},
         {ChangedRole, [this, figureOf](auto &row) { return figureChanged(row.collection, figureOf(row)); }},
         {Qt::AccessibleTextRole, [state, text](auto &row) { // trouble is marked by colour and icon
              return state(row) == State::Ok ? text(row) : text(row) + QStringLiteral(", ") + stateTitle(state(row));
          }}}};
}

void CollectionModel::setKind(const KindInfo *kind)
{
    if (kind == m_kind) {
        return;
    }
    beginResetModel();
    m_kind = kind;
    m_previous.reset();
    setColumns(columnsOf(kind));
    m_rows = m_snapshot ? rowsOf(*m_snapshot) : std::vector<Row>();
    endResetModel();
}

std::vector<CollectionRow> CollectionModel::rowsOf(const Snapshot &snapshot) const
{
    std::vector<Row> rows;
    for (std::size_t i = 0; i < snapshot.size(); ++i) {
        if (m_kind == nullptr || snapshot.layout->rows[i].kind == m_kind) {
            rows.push_back(rowOf(snapshot, i, false));
        }
    }
    return rows;
}

void CollectionModel::apply(const SnapshotPtr &snapshot)
{
    if (m_snapshot && m_snapshot->layout == snapshot->layout) {
        updateFigures(snapshot);
    } else {
        changeLayout(snapshot);
    }
}

void CollectionModel::changeLayout(const SnapshotPtr &snapshot)
{
    const std::vector<Row> next = rowsOf(*snapshot);
    std::vector<int> origins(next.size(), -1);
    if (m_snapshot) {
        origins = originsOf(next, identityIn(*snapshot->layout), m_rows, identityIn(*m_snapshot->layout));
    }
    std::vector<const Row *> successors(m_rows.size());
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] >= 0) {
            successors[static_cast<std::size_t>(origins[i])] = &next[i];
        }
    }
    std::erase(successors, nullptr);
    m_previous.reset();
    arrange(next, origins, [&] {
        // Rows that remain use the new snapshot at once, like the rows inserted later.
        m_snapshot = snapshot;
        std::transform(successors.begin(), successors.end(), m_rows.begin(), [](const Row *row) { return *row; });
    });
    if (!successors.empty()) {
        // Figures, problems and row numbers of rows that remain may all have changed.
        signalAll();
    }
}

bool CollectionModel::readsDifferently(const Snapshot &snapshot, std::size_t collection) const
{
    const Snapshot::Row &now = snapshot.rows[collection];
    const Snapshot::Row &before = m_snapshot->rows[collection];
    if (now.state != before.state || !sameProblems(now, before) || !sameHead(now, before)) {
        return true;
    }
    const auto figures = static_cast<int>(snapshot.layout->rows[collection].figures().size());
    for (int figure = 0; figure < figures; ++figure) {
        if (!sameFigure(snapshot, *m_snapshot, collection, figure)) {
            return true;
        }
    }
    return false;
}

void CollectionModel::updateFigures(const SnapshotPtr &snapshot)
{
    Ranges signalled;
    const bool isTurned = std::exchange(m_wasPast, isPast(snapshot)) != isPast(snapshot); // trends change too
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const std::size_t collection = m_rows[i].collection;
        const Row now = rowOf(*snapshot, collection, readsDifferently(*snapshot, collection));
        const Row before = std::exchange(m_rows[i], now);
        if (isTurned || now.isChanged || before.isChanged || now.since != before.since || now.trouble != before.trouble
            || now.figureSince != before.figureSince || !isSameFigure(now.change, before.change)
            || !isSameFigure(now.latest, before.latest)) {
            signalled.add(static_cast<int>(i)); // includes cells whose highlight ends
        }
    }
    m_previous = std::exchange(m_snapshot, snapshot);
    signalRows(signalled);
}

/// The displayed change per minute is that of the headline figure. Tables of one kind do not show it; for ages and
/// rates it would mean nothing.
CollectionRow CollectionModel::rowOf(const Snapshot &snapshot, std::size_t collection, bool isChanged) const
{
    Row row{.collection = collection,
            .since = durationShown(since(collection), snapshot),
            .trouble = durationShown(troubleSince(collection), snapshot),
            .isChanged = isChanged};
    if (m_kind != nullptr || m_history == nullptr) {
        return row;
    }
    const int figure = headlineFigure(snapshot, collection);
    row.figureSince = figureSinceOf(snapshot, collection, figure);
    const Unit unit = snapshot.layout->rows[collection].figure(figure).unit;
    if (unit == Unit::Count || unit == Unit::Score) {
        const Rate rate = m_history->rate(collection, figure);
        row.change = shownRate(rate.perMinute);
        row.latest = rate.latest;
    }
    return row;
}

double CollectionModel::trouble(const Row &row) const
{
    const auto state = static_cast<double>(stateAt(row.collection));
    // For a past time, growth is recorded only for some kinds, which must not rank worse for it.
    const double growth = m_history != nullptr && !isPast(m_snapshot)
        ? m_history->changePerMinute(row.collection, layoutOf(row).kind->mainFigure)
        : unknownFigure;
    const double limit = troubleOfState / 4;
    return state * troubleOfState + (isKnown(growth) ? std::clamp(growth, -limit, limit) : 0);
}

int CollectionModel::trendFigure(std::size_t collection) const
{
    return m_kind != nullptr ? m_kind->mainFigure : headlineFigure(*m_snapshot, collection);
}

QVariant CollectionModel::trend(std::size_t collection) const
{
    if (m_history == nullptr) {
        return {};
    }
    const std::vector<float> values = m_history->recentOf(collection, trendFigure(collection), trendLength);
    return QVariant::fromValue(QVector<float>(values.begin(), values.end()));
}

QString CollectionModel::figureText(std::size_t collection, int figure) const
{
    return formatFigure(*m_snapshot, collection, figure);
}

QStringList CollectionModel::keysOf(std::size_t collection) const
{
    QStringList keys;
    QSet<QString> known;
    const auto add = [&](const QByteArray &bytes) {
        const QString key = printable(bytes);
        if (!known.contains(key)) {
            known.insert(key);
            keys += key;
        }
    };
    const SnapshotLayout &layout = *m_snapshot->layout;
    const SnapshotLayout::Row &at = layout.rows[collection];
    if (layout.workspace && collection < layout.workspace->collections.size()) {
        for (const RoleKeys &role : layout.workspace->collections[collection].keys) {
            std::for_each(role.templates.begin(), role.templates.end(), add);
        }
    }
    for (int i = 0; i < at.partCount; ++i) {
        add(layout.parts[static_cast<std::size_t>(at.firstPart) + static_cast<std::size_t>(i)].key);
    }
    return keys;
}

/// Durations grow with time alone.
bool CollectionModel::figureChanged(std::size_t collection, int figure) const
{
    return m_previous && m_snapshot->layout->rows[collection].figure(figure).unit != Unit::Duration
        && !sameFigure(*m_snapshot, *m_previous, collection, figure);
}

std::optional<StateSince> CollectionModel::since(std::size_t collection) const
{
    return m_history == nullptr ? std::nullopt : m_history->since(collection);
}

/// Start of the trouble; unknown for a past time.
std::optional<StateSince> CollectionModel::troubleSince(std::size_t collection) const
{
    return m_history == nullptr || m_history->moment() != nullptr ? std::nullopt : m_history->troubleSince(collection);
}

QString CollectionModel::stateOf(std::size_t collection) const
{
    if (isUnrecorded(collection)) {
        return tr("not recorded");
    }
    const auto state = since(collection);
    return state ? stateSinceText(*state, troubleSince(collection), m_snapshot->serverTime)
                 : stateTitle(stateAt(collection));
}

QString CollectionModel::shortStateOf(std::size_t collection) const
{
    const auto state = since(collection);
    return state && !isUnrecorded(collection) ? stateSinceText(*state, m_snapshot->serverTime) : stateOf(collection);
}

bool CollectionModel::isPast(const SnapshotPtr &snapshot) const
{
    return m_history != nullptr && m_history->moment() != nullptr && m_history->moment()->snapshot == snapshot;
}

/// True if the state at the past time is unknown, which is not a problem.
bool CollectionModel::isUnrecorded(std::size_t collection) const
{
    return m_snapshot->rows[collection].state == State::Error && isPast(m_snapshot);
}

State CollectionModel::stateAt(std::size_t collection) const
{
    return isUnrecorded(collection) ? State::Ok : m_snapshot->rows[collection].state;
}

std::chrono::milliseconds CollectionModel::durationShown(const std::optional<StateSince> &state,
                                                         const Snapshot &snapshot)
{
    return state && state->state != State::Ok ? shownSince(*state, snapshot.serverTime) : std::chrono::milliseconds(0);
}

/// The limit of the level that the figure is at. Without a limit, the least number of what should not be there at all.
double CollectionModel::trendLimit(std::size_t collection) const
{
    const int figure = trendFigure(collection);
    const State state = figureState(collection, figure);
    const SnapshotLayout &layout = *m_snapshot->layout;
    if (!isTrouble(state)) {
        return unknownFigure;
    }
    if (layout.workspace != nullptr && collection < layout.workspace->collections.size()) {
        for (const Limit &limit : layout.workspace->collections[collection].limits) {
            if (limit.figure == figure && limit.hasLevel()) {
                const bool isCritical = state == State::Critical || !limit.warning;
                return (isCritical ? limit.critical : limit.warning).value_or(unknownFigure);
            }
        }
    }
    return layout.rows[collection].figure(figure).means == Means::Trouble ? 1 : unknownFigure;
}

State CollectionModel::figureState(std::size_t collection, int figure) const
{
    State worst = State::Ok;
    const auto &problems = m_snapshot->rows[collection].problems;
    for (std::size_t i = 0; problems && i < problems->size() && !isUnrecorded(collection); ++i) {
        if ((*problems)[i].figure == figure) {
            worst = std::max(worst, (*problems)[i].level);
        }
    }
    return worst;
}

/// Rate of the headline figure.
Rate CollectionModel::frontRate(std::size_t collection) const
{
    return m_history == nullptr ? Rate() : m_history->rate(collection, headlineFigure(*m_snapshot, collection));
}

QString CollectionModel::sentenceOf(const Row &row) const
{
    const KindInfo &kind = *layoutOf(row).kind;
    if (m_kind != nullptr) {
        return sentence(*m_snapshot, row.collection, kind.sentence, frontRate(row.collection), SentencePlace::Alone);
    }
    const QString text =
        sentence(*m_snapshot, row.collection, kind.sentence, frontRate(row.collection), SentencePlace::UnderFigure);
    return row.figureSince.isEmpty() ? text
        : text.isEmpty()             ? row.figureSince
                                     : tr("%1; %2").arg(row.figureSince, text);
}

/// Start of the trouble of the figure on a card; empty if the state of the collection, which is beside it, began within
/// the smallest step of its duration.
QString CollectionModel::figureSinceOf(const Snapshot &snapshot, std::size_t collection, int figure) const
{
    constexpr std::chrono::seconds sameBeginning{10};
    const Problem *problem = worstOf(snapshot.rows[collection].problems.get(), figure);
    if (problem == nullptr || m_history == nullptr || m_history->moment() != nullptr) {
        return {};
    }
    const auto state = since(collection);
    const auto own = m_history->problemSince(collection, *problem);
    if (!state || !own || std::chrono::abs(own->since - state->since) < sameBeginning) {
        return {};
    }
    return (own->isAtLeast ? tr("%1 since %2 or longer") : tr("%1 since %2"))
        .arg(figureTitle(snapshot.layout->rows[collection].figure(figure)),
             momentText(own->since, snapshot.serverTime));
}

/// The problems, each with its start, if there are several; else the sentence.
QString CollectionModel::problemsOf(const Row &row) const
{
    const auto &problems = m_snapshot->rows[row.collection].problems;
    if (!problems || problems->size() < 2 || m_history == nullptr || isPast(m_snapshot)) {
        return sentenceOf(row);
    }
    QStringList lines;
    for (const Problem &problem : *problems) {
        lines += problemText(problem, m_history->problemSince(row.collection, problem));
    }
    return lines.join(QLatin1Char('\n'));
}

QString CollectionModel::changeTip(const Row &row) const
{
    const FigureSpec &front = layoutOf(row).figure(headlineFigure(*m_snapshot, row.collection));
    return isKnown(row.change) ? forecastHelp(frontRate(row.collection), amountOf(front)) : QString();
}

QString CollectionModel::stateTip(const Row &row) const
{
    const auto state = since(row.collection);
    return state && state->state != State::Ok ? formatSince(*state) + QLatin1Char('\n') + problemsOf(row)
                                              : sentenceOf(row);
}

QString CollectionModel::figureTip(std::size_t collection, int figure) const
{
    if (!isKnown(m_snapshot->figure(collection, figure)) && !m_snapshot->isNever(collection, figure)) {
        const auto &problems = m_snapshot->rows[collection].problems;
        for (std::size_t i = 0; problems && i < problems->size(); ++i) {
            const Problem &problem = (*problems)[i];
            if (problem.figure == figure || problem.figure < 0) {
                return problem.text;
            }
        }
        return m_snapshot->has(collection, figure, FigureNote::Absent)
            ? QCoreApplication::translate("collections", "Nothing to measure now")
            : QCoreApplication::translate("collections", "Unknown");
    }
    QString help = figureHelp(m_snapshot->layout->rows[collection].figure(figure));
    const auto &problems = m_snapshot->rows[collection].problems;
    for (std::size_t i = 0; m_kind != nullptr && problems && i < problems->size(); ++i) {
        if ((*problems)[i].figure == figure) {
            help.prepend((*problems)[i].text + QLatin1Char('\n'));
        }
    }
    return help;
}

/// A whole card in one line, for screen readers.
QString CollectionModel::spoken(const Row &row) const
{
    QStringList texts;
    for (const Column column : {NameColumn, KindColumn, StateColumn, FirstFigureColumn, SentenceColumn}) {
        const QModelIndex cell = index(rowNumber(row), column);
        texts += cell.data().toString();
        if (column == FirstFigureColumn) {
            texts.back() += QLatin1Char(' ') + cell.data(FigureTitleRole).toString();
        }
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace plimsoll::models

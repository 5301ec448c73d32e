// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/kindsummary.h"

#include "models/text/format.h"
#include "models/history/history.h"
#include "views/collection/figures.h"
#include "views/page/kindview.h"
#include "views/page/question.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::views {

namespace {

using models::ElementModel;
using SummaryColumn = ElementModel::Column;

constexpr std::array jobColumns{
    ElementModel::Shown{SummaryColumn::Job},      ElementModel::Shown{SummaryColumn::State},
    ElementModel::Shown{SummaryColumn::Class},    ElementModel::Shown{SummaryColumn::Age},
    ElementModel::Shown{SummaryColumn::Attempts}, ElementModel::Shown{SummaryColumn::LastError}};
constexpr std::array memberColumns{ElementModel::Shown{SummaryColumn::Member},
                                   ElementModel::Shown{SummaryColumn::State},
                                   ElementModel::Shown{SummaryColumn::Consumer},
                                   ElementModel::Shown{SummaryColumn::Idle}, ElementModel::Shown{SummaryColumn::Score}};

constexpr int elementsShown = 20;
constexpr std::size_t limitsShown = 3;
constexpr Px roomForElements{290}; // px; lower summaries have only charts
constexpr std::chrono::seconds elementsEvery{2};

/// The figure that tells of trouble, after the main one.
int secondFigure(const KindInfo &kind)
{
    for (const Means means : {Means::Trouble, Means::OverBound, Means::Age}) {
        if (const int figure = kind.figureIndex(means); figure >= 0 && figure != kind.mainFigure) {
            return figure;
        }
    }
    return -1;
}

/// "stale" as a title: "Stale".
QString asTitle(const QString &words)
{
    return words.isEmpty() ? words : words.front().toUpper() + words.mid(1);
}

/// The state whose elements explain the trouble of a collection, or else its first one; null if it has none to list.
const StateView *worstState(const Snapshot &snapshot, std::size_t row)
{
    const KindView &view = viewOf(*snapshot.layout->rows[row].kind);
    const CollectionDefinition &definition = snapshot.layout->workspace->collections[row];
    const SnapshotLayout::Row &at = snapshot.layout->rows[row];
    const int headline = models::headlineFigure(snapshot, row);
    const StateView *first = nullptr;
    for (const StateView &state : view.states) {
        if (state.byCursor || state.isBand || (!state.role.isEmpty() && !definition.has(state.role))) {
            continue;
        }
        const int figure = state.figure.isEmpty() ? -1 : at.figureIndex(QString(state.figure));
        if (figure >= 0 && figure == headline) {
            return &state;
        }
        first = first == nullptr ? &state : first;
    }
    return first;
}

} // namespace

KindSummary::KindSummary(const KindInfo *kind, const PageContext &context, QWidget *parent)
    : QWidget(parent), m_kind(kind), m_context(context), m_range(new ChartRange(this)), m_second(secondFigure(*kind)),
      m_chart(addChart(kind->mainFigure, QStringLiteral("kindChart")))
{
    setObjectName(QStringLiteral("kindSummary"));
    if (m_second >= 0) {
        m_secondChart = addChart(m_second, QStringLiteral("kindTroubleChart"));
    }
    m_range->keepAs(QStringLiteral("chartMinutes/kind/") + kind->id);
    m_range->setSubject(models::kindPlural(*kind));
    buildElements();
    auto *charts = new QHBoxLayout;
    charts->setSpacing(metrics::cardGap);
    charts->addWidget(m_chart, 1);
    if (m_secondChart != nullptr) {
        charts->addWidget(m_secondChart, 1);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::cardGap);
    layout->addLayout(charts, 1);
    layout->addWidget(m_elements, 1);
    connect(m_range, &ChartRange::spanChanged, this, &KindSummary::refresh);
    connect(m_range, &ChartRange::momentChosen, context.kept, &HistoryService::goTo);
    if (context.history != nullptr) {
        connect(context.history, &models::History::pastRead, this, &KindSummary::refresh);
        connect(context.history, &models::History::marksRead, this, &KindSummary::refresh);
    }
}

TimeChart *KindSummary::addChart(int figure, const QString &name)
{
    const FigureSpec &spec = m_kind->figures[static_cast<std::size_t>(figure)];
    auto *chart = new TimeChart(asTitle(models::figureTitle(spec)), m_context.theme, m_range, this);
    chart->setObjectName(name);
    connect(chart, &TimeChart::limitEditRequested, m_context.host, &PageHost::limitEditRequested);
    return chart;
}

void KindSummary::buildElements()
{
    m_elements = new Card(QString(), m_context.theme, this);
    m_elements->setObjectName(QStringLiteral("kindElements"));
    m_elements->setFlush();
    const bool isOfJobs = !viewOf(*m_kind).dead.isEmpty();
    m_model = isOfJobs ? new ElementModel(jobColumns, this) : new ElementModel(memberColumns, this);
    m_table = new TableView(m_context.theme, m_elements);
    m_table->setObjectName(QStringLiteral("kindElementsTable"));
    m_table->setAccessibleName(tr("Elements"));
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setWideColumn(isOfJobs ? static_cast<int>(jobColumns.size()) - 1 : 0);
    m_table->setModel(m_model);
    m_why = new ElidedLabel(m_elements);
    m_why->setObjectName(QStringLiteral("kindElementsWhy"));
    m_why->setProperty("role", QStringLiteral("secondary"));
    m_why->setContentsMargins(3 * metrics::step, metrics::step, 3 * metrics::step, metrics::step);
    m_why->hide();
    m_elements->body()->addWidget(m_why);
    m_elements->body()->addWidget(m_table, 1);
    m_question = new Question(m_context.host, this, elementsEvery);
    m_question->tell(this, &KindSummary::takeElements);
    connect(m_question, &Question::failed, this, [this](const QString &why) {
        m_why->setFullText(why);
        m_why->show();
    });
    connect(m_table, &QAbstractItemView::clicked, this, [this] {
        if (m_asked.isThere()) {
            emit opened(m_asked.collection);
        }
    });
}

void KindSummary::apply(const SnapshotPtr &snapshot, const std::vector<std::size_t> &rows)
{
    m_snapshot = snapshot;
    m_rows = rows;
    refresh();
}

bool KindSummary::isPast() const
{
    const models::MomentPtr moment = m_context.history == nullptr ? nullptr : m_context.history->moment();
    return moment != nullptr && moment->snapshot == m_snapshot;
}

void KindSummary::refresh()
{
    if (m_snapshot == nullptr || m_rows.empty() || m_context.history == nullptr || !isVisible()) {
        return;
    }
    const SnapshotPtr newest = isPast() ? m_context.history->judged() : nullptr;
    m_range->lookAt(isPast() ? std::optional(m_snapshot->serverTime) : std::nullopt,
                    newest == nullptr ? m_snapshot->serverTime : newest->serverTime);
    std::vector<std::size_t> rows = m_rows;
    std::sort(rows.begin(), rows.end()); // each keeps its colour, whichever is the worst
    m_context.history->lookBack(rows, m_range->reach());
    show(m_chart, m_kind->mainFigure, rows);
    if (m_secondChart != nullptr) {
        show(m_secondChart, m_second, rows);
    }
    if (!isPast()) {
        askForElements();
    }
    place();
}

void KindSummary::show(TimeChart *chart, int figure, const std::vector<std::size_t> &rows)
{
    struct Named {
        TimeChart::LimitLine line;
        QStringList names;
    };
    std::vector<Named> limits;
    std::vector<TimeChart::Line> lines;
    QStringList names;
    const FigureSpec &spec = m_kind->figures[static_cast<std::size_t>(figure)];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QString &name = m_snapshot->layout->rows[rows[i]].name;
        lines.push_back({.label = name,
                         .series = m_context.history->figure(rows[i], figure, m_range->reach()),
                         .colour = static_cast<int>(i)});
        names.append(name);
        for (const TimeChart::LimitLine &limit : Figures(*m_snapshot, rows[i], *m_context.history).limits(spec.id)) {
            const auto same = std::find_if(limits.begin(), limits.end(), [&limit](const Named &named) {
                return named.line.label == limit.label && named.line.value == limit.value;
            });
            if (same != limits.end()) {
                same->names.append(name);
                same->line.collection.reset();
            } else if (limits.size() < limitsShown) {
                limits.push_back({limit, {name}});
            }
        }
    }
    std::vector<TimeChart::LimitLine> named;
    for (const Named &limit : limits) {
        named.push_back(limit.line);
        named.back().label = tr("%1: %2").arg(limit.names.join(QStringLiteral(", ")), limit.line.label);
    }
    chart->setLimits(named);
    chart->setMarks(marksOf(*m_context.history, *m_range, m_snapshot->serverTime, names));
    chart->setLines(lines, m_snapshot->serverTime, spec.unit);
}

/// Asks for the elements that explain the trouble of the worst collection.
void KindSummary::askForElements()
{
    const std::size_t worst = m_rows.front();
    const StateView *state = worstState(*m_snapshot, worst);
    if (state == nullptr) {
        m_asked = {};
        return;
    }
    const QString id(state->id);
    if (m_asked.workspace != m_snapshot->layout->workspace || m_asked.collection != worst || m_state != id) {
        m_asked = {m_snapshot->layout->workspace, worst};
        m_state = id;
        m_question->forget();
        m_model->clear();
        m_model->setRules(models::ElementRules::of(m_asked.definition()));
        m_why->hide();
    }
    const QString title = state->title == nullptr ? QString() : QCoreApplication::translate("kinds", state->title);
    const QString &name = m_snapshot->layout->rows[worst].name;
    m_elements->setTitle(title.isEmpty() ? name : tr("%1: %2").arg(name, title));
    m_model->setNow(m_snapshot->serverTime);
    ElementsQuery query;
    query.state = m_state;
    query.limit = elementsShown;
    m_question->keep(m_asked, query);
}

void KindSummary::takeElements(const ElementsPage &page)
{
    m_model->apply(page);
    m_why->setFullText(tr("nothing there now"));
    m_why->setVisible(page.elements.empty());
    for (int column = 1; column < m_model->columnCount(); ++column) {
        bool isKnown = false;
        for (int row = 0; row < m_model->rowCount() && !isKnown; ++row) {
            const QString text = m_model->index(row, column).data().toString();
            isKnown = !text.isEmpty() && text != models::unknownText();
        }
        m_table->showColumn(column, isKnown);
    }
    m_table->refit();
}

/// Shows the elements where there is room below the charts.
void KindSummary::place()
{
    m_elements->setVisible(!isPast() && m_asked.isThere() && height() >= roomForElements);
}

void KindSummary::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void KindSummary::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

} // namespace plimsoll::views

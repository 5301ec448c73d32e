// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/findpanel.h"

#include "models/rows/proposalmodel.h"
#include "models/text/elementtext.h"
#include "models/text/fieldwords.h"
#include "models/text/format.h"
#include "redis/types/printable.h"
#include "views/page/discoveryservice.h"
#include "views/page/kindview.h"
#include "views/page/question.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds sampleInterval = 5s;
constexpr int sampleSize = 5;
constexpr qsizetype longestSample = 120;
constexpr qsizetype longestKey = 200;
constexpr Px findPanelWidth{300};
constexpr Px findPanelMargin{14};

void emptyGrid(QGridLayout *grid)
{
    while (QLayoutItem *item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

/// Returns a pair of labels in a new row of the grid.
WrappedLabel *addPair(QGridLayout *grid, const QString &name, const char *role)
{
    const int row = grid->rowCount();
    auto *title = new QLabel(name);
    title->setTextFormat(Qt::PlainText);
    title->setProperty("role", QStringLiteral("secondary"));
    auto *value = new WrappedLabel;
    value->setProperty("role", QString::fromLatin1(role));
    grid->addWidget(title, row, 0, Qt::AlignTop);
    grid->addWidget(value, row, 1);
    return value;
}

} // namespace

FindPanel::FindPanel(const PageContext &pageContext, QWidget *parent)
    : QWidget(parent), m_context(pageContext), m_question(new Question(&m_preview, this, sampleInterval)),
      m_empty(new QLabel(tr("Select a collection to see why it is proposed, its keys and its figures."), this)),
      m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("findPanel"));
    setAccessibleName(tr("The selected collection"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_empty->setProperty("role", QStringLiteral("secondary"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(findPanelMargin);
    m_scroll->setObjectName(QStringLiteral("findPanelScroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(makeBody());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 0, 0, 0);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_scroll, 1);
    m_question->tell(this, &FindPanel::showElements);
    connect(&m_preview, &PageHost::asked, m_context.discovery, &DiscoveryService::ask);
    connect(m_context.discovery, &DiscoveryService::answered, &m_preview, &PageHost::answered);
    show(nullptr);
}

QWidget *FindPanel::makeBody()
{
    auto *body = new QWidget(this);
    body->setObjectName(QStringLiteral("pageBody"));
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(findPanelMargin, findPanelMargin, findPanelMargin, findPanelMargin);
    layout->setSpacing(Px(9));
    const auto addText = [body, layout](const char *name, const char *role) {
        auto *label = new WrappedLabel(body);
        label->setObjectName(QString::fromLatin1(name));
        label->setProperty("role", QString::fromLatin1(role));
        layout->addWidget(label);
        return label;
    };
    const auto addHeading = [body, layout](const QString &text) {
        auto *line = new QFrame(body);
        line->setFrameShape(QFrame::HLine);
        line->setProperty("role", QStringLiteral("rule"));
        line->setFixedHeight(1);
        layout->addWidget(line);
        auto *heading = new QLabel(text, body);
        heading->setProperty("role", QStringLiteral("small"));
        layout->addWidget(heading);
        return heading;
    };
    const auto addGrid = [layout] {
        auto *grid = new QGridLayout;
        grid->setHorizontalSpacing(Px(12));
        grid->setVerticalSpacing(Px(5));
        grid->setColumnMinimumWidth(0, Px(84));
        grid->setColumnStretch(1, 1);
        layout->addLayout(grid);
        return grid;
    };
    m_title = new ElidedLabel(body);
    m_title->setObjectName(QStringLiteral("findTitle"));
    m_title->setProperty("role", QStringLiteral("heading"));
    layout->addWidget(m_title);
    m_kind = addText("findKind", "secondary");
    m_reason = addText("findReason", "");
    m_change = new QPushButton(tr("Change…"), body);
    m_change->setObjectName(QStringLiteral("findChange"));
    connect(m_change, &QPushButton::clicked, this, &FindPanel::changeRequested);
    layout->addWidget(m_change);
    addHeading(tr("figures now"));
    m_figures = addGrid();
    addHeading(tr("keys"));
    m_keys = addGrid();
    m_elementsTitle = addHeading({});
    m_elements = addText("findElements", "mono");
    layout->addStretch(1);
    return body;
}

void FindPanel::paintEvent(QPaintEvent * /*event*/)
{
    const Tokens &tokens = m_context.theme->tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.card);
    painter.fillRect(QRect(0, 0, 1, height()), tokens.border);
}

void FindPanel::show(const models::ProposalRow *row)
{
    m_empty->setVisible(row == nullptr);
    m_scroll->setVisible(row != nullptr);
    const std::optional<CollectionDefinition> before =
        std::exchange(m_definition, row == nullptr ? std::nullopt : std::optional(row->proposal.definition));
    if (row == nullptr) {
        return;
    }
    m_title->setFullText(m_definition->name);
    const QString kind = models::kindTitle(*m_definition->kind);
    const QString sure =
        row->isChanged ? tr("changed by you") : tr("%1 sure").arg(models::formatShare(row->proposal.confidence));
    QStringList line{kind, row->application, sure};
    line.removeAll(QString());
    m_kind->setFullText(line.join(QStringLiteral(" · ")));
    m_reason->setFullText(row->proposal.reason.split(QStringLiteral("; ")).join(u'\n'));
    m_change->setEnabled(!row->isWatched);
    m_change->setToolTip(row->isWatched ? tr("It is in the workspace: edit it on its page.") : QString());
    if (before != m_definition) {
        showKeys();
        emptyGrid(m_figures);
        m_figureNames.clear();
        m_figureValues.clear();
        m_question->forget();
        m_elementsTitle->setText(tr("elements"));
        m_elements->setFullText(QStringLiteral("…"));
    }
}

void FindPanel::showKeys()
{
    emptyGrid(m_keys);
    for (const RoleKeys &role : m_definition->keys) {
        QStringList texts;
        for (const QByteArray &text : role.templates) {
            texts += printable(text, longestKey);
        }
        addPair(m_keys, models::fieldTitle(role.role->id), "mono")->setFullText(texts.join(u'\n'));
    }
}

void FindPanel::apply(const SnapshotPtr &preview)
{
    const std::vector<CollectionDefinition> &all = preview->layout->workspace->collections;
    const auto found = m_definition ? std::find(all.begin(), all.end(), *m_definition) : all.end();
    if (found != all.end()) {
        const auto row = static_cast<std::size_t>(found - all.begin());
        showFigures(*preview, row);
        sampleElements(*preview, row);
    }
}

void FindPanel::showFigures(const Snapshot &snapshot, std::size_t row)
{
    const SnapshotLayout::Row &layout = snapshot.layout->rows[row];
    QStringList names, values;
    for (int i = 0; i < static_cast<int>(layout.figures().size()); ++i) {
        const FigureSpec &figure = layout.figure(i);
        if (isKnown(snapshot.figure(row, i))) {
            names += models::figureTitle(figure);
            values += models::formatFigure(snapshot, row, i);
        }
    }
    const auto &problems = snapshot.rows[row].problems;
    for (const Problem &problem : problems ? *problems : std::vector<Problem>()) {
        if (problem.level == State::Error) {
            names += tr("not readable");
            values += problem.text;
        }
    }
    if (names != m_figureNames) {
        m_figureNames = names;
        m_figureValues.clear();
        emptyGrid(m_figures);
        for (const QString &name : names) {
            m_figureValues.push_back(addPair(m_figures, name, ""));
            m_figureValues.back()->setObjectName(QStringLiteral("findFigure"));
        }
    }
    for (std::size_t i = 0; i < m_figureValues.size(); ++i) {
        m_figureValues[i]->setFullText(values[static_cast<qsizetype>(i)]);
    }
}

/// Keys that were searched for are in the snapshot; other elements are asked for, a few at a time.
void FindPanel::sampleElements(const Snapshot &snapshot, std::size_t row)
{
    const KindView &view = viewOf(*m_definition->kind);
    if (const auto &found = snapshot.rows[row].found) {
        QStringList keys;
        for (std::size_t i = 0; i < std::min<std::size_t>(sampleSize, found->first.size()); ++i) {
            keys += printable(found->first[i].key, longestSample);
        }
        m_elementsTitle->setText(tr("some of its keys"));
        m_elements->setFullText(keys.isEmpty() ? models::unknownText() : keys.join(u'\n'));
    } else if (!view.states.empty()) {
        // A stream shows all of its entries, as not all are pending.
        const auto shown = std::find_if(view.states.begin(), view.states.end(), [this](const StateView &state) {
            return state.byCursor || !m_definition->has(Holds::Entries);
        });
        ElementsQuery query;
        query.state = QString((shown == view.states.end() ? view.states.front() : *shown).id);
        query.limit = sampleSize;
        m_question->keep({snapshot.layout->workspace, row}, query);
    } else {
        m_elements->setFullText(models::unknownText());
    }
}

void FindPanel::showElements(const ElementsPage &page)
{
    if (!m_definition) {
        return;
    }
    const models::ElementRules rules = models::ElementRules::of(*m_definition);
    QStringList texts;
    for (const Element &element : page.elements) {
        texts += element.fields.empty() ? models::elementBytes(element, rules, longestSample)
                                        : models::fieldsText(element, rules, longestSample);
    }
    m_elementsTitle->setText(
        page.total && *page.total > static_cast<qint64>(page.elements.size())
            ? tr("%1 of %2 elements").arg(models::formatCount(page.elements.size()), models::formatCount(*page.total))
            : tr("elements"));
    m_elements->setFullText(texts.isEmpty() ? tr("none now") : texts.join(u'\n'));
}

QSize FindPanel::sizeHint() const
{
    return {findPanelWidth, QWidget::sizeHint().height()};
}

QSize FindPanel::minimumSizeHint() const
{
    constexpr Px width{160}; // px; small enough not to limit the window
    return {width, 0};
}

} // namespace plimsoll::views

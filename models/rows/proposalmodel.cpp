// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/proposalmodel.h"

#include "models/rows/samekeys.h"
#include "models/rows/unrecognisedmodel.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/samefigure.h"
#include "models/text/sentence.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <utility>

namespace plimsoll::models {

namespace {

struct ProposalWords {
    Q_DECLARE_TR_FUNCTIONS(proposals)
};

constexpr qsizetype longestBeginning = 80;

/// First word of the names of an application's keys: "shop" of "shop:queue:email". Empty if a name is a single word.
QByteArray beginningOf(const CollectionDefinition &definition)
{
    const QByteArray text = definition.keys.empty() ? QByteArray() : definition.keys.front().templates.front();
    const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c == ':' || c == '/' || c == '|'; });
    const QByteArray first(text.constData(), end - text.begin());
    return end == text.end() || first.contains('{') ? QByteArray() : first;
}

QString frameworkText(const PresetUse &use)
{
    const bool isUsual = !use.prefix || *use.prefix == use.preset->prefix;
    return isUsual || use.prefix->isEmpty() ? use.preset->title
                                            : QStringLiteral("%1 · %2").arg(use.preset->title, *use.prefix);
}

/// Rows that belong to no application are last.
QString applicationOrder(const ProposalRow &row)
{
    return row.application.isEmpty() ? QStringLiteral("\uffff") : row.application;
}

QString elementsText(const ProposalRow &row)
{
    if (!row.figureText.isEmpty()) {
        return row.figureText;
    }
    const std::optional<qint64> &elements = row.proposal.elements;
    return elements ? formatCount(*elements) : unknownText();
}

bool isSameProposal(const ProposalRow &a, const ProposalRow &b)
{
    return a.proposal.definition == b.proposal.definition && a.proposal.count == b.proposal.count
        && a.proposal.elements == b.proposal.elements && a.proposal.reason == b.proposal.reason
        && isSameFigure(a.proposal.confidence, b.proposal.confidence) && a.application == b.application
        && a.choice == b.choice && a.isWatched == b.isWatched && a.figureText == b.figureText
        && KeyCounts::of(a.proposal) == KeyCounts::of(b.proposal);
}

} // namespace

ProposalModel::ProposalModel(QObject *parent) : TableModel("proposals", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("proposals", "watch"),
         Cell::Check,
         [](auto &row) { return row.isWatched ? ProposalWords::tr("watched") : QString(); },
         [](auto &row) { return row.isWatched ? 2
                             : isWanted(row)  ? 1
                                              : 0; },
         [](auto &row) { return row.isWatched ? ProposalWords::tr("It is in the workspace.") : QString(); },
         {{Qt::CheckStateRole,
           [](auto &row) {
               return row.isWatched ? QVariant() : QVariant(isWanted(row) ? Qt::Checked : Qt::Unchecked);
           }}}},
        {QT_TRANSLATE_NOOP("proposals", "application"), Cell::Text,
         [](auto &row) { return row.application.isEmpty() ? unknownText() : row.application; }, applicationOrder},
        {QT_TRANSLATE_NOOP("proposals", "collection"), Cell::Text,
         [](auto &row) { return row.proposal.definition.name; }},
        {QT_TRANSLATE_NOOP("proposals", "kind"), Cell::Text,
         [](auto &row) { return kindTitle(*row.proposal.definition.kind); }},
        {QT_TRANSLATE_NOOP("proposals", "keys"), Cell::Figure,
         [](auto &row) { return row.proposal.count > 0 ? formatCount(row.proposal.count) : unknownText(); },
         [](auto &row) { return row.proposal.count; }},
        {QT_TRANSLATE_NOOP("proposals", "change"), Cell::Figure,
         [](auto &row) { return keyChangeText(KeyCounts::of(row.proposal)); },
         [](auto &row) { return KeyCounts::of(row.proposal).change(); },
         [](auto &row) { return keyChangeTip(KeyCounts::of(row.proposal)); }},
        {QT_TRANSLATE_NOOP("proposals", "elements"), Cell::Figure, elementsText,
         [](auto &row) {
             return isKnown(row.figure) ? row.figure : static_cast<double>(row.proposal.elements.value_or(-1));
         }},
        {QT_TRANSLATE_NOOP("proposals", "sure"), Cell::Figure,
         [](auto &row) { return row.isChanged ? ProposalWords::tr("changed") : formatShare(row.proposal.confidence); },
         [](auto &row) { return row.proposal.confidence; },
         [](auto &row) { return row.isChanged ? ProposalWords::tr("You have changed it.") : QString(); }},
        {QT_TRANSLATE_NOOP("proposals", "why"), Cell::Text, [](auto &row) { return row.proposal.reason; }},
    });
    showTextsAsTips();
    setRowValues({{IdRole, [](auto &row) { return row.id; }},
                  {StaleRole, [](auto &row) { return row.isWatched; }},
                  {FilterRole, [](auto &row) {
                       QStringList words{row.proposal.definition.name, row.application,
                                         kindTitle(*row.proposal.definition.kind), row.proposal.reason};
                       for (const RoleKeys &role : row.proposal.definition.keys) {
                           for (const QByteArray &text : role.templates) {
                               words += printable(text);
                           }
                       }
                       return words.join(u'\n');
                   }}});
}

bool ProposalModel::isWanted(const ProposalRow &row)
{
    return !row.isWatched && row.choice.value_or(row.proposal.confidence >= tickedFrom);
}

void ProposalModel::setWorkspace(const WorkspacePtr &workspace)
{
    m_workspace = workspace;
    show(m_rows, true);
}

void ProposalModel::apply(const std::vector<Proposal> &proposals, bool isHeld)
{
    SameKeys known;
    for (int at = 0; at < rowCount(); ++at) {
        known.add(rowAt(at).proposal.definition, at);
    }
    std::vector<ProposalRow> next;
    std::vector<bool> isFound(m_rows.size());
    for (const Proposal &proposal : proposals) {
        ProposalRow row;
        const int at = known.find(proposal.definition);
        if (at >= 0 && !isFound[static_cast<std::size_t>(at)]) {
            isFound[static_cast<std::size_t>(at)] = true;
            row = rowAt(at);
        } else {
            row.id = ++m_lastId;
        }
        const CollectionDefinition mine = row.proposal.definition;
        row.proposal = proposal;
        if (row.isChanged) {
            row.proposal.definition = mine;
        }
        next.push_back(std::move(row));
    }
    for (int at = 0; at < rowCount(); ++at) {
        if (rowAt(at).isChanged && !isFound[static_cast<std::size_t>(at)]) {
            next.push_back(rowAt(at)); // work of the user
        }
    }
    show(std::move(next), isHeld);
}

void ProposalModel::show(std::vector<ProposalRow> next, bool isHeld)
{
    complete(next);
    std::stable_sort(next.begin(), next.end(), [](const ProposalRow &a, const ProposalRow &b) {
        return applicationOrder(a) < applicationOrder(b);
    });
    if (isHeld) {
        const auto place = [this](const ProposalRow &row) {
            const int at = rowOfId(row.id);
            return at < 0 ? rowCount() : at;
        };
        std::stable_sort(next.begin(), next.end(),
                         [&place](const ProposalRow &a, const ProposalRow &b) { return place(a) < place(b); });
    }
    TableModel::show(std::move(next), &ProposalRow::id, isSameProposal);
    emit wantedChanged();
}

/// Sets what follows from the workspace and the other rows.
void ProposalModel::complete(std::vector<ProposalRow> &rows) const
{
    const std::chrono::milliseconds now(QDateTime::currentMSecsSinceEpoch()); // for the periods in names
    const SameKeys watched = SameKeys::of(m_workspace, now);
    QSet<QString> names;
    if (m_workspace != nullptr) {
        for (const CollectionDefinition &definition : m_workspace->collections) {
            names.insert(definition.name);
        }
    }
    QMap<QByteArray, int> beginnings;
    for (ProposalRow &row : rows) {
        const CollectionDefinition &definition = row.proposal.definition;
        row.isWatched = watched.find(definition) >= 0 || watched.hasPatternsFor(row.proposal.templates);
        if (!definition.preset) {
            ++beginnings[beginningOf(definition)];
        }
    }
    for (ProposalRow &row : rows) {
        CollectionDefinition &definition = row.proposal.definition;
        const QByteArray beginning = beginningOf(definition);
        row.application = definition.preset                     ? frameworkText(*definition.preset)
            : !beginning.isEmpty() && beginnings[beginning] > 1 ? printable(beginning, longestBeginning)
                                                                : QString();
        if (row.isWatched) {
            continue;
        }
        const QString own = definition.name;
        for (int number = 2; names.contains(definition.name); ++number) {
            definition.name = QStringLiteral("%1 %2").arg(own, QString::number(number));
        }
        names.insert(definition.name);
    }
}

void ProposalModel::setFigures(const Snapshot &snapshot)
{
    QHash<QString, std::size_t> places;
    for (std::size_t i = 0; i < snapshot.size(); ++i) {
        places.insert(snapshot.layout->rows[i].name, i);
    }
    std::vector<ProposalRow> next = m_rows;
    for (ProposalRow &row : next) {
        const auto place = places.constFind(row.proposal.definition.name);
        if (place == places.constEnd() || snapshot.layout->rows[*place].kind != row.proposal.definition.kind) {
            row.figure = unknownFigure; // it is not previewed any more
            row.figureText.clear();
            continue;
        }
        const int main = mainFigureOf(snapshot, *place);
        const FigureSpec &figure = snapshot.layout->rows[*place].figure(main);
        row.figure = snapshot.figure(*place, main);
        row.figureText = isKnown(row.figure)
            ? QStringLiteral("%1 %2").arg(formatFigure(snapshot, *place, main), figureTitle(figure))
            : QString();
    }
    update(std::move(next), isSameProposal);
}

void ProposalModel::change(int id, const CollectionDefinition &definition)
{
    std::vector<ProposalRow> next = m_rows;
    for (ProposalRow &row : next) {
        if (row.id == id) {
            row.proposal.definition = definition;
            row.isChanged = true;
            row.choice = true;
            row.figure = unknownFigure;
            row.figureText.clear();
        }
    }
    show(std::move(next), true);
}

void ProposalModel::tick(const QModelIndexList &rows, bool isWanted)
{
    std::vector<ProposalRow> next = m_rows;
    for (const QModelIndex &index : rows) {
        if (ProposalRow &row = next[static_cast<std::size_t>(index.row())]; !row.isWatched) {
            row.choice = isWanted;
        }
    }
    update(std::move(next), isSameProposal);
    emit wantedChanged();
}

int ProposalModel::rowOfId(int id) const
{
    return findRow([id](const ProposalRow &row) { return row.id == id; });
}

std::vector<CollectionDefinition> ProposalModel::wanted() const
{
    std::vector<CollectionDefinition> all;
    for (const ProposalRow &row : m_rows) {
        if (isWanted(row)) {
            all.push_back(row.proposal.definition);
        }
    }
    return all;
}

QStringList ProposalModel::otherNames(int id) const
{
    QStringList names;
    for (const ProposalRow &row : m_rows) {
        if (row.id != id) {
            names += row.proposal.definition.name;
        }
    }
    for (const CollectionDefinition &definition :
         m_workspace == nullptr ? std::vector<CollectionDefinition>() : m_workspace->collections) {
        names += definition.name;
    }
    return names;
}

bool ProposalModel::hasApplications() const
{
    return findRow([](const ProposalRow &row) { return !row.application.isEmpty(); }) >= 0;
}

Qt::ItemFlags ProposalModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags usual = TableModel::flags(index);
    const bool isCheck = index.isValid() && index.column() == static_cast<int>(Column::Watch);
    return isCheck && !rowAt(index.row()).isWatched ? usual | Qt::ItemIsUserCheckable : usual;
}

bool ProposalModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable)) {
        return false;
    }
    tick({index}, value.toInt() == Qt::Checked);
    return true;
}

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectionmodel.h"

#include "models/format.h"
#include "models/history.h"
#include "models/ratetext.h"
#include "models/sentence.h"

#include <QCoreApplication>
#include <QStringList>

/// Texts of CollectionModel; the rest of the class is in collectionmodel.cpp.
namespace plimsoll::models {

/// Rate of the headline figure.
Rate CollectionModel::frontRate(std::size_t collection) const
{
    return m_history == nullptr ? Rate() : m_history->rate(collection, headlineFigure(*m_snapshot, collection));
}

QString CollectionModel::sentenceOf(std::size_t collection) const
{
    const KindInfo &kind = *m_snapshot->layout->rows[collection].kind;
    return sentence(*m_snapshot, collection, m_clauses == nullptr ? std::span<const Clause>() : m_clauses(kind),
                    frontRate(collection), m_kind == nullptr ? SentencePlace::UnderFigure : SentencePlace::Alone);
}

QVariant CollectionModel::toolTip(int row, int column) const
{
    const std::size_t collection = collectionAt(row);
    const int figure = figureAt(row, column);
    if (m_kind == nullptr && column == ChangeColumn) {
        const FigureSpec &front = m_snapshot->layout->rows[collection].figure(headlineFigure(*m_snapshot, collection));
        return isKnown(shownChange(row)) ? forecastHelp(frontRate(collection), amountOf(front)) : QString();
    }
    if (figure < 0) {
        const auto state = column == StateColumn ? since(collection) : std::nullopt;
        if (state && state->state != State::Ok) {
            return formatSince(*state) + QLatin1Char('\n') + sentenceOf(collection);
        }
        return column == NameColumn
            ? (QStringList{display(row, NameColumn).toString()} + keysOf(row)).join(QLatin1Char('\n'))
            : sentenceOf(collection);
    }
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
            : QCoreApplication::translate("collections", "Not known");
    }
    QString help = figureHelp(m_snapshot->layout->rows[collectionAt(row)].figure(figure));
    const auto &problems = m_snapshot->rows[collection].problems;
    for (std::size_t i = 0; m_kind != nullptr && problems && i < problems->size(); ++i) {
        if ((*problems)[i].figure == figure) {
            help.prepend((*problems)[i].text + QLatin1Char('\n'));
        }
    }
    return help;
}

/// A figure in trouble with its state, which is marked by colour and icon.
QString CollectionModel::spokenCell(int row, int column) const
{
    const QString text = display(row, column).toString();
    const State state = figureState(row, column);
    return state == State::Ok ? text : text + QStringLiteral(", ") + stateTitle(state);
}

/// A whole card in one line, for screen readers.
QString CollectionModel::spoken(int row) const
{
    const QModelIndex figure = index(row, FirstFigureColumn);
    return QStringList{display(row, NameColumn).toString(), display(row, KindColumn).toString(),
                       display(row, StateColumn).toString(),
                       figure.data().toString() + QLatin1Char(' ') + figure.data(FigureTitleRole).toString(),
                       display(row, SentenceColumn).toString()}
        .join(QStringLiteral(", "));
}

} // namespace plimsoll::models

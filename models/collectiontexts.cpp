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

/// The problems, each with its start, if there are several; else the sentence.
QString CollectionModel::problemsOf(std::size_t collection) const
{
    const auto &problems = m_snapshot->rows[collection].problems;
    if (!problems || problems->size() < 2 || m_history == nullptr || isPast(m_snapshot)) {
        return sentenceOf(collection);
    }
    QStringList lines;
    for (const Problem &problem : *problems) {
        lines += problemText(problem, m_history->problemSince(collection, problem));
    }
    return lines.join(QLatin1Char('\n'));
}

QString CollectionModel::changeTip(const Row &row) const
{
    const FigureSpec &front = layoutOf(row).figure(headlineFigure(*m_snapshot, row.collection));
    return isKnown(row.change) ? forecastHelp(frontRate(row.collection), amountOf(front)) : QString();
}

QString CollectionModel::stateTip(std::size_t collection) const
{
    const auto state = since(collection);
    return state && state->state != State::Ok ? formatSince(*state) + QLatin1Char('\n') + problemsOf(collection)
                                              : sentenceOf(collection);
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
            : QCoreApplication::translate("collections", "Not known");
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

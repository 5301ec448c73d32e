// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/sentence.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/ratetext.h"
#include "redis/types/limits.h"
#include "redis/types/loss.h"
#include "redis/types/plural.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

namespace plimsoll::models {

namespace {

constexpr double shortestForecast = 5'000; // ms; a shorter forecast is over before it is read
constexpr double leastTelling = 10; // with fewer elements, growth by one or two is chance
/// More clauses are too long to read at a glance.
constexpr int mostClauses = 2;
constexpr qsizetype longestMember = 32;

struct SentenceWords {
    Q_DECLARE_TR_FUNCTIONS(sentences)
};

bool fits(Clause::When when, double value)
{
    switch (when) {
    case Clause::Zero:
        return value == 0;
    case Clause::One:
        return value == 1;
    case Clause::Several:
        return value > 1;
    case Clause::Positive:
    case Clause::Telling:
        return value > 0;
    case Clause::Forecast:
        return value >= shortestForecast;
    case Clause::Negative:
        return value < 0;
    case Clause::Leads:
    case Clause::Silent:
        return true;
    }
    return false;
}

/// A row of a snapshot with its figures by name.
class Row {
public:
    Row(const Snapshot &snapshot, std::size_t row)
        : m_snapshot(snapshot), m_row(row), m_layout(snapshot.layout->rows[row])
    {
    }

    [[nodiscard]] const KindInfo &kind() const { return *m_layout.kind; }
    [[nodiscard]] const Head *head() const { return m_snapshot.rows[m_row].head.get(); }
    [[nodiscard]] std::chrono::milliseconds now() const { return m_snapshot.serverTime; }

    /// True if its rate supports a forecast; a recording does not say.
    [[nodiscard]] bool isSteady() const
    {
        const auto &rate = m_snapshot.rows[m_row].rate;
        return rate == nullptr || rate->isSteady;
    }

    [[nodiscard]] double figure(QStringView id) const
    {
        const int index = m_layout.figureIndex(id);
        return index < 0 ? unknownFigure : shownValue(spec(index), m_snapshot.figure(m_row, index));
    }

    [[nodiscard]] bool isAtLeast(QStringView id) const
    {
        const int index = m_layout.figureIndex(id);
        return index >= 0 && m_snapshot.isAtLeast(m_row, index);
    }

    /// Null if unknown.
    [[nodiscard]] QString figureText(QStringView id) const
    {
        const int index = m_layout.figureIndex(id);
        const double value = figure(id);
        if (!isKnown(value)) {
            return {};
        }
        if (spec(index).unit == Unit::PerMinute || spec(index).unit == Unit::Frequency) {
            return formatScore(std::abs(value)); // the clause has the unit and the direction
        }
        return formatFigure(m_snapshot, m_row, index);
    }

private:
    [[nodiscard]] const FigureSpec &spec(int index) const { return m_layout.figure(index); }

    const Snapshot &m_snapshot;
    std::size_t m_row;
    const SnapshotLayout::Row &m_layout;
};

/// Inserts the figures into a clause; null if one is unknown.
QString fill(const QString &text, const Row &row)
{
    QString out;
    qsizetype pos = 0;
    while (true) {
        const qsizetype open = text.indexOf(QLatin1Char('{'), pos);
        const qsizetype close = open < 0 ? -1 : text.indexOf(QLatin1Char('}'), open);
        if (close < 0) {
            return out.append(QStringView(text).mid(pos));
        }
        const QString value = row.figureText(QStringView(text).mid(open + 1, close - open - 1));
        if (value.isNull()) {
            return {};
        }
        out += QStringView(text).mid(pos, open - pos);
        out += value;
        pos = close + 1;
    }
}

/// "user-7 leads with 9,910, 310 ahead"; null without two comparable scores.
QString leaderClause(const Row &row)
{
    const Head *head = row.head();
    if (head == nullptr || head->elements.empty()) {
        return {};
    }
    const HeadElement &first = head->elements.front();
    const QString name = elementText(first.element, longestMember);
    if (head->elements.size() == 1) {
        return SentenceWords::tr("%1 leads with %2").arg(name, formatScore(first.score));
    }
    const HeadElement &second = head->elements[1];
    if (first.score == second.score) {
        return SentenceWords::tr("%1 and %2 tie at %3")
            .arg(name, elementText(second.element, longestMember), formatScore(first.score));
    }
    return SentenceWords::tr("%1 leads with %2, %3 ahead")
        .arg(name, formatScore(first.score), formatScore(std::abs(first.score - second.score)));
}

/// "billing-2 silent for 6 min, holds 38"; null if none is silent.
QString silentClause(const Row &row)
{
    const Head *head = row.head();
    if (head == nullptr || !head->silent) {
        return {};
    }
    const Head::Silent &silent = *head->silent;
    return SentenceWords::tr("%1 silent for %2, holds %3")
        .arg(elementText(silent.consumer, longestMember),
             formatDuration(shownSince({State::Warning, silent.since}, row.now())), formatCount(silent.pending));
}

/// Text of the clause; null if it does not apply.
QString textOf(const Clause &clause, const Row &row)
{
    switch (clause.when) {
    case Clause::Leads:
        return leaderClause(row);
    case Clause::Silent:
        return silentClause(row);
    default:
        return fill(SentenceWords::tr(clause.text), row);
    }
}

/// True if the clause fits next to the other figures: only few do not grow, and "1 ghost" may be more.
bool fitsBeside(const Row &row, const Clause &clause)
{
    const QLatin1StringView main = row.kind().figures[static_cast<std::size_t>(row.kind().mainFigure)].id;
    return !(row.figure(QString(clause.unless)) > 0) && (clause.with.isEmpty() || row.figure(QString(clause.with)) > 0)
        && (clause.when != Clause::Telling || row.figure(QString(main)) >= leastTelling)
        && (clause.when != Clause::Forecast || row.isSteady())
        && (clause.when != Clause::One || !row.isAtLeast(QString(clause.figure)));
}

/// True if the clause tells the figure, or its growth, which is shown as the change a minute.
bool repeats(const KindInfo &kind, const Clause &clause, int figure)
{
    if (figure < 0 || clause.text == nullptr || clause.when == Clause::Zero) {
        return false;
    }
    const FigureSpec &spec = kind.figures[static_cast<std::size_t>(figure)];
    const int own = kind.figureIndex(QString(clause.figure));
    const bool isGrowth = own >= 0 && kind.figures[static_cast<std::size_t>(own)].means == Means::Growth;
    return (own == figure && clause.when == Clause::One) || (isGrowth && figure == kind.mainFigure)
        || QString::fromLatin1(clause.text).contains(QLatin1Char('{') + spec.id + QLatin1Char('}'));
}

/// Clauses that fit, without those about the figures `except` and those that repeat the figure `above`.
QStringList saidOf(const Row &row, std::span<const Clause> clauses, std::initializer_list<int> except, int most,
                   int above)
{
    QStringList said;
    int doneGroup = -1;
    for (const Clause &clause : clauses) {
        const QString figure(clause.figure);
        const bool candidate = said.size() < most && clause.group != doneGroup
            && (figure.isEmpty() || std::ranges::find(except, row.kind().figureIndex(figure)) == except.end())
            && !repeats(row.kind(), clause, above) && fits(clause.when, row.figure(figure)) && fitsBeside(row, clause);
        if (!candidate) {
            continue;
        }
        const QString text = textOf(clause, row);
        if (!text.isNull()) {
            said += text;
            doneGroup = clause.group;
        }
    }
    return said;
}

const QLatin1StringView clauseSeparator("; ");

/// "critical 5,000 in 12 min" for the headline figure; empty if it reaches no limit.
QString aheadOf(const Snapshot &snapshot, std::size_t row, const Rate &rate)
{
    const SnapshotLayout &layout = *snapshot.layout;
    if (!rate.isSteady || layout.workspace == nullptr || row >= layout.workspace->collections.size()) {
        return {};
    }
    const int figure = headlineFigure(snapshot, row);
    for (const Limit &limit : layout.workspace->collections[row].limits) {
        if (limit.figure == figure) {
            return nextBoundText(rate, limit, layout.rows[row].figure(figure), snapshot.figure(row, figure));
        }
    }
    return {};
}

/// Removes the value from the beginning of a problem's text: "1,200 ready, limit 1,000" becomes "limit 1,000".
QString withoutValue(const Snapshot &snapshot, std::size_t row, const Problem &problem)
{
    const int figure = problem.figure;
    if (figure < 0 || figure != headlineFigure(snapshot, row) || !isKnown(snapshot.figure(row, figure))) {
        return problem.text;
    }
    const QString value = figureText(snapshot.layout->rows[row].figure(figure), snapshot.figure(row, figure),
                                     snapshot.isAtLeast(row, figure));
    if (!problem.text.startsWith(value)) {
        return problem.text;
    }
    const QString rest = problem.text.mid(value.size());
    if (rest.startsWith(QLatin1String(" (")) && rest.endsWith(QLatin1Char(')'))) {
        return rest.mid(2, rest.size() - 3);
    }
    return rest.startsWith(QLatin1String(", ")) ? rest.mid(2) : rest.trimmed();
}

/// "Grows 170/min; critical 5,000 in 12 min"; the value itself is shown next to it.
QString courseOf(const FigureSpec &figure, const Rate &rate, const QString &ahead)
{
    if (figure.unit != Unit::Count) {
        return ahead;
    }
    const QString pace = formatScore(std::abs(shownRate(rate.perMinute)));
    return (rate.perMinute > 0 ? SentenceWords::tr("grows %1/min") : SentenceWords::tr("shrinks %1/min")).arg(pace)
        + clauseSeparator + ahead;
}

} // namespace

namespace {

/// The worst problem that `counts` accepts; null if it accepts no problem.
template <typename Counts> const Problem *worstOfThose(const Snapshot::Row &row, const Counts &counts)
{
    // Among equally bad problems lost elements come first, because they cannot be repaired.
    const auto rank = [](const Problem &problem) {
        return std::pair(problem.level, problem.loss != nullptr && problem.loss->figure < 0);
    };
    const Problem *worst = nullptr;
    for (std::size_t i = 0; row.problems && i < row.problems->size(); ++i) {
        const Problem &problem = (*row.problems)[i];
        if (counts(problem) && (worst == nullptr || rank(*worst) < rank(problem))) {
            worst = &problem;
        }
    }
    return worst;
}

/// The worst problem of a figure that is known.
const Problem *worstOfFigures(const Snapshot &snapshot, std::size_t row)
{
    return worstOfThose(snapshot.rows[row], [&](const Problem &problem) {
        return problem.level != State::Error && problem.figure >= 0 && isKnown(snapshot.figure(row, problem.figure));
    });
}

} // namespace

const Problem *worstProblem(const Snapshot::Row &row)
{
    return worstOfThose(row, [](const Problem &) { return true; });
}

int mainFigureOf(const Snapshot &snapshot, std::size_t row)
{
    const SnapshotLayout::Row &layout = snapshot.layout->rows[row];
    const WorkspacePtr &workspace = snapshot.layout->workspace;
    const bool isSet = workspace != nullptr && row < workspace->collections.size() && workspace->collections[row].preset
        && !workspace->collections[row].preset->part.isEmpty();
    for (int figure = 0; isSet && figure < static_cast<int>(layout.figures().size()); ++figure) {
        if (isKnown(snapshot.figure(row, figure))) {
            return figure;
        }
    }
    return layout.kind->mainFigure;
}

int headlineFigure(const Snapshot &snapshot, std::size_t row)
{
    const Problem *worst = worstProblem(snapshot.rows[row]);
    const Problem *problem = worst == nullptr || worst->level == State::Error ? nullptr : worstOfFigures(snapshot, row);
    return problem != nullptr ? problem->figure : mainFigureOf(snapshot, row);
}

QString sentence(const Snapshot &snapshot, std::size_t row, std::span<const Clause> clauses, const Rate &rate,
                 SentencePlace place)
{
    const Row at(snapshot, row);
    const bool isUnder = place == SentencePlace::UnderFigure;
    const int above = isUnder ? headlineFigure(snapshot, row) : -1;
    const QString ahead = aheadOf(snapshot, row, rate);
    if (const Problem *problem = worstProblem(snapshot.rows[row])) {
        const bool isError = problem->level == State::Error;
        const auto textOf = [&](const Problem &each) {
            return isUnder ? withoutValue(snapshot, row, each) : each.text;
        };
        QStringList parts{textOf(*problem)};
        // What was lost does not hide what can be repaired, nor one limit the next.
        const auto isOther = [problem](const Problem &other) { return &other != problem && isTrouble(other.level); };
        const Problem *figured = isError || problem->loss == nullptr ? nullptr : worstOfFigures(snapshot, row);
        const Problem *second = figured != nullptr && figured != problem
            ? figured
            : worstOfThose(snapshot.rows[row], [&](const Problem &other) { return !isError && isOther(other); });
        if (second != nullptr) {
            parts += textOf(*second);
        }
        parts.removeAll(QString());
        if (!ahead.isEmpty()) {
            parts += ahead;
        } else if (!isError && parts.size() < 2) {
            parts += saidOf(at, clauses, {problem->figure, second == nullptr ? -1 : second->figure}, 1, above);
        }
        const auto &all = *snapshot.rows[row].problems;
        const auto more = std::count_if(all.begin(), all.end(), isOther) - (second == nullptr ? 0 : 1);
        if (!isError && more > 0) {
            parts += more == 1
                ? SentenceWords::tr("1 more reason")
                : SentenceWords::tr("%1 more reasons", nullptr, pluralOf(more)).arg(formatCount(double(more)));
        }
        return parts.join(clauseSeparator);
    }
    if (!ahead.isEmpty()) {
        return isUnder ? ahead
                       : courseOf(snapshot.layout->rows[row].figure(headlineFigure(snapshot, row)), rate, ahead);
    }
    const QStringList said = saidOf(at, clauses, {}, mostClauses, above);
    if (!said.isEmpty()) {
        return said.join(clauseSeparator);
    }
    const bool isLeaderUnknown = at.head() == nullptr
        && std::ranges::any_of(clauses, [](const Clause &clause) { return clause.when == Clause::Leads; });
    const bool known = isKnown(snapshot.figure(row, mainFigureOf(snapshot, row)));
    return known && isLeaderUnknown ? unknownText() // heads are not recorded
        : known                     ? SentenceWords::tr("nothing to report")
                                    : SentenceWords::tr("not read yet");
}

} // namespace plimsoll::models

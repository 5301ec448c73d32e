// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/elementtext.h"
#include "models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <span>

/// The one sentence of a collection, from a table: which clause fits is decided by figures, so a new kind is new rows.
namespace plimsoll::models {

namespace {

/// What the clause's figure must be for the clause to be said.
enum class When {
    Zero,
    One,
    Several,
    Positive,
    Negative,
    Telling, ///< a rate that is more than chance
    Forecast, ///< long enough to be one, of what is being worked off
};

struct Clause {
    QLatin1StringView kind;
    int group; ///< of the clauses of one group the first that fits is said; groups in the order of importance
    QLatin1StringView figure;
    When when;
    const char *text; ///< `{figureId}` stands for a figure; a clause with an unknown one is not said
};

constexpr QLatin1StringView queue("queue");
constexpr QLatin1StringView schedule("schedule");
constexpr QLatin1StringView presence("presence");
constexpr QLatin1StringView members("members");
constexpr QLatin1StringView leaderboard("leaderboard");
constexpr QLatin1StringView growth("growthPerMinute");

// clang-format off
    constexpr Clause clauses[] = {
        {queue, 0, QLatin1StringView("stale"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{stale} stale, oldest claimed {oldestProcessingMs} ago")},
        {queue, 0, QLatin1StringView("stale"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{stale} stale")},
        {queue, 1, QLatin1StringView("ready"), When::Zero, QT_TRANSLATE_NOOP("sentences", "nothing is waiting")},
        {queue, 1, growth, When::Telling, QT_TRANSLATE_NOOP("sentences", "ready grows {growthPerMinute} a minute")},
        {queue, 1, QLatin1StringView("drainMs"), When::Forecast, QT_TRANSLATE_NOOP("sentences", "empties in {drainMs}")},
        {queue, 2, QLatin1StringView("oldestReadyMs"), When::Positive, QT_TRANSLATE_NOOP("sentences", "oldest waits {oldestReadyMs}")},
        {queue, 3, QLatin1StringView("due"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{due} due")},
        {queue, 4, QLatin1StringView("dead"), When::One, QT_TRANSLATE_NOOP("sentences", "1 dead letter")},
        {queue, 4, QLatin1StringView("dead"), When::Several, QT_TRANSLATE_NOOP("sentences", "{dead} dead letters")},

        {schedule, 0, QLatin1StringView("stale"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{stale} stale")},
        {schedule, 1, QLatin1StringView("due"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{due} due, latest {lagMs} late")},
        {schedule, 1, QLatin1StringView("due"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{due} due")},
        {schedule, 2, QLatin1StringView("nextDueMs"), When::Positive, QT_TRANSLATE_NOOP("sentences", "next in {nextDueMs}")},
        {schedule, 3, QLatin1StringView("delayed"), When::Zero, QT_TRANSLATE_NOOP("sentences", "nothing is scheduled")},
        {schedule, 4, QLatin1StringView("dead"), When::One, QT_TRANSLATE_NOOP("sentences", "1 dead letter")},
        {schedule, 4, QLatin1StringView("dead"), When::Several, QT_TRANSLATE_NOOP("sentences", "{dead} dead letters")},

        {leaderboard, 1, QLatin1StringView("members"), When::Zero, QT_TRANSLATE_NOOP("sentences", "nobody has a score yet")},
        {leaderboard, 2, QLatin1StringView("ttlMs"), When::Positive, QT_TRANSLATE_NOOP("sentences", "expires in {ttlMs}")},

        {presence, 0, QLatin1StringView("connected"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{connected} connected")},
        {presence, 0, QLatin1StringView("connected"), When::Zero, QT_TRANSLATE_NOOP("sentences", "nobody is connected")},
        {presence, 0, QLatin1StringView("seen"), When::Positive, QT_TRANSLATE_NOOP("sentences", "of {seen} seen")},
        {presence, 1, QLatin1StringView("ghosts"), When::One, QT_TRANSLATE_NOOP("sentences", "1 ghost")},
        {presence, 1, QLatin1StringView("ghosts"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{ghosts} ghosts")},
        {presence, 2, QLatin1StringView("inactive"), When::Positive, QT_TRANSLATE_NOOP("sentences", "{inactive} inactive")},

        {members, 0, QLatin1StringView("members"), When::Zero, QT_TRANSLATE_NOOP("sentences", "empty")},
        {members, 1, growth, When::Positive, QT_TRANSLATE_NOOP("sentences", "members grow {growthPerMinute} a minute")},
        {members, 1, growth, When::Negative, QT_TRANSLATE_NOOP("sentences", "members shrink {growthPerMinute} a minute")},
        {members, 2, QLatin1StringView("ttlMs"), When::Positive, QT_TRANSLATE_NOOP("sentences", "expires in {ttlMs}")},
    };
// clang-format on

constexpr double shortestForecast = 5'000; // ms; in less it is empty, or not, before anybody has read it
constexpr double leastTelling = 10; // of so few, growth by one or two is chance
/// More than this is not a sentence at a glance.
constexpr int mostClauses = 2;
constexpr qsizetype longestMember = 32;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(sentences)
};

bool fits(When when, double value)
{
    switch (when) {
    case When::Zero:
        return value == 0;
    case When::One:
        return value == 1;
    case When::Several:
        return value > 1;
    case When::Positive:
    case When::Telling:
        return value > 0;
    case When::Forecast:
        return value >= shortestForecast;
    case When::Negative:
        return value < 0;
    }
    return false;
}

/// One row of a snapshot with its figures by name.
class Row {
public:
    Row(const Snapshot &snapshot, std::size_t row)
        : m_snapshot(snapshot), m_row(row), m_kind(*snapshot.layout->rows[row].kind)
    {
    }

    [[nodiscard]] const KindInfo &kind() const { return m_kind; }
    [[nodiscard]] const Head *head() const { return m_snapshot.rows[m_row].head.get(); }

    [[nodiscard]] double figure(QStringView id) const
    {
        const int index = m_kind.figureIndex(id);
        return index < 0 ? unknownFigure : shownValue(spec(index), m_snapshot.figure(m_row, index));
    }

    [[nodiscard]] bool isAtLeast(QStringView id) const
    {
        const int index = m_kind.figureIndex(id);
        return index >= 0 && m_snapshot.isAtLeast(m_row, index);
    }

    /// Null when it is not known.
    [[nodiscard]] QString figureText(QStringView id) const
    {
        const int index = m_kind.figureIndex(id);
        const double value = figure(id);
        if (!isKnown(value)) {
            return {};
        }
        if (spec(index).unit == Unit::PerMinute) {
            return formatScore(std::abs(value)); // the clause has the words and the direction
        }
        return formatFigure(spec(index), value, m_snapshot.isAtLeast(m_row, index));
    }

private:
    [[nodiscard]] const FigureSpec &spec(int index) const { return m_kind.figures[static_cast<std::size_t>(index)]; }

    const Snapshot &m_snapshot;
    std::size_t m_row;
    const KindInfo &m_kind;
};

/// The clause with its figures filled in; null when one of them is not known.
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

/// "user-7 leads with 9,910, 310 ahead"; null without two elements with scores to compare.
QString leaderClause(const Row &row)
{
    const Head *head = row.head();
    if (row.kind().id != leaderboard || head == nullptr || head->elements.empty()) {
        return {};
    }
    const HeadElement &first = head->elements.front();
    const QString name = elementText(first.element, longestMember);
    if (head->elements.size() == 1) {
        return Words::tr("%1 leads with %2").arg(name, formatScore(first.score));
    }
    const HeadElement &second = head->elements[1];
    if (first.score == second.score) {
        return Words::tr("%1 and %2 tie at %3")
            .arg(name, elementText(second.element, longestMember), formatScore(first.score));
    }
    return Words::tr("%1 leads with %2, %3 ahead")
        .arg(name, formatScore(first.score), formatScore(std::abs(first.score - second.score)));
}

/// Beside the other figures: what holds stale work does not empty, and few of them do not grow.
bool fitsBeside(const Row &row, When when)
{
    const QLatin1StringView main = row.kind().figures[static_cast<std::size_t>(row.kind().mainFigure)].id;
    return when == When::Forecast ? !(row.figure(u"stale") > 0)
                                  : when != When::Telling || row.figure(QString(main)) >= leastTelling;
}

QStringList clausesOf(const Row &row, int exceptFigure, int most)
{
    QStringList said;
    if (const QString leader = leaderClause(row); !leader.isNull()) {
        said += leader;
    }
    int doneGroup = -1;
    for (const Clause &clause : clauses) {
        if (said.size() >= most) {
            break;
        }
        const bool candidate = clause.kind == row.kind().id && clause.group != doneGroup
            && (exceptFigure < 0 || row.kind().figureIndex(clause.figure.toString()) != exceptFigure)
            && fits(clause.when, row.figure(clause.figure.toString())) && fitsBeside(row, clause.when)
            && !(clause.when == When::One && row.isAtLeast(clause.figure.toString())); // "1 ghost" may be more
        if (!candidate) {
            continue;
        }
        if (const QString text = fill(Words::tr(clause.text), row); !text.isNull()) {
            said += text;
            doneGroup = clause.group;
        }
    }
    return said;
}

const QLatin1StringView clauseSeparator("; ");

} // namespace

const Problem *worstProblem(const Snapshot::Row &row)
{
    if (!row.problems || row.problems->empty()) {
        return nullptr;
    }
    return &*std::max_element(row.problems->begin(), row.problems->end(),
                              [](const Problem &a, const Problem &b) { return a.level < b.level; });
}

int headlineFigure(const Snapshot &snapshot, std::size_t row)
{
    const Problem *problem = worstProblem(snapshot.rows[row]);
    const bool shows = problem != nullptr && problem->level != State::Error && problem->figure >= 0
        && isKnown(snapshot.figure(row, problem->figure));
    return shows ? problem->figure : snapshot.layout->rows[row].kind->mainFigure;
}

QString sentence(const Snapshot &snapshot, std::size_t row)
{
    const Row at(snapshot, row);
    if (const Problem *problem = worstProblem(snapshot.rows[row])) {
        const bool isError = problem->level == State::Error;
        QStringList parts{problem->text};
        if (!isError) {
            parts += clausesOf(at, problem->figure, 1);
        }
        return parts.join(clauseSeparator);
    }
    const QStringList said = clausesOf(at, -1, mostClauses);
    if (!said.isEmpty()) {
        return said.join(clauseSeparator);
    }
    const bool known = isKnown(snapshot.figure(row, at.kind().mainFigure));
    return known ? Words::tr("nothing to report") : Words::tr("not read yet");
}

} // namespace plimsoll::models

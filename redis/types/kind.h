// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/scorecodec.h"

#include <QByteArray>
#include <QLatin1StringView>

#include <algorithm>
#include <deque>
#include <memory>
#include <span>
#include <vector>

/// Definition of a kind of collection as tables: names for workspace, snapshot and window. redis/collections holds the
/// tables and reads the figures. All of static lifetime.
class QJsonObject;
class QString;

namespace plimsoll {

enum class Unit {
    Count,
    Duration, ///< milliseconds; the figure's id ends in "Ms"
    PerMinute, ///< net change with sign; the figure's id ends in "PerMinute"
    Frequency, ///< events per minute; the id ends in "PerMinute"
    Score, ///< number with an application-defined meaning
};

/// Meaning of a figure in any collection. Code judges figures by it, never by their names.
enum class Means : unsigned char {
    Nothing, ///< described by its help only
    Trouble, ///< should be 0
    Lost, ///< elements given up: an increase within an hour is a problem
    Age, ///< ms, age of the oldest; limited by Bound::maxAge
    OverBound, ///< elements beyond Bound::keep, which then applies to each key
    Expiry, ///< ms until the keys expire
    Growth, ///< change of the main figure per minute
};

/// A figure, as known to snapshot, limits, charts and tiles.
struct FigureSpec {
    QLatin1StringView id; ///< name in workspace limits and snapshot: "oldestReadyMs"
    const char *title; ///< short, lower case, for tiles and columns; translated with context "figures"
    const char *help; ///< one sentence; translated with context "figures"
    Unit unit = Unit::Count;
    Means means = Means::Nothing;
};

/// Redis types as bits, so that a role can allow several.
enum KeyType : unsigned { ListKey = 1, SetKey = 2, ZSetKey = 4, HashKey = 8, StringKey = 16, StreamKey = 32 };

/// Contents of a role. Code outside a kind's own file finds roles by this, never by their names.
enum class Holds : unsigned char {
    Elements,
    Ready, ///< jobs waiting for a worker
    Processing, ///< jobs taken by a worker
    Delayed, ///< jobs waiting for their time
    Dead, ///< jobs that were given up
    Record, ///< record of one job; not polled
    Members, ///< members of a plain set
    Ranked, ///< members by rank
    Connected, ///< members currently present
    Seen, ///< members by last presence
    Entries, ///< stream entries, with their consumer groups
    Expiring, ///< entries by expiry
    Target, ///< target key of an Expiring entry; not polled
    Lease, ///< key of a job that exists while a worker has it; of presets, not polled
    Size, ///< key whose size is the number of Processing jobs; of presets, counted with the keys of that role
};

/// Meaning of a score in the sorted sets of a role.
enum class ScoreIs : unsigned char {
    Nothing,
    DueTime,
    Deadline,
    PastTime, ///< time of an event or last presence: the newest are highest, and of most interest
    Rank,
    Priority, ///< lowest first; by band, with the time of arrival if it holds one (Bands)
    Value, ///< application-defined
};

/// Notation of the keys of a role, and thus their source.
enum class Named : unsigned char {
    Written, ///< templates of known keys
    ById, ///< known keys, or a template with {id} for all keys that SCAN finds (KeyPattern)
    ByGlob, ///< a glob for SCAN
    AfterFound, ///< derived from the found keys: one for each id, or one for all
};

/// Role that a key can have in a collection ("ready", "dead").
struct RoleSpec {
    QLatin1StringView id;
    unsigned types = 0; ///< permitted KeyType bits
    bool required = false;
    bool many = false; ///< a JSON array of keys is permitted
    bool perId = false; ///< template with {id}, not polled itself
    const char *help = nullptr;
    Holds holds = Holds::Elements;
    ScoreIs score = ScoreIs::Nothing;
    QLatin1StringView periods{}; ///< option with the number of periods of the keys; empty: only the current one
    ScoreCodec::Code code = ScoreCodec::Code::Auto; ///< encoding of scores that are times
    // Options of the kind that describe the keys; empty: none.
    QLatin1StringView unit{}; ///< overrides `code`: "ms", "s" (CollectionDefinition::codec)
    QLatin1StringView consume{}; ///< end of a list with the oldest element (CollectionDefinition::isOldestRight)
    QLatin1StringView newest{}; ///< alternatively, the end with the newest
    QLatin1StringView order{}; ///< rank that is best (CollectionDefinition::isHighestFirst)
    QLatin1StringView window{}; ///< members seen within it are active
    QLatin1StringView timeout{}; ///< time from a score to its deadline; empty: the score is the deadline
    QLatin1StringView marks{}; ///< elements at the ends of a list that begin with this are no jobs; empty: all are
    Named named = Named::Written;

    /// True for an element of a list by which a framework wakes its workers: it is no job.
    [[nodiscard]] bool isMark(QByteArrayView element) const
    {
        return !marks.isEmpty() && element.startsWith(QByteArrayView(marks));
    }
};

enum class OptionType { Duration, Integer, Number, Choice, Text, TextList, FieldNames, Object };

struct OptionSpec {
    QLatin1StringView id;
    OptionType type = OptionType::Text;
    std::span<const QLatin1StringView> choices; ///< Choice only
    const char *fallback = nullptr; ///< default value as text
    const char *help = nullptr;
    QString (*wrong)(const QJsonObject &value) = nullptr; ///< Object only: describes a mistake; empty: none
    bool mayBeOff = false; ///< null disables the check that its default implies
};

/// Returns -1 for an unknown id.
inline int figureIndex(std::span<const FigureSpec> figures, QStringView id)
{
    const auto found =
        std::find_if(figures.begin(), figures.end(), [id](const FigureSpec &figure) { return id == figure.id; });
    return found == figures.end() ? -1 : static_cast<int>(found - figures.begin());
}

/// Returns the first figure with this meaning, or -1.
inline int figureIndex(std::span<const FigureSpec> figures, Means means)
{
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [means](const FigureSpec &figure) { return figure.means == means; });
    return found == figures.end() ? -1 : static_cast<int>(found - figures.begin());
}

/// A part of the sentence about a collection, and when it is said.
struct Clause {
    /// Condition of the figure for the clause.
    enum When {
        Zero,
        One,
        Several,
        Positive,
        Negative,
        Telling, ///< a rate larger than chance
        Forecast, ///< a reliable forecast for a backlog that shrinks
        Leads, ///< uses no figure: the leader and its lead in score
        Silent, ///< uses no figure: a consumer that holds entries and makes no request
    };
    int group; ///< only the first clause that fits is used in a group; groups are in order of importance
    QLatin1StringView figure;
    When when;
    const char *text; ///< context "sentences"; `{figureId}` is replaced; an unknown figure drops the clause
    QLatin1StringView unless{}; ///< drops the clause while that figure is positive
    QLatin1StringView with{}; ///< drops the clause unless that figure is positive; empty: never
};

class FigureTable;
struct CollectionDefinition;

struct KindInfo {
    QLatin1StringView id; ///< "queue"
    const char *title; ///< "Queue"; translated with context "kinds"
    const char *plural; ///< navigation entry, "Queues"
    const char *help; ///< description in one line
    std::span<const RoleSpec> roles;
    std::span<const OptionSpec> options;
    std::span<const FigureSpec> figures; ///< figures of every collection; FigureTable adds further ones
    std::span<const Clause> sentence; ///< what there is to say about a collection
    int mainFigure = 0; ///< index of the figure shown on a card
    /// Creates further figures from a collection's options (bands of a priority queue); null: none.
    std::shared_ptr<const FigureTable> (*furtherFigures)(const CollectionDefinition &) = nullptr;

    [[nodiscard]] bool hasRole(Holds holds) const
    {
        return std::any_of(roles.begin(), roles.end(), [&](const RoleSpec &role) { return role.holds == holds; });
    }

    [[nodiscard]] int figureIndex(QStringView figure) const { return plimsoll::figureIndex(figures, figure); }
    [[nodiscard]] int figureIndex(Means means) const { return plimsoll::figureIndex(figures, means); }
};

/// Figures of a collection that has more than its kind, or other titles: first those of the kind, then those from its
/// definition. Owns their names. Immutable once shared.
class FigureTable final {
public:
    explicit FigureTable(const KindInfo &kind) : m_figures(kind.figures.begin(), kind.figures.end()) { }
    Q_DISABLE_COPY_MOVE(FigureTable)

    /// `title` is shown unchanged; `help` has static lifetime and is translated with context "figures".
    void add(const QByteArray &id, const QByteArray &title, const char *help, Unit unit = Unit::Count)
    {
        const QByteArray &ownId = m_texts.emplace_back(id);
        const QByteArray &ownTitle = m_texts.emplace_back(title);
        m_figures.push_back({QLatin1StringView(ownId), ownTitle.constData(), help, unit});
    }

    /// Replaces the title of a figure, by its index; it is shown unchanged.
    void rename(int figure, const QByteArray &title)
    {
        m_figures[static_cast<std::size_t>(figure)].title = m_texts.emplace_back(title).constData();
    }

    [[nodiscard]] std::span<const FigureSpec> all() const { return m_figures; }

private:
    std::deque<QByteArray> m_texts; // addresses stay valid
    std::vector<FigureSpec> m_figures;
};

/// Returns the collection's own figures, or those of its kind if `own` is null.
[[nodiscard]] inline std::span<const FigureSpec> figuresOf(const FigureTable *own, const KindInfo &kind)
{
    return own != nullptr ? own->all() : kind.figures;
}

} // namespace plimsoll

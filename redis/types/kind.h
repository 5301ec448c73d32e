// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/scorecodec.h"

#include <QLatin1StringView>

#include <algorithm>
#include <memory>
#include <span>

/// What a kind of collection is made of, as tables: names for the workspace, the snapshot and the window.
/// How its figures are read is in redis/collections, which also holds the tables. All of static lifetime.
class QJsonObject;
class QString;

namespace plimsoll {

enum class Unit {
    Count,
    Duration, ///< milliseconds; the figure's id ends in "Ms"
    PerMinute, ///< a net change, with its sign; the id ends in "PerMinute"
    Frequency, ///< how often a minute; the id ends likewise
    Score, ///< a number whose meaning is the application's
};

/// What a figure says of any collection. Whoever judges by one asks for that, never for its name.
enum class Means : unsigned char {
    Nothing, ///< but what its help says
    Trouble, ///< what ought to be 0
    Lost, ///< what was given up: some more within an hour are trouble
    Age, ///< ms, of the oldest: what Bound::maxAge is about
    OverBound, ///< how many are beyond Bound::keep, which is of each key then
    Expiry, ///< ms until its keys expire
    Growth, ///< a minute, of the main figure
};

/// One figure: what the snapshot, the limits, the charts and the tiles know it by.
struct FigureSpec {
    QLatin1StringView id; ///< name in workspace limits and snapshot: "oldestReadyMs"
    const char *title; ///< short, lower case, for tiles and columns; translated with context "figures"
    const char *help; ///< one sentence; translated with context "figures"
    Unit unit = Unit::Count;
    Means means = Means::Nothing;
};

/// Redis types as bits, so that a role can allow several.
enum KeyType : unsigned { ListKey = 1, SetKey = 2, ZSetKey = 4, HashKey = 8, StringKey = 16, StreamKey = 32 };

/// What the elements of a role are. Everything outside a kind's own file knows roles by this, never by their names.
enum class Holds : unsigned char {
    Elements,
    Ready, ///< jobs that wait for a worker
    Processing, ///< jobs that a worker has taken
    Delayed, ///< jobs that wait for their time
    Dead, ///< jobs that were given up
    Record, ///< of one job each, not polled
    Members, ///< of a plain set
    Ranked, ///< members by rank
    Connected, ///< members that are there
    Seen, ///< members by when they were there
    Entries, ///< of a stream, with who has read them
    Expiring, ///< entries by when they expire
    Target, ///< of one such entry each: the key it stands for, not polled
};

/// What a score says in the sorted sets of a role.
enum class ScoreIs : unsigned char {
    Nothing,
    DueTime,
    Deadline,
    PastTime, ///< when it happened, or was seen last: the newest are the highest, and of most interest
    Rank,
    Priority, ///< the lowest first; by band, and the time of arrival where it holds one (Bands)
    Value, ///< the application's
};

/// How the keys of a role are written, and so where they come from.
enum class Named : unsigned char {
    Written, ///< by what stands for known keys
    ById, ///< or by a template with {id}, which stands for all that SCAN finds (KeyPattern)
    ByGlob, ///< by a glob as SCAN takes it, which stands for all that it finds
    AfterFound, ///< perId of those that were found, or one for all
};

/// One role a key can have in a collection ("ready", "dead").
struct RoleSpec {
    QLatin1StringView id;
    unsigned types = 0; ///< KeyType bits it may hold
    bool required = false;
    bool many = false; ///< a JSON array of several keys is allowed
    bool perId = false; ///< a template with {id}, not polled itself
    const char *help = nullptr;
    Holds holds = Holds::Elements;
    ScoreIs score = ScoreIs::Nothing;
    QLatin1StringView periods{}; ///< option that says of how many periods its keys are; empty: of the present one
    ScoreCodec::Code code = ScoreCodec::Code::Auto; ///< of scores that are times
    // Options of the kind that say more of its keys; empty: there is none.
    QLatin1StringView unit{}; ///< another code: "ms", "s" (CollectionDefinition::codec)
    QLatin1StringView consume{}; ///< which end of a list is the oldest (CollectionDefinition::isOldestRight)
    QLatin1StringView newest{}; ///< or, which one the newest are at
    QLatin1StringView order{}; ///< which rank is best (CollectionDefinition::isHighestFirst)
    QLatin1StringView window{}; ///< who was seen within it is active
    Named named = Named::Written;
};

enum class OptionType { Duration, Integer, Number, Choice, Text, TextList, TextMap, Object };

struct OptionSpec {
    QLatin1StringView id;
    OptionType type = OptionType::Text;
    std::span<const QLatin1StringView> choices; ///< for Choice
    const char *fallback = nullptr; ///< what holds when it is not given, as text
    const char *help = nullptr;
    QString (*wrong)(const QJsonObject &value) = nullptr; ///< for Object: what is wrong with it; empty: nothing
    bool mayBeOff = false; ///< null turns off what its fallback sees
};

/// -1 when there is none of that name.
inline int figureIndex(std::span<const FigureSpec> figures, QStringView id)
{
    const auto found =
        std::find_if(figures.begin(), figures.end(), [id](const FigureSpec &figure) { return id == figure.id; });
    return found == figures.end() ? -1 : static_cast<int>(found - figures.begin());
}

/// The first that means it; -1 when none does.
inline int figureIndex(std::span<const FigureSpec> figures, Means means)
{
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [means](const FigureSpec &figure) { return figure.means == means; });
    return found == figures.end() ? -1 : static_cast<int>(found - figures.begin());
}

class FigureTable;
struct CollectionDefinition;

struct KindInfo {
    QLatin1StringView id; ///< "queue"
    const char *title; ///< "Queue"; translated with context "kinds"
    const char *plural; ///< "Queues": the navigation entry
    const char *help; ///< one line of what it is
    std::span<const RoleSpec> roles;
    std::span<const OptionSpec> options;
    std::span<const FigureSpec> figures; ///< of every collection; one may have more behind them (FigureTable)
    int mainFigure = 0; ///< index of the figure that stands for the collection on a card
    /// What a collection has besides, by its options (bands of a priority queue); null: nothing.
    std::shared_ptr<const FigureTable> (*furtherFigures)(const CollectionDefinition &) = nullptr;

    [[nodiscard]] bool hasRole(Holds holds) const
    {
        return std::any_of(roles.begin(), roles.end(), [&](const RoleSpec &role) { return role.holds == holds; });
    }

    [[nodiscard]] int figureIndex(QStringView figure) const { return plimsoll::figureIndex(figures, figure); }
    [[nodiscard]] int figureIndex(Means means) const { return plimsoll::figureIndex(figures, means); }
};

} // namespace plimsoll

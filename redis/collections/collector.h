// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/lacks.h"
#include "redis/collections/segment.h"
#include "redis/types/keytemplate.h"
#include "redis/types/snapshot.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>

namespace plimsoll::redis {

class HealthLooks; // redis/collections/health.h

/// A polled key and its known state.
struct PolledKey {
    QByteArray key;
    const RoleSpec *role = nullptr;
    KeyType type = ListKey;
    bool typeKnown = false; ///< false: TYPE must be read before the key can be counted
    ScoreCodec codec;
    bool isCodecGiven = false; ///< false: Auto, until a head has detected the codec
    double count = unknownFigure; ///< count in the last tick
    int figure = -1; ///< figure to which its size adds; -1: none
    int timeRule = -1; ///< index of the collector's time rule for its scores; -1: none
    std::shared_ptr<const Error> typeError{}; ///< null, or why TYPE failed; `type` is then a guess
};

/// Key count and write count of the database. If both are unchanged, no key was added or removed.
struct DataSize {
    std::optional<qint64> keys; ///< now
    std::optional<qint64> changes,
        savedAt; ///< INFO: writes since the last save, and its time; a few seconds old at most

    [[nodiscard]] bool isKnown() const { return keys && changes; }
    bool operator==(const DataSize &) const = default;
};

/// Figure that runs with the clock: the time since a moment, or until it.
struct RunningFigure {
    int figure = 0;
    bool isUntil = false;
    std::chrono::milliseconds mark{}; ///< server time
};

/// The time for which a finished row stays as it is, except for its running figures, as long as its counts do. The row
/// of a kind that does not begin it is finished in every tick.
class Rest {
public:
    static constexpr std::size_t mostRunning = 2;

    /// Without an end, until one is set.
    void begin() { m_isBegun = true; }
    /// Something else changes at this server time. The earliest counts.
    void endAt(std::chrono::milliseconds time) { m_end = std::min(m_end, time); }
    /// No rest: something changes with every tick.
    void end() { endAt(std::chrono::milliseconds::min()); }
    /// Notes that a figure is the time that has passed since `mark`, or that is left until then; nothing once that is
    /// over.
    void run(const RunningFigure &figure, std::chrono::milliseconds now);
    /// Ends when a running figure reaches the value.
    void endAtValue(const RunningFigure &figure, double value, std::chrono::milliseconds now);

    [[nodiscard]] std::span<const RunningFigure> running() const { return std::span(m_running).first(m_count); }
    [[nodiscard]] std::chrono::milliseconds until() const
    {
        return m_isBegun ? m_end : std::chrono::milliseconds::min();
    }

private:
    bool m_isBegun = false;
    std::chrono::milliseconds m_end = std::chrono::milliseconds::max();
    std::array<RunningFigure, mostRunning> m_running{};
    std::size_t m_count = 0;
};

/// Ticks in which a row rested.
struct TicksPassed {
    int ticks = 0; ///< at most 0: none
    std::chrono::milliseconds until{}; ///< server time of the last one
};

/// Values read from one collection in one tick, before they enter the snapshot.
struct Reading {
    std::chrono::milliseconds now{}; ///< server time, Unix
    DataSize data{}; ///< set if the collection searches for keys
    std::span<double> figures;
    std::span<double> parts;
    std::span<quint8> notes; ///< FigureNote bits of each figure
    int neverExpiring = 0; ///< keys without expiry, if expiry is the collection's bound
    /// Elements beyond a bound that no figure is about, or keys beyond the bound of each; a lower bound if above 0.
    double beyondBound = 0;
    /// Figures that use the default of an option that the collection does not set.
    std::vector<std::pair<int, QLatin1StringView>> defaults;
    std::vector<Problem> problems;
    std::vector<Problem> changes; ///< what happened to the collection; a limit of the figure's own replaces it
    std::set<QByteArray> lacks; ///< missing ACL permissions (Error::lacks), reported as one problem
    std::shared_ptr<const Rate> rate; ///< rate of the main figure; null if the kind has none
    Rest rest;

    /// Records that the figure (-1: the whole collection) could not be read; the same text is reported once.
    void fail(int figure, const Error &error);
    /// Turns `lacks`, which is not empty, into the first problem.
    void reportLacks(const AclUser &user);
    /// `isPartial`: the figure is read in pieces, and more are to come.
    void setAtLeast(int figure, bool isPartial = false) const
    {
        note(figure, FigureNote::AtLeast);
        if (isPartial) {
            note(figure, FigureNote::Partial);
        }
    }
    /// Notes on a missing value may be given to any figure: finish() removes them from those that have one.
    void note(int figure, FigureNote what) const
    {
        notes[static_cast<std::size_t>(figure)] |= static_cast<quint8>(what);
    }
    [[nodiscard]] bool has(int figure, FigureNote what) const
    {
        return isNoted(notes[static_cast<std::size_t>(figure)], what);
    }
};

/// The size of all keys of a role becomes a figure (-1: it is shown as a part alone).
struct SizeRule {
    QLatin1StringView role;
    int figure = -1;
};

/// Sets a figure to the number of scores between two times in a role's sorted sets. At most one for each role.
struct TimeRule {
    QLatin1StringView role;
    int figure = 0;
    TimeEdge low;
    TimeEdge high;
};

/// Reads one collection: appends its commands to the exchanges of a tick and turns their replies into figures.
/// Kinds derive from it for heads and for figures that tables cannot express. Keeps the state that figures need
/// between ticks. Lives on the thread of its poll session.
class Collector {
public:
    Collector(const CollectionDefinition &definition, std::span<const SizeRule> sizes, std::vector<TimeRule> times);
    virtual ~Collector();
    Q_DISABLE_COPY_MOVE(Collector)

    /// Expands the key sources at `now`. True if the keys changed; the state of those that remain is kept.
    bool expand(std::chrono::milliseconds now);
    /// Replaces the key sources after an edit of the collection; takes effect with the next expand().
    void setSources(const CollectionDefinition &definition);
    /// Server time at which expand() must be called again.
    [[nodiscard]] std::chrono::milliseconds nextChange() const { return m_nextChange; }
    [[nodiscard]] const std::vector<PolledKey> &keys() const { return m_keys; }

    /// True if the type of some key is unknown.
    [[nodiscard]] bool needsTypes() const;
    void appendTypes(Pipeline &pipeline) const;
    void readTypes(ReplyCursor &replies);

    /// Appends the count commands of every tick. They are not kept: of a million keys they would be 80 MB, and a copy
    /// of them costs as much as encoding them again.
    void appendCounts(CountSegment &counts);
    /// False if these commands changed since they were last appended.
    [[nodiscard]] bool isEncoded() const { return m_encoded; }
    /// All figures of `reading` are unknown before.
    void readCounts(ReplyCursor &replies, Reading &reading);

    /// True if its figures change only when one of the keys that it reads does, and at its edges: counts need not be
    /// read again before. The age of an element and a rate need no reading.
    [[nodiscard]] virtual bool isStillBetweenEdges() const { return !searches(); }
    /// Appends commands that tell its next edge: the time at which a key expires, or an element enters or leaves a
    /// range of the counts without any change on the server. `now`: that of the counts, in the same exchange.
    void appendEdges(Pipeline &pipeline, std::chrono::milliseconds now) const;
    /// Returns the server time of the next edge; `always`: unknown.
    [[nodiscard]] std::chrono::milliseconds readEdge(ReplyCursor &replies, std::chrono::milliseconds now) const;

    /// Approximate number of commands that the head takes; 0: nothing to read.
    [[nodiscard]] int headCost() const;
    /// Server time from which the head is outdated and should not wait for its turn; `always`: outdated now, `never`:
    /// not known to be. Valid after finish().
    [[nodiscard]] std::chrono::milliseconds headWantedFrom() const;
    /// True if the head was not read yet or is outdated, so that a figure without a value may get one with it. Valid
    /// after finish().
    [[nodiscard]] bool isHeadDue(std::chrono::milliseconds now) const;
    static constexpr auto always = std::chrono::milliseconds::min();
    static constexpr auto never = std::chrono::milliseconds::max();
    /// Appended behind the counts of the same exchange.
    void appendHead(Pipeline &pipeline, std::chrono::milliseconds now);
    void readHead(ReplyCursor &replies, std::chrono::milliseconds now);
    /// Sets the bound on its growth. If that is an expiry, heads check that the keys have one; if it is an age that no
    /// figure tells, counts include the elements beyond it.
    void setBound(const CollectionDefinition &definition);
    /// Returns the figure that counts what the bound limits; -1: none does. Valid after setBound().
    [[nodiscard]] int boundedFigure() const;
    /// Makes a head that is read in pieces read all of them in one tick, as no further tick follows.
    void setThorough(bool thorough) { m_thorough = thorough; }
    /// Appends commands that depend on the head. Called after readHead(), round by round, until it appends nothing.
    virtual void appendFollowUp(Pipeline &pipeline, std::chrono::milliseconds now);
    virtual void readFollowUp(ReplyCursor &replies, std::chrono::milliseconds now);

    /// Call before the row is read or finished again, with its counts as they were: notes what finish() would have
    /// noted in the ticks in which it rested.
    virtual void passTicks(const TicksPassed & /*passed*/) { }
    /// Sets the figures derived from heads and from time, after all replies of the tick.
    void finish(Reading &reading);
    /// Marks figures as jumped that may depend on the `changed` keys, or on a change of the collection's own keys since
    /// the last snapshot. Returns whether any is marked.
    bool noteJumps(const std::set<QByteArray> &changed, Reading &reading)
    {
        // Rarely, of 10,000 collections a tick.
        const bool mayHave = !changed.empty() || !m_otherKeys.empty() || searches();
        return mayHave && markJumps(changed, reading);
    }
    /// True if one of these is among its keys.
    [[nodiscard]] bool hasAnyOf(const std::set<QByteArray> &keys) const
    {
        return std::any_of(m_keys.begin(), m_keys.end(),
                           [&keys](const PolledKey &key) { return keys.contains(key.key); });
    }
    /// The collection was read in another way before, so that its figures had another meaning.
    void noteOtherMeaning();
    /// Call once a snapshot told that the collection's own keys changed.
    void forgetOtherKeys() { m_otherKeys.clear(); }
    /// Restarts the rate of the main figure with this reading, as the change so far is no growth. Call after finish().
    virtual void startRates(Reading &reading);
    [[nodiscard]] const std::shared_ptr<const Head> &head() const { return m_head; }
    /// False if the collection gives no key for the role that a figure counts, so that it is always unknown.
    [[nodiscard]] bool hasKeysFor(int figure) const;
    /// Why the server cannot tell a figure that is unknown, translated with context "problems"; null: nothing to add.
    [[nodiscard]] virtual const char *whyUnknown(int figure) const;

    /// Checks of its framework's health, which take the steps of a search; null: it has none.
    [[nodiscard]] const HealthLooks *health() const { return m_health.get(); }
    /// Looks for keys on the server, and at those that it found, from tick to tick within a share of the server's time
    /// (redis/collections/foundkeys.h).
    [[nodiscard]] virtual bool searches() const { return false; }
    /// Appends the next step of that; false: there is nothing to do now.
    virtual bool appendSearch(Pipeline &pipeline, std::chrono::milliseconds now);
    /// Its replies, and how long the server worked for them, about.
    virtual void readSearch(ReplyCursor &replies, std::chrono::milliseconds now, std::chrono::microseconds work);
    /// Notes keys that operations of ours change, so that the next step reads them. Returns false if the search finds
    /// none of them.
    virtual bool noteOwnChanges(const std::set<QByteArray> & /*changed*/, std::chrono::milliseconds /*now*/)
    {
        return false;
    }
    /// Restarts the search after a reconnect, possibly to a different server.
    virtual void restartSearch();
    /// Treats found keys as unconfirmed until they are found or read again, as the server may have lost data.
    virtual void doubtFound() { }
    /// After finish().
    [[nodiscard]] virtual std::shared_ptr<const KeysFound> found() const { return nullptr; }

protected:
    /// True if the search may show in this tick what an operation of ours did to keys: to the `changed` ones, or to
    /// others before, as a search sees a change when it looks at the key next. Called with every tick.
    [[nodiscard]] virtual bool showsChange(const std::set<QByteArray> & /*changed*/) { return false; }
    /// Called after an edit of the collection's keys.
    virtual void sourcesChanged(const CollectionDefinition & /*definition*/) { }
    /// Appends counts of a key that the tables do not contain, one reply each; `now`: time of the last expand().
    virtual void appendKindCounts(CountSegment & /*counts*/, const PolledKey & /*key*/,
                                  std::chrono::milliseconds /*now*/)
    {
    }
    virtual void readKindCounts(const PolledKey & /*key*/, ReplyCursor & /*replies*/, Reading & /*reading*/) { }
    [[nodiscard]] virtual int kindHeadCost() const { return 0; }
    [[nodiscard]] virtual std::chrono::milliseconds kindHeadWantedFrom() const { return never; }
    virtual void appendKindHead(Pipeline &pipeline, std::chrono::milliseconds now);
    virtual void readKindHead(ReplyCursor &replies, std::chrono::milliseconds now);
    virtual void finishKind(Reading &reading);
    /// Previous index of each key; nullopt: new.
    using KeyOrigins = std::vector<std::optional<std::size_t>>;
    /// Called when the keys changed; state of removed keys is void.
    virtual void keysChanged(const KeyOrigins & /*origins*/) { }
    /// Keeps the per-key state (`key` is the index) of the keys that remain.
    template <typename Part> static void keepParts(std::vector<Part> &parts, const KeyOrigins &origins)
    {
        std::vector<Part> kept;
        for (std::size_t key = 0; key < origins.size(); ++key) {
            const auto was = std::find_if(parts.begin(), parts.end(),
                                          [&](const Part &part) { return origins[key] == std::optional(part.key); });
            if (was != parts.end()) {
                kept.push_back(std::move(*was));
                kept.back().key = key;
            }
        }
        parts = std::move(kept);
    }

    [[nodiscard]] bool isThorough() const { return m_thorough; }
    /// Element limit of each key; NaN if not set.
    [[nodiscard]] double boundOfKeys() const { return m_keep; }
    /// Age limit of the elements, if no figure tells their age.
    [[nodiscard]] std::optional<std::chrono::milliseconds> ageBound() const { return m_maxAge; }
    /// Score ranges of the elements beyond ageBound(); none without one.
    [[nodiscard]] std::vector<ScoreRange> rangesBeyondAge(ScoreCodec codec, std::chrono::milliseconds now) const
    {
        return m_maxAge ? codec.ranges({.to = now - *m_maxAge}) : std::vector<ScoreRange>();
    }
    [[nodiscard]] bool hasRole(QLatin1StringView role) const;
    /// Sum of the last counts of a role; NaN if one is unknown or the role has no key.
    [[nodiscard]] double countOf(QLatin1StringView role) const;
    [[nodiscard]] std::vector<std::size_t> keysOf(QLatin1StringView role) const;
    /// True if the role's templates expanded to other keys at `then` than at `now`.
    [[nodiscard]] bool hadOtherKeys(QLatin1StringView role, std::chrono::milliseconds then,
                                    std::chrono::milliseconds now) const;
    void setHead(std::shared_ptr<const Head> head) { m_head = std::move(head); }
    /// Reports a failure of the head with every tick until the next read; the first one for each figure.
    void failHead(int figure, const Error &error);
    /// Appends a read of the earliest element in the score range, with its score.
    static void appendEarliest(Pipeline &pipeline, QByteArrayView key, ScoreCodec codec, const ScoreRange &range);
    /// Error of a failed command. After WRONGTYPE on a key with a guessed type, the error of TYPE instead.
    [[nodiscard]] static Error errorOf(const PolledKey &key, const Reply &reply);

private:
    struct Source {
        const RoleSpec *role = nullptr;
        ScoreCodec codec;
        KeySource keys;
    };

    void setKeys(std::vector<PolledKey> keys);
    bool markJumps(const std::set<QByteArray> &changed, Reading &reading);
    /// True if a rule counts the figure in a role that `hasRole` does not know.
    template <typename HasRole> [[nodiscard]] bool lacksRole(int figure, HasRole hasRole) const
    {
        const auto isMissing = [&](const auto &rule) { return rule.figure == figure && !hasRole(rule.role); };
        return std::any_of(m_sizes.begin(), m_sizes.end(), isMissing)
            || std::any_of(m_times.begin(), m_times.end(), isMissing);
    }
    [[nodiscard]] static bool isTimed(const PolledKey &key) { return key.timeRule >= 0 && key.type == ZSetKey; }
    [[nodiscard]] static bool wantsUnit(const PolledKey &key) { return !key.isCodecGiven && isTimed(key); }
    [[nodiscard]] const TimeRule &timeRule(const PolledKey &key) const;
    static void readSize(PolledKey &key, ReplyCursor &replies, double &part, Reading &reading);
    [[nodiscard]] static bool hasMarks(const PolledKey &key)
    {
        return !key.role->marks.isEmpty() && key.type == ListKey;
    }
    void readTimes(const PolledKey &key, ReplyCursor &replies, Reading &reading) const;
    [[nodiscard]] bool isBoundByAge(const PolledKey &key) const { return m_maxAge && key.role == m_boundRole; }
    /// False for lists, sets and ranks: how old their elements are is unknown.
    [[nodiscard]] static bool hasTimes(const PolledKey &key)
    {
        return key.type == ZSetKey && (key.role->score == ScoreIs::PastTime || key.role->score == ScoreIs::DueTime);
    }
    /// Calls `visit` with each time, relative to now, at which the ranges of a key's counts begin or end.
    template <typename Visit> void forEachEdge(const PolledKey &key, Visit visit) const
    {
        if (isTimed(key)) {
            for (const TimeEdge &edge : {timeRule(key).low, timeRule(key).high}) {
                if (edge.at == TimeEdge::At::Now) {
                    visit(edge.shift);
                }
            }
        }
        if (isBoundByAge(key) && hasTimes(key)) {
            visit(-*m_maxAge);
        }
    }
    [[nodiscard]] static double readBeyondAge(const PolledKey &key, ReplyCursor &replies, Reading &reading);

    std::span<const SizeRule> m_sizes;
    std::vector<TimeRule> m_times;
    std::vector<Source> m_sources;
    std::vector<PolledKey> m_keys;
    std::set<QLatin1StringView> m_otherKeys; ///< roles that got or lost some since the last snapshot
    std::chrono::milliseconds m_nextChange{};
    std::chrono::milliseconds m_takenAt{}; ///< the server time the keys are of
    bool m_encoded = false;
    bool m_thorough = false;
    bool m_isHeadRead = false; ///< true once the head of these keys was read
    bool m_boundByExpiry = false;
    bool m_isBoundOfEachKey = false;
    double m_keep = unknownFigure;
    std::optional<std::chrono::milliseconds> m_maxAge;
    const RoleSpec *m_boundRole = nullptr; ///< role that m_maxAge is about
    int m_neverExpiring = 0; ///< number at the last head
    std::shared_ptr<const Head> m_head;
    std::vector<std::pair<int, Error>> m_headErrors;
    std::unique_ptr<HealthLooks> m_health;
};

/// One kind of collection: what it is made of, and how it is read. Each lives in a file of its own and has one line
/// in kinds.cpp.
struct Kind {
    const KindInfo *info = nullptr;
    std::unique_ptr<Collector> (*make)(const CollectionDefinition &definition) = nullptr;
};

/// Kind::make of a kind whose collector needs its definition alone.
template <typename Own> std::unique_ptr<Collector> makeOf(const CollectionDefinition &definition)
{
    return std::make_unique<Own>(definition);
}

/// The collector for a definition, by its kind.
std::unique_ptr<Collector> makeCollector(const CollectionDefinition &definition);

} // namespace plimsoll::redis

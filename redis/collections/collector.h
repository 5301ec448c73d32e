// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/segment.h"
#include "redis/types/keysource.h"
#include "redis/types/snapshot.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

namespace plimsoll::redis {

/// A key being polled, and what is known of it.
struct PolledKey {
    QByteArray key;
    const RoleSpec *role = nullptr;
    KeyType type = ListKey;
    bool typeKnown = false; ///< false: TYPE has to be asked before it can be counted
    ScoreCodec codec;
    bool isCodecGiven = false; ///< false: Auto, until a head has found out
    double count = unknownFigure; ///< of the last tick
    int figure = -1; ///< its size adds to this one
    int timeRule = -1; ///< index into the collector's, where scores of it are counted
    std::optional<Error> typeError{}; ///< TYPE was not answered, and type is a guess
};

/// How much there is in the database, and how much was written: where both are as before, no key came or went.
struct DataSize {
    std::optional<qint64> keys; ///< now
    std::optional<qint64> changes, savedAt; ///< of INFO: since the last save, and when that was; seconds ago at most

    [[nodiscard]] bool isKnown() const { return keys && changes; }
    bool operator==(const DataSize &) const = default;
};

/// What one tick reads of one collection, on its way into the snapshot.
struct Reading {
    std::chrono::milliseconds now{}; ///< server time, Unix
    DataSize data{}; ///< asked for where keys are looked for
    std::span<double> figures;
    std::span<double> parts;
    std::span<quint8> notes; ///< of each figure: FigureNote bits
    int neverExpiring = 0; ///< keys that are there without an expiry, where the collection is bound by one
    /// Figures that go by the default of an option, which the collection does not give.
    std::vector<std::pair<int, QLatin1StringView>> defaults;
    std::vector<Problem> problems;
    std::set<QByteArray> lacks; ///< what the server's ACL would have to permit (Error::lacks): one problem of all
    std::shared_ptr<const Rate> rate; ///< of the main figure, where the kind tells it

    /// The figure (-1: the collection as a whole) could not be read; the same text is told once.
    void fail(int figure, const Error &error);
    /// `isPartial`: it is read piece by piece, and there is more to come.
    void setAtLeast(int figure, bool isPartial = false) const
    {
        note(figure, FigureNote::AtLeast);
        if (isPartial) {
            note(figure, FigureNote::Partial);
        }
    }
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

/// How many scores of a role's sorted sets are between two times becomes a figure. At most one for each role.
struct TimeRule {
    QLatin1StringView role;
    int figure = 0;
    TimeEdge low;
    TimeEdge high;
};

/// Reads one collection: appends its probes to the exchanges of a tick and turns as many replies into figures.
/// The kinds derive from it for what tables cannot say: heads, and figures that need them. Keeps what figures need
/// over time. Lives with its poll session on one thread.
class Collector {
public:
    Collector(const CollectionDefinition &definition, std::span<const SizeRule> sizes, std::vector<TimeRule> times);
    virtual ~Collector();
    Q_DISABLE_COPY_MOVE(Collector)

    /// Takes the keys that its sources have at `now`. True when they are others than before; what is known of those
    /// that stay is kept.
    bool expand(std::chrono::milliseconds now);
    /// The same collection after an edit that gave polled roles other keys: they are there from the next expand() on.
    void setSources(const CollectionDefinition &definition);
    /// When expand() has to be called again, by the server's clock.
    [[nodiscard]] std::chrono::milliseconds nextChange() const { return m_nextChange; }
    [[nodiscard]] const std::vector<PolledKey> &keys() const { return m_keys; }

    /// Some key may hold one of several types, and which one is not known.
    [[nodiscard]] bool needsTypes() const;
    void appendTypes(Pipeline &pipeline) const;
    void readTypes(ReplyCursor &replies);

    /// The counts of every tick.
    CountSegment &counts();
    /// False: counts() are others than they were before.
    [[nodiscard]] bool isEncoded() const { return m_encoded; }
    void readCounts(ReplyCursor &replies, Reading &reading);

    /// Commands that reading the head takes, about; 0: there is nothing to read.
    [[nodiscard]] int headCost() const;
    /// From this server time on the head is known to be out of date, so that it should not wait for its turn;
    /// always: it is now, never: it is not. Asked after finish().
    [[nodiscard]] std::chrono::milliseconds headWantedFrom() const;
    static constexpr auto always = std::chrono::milliseconds::min();
    static constexpr auto never = std::chrono::milliseconds::max();
    /// Appended behind the counts of the same exchange.
    void appendHead(Pipeline &pipeline, std::chrono::milliseconds now);
    void readHead(ReplyCursor &replies, std::chrono::milliseconds now);
    /// How it is kept from growing: where by expiry, a head looks whether its keys have one.
    void setBound(const std::optional<Bound> &bound);
    /// Nobody waits for another tick: what a head reads piece by piece is read to the end in this one.
    void setThorough(bool thorough) { m_thorough = thorough; }
    /// After readHead, round by round until nothing is appended: what can only be asked once the head is known.
    virtual void appendFollowUp(Pipeline &pipeline, std::chrono::milliseconds now);
    virtual void readFollowUp(ReplyCursor &replies, std::chrono::milliseconds now);

    /// The figures that come of heads and of time, after all reading of the tick.
    void finish(Reading &reading);
    /// Notes of the figures that may be others when these keys are changed, or because the collection has other keys
    /// than in the reading before, that they have jumped; false: none has.
    bool noteJumps(const std::set<QByteArray> &changed, Reading &reading);
    /// After finish(): what changed the main figure until now is no growth, so its rate starts with this reading.
    virtual void startRates(Reading &reading);
    [[nodiscard]] const std::shared_ptr<const Head> &head() const { return m_head; }

    /// Looks for keys on the server, and at those that it found, from tick to tick within a share of the server's time
    /// (redis/collections/foundkeys.h).
    [[nodiscard]] virtual bool searches() const { return false; }
    /// Appends the next step of that; false: there is nothing to do now.
    virtual bool appendSearch(Pipeline & /*pipeline*/, std::chrono::milliseconds /*now*/) { return false; }
    /// Its replies, and how long the server worked for them, about.
    virtual void readSearch(ReplyCursor & /*replies*/, std::chrono::milliseconds /*now*/,
                            std::chrono::microseconds /*work*/)
    {
    }
    /// The connection is another, maybe to another server: what is under way begins anew.
    virtual void restartSearch() { }
    /// The server lost data, or may have: what was found before is not known to be there until it is found or read
    /// again.
    virtual void doubtFound() { }
    /// After finish().
    [[nodiscard]] virtual std::shared_ptr<const KeysFound> found() const { return nullptr; }

protected:
    /// One of those that were found.
    [[nodiscard]] virtual bool isFound(const QByteArray & /*key*/) const { return false; }
    /// Other keys of the collection are to be read, after an edit.
    virtual void sourcesChanged(const CollectionDefinition & /*definition*/) { }
    /// Counts of a key in every tick that the tables do not say, one reply for each; `now`: when the keys were taken.
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
    /// Where each of the keys was before; nullopt: it is new.
    using KeyOrigins = std::vector<std::optional<std::size_t>>;
    /// Other keys than before: what was remembered of those that are gone is void.
    virtual void keysChanged(const KeyOrigins & /*origins*/) { }
    /// Of what is remembered for a key each (`key` is its index) the parts whose keys are still there.
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
    /// How many each key is to hold; NaN where that is not said.
    [[nodiscard]] double boundOfKeys() const { return m_keep; }
    [[nodiscard]] bool hasRole(QLatin1StringView role) const;
    /// Sum of the last counts of a role; NaN when one is not known or there is none.
    [[nodiscard]] double countOf(QLatin1StringView role) const;
    [[nodiscard]] std::vector<std::size_t> keysOf(QLatin1StringView role) const;
    /// The role's templates gave other keys at `then` than they do `now`.
    [[nodiscard]] bool hadOtherKeys(QLatin1StringView role, std::chrono::milliseconds then,
                                    std::chrono::milliseconds now) const;
    void setHead(std::shared_ptr<const Head> head) { m_head = std::move(head); }
    /// Tells a failure of the head with every tick until it is read anew; of several of a figure the first.
    void failHead(int figure, const Error &error);
    /// Asks for the earliest element within the scores, with its own.
    static void appendEarliest(Pipeline &pipeline, QByteArrayView key, ScoreCodec codec, const ScoreRange &range);
    /// Why a question to the key failed: where its type is but guessed, because nobody told it.
    [[nodiscard]] static Error errorOf(const PolledKey &key, const Reply &reply);

private:
    struct Source {
        const RoleSpec *role = nullptr;
        ScoreCodec codec;
        KeySource keys;
    };

    void take(std::vector<PolledKey> keys);
    void encode();
    [[nodiscard]] static bool isTimed(const PolledKey &key) { return key.timeRule >= 0 && key.type == ZSetKey; }
    [[nodiscard]] static bool wantsUnit(const PolledKey &key) { return !key.isCodecGiven && isTimed(key); }
    [[nodiscard]] const TimeRule &timeRule(const PolledKey &key) const;
    static void readSize(PolledKey &key, const Reply &reply, double &part, Reading &reading);
    void readTimes(const PolledKey &key, ReplyCursor &replies, Reading &reading) const;

    std::span<const SizeRule> m_sizes;
    std::vector<TimeRule> m_times;
    std::vector<Source> m_sources;
    std::vector<PolledKey> m_keys;
    std::set<QLatin1StringView> m_otherKeys; ///< roles that got or lost some since the last reading
    std::chrono::milliseconds m_nextChange{};
    std::chrono::milliseconds m_takenAt{}; ///< the server time the keys are of
    CountSegment m_counts;
    bool m_encoded = false;
    bool m_thorough = false;
    bool m_boundByExpiry = false;
    double m_keep = unknownFigure;
    int m_neverExpiring = 0; ///< when that was last looked at
    std::shared_ptr<const Head> m_head;
    std::vector<std::pair<int, Error>> m_headErrors;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/collections/keyscan.h"

#include <QHash>

#include <map>
#include <set>

namespace plimsoll::redis {

/// A collection whose keys are looked for on the server, a key each subject, lock or visitor: keeps those that were
/// found until they are gone, and reads them in turn, a few at a time, those that it shows first with every tick. Its
/// figures are of what was read last of each; while some were not read yet they are lower bounds. How much it does in a
/// tick is up to the poll session, by the time the server takes for it (SearchShare).
class FoundCollector : public Collector {
public:
    static constexpr std::size_t mostKeys = 100'000; ///< limit of keys kept; an excess is reported
    static constexpr qint64 mostBytes = 32LL * 1024 * 1024; ///< limit of the bytes of key names

    [[nodiscard]] bool searches() const final { return true; }
    bool appendSearch(Pipeline &pipeline, std::chrono::milliseconds now) final;
    void readSearch(ReplyCursor &replies, std::chrono::milliseconds now, std::chrono::microseconds work) final;
    bool noteOwnChanges(const std::set<QByteArray> &changed, std::chrono::milliseconds now) final;
    void restartSearch() final;
    void doubtFound() final;
    [[nodiscard]] std::shared_ptr<const KeysFound> found() const final { return m_found; }
    [[nodiscard]] const char *whyUnknown(int figure) const override;

protected:
    /// Keys kept if there are too many: the first ones found, or a sample. The sample is chosen by hash, so that it is
    /// representative regardless of how long keys live.
    enum class Keep : quint8 { First, Sample };
    explicit FoundCollector(const CollectionDefinition &definition, Keep keep = Keep::First,
                            std::size_t most = mostKeys);

    /// State kept for one key, including its published part.
    struct Entry {
        FoundKey told;
        bool isWritten = false; ///< listed in the workspace; kept even if absent
        bool isThere = true;
        std::shared_ptr<const Error> error{}; ///< read error; null: none
        quint32 pass = 0; ///< last pass that found it
        quint8 part = 0; ///< index of the ScoreCodec::ranges() that its scores are in
        double beyond = 0; ///< elements beyond the bound
        /// Values of a counter, half a minute apart: up to half a minute ago, up to a minute, and longer.
        double middle = unknownFigure, base = unknownFigure, older = unknownFigure;
        std::chrono::milliseconds middleAt{}, baseAt{}, olderAt{};
    };

    /// Appends the commands for one key; readKey() reads one reply each. A missing or foreign key yields Gone.
    virtual void appendKey(Pipeline &pipeline, const Entry &entry, std::chrono::milliseconds now) = 0;
    enum class Is : quint8 { There, Gone };
    virtual Result<Is> readKey(ReplyCursor &replies, Entry &entry, std::chrono::milliseconds now) = 0;
    /// Maximum age of the values read from a key. If it is a few seconds at most, the keys shown first are read with
    /// every tick.
    [[nodiscard]] virtual std::chrono::milliseconds oldAfter() const { return usuallyOldAfter; }
    static constexpr std::chrono::milliseconds usuallyOldAfter{5'000}; ///< ms; maximum age of a head
    /// True if `a` is shown before `b`.
    [[nodiscard]] virtual bool isBefore(const FoundKey &a, const FoundKey &b) const = 0;
    /// Aggregates all keys after a read, into figures kept for tell() and bars.
    virtual void sumUp(const std::vector<Entry> &entries, KeysFound &found) = 0;
    /// Sets its figures.
    virtual void tell(Reading &reading) = 0;
    /// Sets a figure; a partial lower bound until all keys are found and read.
    void tellFigure(Reading &reading, int figure, double value, bool needsRead = true) const;

    [[nodiscard]] bool showsChange(const std::set<QByteArray> &changed) final;
    void finishKind(Reading &reading) final;
    void sourcesChanged(const CollectionDefinition &definition) final;

    [[nodiscard]] const CollectionDefinition &definition() const { return m_definition; }

private:
    void renew(std::chrono::milliseconds now);
    void add(const KeyScan::Match &match, quint32 pass, bool isWritten = false);
    Entry &insert(const KeyScan::Match &match, quint32 pass);
    void drop(std::size_t index);
    [[nodiscard]] bool isSampled(const QByteArray &key) const;
    [[nodiscard]] bool hasRoomFor(const QByteArray &key) const;
    void thinOut(quint32 pass);
    void endPass(std::chrono::milliseconds begun, std::chrono::milliseconds now);
    [[nodiscard]] bool mayHaveMore(std::chrono::milliseconds now) const;
    bool chooseChangedKeys();
    bool chooseKeys(std::chrono::milliseconds now);
    void readKeys(ReplyCursor &replies, std::chrono::milliseconds now, std::chrono::microseconds work);
    [[nodiscard]] static double sizeOf(const Entry &entry);
    void makeFound();
    [[nodiscard]] bool isOverdue(std::chrono::milliseconds now) const;

    CollectionDefinition m_definition; ///< keys and options
    Keep m_keep;
    std::size_t m_most; ///< limit of keys kept
    unsigned m_thinning = 0; ///< log2 of the sampling interval: one key in 2^n is kept
    KeyScan m_scan;
    bool m_isRenewed = false;
    std::chrono::milliseconds m_renewAt{}; ///< when a period ends
    std::vector<Entry> m_entries;
    QHash<QByteArray, std::size_t> m_places;
    qint64 m_bytes = 0;
    qint64 m_leftOut = 0; ///< keys found but not kept in the current pass
    qint64 m_leftOutBefore = 0; ///< keys not kept in the last complete pass
    qint64 m_matched = 0; ///< keys matched in the current pass
    std::chrono::milliseconds m_wholeAt{};
    bool m_wasComplete = false; ///< all keys were found and read once since the search began
    bool m_isDoubted = false; ///< not all keys were read again since the server lost data
    std::chrono::milliseconds m_wholeFrom{}; ///< start of the last complete pass
    DataSize m_data; ///< database size in the last reading
    std::chrono::milliseconds m_changedAt{}; ///< time at which m_data changed; 0: it has not
    std::optional<Error> m_scanError;
    double m_failedAt = 0; ///< KeyScan::progress() at m_scanError
    std::optional<Error> m_keyError;

    enum class Asked : quint8 { Nothing, Scan, Keys };
    Asked m_asked = Asked::Nothing;
    bool m_scanNext = true;
    std::vector<std::size_t> m_chosen; ///< indexes of the keys being read
    std::size_t m_next = 0; ///< index of the key to read next
    std::size_t m_batch = 32;
    std::chrono::milliseconds m_freshUntil{}; ///< time until which no key is outdated
    std::chrono::milliseconds m_firstAt{}; ///< last read of the keys shown first
    std::chrono::milliseconds m_searchedAt{}; ///< last step
    /// Keys that operations of ours changed, with the time at which they did, until they were read again, before all
    /// others, or a pass that began later has not found them.
    std::map<QByteArray, std::chrono::milliseconds> m_changedByUs;
    /// Those that were gone then: an undo may bring them back. Other keys whose names match may be of another type.
    std::set<QByteArray> m_goneByUs;
    /// One of these was found, read or dropped since the last reading, or a new search has found all keys.
    bool m_sawOwnChange = false;
    bool m_isOverdue = false; ///< isOverdue() at the last reading
    bool m_isChanged = true;
    std::shared_ptr<const KeysFound> m_found;
};

} // namespace plimsoll::redis

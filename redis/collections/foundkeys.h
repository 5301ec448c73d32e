// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/collections/keyscan.h"

#include <QHash>

namespace plimsoll::redis {

/// A collection whose keys are looked for on the server, a key each subject, lock or visitor: keeps those that were
/// found until they are gone, and reads them in turn, a few at a time, those that it shows first with every tick. Its
/// figures are of what was read last of each; while some were not read yet they are lower bounds. How much it does in a
/// tick is up to the poll session, by the time the server takes for it (SearchShare).
class FoundCollector : public Collector {
public:
    static constexpr std::size_t mostKeys = 100'000; ///< kept; of more it is told that there are more
    static constexpr qint64 mostBytes = 32LL * 1024 * 1024; ///< of their names

    [[nodiscard]] bool searches() const final { return true; }
    bool appendSearch(Pipeline &pipeline, std::chrono::milliseconds now) final;
    void readSearch(ReplyCursor &replies, std::chrono::milliseconds now, std::chrono::microseconds work) final;
    void restartSearch() final;
    void doubtFound() final;
    [[nodiscard]] std::shared_ptr<const KeysFound> found() const final { return m_found; }

protected:
    /// Of too many keys the first that are found are kept, or a sample of all: those of certain hashes, so that it is
    /// as all are, however long each lives.
    enum class Keep : quint8 { First, Sample };
    explicit FoundCollector(const CollectionDefinition &definition, Keep keep = Keep::First,
                            std::size_t most = mostKeys);

    /// What is kept of one key, besides what is told of it.
    struct Entry {
        FoundKey told;
        bool isWritten = false; ///< in the workspace: it stays, there or not
        bool isThere = true;
        std::shared_ptr<const Error> error{}; ///< why it could not be read; null: it could
        quint32 pass = 0; ///< that found it last
        quint8 part = 0; ///< of the scores: which of ScoreCodec::ranges() its own are of
        double base = unknownFigure, middle = unknownFigure; ///< a counter, half a minute to a minute ago
        std::chrono::milliseconds baseAt{}, middleAt{};
    };

    /// The questions about one key, and their replies, one for one. A key that is gone, or is another's, says so.
    virtual void appendKey(Pipeline &pipeline, const Entry &entry, std::chrono::milliseconds now) = 0;
    enum class Is : quint8 { There, Gone };
    virtual Result<Is> readKey(ReplyCursor &replies, Entry &entry, std::chrono::milliseconds now) = 0;
    /// How old what was read of a key may become; those that are shown first are read with every tick where that is no
    /// more than a few seconds.
    [[nodiscard]] virtual std::chrono::milliseconds oldAfter() const { return usuallyOldAfter; }
    static constexpr std::chrono::milliseconds usuallyOldAfter{5'000}; ///< as old as a head may become
    /// Which of two is shown before the other.
    [[nodiscard]] virtual bool isBefore(const FoundKey &a, const FoundKey &b) const = 0;
    /// What the kind makes of all of them, once something was read: figures kept for tell(), bars.
    virtual void sumUp(const std::vector<Entry> &entries, KeysFound &found) = 0;
    /// Sets its figures.
    virtual void tell(Reading &reading) = 0;
    /// A lower bound, and piece by piece, while not all were found and read.
    void tellFigure(Reading &reading, int figure, double value, bool needsRead = true) const;

    [[nodiscard]] bool isFound(const QByteArray &key) const final { return m_places.contains(key); }
    void finishKind(Reading &reading) final;
    void sourcesChanged(const CollectionDefinition &definition) final;

    [[nodiscard]] const CollectionDefinition &definition() const { return m_definition; }

private:
    void renew(std::chrono::milliseconds now);
    void add(const KeyScan::Match &match, quint32 pass, bool isWritten = false);
    void drop(std::size_t index);
    [[nodiscard]] bool isSampled(const QByteArray &key) const;
    void thinOut(quint32 pass);
    void endPass(std::chrono::milliseconds begun, std::chrono::milliseconds now);
    [[nodiscard]] bool mayHaveMore(std::chrono::milliseconds now) const;
    bool chooseKeys(std::chrono::milliseconds now);
    void readKeys(ReplyCursor &replies, std::chrono::milliseconds now, std::chrono::microseconds work);
    void makeFound();

    CollectionDefinition m_definition; ///< its keys and options
    Keep m_keep;
    std::size_t m_most; ///< so many keys are kept
    unsigned m_thinning = 0; ///< of a sample: one key in 2 to the power of this is kept
    KeyScan m_scan;
    bool m_isRenewed = false;
    std::chrono::milliseconds m_renewAt{}; ///< when a period ends
    std::vector<Entry> m_entries;
    QHash<QByteArray, std::size_t> m_places;
    qint64 m_bytes = 0;
    qint64 m_leftOut = 0; ///< found by the pass under way, and not kept
    qint64 m_leftOutBefore = 0; ///< by the whole pass before
    qint64 m_matched = 0; ///< by the pass under way
    std::chrono::milliseconds m_wholeAt{};
    bool m_isDoubted = false; ///< not all were read again since the server lost data
    std::chrono::milliseconds m_wholeFrom{}; ///< when the last whole pass began
    DataSize m_data; ///< of the last reading
    std::chrono::milliseconds m_changedAt{}; ///< when that became another; 0: it has not
    std::optional<Error> m_scanError;
    std::optional<Error> m_keyError;

    enum class Asked : quint8 { Nothing, Scan, Keys };
    Asked m_asked = Asked::Nothing;
    bool m_scanNext = true;
    std::vector<std::size_t> m_chosen; ///< places of the keys that are asked
    std::size_t m_next = 0; ///< whose turn it is
    std::size_t m_batch = 32;
    std::chrono::milliseconds m_freshUntil{}; ///< none of them is old until then
    std::chrono::milliseconds m_firstAt{}; ///< when those shown first were read
    bool m_isChanged = true;
    std::shared_ptr<const KeysFound> m_found;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/discovery.h"
#include "redis/types/keysize.h"
#include "redis/types/snapshot.h"

#include <QByteArrayList>
#include <QHash>

#include <span>
#include <vector>

namespace plimsoll::models {

/// Memory and expiry of the keys of collections as last measured, and the order in which to measure: the largest key of
/// every collection first, then the second largest, and so on; keys that have changed since take up to half of a
/// minute. Unwatched keys that discovery found are measured after the largest ones of collections. GUI thread.
class KeyMemory final {
public:
    static constexpr std::size_t mostUnwatched = 200; ///< unwatched templates whose samples are measured

    /// All keys of one collection together.
    struct Sum {
        double bytes = unknownFigure;
        bool isAbout = false; ///< partly extrapolated from the keys that were measured, or from what they were then
        bool isAtLeast = false; ///< some keys are not counted: they are too large to be measured, or uncountedKeys()
        bool hasTooLarge = false; ///< some keys are too large to be measured
        qint64 keys = 0; ///< keys that exist
        qint64 measured = 0; ///< of `keys`, those whose memory is known
        qint64 looked = 0; ///< of `keys`, those asked for
        qint64 expiring = 0, expiryKnown = 0;
        double perElement = unknownFigure; ///< bytes

        /// Counts a key by what was measured of it; null: nothing was.
        void addLooked(const KeySize *size);

        friend bool operator==(const Sum &a, const Sum &b);
    };

    /// Returns the keys of a collection that exist, with their elements.
    [[nodiscard]] static std::vector<KeyToSize> keysOf(const Snapshot &snapshot, std::size_t row);

    /// Returns the templates of keys that are not polled, such as the records of jobs: their number is unknown.
    [[nodiscard]] static QByteArrayList uncountedKeys(const Snapshot &snapshot, std::size_t row);
    /// Returns the memory of a measured key that has `elements` now; NaN if its memory is unknown.
    [[nodiscard]] static double bytesNow(const KeySize &size, double elements);

    /// Sets the unwatched keys.
    void setUnwatched(std::vector<FoundTemplate> templates);
    /// Returns the keys to measure next, at most KeySizes::mostKeys.
    [[nodiscard]] std::vector<KeyToSize> next(const Snapshot &snapshot);
    void take(const KeySizes &sizes);
    void clear();
    /// Counts the changes of what is known.
    [[nodiscard]] quint64 revision() const { return m_revision; }
    [[nodiscard]] const KeySize *of(const QByteArray &key) const;
    [[nodiscard]] Sum sumOf(const Snapshot &snapshot, std::size_t row) const;
    /// Returns the memory of all keys of these templates, extrapolated from their samples.
    [[nodiscard]] Sum sumOf(std::span<const FoundTemplate> templates) const;

private:
    static constexpr std::size_t mostInRound = 1'000;
    static constexpr std::size_t mostChanged = KeySizes::mostKeys / 2; ///< keys measured again, out of turn

    void beginRound(const Snapshot &snapshot);
    /// Returns the keys whose memory has changed most since they were measured, by their elements.
    [[nodiscard]] std::vector<KeyToSize> changedKeys(const Snapshot &snapshot) const;

    QHash<QByteArray, KeySize> m_sizes;
    quint64 m_revision = 1;
    std::vector<KeyToSize> m_round; ///< still to be measured, the next at the back
    std::shared_ptr<const SnapshotLayout> m_layout; ///< layout of the round's snapshot; null: begin a round
    std::vector<KeyToSize> m_unwatched; ///< samples of unwatched templates
};

} // namespace plimsoll::models

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/keymemory.h"

#include "models/text/samefigure.h"
#include "redis/types/loss.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::models {

namespace {

/// A key among those of a round.
struct Turn {
    std::size_t rank = 0; ///< among the keys of its collection; 0: the largest
    KeyToSize key;
};

bool areStrings(const FoundTemplate &keys)
{
    return keys.type == "string";
}

/// Weight by which memory is extrapolated: the bytes of strings, else 64 per element, and 64 for each key itself.
double growsWith(const FoundTemplate &keys, double size, double count)
{
    constexpr double bytesOfOne = 64;
    const double known = isKnown(size) ? size : 0;
    return (areStrings(keys) ? known : known * bytesOfOne) + count * bytesOfOne;
}

} // namespace

bool operator==(const KeyMemory::Sum &a, const KeyMemory::Sum &b)
{
    return isSameFigure(a.bytes, b.bytes) && isSameFigure(a.perElement, b.perElement) && a.isAbout == b.isAbout
        && a.isAtLeast == b.isAtLeast && a.hasTooLarge == b.hasTooLarge && a.keys == b.keys && a.measured == b.measured
        && a.looked == b.looked && a.expiring == b.expiring && a.expiryKnown == b.expiryKnown;
}

void KeyMemory::Sum::addLooked(const KeySize *size)
{
    if (size == nullptr) {
        return;
    }
    ++looked;
    measured += size->bytes ? 1 : 0;
    expiryKnown += size->expiresIn ? 1 : 0;
    expiring += size->expiresIn && size->expiresIn != KeySize::never ? 1 : 0;
}

std::vector<KeyToSize> KeyMemory::keysOf(const Snapshot &snapshot, std::size_t row)
{
    std::vector<KeyToSize> keys;
    const SnapshotLayout::Row &at = snapshot.layout->rows[row];
    for (int part = at.firstPart; part < at.firstPart + at.partCount; ++part) {
        const auto i = static_cast<std::size_t>(part);
        if (snapshot.parts[i] != 0) {
            keys.push_back({snapshot.layout->parts[i].key, snapshot.parts[i]});
        }
    }
    if (const auto &found = snapshot.rows[row].found; found != nullptr) {
        const CollectionDefinition *definition =
            snapshot.layout->workspace == nullptr ? nullptr : &snapshot.layout->workspace->collections[row];
        const RoleKeys *role = definition == nullptr ? nullptr : definition->foundRole();
        const bool isString = role != nullptr && role->role->types == StringKey;
        const bool hasWindow = hasFoundWindow(snapshot, row); // otherwise those outside are counted already
        for (const FoundKey &key : found->first) {
            const double outside = hasWindow && isKnown(key.outside) ? key.outside : 0;
            keys.push_back({key.key, isString ? 1 : key.count + outside});
        }
    }
    return keys;
}

QByteArrayList KeyMemory::uncountedKeys(const Snapshot &snapshot, std::size_t row)
{
    QByteArrayList templates;
    const WorkspacePtr &workspace = snapshot.layout->workspace;
    if (workspace != nullptr) {
        for (const RoleKeys &keys : workspace->collections[row].keys) {
            for (const QByteArray &text : keys.templates) {
                if (keys.role->perId) {
                    templates += text;
                }
            }
        }
    }
    return templates;
}

void KeyMemory::beginRound(const Snapshot &snapshot)
{
    m_layout = snapshot.layout;
    m_round.clear();
    std::vector<Turn> turns;
    const auto isLarger = [](const KeyToSize &a, const KeyToSize &b) {
        return (isKnown(a.elements) ? a.elements : 0) > (isKnown(b.elements) ? b.elements : 0);
    };
    for (std::size_t row = 0; row < snapshot.size(); ++row) {
        std::vector<KeyToSize> keys = keysOf(snapshot, row);
        std::stable_sort(keys.begin(), keys.end(), isLarger);
        keys.resize(std::min(keys.size(), mostInRound));
        for (std::size_t i = 0; i < keys.size(); ++i) {
            turns.push_back({i, std::move(keys[i])});
        }
    }
    for (std::size_t i = 0; i < m_unwatched.size(); ++i) {
        turns.push_back({1, m_unwatched[i]});
    }
    std::stable_sort(turns.begin(), turns.end(), [&](const Turn &a, const Turn &b) {
        return a.rank != b.rank ? a.rank < b.rank : isLarger(a.key, b.key);
    });
    QSet<QByteArray> seen;
    for (Turn &turn : turns) {
        if (m_round.size() < mostInRound && !seen.contains(turn.key.key)) {
            seen.insert(turn.key.key);
            m_round.push_back(std::move(turn.key));
        }
    }
    std::reverse(m_round.begin(), m_round.end());
}

void KeyMemory::setUnwatched(std::vector<FoundTemplate> templates)
{
    std::stable_sort(templates.begin(), templates.end(), [](const FoundTemplate &a, const FoundTemplate &b) {
        return growsWith(a, a.size, static_cast<double>(a.count)) > growsWith(b, b.size, static_cast<double>(b.count));
    });
    templates.resize(std::min(templates.size(), mostUnwatched));
    std::vector<KeyToSize> keys;
    for (const FoundTemplate &one : templates) {
        for (const FoundTemplate::Sample &sample : one.samples) {
            keys.push_back({sample.key, areStrings(one) ? 1 : sample.size});
        }
    }
    if (std::exchange(m_unwatched, keys) != keys) {
        m_layout.reset();
    }
}

std::vector<KeyToSize> KeyMemory::next(const Snapshot &snapshot)
{
    if (m_round.empty() || m_layout != snapshot.layout) {
        beginRound(snapshot);
    }
    std::vector<KeyToSize> keys = changedKeys(snapshot);
    QSet<QByteArray> chosen;
    for (const KeyToSize &key : keys) {
        chosen.insert(key.key);
    }
    while (keys.size() < KeySizes::mostKeys && !m_round.empty()) {
        if (!chosen.contains(m_round.back().key)) {
            keys.push_back(std::move(m_round.back()));
        }
        m_round.pop_back();
    }
    return keys;
}

std::vector<KeyToSize> KeyMemory::changedKeys(const Snapshot &snapshot) const
{
    struct Changed {
        double bytes = 0; ///< change since the last measurement
        KeyToSize key;
    };
    std::vector<Changed> changed;
    QSet<QByteArray> seen;
    for (std::size_t row = 0; row < snapshot.size(); ++row) {
        for (KeyToSize &key : keysOf(snapshot, row)) {
            const KeySize *size = of(key.key);
            const bool isMeasurable = key.elements <= KeySizes::mostElements;
            const double by = size == nullptr || !isMeasurable
                ? 0
                : std::abs(bytesNow(*size, key.elements) - bytesNow(*size, size->elements));
            if (by > 0 && !seen.contains(key.key)) {
                seen.insert(key.key);
                changed.push_back({by, std::move(key)});
            }
        }
    }
    const std::size_t count = std::min(changed.size(), mostChanged);
    std::partial_sort(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(count), changed.end(),
                      [](const Changed &a, const Changed &b) { return a.bytes > b.bytes; });
    std::vector<KeyToSize> keys;
    for (std::size_t i = 0; i < count; ++i) {
        keys.push_back(std::move(changed[i].key));
    }
    return keys;
}

double KeyMemory::bytesNow(const KeySize &size, double elements)
{
    if (!size.bytes) {
        return unknownFigure;
    }
    const auto bytes = static_cast<double>(*size.bytes);
    return size.elements > 0 && isKnown(elements) ? bytes / size.elements * elements : bytes;
}

void KeyMemory::take(const KeySizes &sizes)
{
    ++m_revision;
    for (const KeySize &size : sizes.sizes) {
        m_sizes.insert(size.key, size);
    }
    for (const QByteArray &key : sizes.missing) {
        m_sizes.remove(key);
    }
}

void KeyMemory::clear()
{
    ++m_revision;
    m_sizes.clear();
    m_round.clear();
    m_layout.reset();
}

const KeySize *KeyMemory::of(const QByteArray &key) const
{
    const auto found = m_sizes.constFind(key);
    return found == m_sizes.constEnd() ? nullptr : &*found;
}

KeyMemory::Sum KeyMemory::sumOf(const Snapshot &snapshot, std::size_t row) const
{
    Sum sum;
    double bytes = 0, counted = 0, rest = 0;
    for (const KeyToSize &key : keysOf(snapshot, row)) {
        ++sum.keys;
        const KeySize *size = of(key.key);
        sum.addLooked(size);
        if (size != nullptr && size->bytes) {
            bytes += bytesNow(*size, key.elements);
            counted += isKnown(key.elements) ? key.elements : size->elements;
            sum.isAbout = sum.isAbout || !isSameFigure(size->elements, key.elements);
        } else if (!(key.elements <= KeySizes::mostElements)) {
            sum.hasTooLarge = true;
        } else {
            rest += key.elements;
            sum.isAbout = true;
        }
    }
    sum.isAtLeast = sum.hasTooLarge || !uncountedKeys(snapshot, row).isEmpty();
    if (const auto &found = snapshot.rows[row].found; found != nullptr) {
        const auto shown = static_cast<qint64>(found->first.size());
        if (found->seen > shown && shown > 0) { // the others are like those that are known
            const double share = static_cast<double>(found->seen) / static_cast<double>(shown);
            rest += (counted + rest) * (share - 1);
            sum.keys = found->seen;
            sum.isAbout = true;
        }
    }
    if (sum.measured > 0) {
        sum.perElement = counted > 0 ? bytes / counted : unknownFigure;
        sum.bytes = bytes + (rest > 0 && counted > 0 ? rest * bytes / counted : 0);
    } else if (sum.keys == 0 && !sum.isAtLeast) { // at least 0 is nothing known
        sum.bytes = 0;
    }
    return sum;
}

KeyMemory::Sum KeyMemory::sumOf(std::span<const FoundTemplate> templates) const
{
    Sum sum;
    double all = 0;
    for (const FoundTemplate &keys : templates) {
        double bytes = 0;
        double weight = 0;
        bool hasTooLarge = false;
        sum.keys += keys.count;
        for (const FoundTemplate::Sample &sample : keys.samples) {
            const KeySize *size = of(sample.key);
            sum.addLooked(size);
            if (size != nullptr && size->bytes) {
                bytes += static_cast<double>(*size->bytes);
                weight += growsWith(keys, sample.size, 1);
            }
            hasTooLarge = hasTooLarge || (!areStrings(keys) && sample.size > KeySizes::mostElements);
        }
        if (weight > 0) {
            all += bytes / weight * growsWith(keys, keys.size, static_cast<double>(keys.count));
        } else {
            sum.hasTooLarge = sum.hasTooLarge || hasTooLarge;
            sum.isAtLeast = sum.isAtLeast || keys.count > 0;
        }
    }
    if (sum.measured > 0) {
        sum.bytes = all;
        sum.isAbout = sum.measured < sum.keys;
    }
    return sum;
}

} // namespace plimsoll::models

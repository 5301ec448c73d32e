// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/tiers.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr QByteArrayView separators(":.-_/|");

bool isSeparator(char character)
{
    return separators.contains(character);
}

/// The part of each key in which they differ, without the separators around it.
std::vector<QByteArray> differencesOf(const std::vector<QByteArray> &keys)
{
    const QByteArray &first = keys.front();
    qsizetype head = first.size();
    qsizetype tail = first.size();
    for (const QByteArray &key : keys) {
        const auto before = std::mismatch(first.begin(), first.end(), key.begin(), key.end());
        head = std::min(head, static_cast<qsizetype>(before.first - first.begin()));
        const auto behind = std::mismatch(first.rbegin(), first.rend(), key.rbegin(), key.rend());
        tail = std::min(tail, static_cast<qsizetype>(behind.first - first.rbegin()));
    }
    // q:high and q:higher differ in the whole word, q and q:high in one that q has not.
    const auto endsAt = [&](auto end) {
        return std::all_of(keys.begin(), keys.end(), [&end](const QByteArray &key) { return end(key); });
    };
    while (head > 0 && !isSeparator(first[head - 1])
           && !endsAt([head](const QByteArray &key) { return key.size() == head || isSeparator(key[head]); })) {
        --head;
    }
    while (tail > 0 && !isSeparator(first[first.size() - tail]) && !endsAt([tail](const QByteArray &key) {
               return key.size() == tail || isSeparator(key[key.size() - tail - 1]);
           })) {
        --tail;
    }
    std::vector<QByteArray> differences;
    for (const QByteArray &key : keys) {
        QByteArray own = key.mid(head, std::max<qsizetype>(0, key.size() - head - tail));
        while (!own.isEmpty() && isSeparator(own.front())) {
            own.remove(0, 1);
        }
        while (!own.isEmpty() && isSeparator(own.back())) {
            own.chop(1);
        }
        differences.push_back(std::move(own));
    }
    return differences;
}

std::vector<QByteArray> sorted(std::vector<QByteArray> words)
{
    std::sort(words.begin(), words.end());
    return words;
}

} // namespace

bool Tiers::contains(const QByteArray &key) const
{
    return std::find(m_keys.begin(), m_keys.end(), key) != m_keys.end();
}

std::optional<QByteArray> Tiers::ofKey(const QByteArray &key, const std::vector<QByteArray> &all) const
{
    const auto at = std::find(all.begin(), all.end(), key);
    if (at == all.end() || all.size() != m_keys.size() || all.size() < 2) {
        return std::nullopt;
    }
    const std::vector<QByteArray> own = differencesOf(m_keys);
    const std::vector<QByteArray> others = differencesOf(all);
    if (sorted(own) != sorted(others)) {
        return std::nullopt;
    }
    const auto same = std::find(own.begin(), own.end(), others[static_cast<std::size_t>(at - all.begin())]);
    return m_keys[static_cast<std::size_t>(same - own.begin())];
}

std::optional<QByteArray> Tiers::named(const QByteArray &name) const
{
    if (name.isEmpty()) {
        return std::nullopt;
    }
    if (contains(name)) {
        return name;
    }
    std::optional<QByteArray> found;
    for (const QByteArray &key : m_keys) {
        const qsizetype before = key.size() - name.size() - 1;
        if (before >= 0 && key.endsWith(name) && isSeparator(key[before])) {
            if (found) {
                return std::nullopt;
            }
            found = key;
        }
    }
    return found;
}

std::optional<QByteArray> Tiers::named(const QByteArray &queue, const QByteArray &priority) const
{
    const bool hasBoth = !queue.isEmpty() && !priority.isEmpty();
    for (const QByteArray &name : {hasBoth ? queue + ':' + priority : QByteArray(), priority, queue}) {
        if (const std::optional<QByteArray> tier = named(name)) {
            return tier;
        }
    }
    return std::nullopt;
}

} // namespace plimsoll::redis

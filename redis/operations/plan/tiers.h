// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace plimsoll::redis {

/// The ready lists of a collection that has several, such as one for each priority, and which of them a job came from.
/// A value; reentrant.
class Tiers final {
public:
    explicit Tiers(std::vector<QByteArray> keys) : m_keys(std::move(keys)) { }

    [[nodiscard]] const std::vector<QByteArray> &keys() const { return m_keys; }
    [[nodiscard]] bool contains(const QByteArray &key) const;
    /// Returns the tier whose jobs are kept in `key`, one of the keys `all` of another role: if there is one for each
    /// tier, and both are told apart by the same words, as in q:high:work and q:low:work; else nullopt.
    [[nodiscard]] std::optional<QByteArray> ofKey(const QByteArray &key, const std::vector<QByteArray> &all) const;
    /// Returns the tier that a job record names by queue, priority or both: its key or the last parts of it, as "high"
    /// for q:high. nullopt if it names none, or more than one.
    [[nodiscard]] std::optional<QByteArray> named(const QByteArray &queue, const QByteArray &priority) const;

private:
    [[nodiscard]] std::optional<QByteArray> named(const QByteArray &name) const;

    std::vector<QByteArray> m_keys; ///< keys in the order of the workspace
};

} // namespace plimsoll::redis

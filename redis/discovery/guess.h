// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/keycontent.h"
#include "redis/discovery/templatetree.h"
#include "redis/types/discovery.h"

#include <functional>
#include <vector>

namespace plimsoll::redis {

/// A template with the content of a few of its keys.
struct ReadTemplate {
    TemplateKeys keys;
    std::vector<KeyContent> contents; ///< contents of its first samples; empty: not read
};

/// Asks the server, within the budget of the discovery.
struct Questions {
    /// Returns the types of keys ("none" if absent), one each; empty if they could not be asked.
    std::function<std::vector<QByteArray>(const std::vector<QByteArray> &keys)> types;
    /// Returns how many of the members a sorted set has.
    std::function<std::size_t(const QByteArray &sortedSet, const std::vector<QByteArray> &members)> shared;
};

class FrameworkFinder;

/// Sets `found` and `unrecognised` of a discovery from the templates of a server. `now` is the server's time. Each key
/// is counted in one place.
void guess(const std::vector<ReadTemplate> &templates, const FrameworkFinder &frameworks, std::chrono::milliseconds now,
           const Questions &questions, Discovery &result);

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/candidate.h"

/// Keys of a template as a workspace writes them. Pure.
namespace plimsoll::redis {

/// Keys of a role as a workspace writes them.
struct Written {
    std::vector<QByteArray> templates;
    bool isPart = false; ///< not all keys
};

/// Returns whether a text may stand in a group {a,b}.
bool canBeShard(const QByteArray &value);
/// Returns whether a part is a period of the last weeks, and not a fixed date.
bool isCurrentPeriod(const TemplatePart &part, std::chrono::milliseconds now);
/// The keys of a template, without {id}: periods, and one part that varies as a group. If several vary, the largest
/// keys themselves.
Written writtenOf(const Candidate &candidate, std::chrono::milliseconds now, bool isMany);
/// The template with {id} for its one run of variable parts; nullopt without such a run, or with several.
std::optional<QByteArray> idTemplateOf(const Candidate &candidate);
/// The template with {id} in place of everything behind the part `last`; nullopt if nothing follows.
std::optional<QByteArray> idTemplateBehind(const Candidate &candidate, std::size_t last);
/// The template with {id} for the last segment of the name; nullopt if something before it varies, or there is only
/// one.
std::optional<QByteArray> idTemplateOfSegment(const Candidate &candidate);
/// The template with {id} for its last segment or, if that fails, for its one run of variable parts.
std::optional<QByteArray> idTemplateOfVarying(const Candidate &candidate);
/// A glob for a cache key and those like it: up to the part behind the word for the cache, if more parts follow.
QByteArray globOf(const Candidate &candidate);

} // namespace plimsoll::redis

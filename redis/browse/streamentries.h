// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/asking.h"
#include "redis/collections/streamreplies.h"

#include <functional>

namespace plimsoll::redis {

/// Sets the fields that a row shows: the first few, each truncated.
void setFields(Element &element, const StreamEntry &entry);
/// A row named after the entry id, with the time at which the entry was added.
Element elementOf(const QByteArray &id, const QByteArray &key, std::chrono::milliseconds now);
/// Reads the contents of pending entries and passes them to `take`; an entry no longer in the stream has none.
/// Stops at a byte limit and returns the number of elements read.
using TakeEntry = std::function<void(Element &element, const StreamEntry &entry)>;
Result<std::size_t> readEntries(const Asking &asking, std::vector<Element> &elements,
                                const TakeEntry &take = setFields);

/// The stream's groups that belong to the collection; empty if there is no stream.
Result<std::vector<StreamGroup>> groupsOf(const Asking &asking, const QByteArray &key, const QByteArray &group = {});

} // namespace plimsoll::redis

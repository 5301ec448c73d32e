// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/asking.h"
#include "redis/collections/streamreplies.h"

#include <functional>

namespace plimsoll::redis {

/// What an entry says, as rows show it: the first few fields, each cut.
void setFields(Element &element, const StreamEntry &entry);
/// An id as the name of a row, with when it was added.
Element elementOf(const QByteArray &id, const QByteArray &key, std::chrono::milliseconds now);
/// Reads what pending entries say, and gives it to `take`; of one that is no longer in the stream there is nothing.
/// Ends after so many bytes: how many of them were read.
using TakeEntry = std::function<void(Element &element, const StreamEntry &entry)>;
Result<std::size_t> readEntries(const Asking &asking, std::vector<Element> &elements,
                                const TakeEntry &take = setFields);

/// The groups of a stream that the collection is about; none where there is no stream.
Result<std::vector<StreamGroup>> groupsOf(const Asking &asking, const QByteArray &key, const QByteArray &group = {});

} // namespace plimsoll::redis

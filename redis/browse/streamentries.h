// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/asking.h"
#include "redis/collections/streamreplies.h"

namespace plimsoll::redis {

/// What an entry says, as rows show it: the first few fields, each cut.
void setFields(Element &element, const StreamEntry &entry);
/// An id as the name of a row, with when it was added.
Element elementOf(const QByteArray &id, const QByteArray &key, std::chrono::milliseconds now);
/// Reads what pending entries say; of one that is no longer in the stream nothing. Those read when so many bytes are
/// reached have it, the others stay without.
Outcome readEntries(const Asking &asking, std::vector<Element> &elements);

/// The groups of a stream that the collection is about; none where there is no stream.
Result<std::vector<StreamGroup>> groupsOf(const Asking &asking, const QByteArray &key, const QByteArray &group = {});

} // namespace plimsoll::redis

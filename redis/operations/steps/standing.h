// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/streaminfo.h"

#include <QByteArray>

/// What the steps that change pending entries of a stream share with the steps back.
namespace plimsoll::redis {

inline constexpr qint64 mostEntryBytes = 32LL * 1'024; ///< bytes of stream entries read and added: about 0.5 ms

/// Name of the neutral consumer, which exists only while it holds entries: empty if it keeps existing.
inline QByteArray passingConsumer(const QByteArray &consumer, bool isForward)
{
    const bool isNeutral = consumer == neutralConsumer;
    return isNeutral != isForward ? neutralConsumer.toByteArray() : QByteArray();
}

} // namespace plimsoll::redis

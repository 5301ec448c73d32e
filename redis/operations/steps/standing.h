// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/journal/words.h"
#include "redis/types/streaminfo.h"

#include <QByteArray>

#include <chrono>
#include <optional>

/// Shared by the steps that change pending entries of a stream and by their undo.
namespace plimsoll::redis {

/// How an entry is pending, as pending.lua returns it: "DELIVERIES TIME CONSUMER".
struct Standing {
    qint64 deliveries = 0;
    std::chrono::milliseconds at{}; ///< last delivery, Unix time of the server
    QByteArray consumer;

    static std::optional<Standing> parse(const QByteArray &text)
    {
        const qsizetype time = text.indexOf(' ');
        const qsizetype name = time < 0 ? -1 : text.indexOf(' ', time + 1);
        if (name < 0) {
            return std::nullopt;
        }
        return Standing{text.left(time).toLongLong(),
                        std::chrono::milliseconds(text.mid(time + 1, name - time - 1).toLongLong()),
                        text.mid(name + 1)};
    }
};

inline constexpr qint64 mostEntryBytes = 32LL * 1'024; ///< bytes of stream entries read and added: about 0.5 ms

/// Name of the neutral consumer, which exists only while it holds entries: empty if it keeps existing.
inline QByteArray passingConsumer(const QByteArray &consumer, bool isForward)
{
    const bool isNeutral = consumer == neutralConsumer;
    return isNeutral != isForward ? neutralConsumer.toByteArray() : QByteArray();
}

/// Note for an undo that gives a consumer something back.
inline QString consumersSeen()
{
    return Words::tr("The server shows these consumers as just seen, even dead ones.");
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historyfile.h"

#include <QByteArray>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// Ticks of one collection that are in no chunk yet; figures are encoded as changes since the previous tick.
struct HistoryStream {
    qint64 series = 0;
    qint64 run = 0;
    std::size_t columns = 0;
    std::chrono::milliseconds first{}, last{};
    qint64 firstTick = 0, lastTick = 0;
    std::size_t count = 0;
    QByteArray bytes;
    // For a stream that was made for another file:
    std::vector<std::size_t> places{}; ///< column of the series for each of its columns; empty: identical
    std::optional<std::chrono::milliseconds> after{}; ///< later ticks only; the file already has those before
};

/// Packs recorded ticks into chunks, rolls chunks up into longer steps and deletes old data. Each function belongs
/// into a transaction of the file.
class HistoryPacker final {
public:
    explicit HistoryPacker(HistoryFile &file) : m_file(file) { }

    /// Writes a chunk of the ticks that the file does not have in chunks.
    Outcome pack(const HistoryStream &stream);
    /// Deletes by age, on the server's and the local clock, then by size: the oldest chunks first.
    /// `most`: bytes; `last`: time of the last tick.
    Outcome keepSize(qint64 most, std::chrono::milliseconds age, std::chrono::milliseconds last);

private:
    Outcome rollUp(qint64 series, qint64 run, std::size_t step, bool toTheEnd);
    Outcome forgetOld(qint64 series, std::size_t step);

    HistoryFile &m_file;
};

} // namespace plimsoll::redis

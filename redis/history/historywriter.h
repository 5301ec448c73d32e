// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historyfile.h"
#include "redis/history/historyjudged.h"
#include "redis/history/historypacker.h"
#include "redis/storage/processlock.h"
#include "redis/types/snapshot.h"

#include <deque>
#include <optional>
#include <utility>

namespace plimsoll::redis {

struct HistoryOptions {
    qint64 bytes = 500LL * 1024 * 1024; ///< maximum file size; the oldest data are deleted first
    std::chrono::milliseconds age = std::chrono::hours(24 * 400);
    std::chrono::microseconds budget{50'000}; ///< time per tick for packing chunks; the rest waits
    qsizetype waiting =
        64LL * 1024 * 1024; ///< bytes of ticks in memory; beyond that, packed early, or dropped while writing fails
};

/// State of a workspace's history, with one line of text.
struct HistoryState {
    enum class Is : quint8 {
        Kept,
        Elsewhere, ///< another process writes it
        Failing, ///< the disk is full or broken: nothing is stored until that is repaired
    };
    Is is = Is::Kept;
    QString text{}; ///< reason; empty if Kept

    friend bool operator==(const HistoryState &, const HistoryState &) = default;
};

/// Writes the figures of all snapshots passed to it; lives on one thread. Errors never affect polling: they become a
/// state, and every snapshot tries again.
class HistoryWriter final {
public:
    explicit HistoryWriter(const QString &path, HistoryOptions options = {});
    ~HistoryWriter();
    Q_DISABLE_COPY_MOVE(HistoryWriter)

    /// Writes the snapshot to disk before it returns, unless the state says otherwise. Then does a slice of the pending
    /// work.
    const HistoryState &apply(const Snapshot &snapshot);
    [[nodiscard]] const HistoryState &state() const { return m_state; }
    /// Returns and clears a message about the file (removed or replaced), in one line; empty if nothing happened.
    [[nodiscard]] QString takeNotice() { return std::exchange(m_notice, {}); }
    /// Packs everything that is due, without a time limit; for tests and generated histories.
    void settle();

private:
    using milliseconds = std::chrono::milliseconds;

    /// Stream that was not on disk when the file was lost, and the series it belongs to.
    struct Unwritten {
        QString name, kind;
        QByteArray source;
        QStringList figures;
        HistoryStream stream;
    };
    struct Row {
        qint64 series = 0;
        std::vector<int> places; ///< see HistorySeries
        std::size_t first = 0; ///< first of its columns in the layout
        std::size_t sealAt = 0; ///< ticks in its next chunk
        HistoryStream stream;
    };

    static constexpr std::size_t chunkTicks = 300;

    bool open();
    void close();
    void leaveFile();
    Outcome goOn();
    Outcome goOnWith(Unwritten &one);
    Outcome load();
    Outcome loadTicks();
    Outcome arrange(const Snapshot &snapshot);
    [[nodiscard]] bool hasRoomFor(const Snapshot &snapshot) const;
    void addTick(const Snapshot &snapshot);
    void beginRunWhereTimeWentBack(milliseconds time);
    Outcome writeTick(milliseconds time, qint64 tick);
    void follow(milliseconds time, qint64 tick, bool isOnDisk);
    void leave(HistoryStream &stream);
    void leaveAll();
    Outcome work(bool all);
    Outcome forgetTicks();
    void fail(const Error &error);

    QString m_path;
    HistoryOptions m_options;
    HistoryState m_state;
    QString m_notice;
    std::unique_ptr<ProcessLock> m_lock;
    std::unique_ptr<HistoryFile> m_file;

    std::shared_ptr<const SnapshotLayout> m_layout; ///< layout of m_rows
    qint64 m_layoutId = 0;
    std::vector<Row> m_rows; ///< rows of the layout, followed by the server
    std::deque<HistoryStream> m_left; ///< streams of previous layouts and runs, to be packed
    std::vector<double> m_figures; ///< current tick, by row and column
    std::vector<double> m_before; ///< previous tick
    std::vector<double> m_written; ///< newest tick on disk; empty: the next is written completely
    JudgedDefinitions m_judged;
    qint64 m_run = 0;
    qint64 m_nextTick = 1;
    qint64 m_sinceWhole = 0;
    qint64 m_forgotten = 0; ///< ticks before this one were deleted
    std::size_t m_turn = 0; ///< row to pack next
    std::optional<milliseconds> m_last; ///< time of the previous tick
    milliseconds m_interval{1000}; ///< between the last two ticks
    qsizetype m_held = 0; ///< bytes of all streams
    bool m_isBehind = false; ///< the last tick could not be written to disk
    bool m_isUnpacked = false; ///< m_left holds ticks that are not on disk
    std::vector<Unwritten> m_unwritten; ///< streams of a lost file
};

} // namespace plimsoll::redis

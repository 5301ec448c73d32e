// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/chunk.h"
#include "redis/history/historyfile.h"
#include "redis/storage/processlock.h"
#include "redis/types/snapshot.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace plimsoll::redis {

struct HistoryOptions {
    qint64 bytes = 500LL * 1024 * 1024; ///< of the file: the oldest goes first
    std::chrono::milliseconds age = std::chrono::hours(24 * 400);
    std::chrono::microseconds budget{50'000}; ///< of one tick, for chunks; what is not done by then waits
    qsizetype waiting =
        64LL * 1024 * 1024; ///< bytes that wait at the most: packed at once beyond, lost while none can be
};

/// How it is with the history of a workspace: one state, in one line.
struct HistoryState {
    enum class Is : quint8 {
        Kept,
        Elsewhere, ///< another process keeps it
        Failing, ///< the disk is full or broken: nothing is kept until that has passed
    };
    Is is = Is::Kept;
    QString text{}; ///< why; empty while it is kept

    friend bool operator==(const HistoryState &, const HistoryState &) = default;
};

/// Keeps the figures of all snapshots it is given, on one thread. Nothing that goes wrong here is anything to whoever
/// polls: it is a state, and every snapshot is another attempt.
class HistoryWriter final {
public:
    explicit HistoryWriter(QString path, HistoryOptions options = {});
    ~HistoryWriter();
    Q_DISABLE_COPY_MOVE(HistoryWriter)

    /// On disk when it returns, unless the state says otherwise. Then a slice of what is to be done with earlier ones.
    const HistoryState &apply(const Snapshot &snapshot);
    [[nodiscard]] const HistoryState &state() const { return m_state; }
    /// What befell the file since this was asked last, in one line; empty: nothing.
    [[nodiscard]] QString takeNotice() { return std::exchange(m_notice, {}); }
    /// Packs all that is due, however long it takes; for tests and generated histories.
    void settle();

private:
    using milliseconds = std::chrono::milliseconds;

    /// Ticks of one collection that are in no chunk yet: figures as what changed since those before.
    struct Stream {
        qint64 series = 0;
        qint64 run = 0;
        std::size_t columns = 0;
        milliseconds first{}, last{};
        qint64 firstTick = 0, lastTick = 0;
        std::size_t count = 0;
        QByteArray bytes;
        // Of one that was made for another file:
        std::vector<std::size_t> places{}; ///< its columns among those of the series; empty: they are
        std::optional<milliseconds> after{}; ///< what is not later is in the file already
    };
    /// What was not on the disk yet when the file went, and what it is of.
    struct Unwritten {
        QString name, kind;
        QByteArray source;
        QStringList figures;
        Stream stream;
    };
    struct Row {
        qint64 series = 0;
        /// Of the collection's figures, by their column of the series; `noPlace`: no longer there; boundOf(figure):
        /// whether that one is a lower bound.
        std::vector<int> places;
        std::size_t first = 0; ///< of its columns among those of the layout
        std::size_t sealAt = 0; ///< so many ticks make its next chunk
        Stream stream;
    };

    static constexpr std::size_t chunkTicks = 300;
    static constexpr int noPlace = -1;
    static constexpr int boundOf(int figure) { return -2 - figure; } ///< and back

    bool open();
    void close();
    void leaveFile();
    Outcome goOn();
    Outcome goOnWith(Unwritten &one);
    Outcome load();
    Outcome loadTicks();
    Outcome arrange(const Snapshot &snapshot);
    Outcome findSeries(const Snapshot &snapshot, std::size_t row, Row &made);
    Outcome findServer(Row &made);
    Outcome addSeries(const QString &name, const QString &kind, const QByteArray &source, const QString &figures,
                      Row &made);
    [[nodiscard]] bool hasRoomFor(const Snapshot &snapshot) const;
    void take(const Snapshot &snapshot);
    void beginRunWhereTimeWentBack(milliseconds time);
    Outcome writeTick(milliseconds time, qint64 tick);
    using Judged = std::map<qint64, QByteArray>; ///< redis/types/judged.h, by series
    Outcome loadJudged();
    Outcome keepJudged(milliseconds time, Judged &changed);
    Outcome keepJudged(milliseconds time, qint64 series, const QByteArray &definition, Judged &changed);
    void follow(milliseconds time, qint64 tick, bool isOnDisk);
    void leave(Stream &stream);
    void leaveAll();
    Outcome work(bool all);
    Outcome seal(const Stream &stream);
    Outcome rollUp(qint64 series, qint64 run, std::size_t step, bool toTheEnd);
    Outcome forgetOld(qint64 series, std::size_t step);
    Outcome forgetTicks();
    Outcome keepSize();
    void fail(const Error &error);

    QString m_path;
    HistoryOptions m_options;
    HistoryState m_state;
    QString m_notice;
    std::unique_ptr<ProcessLock> m_lock;
    std::unique_ptr<HistoryFile> m_file;

    std::shared_ptr<const SnapshotLayout> m_layout; ///< that the rows are of
    qint64 m_layoutId = 0;
    std::vector<Row> m_rows; ///< of the layout, and behind them the server
    std::deque<Stream> m_left; ///< of layouts and runs before, to be packed
    std::vector<double> m_figures; ///< of this tick, in the order of rows and columns
    std::vector<double> m_before; ///< of the tick before
    std::vector<double> m_written; ///< of the newest tick on disk; empty: the next is written as a whole
    WorkspacePtr m_judgedOf; ///< what that is judged by is kept; null: not looked at yet
    Judged m_judged; ///< as it was kept last in this run
    qint64 m_run = 0;
    qint64 m_nextTick = 1;
    qint64 m_sinceWhole = 0;
    qint64 m_forgotten = 0; ///< ticks before this one are not on disk
    std::size_t m_turn = 0; ///< whose row is looked at next
    std::optional<milliseconds> m_last; ///< time of the tick before
    milliseconds m_interval{1000}; ///< between the last ticks
    qsizetype m_held = 0; ///< bytes of all streams
    bool m_isBehind = false; ///< some of them hold what could not be written
    bool m_isUnpacked = false; ///< so do some of those that are left
    std::vector<Unwritten> m_unwritten; ///< of a file that went
};

} // namespace plimsoll::redis

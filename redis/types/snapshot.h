// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/serverinfo.h"
#include "redis/types/sharedchunks.h"
#include "redis/types/workspace.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// Result of one poll, an immutable value shared between threads. Flat (one array of figures for all collections), so
/// that a tick of 10,000 collections costs only a few allocations.
namespace plimsoll {

/// Unknown figure: never 0.
inline constexpr double unknownFigure = std::numeric_limits<double>::quiet_NaN();
inline bool isKnown(double figure)
{
    return !std::isnan(figure);
}

struct Loss;

struct Problem {
    int figure = -1; ///< index into the row's figures; -1: the collection as a whole
    State level = State::Error;
    QString text; ///< "1,200 ready, limit 1,000"
    std::shared_ptr<const Loss> loss{}; ///< reported loss of elements; null: problem of the current data
    bool isSilence = false; ///< the figure is unchanged for too long; only judged over time
};

/// Event of the server or its data between two ticks: figures before and after it are not comparable.
struct ServerEvent {
    enum class Type : quint8 { Restarted, Emptied, Failover, Flushed };

    std::chrono::milliseconds time{}; ///< estimated server time of the event, Unix
    Type type = Type::Restarted;
    double elementsGone = 0; ///< elements lost in collections that lost more than half
    QString text; ///< "restarted, 326,000 elements gone"
    double before = unknownFigure, after = unknownFigure; ///< elements of all collections, if all are known
    std::chrono::milliseconds savedAt{}; ///< Unix time of the save from which the server restored its data; 0: unknown
};

/// Element at a collection's head or top, read at the slower pace of heads.
struct HeadElement {
    QByteArray element;
    double score = unknownFigure;
};

/// Data of a collection other than counts. Shared between snapshots until it is read again.
struct Head {
    std::chrono::milliseconds readAt{}; ///< server time, Unix
    std::vector<HeadElement> elements; ///< top of a leaderboard, last seen of a presence; otherwise oldest first
    /// A consumer of a stream that has made no request for longer than staleAfter.
    struct Silent {
        QByteArray consumer;
        qint64 pending = 0;
        std::chrono::milliseconds since{}; ///< server time
    };
    std::optional<Silent> silent{}; ///< the one that holds the most entries
};

/// Observed holder of a lock, with the time span.
struct Tenure {
    QByteArray holder; ///< token, possibly truncated
    std::chrono::milliseconds from{}; ///< server time
    std::chrono::milliseconds to{}; ///< server time of the observed end; 0: ongoing
};

/// Key found by SCAN, as last read. Properties that its kind lacks are unknown.
struct FoundKey {
    QByteArray key;
    QByteArray id; ///< value of {id}; for a literal key, the key
    std::chrono::milliseconds readAt{}; ///< server time; 0: not read yet
    double count = unknownFigure; ///< entries in the window
    double outside = unknownFigure; ///< entries stored outside the window
    double freeAt = unknownFigure; ///< Unix ms of the next admission; infinite: far above the limit
    double refused = unknownFigure; ///< value of its counter
    double refusedPerMinute = unknownFigure;
    double expiresAt = unknownFigure; ///< Unix ms; infinite: never
    QByteArray holder; ///< content: token of a lock
    std::chrono::milliseconds since{}; ///< server time at which the holder was first seen; 0: not yet
    bool isSinceSeen = false; ///< its beginning was observed: `since` is exact
    double lease = unknownFigure; ///< longest remaining time seen since then, ms
    int renewed = 0; ///< observed renewals of the expiry
    int hands = 0; ///< observed changes of the holder within fifteen minutes
    /// Oldest first, of the last half hour, limited to the newest; null: none known.
    std::shared_ptr<const std::vector<Tenure>> tenures{};
};

/// Keys with a common prefix.
struct KeyGroup {
    QByteArray name;
    qint64 seen = 0;
    double medianLeftMs = unknownFigure; ///< median time left of those that expire
    double together = unknownFigure; ///< largest share that expires within one minute
    qint64 withoutTtl = 0;
};

/// Result of searching for keys: counts, and the first keys in the order of their kind. Shared between snapshots until
/// something is read again.
struct KeysFound {
    static constexpr std::size_t mostShown = 1'000;

    qint64 seen = 0; ///< currently known keys
    double about = unknownFigure; ///< estimated total; unknown until enough was searched
    std::chrono::milliseconds wholeAt{}; ///< server time at which the last complete search ended; 0: none yet
    qint64 unread = 0; ///< known keys not read yet
    std::chrono::milliseconds oldestRead{}; ///< server time of the oldest read of the others
    bool isFull = false; ///< more keys exist than are kept
    std::vector<FoundKey> first; ///< at most mostShown
    std::vector<std::pair<QByteArray, double>> named; ///< keys that the workspace names, and their elements
    std::vector<QByteArray> outside; ///< keys with entries outside the window, most first; at most mostShown
    std::vector<double> ends; ///< expiry times of at most mostShown keys, sampled evenly; infinite: never
    std::vector<qint64> bars; ///< counts per interval, as defined by the kind
    std::vector<KeyGroup> groups; ///< largest first, if the kind has groups

    [[nodiscard]] bool isWhole() const { return wholeAt.count() > 0 && !isFull; }
};

/// Returns the worst warning or critical problem of a figure (-1: the collection as a whole); null if there is none.
const Problem *worstOf(const std::vector<Problem> *problems, int figure);

/// Constant data of the snapshots of a workspace: its collections and the positions of their figures.
struct SnapshotLayout {
    struct Part {
        QByteArray key; ///< expanded key
        const RoleSpec *role = nullptr;
    };
    struct Row {
        QString name;
        const KindInfo *kind = nullptr;
        int firstFigure = 0; ///< index into Snapshot::figures of the first of figures().size() figures
        int firstPart = 0, partCount = 0; ///< index into parts and Snapshot::parts
        std::shared_ptr<const FigureTable> ownFigures{}; ///< null: those of the kind

        /// Figures of the kind first, at the same indices for all its collections.
        [[nodiscard]] std::span<const FigureSpec> figures() const { return figuresOf(ownFigures.get(), *kind); }
        [[nodiscard]] const FigureSpec &figure(int index) const { return figures()[static_cast<std::size_t>(index)]; }
        /// Returns -1 for an unknown id.
        [[nodiscard]] int figureIndex(QStringView id) const { return plimsoll::figureIndex(figures(), id); }
    };
    WorkspacePtr workspace; ///< its collections are the rows, in the same order
    std::vector<Row> rows;
    std::vector<Part> parts; ///< every polled key, for figures of shards and tiers
    int figureCount = 0;

    /// Returns the row of the collection with this name; -1 if there is none.
    [[nodiscard]] int rowNamed(QStringView name) const;
};

/// Properties of a figure, as bits.
enum class FigureNote : quint8 {
    /// Changed since the previous snapshot by our own operation or an event, not only by the application. Its rate
    /// restarts here.
    Jumped = 1,
    AtLeast = 2, ///< observed lower bound, shown with "≥"
    Partial = 4, ///< value of a search that is not complete: its increase is no growth
    Never = 8, ///< unknown, because nothing of this kind will come
    Absent = 16, ///< no value, because there is nothing to measure: an empty queue has no oldest job
    NotYet = 32, ///< no value yet: further polls give one, such as a rate
    LeastZero = 64, ///< no value, because all that was observed is a lower bound of 0
    Estimate = 128, ///< estimate from a sample, shown with "≈"
};
/// Returns whether the bits of a figure contain the note.
[[nodiscard]] constexpr bool isNoted(quint8 bits, FigureNote note)
{
    return (bits & static_cast<quint8>(note)) != 0;
}

struct Rate;

/// Which collections were asked in a tick.
struct AskedRows {
    int count = 0; ///< those that may have changed, or all
    bool isTracking = false; ///< the server tells which keys have changed
    QString whyAll{}; ///< why all are asked although the workspace wants tracking; empty: it does not, or all is well
};

struct Snapshot {
    struct Row {
        State state = State::Ok;
        std::shared_ptr<const std::vector<Problem>> problems; ///< null: none
        std::shared_ptr<const Head> head; ///< null: not read yet, or the kind has none
        /// Rate of the main figure, if the kind has one (Means::Growth); null: none. That of a count that stands still
        /// is as of an earlier time: see rateAt().
        std::shared_ptr<const Rate> rate;
        std::shared_ptr<const KeysFound> found; ///< null: all keys are literal

        friend bool operator==(const Row &, const Row &) = default; ///< the same objects
    };

    quint64 epoch = 0; ///< epoch of the connection; the receiver drops older ones
    quint64 sequence = 0; ///< 1 for the first tick of an epoch
    std::shared_ptr<const SnapshotLayout> layout;
    std::chrono::milliseconds serverTime{}; ///< Unix, from the server's TIME
    /// Server time of the keys, if the snapshot shows one collection in an earlier period; 0: now.
    std::chrono::milliseconds keysAt{};
    std::chrono::steady_clock::time_point taken; ///< local time when the replies were complete
    std::vector<double> figures; ///< indexed by SnapshotLayout::Row::firstFigure; NaN: unknown
    std::vector<quint8> notes; ///< FigureNote bits, indexed like `figures`
    std::vector<double> parts; ///< count of each part; NaN: unknown
    SharedChunks<Row> rows; ///< those that are the same in the snapshot before are shared with it
    ServerState server;
    std::vector<ServerEvent> events; ///< since the previous snapshot
    std::chrono::microseconds roundTrip{}; ///< duration of one small command, on the slowest node
    std::chrono::microseconds pollTime{}; ///< wall time of the whole tick
    std::chrono::microseconds serverShare{}; ///< estimated work of the busiest node
    int commands = 0;
    AskedRows asked;

    [[nodiscard]] std::size_t size() const { return rows.size(); }
    [[nodiscard]] std::span<const double> figuresOf(std::size_t row) const
    {
        const SnapshotLayout::Row &at = layout->rows[row];
        return std::span(figures).subspan(static_cast<std::size_t>(at.firstFigure), at.figures().size());
    }
    [[nodiscard]] double figure(std::size_t row, int index) const { return figures[place(row, index)]; }
    [[nodiscard]] bool has(std::size_t row, int index, FigureNote note) const
    {
        return isNoted(notes[place(row, index)], note);
    }
    /// True if any figure of the row has the note.
    [[nodiscard]] bool has(std::size_t row, FigureNote note) const
    {
        const auto first = notes.begin() + layout->rows[row].firstFigure;
        return std::any_of(first, first + std::ssize(layout->rows[row].figures()),
                           [note](quint8 bits) { return isNoted(bits, note); });
    }
    [[nodiscard]] bool isAtLeast(std::size_t row, int index) const { return has(row, index, FigureNote::AtLeast); }
    [[nodiscard]] bool hasJumped(std::size_t row, int index) const { return has(row, index, FigureNote::Jumped); }
    [[nodiscard]] bool isNever(std::size_t row, int index) const { return has(row, index, FigureNote::Never); }
    [[nodiscard]] bool isPartial(std::size_t row, int index) const { return has(row, index, FigureNote::Partial); }

    [[nodiscard]] std::size_t place(std::size_t row, int index) const
    {
        return static_cast<std::size_t>(layout->rows[row].firstFigure) + static_cast<std::size_t>(index);
    }
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// Returns "restarted", "emptied", "failover" or "flushed".
QLatin1StringView eventId(ServerEvent::Type type);

} // namespace plimsoll

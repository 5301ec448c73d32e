// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/serverinfo.h"
#include "redis/types/workspace.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

/// What one poll saw, as an immutable value shared between threads. Laid out flat (one array of figures for all
/// collections) so that a tick of 10,000 collections costs a handful of allocations.
namespace plimsoll {

/// "Not known" as a figure: never 0 (contract.md §4).
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
    std::shared_ptr<const Loss> loss{}; ///< where it is that elements went; null: of what is read
};

/// What happened to the server or its data between two ticks: figures before and after it are not of one course.
struct ServerEvent {
    enum class Type : quint8 { Restarted, Emptied, Failover, Flushed };

    std::chrono::milliseconds time{}; ///< server time, Unix: when it happened, as near as can be told
    Type type = Type::Restarted;
    double elementsGone = 0; ///< of the collections that lost more than half
    QString text; ///< "restarted, 326,000 elements gone"
    double before = unknownFigure, after = unknownFigure; ///< elements of all collections; where all of them are known
    std::chrono::milliseconds savedAt{}; ///< Unix: when that was saved which the server came back with; 0: not known
};

/// One element at a collection's head or top, read at the slower pace of heads.
struct HeadElement {
    QByteArray element;
    double score = unknownFigure;
};

/// What is read of a collection besides counts. Shared between the snapshots until it is read anew.
struct Head {
    std::chrono::milliseconds readAt{}; ///< server time, Unix
    std::vector<HeadElement> elements; ///< top of a leaderboard, last seen of a presence; else oldest first
};

/// Who was seen to hold a lock, from when to when.
struct Tenure {
    QByteArray holder; ///< the token, as far as it is read
    std::chrono::milliseconds from{}; ///< server time
    std::chrono::milliseconds to{}; ///< when it was seen to be over; 0: it is not
};

/// One of the keys that were found by SCAN, as it was read last. What its kind does not say of a key is not known.
struct FoundKey {
    QByteArray key;
    QByteArray id; ///< what {id} stands for; of a key that is written out, the key
    std::chrono::milliseconds readAt{}; ///< server time; 0: not yet
    double count = unknownFigure; ///< in the window
    double outside = unknownFigure; ///< and outside of it, still stored
    double freeAt = unknownFigure; ///< Unix ms: when the next is let in; infinite: the limit is too far below
    double refused = unknownFigure; ///< as its counter says
    double refusedPerMinute = unknownFigure;
    double expiresAt = unknownFigure; ///< Unix ms; infinite: never
    QByteArray holder; ///< what it holds: the token of a lock
    std::chrono::milliseconds since{}; ///< server time at which that was first seen there; 0: not yet
    bool isSinceSeen = false; ///< it was seen to begin: no lower bound
    double lease = unknownFigure; ///< the longest time left that was seen since, ms
    int renewed = 0; ///< how often its expiry was seen moved on
    int hands = 0; ///< how often another holder was seen, within fifteen minutes
    /// Oldest first, those of the last half hour, and no more than the newest of them; null: none is known.
    std::shared_ptr<const std::vector<Tenure>> tenures{};
};

/// Those of the keys that begin alike.
struct KeyGroup {
    QByteArray name;
    qint64 seen = 0;
    double medianLeftMs = unknownFigure; ///< of those that expire
    double together = unknownFigure; ///< the largest share that expires within one minute
    qint64 withoutTtl = 0;
};

/// What is known of keys that are looked for: how many of how many, and the first of them by what their kind puts
/// first. Shared between the snapshots until something is read anew.
struct KeysFound {
    static constexpr std::size_t mostShown = 1'000;

    qint64 seen = 0; ///< known now
    double about = unknownFigure; ///< how many there are, about; not known where too little was looked through
    std::chrono::milliseconds wholeAt{}; ///< server time when the last look through all keys ended; 0: none has yet
    qint64 unread = 0; ///< of the seen, not read yet
    std::chrono::milliseconds oldestRead{}; ///< of the others, the one read longest ago
    bool isFull = false; ///< there are more than are kept
    std::vector<FoundKey> first; ///< mostShown at the most
    std::vector<QByteArray> outside; ///< keys with entries outside the window, most first; as many at the most
    std::vector<double> ends; ///< when they expire, of mostShown of them at the most, taken evenly; infinite: never
    std::vector<qint64> bars; ///< how many of each stretch, as their kind cuts them
    std::vector<KeyGroup> groups; ///< the largest first, where their kind has such

    [[nodiscard]] bool isWhole() const { return wholeAt.count() > 0 && !isFull; }
};

/// The worst that is said of a figure (-1: of the collection as a whole), other than that it cannot be read; null where
/// nothing is.
const Problem *worstOf(const std::vector<Problem> *problems, int figure);

/// What stays the same from tick to tick for one workspace: which collections, where their figures are.
struct SnapshotLayout {
    struct Part {
        QByteArray key; ///< the expanded key
        const RoleSpec *role = nullptr;
    };
    struct Row {
        QString name;
        const KindInfo *kind = nullptr;
        int firstFigure = 0; ///< into Snapshot::figures; figures().size() of them
        int firstPart = 0, partCount = 0; ///< into parts and Snapshot::parts
        std::shared_ptr<const FigureTable> ownFigures{}; ///< null: those of the kind

        /// The kind's first, at the same places for all of the kind.
        [[nodiscard]] std::span<const FigureSpec> figures() const { return figuresOf(ownFigures.get(), *kind); }
        [[nodiscard]] const FigureSpec &figure(int index) const { return figures()[static_cast<std::size_t>(index)]; }
        /// -1 when there is none of that name.
        [[nodiscard]] int figureIndex(QStringView id) const { return plimsoll::figureIndex(figures(), id); }
    };
    WorkspacePtr workspace; ///< rows are its collections, same order
    std::vector<Row> rows;
    std::vector<Part> parts; ///< every polled key, for the figures of shards and tiers
    int figureCount = 0;
};

/// What is said of a figure besides its value, a bit each.
enum class FigureNote : quint8 {
    /// More changed it since the snapshot before than the application's work: an operation of ours, or an event. Its
    /// rate starts anew here.
    Jumped = 1,
    AtLeast = 2, ///< observed, a lower bound, shown with "≥"
    Partial = 4, ///< it tells what was read so far, and reading goes on: that it grows is no growth
    Never = 8, ///< not known because it is known that nothing of the kind is to come
};
/// Whether the bits kept for a figure hold the note.
[[nodiscard]] constexpr bool isNoted(quint8 bits, FigureNote note)
{
    return (bits & static_cast<quint8>(note)) != 0;
}

struct Rate;

struct Snapshot {
    struct Row {
        State state = State::Ok;
        std::shared_ptr<const std::vector<Problem>> problems; ///< null: none
        std::shared_ptr<const Head> head; ///< null: not read yet, or the kind has none
        std::shared_ptr<const Rate>
            rate; ///< of its main figure, which the kind tells (Means::Growth); null: it does not
        std::shared_ptr<const KeysFound> found; ///< null: its keys are all written out
    };

    quint64 epoch = 0; ///< of the connection that made it; older ones are dropped by the receiver
    quint64 sequence = 0; ///< 1 for the first tick of an epoch
    std::shared_ptr<const SnapshotLayout> layout;
    std::chrono::milliseconds serverTime{}; ///< Unix, by the server's TIME
    /// Of which server time the keys are, where it is one collection as it was in an earlier period; 0: of now.
    std::chrono::milliseconds keysAt{};
    std::chrono::steady_clock::time_point taken; ///< ours, when the replies were in
    std::vector<double> figures; ///< by SnapshotLayout::Row::firstFigure; NaN is not known
    std::vector<quint8> notes; ///< in the places of figures: FigureNote bits
    std::vector<double> parts; ///< count of each part; NaN is not known
    std::vector<Row> rows;
    ServerState server;
    std::vector<ServerEvent> events; ///< since the snapshot before
    std::chrono::microseconds roundTrip{}; ///< of one small command, to the node that takes longest
    std::chrono::microseconds pollTime{}; ///< wall time of the whole tick
    std::chrono::microseconds serverShare{}; ///< what the busiest node worked for it, as near as can be told
    int commands = 0;

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
    /// Of any figure.
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

/// "restarted", "emptied", "failover", "flushed".
QLatin1StringView eventId(ServerEvent::Type type);

} // namespace plimsoll

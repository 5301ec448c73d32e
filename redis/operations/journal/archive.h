// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "redis/types/result.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll::redis {

class JournalFile;

/// One element as an operation found it.
struct ArchivedElement {
    qint64 row = 0; ///< row id in the archive, assigned by the journal
    int step = 0;
    char outcome = 'm'; ///< m moved, d dead-lettered, r removed
    QByteArray element;
    QByteArray score; ///< exact text; empty for none
    QByteArray attempts; ///< before; empty for none
    QByteArray start{}; ///< start in its job record; null: unknown
    QByteArray given{}; ///< new score in place of `score`; or the new element, or the key removed with it
    qint64 place = -1; ///< place in a list when taken, from the old end; -1: none

    static constexpr qint64 besides = 48; ///< approximate bytes of the other columns
    /// Bytes in the archive; archiveWeight in SQL.
    [[nodiscard]] qint64 bytes() const { return element.size() + given.size() + besides; }
};
inline constexpr const char *archiveWeight = "(LENGTH(element) + COALESCE(LENGTH(given), 0) + 48)";

/// Original place of an element taken out of a list, for undo.
struct ArchivedPlace {
    int step = 0;
    char outcome = 'm';
    qint64 place = 0;
    bool isRestored = false;
    QByteArray name; ///< elementName(); only if isRestored
};

/// Name of an element for comparison: its bytes, or a hash if it is long.
QByteArray elementName(const QByteArray &element);

/// Result of one batch, read from its escrow.
struct BatchResult {
    int step = 0;
    qint64 moved = 0, deadLettered = 0, removed = 0, skipped = 0;
    qint64 beside = 0; ///< elements also in keys where they do not count (PlanStep::beside)
    std::vector<ArchivedElement> elements; ///< elements to archive
    std::vector<qint64> restoredRows; ///< undo: archive rows restored
    qint64 rowsGiven = 0; ///< undo by restoring: number of noted rows the batch covered, from the first that is left
    std::optional<qint64> expiresAt; ///< expiry of the key before, Unix ms
};

/// Limits for one read from an archive.
struct ArchiveLimit {
    qint64 rows = 0;
    qint64 bytes = 0;
};

/// The elements that operations moved or removed, as exact bytes, in the journal's file, with which it lives.
class Archive final {
public:
    explicit Archive(const JournalFile &file) : m_file(file) { }

    /// Adds the elements of a batch, marks those that it restored. Call within a transaction.
    [[nodiscard]] Outcome add(const QString &operation, const BatchResult &result) const;

    enum class From : bool { Oldest, Newest };
    /// Elements not restored yet, from the oldest or the newest; at most `limit` (0: all).
    [[nodiscard]] Result<std::vector<ArchivedElement>> elements(const QString &operation, From from,
                                                                qint64 limit = 0) const;
    /// Elements of one step and outcome not restored yet, newest first, before the row `before`, up to `limit`.
    [[nodiscard]] Result<std::vector<ArchivedElement>> part(const QString &operation, const PlanArchive &what,
                                                            std::optional<qint64> before,
                                                            const ArchiveLimit &limit) const;
    /// The rows that are not restored yet, in the given order.
    [[nodiscard]] Result<std::vector<ArchivedElement>> rows(const std::vector<qint64> &rows) const;
    /// Totals not restored yet, by step and outcome; last taken first. Within a step, dead letters come first: of equal
    /// jobs those were taken last.
    [[nodiscard]] Result<std::vector<PlanArchive>> sums(const QString &operation) const;
    /// Places of all elements taken out of lists by place, in the order of taking.
    [[nodiscard]] Result<std::vector<ArchivedPlace>> places(const QString &operation) const;
    /// Number of keys cleaned up and not restored yet whose expiry lies before `now`.
    [[nodiscard]] Result<qint64> keysOverdue(const QString &operation, const PlanArchive &what,
                                             std::chrono::milliseconds now) const;
    /// Expiry of a step's key before the operation, Unix ms.
    [[nodiscard]] std::optional<qint64> expiryBefore(const QString &operation, int step) const;

private:
    const JournalFile &m_file;
};

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/browse.h"
#include "redis/types/errorgroup.h"

#include <vector>

namespace plimsoll::models {

class Fates;

/// Dead letters of one cause.
struct DeadGroup {
    QString error; ///< normalised (errorGroup()): by what they belong together
    QString text; ///< what they have in common: the numbers that are the same in all are there
    QString jobClass; ///< of the first; "…" is in the text when there are several
    int classes = 0; ///< how many different ones
    qint64 count = 0;
    std::optional<std::chrono::milliseconds> first, last; ///< when they were last worked on or made, Unix
    std::vector<Element> letters; ///< the first of them, to be looked at one by one
};

/// Dead letters grouped by normalised error, the largest group first, made from pages as they come. GUI thread.
class DeadGroupModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        ErrorRole, ///< QString: the group, empty for letters without an error
        EmptyRole, ///< bool: nothing is left of it
        FateRole, ///< QString: what an operation did to it
    };
    enum class Column { Error, Class, Count, First, Last };

    explicit DeadGroupModel(QObject *parent = nullptr) : RowsModel(parent) { }

    /// A new count begins; rows stay until finish().
    void begin();
    void add(const std::vector<Element> &letters);
    /// The rows become what was added since begin(). Held: those there are keep their places, with 0 where nothing is
    /// left, and new ones come behind them.
    void finish(std::chrono::milliseconds serverNow, bool held);
    /// What operations did to whole groups; null: nobody notes it.
    void setFates(Fates *fates);
    /// Letters added since begin().
    [[nodiscard]] qint64 counted() const { return m_counted; }
    [[nodiscard]] const DeadGroup &groupAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int causes() const; ///< groups of which something is left
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Counting {
        DeadGroup group;
        ErrorParts parts; ///< what its messages have in common
        QStringList classes; ///< seen so far, a few
        qsizetype bytes = 0; ///< of the letters kept
    };

    Fates *m_fates = nullptr;
    std::vector<DeadGroup> m_rows;
    QHash<QString, Counting> m_counting;
    qint64 m_counted = 0;
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::models

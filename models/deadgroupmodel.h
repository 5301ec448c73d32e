// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/browse.h"

#include <vector>

namespace plimsoll::models {

/// Dead letters of one cause.
struct DeadGroup {
    QString error; ///< normalised (errorGroup()): what the members have in common
    QString jobClass; ///< of the first; "…" is in the text when there are several
    int classes = 0; ///< how many different ones
    qint64 count = 0;
    std::optional<std::chrono::milliseconds> first, last; ///< when they were last worked on or made, Unix
};

/// Dead letters grouped by normalised error, the largest group first, made from pages as they come. GUI thread.
class DeadGroupModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole + 1, ErrorRole /**< QString: the group, empty for letters without an error */ };
    enum class Column { Error, Class, Count, First, Last };

    explicit DeadGroupModel(QObject *parent = nullptr) : RowsModel(parent) { }

    /// A new count begins; rows stay until finish().
    void begin();
    void add(const std::vector<Element> &letters);
    /// The rows become what was added since begin().
    void finish(std::chrono::milliseconds serverNow);
    /// Letters added since begin().
    [[nodiscard]] qint64 counted() const { return m_counted; }
    [[nodiscard]] const DeadGroup &groupAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Counting {
        DeadGroup group;
        QStringList classes; ///< seen so far, a few
    };

    std::vector<DeadGroup> m_rows;
    QHash<QString, Counting> m_counting;
    qint64 m_counted = 0;
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::models

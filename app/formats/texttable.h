// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <vector>

namespace plimsoll::app {

/// Columns aligned with spaces for a terminal. Figures stand on the right, words on the left.
class TextTable {
public:
    struct Column {
        QString title;
        bool right = false;
    };

    explicit TextTable(std::vector<Column> columns);

    /// Room for so many rows: moving 100,000 cells costs as much as making them.
    void reserve(std::size_t rows);
    /// As many cells as columns.
    void add(const QStringList &cells);
    /// The next cell, row by row.
    void add(QStringView cell);
    [[nodiscard]] QString text() const;

private:
    std::vector<Column> m_columns;
    std::vector<qsizetype> m_widths; ///< of what is in the columns so far
    QString m_text; ///< of all cells, row by row; the first row are the titles
    std::vector<qsizetype> m_lengths; ///< of each cell's text
};

} // namespace plimsoll::app

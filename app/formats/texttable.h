// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <vector>

namespace plimsoll::app {

/// A text table for a terminal, aligned with spaces. Numbers are right-aligned, words left-aligned.
class TextTable {
public:
    struct Column {
        QString title;
        bool right = false;
    };

    explicit TextTable(std::vector<Column> columns);

    /// Reserves `rows` rows; otherwise moving 100,000 cells costs as much as creating them.
    void reserve(std::size_t rows);
    /// Adds a row. `cells` has one entry per column.
    void add(const QStringList &cells);
    /// Adds the next cell, row by row.
    void add(QStringView cell);
    [[nodiscard]] QString text() const;

private:
    std::vector<Column> m_columns;
    std::vector<qsizetype> m_widths; ///< width of each column's longest cell
    QString m_text; ///< all cells, row by row; the first row holds the titles
    std::vector<qsizetype> m_lengths; ///< length of each cell
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace plimsoll::app {

/// Columns aligned with spaces for a terminal. Figures stand on the right, words on the left.
class TextTable {
public:
    struct Column {
        QString title;
        bool right = false;
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) { }

    /// As many cells as columns.
    void add(const QStringList &cells) { m_rows.push_back(cells); }
    [[nodiscard]] QString text() const;

private:
    std::vector<Column> m_columns;
    std::vector<QStringList> m_rows;
};

} // namespace plimsoll::app

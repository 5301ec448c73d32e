// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/texttable.h"

#include <algorithm>
#include <numeric>

namespace plimsoll::app {

namespace {

constexpr QLatin1StringView gap("  ");

} // namespace

TextTable::TextTable(std::vector<Column> columns) : m_columns(std::move(columns)), m_widths(m_columns.size(), 0)
{
    for (const Column &column : m_columns) {
        add(column.title.toUpper());
    }
}

void TextTable::add(const QStringList &cells)
{
    for (const QString &cell : cells) {
        add(cell);
    }
}

void TextTable::add(const QString &cell)
{
    qsizetype &width = m_widths[m_cells.size() % m_columns.size()];
    width = std::max(width, cell.size());
    m_cells.push_back(cell);
}

QString TextTable::text() const
{
    const qsizetype line = std::accumulate(m_widths.begin(), m_widths.end(), qsizetype{0})
        + gap.size() * static_cast<qsizetype>(m_columns.size());
    QString out;
    out.reserve(line * static_cast<qsizetype>(m_cells.size() / m_columns.size()));
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const std::size_t column = i % m_columns.size();
        if (column > 0) {
            out += gap;
        }
        const qsizetype padding = m_widths[column] - m_cells[i].size();
        if (m_columns[column].right) {
            out.resize(out.size() + padding, u' ');
            out += m_cells[i];
        } else {
            out += m_cells[i];
            out.resize(out.size() + padding, u' ');
        }
        if (column + 1 == m_columns.size()) {
            while (out.endsWith(u' ')) {
                out.chop(1);
            }
            out += u'\n';
        }
    }
    return out;
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/texttable.h"

#include <algorithm>
#include <numeric>

namespace plimsoll::app {

namespace {

constexpr qsizetype gap = 2; ///< spaces between columns
constexpr qsizetype usualCell = 8;

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

void TextTable::add(QStringView cell)
{
    qsizetype &width = m_widths[m_lengths.size() % m_columns.size()];
    width = std::max(width, cell.size());
    m_lengths.push_back(cell.size());
    m_text += cell;
}

void TextTable::reserve(std::size_t rows)
{
    const std::size_t cells = (rows + 1) * m_columns.size();
    m_lengths.reserve(cells);
    m_text.reserve(static_cast<qsizetype>(cells) * usualCell);
}

QString TextTable::text() const
{
    const qsizetype line = std::accumulate(m_widths.begin(), m_widths.end(), qsizetype{0})
        + static_cast<qsizetype>(m_columns.size()) * gap;
    // Filled with spaces and then overwritten: one allocation, none per cell.
    QString out(line * static_cast<qsizetype>(m_lengths.size() / m_columns.size()), u' ');
    QChar *at = out.data();
    const QChar *cell = m_text.constData();
    QChar *end = at; // end of the line without trailing spaces
    for (std::size_t i = 0; i < m_lengths.size(); ++i) {
        const std::size_t column = i % m_columns.size();
        const qsizetype length = m_lengths[i];
        const qsizetype padding = m_columns[column].right ? m_widths[column] - length : 0;
        QChar *written = std::copy(cell, cell + length, at + padding);
        cell += length;
        if (length > 0) {
            end = written;
        }
        at += m_widths[column] + gap;
        if (column + 1 == m_columns.size()) {
            *end++ = u'\n';
            at = end;
        }
    }
    out.truncate(at - out.constData());
    return out;
}

} // namespace plimsoll::app

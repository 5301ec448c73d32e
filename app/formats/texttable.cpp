// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/texttable.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace plimsoll::app {

namespace {

constexpr qsizetype gap = 2; ///< spaces between columns
constexpr qsizetype usualCell = 8;

} // namespace

Ink inkOf(State state)
{
    switch (state) {
    case State::Ok:
        break;
    case State::Unknown:
        return Ink::Quiet;
    case State::Warning:
        return Ink::Warning;
    case State::Critical:
    case State::Error:
        return Ink::Critical;
    }
    return Ink::Plain;
}

QString inked(const QString &text, Ink ink, Colour colour)
{
    // Bold, faint, yellow, red: the person's terminal says which yellow and red.
    static constexpr std::array codes{"", "1", "2", "33", "31"};
    return colour == Colour::Off || ink == Ink::Plain
        ? text
        : QStringLiteral("\x1b[%1m%2\x1b[0m").arg(QLatin1StringView(codes.at(static_cast<std::size_t>(ink))), text);
}

TextTable::TextTable(std::vector<Column> columns, Colour colour)
    : m_columns(std::move(columns)), m_colour(colour), m_widths(m_columns.size(), 0)
{
    for (const Column &column : m_columns) {
        add(column.title.toUpper(), Ink::Heading);
    }
}

void TextTable::add(const QStringList &cells)
{
    for (const QString &cell : cells) {
        add(cell);
    }
}

void TextTable::add(QStringView cell, Ink ink)
{
    if (m_colour == Colour::On) {
        m_inks.push_back(ink);
    }
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

QString TextTable::colouredText() const
{
    QString out;
    qsizetype at = 0;
    qsizetype due = 0; // spaces before the next cell with text
    for (std::size_t i = 0; i < m_lengths.size(); ++i) {
        const std::size_t column = i % m_columns.size();
        const qsizetype padding = m_widths[column] - m_lengths[i];
        const bool isRight = m_columns[column].right;
        if (m_lengths[i] > 0) {
            out +=
                QString(due + (isRight ? padding : 0), u' ') + inked(m_text.mid(at, m_lengths[i]), m_inks[i], m_colour);
            due = 0;
        }
        due += (m_lengths[i] > 0 ? (isRight ? 0 : padding) : m_widths[column]) + gap;
        at += m_lengths[i];
        if (column + 1 == m_columns.size()) {
            out += u'\n';
            due = 0;
        }
    }
    return out;
}

QString TextTable::text() const
{
    if (m_colour == Colour::On) {
        return colouredText();
    }
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

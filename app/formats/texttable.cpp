// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/texttable.h"

#include <algorithm>

namespace plimsoll::app {

QString TextTable::text() const
{
    std::vector<qsizetype> widths;
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        qsizetype width = m_columns[column].title.size();
        for (const QStringList &row : m_rows) {
            width = std::max(width, row.value(static_cast<qsizetype>(column)).size());
        }
        widths.push_back(width);
    }
    const auto line = [&](const auto &cell) {
        QString out;
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const QString value = cell(column);
            out += column == 0 ? QString() : QStringLiteral("  ");
            out += m_columns[column].right ? value.rightJustified(widths[column]) : value.leftJustified(widths[column]);
        }
        while (out.endsWith(u' ')) {
            out.chop(1);
        }
        return out + u'\n';
    };
    QString out = line([&](std::size_t column) { return m_columns[column].title.toUpper(); });
    for (const QStringList &row : m_rows) {
        out += line([&](std::size_t column) { return row.value(static_cast<qsizetype>(column)); });
    }
    return out;
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/chunk.h"
#include "redis/history/figuredeltas.h"
#include "redis/types/snapshot.h"

#include <QSqlQuery>
#include <QVariant>

#include <map>
#include <span>

namespace plimsoll::redis {

/// Decodes consecutive ticks, starting with one that is stored completely.
class Ticks final {
public:
    /// Returns false if no complete tick was read yet, or the data are damaged.
    bool next(const QSqlQuery &row)
    {
        if (row.value(3).toLongLong() != m_layout) {
            m_layout = row.value(3).toLongLong();
            const QByteArray series = row.value(6).toByteArray();
            ByteReader in(series);
            m_series.clear();
            std::size_t columns = 0;
            while (!in.atEnd() && in.ok()) {
                const auto id = static_cast<qint64>(in.number());
                const std::size_t own = in.count(mostPoints);
                m_series[id] = {columns, own};
                columns += own;
            }
            m_figures.assign(columns, unknownFigure);
            m_known = false;
        }
        if (row.value(4).toBool()) {
            std::fill(m_figures.begin(), m_figures.end(), unknownFigure);
            m_known = true;
        }
        const QByteArray bytes = row.value(5).toByteArray();
        ByteReader in(bytes);
        m_isDamaged = (m_isDamaged && !row.value(4).toBool()) || (m_known && !readFigures(in, m_figures));
        m_known = m_known && !m_isDamaged;
        return m_known;
    }
    /// True if the current tick, or one on which it depends, is damaged.
    [[nodiscard]] bool isDamaged() const { return m_isDamaged; }
    [[nodiscard]] std::span<const double> of(qint64 series) const
    {
        const auto found = m_series.find(series);
        return found == m_series.end() ? std::span<const double>()
                                       : std::span(m_figures).subspan(found->second.first, found->second.second);
    }
    [[nodiscard]] const std::vector<double> &figures() const { return m_figures; } ///< all series
    [[nodiscard]] const auto &series() const { return m_series; } ///< first column and number of columns, by series id

private:
    qint64 m_layout = -1;
    std::map<qint64, std::pair<std::size_t, std::size_t>> m_series; ///< first column and number of columns
    std::vector<double> m_figures;
    bool m_known = false, m_isDamaged = false;
};

inline const QString ticksFrom =
    QStringLiteral("SELECT t.id, t.time, t.run, t.layout, t.whole, t.figures, l.series FROM ticks t"
                   " JOIN layouts l ON l.id = t.layout WHERE t.id >= ? ORDER BY t.id");

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QByteArray>

#include <deque>
#include <vector>

namespace plimsoll {

/// Figures of a collection that has more than its kind, or other titles: first those of the kind, then those from its
/// definition. Owns their names. Immutable once shared.
class FigureTable final {
public:
    explicit FigureTable(const KindInfo &kind) : m_figures(kind.figures.begin(), kind.figures.end()) { }
    Q_DISABLE_COPY_MOVE(FigureTable)

    /// `title` is shown unchanged; `help` has static lifetime and is translated with context "figures".
    void add(const QByteArray &id, const QByteArray &title, const char *help, Unit unit = Unit::Count)
    {
        const QByteArray &ownId = m_texts.emplace_back(id);
        const QByteArray &ownTitle = m_texts.emplace_back(title);
        m_figures.push_back({QLatin1StringView(ownId), ownTitle.constData(), help, unit});
    }

    /// Replaces the title of a figure, by its index; it is shown unchanged.
    void rename(int figure, const QByteArray &title)
    {
        m_figures[static_cast<std::size_t>(figure)].title = m_texts.emplace_back(title).constData();
    }

    [[nodiscard]] std::span<const FigureSpec> all() const { return m_figures; }

private:
    std::deque<QByteArray> m_texts; // addresses stay valid
    std::vector<FigureSpec> m_figures;
};

/// Returns the collection's own figures, or those of its kind if `own` is null.
[[nodiscard]] inline std::span<const FigureSpec> figuresOf(const FigureTable *own, const KindInfo &kind)
{
    return own != nullptr ? own->all() : kind.figures;
}

} // namespace plimsoll

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace plimsoll::models {

/// The roles of a cell beyond those of Qt, the same in every table. A model leaves out what it has no use for.
enum CellRole {
    SortRole = Qt::UserRole + 1, ///< number behind the text: durations and times in ms; the text if there is none
    FilterRole, ///< QString: all text that the filter searches
    IdRole, ///< QString or QByteArray: identity of the row
    // The delegate paints these.
    StyleRole, ///< int of Cell, of the header
    SeverityRole, ///< int of State: colour of a badge or a sparkline
    FigureStateRole, ///< int of State of the figure in the cell, which is marked if it is in trouble
    ChangedRole, ///< bool: flash once
    StaleRole, ///< bool: out of date, painted grey
    StruckRole, ///< bool: strike out
    NoteRole, ///< QString: note next to the text, not struck out
    MonospaceRole, ///< bool: false if a Mono cell holds a placeholder in words
    PinnedRole, ///< bool: highlight the row like a selected one
    TrendRole, ///< QVector<float>
    LimitRole, ///< double: dashed line in a trend; unknown: none
    ShareRole, ///< double: length of a bar, 0 to 1
    EndlessRole, ///< bool: unlimited bar, hatched and framed as a warning
    SeriesRole, ///< int: index of a series colour; bars default to the first
    OwnRole, ///< first role that means something in one model only
};

/// The painting style of a column's cells.
enum class Cell {
    Text,
    Mono, ///< keys, ids, members
    Figure, ///< right-aligned with tabular digits
    Badge, ///< badge for a problem, otherwise a word
    Sparkline,
    Bar, ///< a share from 0 to 1
    Series, ///< text with a square in the series colour
    Check, ///< check mark that can be ticked (Qt::CheckStateRole), or a word in its place
};

} // namespace plimsoll::models

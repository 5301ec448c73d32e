// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/state.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <vector>

namespace plimsoll::app {

/// Whether a text has the escape sequences of colours: on a terminal whose person wants them (showsColour()).
enum class Colour : bool { Off, On };

/// Meaning of a text, which its colour repeats.
enum class Ink : quint8 { Plain, Heading, Quiet, Warning, Critical };
/// The ink of a state: none if ok.
Ink inkOf(State state);
/// The text in that ink, or as it is.
QString inked(const QString &text, Ink ink, Colour colour);

/// A text table for a terminal, aligned with spaces. Numbers are right-aligned, words left-aligned.
class TextTable {
public:
    struct Column {
        QString title;
        bool right = false;
    };

    explicit TextTable(std::vector<Column> columns, Colour colour = Colour::Off);

    /// Reserves `rows` rows; otherwise moving 100,000 cells costs as much as creating them.
    void reserve(std::size_t rows);
    /// Adds a row. `cells` has one entry per column.
    void add(const QStringList &cells);
    /// Adds the next cell, row by row.
    void add(QStringView cell, Ink ink = Ink::Plain);
    [[nodiscard]] QString text() const;

private:
    [[nodiscard]] QString colouredText() const;

    std::vector<Column> m_columns;
    Colour m_colour;
    std::vector<qsizetype> m_widths; ///< width of each column's longest cell
    QString m_text; ///< all cells, row by row; the first row holds the titles
    std::vector<qsizetype> m_lengths; ///< length of each cell
    std::vector<Ink> m_inks; ///< one for each cell; empty without colour
};

} // namespace plimsoll::app

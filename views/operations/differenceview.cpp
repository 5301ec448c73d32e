// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/differenceview.h"

#include "redis/types/printable.h"
#include "views/theme/theme.h"

#include <QTextBlock>

#include <array>

namespace plimsoll::views {

namespace {

constexpr qsizetype longestDifferenceLine = 2'000;

} // namespace

DifferenceView::DifferenceView(Theme *theme, QWidget *parent) : QPlainTextEdit(parent), m_theme(theme)
{
    setReadOnly(true);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setWordWrapMode(QTextOption::WrapAnywhere);
    setFont(theme->monoFont());
    connect(theme, &Theme::changed, this, [this] {
        setFont(m_theme->monoFont());
        colour();
    });
}

void DifferenceView::setLines(const std::vector<models::DifferenceLine> &lines)
{
    static constexpr std::array marks{"  ", "− ", "+ ", "  "};
    m_lines = lines;
    QStringList texts;
    for (const models::DifferenceLine &line : lines) {
        texts.append(QString::fromUtf8(marks.at(std::size_t(line.is)))
                     + printable(line.text.toUtf8(), longestDifferenceLine));
    }
    setPlainText(texts.join(QLatin1Char('\n')));
    colour();
}

void DifferenceView::colour()
{
    using Is = models::DifferenceLine::Is;
    const Tokens &tokens = m_theme->tokens();
    QList<QTextEdit::ExtraSelection> selections;
    QTextBlock block = document()->firstBlock();
    for (const models::DifferenceLine &line : m_lines) {
        if (line.is == Is::Gone || line.is == Is::New) {
            QTextEdit::ExtraSelection selection;
            selection.cursor = QTextCursor(block);
            selection.format.setForeground(line.is == Is::Gone ? tokens.critical : tokens.good);
            selection.format.setBackground(line.is == Is::Gone ? tokens.criticalBackground : tokens.badge);
            selection.format.setProperty(QTextFormat::FullWidthSelection, true);
            selections.append(selection);
            selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            selections.append(selection);
        }
        block = block.next();
    }
    setExtraSelections(selections);
}

} // namespace plimsoll::views

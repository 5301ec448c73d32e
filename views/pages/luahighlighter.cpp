// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/luahighlighter.h"

#include "views/theme/theme.h"

#include <QRegularExpression>

namespace plimsoll::views {

LuaHighlighter::LuaHighlighter(const Theme *theme, QTextDocument *document)
    : QSyntaxHighlighter(document), m_theme(theme)
{
    connect(theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void LuaHighlighter::highlightBlock(const QString &text)
{
    static const QRegularExpression part(QStringLiteral(
        R"re((?<comment>--.*$)|(?<text>'[^']*')|(?<word>\b(?:local|if|then|else|end|for|in|do|return|not|and|or|nil|false|true|[A-Z]{3,})\b))re"));
    const Tokens &tokens = m_theme->tokens();
    QTextCharFormat comment;
    comment.setForeground(tokens.secondaryText);
    QTextCharFormat quoted;
    quoted.setForeground(tokens.series[2]);
    QTextCharFormat word;
    word.setForeground(tokens.series[0]);
    QTextCharFormat guard;
    guard.setBackground(m_unguarded ? tokens.criticalBackground : tokens.selection);
    guard.setFontStrikeOut(m_unguarded);
    const bool isGuard = text.endsWith(QLatin1String("-- guard"));
    if (isGuard) {
        setFormat(0, static_cast<int>(text.size()), guard);
    }
    for (auto found = part.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        QTextCharFormat format = match.hasCaptured(u"comment") ? comment : match.hasCaptured(u"text") ? quoted : word;
        if (isGuard) {
            format.setBackground(guard.background());
            format.setFontStrikeOut(m_unguarded);
        }
        setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), format);
    }
}

} // namespace plimsoll::views

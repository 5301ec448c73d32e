// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace plimsoll::views {

class Theme;

/// Colours keywords, strings and comments of a Lua script, and highlights the lines that end in "-- guard", which the
/// script needs to be correct. GUI thread.
class LuaHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT

public:
    LuaHighlighter(const Theme *theme, QTextDocument *document);

    /// Strikes out the guard lines, for a script that runs without them.
    void setUnguarded(bool unguarded) { m_unguarded = unguarded; }

protected:
    void highlightBlock(const QString &text) override;

private:
    const Theme *m_theme;
    bool m_unguarded = false;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace plimsoll::views {

class Theme;

/// Colours words, texts and comments of a script; lines that end in "-- guard", without which it would be wrong, stand
/// out. GUI thread.
class LuaHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT

public:
    LuaHighlighter(const Theme *theme, QTextDocument *document);

    /// The marked lines are struck out: the script runs without them.
    void setUnguarded(bool unguarded) { m_unguarded = unguarded; }

protected:
    void highlightBlock(const QString &text) override;

private:
    const Theme *m_theme;
    bool m_unguarded = false;
};

} // namespace plimsoll::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats/texttable.h"
#include "redis/types/result.h"

#include <QObject>
#include <QSize>
#include <QString>

#include <memory>
#include <vector>

namespace plimsoll::app {

/// A piece of a line on a terminal.
struct ScreenText {
    QString text;
    Ink ink = Ink::Plain;
};

struct ScreenLine {
    std::vector<ScreenText> texts;
    bool isSelected = false; ///< the whole line is shown in reverse
};

/// A key as a person pressed it.
struct KeyPress {
    enum class Key { Text, Up, Down, PageUp, PageDown, Home, End, Enter, Escape, Backspace, Interrupt };
    Key key = Key::Text;
    QString text; ///< one character, with Key::Text
};

/// Columns that a text takes on a terminal: wide characters take two.
int columnsOf(const QString &text);
/// The text in at most `columns`, with an ellipsis where it is cut.
QString cutTo(const QString &text, int columns);

/// The terminal of standard input and output as a whole screen (ncurses). While it is open, log lines do not reach the
/// terminal. Ctrl+Z suspends the program as in any shell. At most one instance; main thread, with an event loop.
class TerminalScreen final : public QObject {
    Q_OBJECT

public:
    /// Fails where standard input or output is no terminal, or one without a movable cursor.
    static Result<std::unique_ptr<TerminalScreen>> open();
    /// Gives the terminal back as it was.
    ~TerminalScreen() override;
    Q_DISABLE_COPY_MOVE(TerminalScreen)

    [[nodiscard]] static QSize size();
    /// Shows the lines from the top; what does not fit is cut off.
    static void show(const std::vector<ScreenLine> &lines);

signals:
    void pressed(const plimsoll::app::KeyPress &key);
    void resized();
    void closed(); ///< the terminal is gone

private:
    TerminalScreen();
    void readKeys();
    void suspend();

    struct Resources;
    std::unique_ptr<Resources> m_resources;
};

} // namespace plimsoll::app

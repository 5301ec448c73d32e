// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QStringList>
#include <QTemporaryDir>

#include <optional>

namespace plimsoll::testing {

/// A program in a terminal of its own, driven by keys and read as a person sees it. The terminal is a tmux server on a
/// socket in a private folder, which is also the program's home. Fails the program (qFatal) when tmux is missing.
class Terminal final {
public:
    explicit Terminal(QSize size = {80, 24});
    /// Ends the program and its terminal.
    ~Terminal();
    Q_DISABLE_COPY_MOVE(Terminal)

    /// Starts a program, given as a shell's command line, with this environment besides PATH, HOME and LC_ALL.
    void start(const QString &command, const QStringList &environment = {});
    /// Types text as it is.
    void type(const QString &text);
    /// Presses a key by tmux's name for it: "Enter", "Tab", "Up", "PageDown", "C-c".
    void press(const QString &key);
    void resize(QSize size);

    /// The visible lines, without trailing spaces.
    [[nodiscard]] QString screen() const;
    /// The visible lines with the escape sequences of colours.
    [[nodiscard]] QString colouredScreen() const;
    /// The exit code of the program once it has ended, else nothing.
    [[nodiscard]] std::optional<int> exitCode() const;
    [[nodiscard]] QString folder() const { return m_folder.path(); }

private:
    QString tmux(const QStringList &arguments) const;

    QSize m_size;
    QTemporaryDir m_folder;
};

} // namespace plimsoll::testing

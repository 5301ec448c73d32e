// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminalscreen.h"

#include "app/formats/clitext.h"
#include "app/cli/output.h"

#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#define NCURSES_NOMACROS // its macros have names such as timeout() and clear()
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace plimsoll::app {

namespace {

constexpr int escapeDelay = 25; // ms that the rest of a key's sequence may take after Escape
constexpr wint_t controlC = 3;
constexpr wint_t controlH = 8;
constexpr wint_t controlZ = 26;
constexpr wint_t escape = 27;
constexpr wint_t rubout = 127;

std::array<int, 2> sizeWake{-1, -1}; // a pipe; write() is async-signal-safe

extern "C" void noteResize(int)
{
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(sizeWake[1], &byte, 1);
}

constexpr short warningPair = 1;
constexpr short criticalPair = 2;
bool hasInks = false; ///< the pairs are made

/// Sets how the following text looks. A selected line is in reverse, where colours are hard to read.
void setInk(Ink ink, bool isSelected)
{
    const bool isTrouble = ink == Ink::Warning || ink == Ink::Critical;
    const attr_t attributes = isSelected                 ? A_REVERSE
        : ink == Ink::Heading || (isTrouble && !hasInks) ? A_BOLD
        : ink == Ink::Quiet                              ? A_DIM
                                                         : A_NORMAL;
    const short pair = isSelected || !isTrouble || !hasInks ? short{0}
        : ink == Ink::Warning                               ? warningPair
                                                            : criticalPair;
    ::wattr_set(::stdscr, attributes, pair, nullptr);
}

std::optional<KeyPress::Key> namedKey(wint_t code)
{
    using Key = KeyPress::Key;
    static constexpr std::array known{
        std::pair(KEY_UP, Key::Up),        std::pair(KEY_DOWN, Key::Down),
        std::pair(KEY_PPAGE, Key::PageUp), std::pair(KEY_NPAGE, Key::PageDown),
        std::pair(KEY_HOME, Key::Home),    std::pair(KEY_END, Key::End),
        std::pair(KEY_ENTER, Key::Enter),  std::pair(KEY_BACKSPACE, Key::Backspace),
        std::pair(KEY_LEFT, Key::Escape),  std::pair(KEY_RIGHT, Key::Enter),
    };
    const auto *const found = std::find_if(
        known.begin(), known.end(), [code](const auto &entry) { return static_cast<wint_t>(entry.first) == code; });
    return found == known.end() ? std::nullopt : std::optional(found->second);
}

std::optional<KeyPress> typedKey(wint_t code)
{
    using Key = KeyPress::Key;
    switch (code) {
    case controlC:
        return KeyPress{Key::Interrupt, {}};
    case escape:
        return KeyPress{Key::Escape, {}};
    case controlH:
    case rubout:
        return KeyPress{Key::Backspace, {}};
    case L'\r':
    case L'\n':
        return KeyPress{Key::Enter, {}};
    default:
        break;
    }
    const auto character = static_cast<char32_t>(code);
    return code < L' ' ? std::nullopt : std::optional(KeyPress{Key::Text, QString::fromUcs4(&character, 1)});
}

} // namespace

struct TerminalScreen::Resources {
    SCREEN *screen = nullptr;
    int standardError = -1; ///< the real one, while another takes its place; -1: not replaced
    struct sigaction formerAction { };
    std::unique_ptr<QSocketNotifier> keys, sizes;
};

int columnsOf(const QString &text)
{
    int columns = 0;
    for (const uint character : text.toUcs4()) {
        columns += std::max(0, ::wcwidth(static_cast<wchar_t>(character)));
    }
    return columns;
}

QString cutTo(const QString &text, int columns)
{
    if (columns <= 0) {
        return {};
    }
    if (columnsOf(text) <= columns) {
        return text;
    }
    QString kept;
    int used = 1; // the ellipsis
    for (const uint character : text.toUcs4()) {
        const int width = std::max(0, ::wcwidth(static_cast<wchar_t>(character)));
        if (used + width > columns) {
            break;
        }
        used += width;
        const auto one = static_cast<char32_t>(character);
        kept += QString::fromUcs4(&one, 1);
    }
    return kept + u'\u2026';
}

Result<std::unique_ptr<TerminalScreen>> TerminalScreen::open()
{
    if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) {
        return Error{ErrorKind::Storage, tr("top needs a terminal; snapshot prints the same figures anywhere")};
    }
    std::unique_ptr<TerminalScreen> opened(new TerminalScreen);
    if (opened->m_resources->screen == nullptr) {
        return Error{ErrorKind::Storage,
                     tr("TERM=%1: unknown terminal; the package ncurses-term may have it")
                         .arg(QString::fromLocal8Bit(qgetenv("TERM")))};
    }
    return opened;
}

TerminalScreen::TerminalScreen() : m_resources(std::make_unique<Resources>())
{
    m_resources->screen = ::newterm(nullptr, stdout, stdin);
    if (m_resources->screen == nullptr) {
        return;
    }
    if (::isatty(STDERR_FILENO) != 0) {
        const int former = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3); // NOLINT(cppcoreguidelines-pro-type-vararg)
        const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC); // NOLINT(cppcoreguidelines-pro-type-vararg)
        m_resources->standardError = former;
        if (nothing >= 0) {
            ::dup2(nothing, STDERR_FILENO);
            ::close(nothing);
        }
    }
    ::raw(); // Ctrl+C and Ctrl+Z are keys: a handler of theirs could run in any thread
    ::noecho();
    ::nonl();
    ::keypad(::stdscr, true);
    ::nodelay(::stdscr, true);
    ::set_escdelay(escapeDelay);
    ::curs_set(0);
    if (showsColour() && ::has_colors()) {
        ::start_color();
        ::use_default_colors();
        ::init_pair(warningPair, COLOR_YELLOW, -1);
        ::init_pair(criticalPair, COLOR_RED, -1);
        hasInks = true;
    }
    m_resources->keys = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(m_resources->keys.get(), &QSocketNotifier::activated, this, &TerminalScreen::readKeys);
    if (::pipe2(sizeWake.data(), O_CLOEXEC | O_NONBLOCK) == 0) {
        m_resources->sizes = std::make_unique<QSocketNotifier>(sizeWake[0], QSocketNotifier::Read);
        connect(m_resources->sizes.get(), &QSocketNotifier::activated, this, [this] {
            std::array<char, 64> bytes{};
            [[maybe_unused]] const ssize_t got = ::read(sizeWake[0], bytes.data(), bytes.size());
            winsize now{};
            const int told = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &now); // NOLINT(cppcoreguidelines-pro-type-vararg)
            if (told == 0 && now.ws_row > 0 && now.ws_col > 0) {
                ::resizeterm(now.ws_row, now.ws_col);
                ::clearok(::stdscr, true); // the terminal may have moved what was there
                emit resized();
            }
        });
        struct sigaction action { };
        action.sa_handler = noteResize;
        action.sa_flags = SA_RESTART;
        ::sigaction(SIGWINCH, &action, &m_resources->formerAction);
    }
}

TerminalScreen::~TerminalScreen()
{
    if (m_resources->sizes) {
        ::sigaction(SIGWINCH, &m_resources->formerAction, nullptr);
        m_resources->sizes.reset();
        for (int &end : sizeWake) {
            ::close(std::exchange(end, -1));
        }
    }
    m_resources->keys.reset();
    if (m_resources->screen != nullptr) {
        ::endwin();
        ::delscreen(m_resources->screen);
    }
    if (m_resources->standardError >= 0) {
        ::dup2(m_resources->standardError, STDERR_FILENO);
        ::close(m_resources->standardError);
    }
}

QSize TerminalScreen::size()
{
    return {::getmaxx(::stdscr), ::getmaxy(::stdscr)};
}

void TerminalScreen::show(const std::vector<ScreenLine> &lines)
{
    const QSize room = size();
    ::werase(::stdscr);
    for (int row = 0; row < std::min(room.height(), static_cast<int>(lines.size())); ++row) {
        const ScreenLine &line = lines[static_cast<std::size_t>(row)];
        int column = 0;
        ::wmove(::stdscr, row, 0);
        for (const ScreenText &part : line.texts) {
            const QString text = cutTo(part.text, room.width() - column);
            setInk(part.ink, line.isSelected);
            const std::wstring wide = text.toStdWString();
            ::waddnwstr(::stdscr, wide.data(), static_cast<int>(wide.size()));
            column += columnsOf(text);
        }
        if (line.isSelected && column < room.width()) {
            setInk(Ink::Plain, true);
            const std::wstring rest(static_cast<std::size_t>(room.width() - column), L' ');
            ::waddnwstr(::stdscr, rest.data(), static_cast<int>(rest.size()));
        }
    }
    setInk(Ink::Plain, false);
    ::wrefresh(::stdscr);
}

void TerminalScreen::readKeys()
{
    bool any = false;
    wint_t code = 0;
    for (int kind = ::wget_wch(::stdscr, &code); kind != ERR; kind = ::wget_wch(::stdscr, &code)) {
        any = true;
        if (kind == OK && code == controlZ) {
            suspend();
            continue;
        }
        if (kind == KEY_CODE_YES) {
            if (const auto key = namedKey(code)) {
                emit pressed({*key, {}});
            }
        } else if (const auto key = typedKey(code)) {
            emit pressed(*key);
        }
    }
    pollfd state{STDIN_FILENO, POLLIN, 0};
    const bool isGone = ::poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    if (isGone || (!any && (state.revents & POLLIN) != 0)) { // readable, and nothing to read: its end
        m_resources->keys->setEnabled(false);
        emit closed();
    }
}

void TerminalScreen::suspend()
{
    ::endwin();
    std::raise(SIGTSTP); // comes back when the shell continues the program
    ::wrefresh(::stdscr);
    emit resized();
}

} // namespace plimsoll::app

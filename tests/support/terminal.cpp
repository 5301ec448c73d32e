// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/terminal.h"

#include <QFile>
#include <QProcess>

namespace plimsoll::testing {

Terminal::Terminal(QSize size) : m_size(size)
{
    QFile file(m_folder.filePath(QStringLiteral("tmux.conf")));
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("%s", qPrintable(file.errorString()));
    }
    // The whole terminal is the program's, and what it left on the screen can be read after its end.
    file.write("set -g status off\nset -g remain-on-exit on\nset -g remain-on-exit-format ''\n"
               "set -g default-terminal screen-256color\n");
}

Terminal::~Terminal()
{
    tmux({QStringLiteral("kill-server")});
}

void Terminal::start(const QString &command, const QStringList &environment)
{
    QStringList words{QStringLiteral("env"),
                      QStringLiteral("-i"),
                      QStringLiteral("TERM=screen-256color"),
                      QStringLiteral("PATH=/usr/bin:/bin"),
                      QStringLiteral("LC_ALL=C.UTF-8"),
                      QLatin1String("HOME=") + m_folder.path()};
    words += environment;
    for (QString &word : words) {
        word = u'\'' + word.replace(u'\'', QLatin1String("'\\''")) + u'\'';
    }
    tmux({QStringLiteral("new-session"), QStringLiteral("-d"), QStringLiteral("-x"), QString::number(m_size.width()),
          QStringLiteral("-y"), QString::number(m_size.height()), QStringLiteral("-c"), m_folder.path(),
          words.join(u' ') + u' ' + command});
}

void Terminal::type(const QString &text)
{
    tmux({QStringLiteral("send-keys"), QStringLiteral("-l"), QStringLiteral("--"), text});
}

void Terminal::press(const QString &key)
{
    tmux({QStringLiteral("send-keys"), key});
}

void Terminal::resize(QSize size)
{
    tmux({QStringLiteral("resize-window"), QStringLiteral("-x"), QString::number(size.width()), QStringLiteral("-y"),
          QString::number(size.height())});
}

QString Terminal::screen() const
{
    return tmux({QStringLiteral("capture-pane"), QStringLiteral("-p")});
}

QString Terminal::colouredScreen() const
{
    return tmux({QStringLiteral("capture-pane"), QStringLiteral("-p"), QStringLiteral("-e")});
}

std::optional<int> Terminal::exitCode() const
{
    const QString status = tmux(
        {QStringLiteral("display-message"), QStringLiteral("-p"), QStringLiteral("#{pane_dead} #{pane_dead_status}")});
    const QStringList parts = status.trimmed().split(u' ');
    return parts.value(0) == QLatin1String("1") && parts.size() > 1 ? std::optional(parts[1].toInt()) : std::nullopt;
}

QString Terminal::tmux(const QStringList &arguments) const
{
    QProcess process;
    process.setEnvironment({QStringLiteral("PATH=/usr/bin:/bin"), QStringLiteral("LC_ALL=C.UTF-8")});
    process.start(QStringLiteral("tmux"),
                  QStringList{QStringLiteral("-S"), m_folder.filePath(QStringLiteral("socket")), QStringLiteral("-f"),
                              m_folder.filePath(QStringLiteral("tmux.conf"))}
                      + arguments);
    if (!process.waitForStarted(60'000)) {
        qFatal("tmux cannot be started: %s", qPrintable(process.errorString()));
    }
    process.waitForFinished(60'000);
    return QString::fromUtf8(process.readAllStandardOutput());
}

} // namespace plimsoll::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/sshtunnel.h"

#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace plimsoll::redis {

namespace {

using namespace std::chrono_literals;

constexpr auto endWait = 200ms; ///< time from the end of the stream to the end of the process
constexpr qint64 messagesRead = 4'096; ///< bytes, from the end
constexpr qsizetype longestReason = 200;

struct SshWords {
    Q_DECLARE_TR_FUNCTIONS(Wire)
};

QList<QByteArray> argumentsFor(const Endpoint &endpoint, std::chrono::milliseconds patience)
{
    const SshBastion &bastion = *endpoint.programs.ssh;
    const auto seconds = std::max<qint64>(1, std::chrono::floor<std::chrono::seconds>(patience).count());
    // Its own connection would end with this one, and with it those of others that go through it.
    QList<QByteArray> all{"ssh", "-T",
                          "-o",  "ControlMaster=no",
                          "-o",  "LogLevel=INFO",
                          "-o",  "ConnectTimeout=" + QByteArray::number(seconds),
                          "-o",  SshTunnel::mayAsk() ? "BatchMode=no" : "BatchMode=yes"};
    if (bastion.port != 0) {
        all << "-p" << QByteArray::number(bastion.port);
    }
    if (!bastion.user.isEmpty()) {
        all << "-l" << bastion.user.toUtf8();
    }
    all << "-W" << HostAndPort{endpoint.host, endpoint.port}.display().toUtf8() << "--" << bastion.host.toUtf8();
    return all;
}

std::vector<QByteArray> environmentFor()
{
    std::vector<QByteArray> all;
    for (char **variable = environ; *variable != nullptr; ++variable) {
        const QByteArray text(*variable);
        if (!text.startsWith("SSH_ASKPASS_REQUIRE=")) {
            all.push_back(text);
        }
    }
    all.emplace_back(SshTunnel::mayAsk() ? "SSH_ASKPASS_REQUIRE=force" : "SSH_ASKPASS_REQUIRE=never");
    return all;
}

std::vector<char *> pointersTo(std::vector<QByteArray> &texts)
{
    std::vector<char *> all;
    std::transform(texts.begin(), texts.end(), std::back_inserter(all), [](QByteArray &text) { return text.data(); });
    all.push_back(nullptr);
    return all;
}

/// Starts the process in a group of its own, out of reach of the terminal's signals; returns the error number.
int spawn(pid_t &process, QList<QByteArray> words, int stream, int messages)
{
    std::vector<QByteArray> arguments(words.begin(), words.end());
    std::vector<QByteArray> environment = environmentFor();
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, stream, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, stream, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t usual, none;
    ::sigemptyset(&usual);
    ::sigaddset(&usual, SIGPIPE);
    ::sigaddset(&usual, SIGXFSZ);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    const int error = ::posix_spawnp(&process, arguments.front().constData(), &files, &attributes,
                                     pointersTo(arguments).data(), pointersTo(environment).data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    return error;
}

/// Returns the last line that says why, without ssh's own prefixes.
QString reasonIn(const QByteArray &messages)
{
    QByteArray reason;
    for (QByteArray line : messages.split('\n')) {
        line = line.trimmed();
        const bool isConsequence = line.startsWith("stdio forwarding failed") || line.startsWith("Killed by signal");
        reason = line.isEmpty() || (isConsequence && !reason.isEmpty()) ? reason : line;
    }
    const qsizetype colon = reason.indexOf(": ");
    const bool isPrefixed = colon > 0 && (reason.startsWith("ssh: ") || reason.left(colon).contains('@'));
    reason = isPrefixed ? reason.mid(colon + 2) : reason;
    return printable(reason.endsWith('.') ? reason.chopped(1) : reason, longestReason);
}

} // namespace

bool SshTunnel::mayAsk()
{
    const QCoreApplication *const program = QCoreApplication::instance();
    const bool isWindow = program != nullptr && program->inherits("QGuiApplication")
        && program->property("platformName").toString() != u"offscreen";
    const QString asking = qEnvironmentVariable("SSH_ASKPASS", QStringLiteral("/usr/bin/ssh-askpass"));
    return isWindow && QFileInfo(QStandardPaths::findExecutable(asking)).isExecutable();
}

Result<std::unique_ptr<SshTunnel>> SshTunnel::start(const Endpoint &endpoint, std::chrono::milliseconds patience)
{
    const QString name = endpoint.programs.ssh->display();
    const auto failed = [&name](const QString &why) {
        return Error{ErrorKind::Unreachable, SshWords::tr("ssh to %1: %2").arg(name, why)};
    };
    std::array<int, 2> ends{-1, -1};
    const int messages = ::memfd_create("ssh", MFD_CLOEXEC);
    if (messages < 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        const QString why = qt_error_string(errno);
        ::close(messages);
        return failed(why);
    }
    // Ours alone does not block: ssh changes the mode of its own as it likes.
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    pid_t process = -1;
    const int error = spawn(process, argumentsFor(endpoint, patience), ends[1], messages);
    ::close(ends[1]);
    if (error != 0) {
        ::close(ends[0]);
        ::close(messages);
        return failed(error == ENOENT ? SshWords::tr("the program ssh is not installed") : qt_error_string(error));
    }
    return std::unique_ptr<SshTunnel>(new SshTunnel(process, ends[0], messages, name));
}

SshTunnel::SshTunnel(pid_t process, int stream, int messages, QString name)
    : m_process(process), m_stream(stream), m_messages(messages), m_name(std::move(name))
{
}

SshTunnel::~SshTunnel()
{
    if (!m_code) {
        ::kill(-m_process, SIGKILL); // with what its configuration started
        ::waitpid(m_process, nullptr, 0);
    }
    ::close(m_messages);
    if (m_stream >= 0) {
        ::close(m_stream);
    }
}

QString SshTunnel::whyEnded() const
{
    const auto until = std::chrono::steady_clock::now() + endWait;
    while (!m_code) {
        int status = 0;
        if (::waitpid(m_process, &status, WNOHANG) == m_process) {
            m_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        } else if (std::chrono::steady_clock::now() >= until) {
            return {};
        } else {
            ::poll(nullptr, 0, 5);
        }
    }
    if (*m_code == 0) {
        return {};
    }
    std::array<char, messagesRead> text{};
    struct stat file { };
    ::fstat(m_messages, &file);
    const ssize_t got = ::pread(m_messages, text.data(), text.size(), std::max<off_t>(0, file.st_size - messagesRead));
    const QString reason = reasonIn(QByteArray(text.data(), std::max<ssize_t>(0, got)));
    return SshWords::tr("ssh to %1: %2")
        .arg(m_name, reason.isEmpty() ? SshWords::tr("ended without a reason") : reason);
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/secrets.h"

#include "app/desktop/keychain.h"
#include "app/desktop/sessionbus.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QPluginLoader>
#include <QTimer>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>

namespace plimsoll::app {

namespace {

struct EnvironmentPasswords {
    QByteArray server, sentinel, proxy;
};

EnvironmentPasswords &environmentPasswords()
{
    static EnvironmentPasswords passwords;
    return passwords;
}

/// A variable is for many servers, so that one without a password is no mistake, as with redis-cli: one line says it.
const std::shared_ptr<const std::function<void()>> &unusedPasswordNotice()
{
    static std::once_flag told;
    static const auto notice = std::make_shared<const std::function<void()>>([] {
        std::call_once(told, [] {
            const QString text = QCoreApplication::translate(
                "Wire", "The server has no password set; that of the environment is not used");
            std::fputs(("plimsoll: " + text.toLocal8Bit() + '\n').constData(), stderr);
        });
    });
    return notice;
}

/// Identifies the server and user of a password, without the database.
QString keyFor(redis::Endpoint endpoint)
{
    endpoint.database = 0;
    // Behind another bastion or proxy, another server may have the same address.
    const QString way = endpoint.programs.ssh ? endpoint.programs.ssh->display()
        : endpoint.proxy                      ? endpoint.proxy->display()
                                              : QString();
    return way.isEmpty() ? endpoint.url() : endpoint.url() + QLatin1String(" via ") + way;
}

/// nullptr where the plugin, or the library that it needs, is not installed. It lies where plimsoll-window does.
Keychain *keychain()
{
    static Keychain *const loaded = [] {
        QCoreApplication::addLibraryPath(QCoreApplication::applicationDirPath()
                                         + QLatin1String("/../libexec/plimsoll"));
        return qobject_cast<Keychain *>(QPluginLoader(QStringLiteral("plimsoll-keychain")).instance());
    }();
    return loaded;
}

} // namespace

QString keychainProblem()
{
    if (sessionBusAddress().isEmpty()) { // else looking for one could launch a bus and wait for it
        return QCoreApplication::translate("Keychain", "this session has no keychain");
    }
    return keychain() == nullptr
        ? QCoreApplication::translate("Keychain", "the library libqt6keychain is not installed")
        : QString();
}

void hidePasswords(int argc, char **argv)
{
    for (char *argument : std::span(argv, static_cast<std::size_t>(argc))) {
        const std::size_t length = std::strlen(argument);
        const QByteArray whole(argument, static_cast<qsizetype>(length));
        const qsizetype scheme = whole.indexOf("://");
        if (scheme < 0) {
            continue;
        }
        const qsizetype equals = whole.first(scheme).lastIndexOf('=');
        const QByteArray hidden = whole.first(equals + 1)
            + redis::withoutPassword(QString::fromLocal8Bit(whole.mid(equals + 1))).toLocal8Bit();
        if (hidden.size() < whole.size()) {
            std::memset(argument, 0, length);
            std::memcpy(argument, hidden.constData(), static_cast<std::size_t>(hidden.size()));
        }
    }
}

void takeEnvironmentPasswords()
{
    EnvironmentPasswords &passwords = environmentPasswords();
    const std::pair<const char *, QByteArray *> sources[] = {{"REDISCLI_AUTH", &passwords.server},
                                                             {"PLIMSOLL_PASSWORD", &passwords.server}, // it wins
                                                             {"PLIMSOLL_SENTINEL_PASSWORD", &passwords.sentinel},
                                                             {"PLIMSOLL_PROXY_PASSWORD", &passwords.proxy}};
    for (const auto &[name, password] : sources) {
        char *value = std::getenv(name);
        if (value == nullptr) {
            continue;
        }
        if (*value != '\0') {
            *password = QByteArray(value);
        }
        std::memset(value, 0, std::strlen(value));
        qunsetenv(name);
    }
}

bool hasEnvironmentPassword()
{
    return !environmentPasswords().server.isEmpty();
}

redis::Endpoint withEnvironmentPassword(redis::Endpoint endpoint)
{
    if (endpoint.password.isEmpty() && !environmentPasswords().server.isEmpty()) {
        endpoint.password = environmentPasswords().server;
        endpoint.passwordUnused = unusedPasswordNotice();
    }
    if (endpoint.sentinel.password.isEmpty()) {
        endpoint.sentinel.password = environmentPasswords().sentinel;
    }
    if (endpoint.proxy) {
        endpoint.proxy->password = environmentPasswords().proxy;
    }
    return endpoint;
}

std::optional<QByteArray> readKeychain(const redis::Endpoint &endpoint, std::chrono::milliseconds deadline)
{
    std::optional<QByteArray> found;
    QEventLoop loop;
    QTimer::singleShot(deadline, &loop, &QEventLoop::quit);
    readKeychainLater(endpoint, &loop, [&](const std::optional<QByteArray> &password) {
        found = password;
        loop.quit();
    });
    loop.exec();
    return found;
}

void readKeychainLater(const redis::Endpoint &endpoint, QObject *context,
                       const std::function<void(const std::optional<QByteArray> &)> &done)
{
    if (keychainProblem().isEmpty()) {
        keychain()->read(keyFor(endpoint), context, done);
    } else {
        QTimer::singleShot(0, context, [done] { done(std::nullopt); });
    }
}

void writeKeychainLater(const redis::Endpoint &endpoint, QObject *context,
                        const std::function<void(const QString &)> &done)
{
    if (const QString problem = keychainProblem(); problem.isEmpty()) {
        keychain()->write(keyFor(endpoint), endpoint.password, context, done);
    } else {
        QTimer::singleShot(0, context, [done, problem] { done(problem); });
    }
}

} // namespace plimsoll::app

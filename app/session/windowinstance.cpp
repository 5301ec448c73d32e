// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/windowinstance.h"

#include "app/cli/window.h"
#include "app/desktop/applicationid.h"
#include "app/desktop/background.h"
#include "app/desktop/secrets.h"
#include "app/desktop/sessionbus.h"

#include <QDBusMessage>
#include <QFileInfo>
#include <QThreadPool>
#include <QUrl>

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

namespace plimsoll::app {

namespace {

using namespace std::chrono_literals;

constexpr QLatin1StringView applicationPath("/org/plimsoll/plimsoll");
constexpr QLatin1StringView applicationInterface("org.freedesktop.Application");
const QString alertKey = QStringLiteral("plimsoll-alert");
constexpr auto busPatience = 4s;
constexpr auto windowPatience = 25s; ///< it may be busy: a second one would open the same file

QStringList targetsOf(const DashboardArguments &arguments)
{
    return (arguments.target.isEmpty() ? QStringList() : QStringList{arguments.target}) + arguments.more;
}

/// The answers that a second start waits for.
struct Answers {
    std::promise<bool> isThere, isDone;
};

/// Blocks on the bus.
void callRunning(Answers &answers, const QString &busAddress, const QStringList &uris, const QString &alert)
{
    const QString name = busConnectionName(QLatin1StringView("window"));
    {
        QDBusConnection bus = QDBusConnection::connectToBus(busAddress, name);
        const QLatin1StringView daemon("org.freedesktop.DBus");
        QDBusMessage ask = QDBusMessage::createMethodCall(daemon, QStringLiteral("/org/freedesktop/DBus"), daemon,
                                                          QStringLiteral("NameHasOwner"));
        ask << QString(applicationId);
        const bool isThere = bus.isConnected() && bus.call(ask).arguments().value(0).toBool();
        answers.isThere.set_value(isThere);
        QDBusMessage call =
            QDBusMessage::createMethodCall(applicationId, applicationPath, applicationInterface,
                                           uris.isEmpty() ? QStringLiteral("Activate") : QStringLiteral("Open"));
        call.setAutoStartService(false);
        const QVariantMap data = alert.isEmpty() ? QVariantMap() : QVariantMap{{alertKey, alert}};
        if (!uris.isEmpty()) {
            call << uris;
        }
        call << data;
        answers.isDone.set_value(
            isThere
            && bus.call(call, QDBus::Block, int(std::chrono::milliseconds(windowPatience).count())).type()
                == QDBusMessage::ReplyMessage);
    }
    QDBusConnection::disconnectFromBus(name);
}

} // namespace

void WindowService::Activate(const QVariantMap & /*platformData*/)
{
    emit openRequested({}, {});
}

void WindowService::Open(const QStringList &uris, const QVariantMap &platformData)
{
    QStringList targets;
    for (const QString &uri : uris) {
        const QUrl url(uri);
        targets += url.isLocalFile() ? url.toLocalFile() : uri;
    }
    emit openRequested(targets, platformData.value(alertKey).toString());
}

void WindowService::ActivateAction(const QString & /*action*/, const QVariantList & /*parameters*/,
                                   const QVariantMap & /*platformData*/)
{
    emit openRequested({}, {}); // the desktop file's actions start the program
}

WindowInstance::WindowInstance(const QString &busAddress, QObject *parent)
    : QObject(parent), m_service(makeBusListener<WindowService>())
{
    connect(m_service.get(), &WindowService::openRequested, this, &WindowInstance::openRequested);
    if (busAddress.isEmpty()) {
        return;
    }
    inBackground(
        *QThreadPool::globalInstance(), this,
        [busAddress, service = m_service] {
            QDBusConnection bus =
                QDBusConnection::connectToBus(busAddress, busConnectionName(QLatin1StringView("window")));
            // The object is registered first, because programs that see the name may call it.
            if (bus.isConnected()
                && bus.registerObject(applicationPath, service.get(), QDBusConnection::ExportScriptableSlots)) {
                bus.registerService(applicationId);
            }
            return bus;
        },
        [this](const QDBusConnection &bus) { m_bus = bus; });
}

WindowInstance::~WindowInstance()
{
    if (m_bus) {
        QDBusConnection::disconnectFromBus(m_bus->name());
    }
}

bool WindowInstance::mayShare(const DashboardArguments &arguments)
{
    const QStringList targets = targetsOf(arguments);
    const bool hasPassword = std::any_of(targets.begin(), targets.end(), [](const QString &target) {
        return isUrl(target) && redis::withoutPassword(target) != target;
    });
    return !arguments.isDemo && arguments.replay.isEmpty() && arguments.record.isEmpty() && arguments.url.isEmpty()
        && arguments.dataDir.isEmpty() && !hasPassword && !hasEnvironmentPassword();
}

bool WindowInstance::openInRunning(const QString &busAddress, const DashboardArguments &arguments)
{
    if (busAddress.isEmpty()) {
        return false;
    }
    QStringList uris;
    for (const QString &target : targetsOf(arguments)) {
        uris += isUrl(target) ? target
                              : QUrl::fromLocalFile(QFileInfo(target).absoluteFilePath()).toString(QUrl::FullyEncoded);
    }
    // Connecting to a bus that does not answer never ends.
    const auto answers = std::make_shared<Answers>();
    std::future<bool> isThere = answers->isThere.get_future();
    std::future<bool> isDone = answers->isDone.get_future();
    std::thread([answers, busAddress, uris, alert = arguments.alert] {
        callRunning(*answers, busAddress, uris, alert);
    }).detach();
    const auto is = [](std::future<bool> &answer, std::chrono::milliseconds patience) {
        return answer.wait_for(patience) == std::future_status::ready && answer.get();
    };
    return is(isThere, busPatience) && is(isDone, windowPatience);
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QtPlugin>

#include <functional>
#include <optional>

class QObject;

namespace plimsoll::app {

/// The keychain of the desktop. A plugin, for it takes a library that brings much along, and that many systems have no
/// use for (on Debian: libqt6keychain1). All in the main thread; neither call blocks, and `done` is not called once the
/// context has been destroyed.
class Keychain {
public:
    Keychain() = default;
    virtual ~Keychain() = default;
    Q_DISABLE_COPY_MOVE(Keychain)

    virtual void read(const QString &key, QObject *context,
                      const std::function<void(const std::optional<QByteArray> &password)> &done) = 0;
    /// `done` gets an empty text, or the problem.
    virtual void write(const QString &key, const QByteArray &password, QObject *context,
                       const std::function<void(const QString &problem)> &done) = 0;
};

} // namespace plimsoll::app

Q_DECLARE_INTERFACE(plimsoll::app::Keychain, "org.plimsoll.plimsoll.Keychain")

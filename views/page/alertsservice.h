// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"
#include "redis/types/mark.h"

#include <QObject>
#include <QStringList>

#include <chrono>
#include <vector>

namespace plimsoll::views {

/// The alerts of the open workspace: what pages read of them, and what the user says about them. GUI thread; no
/// function waits.
class AlertsService : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Reads the alerts that ended before `before`; pastRead() returns them.
    virtual void readPast(const QString &before) = 0;
    /// User actions on alerts, by ID. `until`: server time; 0 to unmute.
    virtual void acknowledge(const QStringList &alerts, bool acknowledged) = 0;
    virtual void mute(const QStringList &alerts, std::chrono::milliseconds until) = 0;
    virtual void note(const QStringList &alerts, const QString &text) = 0;
    /// Stores a note about a time: adds it, changes it or, without text, removes it.
    virtual void keepNote(const plimsoll::Note &note) = 0;
    /// Sends a marked test message through each channel that the user has allowed; tested() reports the result.
    virtual void test() = 0;

signals:
    void alertsRead(const plimsoll::AlertList &alerts); ///< initially and on every change
    void pastRead(const QString &before, const std::vector<plimsoll::Alert> &alerts); ///< short page: no more
    void troubled(const QString &why); ///< alerts are not stored, or by another process; empty if stored
    void tested(const QString &channel, const QString &outcome); ///< an empty channel stands for all
};

} // namespace plimsoll::views

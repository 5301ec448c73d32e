// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/moment.h"
#include "models/history/recordedday.h"

#include <QObject>

#include <chrono>

namespace plimsoll::views {

/// The recorded history of the open workspace. GUI thread; no function waits.
class HistoryService : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void goTo(std::chrono::milliseconds time) = 0; ///< show this moment in the whole window
    virtual void goToPast() = 0; ///< show a recorded moment about a minute ago
    /// Shows the last recorded moment before `time`: what there was before the server lost it.
    virtual void goToLastBefore(std::chrono::milliseconds time) = 0;
    virtual void goLive() = 0; ///< return to the present
    /// Reads the recorded last day of a collection; dayRead() follows if limits can be proposed from it.
    virtual void readDay(const QString &collection, const QString &kind) = 0;
    virtual void exportCsv(const QString &collection, const QString &kind) = 0; ///< all its stored history
    virtual void makeReport(std::chrono::milliseconds from, std::chrono::milliseconds to) = 0; ///< incident report

signals:
    void momentWanted(std::chrono::milliseconds time); ///< a moment is being read; 0: one that is recorded
    void momentRead(const plimsoll::models::MomentPtr &moment); ///< to be shown; null for the present
    void dayRead(const QString &collection, const QString &kind, const plimsoll::models::RecordedDay &day);
};

} // namespace plimsoll::views

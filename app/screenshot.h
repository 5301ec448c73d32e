// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/labcontroller.h"
#include "app/session.h"
#include "views/theme/theme.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>

namespace plimsoll::app {

/// Takes a picture of every page, and of one collection of each kind with an element inspected, in a window of its own
/// that knows nothing of the person's settings. Waits for what a page shows to be there, never for a time to pass.
/// GUI thread.
class Screenshots final : public QObject {
    Q_OBJECT

public:
    Screenshots(QApplication &application, const Arguments &arguments, QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(Screenshots)

    /// There is a Lab, too: on a server of our own.
    void offerLab(const redis::Endpoint &endpoint);
    void start(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// Of how it was at the end of what was recorded.
    void replay(const std::shared_ptr<RecordingReader> &recording);
    /// The figures of the last poll.
    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }

signals:
    void finished(plimsoll::app::ExitCode code);

private:
    struct Picture {
        QString name; ///< of the file, without ".png"
        std::function<void()> show;
        bool inspected = false; ///< with the first element in the inspector
        int reports = 0; ///< of the Lab, so many first
    };

    void connectSession();
    void begin();
    void plan();
    void onSnapshot(const SnapshotPtr &snapshot);
    void onStatus(const views::ConnectionStatus &status);
    [[nodiscard]] bool isFilled() const;
    [[nodiscard]] bool hasAnswers() const;
    void next();
    void advance();
    void selectAlert();
    bool inspectFirst();
    void take();
    void giveUp(const QString &text, ExitCode code);
    void finish(ExitCode code);
    void showLab();

    QString m_directory;
    std::chrono::milliseconds m_watch{};
    bool m_quick = false; ///< a server of our own, which may be polled faster than the workspace says
    views::Theme m_theme;
    QTemporaryDir m_noData; ///< of a demo of our own, which has no journal but the one it is given
    QThreadPool m_files;
    Session m_session;
    std::unique_ptr<LabController> m_lab;
    QTimer m_deadline;
    QElapsedTimer m_watching;
    SnapshotPtr m_snapshot;
    QString m_trouble; ///< of the connection
    std::deque<Picture> m_pictures;
    int m_polls = 0; ///< since the page was shown
    int m_reports = 0; ///< the same
    int m_open = 0; ///< questions without an answer
    bool m_asking = false; ///< what may be done is not known yet
    bool m_filled = false;
    bool m_replayed = false; ///< to the end
    bool m_inspecting = false;
};

/// The command: on the workspace given, else on a private demo server.
ExitCode runScreenshot(int argc, char **argv, const Arguments &arguments);

} // namespace plimsoll::app

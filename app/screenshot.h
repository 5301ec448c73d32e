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

/// Takes a picture of every page, and of one collection of each kind with an element inspected, in a separate window
/// without the user's settings. Waits for the contents of a page, never for a fixed time. GUI thread.
class Screenshots final : public QObject {
    Q_OBJECT

public:
    Screenshots(QApplication &application, const Arguments &arguments, QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(Screenshots)

    /// Adds the Lab, which needs a private server.
    void offerLab(const redis::Endpoint &endpoint);
    void start(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// Shows the end of a recording.
    void replay(const std::shared_ptr<RecordingReader> &recording);
    /// Snapshot of the last poll.
    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }

signals:
    void finished(plimsoll::app::ExitCode code);

private:
    struct Picture {
        QString name; ///< file name without ".png"
        std::function<void()> show;
        bool inspected = false; ///< shows the first element in the inspector
        int reports = 0; ///< number of Lab reports to wait for
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
    bool m_quick = false; ///< private server, which may be polled faster than the workspace says
    views::Theme m_theme;
    QTemporaryDir m_noData; ///< data folder of a private demo, which starts without a journal
    QThreadPool m_files;
    Session m_session;
    std::unique_ptr<LabController> m_lab;
    QTimer m_deadline;
    QElapsedTimer m_watching;
    SnapshotPtr m_snapshot;
    QString m_trouble; ///< connection error
    std::deque<Picture> m_pictures;
    int m_polls = 0; ///< polls since the page was shown
    int m_reports = 0; ///< Lab reports since the page was shown
    int m_open = 0; ///< unanswered questions
    bool m_asking = false; ///< permissions are being queried
    bool m_filled = false;
    bool m_replayed = false; ///< the recording has ended
    bool m_inspecting = false;
};

/// Runs the command on the given workspace, else on a private demo server.
ExitCode runScreenshot(int argc, char **argv, const Arguments &arguments);

} // namespace plimsoll::app

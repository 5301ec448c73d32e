// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/past/pastreader.h"
#include "app/desktop/worker.h"
#include "redis/history/recorder.h"
#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"
#include "views/page/historyservice.h"

#include <QThreadPool>

#include <chrono>
#include <functional>
#include <optional>

namespace plimsoll::app {

/// The window's side of the stored history: passes snapshots to the recorder on its thread, reports its state, and
/// reads past data for charts. GUI thread; nothing here waits for the disk.
class HistoryController final : public views::HistoryService {
    Q_OBJECT

public:
    enum class Where {
        DataFolder,
        BesideServer, ///< demonstration: in its server's folder and removed with it
    };

    explicit HistoryController(QObject *parent = nullptr);
    /// Waits up to two seconds for pending snapshots to be written.
    ~HistoryController() override;
    Q_DISABLE_COPY_MOVE(HistoryController)

    /// Sets the folder of histories; empty: the platform's data folder. Call before open().
    void setDataDir(const QString &dataDir);
    /// Sets size and age limits, also for the open history.
    void setOptions(const redis::HistoryOptions &options);
    /// Without keeping, nothing is written.
    void setKeeping(bool keeping) { m_keeping = keeping; }
    /// Starts the history of a workspace on a server, or continues it if both are unchanged. `former`: previous name of
    /// the workspace, whose history is taken over; empty: none.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, Where where, const QString &former = {});
    void keep(const SnapshotPtr &snapshot);
    void close();
    /// Reads past data.
    void read(const models::PastQuestion &question);
    void readMarks(const MarkQuestion &question);
    void readMoment(const models::MomentQuestion &question);
    struct DayQuestion {
        QString collection, kind;
        std::chrono::milliseconds now{}; ///< end of the day
        QString file{}; ///< workspace file that must be writable; empty: any
    };
    /// Reads the last day and calls `then` in the context's thread; empty if it was not recorded.
    void readDay(const DayQuestion &question, QObject *context,
                 const std::function<void(const models::RecordedDay &day)> &then);
    /// The open file; empty: none.
    [[nodiscard]] const QString &path() const { return m_path; }
    /// The file of what a discovery found on the server; empty: nothing is kept.
    [[nodiscard]] QString foundPath() const { return m_keeping ? m_foundPath : QString(); }

    /// Shows the moment, or the present if it is not in the past.
    void goTo(std::chrono::milliseconds time) override;
    /// A minute back if that was recorded, perhaps by an earlier run; else the first moment recorded since, or the
    /// newest before.
    void goToPast() override;
    void goToLastBefore(std::chrono::milliseconds time) override;
    void goLive() override;
    /// Only if the workspace can be saved.
    void readDay(const QString &collection, const QString &kind) override;
    void exportCsv(const QString &collection, const QString &kind) override;
    /// Makes the file that `plimsoll report` writes: the history of the range, with alerts and operations.
    void makeReport(std::chrono::milliseconds from, std::chrono::milliseconds to) override;

signals:
    /// Emitted once for each workspace and at every change.
    void stateChanged(const plimsoll::redis::HistoryState &state);
    void exported(const QString &name, const QByteArray &content); ///< a file to be saved
    void problem(const QString &what); ///< something failed, or happened to the file
    void damaged(const QString &what); ///< damage of the open history; empty: none
    void marksRead(const plimsoll::MarkQuestion &question, const std::vector<plimsoll::Mark> &marks);
    void pastRead(const plimsoll::models::PastQuestion &question, const plimsoll::models::PastAnswer &answer);

private:
    static constexpr std::chrono::seconds patience{2}; ///< maximum wait when the window closes

    void openRecorder();
    Worker<PastReader> &reader();
    void forgetQuestions();
    [[nodiscard]] bool isKept();
    [[nodiscard]] std::chrono::milliseconds serverNow() const;
    void takeDamage(const QString &path, const QString &what);
    void askPast(NewestQuestion<models::PastQuestion> &queue, const models::PastQuestion &question);
    void askMarks(const MarkQuestion &question);
    /// Shows the moment recorded at `time`, else the nearest one in this direction.
    void readRecorded(std::chrono::milliseconds time, models::Toward toward);
    void askMoment(const models::MomentQuestion &question);

    QString m_dataDir;
    bool m_isGiven = false; ///< the folder was set explicitly
    WorkspacePtr m_workspace;
    Where m_where = Where::DataFolder;
    SnapshotPtr m_latest; ///< last snapshot of the open file; null: none yet
    MarkPlaces m_places; ///< sources of the open workspace's marks
    redis::HistoryOptions m_options;
    bool m_keeping = true;
    QString m_path, m_foundPath;
    QString m_damage; ///< damage found in m_path
    QThreadPool m_exports; ///< one at a time
    Worker<redis::Recorder> m_recorder{QLatin1StringView("history"), this, patience};
    Worker<PastReader> m_reader{QLatin1StringView("past"), this, patience};
    // Questions about the open file.
    NewestQuestion<models::PastQuestion> m_past{[this](const auto &question) { askPast(m_past, question); }};
    NewestQuestion<models::PastQuestion> m_earlier{
        [this](const auto &question) { askPast(m_earlier, question); }}; ///< comparisons
    NewestQuestion<MarkQuestion> m_marks{[this](const auto &question) { askMarks(question); }};
    NewestQuestion<models::MomentQuestion> m_moment{[this](const auto &question) { askMoment(question); }};
};

} // namespace plimsoll::app

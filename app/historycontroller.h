// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pastreader.h"
#include "models/recordedday.h"
#include "app/worker.h"
#include "redis/history/recorder.h"
#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"
#include "views/page/question.h"

#include <QObject>
#include <QThreadPool>

#include <chrono>
#include <functional>
#include <optional>

namespace plimsoll::app {

/// The window's side of the stored history: passes snapshots to the recorder on its thread, reports its state, and
/// reads past data for charts. GUI thread; nothing here waits for the disk.
class HistoryController final : public QObject {
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
    /// Reads past data, one question at a time; only the newest waiting question and comparison are kept.
    void read(const models::PastQuestion &question);
    /// Reads marks, with the same queueing.
    void readMarks(const MarkQuestion &question);
    /// Reads a moment; only the newest waiting question is kept.
    void readMoment(const models::MomentQuestion &question);
    /// Drops the question about a moment.
    void forgetMoment();
    struct DayQuestion {
        QString collection, kind;
        std::chrono::milliseconds now{}; ///< end of the day
        QString file{}; ///< workspace file that must be writable; empty: any
    };
    /// Reads the last day and calls `then` in the context's thread; empty if it was not recorded.
    void readDay(const DayQuestion &question, QObject *context,
                 const std::function<void(const models::RecordedDay &day)> &then);
    /// Exports the history of a collection as CSV.
    void exportCsv(const QString &collection, const QString &kind);
    /// Makes the file that `plimsoll report` writes: the history of the range, with alerts and operations.
    void makeReport(const WorkspacePtr &workspace, const redis::TimeRange &range);
    /// The open file; empty: none.
    [[nodiscard]] const QString &path() const { return m_path; }

signals:
    /// Emitted once for each workspace and at every change.
    void stateChanged(const plimsoll::redis::HistoryState &state);
    void exported(const QString &collection, const QByteArray &csv);
    /// `missing`: data that could not be read, with the reason.
    void reported(const QString &workspace, const QByteArray &html, const QStringList &missing);
    void exportFailed(const QString &why);
    void leftBehind(const QString &why); ///< the history under the former name could not be taken over
    void damaged(const QString &what); ///< damage of the open history; empty: none
    void noticed(const QString &what); ///< an event concerning the file
    void marksRead(const plimsoll::MarkQuestion &question, const std::vector<plimsoll::Mark> &marks);
    void pastRead(const plimsoll::models::PastQuestion &question, const plimsoll::models::PastAnswer &answer);
    void momentRead(const plimsoll::models::MomentPtr &moment);
    void momentFailed(const QString &why);

private:
    static constexpr std::chrono::seconds patience{2}; ///< maximum wait when the window closes

    void openRecorder();
    void openReader();
    void forgetQuestions();
    void takeMarks(quint64 number, const MarkQuestion &question, const std::vector<Mark> &marks);
    void takeMoment(quint64 number, const models::MomentPtr &moment);
    void takeDamage(const QString &path, const QString &what);
    void takeMomentFailure(quint64 number, const QString &why);
    void readNextMoment();
    void takeAnswer(quint64 number, const models::PastQuestion &question, const models::PastAnswer &answer);

    QString m_dataDir;
    bool m_isGiven = false; ///< the folder was set explicitly
    MarkPlaces m_places; ///< sources of the open workspace's marks
    redis::HistoryOptions m_options;
    bool m_keeping = true;
    QString m_path;
    QString m_damage; ///< damage found in m_path
    QThreadPool m_exports; ///< one at a time
    Worker<redis::Recorder> m_recorder{QLatin1StringView("history"), this, patience};
    Worker<PastReader> m_reader{QLatin1StringView("past"), this, patience};
    views::Newest m_question; ///< valid for the open file
    bool m_reading = false;
    std::optional<models::PastQuestion> m_next, m_nextEarlier; ///< waiting until the current read ends
    views::Newest m_markQuestion;
    bool m_readingMarks = false;
    std::optional<MarkQuestion> m_nextMarks;
    views::Newest m_moment;
    bool m_readingMoment = false;
    std::optional<models::MomentQuestion> m_nextMoment; ///< waiting until the current read ends
};

} // namespace plimsoll::app

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

/// The window's side of the history on the disk: hands snapshots to the recorder with its thread, says how it is with
/// it, and has the past read that charts want. GUI thread; nothing here waits for the disk.
class HistoryController final : public QObject {
    Q_OBJECT

public:
    enum class Where {
        DataFolder,
        BesideServer, ///< of the demonstration: in its server's folder, and goes with it
    };

    explicit HistoryController(QObject *parent = nullptr);
    /// What was handed over is written first, within two seconds.
    ~HistoryController() override;
    Q_DISABLE_COPY_MOVE(HistoryController)

    /// Where histories live; empty: the platform's folder for data. Before open().
    void setDataDir(const QString &dataDir);
    /// How much is kept; also of what is open.
    void setOptions(const redis::HistoryOptions &options);
    /// For who only looks: nothing is written.
    void setKeeping(bool keeping) { m_keeping = keeping; }
    /// What is handed over from now on is of that workspace on that server. The same as before goes on; `former`: it is
    /// the one that had its history there, under another name; empty: it is another.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, Where where, const QString &former = {});
    void keep(const SnapshotPtr &snapshot);
    void close();
    /// One at a time; of those that wait the newest counts, and the newest of what charts are compared with.
    void read(const models::PastQuestion &question);
    /// What happened then; likewise.
    void readMarks(const MarkQuestion &question);
    /// All there is to know of a moment. The newest question counts.
    void readMoment(const models::MomentQuestion &question);
    /// What is read of one now is not wanted any more.
    void forgetMoment();
    struct DayQuestion {
        QString collection, kind;
        std::chrono::milliseconds now{}; ///< its end
        QString file{}; ///< nothing of it, where that cannot be written; empty: whatever can
    };
    /// How a day was, to `then` in the context's thread; not there where it was not recorded.
    void readDay(const DayQuestion &question, QObject *context,
                 const std::function<void(const models::RecordedDay &day)> &then);
    /// All that is kept of a collection, as CSV.
    void exportCsv(const QString &collection, const QString &kind);
    /// What is kept of that time, with alerts and operations: the file that `plimsoll report` writes.
    void makeReport(const WorkspacePtr &workspace, const redis::TimeRange &range);
    /// Of what is open; empty: it has none.
    [[nodiscard]] const QString &path() const { return m_path; }

signals:
    /// Once for each workspace, and whenever it is another.
    void stateChanged(const plimsoll::redis::HistoryState &state);
    void exported(const QString &collection, const QByteArray &csv);
    /// `missing`: what could not be read, and why.
    void reported(const QString &workspace, const QByteArray &html, const QStringList &missing);
    void exportFailed(const QString &why);
    void leftBehind(const QString &why); ///< what was kept under the name before
    void damaged(const QString &what); ///< of what was asked for last and is damaged; empty: nothing
    void noticed(const QString &what); ///< that befell the file
    void marksRead(const plimsoll::MarkQuestion &question, const std::vector<plimsoll::Mark> &marks);
    void pastRead(const plimsoll::models::PastQuestion &question, const plimsoll::models::PastAnswer &answer);
    void momentRead(const plimsoll::models::MomentPtr &moment);
    void momentFailed(const QString &why);

private:
    static constexpr std::chrono::seconds patience{2}; ///< of a person who closes the window

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
    bool m_isGiven = false; ///< somebody said where
    MarkPlaces m_places; ///< of what is open
    redis::HistoryOptions m_options;
    bool m_keeping = true;
    QString m_path;
    QString m_damage; ///< that was found in it
    QThreadPool m_exports; ///< one at a time
    Worker<redis::Recorder> m_recorder{QLatin1StringView("history"), this, patience};
    Worker<PastReader> m_reader{QLatin1StringView("past"), this, patience};
    views::Newest m_question; ///< of the file that is open
    bool m_reading = false;
    std::optional<models::PastQuestion> m_next, m_nextEarlier; ///< wait for the one that is read
    views::Newest m_markQuestion;
    bool m_readingMarks = false;
    std::optional<MarkQuestion> m_nextMarks;
    views::Newest m_moment;
    bool m_readingMoment = false;
    std::optional<models::MomentQuestion> m_nextMoment; ///< likewise
};

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/endpoint.h"
#include "redis/types/operation.h"
#include "redis/types/taken.h"
#include "redis/types/workspace.h"

#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

class QTimer;

namespace plimsoll::redis {

class AllowanceSurvey;
class Server;
class Journal;

/// Plans, runs and undoes on its own thread and connection ("plimsoll:operate"), with the journal of the data folder.
/// Call slots by queued connections; start(), stop() and cancel() from any thread. Runs one operation at a time; other
/// requests wait for its end.
class Operator final : public QObject {
    Q_OBJECT

public:
    /// `dataDir`: folder of journal and archive.
    explicit Operator(QString dataDir, QObject *parent = nullptr);
    ~Operator() override;
    Q_DISABLE_COPY_MOVE(Operator)

    /// Ends the running operation, for closing; the batch in flight is still recorded if the server answers.
    void stop();
    /// Queues the plan to run next. From here on cancel() applies to it.
    void start(const PlanPtr &plan);
    /// Stops a running operation after its current batch, and a queued one before its first; finished work stays and is
    /// reported.
    void cancel();

public slots:
    /// A read-only workspace plans, but runs nothing. The caller may keep `stop`, which acts like stop().
    void open(const plimsoll::redis::Endpoint &endpoint, bool readOnly, const std::stop_token &stop = {});
    /// `unwanted`: the answer is no longer waited for, so that planning ends within 50 ms.
    void preview(quint64 question, const plimsoll::OperationRequest &request, const std::stop_token &unwanted = {});
    /// `workspace`: the open one, which may have given keys of the operation to a framework.
    void previewUndo(quint64 question, const QString &operation, const plimsoll::WorkspacePtr &workspace = {});
    /// Emits undoHere() for each operation whose data the server has, and undoLost() for one whose data it has not; for
    /// none without a connection.
    void checkUndo(const QStringList &operations);
    void readJournal();
    /// Asks the server what this user may do to the collections, in turns with other work; emits allowanceKnown(), for
    /// large workspaces also before the end if a permission is missing.
    void askAllowance(const plimsoll::WorkspacePtr &workspace);
    /// Reads the first elements that the operation moved or removed from the archive; emits elementsRead().
    void readElements(const QString &operation);
    /// Reads which of these elements the operation took; emits takenRead(), with none if that is unknown.
    void readTaken(const QString &operation, const std::vector<QByteArray> &elements);
    /// Completes operations left open on this server by a crash or by this window; emits leftOpen() with the rest,
    /// which is retried every ten minutes. Ends within 50 ms of stop().
    void recover();
    /// The server answers again: retries recovery at once.
    void noteReconnected();

signals:
    void previewed(quint64 question, const plimsoll::PlanPtr &plan);
    void refused(quint64 question, const plimsoll::Error &error);
    void undoHere(const QString &operation);
    void undoLost(const QString &operation, const QString &why);
    void progressed(const plimsoll::OperationProgress &progress);
    void finished(const plimsoll::OperationReport &report);
    void journalRead(const std::vector<plimsoll::OperationReport> &operations);
    void elementsRead(const QString &operation, const std::vector<QByteArray> &elements);
    void journalFailed(const QString &text);
    void allowanceKnown(const plimsoll::Allowance &allowance);
    /// Emitted after every recovery: the operations not completed, with the reason in `error`; may be empty.
    void leftOpen(const std::vector<plimsoll::OperationReport> &operations);
    void takenRead(const QString &operation, const std::vector<plimsoll::TakenElement> &taken);

private:
    [[nodiscard]] Outcome ready(const std::stop_token &stop);
    /// Opens the journal; receivers of allowanceKnown() also learn when it cannot be written, and when it can again.
    [[nodiscard]] Outcome openJournal();
    void tell(Allowance known);
    /// Emits the plan, with its cost to the archive noted, or the error.
    void show(quint64 question, Result<Plan> plan);
    void run(const PlanPtr &plan, const std::stop_token &cancelled);
    void surveyOn();

    QString m_dataDir;
    std::unique_ptr<Server> m_server;
    std::unique_ptr<Journal> m_journal;
    std::stop_source m_stop;
    std::mutex m_cancelMutex; ///< guards the next two: start() and cancel() come from another thread
    std::stop_source m_cancel; ///< cancels all started operations that have not ended
    int m_started = 0;
    bool m_readOnly = true;
    std::optional<Allowance> m_told; ///< last result emitted
    QString m_unwritten; ///< why the journal cannot be written
    std::unique_ptr<AllowanceSurvey> m_survey; ///< the survey in progress; null otherwise
    QTimer *m_nextTurn = nullptr;
    QTimer *m_again = nullptr; ///< retries recovery, which also renews escrows
    std::optional<std::stop_callback<std::function<void()>>> m_asked; ///< last member: destroyed first, so that its
                                                                      ///< callback finds the others alive
};

} // namespace plimsoll::redis

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
/// Slots by queued connections; start(), stop() and cancel() from any thread. One operation at a time: what is asked
/// while one runs waits for its end.
class Operator final : public QObject {
    Q_OBJECT

public:
    /// `dataDir`: where journal and archive live.
    explicit Operator(QString dataDir, QObject *parent = nullptr);
    ~Operator() override;
    Q_DISABLE_COPY_MOVE(Operator)

    /// Ends whatever runs, for closing; the batch under way is still accounted for when the server answers.
    void stop();
    /// Has the plan run next. From here on cancel() concerns it.
    void start(const PlanPtr &plan);
    /// Stops what runs after its batch, and what was started and has not begun yet before its first; what was done
    /// stays done and is reported.
    void cancel();

public slots:
    /// A read-only workspace plans, but runs nothing. Who opens it may hold `stop`, which does what stop() does.
    void open(const plimsoll::redis::Endpoint &endpoint, bool readOnly, const std::stop_token &stop = {});
    void preview(quint64 question, const plimsoll::OperationRequest &request);
    void previewUndo(quint64 question, const QString &operation);
    void readJournal();
    /// Asks the server what it lets this user do to the collections, in turns with what else there is to do;
    /// allowanceKnown() says it, of large workspaces also before the end when something is missing.
    void askAllowance(const plimsoll::WorkspacePtr &workspace);
    /// The first elements that the operation moved or removed, as the archive has them: elementsRead().
    void readElements(const QString &operation);
    /// Which of these the operation took; answered by takenRead(), with none when it cannot be told.
    void readTaken(const QString &operation, const std::vector<QByteArray> &elements);
    /// Finishes what a crash or a run of this window left open on this server, if anything; leftOpen() says what is
    /// left, which is tried again every ten minutes. Ends within 50 ms of stop().
    void recover();
    /// The server answers again: what is left is tried at once.
    void noteReconnected();

signals:
    void previewed(quint64 question, const plimsoll::PlanPtr &plan);
    void refused(quint64 question, const plimsoll::Error &error);
    void progressed(const plimsoll::OperationProgress &progress);
    void finished(const plimsoll::OperationReport &report);
    void journalRead(const std::vector<plimsoll::OperationReport> &operations);
    void elementsRead(const QString &operation, const std::vector<QByteArray> &elements);
    void journalFailed(const QString &text);
    void allowanceKnown(const plimsoll::Allowance &allowance);
    /// After every attempt to recover: what could not be completed here, with why in `error`; empty when nothing is.
    void leftOpen(const std::vector<plimsoll::OperationReport> &operations);
    void takenRead(const QString &operation, const std::vector<plimsoll::TakenElement> &taken);

private:
    [[nodiscard]] Outcome ready(const std::stop_token &stop);
    /// Whoever hears of what is allowed hears of a journal that cannot be written, and that it can again.
    [[nodiscard]] Outcome openJournal();
    void tell(Allowance known);
    /// With what its batches will take, as far as the journal knows.
    void show(quint64 question, Result<Plan> plan);
    void run(const PlanPtr &plan, const std::stop_token &cancelled);
    void surveyOn();

    QString m_dataDir;
    std::unique_ptr<Server> m_server;
    std::unique_ptr<Journal> m_journal;
    std::stop_source m_stop;
    std::mutex m_cancelMutex; ///< of the next two: start() and cancel() come from another thread
    std::stop_source m_cancel; ///< of all that is started and has not ended
    int m_started = 0;
    bool m_readOnly = true;
    std::optional<Allowance> m_told; ///< last
    QString m_unwritten; ///< why the journal cannot be written
    std::unique_ptr<AllowanceSurvey> m_survey; ///< what is asked in turns, while it is
    QTimer *m_nextTurn = nullptr;
    QTimer *m_again = nullptr; ///< tries to recover what was left, which also keeps its escrows
    std::optional<std::stop_callback<std::function<void()>>> m_asked; ///< last: nothing else goes while it calls
};

} // namespace plimsoll::redis

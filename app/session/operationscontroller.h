// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/worker.h"
#include "redis/operations/run/operator.h"
#include "redis/types/endpoint.h"
#include "redis/types/operation.h"
#include "views/page/operationsservice.h"
#include "views/page/question.h"

#include <QPointer>
#include <QThreadPool>

#include <chrono>
#include <stop_token>
#include <vector>

namespace plimsoll::views {
class SessionView;
class OperationDialog;
class Theme;
} // namespace plimsoll::views

namespace plimsoll::app {

/// The window's side of operations: owns the operator with its thread, and leads the user from click to plan, dialog,
/// run, result and journal. GUI thread; nothing here waits for the network or the disk.
class OperationsController final : public views::OperationsService {
    Q_OBJECT

public:
    /// close() must be called before `view` is destroyed.
    OperationsController(views::SessionView *view, views::Theme *theme, QObject *parent = nullptr);
    /// Waits at most 100 ms for the thread, whatever the server does.
    ~OperationsController() override = default;
    Q_DISABLE_COPY_MOVE(OperationsController)

    /// Sets the folder of journal and archive; empty: the platform's data folder. Call before open().
    void setDataDir(const QString &dataDir);
    /// Without recovery, operations left open by a crash stay open.
    void setRecovering(bool recovering) { m_recovering = recovering; }
    /// Opens a workspace and completes operations that a crash left open on its server. A running operation continues
    /// if the workspace is edited on the same server.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    /// Stops a running operation after its batch. `noJournal`: answer of readJournal() until the next open().
    void close(const QString &noJournal = {});
    /// Call when changes were allowed, or no longer are: opens the connection anew, to change or to read only.
    void followChangesAllowed();
    /// Call when a connection was made: retries permission queries and open operations.
    void noteConnected();
    /// Saves a file under a name that the user chooses.
    void save(const QString &name, const QByteArray &text);

    void request(const OperationRequest &request) override;
    void undo(const QString &operation) override;
    void checkUndo(const QStringList &operations) override;
    void stop() override;
    void recover() override { m_operator.call(&redis::Operator::recover); }
    void readJournal() override;
    void readElements(const QString &operation) override { m_operator.call(&redis::Operator::readElements, operation); }
    [[nodiscard]] bool wasRunning(const QString &collection, std::chrono::milliseconds time) const override;

signals:
    void journalWanted(); ///< journalRead() or journalFailed() follows
    void allowanceKnown(const plimsoll::Allowance &allowance);
    void operatingChanged(const QList<QByteArray> &keys); ///< keys that an operation is changing; empty: it has ended
    void operatedInVain(); ///< the operation ended without changing anything
    void dataChanged(); ///< an operation ended; figures must be read again

private:
    static constexpr std::chrono::milliseconds patience{100}; ///< maximum wait when the window closes

    /// Time in which an operation ran, by the server's clock.
    struct RunTime {
        QString collection;
        std::chrono::milliseconds from{}, to{std::chrono::milliseconds::max()}; ///< `to`: max while it runs
    };

    void startOperator();
    void stopOperator();
    [[nodiscard]] QWidget *asker() const;
    views::OperationDialog *openDialog(const OperationRequest &request);
    void run(const PlanPtr &plan);
    void takePlan(quint64 question, const PlanPtr &plan);
    void takeRefusal(quint64 question, const Error &error);
    void takeReport(const OperationReport &report);
    void noteEnd(const OperationReport &report);
    void endRunTime();
    void askTaken(const OperationReport &report);
    void settle(const QString &operation, const std::vector<TakenElement> &taken);
    void askAllowance();
    void checkLastUndo();
    void dropUndone(const std::vector<OperationReport> &operations);
    void takeAllowance(const Allowance &allowance);

    views::SessionView *m_view;
    views::Theme *m_theme;
    QString m_dataDir;
    QThreadPool m_files; ///< writes exports
    Worker<redis::Operator> m_operator{QLatin1StringView("operate"), this, patience};
    WorkspacePtr m_workspace;
    QString m_noJournal; ///< reason why there is no journal, from close()
    redis::Endpoint m_endpoint;
    bool m_readOnly = true; ///< whether the operator was opened read-only
    QPointer<views::OperationDialog> m_dialog;
    Allowance m_allowance;
    bool m_recovering = true;
    views::Newest m_question; ///< the plan that the dialog waits for
    std::stop_source m_unwanted; ///< ends the planning of it
    QString m_running; ///< ID of the last started operation
    QString m_undone; ///< ID of the operation that m_running undid; empty: none, or it has not ended
    std::vector<RunTime> m_runTimes; ///< of all operations of this window, oldest first
    OperationRequest m_request; ///< request of m_running
    ActionVariant m_variant = ActionVariant::Default; ///< name variant of m_running
};

} // namespace plimsoll::app

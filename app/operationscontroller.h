// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker.h"
#include "redis/operations/operator.h"
#include "redis/types/endpoint.h"
#include "redis/types/operation.h"
#include "views/page/question.h"

#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <chrono>

namespace plimsoll::views {
class SessionView;
class OperationDialog;
class Theme;
} // namespace plimsoll::views

namespace plimsoll::app {

/// The window's side of operations: owns the operator with its thread, and leads a person from click to plan, dialog,
/// run, result and journal. GUI thread; nothing here waits for the network or the disk.
class OperationsController final : public QObject {
    Q_OBJECT

public:
    OperationsController(views::SessionView *view, views::Theme *theme, QObject *parent = nullptr);
    /// Ends what runs after its batch, within 100 ms whatever the server does.
    ~OperationsController() override;
    Q_DISABLE_COPY_MOVE(OperationsController)

    /// Where journal and archive live; empty: the platform's folder for data. Before open().
    void setDataDir(const QString &dataDir);
    /// For who only looks: what a crash left open stays so.
    void setRecovering(bool recovering) { m_recovering = recovering; }
    /// Follows the window to a workspace, and finishes what a crash left open on its server. An edited workspace on the
    /// same server lets a running operation run.
    void open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint);
    void close();
    /// A connection to the server was made: what could not be asked is asked now, what was left open is tried again.
    void noteConnected();

signals:
    void allowanceKnown(const plimsoll::Allowance &allowance);
    void operatingChanged(const QList<QByteArray> &keys); ///< an operation changes them now; none: it has ended
    void operatedInVain(); ///< it has ended and changed nothing
    void dataChanged(); ///< an operation ended: figures are to be read anew

private:
    static constexpr std::chrono::milliseconds patience{100}; ///< of a person who closes the window

    void connectView();
    void startOperator();
    void stopOperator();
    void request(const OperationRequest &request);
    void undo(const QString &operation);
    [[nodiscard]] QWidget *asker() const;
    views::OperationDialog *openDialog(const OperationRequest &request);
    void run(const PlanPtr &plan);
    void takePlan(quint64 question, const PlanPtr &plan);
    void takeRefusal(quint64 question, const Error &error);
    void takeReport(const OperationReport &report);
    void noteEnd(const OperationReport &report);
    void askTaken(const OperationReport &report);
    void settle(const QString &operation, const std::vector<TakenElement> &taken);
    void askAllowance();
    void takeAllowance(const Allowance &allowance);
    void save(const QString &name, const QByteArray &text);

    views::SessionView *m_view;
    views::Theme *m_theme;
    QString m_dataDir;
    QThreadPool m_files; ///< writes exports
    Worker<redis::Operator> m_operator{QLatin1StringView("operate"), this, patience};
    WorkspacePtr m_workspace;
    redis::Endpoint m_endpoint;
    QPointer<views::OperationDialog> m_dialog;
    Allowance m_allowance;
    bool m_recovering = true;
    views::Newest m_question; ///< the plan the dialog waits for
    QString m_running; ///< the operation that was started last
    OperationRequest m_request; ///< what it was asked for
    Called m_called = Called::Plainly; ///< and what it was called
};

} // namespace plimsoll::app

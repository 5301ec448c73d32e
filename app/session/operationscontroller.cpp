// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/operationscontroller.h"

#include "app/desktop/background.h"
#include "app/desktop/datafolder.h"
#include "models/text/elementoutcomes.h"
#include "models/text/operationtext.h"
#include "redis/types/elementstate.h"
#include "views/operations/operationbar.h"
#include "views/operations/operationdialog.h"
#include "views/window/sessionview.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <utility>

namespace plimsoll::app {

namespace {

/// True if the request means all dead letters of its collection, of whatever error.
bool isOfAllDead(const OperationRequest &request)
{
    return request.elements.empty() && request.ids.empty() && request.errorGroup.isNull()
        && (request.action == Action::RequeueDead || isState(request.state, Holds::Dead));
}

} // namespace

OperationsController::OperationsController(views::SessionView *view, views::Theme *theme, QObject *parent)
    : OperationsService(parent), m_view(view), m_theme(theme)
{
    connect(this, &OperationsService::journalRead, this, &OperationsController::dropUndone);
    m_files.setMaxThreadCount(1);
    setDataDir({});
}

void OperationsController::setDataDir(const QString &dataDir)
{
    m_dataDir = dataFolder(dataDir);
}

void OperationsController::stop()
{
    if (m_operator.object() != nullptr) {
        m_operator.object()->cancel();
    }
}

void OperationsController::readJournal()
{
    emit journalWanted();
    m_operator.call(&redis::Operator::readJournal);
    if (!m_noJournal.isEmpty()) {
        emit journalFailed(m_noJournal);
    }
}

void OperationsController::startOperator()
{
    using redis::Operator;
    m_operator.begin(m_dataDir);
    m_operator.forward(&Operator::previewed, this, &OperationsController::takePlan);
    m_operator.forward(&Operator::refused, this, &OperationsController::takeRefusal);
    m_operator.forward(&Operator::undoLost, &m_view->operationBar(), &views::OperationBar::dropUndo);
    m_operator.forward(&Operator::undoHere, this, &OperationsController::undoHere);
    m_operator.forward(&Operator::undoLost, this, &OperationsController::undoLost);
    m_operator.forward(&Operator::progressed, &m_view->operationBar(), &views::OperationBar::showProgress);
    m_operator.forward(&Operator::finished, this, &OperationsController::takeReport);
    m_operator.forward(&Operator::allowanceKnown, this, &OperationsController::takeAllowance);
    m_operator.forward(&Operator::allowanceKnown, this, &OperationsController::allowanceKnown);
    m_operator.forward(&Operator::takenRead, this, &OperationsController::settle);
    m_operator.forward(&Operator::journalRead, this, &OperationsController::journalRead);
    m_operator.forward(&Operator::elementsRead, this, &OperationsController::elementsRead);
    m_operator.forward(&Operator::leftOpen, m_view, &views::SessionView::setLeftOpen);
    m_operator.forward(&Operator::journalFailed, this, &OperationsController::journalFailed);
}

/// Stops without waiting: the thread ends after its current call, and its later signals are dropped. If the server
/// hangs during a batch, its result is found from the journal at the next start.
void OperationsController::stopOperator()
{
    if (m_operator.object() == nullptr) {
        return;
    }
    m_view->operationBar().showLeft();
    endRunTime();
    emit operatingChanged({});
    m_view->outcomes().settle(Action::Undo, {}, {}, {});
    m_operator.close();
}

void OperationsController::open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    const bool readOnly = workspace->connection.readOnly || !m_view->areChangesAllowed();
    const bool same =
        m_operator.object() != nullptr && m_workspace != nullptr && endpoint == m_endpoint && m_readOnly == readOnly;
    m_workspace = workspace;
    m_endpoint = endpoint;
    m_readOnly = readOnly;
    m_noJournal.clear();
    if (same) {
        askAllowance(); // for new collections
        return;
    }
    if (m_dialog) {
        m_dialog->reject(); // it belongs to another server
    }
    stopOperator();
    startOperator();
    m_operator.call(&redis::Operator::open, endpoint, readOnly, m_operator.stop());
    takeAllowance({});
    askAllowance();
    if (m_recovering) {
        m_operator.call(&redis::Operator::recover);
    }
}

/// A running operation keeps its connection to its end.
void OperationsController::followChangesAllowed()
{
    if (m_workspace != nullptr && !m_view->operationBar().isRunning()) {
        open(m_workspace, m_endpoint);
    }
}

void OperationsController::close(const QString &noJournal)
{
    m_noJournal = noJournal;
    if (m_dialog) {
        m_dialog->reject();
    }
    stopOperator();
    m_workspace.reset();
}

/// The parent for a question: the active dialog of this view, else the window, so that the focus returns there.
QWidget *OperationsController::asker() const
{
    QWidget *active = QApplication::activeWindow();
    for (const QWidget *at = qobject_cast<QDialog *>(active); at != nullptr; at = at->parentWidget()) {
        if (at == m_view) {
            return active;
        }
    }
    return m_view;
}

views::OperationDialog *OperationsController::openDialog(const OperationRequest &request)
{
    if (m_dialog || m_operator.object() == nullptr) {
        return nullptr;
    }
    QWidget *from = asker();
    m_dialog = new views::OperationDialog(m_theme, request, from, m_view->serverNow());
    if (from != m_view) { // some window managers do not return the focus to the opener
        connect(m_dialog, &QDialog::finished, from, &QWidget::activateWindow);
    }
    connect(m_dialog, &views::OperationDialog::confirmed, this, &OperationsController::run);
    return m_dialog;
}

void OperationsController::request(const OperationRequest &request)
{
    views::OperationDialog *dialog = openDialog(request);
    if (dialog == nullptr) {
        return;
    }
    connect(dialog, &views::OperationDialog::planRequested, this, [this](const OperationRequest &asked) {
        m_unwanted.request_stop();
        m_unwanted = std::stop_source();
        m_operator.call(&redis::Operator::preview, m_question.next(), asked, m_unwanted.get_token());
    });
    connect(dialog, &QDialog::finished, this, [this] { m_unwanted.request_stop(); });
    dialog->start();
}

void OperationsController::undo(const QString &operation)
{
    OperationRequest request;
    request.workspace = m_workspace;
    request.action = Action::Undo;
    views::OperationDialog *dialog = openDialog(request);
    if (dialog == nullptr) {
        return;
    }
    connect(dialog, &views::OperationDialog::planRequested, this, [this, operation] {
        m_operator.call(&redis::Operator::previewUndo, m_question.next(), operation, m_workspace);
    });
    dialog->start();
}

void OperationsController::takePlan(quint64 question, const PlanPtr &plan)
{
    if (m_dialog && m_question.is(question)) {
        m_dialog->showPlan(plan);
        if (plan->possible) {
            emit undoPreviewed(plan->undoOf, *plan->possible);
        }
        if (plan->possible == 0) {
            m_view->operationBar().dropUndo(plan->undoOf, models::inVainText(*plan));
        }
    }
}

void OperationsController::takeRefusal(quint64 question, const Error &error)
{
    if (m_dialog && m_question.is(question)) {
        m_dialog->showError(error);
        if (m_dialog->request().action == Action::Undo) {
            m_operator.call(&redis::Operator::readJournal); // it may have been undone elsewhere
        }
    }
    if (error.kind == ErrorKind::Refused) {
        askAllowance(); // permissions have changed
        checkLastUndo();
    }
}

/// The last operation may have been undone by command or in another window.
void OperationsController::dropUndone(const std::vector<OperationReport> &operations)
{
    const QString last = m_view->operationBar().undoable();
    for (const OperationReport &report : operations) {
        if (report.id == last && !report.undoable) {
            m_view->operationBar().dropUndo(last,
                                            report.state == OperationState::Undone
                                                ? tr("It has already been undone.")
                                                : tr("Nothing of it is kept any more."));
        }
    }
}

/// The last operation cannot be undone on a server that came back without its data.
void OperationsController::checkLastUndo()
{
    if (const QString operation = m_view->operationBar().undoable(); !operation.isEmpty()) {
        checkUndo({operation});
    }
}

void OperationsController::checkUndo(const QStringList &operations)
{
    m_operator.call(&redis::Operator::checkUndo, operations);
}

void OperationsController::run(const PlanPtr &plan)
{
    if (m_operator.object() == nullptr || m_view->operationBar().isRunning()) {
        return;
    }
    const auto *dialog = qobject_cast<const views::OperationDialog *>(sender());
    const OperationRequest request = dialog == nullptr ? OperationRequest() : dialog->request();
    m_view->operationBar().showRunning(models::planTitle(*plan, request), plan->matched());
    m_running = plan->id;
    m_runTimes.push_back({plan->collection, m_view->serverNow()});
    m_undone.clear();
    const std::vector<QByteArray> keys = plan->changedKeys();
    emit operatingChanged({keys.begin(), keys.end()});
    m_request = request;
    m_variant = plan->variant;
    m_view->outcomes().expect(m_view->shownElements());
    m_operator.object()->start(plan);
}

void OperationsController::takeReport(const OperationReport &report)
{
    // A recovered operation must not replace the display of a running one.
    if (!m_view->operationBar().isRunning() || report.id == m_running) {
        m_view->operationBar().showResult(report);
    }
    if (report.id == m_running) {
        endRunTime();
        noteEnd(report);
        askTaken(report);
    }
    if (report.errorKind == ErrorKind::Refused) {
        askAllowance();
    }
    emit dataChanged();
}

void OperationsController::endRunTime()
{
    if (!m_runTimes.empty()) {
        m_runTimes.back().to = std::min(m_runTimes.back().to, m_view->serverNow());
    }
}

/// The server's clock is known as of the last poll, and times of requests as of a question: neither is exact.
bool OperationsController::wasRunning(const QString &collection, std::chrono::milliseconds time) const
{
    constexpr std::chrono::milliseconds tolerance(1'000);
    return std::ranges::any_of(m_runTimes, [&](const RunTime &run) {
        return run.collection == collection && time >= run.from - tolerance && time - tolerance <= run.to;
    });
}

/// Excludes the changes of the operation from rates; without changes, rates continue.
void OperationsController::noteEnd(const OperationReport &report)
{
    const bool known = report.state == OperationState::Done || report.state == OperationState::Cancelled;
    if (known && report.changed() == 0) {
        emit operatedInVain();
        return;
    }
    if (report.deadLettered > 0 || !known) { // some elements may have reached their attempt limit after they were shown
        emit operatingChanged({report.keys.begin(), report.keys.end()});
    }
    emit operatingChanged({});
}

void OperationsController::askAllowance()
{
    if (m_workspace != nullptr) {
        m_operator.call(&redis::Operator::askAllowance, m_workspace);
    }
}

void OperationsController::takeAllowance(const Allowance &allowance)
{
    m_allowance = allowance;
    m_view->setAllowance(allowance);
}

void OperationsController::noteConnected()
{
    m_operator.call(&redis::Operator::noteReconnected);
    checkLastUndo();
    if (m_allowance.answer == Allowance::Answer::Unknown) {
        takeAllowance({});
        askAllowance();
    }
}

/// Asks which displayed elements the operation took: their rows stay and show it. After an undo, asks which ones the
/// undone operation still has: the others are back, also in rows that are not read again.
void OperationsController::askTaken(const OperationReport &report)
{
    if (!m_request.errorGroup.isNull()) {
        m_view->outcomes().settleGroup(report, m_request.errorGroup, m_view->serverNow());
    } else if (isOfAllDead(m_request)) {
        m_view->outcomes().settleAllGroups(report, m_view->serverNow());
    }
    if (!report.undoOf.isEmpty() && report.changed() > 0) {
        m_view->outcomes().forgetGroups(report.undoOf);
    }
    if (!report.undoOf.isEmpty()) {
        m_undone = report.undoOf;
        m_operator.call(&redis::Operator::readTaken, m_undone, m_view->outcomes().takenBy(m_undone));
        return;
    }
    std::vector<QByteArray> shown;
    for (const Element &element : m_view->shownElements()) {
        shown.push_back(element.element);
    }
    m_operator.call(&redis::Operator::readTaken, report.id, shown);
}

void OperationsController::settle(const QString &operation, const std::vector<TakenElement> &taken)
{
    const bool isUndone = !m_undone.isEmpty() && operation == m_undone;
    if (isUndone) {
        m_view->outcomes().forgetUndone(operation, taken);
    }
    if (isUndone || operation == m_running) {
        m_view->outcomes().settle(m_request.action, m_variant, isUndone ? std::vector<TakenElement>() : taken,
                                  m_view->serverNow(), operation);
        followChangesAllowed();
    }
}

void OperationsController::save(const QString &name, const QByteArray &text)
{
    auto *dialog = new QFileDialog(m_view, tr("Save %1").arg(name), QDir::home().filePath(name));
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, [this, text](const QString &path) {
        inBackground(
            m_files, this,
            [path, text] {
                QSaveFile file(path);
                return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit()
                    ? QString()
                    : file.errorString();
            },
            [this, path](const QString &error) {
                const QString file = QFileInfo(path).fileName();
                const QString folder = QDir::toNativeSeparators(QFileInfo(path).absolutePath());
                m_view->showMessage(error.isEmpty() ? tr("%1 saved in %2").arg(file, folder)
                                                    : tr("%1 could not be saved: %2").arg(file, error));
            });
    });
    dialog->open();
}

} // namespace plimsoll::app

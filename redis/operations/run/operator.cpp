// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/run/operator.h"

#include "redis/operations/plan/askallowance.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/topology/server.h"

#include <QElapsedTimer>
#include <QMetaObject>
#include <QScopeGuard>
#include <QTimer>

#include <utility>

namespace plimsoll::redis {

namespace {

constexpr std::chrono::minutes tryAgainAfter{10};
constexpr int surveyPause = 9; ///< pause as a multiple of a turn's time: at most a tenth of the server's time

} // namespace

Operator::Operator(QString dataDir, QObject *parent) : QObject(parent), m_dataDir(std::move(dataDir))
{
    qRegisterMetaType<Allowance>();
    qRegisterMetaType<OperationRequest>();
    qRegisterMetaType<PlanPtr>();
    qRegisterMetaType<OperationReport>();
    qRegisterMetaType<OperationProgress>();
    qRegisterMetaType<std::vector<OperationReport>>();
    qRegisterMetaType<std::vector<QByteArray>>();
    qRegisterMetaType<std::vector<TakenElement>>();
}

Operator::~Operator() = default;

void Operator::stop()
{
    m_stop.request_stop();
    cancel();
}

void Operator::cancel()
{
    const std::scoped_lock lock(m_cancelMutex);
    m_cancel.request_stop();
}

void Operator::start(const PlanPtr &plan)
{
    std::stop_token cancelled;
    {
        const std::scoped_lock lock(m_cancelMutex);
        if (m_started++ == 0 && !m_stop.stop_requested()) {
            m_cancel = std::stop_source();
        }
        cancelled = m_cancel.get_token();
    }
    QMetaObject::invokeMethod(
        this, [this, plan, cancelled] { run(plan, cancelled); }, Qt::QueuedConnection);
}

void Operator::open(const Endpoint &endpoint, bool readOnly, const std::stop_token &stop)
{
    m_asked.emplace(stop, [this] { this->stop(); });
    m_readOnly = readOnly;
    m_server = makeServer(endpoint, ClientOptions{.name = "plimsoll:operate", .readOnly = readOnly});
}

Outcome Operator::openJournal()
{
    if (m_journal == nullptr) {
        Result<std::unique_ptr<Journal>> opened = Journal::open(m_dataDir);
        const QString why = opened ? QString() : opened.error().message;
        if (std::exchange(m_unwritten, why) != why && m_told) {
            tell(*m_told);
        }
        if (!opened) {
            return opened.error();
        }
        m_journal = std::move(*opened);
    }
    return Done{};
}

void Operator::tell(Allowance known)
{
    known.journal = m_unwritten;
    m_told = known;
    emit allowanceKnown(known);
}

Outcome Operator::ready(const std::stop_token &stop)
{
    if (m_server == nullptr) {
        return Error{ErrorKind::Unreachable, tr("There is no connection to act on.")};
    }
    return connectAgain(*m_server, stop);
}

void Operator::preview(quint64 question, const OperationRequest &request, const std::stop_token &unwanted)
{
    std::stop_source either;
    const auto end = [&either] { either.request_stop(); };
    const std::stop_callback whenStopped(m_stop.get_token(), end);
    const std::stop_callback whenUnwanted(unwanted, end);
    if (Outcome connected = ready(either.get_token()); !connected) {
        emit refused(question, connected.error());
        return;
    }
    show(question, Planner(*m_server, either.get_token()).plan(request));
}

void Operator::previewUndo(quint64 question, const QString &operation, const WorkspacePtr &workspace)
{
    Outcome prepared = openJournal();
    if (prepared) {
        prepared = ready(m_stop.get_token());
    }
    if (!prepared) {
        emit refused(question, prepared.error());
        return;
    }
    show(question,
         Planner(*m_server, m_stop.get_token()).planUndo(*m_journal, operation, OnServer::Same, {}, workspace.get()));
}

void Operator::checkUndo(const QStringList &operations)
{
    const std::stop_token stop = m_stop.get_token();
    if (!openJournal() || !ready(stop)) {
        return;
    }
    for (const QString &operation : operations) {
        const Result<OpenOperation> details = m_journal->details(operation);
        if (!details) {
            continue;
        }
        if (!details->steps.empty()) {
            m_server->anchorAt(details->steps.front().key);
        }
        const Result<ServerIdentity> identity = readIdentity(*m_server, stop);
        if (!identity) {
            return;
        }
        const Result<bool> same = isSameServer(*m_server, *details, *identity, stop);
        if (same && *same) {
            emit undoHere(operation);
        } else if (same) {
            emit undoLost(operation, otherServerText(*details, *identity));
        }
    }
}

void Operator::show(quint64 question, Result<Plan> plan)
{
    const Outcome opened = openJournal();
    if (plan && opened) { // without a journal, nothing expires either
        if (Outcome noted = noteCosts(*plan, *m_journal); !noted) {
            plan = noted.error();
        }
    } else if (plan && plan->archive) { // run() would refuse it, so the preview must not promise undo
        plan = opened.error();
    }
    if (!plan) {
        emit refused(question, plan.error());
        return;
    }
    emit previewed(question, std::make_shared<const Plan>(std::move(*plan)));
}

void Operator::run(const PlanPtr &plan, const std::stop_token &cancelled)
{
    const auto ended = qScopeGuard([this] {
        const std::scoped_lock lock(m_cancelMutex);
        --m_started;
    });
    OperationReport failed;
    failed.id = plan->id;
    failed.action = plan->action;
    failed.collection = plan->collection;
    failed.matched = plan->matched();

    Outcome prepared = m_readOnly
        ? Outcome(Error{ErrorKind::Refused, tr("The workspace is read-only; nothing was changed.")})
        : ready(cancelled);
    // Without an archive, a full or read-only disk is no reason to refuse; then nothing is recorded either.
    Outcome noted = openJournal();
    if (prepared && plan->archive) {
        prepared = noted;
    }
    if (!prepared) {
        failed.error = prepared.error().message;
        failed.errorKind = prepared.error().kind;
        failed.state = failed.errorKind == ErrorKind::Cancelled ? OperationState::Cancelled : OperationState::Failed;
        emit finished(failed);
        return;
    }
    RunnerOptions options;
    options.progress = [this](const OperationProgress &progress) { emit progressed(progress); };
    emit finished(Runner(*m_server, m_journal.get(), std::move(options)).run(*plan, cancelled));
    if (!noted) {
        return;
    }
    readJournal();
    const Result<OperationReport> line = m_journal->operation(plan->id);
    // An operation refused before it began has no entry.
    if (line ? line->state == OperationState::Open : line.error().kind == ErrorKind::Storage) {
        recover();
    }
}

void Operator::readJournal()
{
    // Without write permission, the journal can still be read.
    const Outcome opened = openJournal();
    const auto toRead = opened ? Result<std::unique_ptr<Journal>>(nullptr) : Journal::openToRead(m_dataDir);
    if (!toRead) {
        emit journalFailed(opened.error().message);
        return;
    }
    const Journal *looked = toRead->get();
    const Result<std::vector<OperationReport>> operations =
        opened ? m_journal->operations() : (*toRead)->reading([looked] { return looked->operations(); });
    if (!operations) {
        emit journalFailed(operations.error().message);
        return;
    }
    emit journalRead(*operations);
}

void Operator::askAllowance(const WorkspacePtr &workspace)
{
    m_survey.reset();
    if (m_readOnly) {
        return; // a read-only workspace runs nothing anyway
    }
    m_survey = std::make_unique<AllowanceSurvey>(workspace);
    if (const Outcome opened = openJournal(); !opened && !m_told) {
        tell({}); // receivers waiting for permissions need not wait for the server
    }
    surveyOn();
}

void Operator::surveyOn()
{
    if (m_survey == nullptr || m_server == nullptr) {
        return;
    }
    if (const Outcome connected = ready(m_stop.get_token()); !connected) {
        m_survey.reset();
        tell({Allowance::Answer::Unknown, {connected.error().message}});
        return;
    }
    QElapsedTimer took;
    took.start();
    const Allowance before = m_survey->allowance();
    const Allowance known = m_survey->askSome(*m_server, m_stop.get_token());
    if (m_survey->isDone()) {
        m_survey.reset();
    } else {
        if (m_nextTurn == nullptr) {
            m_nextTurn = new QTimer(this);
            m_nextTurn->setSingleShot(true);
            connect(m_nextTurn, &QTimer::timeout, this, &Operator::surveyOn);
        }
        m_nextTurn->start(static_cast<int>(surveyPause * took.elapsed()));
    }
    if (m_survey == nullptr || known.missing != before.missing) {
        tell(known);
    }
}

void Operator::readElements(const QString &operation)
{
    constexpr int enough = 20;
    if (Outcome opened = openJournal(); !opened) {
        return; // readJournal() has reported it
    }
    if (const auto elements = m_journal->elementsOf(operation, enough)) {
        emit elementsRead(operation, *elements);
    }
}

void Operator::readTaken(const QString &operation, const std::vector<QByteArray> &elements)
{
    std::vector<TakenElement> taken;
    if (openJournal()) {
        if (Result<std::vector<TakenElement>> found = m_journal->taken(operation, elements); found) {
            taken = std::move(*found);
        }
    }
    emit takenRead(operation, taken);
}

void Operator::recover()
{
    if (m_server == nullptr || m_readOnly) {
        return;
    }
    const Outcome opened = openJournal();
    const Result<Runner::Recovered> recovered =
        opened ? Runner(*m_server, m_journal.get()).recoverAll(m_stop.get_token()) : opened.error();
    if (m_again == nullptr) {
        m_again = new QTimer(this);
        m_again->setSingleShot(true);
        m_again->setInterval(tryAgainAfter);
        connect(m_again, &QTimer::timeout, this, &Operator::recover);
    }
    recovered && recovered->left.empty() ? m_again->stop() : m_again->start();
    if (!recovered) {
        emit journalFailed(recovered.error().message);
        return;
    }
    for (const OperationReport &report : recovered->completed) {
        emit finished(report);
    }
    emit leftOpen(recovered->left);
    if (!recovered->completed.empty()) {
        readJournal();
    }
}

void Operator::noteReconnected()
{
    if (m_again != nullptr && m_again->isActive()) {
        recover();
    }
}

} // namespace plimsoll::redis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/poller.h"

#include "redis/poll/pollsession.h"
#include "redis/poll/snapshotsource.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <utility>

namespace plimsoll::redis {

Poller::Poller(QObject *parent) : QObject(parent)
{
    qRegisterMetaType<PollOutcome>();
    qRegisterMetaType<Commands>();
}

Poller::~Poller() = default;

void Poller::open(const WorkspacePtr &workspace, const Endpoint &endpoint, quint64 epoch, const std::stop_token &stop)
{
    m_stop = stop;
    m_recording.reset();
    PollOptions options;
    options.epoch = epoch;
    m_session = std::make_unique<PollSession>(workspace, endpoint, options);
    m_interval = workspace->pollInterval;
    m_pace = {};
    m_epoch = epoch;
    m_failures = 0;
}

void Poller::replay(const std::shared_ptr<SnapshotSource> &recording, quint64 epoch)
{
    m_session.reset();
    m_recording = recording;
    m_epoch = epoch;
}

void Poller::edit(const WorkspacePtr &workspace, quint64 epoch)
{
    if (m_session) {
        m_session->edit(workspace, epoch);
        m_epoch = epoch;
    }
}

void Poller::setInterval(std::chrono::milliseconds interval)
{
    m_interval = interval;
}

void Poller::setShown(const std::set<std::size_t> &collections)
{
    if (m_session) {
        m_session->setShown(collections);
    }
}

void Poller::setOperating(const std::set<QByteArray> &keys)
{
    if (m_session) {
        m_session->setOperating(keys);
    }
}

void Poller::operatedInVain()
{
    if (m_session) {
        m_session->operatedInVain();
    }
}

PollOutcome Poller::tellRecorded()
{
    PollOutcome outcome;
    outcome.epoch = m_epoch;
    auto told = m_recording->next();
    if (told) {
        outcome.snapshot = std::move(told->snapshot);
        outcome.next = told->wait;
        outcome.isOver = told->isLast;
    } else {
        outcome.error = told.error();
        outcome.failures = 1;
        outcome.isOver = true;
    }
    return outcome;
}

PollOutcome Poller::ask()
{
    if (m_recording) {
        return tellRecorded();
    }
    PollOutcome outcome;
    outcome.epoch = m_epoch;
    if (!m_session) {
        outcome.error = {ErrorKind::Invalid, QCoreApplication::translate("Poller", "There is nothing to poll")};
        outcome.next = m_interval;
        return outcome;
    }
    Result<SnapshotPtr> result = m_session->tick(m_stop);
    if (result) {
        m_failures = 0;
        outcome.snapshot = std::move(*result);
        const NextPoll next = m_pace.next(m_interval, outcome.snapshot->serverShare, outcome.snapshot->pollTime);
        outcome.next = next.wait;
        outcome.widened = next.widened;
        return outcome;
    }
    outcome.error = result.error();
    outcome.failures = ++m_failures;
    outcome.next = nextAfterFailure(m_failures, QRandomGenerator::global()->generateDouble());
    return outcome;
}

void Poller::tellCommands(std::size_t row)
{
    emit commandsTold(m_session ? m_session->commandsOf(row) : Commands());
}

void Poller::poll()
{
    emit polled(ask());
}

} // namespace plimsoll::redis

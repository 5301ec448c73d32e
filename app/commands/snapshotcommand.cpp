// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/headless.h"
#include "app/formats/snapshotformat.h"
#include "app/output.h"
#include "app/recording/recordingreader.h"
#include "redis/poll/pollsession.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

namespace plimsoll::app {

namespace {

/// Polls of one run: first with the given password, then with the one from the keychain if the server requires it.
class Polls {
public:
    Polls(Opened opened, bool isOnly) : m_opened(std::move(opened)), m_isOnly(isOnly) { }

    Result<SnapshotPtr> next()
    {
        if (m_session) {
            m_session->goOn();
            Result<SnapshotPtr> snapshot = m_session->tick();
            // The connection is gone; the server may have come back since.
            const bool isLost = !snapshot && snapshot.error().kind == ErrorKind::Unreachable;
            return isLost ? m_session->tick() : snapshot;
        }
        return withKeychain(m_opened.endpoint, [this](const redis::Endpoint &endpoint) {
            redis::PollOptions options;
            options.headBudget = 0; // the first brings all: there may be no second
            options.isOnly = m_isOnly;
            options.epoch = 1;
            m_session = std::make_unique<redis::PollSession>(m_opened.workspace, endpoint, options);
            return m_session->tick();
        });
    }

private:
    Opened m_opened;
    bool m_isOnly; ///< there is no second poll
    std::unique_ptr<redis::PollSession> m_session;
};

QByteArray formatted(const Snapshot &snapshot, const Arguments &arguments, bool repeats)
{
    switch (arguments.format) {
    case Format::Json:
        return snapshotJson(snapshot, repeats ? JsonWriter::Layout::Line : JsonWriter::Layout::Indented);
    case Format::OpenMetrics:
        return snapshotOpenMetrics(snapshot);
    case Format::Csv: // of histories
    case Format::Table:
        break;
    }
    return snapshotTable(snapshot) + (repeats ? "\n" : "");
}

bool fails(const Snapshot &snapshot, const std::optional<State> &failOn)
{
    return failOn && std::any_of(snapshot.rows.begin(), snapshot.rows.end(), [&](const Snapshot::Row &row) {
               return row.state >= *failOn;
           });
}

/// Replays a recording, or its first snapshots up to the requested number.
ExitCode replaySnapshots(const Arguments &arguments)
{
    const auto recording = RecordingReader::open(arguments.replay, arguments.isPaced ? arguments.pace : 0);
    if (!recording) {
        return fail(recording.error());
    }
    for (int done = 1;; ++done) {
        const auto told = (*recording)->next();
        if (!told) {
            return fail(told.error());
        }
        if (!print(formatted(*told->snapshot, arguments, true))) {
            return ExitCode::Failed;
        }
        if (fails(*told->snapshot, arguments.failOn)) {
            return ExitCode::FailOn;
        }
        if (told->isLast || (arguments.count && done >= *arguments.count)) {
            if (told->isLast && !(*recording)->warning().isEmpty()) {
                complain(QLatin1String("plimsoll: ") + (*recording)->warning());
            }
            return ExitCode::Done;
        }
        std::this_thread::sleep_for(told->wait);
    }
}

} // namespace

ExitCode runSnapshot(const Arguments &arguments)
{
    if (!arguments.replay.isEmpty()) {
        return replaySnapshots(arguments);
    }
    auto opened = openWorkspace(arguments);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    const bool repeats = arguments.everySeconds || arguments.count;
    const auto every = arguments.everySeconds
        ? std::chrono::milliseconds(static_cast<qint64>(*arguments.everySeconds * 1000.0))
        : std::get<Opened>(opened).workspace->pollInterval;
    const bool isOnly = !repeats || arguments.count == 1;
    Polls polls(std::get<Opened>(std::move(opened)), isOnly);
    auto due = std::chrono::steady_clock::now();
    for (int done = 1;; ++done) {
        const auto snapshot = polls.next();
        if (!snapshot) {
            return fail(snapshot.error());
        }
        spdlog::debug("polled {} collections with {} commands in {} us, round trip {} us", (*snapshot)->size(),
                      (*snapshot)->commands, (*snapshot)->pollTime.count(), (*snapshot)->roundTrip.count());
        if (!print(formatted(**snapshot, arguments, repeats))) {
            return ExitCode::Failed;
        }
        if (fails(**snapshot, arguments.failOn)) {
            return ExitCode::FailOn;
        }
        const bool last = !repeats || (arguments.count && done >= *arguments.count);
        if (last) {
            return ExitCode::Done;
        }
        // From start to start; a poll that took longer than that is followed at once, without catching up.
        due = std::max(due + every, std::chrono::steady_clock::now());
        std::this_thread::sleep_until(due);
    }
}

} // namespace plimsoll::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shared.h"
#include "app/formats/snapshotformat.h"
#include "app/cli/output.h"
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

QByteArray formatted(const Snapshot &snapshot, Format format, bool repeats)
{
    switch (format) {
    case Format::Json:
        return snapshotJson(snapshot, repeats ? JsonWriter::Layout::Line : JsonWriter::Layout::Indented);
    case Format::OpenMetrics:
        return snapshotOpenMetrics(snapshot);
    case Format::Csv: // of histories
    case Format::Table:
        break;
    }
    return snapshotTable(snapshot, tableColour()) + (repeats ? "\n" : "");
}

bool fails(const Snapshot &snapshot, const std::optional<State> &failOn)
{
    return failOn && std::any_of(snapshot.rows.begin(), snapshot.rows.end(), [&](const Snapshot::Row &row) {
               return row.state >= *failOn;
           });
}

class SnapshotCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Reads the figures of all collections once and prints them, with what is wrong. It only "
                         "reads, with constant-time and logarithmic commands in one pipeline.");
        options.describe("With --every or --count it repeats; --format json then prints one document per line.");
        options.example("plimsoll snapshot -w orders.json", "A table of every kind, then the problems");
        options.example("plimsoll snapshot -w orders.json --fail-on critical",
                        "Exit code 5 if a collection is critical, for a health check");
        options.example("plimsoll snapshot -w orders.json --format json --every 10",
                        "One document per line, every ten seconds");
        constexpr double longestEvery = 86'400; // a day, in seconds
        options.number("--every", "SECONDS", "Repeat at this interval; 0: without a pause", &m_everySeconds,
                       Bounds<double>{0.0, longestEvery});
        options.number("--count", "N", "Stop after N polls", &m_count, Bounds<int>{1, 2'000'000'000});
        options.choice<State>("--fail-on", "warning|critical",
                              "Exit with 5 when a collection is in this state or worse",
                              {{"warning", State::Warning}, {"critical", State::Critical}}, &m_failOn);
        addPlace(options, &m_place);
        addFormat(options, &m_format, Format::OpenMetrics);
        addReplay(options, &m_replay);
        addReplayPace(options, &m_pace);
        requireAlone(options, &m_replay, [this] { return m_place.isNamed(); });
        requireWorkspace(options, [this] { return m_replay.isEmpty() && m_place.workspace.isEmpty(); });
    }

    ExitCode run() override { return m_replay.isEmpty() ? pollServer() : replay(); }

    ExitCode pollServer()
    {
        auto opened = openWorkspace(m_place);
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        const bool repeats = m_everySeconds || m_count;
        const auto every = m_everySeconds ? std::chrono::milliseconds(static_cast<qint64>(*m_everySeconds * 1000.0))
                                          : std::get<Opened>(opened).workspace->pollInterval;
        const bool isOnly = !repeats || m_count == 1;
        // Never freed: the process ends with it, and taking 10,000 collectors apart takes longer than a poll.
        static Polls &polls = *new Polls(std::get<Opened>(std::move(opened)), isOnly);
        auto due = std::chrono::steady_clock::now();
        for (int done = 1;; ++done) {
            const auto snapshot = polls.next();
            if (!snapshot) {
                return fail(snapshot.error());
            }
            spdlog::debug("polled {} collections with {} commands in {} us, round trip {} us", (*snapshot)->size(),
                          (*snapshot)->commands, (*snapshot)->pollTime.count(), (*snapshot)->roundTrip.count());
            const QByteArray text = formatted(**snapshot, m_format, repeats);
            if (!(repeats ? print(text) : printLong(text))) {
                return ExitCode::Failed;
            }
            if (fails(**snapshot, m_failOn)) {
                return ExitCode::FailOn;
            }
            const bool last = !repeats || (m_count && done >= *m_count);
            if (last) {
                return ExitCode::Done;
            }
            // From start to start; a poll that took longer than that is followed at once, without catching up.
            due = std::max(due + every, std::chrono::steady_clock::now());
            std::this_thread::sleep_until(due);
        }
    }

    /// Prints the snapshots of a recording, or its first ones up to the requested number.
    ExitCode replay()
    {
        const auto recording = RecordingReader::open(m_replay, m_pace.value_or(0));
        if (!recording) {
            return fail(recording.error());
        }
        for (int done = 1;; ++done) {
            const auto told = (*recording)->next();
            if (!told) {
                return fail(told.error());
            }
            if (!print(formatted(*told->snapshot, m_format, true))) {
                return ExitCode::Failed;
            }
            if (fails(*told->snapshot, m_failOn)) {
                return ExitCode::FailOn;
            }
            if (told->isLast || (m_count && done >= *m_count)) {
                if (told->isLast && !(*recording)->warning().isEmpty()) {
                    complain(QLatin1String("plimsoll: ") + (*recording)->warning());
                }
                return ExitCode::Done;
            }
            std::this_thread::sleep_for(told->wait);
        }
    }

    std::optional<double> m_everySeconds, m_pace;
    std::optional<int> m_count;
    std::optional<State> m_failOn;
    Place m_place;
    Format m_format = Format::Table;
    QString m_replay;
};

} // namespace

extern const CommandSpec snapshotCommand{"snapshot", "Poll the server and print the figures",
                                         &makeCommand<SnapshotCommand>};

} // namespace plimsoll::app

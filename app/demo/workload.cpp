// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/workload.h"

#include "redis/wire/serveranswers.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace plimsoll::demo {

using redis::Reply;

namespace {

constexpr milliseconds tickLength{100};
/// Bounds the story time made up for after a stall, such as a suspended laptop.
constexpr milliseconds mostCredit{2'000};

/// Time for which a minor caption does not replace another.
constexpr milliseconds readingTime{6'000};

struct RunnerWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

} // namespace

Workload::Workload(quint32 seed, QObject *parent) : QObject(parent)
{
    m_runner.begin(seed);
    m_runner.forward(&WorkloadRunner::seeded, this, &Workload::seeded);
    m_runner.forward(&WorkloadRunner::told, this, &Workload::told);
    m_runner.forward(&WorkloadRunner::troubled, this, &Workload::troubled);
}

void Workload::start(const redis::Endpoint &endpoint)
{
    m_runner.call(&WorkloadRunner::open, endpoint, m_runner.stop());
}

void Workload::setPace(double pace)
{
    m_pace = std::clamp(pace, slowest, fastest);
    m_runner.call(&WorkloadRunner::setPace, m_pace);
}

void Workload::setPaused(bool paused)
{
    m_paused = paused;
    m_runner.call(&WorkloadRunner::setPaused, paused);
}

void Workload::burst()
{
    m_runner.call(&WorkloadRunner::burst);
}

void Workload::crashWorker()
{
    m_runner.call(&WorkloadRunner::crashWorker);
}

WorkloadRunner::WorkloadRunner(quint32 seed) : m_seed(seed), m_timer(this)
{
    m_timer.setInterval(tickLength);
    connect(&m_timer, &QTimer::timeout, this, &WorkloadRunner::tick);
}

WorkloadRunner::~WorkloadRunner() = default;

void WorkloadRunner::open(const redis::Endpoint &endpoint, const std::stop_token &stop)
{
    m_stop = stop;
    redis::ClientOptions options;
    options.name = "plimsoll:workload";
    m_client = std::make_unique<redis::Client>(endpoint, options);
    m_credit = {};
    m_sinceTick.start();
    m_timer.start();
    tick();
}

void WorkloadRunner::setPace(double pace)
{
    if (std::exchange(m_pace, pace) != pace) {
        say(RunnerWords::tr("The applications work at %1 times their pace").arg(QLocale().toString(pace)));
    }
}

void WorkloadRunner::setPaused(bool paused)
{
    if (std::exchange(m_paused, paused) != paused) {
        say(paused ? RunnerWords::tr("The applications are paused; the server's clock runs on, and ages grow")
                   : RunnerWords::tr("The applications run again"));
    }
}

void WorkloadRunner::say(const QString &text)
{
    m_sinceTold.start();
    emit told(text);
}

void WorkloadRunner::tell(const Batch &batch)
{
    for (const Batch::Caption &caption : batch.told()) {
        if (!caption.minor || !m_sinceTold.isValid() || m_sinceTold.hasExpired(readingTime.count())) {
            say(caption.text);
        }
    }
}

void WorkloadRunner::burst()
{
    if (m_paused) {
        say(RunnerWords::tr("The burst comes when the applications run again"));
    }
    for (const auto &story : m_stories) {
        story->burst();
    }
}

void WorkloadRunner::crashWorker()
{
    if (m_paused) {
        say(RunnerWords::tr("The worker dies when the applications run again"));
    }
    for (const auto &story : m_stories) {
        story->crashWorker();
    }
}

void WorkloadRunner::tick()
{
    if (m_stop.stop_requested()) {
        return; // the thread is ending
    }
    const milliseconds real(m_sinceTick.restart());
    if (!m_client->isConnected() && !connectAndBegin()) {
        return; // retried at the next tick; the server is being restarted
    }
    if (m_paused) {
        return;
    }
    m_credit = std::min(m_credit + std::chrono::duration_cast<milliseconds>(real * m_pace),
                        std::chrono::duration_cast<milliseconds>(mostCredit * m_pace));
    for (; m_credit >= stepLength; m_credit -= stepLength) {
        m_storyTime += stepLength;
        const Moment moment{
            .story = m_storyTime, .server = m_serverTime + milliseconds(m_sinceServerTime.elapsed()), .pace = m_pace};
        Batch batch = std::exchange(m_next, {});
        for (const auto &story : m_stories) {
            story->step(batch, moment);
        }
        if (const Outcome done = exchange(batch); !done) {
            note(done.error());
            return;
        }
        tell(batch);
    }
}

bool WorkloadRunner::connectAndBegin()
{
    if (const Outcome connected = m_client->connect(m_stop); !connected) {
        note(connected.error());
        return false;
    }
    QByteArray runId;
    Batch hello;
    hello.add({"INFO", "server"},
              [&runId](const Reply &info, Batch & /*next*/) { runId = redis::infoField(info.bytes, "run_id"); });
    hello.add({"TIME"}, [this](const Reply &time, Batch & /*next*/) {
        if (const std::optional<milliseconds> now = redis::timeIn(time)) {
            m_serverTime = *now;
            m_sinceServerTime.start();
        }
    });
    for (const Script *script : {&claimScript(), &claimDueScript(), &releaseScript(), &limitScript(), &recentScript(),
                                 &seenScript(), &unlockScript(), &expiredScript()}) {
        hello.add({"SCRIPT", "LOAD", script->text});
    }
    if (const Outcome done = exchange(hello); !done) {
        note(done.error());
        return false;
    }
    m_troubleTold = false;
    if (runId == m_runId) {
        return true;
    }
    m_stories = makeStories(m_seed);
    m_next = {};
    m_storyTime = {};
    Batch past;
    const Moment moment{
        .story = {}, .server = m_serverTime + milliseconds(m_sinceServerTime.elapsed()), .pace = m_pace};
    for (const auto &story : m_stories) {
        story->begin(past, moment);
    }
    if (const Outcome done = exchange(past); !done) {
        note(done.error());
        return false;
    }
    m_runId = runId;
    emit seeded();
    return true;
}

Outcome WorkloadRunner::exchange(const Batch &batch)
{
    if (batch.pipeline().isEmpty()) {
        return Done{};
    }
    const Result<std::vector<Reply>> replies = m_client->exchange(batch.pipeline(), m_stop);
    if (!replies) {
        return replies.error();
    }
    batch.deliver(*replies, m_next, [this](const Reply &error) { note(error.toError()); });
    return Done{};
}

void WorkloadRunner::note(const Error &error)
{
    // Reported once until the next success; otherwise it would repeat at every tick.
    if (!m_troubleTold && error.kind != ErrorKind::Cancelled) {
        m_troubleTold = true;
        emit troubled(error.message);
    }
}

} // namespace plimsoll::demo

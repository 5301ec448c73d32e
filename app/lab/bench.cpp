// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/bench.h"

#include "redis/types/printable.h"

#include <cmath>
#include <utility>

namespace plimsoll::lab {

Bench::Bench(QByteArray experiment, redis::Endpoint endpoint, const Settings &settings, std::stop_token stop)
    : m_experiment(std::move(experiment)), m_endpoint(std::move(endpoint)), m_settings(settings),
      m_stop(std::move(stop)), m_stepper(settings.slow ? std::make_unique<Stepper>() : nullptr)
{
    if (m_stepper) {
        m_shift = script("lab/shift");
        m_begin = Clock::now();
        m_beginUnix = clientNow();
    }
}

Bench::~Bench()
{
    endAll();
}

QByteArray Bench::key(Side side, QByteArrayView name) const
{
    return "lab:{" + m_experiment + (side == Side::Wrong ? ":wrong}:" : ":right}:") + name.toByteArray();
}

void Bench::add(Side side, const QByteArray &name, int number, Until until, Turn turn)
{
    m_planned.emplace_back([this, index = int(m_planned.size()), side, name, number, until, turn = std::move(turn)] {
        live(index, side, name, number, until, turn);
    });
}

void Bench::addClients(Until until, const Turn &turn)
{
    for (const Side side : bothSides) {
        for (int number = 0; number < m_settings.contention; ++number) {
            add(side, QByteArray::number(number + 1), number, until, turn);
        }
    }
}

void Bench::addFeed(double perSecond, const std::function<void(LabWorker &worker, int number)> &each)
{
    const int count = static_cast<int>(m_settings.seconds * paced(perSecond));
    for (int producer = 0; producer < m_settings.producers; ++producer) {
        add(Side::Wrong, "feed", producer, Until::Loaded,
            [this, perSecond = paced(perSecond), count, next = 0, each](LabWorker &worker) mutable {
                if (next == count) {
                    worker.sleep(Milliseconds(20));
                    return;
                }
                worker.sleepUntil(at(Milliseconds(1'000 * next / perSecond)));
                if (isLoading() && !isPaused()) {
                    each(worker, m_settings.producers * next++ + worker.number());
                }
            });
    }
}

bool Bench::crashes(std::string_view where, quint64 id, quint64 attempt)
{
    if (attempt == 0 && m_settings.runControl != nullptr) {
        const std::lock_guard lock(m_killing);
        m_latest = std::max(m_latest, id);
        if (m_doomed.contains(id)) {
            return true;
        }
    }
    return strikes(m_settings.crash, where, id, attempt);
}

bool Bench::crashesNext(Side side, std::string_view where, quint64 id)
{
    return m_killed[side].exchange(false) || strikes(m_settings.crash, where, id);
}

void Bench::kill()
{
    const std::lock_guard lock(m_killing);
    // Attempts that neither side has reached, so that both sides crash at the same ones.
    m_doomed.insert(1 + std::max(m_latest, m_doomed.empty() ? 0 : *m_doomed.rbegin()));
    for (const Side side : bothSides) {
        m_killed[side] = true;
    }
}

void Bench::pause()
{
    m_pausedAt = Clock::now();
    m_paused = true;
}

void Bench::resume()
{
    const Clock::duration away = Clock::now() - m_pausedAt;
    m_begin = begin() + away;
    m_pausedFor = m_pausedFor.load() + Milliseconds(away);
    m_paused = false;
}

void Bench::start()
{
    m_toOpen = static_cast<int>(m_planned.size());
    if (m_stepper) {
        m_stepper->expect(m_toOpen);
    }
    for (std::function<void()> &plan : m_planned) {
        m_threads.emplace_back(std::move(plan));
    }
    m_planned.clear();
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_toOpen == 0 || m_phase == Phase::Over; });
    m_begin = m_stepper ? begin() : Clock::now();
    if (m_phase == Phase::Waiting) {
        m_phase = Phase::Loading;
    }
    m_changed.notify_all();
}

void Bench::live(int index, Side side, const QByteArray &name, int number, Until until, const Turn &turn)
{
    LabWorker worker(*this, side, name, number);
    worker.setIndex(index);
    {
        std::unique_lock lock(m_mutex);
        --m_toOpen;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return m_phase != Phase::Waiting; });
    }
    while (goesOn(until)) {
        if (isPaused()) {
            worker.sleep(Milliseconds(10));
            continue;
        }
        turn(worker);
        if (worker.isCrashed()) {
            worker.revive();
        }
    }
    if (m_stepper) {
        m_stepper->leave();
    }
}

bool Bench::goesOn(Until until) const
{
    const Phase phase = m_phase;
    return !m_stop.stop_requested()
        && (phase == Phase::Loading || (phase == Phase::Settling && until == Until::Settled));
}

void Bench::advance(Phase phase)
{
    const std::lock_guard lock(m_mutex);
    if (phase > m_phase) {
        m_phase = phase;
    }
    m_changed.notify_all();
    if (m_stepper && m_phase == Phase::Over) {
        m_stepper->end();
    }
}

namespace {

constexpr std::size_t mostLines = 8;
constexpr std::size_t mostSlowLines = 40;
constexpr double unixTime = 1e12; // ms, as in lua/lab/shift.lua: smaller numbers are no times
constexpr qsizetype lineWidth = 56;
constexpr std::size_t keysRemovedAtOnce = 500;

/// Strips the prefix of a key: "lab:{queue:right}:processing" becomes "processing". Each side has its own view.
QByteArrayView shortened(QByteArrayView word)
{
    const qsizetype end = word.indexOf("}:");
    return word.startsWith("lab:{") && end > 0 ? word.sliced(end + 2) : word;
}

/// Label of a client: workers have numbers ("w3"), other clients have names.
QString whoIs(const LabWorker &worker)
{
    const QString name = QString::fromLatin1(worker.name());
    return name.front().isDigit() ? QLatin1Char('w') + name : name;
}

QString said(std::span<const QByteArrayView> words)
{
    QByteArray command;
    for (const QByteArrayView word : words) {
        command += (command.isEmpty() ? QByteArray() : QByteArray(" ")) + shortened(word).toByteArray();
    }
    return printable(command, lineWidth);
}

bool findsNothing(const redis::Reply &reply)
{
    return reply.isNil() || (reply.type == redis::Reply::Type::Array && reply.elements.empty());
}

QString answer(const redis::Reply &reply)
{
    switch (reply.type) {
    case redis::Reply::Type::Nil:
        return QStringLiteral("nil");
    case redis::Reply::Type::Integer:
        return QString::number(reply.integer);
    case redis::Reply::Type::Array: {
        QStringList parts;
        for (const redis::Reply &element : reply.elements) {
            parts += answer(element);
        }
        return parts.join(u' ').left(lineWidth);
    }
    default:
        return printable(shortened(reply.bytes).toByteArray(), lineWidth);
    }
}

} // namespace

void Bench::note(const LabWorker &worker, std::span<const QByteArrayView> words, const redis::Reply &reply)
{
    const bool isNews = !m_stepper || learn(worker, words, reply);
    // A producer feeds both sides, so the key decides the side.
    const bool isRight = std::any_of(words.begin(), words.end(), [](QByteArrayView word) {
        return word.startsWith("lab:{") && word.indexOf(":right") > 0;
    });
    const Side side = isRight ? Side::Right : worker.side();
    ++m_commands[side];
    // Empty polls are not recorded; they would crowd out other commands.
    if (!m_settings.watched || (m_stepper ? !isNews : findsNothing(reply))) {
        return;
    }
    keep(side, {clientNow(), whoIs(worker), said(words), answer(reply)});
}

/// Slow motion shows empty replies, too, but not when a client asks again and nothing has changed.
bool Bench::learn(const LabWorker &worker, std::span<const QByteArrayView> words, const redis::Reply &reply)
{
    {
        const std::lock_guard lock(m_mutex);
        for (const QByteArrayView word : words) {
            if (word.startsWith("lab:{")) {
                m_keys.insert(word.toByteArray());
            }
        }
    }
    std::vector<QByteArrayView> question(words.begin(), words.end());
    if (findsNothing(reply)) { // the time in a poll differs each time
        std::erase_if(question, [](QByteArrayView word) { return word.toDouble() > unixTime; });
    }
    return m_stepper->isNews(worker.index(), said(question), answer(reply));
}

void Bench::learnKeys(LabWorker &control)
{
    QByteArray cursor = "0";
    do {
        const redis::Reply page =
            control.command({"SCAN", cursor, "MATCH", "lab:{" + m_experiment + ":*", "COUNT", "1000"});
        if (page.elements.size() != 2) {
            return;
        }
        cursor = page.elements[0].bytes;
        for (const redis::Reply &key : page.elements[1].elements) {
            m_keys.insert(key.bytes);
        }
    } while (cursor != "0");
}

void Bench::moveTime(LabWorker &control, Milliseconds to)
{
    const qint64 by = std::llround(to.count() * Stepper::stretch) - m_shifted;
    std::vector<QByteArray> keys;
    {
        const std::lock_guard lock(m_mutex);
        keys.assign(m_keys.begin(), m_keys.end());
    }
    for (std::size_t from = 0; from < keys.size(); from += keysRemovedAtOnce) {
        const auto begin = keys.begin() + std::ptrdiff_t(from);
        const auto end = keys.begin() + std::ptrdiff_t(std::min(keys.size(), from + keysRemovedAtOnce));
        control.script(m_shift, std::vector(begin, end), {QByteArray::number(by)});
    }
    m_shifted += by;
    m_stepper->advance(to);
}

qint64 Bench::runTime(qint64 unixMs) const
{
    return m_stepper ? (unixMs + m_shifted - m_beginUnix) / Stepper::stretch : unixMs;
}

void Bench::passGate(const LabWorker &worker, std::span<const QByteArrayView> words)
{
    if (m_stepper && worker.index() >= 0 && worker.name() != "feed") {
        m_stepper->pass(worker.index(), {worker.side(), whoIs(worker), said(words)});
    }
}

void Bench::markFault(Side side, const QString &fault)
{
    const std::lock_guard lock(m_mutex);
    if (!m_lines[side].empty()) {
        m_lines[side].back().fault = fault;
    }
}

double Bench::rate(Side side, bool whole)
{
    auto &[at, before] = m_asked[side];
    before = whole ? 0 : before;
    const Clock::time_point now = Clock::now();
    const qint64 commands = m_commands[side];
    const std::chrono::duration<double> since = now - (before > 0 ? at : begin());
    const double rate = since.count() > 0 ? double(commands - before) / since.count() : 0;
    at = now;
    before = commands;
    return rate;
}

void Bench::noteDeath(const LabWorker &worker, const QString &held)
{
    if (m_settings.watched) {
        keep(worker.side(), {clientNow(), whoIs(worker), {}, held, true});
    }
}

void Bench::keep(Side side, models::LabLine line)
{
    const std::lock_guard lock(m_mutex);
    m_lines[side].push_back(std::move(line));
    models::keepNewest(m_lines[side], m_stepper ? mostSlowLines : mostLines);
}

std::vector<models::LabLine> Bench::lines(Side side) const
{
    const std::lock_guard lock(m_mutex);
    return m_lines[side];
}

void Bench::endAll()
{
    advance(Phase::Over);
    m_threads.clear(); // joins
}

void Bench::sleepUntil(Clock::time_point time)
{
    std::unique_lock lock(m_mutex);
    while (m_phase != Phase::Over && !m_stop.stop_requested() && Clock::now() < time) {
        m_changed.wait_until(lock, std::min(time, Clock::now() + std::chrono::milliseconds(50)));
    }
}

void Bench::sleepUntil(const LabWorker &worker, Clock::time_point time)
{
    if (m_stepper && worker.index() >= 0) {
        m_stepper->sleepUntil(worker.index(), Milliseconds(time - begin()));
    } else {
        sleepUntil(time);
    }
}

void Bench::fail(const Error &error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_error) {
            m_error = error;
        }
    }
    advance(Phase::Over);
}

std::optional<Error> Bench::failure() const
{
    const std::lock_guard lock(m_mutex);
    return m_error;
}

} // namespace plimsoll::lab
